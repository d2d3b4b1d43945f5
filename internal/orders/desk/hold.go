package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// heldAtMost is how long an order waits without notice for a paused recipe. After that
// its client is asked for the papers.
const heldAtMost = 48 * time.Hour

// Release resumes the runs that wait for a recipe that is no longer paused, or that has
// another active version. It returns their number.
func (d *Desk) Release(ctx context.Context, atWork predate.RecipeVersion) (released int, err error) {
	err = d.drain(ctx, func(ctx context.Context, tx store.Tx) (int, error) {
		held, err := store.ReleasableRuns(ctx, tx, atWork, sweepBatch)
		if err != nil {
			return 0, err
		}
		for _, one := range held {
			if err := d.release(ctx, tx, one.Run); err != nil {
				return 0, err
			}
		}
		released += len(held)
		return len(held), nil
	})
	if err != nil {
		return released, fmt.Errorf("release the runs held by %s: %w", atWork.ID, err)
	}
	return released, nil
}

// release makes a held run collect again from the beginning.
func (d *Desk) release(ctx context.Context, tx store.Tx, id predate.RunID) error {
	order, run, waits, err := d.unhold(ctx, tx, id)
	if err != nil || !waits {
		return err
	}
	run.Failure, run.FailureText, run.Final, run.Attempts, run.Repeats = "", "", false, 0, 0
	if err := store.UpdateRun(ctx, tx, &run); err != nil {
		return fmt.Errorf("write run %s: %w", run.ID, err)
	}
	return d.work(ctx, tx, order, run, time.Time{})
}

// unhold removes a run from the held ones. waits is false if nothing depends on the run
// any more: its order was cancelled, or the client sent the papers.
func (d *Desk) unhold(ctx context.Context, tx store.Tx, id predate.RunID) (order predate.Order, run predate.Run, waits bool, err error) {
	if _, err = store.UnholdRun(ctx, tx, id); err != nil {
		return order, run, false, err
	}
	order, run, err = d.current(ctx, tx, id)
	if errors.Is(err, ErrSuperseded) {
		return order, run, false, nil
	}
	return order, run, err == nil && !run.Collected, err
}

// tellOverdue asks the clients of orders that were held for too long for the papers.
func (d *Desk) tellOverdue(ctx context.Context, tx store.Tx) (int, error) {
	held, err := store.OverdueRuns(ctx, tx, d.now().Add(-heldAtMost), sweepBatch)
	if err != nil {
		return 0, err
	}
	for _, one := range held {
		order, run, waits, err := d.unhold(ctx, tx, one.Run)
		if err != nil {
			return 0, err
		}
		if !waits {
			continue
		}
		run.Gaps = []predate.Gap{{Kind: predate.GapAction, Code: string(run.Failure), Message: run.Failure.Plan().Sentence}}
		if err := store.UpdateRun(ctx, tx, &run); err != nil {
			return 0, fmt.Errorf("write run %s: %w", run.ID, err)
		}
		if order.State == predate.Waiting {
			continue
		}
		if err := d.apply(ctx, tx, &order, predate.DossierLacking); err != nil {
			return 0, err
		}
	}
	return len(held), nil
}
