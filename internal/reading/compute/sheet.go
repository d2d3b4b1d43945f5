package compute

import (
	"slices"

	"predate"
)

// sheet is the statement as far as it is written, and what operators decided of it.
// Every stage writes on it by its verbs, and may read what is stated already.
type sheet struct {
	rulings map[predate.Key]predate.Figure
	// overruled are the figures as they would be without the rulings on them.
	overruled map[predate.Key]predate.Figure
	answered  []predate.Reason // doubts that a ruling answers
	lessons   lessons
	figures   map[predate.Key]predate.Figure
	gates     []predate.Gate
	reds      []redGate
	doubted   map[predate.Key]bool // by a red gate
	reasons   []predate.Reason
	warnings  []predate.Reason
}

// newSheet is a sheet on which nothing is stated.
func newSheet(in Input, documents []predate.ReadDocument) *sheet {
	rulings := map[predate.Key]predate.Figure{}
	for _, ruling := range in.Rulings {
		if ruling.File == "" {
			rulings[ruling.Key] = ruling.Figure()
		}
	}
	return &sheet{
		rulings: rulings, overruled: map[predate.Key]predate.Figure{}, lessons: lessons{learnt: inForce(in.Learnt, documents)},
		figures: map[predate.Key]predate.Figure{}, doubted: map[predate.Key]bool{},
	}
}

// put states a figure of the statement, or what an operator ruled on it, and
// gives what it stated.
func (r *sheet) put(f predate.Figure) predate.Figure {
	f = r.lessons.learn(r.rule(f))
	f.Evidence = distinct(f.Evidence)
	r.figures[f.Key] = f
	return f
}

// review adds a reason, once, why a person must look.
func (r *sheet) review(reason predate.Reason) { r.reasons = addOnce(r.reasons, reason) }

// warn adds, once, something worth saying that blocks nothing.
func (r *sheet) warn(what predate.Reason) { r.warnings = addOnce(r.warnings, what) }

// addOnce adds a reason to a list that does not have it.
func addOnce(list []predate.Reason, reason predate.Reason) []predate.Reason {
	if slices.ContainsFunc(list, reason.Equal) {
		return list
	}
	return append(list, reason)
}
