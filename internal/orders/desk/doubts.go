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

// Doubts lists what a person must settle of an order's current run, with who
// settled it: what the last reading found, and what was decided since.
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

// doubtsOf lists the doubts of a run with who settled them.
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

// found returns the doubts that a reading found. A reading from before doubts were
// kept has the words of its reasons: each is a doubt.
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

// Acknowledge records that an operator saw a doubt and lets it be, with the
// reason. It counts while the doubt says what it says now; the dossier is not read
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

// acknowledge writes that a doubt was seen, with its trace.
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

// Unacknowledge takes it back that a doubt was seen.
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

// inReview carries out what an operator does to an order that waits for one, unless
// another person works on it.
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

// doubt finds a doubt of the order by its id.
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

// on is the decision as the audit keeps it, with what it is about.
func (d Decision) on(what string) Decision {
	d.bare, d.Why = d.Why, what+": "+d.Why
	return d
}

// about is the decision with what it is about, and what it makes of it, apart.
func (d Decision) about(item, value string) Decision {
	d.item, d.value = item, value
	return d
}
