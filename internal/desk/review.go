package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"predate"
	"predate/internal/store"
)

// Decision is what an operator decides of an order in review. Both members are
// kept in the audit: somebody answers for the statement.
type Decision struct {
	By  string // who
	Why string // the reason, or the sentence that asks the client
}

func (d Decision) check() error {
	if d.By == "" || d.Why == "" {
		return predate.Refuse(predate.CodeInvalid, "A decision needs who decides and why")
	}
	return nil
}

// Reviews lists what waits for an operator, the longest waiting first.
func (d *Desk) Reviews(ctx context.Context) ([]store.Review, error) {
	var open []store.Review
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		open, err = store.OpenReviews(ctx, tx, 0)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list reviews: %w", err)
	}
	return open, nil
}

// Approve lets an order in review go on: a doubtful statement is typeset as it
// stands, a stopped collection is tried again. An order without an open review
// is refused with CodeConflict.
func (d *Desk) Approve(ctx context.Context, id predate.OrderID, decision Decision) error {
	err := d.decide(ctx, id, "approve", decision, func(ctx context.Context, tx store.Tx, _ *predate.Order, run *predate.Run) error {
		if run.Collected {
			run.Approved = true
		} else {
			run.Failure, run.FailureText, run.Attempts = "", "", 0
		}
		if err := store.UpdateRun(ctx, tx, run); err != nil {
			return fmt.Errorf("write run %s: %w", run.ID, err)
		}
		return d.Queue.Work(ctx, tx, run.ID, time.Time{})
	})
	if err != nil {
		return fmt.Errorf("approve order %s: %w", id, err)
	}
	return nil
}

// Ask puts an order in review to waiting, with the operator's sentence as what
// the client must answer. The client then adds documents or refreshes.
func (d *Desk) Ask(ctx context.Context, id predate.OrderID, decision Decision) error {
	err := d.decide(ctx, id, "ask", decision, func(ctx context.Context, tx store.Tx, order *predate.Order, run *predate.Run) error {
		run.Outcome, run.Read = predate.OutcomeWaiting, run.Collected
		run.Gaps = []predate.Gap{{Kind: predate.GapAction, Code: "operator", Message: decision.Why}}
		if err := store.UpdateRun(ctx, tx, run); err != nil {
			return fmt.Errorf("write run %s: %w", run.ID, err)
		}
		return d.apply(ctx, tx, order, predate.DossierLacking)
	})
	if err != nil {
		return fmt.Errorf("ask the client of order %s: %w", id, err)
	}
	return nil
}

// decide closes the open review of an order's current run and carries the
// decision out, with its trace, in one transaction.
func (d *Desk) decide(ctx context.Context, id predate.OrderID, what string, decision Decision,
	carryOut func(context.Context, store.Tx, *predate.Order, *predate.Run) error,
) error {
	if err := decision.check(); err != nil {
		return err
	}
	return d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		order, err := store.OrderByID(ctx, tx, id)
		if errors.Is(err, predate.ErrNotFound) {
			return &predate.Error{Code: predate.CodeNotFound, Message: "Order not found", Reason: "order_not_found"}
		}
		if err != nil {
			return err
		}
		review, open, err := store.OpenReviewOf(ctx, tx, order.Run)
		if err != nil {
			return err
		}
		if !open || !order.Cancelled.IsZero() {
			return predate.Refuse(predate.CodeConflict, "The order %s does not wait for an operator", id)
		}
		run, err := store.RunByID(ctx, tx, order.Run)
		if err != nil {
			return err
		}
		review.Closed, review.ClosedBy, review.Why = d.now(), decision.By, what+": "+decision.Why
		if err := store.CloseReview(ctx, tx, review); err != nil {
			return err
		}
		if err := d.audit(ctx, tx, order, what, decision); err != nil {
			return err
		}
		return carryOut(ctx, tx, &order, &run)
	})
}

// audit keeps the trace of an operator's act.
func (d *Desk) audit(ctx context.Context, tx store.Tx, order predate.Order, what string, decision Decision) error {
	id, err := newID[string](d, "aud_")
	if err != nil {
		return err
	}
	return store.InsertAudit(ctx, tx, store.AuditEntry{
		ID: id, At: d.now(), Who: decision.By, Act: "review." + what, Account: order.Account, Order: order.ID, Detail: decision.Why,
	})
}

// settle closes the open review of a run that no longer needs one: the client
// sent a paper, and what was read anew is in no doubt.
func (d *Desk) settle(ctx context.Context, tx store.Tx, run predate.RunID) error {
	review, open, err := store.OpenReviewOf(ctx, tx, run)
	if err != nil || !open {
		return err
	}
	review.Closed, review.ClosedBy, review.Why = d.now(), "predate", "read again without doubt"
	return store.CloseReview(ctx, tx, review)
}
