package compute

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
)

// A witness is a paper, not a file. One charge statement may come inside a
// notice and by itself, as a scan and as its original: it is one paper, and is
// folded into one before anything is gathered (onePaperEach). What is left is
// added up only where lots or accounts show that the papers are apart (holder,
// families). Papers that are not shown to be apart speak of the same thing, and
// must agree on it (reconcile, fullest).

// onePaperEach folds the papers that are one paper in several files, whatever
// the order in which they come.
func onePaperEach(papers []*paper) []*paper {
	richest := slices.Clone(papers)
	slices.SortStableFunc(richest, func(a, b *paper) int {
		return cmp.Or(cmp.Compare(b.substance(), a.substance()), byPlace(a, b))
	})
	var out []*paper
	for _, p := range richest {
		i := slices.IndexFunc(out, func(o *paper) bool { return o.isSamePaper(p) })
		if i < 0 {
			out = append(out, p)
			continue
		}
		out[i] = out[i].join(p)
	}
	slices.SortStableFunc(out, byPlace)
	return out
}

// substance is how much a paper says.
func (p *paper) substance() int {
	n := 0
	for _, f := range p.Figures {
		n += 1 + len(said(f))
	}
	return n
}

// isSamePaper reports whether two papers are one: they are of one kind, about
// one exercise or one meeting and about one account, and nothing that both say
// differs. What one of them leaves unread is no difference.
func (p *paper) isSamePaper(q *paper) bool {
	about := p.subject()
	if p.Part.Kind != q.Part.Kind || about.IsZero() || about != q.subject() {
		return false
	}
	common, agreed := p.compare(q)
	if p.Part.Kind != predate.KindChargeStatement || !agreed {
		return agreed
	}
	a, b := p.chargeHolder(), q.chargeHolder()
	switch {
	case len(a.lots) > 0 && len(b.lots) > 0:
		return a.within(b) || b.within(a)
	case a.account != "" && b.account != "":
		return nearAccount(a.account, b.account)
	}
	return common
}

// subject is the last day of the exercise that a paper is about, or the day of
// the meeting that it minutes; zero for what is not known, and for the kinds of
// paper of which nothing is gathered. Calls and extracts of account are told
// apart line by line, where they are gathered.
func (p *paper) subject() predate.Date {
	var keys []predate.Key
	switch p.Part.Kind {
	case predate.KindMinutes:
		return meetingDay(p)
	case predate.KindChargeStatement:
		keys = []predate.Key{predate.FactCharges, predate.FactChargeTotals, predate.FactChargeLot}
	case predate.KindSchedule1:
		keys = []predate.Key{predate.FactOwnersDebit, predate.KeyArrears, predate.KeySupplierDebt, predate.FactAssetsTotal, predate.FactLiabilitiesTotal, predate.KeyWorksFundBalance, predate.FactCashAdvance}
	case predate.KindSchedule2, predate.KindSchedule3:
		keys = []predate.Key{predate.FactKeyNets, predate.FactNetCharges, predate.FactBalance2Current, predate.FactBalance2Works, predate.FactBalance3}
	case predate.KindSchedule4, predate.KindSchedule5:
		keys = []predate.Key{predate.FactClosedWorks, predate.FactClosedTotal, predate.FactOpenWorks, predate.FactOpenTotal, predate.FactPendingTotal}
	case predate.KindLightAccounts:
		keys = []predate.Key{predate.FactOwnerRows, predate.FactExpenses, predate.FactCashAtEnd}
	}
	var last predate.Date
	for _, f := range p.Figures {
		if on := cmp.Or(f.Year.To, f.AsOf); slices.Contains(keys, f.Key) && on.After(last) {
			last = on
		}
	}
	return last
}

// slot is what a figure of a paper is about: the figures of one slot are
// readings of the same lines.
type slot struct {
	key  predate.Key
	year predate.Period
	asOf predate.Date
}

func slotOf(f predate.Figure) slot { return slot{f.Key, f.Year, f.AsOf} }

// bySlot gives what a paper says, sorted, by what it is about.
func (p *paper) bySlot() map[slot][]string {
	out := map[slot][]string{}
	for _, f := range p.Figures {
		out[slotOf(f)] = append(out[slotOf(f)], said(f)...)
	}
	for s := range out {
		slices.Sort(out[s])
	}
	return out
}

// compare reports whether two papers say something in common, and whether all
// that both say agrees: of two readings of the same lines, one may be the less
// complete, none may differ.
func (p *paper) compare(q *paper) (common, agreed bool) {
	mine, theirs := p.bySlot(), q.bySlot()
	for s, a := range mine {
		b := theirs[s]
		if !holds(a, b) && !holds(b, a) {
			return false, false
		}
		common = common || len(a) > 0 && len(b) > 0
	}
	return common, true
}

// holds reports whether the sorted list a has every element of the sorted list b,
// as many times.
func holds(a, b []string) bool {
	i := 0
	for _, want := range b {
		for i < len(a) && a[i] < want {
			i++
		}
		if i == len(a) || a[i] != want {
			return false
		}
		i++
	}
	return true
}

// join completes a paper by a copy of it: what the paper leaves unread, and the
// lists of which the copy has more lines.
func (p *paper) join(copied *paper) *paper {
	mine, theirs := p.bySlot(), copied.bySlot()
	var figures []predate.Figure
	for _, f := range p.Figures {
		if s := slotOf(f); len(theirs[s]) <= len(mine[s]) {
			figures = append(figures, f)
		}
	}
	for _, f := range copied.Figures {
		s := slotOf(f)
		if _, known := mine[s]; !known && !p.says(f) || known && len(theirs[s]) > len(mine[s]) {
			figures = append(figures, f)
		}
	}
	joined := *p
	joined.Figures = figures
	joined.carriers = append(slices.Clone(p.carriers), copied.carriers...)
	if joined.Printed.IsZero() {
		joined.Printed = copied.Printed
	}
	return &joined
}

// says reports whether a paper gives the value of a figure, be it for another day
// or exercise, which the copy may have misread.
func (p *paper) says(f predate.Figure) bool {
	return slices.ContainsFunc(p.Figures, func(g predate.Figure) bool {
		return g.Key == f.Key && g.Value != nil && f.Value != nil && sameValue(g.Value, f.Value)
	})
}

// boundWith reports whether one file carries both papers.
func (p *paper) boundWith(q *paper) bool {
	return slices.ContainsFunc(p.carriers, func(file string) bool { return slices.Contains(q.carriers, file) })
}

// said gives what a figure says, in parts that another reading of the same
// lines repeats word for word: amounts and outcomes, not titles and names, which
// papers abridge and scans misspell.
func said(f predate.Figure) []string {
	switch v := f.Value.(type) {
	case predate.Money, predate.Flag, predate.Count:
		return []string{fmt.Sprint(v)}
	case predate.Text:
		if f.Key == predate.FactMeeting && v != "" {
			return []string{plain(string(v))}
		}
	case predate.Texts:
		if f.Key == predate.KeyProceedings || f.Key == predate.FactCancelledWorks {
			return each(v, func(i int, _ string) string { return fmt.Sprint(i) })
		}
	case predate.Resolutions:
		clear := keep(v, func(r predate.Resolution) bool { return r.Outcome != predate.VoteUnknown })
		return each(clear, func(i int, _ predate.Resolution) string { return fmt.Sprint(i) })
	case predate.WorkList:
		return each(v, func(_ int, w predate.Work) string { return fmt.Sprint(w.VotedOn, w.Amount, w.Adopted, len(w.Calls)) })
	case predate.OpenWorks:
		return each(v, func(_ int, w predate.OpenWork) string { return fmt.Sprint(w.Voted, w.Paid, w.Done, w.Received) })
	case predate.ClosedWorks:
		return each(v, func(_ int, w predate.ClosedWork) string { return fmt.Sprint(w.Spent, w.Received) })
	case predate.KeyNets:
		var out []string
		for _, k := range v {
			out = append(out, each(k.Amounts, func(_ int, a predate.ColumnAmount) string { return fmt.Sprint(a.Column, a.Amount) })...)
		}
		return out
	case predate.OwnerRows:
		return each(v, func(_ int, r predate.OwnerRow) string { return fmt.Sprint(r.Charges, r.Called, r.Paid) })
	case predate.MovementList:
		return each(v, func(_ int, m predate.Movement) string { return fmt.Sprint(m.Date, m.Debit, m.Credit) })
	}
	return saidOfCharges(f.Value)
}

// saidOfCharges is said for the lines of a charge statement.
func saidOfCharges(v predate.Value) []string {
	var out []string
	say := func(ok bool, what string, amount predate.Cents) {
		if ok {
			out = append(out, fmt.Sprint(what, " ", amount))
		}
	}
	switch v := v.(type) {
	case predate.ChargeTotals:
		say(v.HasActual, "actual", v.Actual)
		say(v.HasCalled, "called", v.Called)
		say(v.HasAdjustment, "adjustment", v.Adjustment)
	case predate.ChargeLot:
		say(true, lotName(v.Lot)+" actual", v.Actual)
		say(v.HasCalled, lotName(v.Lot)+" called", v.Called)
	case predate.ChargeKey:
		say(true, lotName(v.Lot), v.Amount)
	case predate.ChargeWork:
		say(true, lotName(v.Lot), v.Amount)
	}
	return out
}

func each[T any](list []T, say func(int, T) string) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = say(i, v)
	}
	return out
}

// holder is whose a paper of the owner is: the lots that it is about and the
// account that it bears, as far as they could be read.
type holder struct {
	lots    []string
	account string
}

// within reports whether every lot of h is among those of other.
func (h holder) within(other holder) bool {
	return !slices.ContainsFunc(h.lots, func(n string) bool {
		return !slices.ContainsFunc(other.lots, func(m string) bool { return lotName(n) == lotName(m) })
	})
}

// apart reports whether two papers are shown to be about different lots: no lot
// of the one is among those of the other or, where the lots of one are not
// known, their accounts differ beyond what a scan misreads.
func (h holder) apart(other holder) bool {
	if len(h.lots) == 0 || len(other.lots) == 0 {
		return h.account != "" && other.account != "" && !nearAccount(h.account, other.account)
	}
	return !slices.ContainsFunc(h.lots, func(n string) bool {
		return slices.ContainsFunc(other.lots, func(m string) bool { return lotName(n) == lotName(m) })
	})
}

// alikes are the characters that scans take for one another.
var alikes = strings.NewReplacer("o", "0", "q", "0", "i", "1", "l", "1", "z", "2", "s", "5", "g", "6", "b", "8")

// nearAccount reports whether two account numbers may be one: they differ in
// nothing but one character and those that scans take for one another.
func nearAccount(a, b string) bool {
	return fold.Distance(alikes.Replace(compact(a)), alikes.Replace(compact(b))) <= 1
}

// families gives the ways of gathering items that are shown to be apart: each
// begins with one item and takes every other, in order, that is apart from all
// those taken. Where all items are apart there is one way.
func families[T any](items []T, apart func(a, b T) bool) [][]T {
	var out [][]T
	var known [][]int
	for first := range items {
		taken := []int{first}
		for i := range items {
			if !slices.ContainsFunc(taken, func(t int) bool { return t == i || !apart(items[t], items[i]) }) {
				taken = append(taken, i)
			}
		}
		slices.Sort(taken)
		if slices.ContainsFunc(known, func(k []int) bool { return slices.Equal(k, taken) }) {
			continue
		}
		known = append(known, taken)
		var family []T
		for _, i := range taken {
			family = append(family, items[i])
		}
		out = append(out, family)
	}
	return out
}

// reconcile makes one figure of what papers that are not apart say of it: they
// are one witness where they agree, and conflicting where they do not.
func reconcile(key predate.Key, readings []predate.Figure) predate.Figure {
	told := keep(readings, func(f predate.Figure) bool { return f.Known() || f.Status == predate.StatusConflicting })
	if len(told) == 0 {
		if len(readings) == 0 {
			return missing(key, predate.Reason{})
		}
		return readings[0]
	}
	for _, f := range told {
		if f.Status == predate.StatusConflicting {
			return f
		}
		if !sameValue(f.Value, told[0].Value) {
			return contradiction(key, told)
		}
	}
	return told[0]
}

// contradiction states that readings of one figure differ and names what each
// says.
func contradiction(key predate.Key, readings []predate.Figure) predate.Figure {
	var sayings predate.Reasons
	var proof []predate.Evidence
	for _, f := range readings {
		one := predate.Because(predate.ReasonSays, predate.Said{Value: f.Value})
		if len(f.Evidence) > 0 {
			one = predate.Because(predate.ReasonPaperSays, predate.Said{Value: f.Value}, predate.FileName(f.Evidence[0].File))
		}
		sayings = addOnce(sayings, one)
		proof = append(proof, f.Evidence...)
	}
	return predate.Figure{
		Key: key, Status: predate.StatusConflicting, Evidence: proof,
		Derivation: predate.Because(predate.ReasonPapersContradict, sayings),
	}
}

// fullest picks the most complete of several readings of the same lines, and
// reports whether none of the others says otherwise.
func fullest[T predate.Value](list []valued[T]) (best valued[T], agreed bool) {
	agreed = true
	var most []string
	for i, v := range list {
		lines := said(v.Figure)
		slices.Sort(lines)
		agreed = agreed && (holds(most, lines) || holds(lines, most))
		if i == 0 || len(lines) > len(most) {
			best, most = v, lines
		}
	}
	return best, agreed
}
