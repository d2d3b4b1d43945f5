package compute

import (
	"slices"

	"predate"
)

// outcome says where the dossier goes: to the client when a paper lacks, to a
// person when something is in doubt, else to issue.
func (r *outcomeStage) outcome() predate.Outcome {
	r.exempt()
	out := predate.Outcome{Missing: append(slices.Clone(r.gaps), r.reserves...), Warnings: slices.Clone(r.warnings)}
	for _, entry := range predate.Figures() {
		if !entry.Is(predate.Decisive) {
			continue
		}
		f := r.figures[entry.Key]
		switch {
		case r.doubted[entry.Key]: // the red gate gives the reason
		case f.Status == predate.StatusConflicting:
			r.reviewOf(f, predate.Because(predate.ReasonContradicted, f.Key, f.Derivation))
		case r.lacks(f.Key) && len(r.gaps) == 0:
			r.reviewOf(f, predate.Because(predate.ReasonNotEstablished, f.Key, f.Derivation.Or(predate.Because(predate.ReasonNoPaperGives))))
		}
	}
	out.Reasons = r.unanswered()
	switch {
	case len(r.gaps) > 0:
		out.State = predate.OutcomeWaiting
	case len(out.Reasons) > 0:
		out.State = predate.OutcomeReview
	default:
		out.State = predate.OutcomeDone
	}
	return out
}

// reviewOf gives a reason that names its figure, in the place of one that says
// the same without.
func (r *outcomeStage) reviewOf(f predate.Figure, reason predate.Reason) {
	r.reasons = slices.DeleteFunc(r.reasons, f.Derivation.Equal)
	r.review(reason)
}

// exempt replaces what is missing and not required of a small syndicat.
func (r *outcomeStage) exempt() {
	if _, small := r.small(); !small {
		return
	}
	for _, k := range predate.KeysThat(predate.Exempt) {
		if f := r.figures[k]; r.lacks(k) {
			f.Status, f.Derivation = predate.StatusNotRequired, predate.Because(predate.ReasonExempted)
			r.figures[k] = f
		}
	}
}
