package compute

import (
	"slices"
	"strings"

	"predate"
)

// setDraftsAside leaves out the accounts that were submitted to a meeting where
// those that it approved are in the dossier: a meeting may have them put right
// before it votes, and its decision is on the accounts as they then stand (loi
// 65-557 art. 18; décret 67-223 art. 11). A draft alone stays: what becomes of
// it, the minutes tell.
func (r *reckoning) setDraftsAside() {
	r.papers = keep(r.papers, func(p *paper) bool {
		return !p.Part.Draft || !isSchedule(p) || !slices.ContainsFunc(r.papers, func(other *paper) bool {
			return other.Part.Kind == p.Part.Kind && !other.Part.Draft && sameYears(p, other) && isApproved(&r.dossier, other)
		})
	})
}

func isSchedule(p *paper) bool { return strings.HasPrefix(string(p.Part.Kind), "schedule_") }

// isApproved says that accounts are those that a meeting approved: bound with
// its minutes, or made on its day or later.
func isApproved(r *dossier, p *paper) bool {
	return slices.ContainsFunc(r.approvals(), func(a approval) bool {
		ofTheirs := a.adopted && slices.Contains(closings(p), a.year.To)
		return ofTheirs && (a.from.paper.File == p.File || !p.Printed.IsZero() && !p.Printed.Before(a.on))
	})
}

// sameYears says that two papers speak of the same exercises.
func sameYears(a, b *paper) bool {
	x, y := closings(a), closings(b)
	return len(x) > 0 && len(x) == len(y) && !slices.ContainsFunc(x, func(d predate.Date) bool { return !slices.Contains(y, d) })
}

// closings gives the last days of the exercises of a paper's figures, each once.
func closings(p *paper) []predate.Date {
	var out []predate.Date
	for _, f := range p.Figures {
		last := f.Year.To
		if last.IsZero() {
			last = f.AsOf
		}
		if !last.IsZero() && !slices.Contains(out, last) {
			out = append(out, last)
		}
	}
	return out
}
