package desk

import (
	"context"
	"fmt"

	"predate"
	"predate/internal/keeping/store"
)

// Opened is an order as an operator sees it, in review or not. It has no credentials:
// opening an order must not reveal a password.
type Opened struct {
	Case
	// Review is the open review; nil if there is none.
	Review *store.Review
	Acts   []store.AuditEntry // what operators did, the oldest first
	Events []predate.Event    // what the client was told, the oldest first
	Claim  *store.Claim       // under which somebody works on it now; nil for nobody
	// FirstIssue is who issued the statement as it is, where two persons must; nil
	// for nobody.
	FirstIssue *store.FirstIssue
}

// Open returns an order of any account with its current run, for an operator.
func (d *Desk) Open(ctx context.Context, id predate.OrderID) (Opened, error) {
	var o Opened
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		order, err := anyOrder(ctx, tx, id)
		if err != nil {
			return err
		}
		run, err := store.RunByID(ctx, tx, order.Run)
		if err != nil {
			return err
		}
		if o.Case, err = caseOf(ctx, tx, order, run); err != nil {
			return err
		}
		o.Credentials, o.Review = nil, nil
		review, open, err := store.OpenReviewOf(ctx, tx, run.ID)
		if err != nil {
			return err
		}
		if open && order.Cancelled.IsZero() {
			o.Review = &review
		}
		if o.Acts, err = store.AuditOf(ctx, tx, id); err != nil {
			return err
		}
		if o.FirstIssue, err = firstOf(ctx, tx, run); err != nil {
			return err
		}
		if o.Claim, err = d.claimOn(ctx, tx, id); err != nil {
			return err
		}
		o.Events, err = store.EventsOf(ctx, tx, id)
		return err
	})
	if err != nil {
		return Opened{}, fmt.Errorf("open order %s: %w", id, err)
	}
	return o, nil
}
