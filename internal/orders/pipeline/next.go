package pipeline

import "predate"

// Dossier is everything on which the next step of a run depends.
type Dossier struct {
	Order     predate.Order
	Run       predate.Run
	Documents []predate.Document
}

// Next returns the next step of a run. It is a pure function: when an operator adds a
// document, it simply returns StepRead again.
func Next(d Dossier) predate.Step {
	run, ahead := d.Run, d.Run.Ahead()
	switch {
	case !d.Order.Cancelled.IsZero(), d.Order.Run != run.ID, !run.Ended.IsZero():
		return predate.StepIdle
	case ahead == predate.StepCollect:
		return nextCollection(d)
	case ahead == predate.StepRead:
		return nextReading(d)
	case run.Outcome == predate.OutcomeWaiting:
		return predate.StepIdle
	case run.Outcome == predate.OutcomeReview && !run.Approved:
		return predate.StepReview
	}
	return ahead
}

// nextCollection returns StepIdle after a failure that only the client or an operator
// can remedy. Other failures are retried on the schedule, or when an operator asked
// for it.
func nextCollection(d Dossier) predate.Step {
	if d.Run.Failure == "" || !d.Run.Again.IsZero() {
		return predate.StepCollect
	}
	if _, again := retryCollection(d.Run); again {
		return predate.StepCollect
	}
	return predate.StepIdle
}

// nextReading returns StepIdle for a refresh by upload without a new paper: the papers
// that it has are those that the client wants to replace.
func nextReading(d Dossier) predate.Step {
	if d.Run.Method != predate.MethodUpload || d.Run.Number == 1 {
		return predate.StepRead
	}
	for _, document := range d.Documents {
		if document.Run == d.Run.ID {
			return predate.StepRead
		}
	}
	return predate.StepIdle
}
