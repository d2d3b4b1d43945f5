package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// claimLife is how long a claim lasts after its last heartbeat.
const claimLife = 45 * time.Second

// ClaimOrder claims an order for an operator, or renews his claim: a heartbeat is another
// call. If another operator has the claim, it returns CodeConflict with a sentence that
// names him.
func (d *Desk) ClaimOrder(ctx context.Context, id predate.OrderID, who Decision) (store.Claim, error) {
	return d.claim(ctx, id, who, func(holder store.Claim) error { return heldBy(holder) })
}

// TakeOver claims an order for an operator even if another works on it: a lead at once,
// others after that claim has ended. It is recorded in the audit trail.
func (d *Desk) TakeOver(ctx context.Context, id predate.OrderID, who Decision) (store.Claim, error) {
	return d.claim(ctx, id, who, func(holder store.Claim) error {
		if who.Role.May(predate.RoleLead) {
			return nil
		}
		return heldBy(holder)
	})
}

// claim replaces the claim of an order by an operator's. If another operator's claim has
// not ended, mayTake decides whether he loses it.
func (d *Desk) claim(ctx context.Context, id predate.OrderID, who Decision, mayTake func(store.Claim) error) (store.Claim, error) {
	var mine store.Claim
	if who.By == "" {
		return mine, predate.Refuse(predate.CodeInvalid, "Il manque le nom de la personne.")
	}
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		order, err := anyOrder(ctx, tx, id)
		if err != nil {
			return err
		}
		was, _, err := store.ClaimOf(ctx, tx, id)
		if err != nil {
			return err
		}
		now, living := d.now(), d.living(was)
		own := living && samePerson(who, was.By, was.Operator)
		mine = store.Claim{Order: id, By: who.By, Operator: who.Operator, Since: now, Until: now.Add(claimLife)}
		switch {
		case own:
			mine.Since = was.Since
		case living:
			if err := mayTake(was); err != nil {
				return err
			}
			who.Why = "à la place de " + was.By
			if err := d.audit(ctx, tx, order, "take_over", who); err != nil {
				return err
			}
		}
		if !own {
			store.Changed(tx, id, predate.ChangedClaim)
		}
		return store.PutClaim(ctx, tx, mine, was)
	})
	if errors.Is(err, predate.ErrStale) {
		err = predate.Refuse(predate.CodeConflict, "Quelqu’un d’autre vient de prendre la commande %s.", id)
	}
	if err != nil {
		return store.Claim{}, fmt.Errorf("claim order %s: %w", id, err)
	}
	return mine, nil
}

// ReleaseOrder ends an operator's claim. It does not end another's.
func (d *Desk) ReleaseOrder(ctx context.Context, id predate.OrderID, who Decision) error {
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		was, there, err := store.ClaimOf(ctx, tx, id)
		if err != nil || !there || !samePerson(who, was.By, was.Operator) {
			return err
		}
		store.Changed(tx, id, predate.ChangedClaim)
		return store.DeleteClaim(ctx, tx, id)
	})
	if err != nil {
		return fmt.Errorf("release order %s: %w", id, err)
	}
	return nil
}

// living reports whether a claim has not ended.
func (d *Desk) living(c store.Claim) bool { return c.Until.After(d.now()) }

// claimOn returns the present claim of an order; nil if there is
// none.
func (d *Desk) claimOn(ctx context.Context, tx store.Tx, id predate.OrderID) (*store.Claim, error) {
	c, ok, err := store.ClaimOf(ctx, tx, id)
	if err != nil || !ok || !d.living(c) {
		return nil, err
	}
	return &c, nil
}

// unclaimed returns an error if another person works on the order.
func (d *Desk) unclaimed(ctx context.Context, tx store.Tx, id predate.OrderID, decision Decision) error {
	c, err := d.claimOn(ctx, tx, id)
	if err != nil || c == nil || samePerson(decision, c.By, c.Operator) {
		return err
	}
	return heldBy(*c)
}

func heldBy(c store.Claim) error {
	return predate.Refuse(predate.CodeConflict, "%s travaille sur la commande %s.", c.By, c.Order)
}
