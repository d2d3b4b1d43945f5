package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/reading/wording"
)

// Doubts returns the doubts of an order's current run, each with the person who settled
// it, if any.
func (d *Desk) Doubts(ctx context.Context, id predate.OrderID) ([]predate.SettledDoubt, error) {
	var all []predate.SettledDoubt
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		order, err := anyOrder(ctx, tx, id)
		if err != nil {
			return err
		}
		run, err := store.RunByID(ctx, tx, order.Run)
		if err != nil {
			return err
		}
		rulings, err := rulingsOf(ctx, tx, run.ID)
		if err == nil {
			all, err = doubtsOf(ctx, tx, run, rulings)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the doubts of order %s: %w", id, err)
	}
	return all, nil
}

// doubtsOf returns the doubts of a run, each with the person who settled it.
func doubtsOf(ctx context.Context, tx store.Tx, run predate.Run, rulings []predate.Ruling) ([]predate.SettledDoubt, error) {
	rows, err := store.AcknowledgementsOf(ctx, tx, run.ID)
	if err != nil {
		return nil, err
	}
	var seen []predate.Acknowledgement
	for _, a := range rows {
		seen = append(seen, predate.Acknowledgement{Doubt: a.Doubt, Says: a.Says, By: a.By, Operator: a.Operator, On: predate.DateOf(a.At.In(paris())), Why: a.Why})
	}
	return predate.Settle(found(run), rulings, seen), nil
}

// found returns the doubts of a reading. A reading of an older version stored only the
// wordings of its reasons: each of them is one doubt.
func found(run predate.Run) []predate.Doubt {
	if len(run.Doubts) > 0 || !run.Read || run.Outcome != predate.OutcomeReview {
		return run.Doubts
	}
	var out []predate.Doubt
	for _, says := range run.Reasons {
		if says != wording.Of(predate.Because(predate.ReasonToApprove)) {
			out = append(out, predate.Doubt{ID: predate.DoubtOf("reason", says), Code: "reason", Says: says})
		}
	}
	return out
}

// Acknowledge records that an operator saw a doubt and accepts it, with his reason. The
// acknowledgement is valid as long as the doubt is unchanged. The dossier is not read
// again.
func (d *Desk) Acknowledge(ctx context.Context, id predate.OrderID, decision Decision, doubt string) error {
	err := d.inReview(ctx, id, decision, func(ctx context.Context, tx store.Tx, i Inquiry) error {
		if !i.Run.Read {
			return beingRead(id)
		}
		one, err := i.doubt(doubt)
		if err != nil {
			return err
		}
		if one.State == predate.DoubtDecided {
			return predate.Refuse(predate.CodeConflict, "Ce doute est déjà tranché par %s.", one.By)
		}
		return d.acknowledge(ctx, tx, i, decision, one)
	})
	if err != nil {
		return fmt.Errorf("acknowledge doubt %s of order %s: %w", doubt, id, err)
	}
	return nil
}

// acknowledge stores an acknowledgement and its audit entry.
func (d *Desk) acknowledge(ctx context.Context, tx store.Tx, i Inquiry, decision Decision, doubt predate.SettledDoubt) error {
	act, err := d.act(i, decision)
	if err == nil {
		err = act.see(ctx, tx, doubt.Doubt)
	}
	if err != nil {
		return err
	}
	return d.audit(ctx, tx, i.Order, "acknowledge", decision.on(doubt.ID).about(doubt.ID, doubt.Says))
}

// Unacknowledge withdraws an acknowledgement.
func (d *Desk) Unacknowledge(ctx context.Context, id predate.OrderID, decision Decision, doubt string) error {
	err := d.inReview(ctx, id, decision, func(ctx context.Context, tx store.Tx, i Inquiry) error {
		err := store.DeleteAcknowledgement(ctx, tx, i.Run.ID, doubt)
		if errors.Is(err, predate.ErrNotFound) {
			return predate.Refuse(predate.CodeNotFound, "Aucun opérateur n’a pris acte de ce doute.")
		}
		if err != nil {
			return err
		}
		store.Changed(tx, id, predate.ChangedRuling)
		return d.audit(ctx, tx, i.Order, "unacknowledge", decision.on(doubt).about(doubt, ""))
	})
	if err != nil {
		return fmt.Errorf("take the acknowledgement of doubt %s of order %s back: %w", doubt, id, err)
	}
	return nil
}

// inReview runs carryOut on an order in review, unless another person works on it.
func (d *Desk) inReview(ctx context.Context, id predate.OrderID, decision Decision, carryOut func(context.Context, store.Tx, Inquiry) error) error {
	if err := decision.check(); err != nil {
		return err
	}
	return d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := store.HoldOrder(ctx, tx, id); err != nil {
			return err
		}
		i, err := d.inquiry(ctx, tx, id)
		if err == nil {
			err = d.unclaimed(ctx, tx, id, decision)
		}
		if err != nil {
			return err
		}
		return carryOut(ctx, tx, i)
	})
}

// doubt returns the doubt of the order with an id.
func (i Inquiry) doubt(id string) (predate.SettledDoubt, error) {
	n := slices.IndexFunc(i.Doubts, func(d predate.SettledDoubt) bool { return d.ID == id })
	if n < 0 {
		return predate.SettledDoubt{}, predate.Refuse(predate.CodeNotFound, "La commande n’a plus ce doute : regardez-la de nouveau.")
	}
	return i.Doubts[n], nil
}

func beingRead(id predate.OrderID) error {
	return predate.Refuse(predate.CodeConflict, "La commande %s est en cours de relecture : regardez-la de nouveau.", id)
}

// on returns the decision with its subject, for the audit trail.
func (d Decision) on(what string) Decision {
	d.bare, d.Why = d.Why, what+": "+d.Why
	return d
}

// about returns the decision with its subject and the value that it sets, for the audit
// trail.
func (d Decision) about(item, value string) Decision {
	d.item, d.value = item, value
	return d
}
