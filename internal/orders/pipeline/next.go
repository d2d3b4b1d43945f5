package pipeline

import "predate"

// Dossier is what the next step of a run depends on, and nothing else.
type Dossier struct {
	Order     predate.Order
	Run       predate.Run
	Documents []predate.Document
}

// Next tells the step that a run takes next. It is pure: an operator who adds
// a document merely makes it answer "read" again.
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

// nextCollection: a failure that only the client or an operator can mend stops
// the collection; the others are tried again on the schedule, or when an operator
// said.
func nextCollection(d Dossier) predate.Step {
	if d.Run.Failure == "" || !d.Run.Again.IsZero() {
		return predate.StepCollect
	}
	if _, again := retryCollection(d.Run); again {
		return predate.StepCollect
	}
	return predate.StepIdle
}

// nextReading: a refresh by upload waits for its first new paper, since the
// papers it has are those the client wants replaced.
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
