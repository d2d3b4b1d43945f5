package desk

import (
	"context"
	"fmt"
	"slices"

	"predate"
	"predate/internal/keeping/store"
)

// Reviewed is the persons who issued a statement, and the doubts that they
// acknowledged.
type Reviewed struct {
	By   []string               // who issued it, in order; empty where nobody had to
	Seen []predate.SettledDoubt // those that were acknowledged
}

// Reviewed returns the persons who issued the statement of a run, to be printed in it.
func (d *Desk) Reviewed(ctx context.Context, id predate.RunID) (Reviewed, error) {
	var out Reviewed
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		out = Reviewed{}
		run, err := store.RunByID(ctx, tx, id)
		if err != nil || !run.Approved {
			return err
		}
		if err := reviewers(ctx, tx, run, &out); err != nil {
			return err
		}
		rulings, err := rulingsOf(ctx, tx, id)
		if err != nil {
			return err
		}
		doubts, err := doubtsOf(ctx, tx, run, rulings)
		for _, doubt := range doubts {
			if doubt.State == predate.DoubtAcknowledged {
				out.Seen = append(out.Seen, doubt)
			}
		}
		return err
	})
	if err != nil {
		return Reviewed{}, fmt.Errorf("read who reviewed run %s: %w", id, err)
	}
	return out, nil
}

// reviewers adds the persons who issued a run's statement: the first of two, and the
// one who closed the review.
func reviewers(ctx context.Context, tx store.Tx, run predate.Run, out *Reviewed) error {
	first, err := firstOf(ctx, tx, run)
	if err != nil {
		return err
	}
	if first != nil {
		out.By = append(out.By, first.By)
	}
	reviews, err := store.ReviewsOf(ctx, tx, run.Order)
	for _, r := range slices.Backward(reviews) {
		if r.Run == run.ID && !r.Closed.IsZero() {
			out.By = append(out.By, r.ClosedBy) // the last: those before had another collection tried
			break
		}
	}
	return err
}
