package reading

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"predate"
	"predate/internal/reading/building"
	"predate/internal/reading/classify"
	"predate/internal/reading/pack"
)

// analysis is what the rules tell of one file by itself: it depends on the
// bytes of the file and on this build, on no order.
type analysis struct {
	Unreadable string
	// UnreadPages are the pages that could not be read where others could.
	UnreadPages []predate.UnreadPage
	LeftPages   []int // that were left unread on purpose
	Result      classify.Result
	Brief       classify.Brief
	Building    building.File // by what each part names its building
	Extracted   bool
	Figures     [][]predate.Figure // of each part, once extracted
}

// valueKinds are the values that candidates bear, and what their reasons are about.
func valueKinds() pack.Kinds {
	return pack.KindsOf(
		predate.KeyNets(nil), predate.ClosedWorks(nil), predate.OpenWorks(nil), predate.Resolutions(nil),
		predate.OwnerRows(nil), predate.CallHead{}, predate.CallLine{}, predate.ListedCall{}, predate.CallSubtotal{},
		predate.AccountHead{}, predate.AccountLine{}, predate.AccountBalance{}, predate.AccountTotals{},
		predate.NatureBalance{}, predate.ChargeHead{}, predate.ChargeKey{}, predate.ChargeLot{},
		predate.ChargeTotals{}, predate.ChargeWork{}, predate.Money(0), predate.Day{},
		predate.Span{}, predate.Text(""), predate.Flag(false), predate.Count(0),
		predate.Texts(nil), predate.Days(nil), predate.LotList(nil), predate.KeyList(nil),
		predate.CallList(nil), predate.WorkList(nil), predate.LoanList(nil), predate.MovementList(nil),
		predate.Contribution{}, predate.Policy{}, predate.Paper{},
		predate.Cents(0), predate.Date{}, predate.Period{}, predate.Nature(""), predate.Key(""), predate.FileName(""), predate.Said{},
		predate.Reason{}, predate.Reasons(nil),
	)
}

// recall takes up what an earlier reading by this build kept of the file. What
// cannot be read back counts as nothing.
func (r *Reader) recall(ctx context.Context, s *sheet) bool {
	s.fresh = true
	if r.Rules == "" {
		return false
	}
	s.key = analysisKey(string(s.hash)+s.said.digest(), r.Engine, r.Rules)
	packed, ok := r.Cache.Load(s.key)
	if !ok {
		return false
	}
	known, err := pack.Decode[analysis](packed, r.kinds)
	if err != nil {
		r.Log.WarnContext(ctx, "what was kept of a file is damaged; it is read again", "hash", s.hash, "error", err)
		return false
	}
	known.Result.File = s.file.Name
	s.analysis, s.fresh = known, false
	return true
}

// keep stores the analysis of a file whose pages are settled. The file's
// name and number are left out: the same paper may come under others.
func (r *Reader) keep(ctx context.Context, s *sheet) {
	if !s.fresh || s.key == "" {
		return
	}
	known := s.analysis
	known.Result.File = ""
	known.Figures = anonymous(known.Figures)
	packed, err := pack.Encode(known, r.kinds)
	if err == nil {
		err = r.Cache.Save(s.key, packed)
	}
	if err != nil {
		r.Log.WarnContext(ctx, "the cache of analyses does not take", "hash", s.hash, "error", err)
	}
}

// anonymous copies candidates without the name and number of their file.
func anonymous(parts [][]predate.Figure) [][]predate.Figure {
	out := make([][]predate.Figure, len(parts))
	for i, figures := range parts {
		for _, figure := range figures {
			figure.Evidence = slices.Clone(figure.Evidence)
			for e := range figure.Evidence {
				figure.Evidence[e].File, figure.Evidence[e].Document = "", 0
			}
			out[i] = append(out[i], figure)
		}
	}
	return out
}

// analysisKey changes with all that an analysis depends on.
func analysisKey(name, engine, rules string) string {
	return buildKey(name, engine, rules) + "-a"
}

// unreadKey is where the pages of a file are kept of which some could not be read.
func unreadKey(name, engine, rules string) string {
	return buildKey(name, engine, rules) + "-u"
}

func buildKey(name, engine, rules string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q", engine, rules))
	return fmt.Sprintf("%s-%x", name, sum[:12])
}
