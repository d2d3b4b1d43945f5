package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Collecting is the state of an order's collection, for an operator who continues it by hand.
type Collecting struct {
	Papers
	Review  *store.Review // the open one; nil if the order waits for no operator
	Account predate.Account
	// Until is when the sealed credentials are erased at the latest; zero if none are
	// kept.
	Until time.Time
	Acts  []store.AuditEntry // what operators did, the oldest first
}

// Stopped reports whether the collection failed and has not succeeded since: it waits
// for an operator, for the client, or for its next attempt.
func (p Papers) Stopped() bool { return !p.Run.Collected && p.Run.Failure != "" }

// Retrying reports whether the stopped collection is retried automatically.
func (c Collecting) Retrying() bool {
	return c.Stopped() && c.Review == nil && c.Order.State != predate.Waiting
}

// Open reports whether operators may continue with the order.
func (c Collecting) Open() bool { return c.open() == nil }

// Collecting returns the state of the collection of an order of any account.
func (d *Desk) Collecting(ctx context.Context, id predate.OrderID) (Collecting, error) {
	var c Collecting
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		c, err = collectingOf(ctx, tx, id)
		return err
	})
	if err != nil {
		return Collecting{}, fmt.Errorf("read the collection of order %s: %w", id, err)
	}
	return c, nil
}

func collectingOf(ctx context.Context, tx store.Tx, id predate.OrderID) (c Collecting, err error) {
	if c.Papers, err = papersOf(ctx, tx, id); err != nil {
		return c, err
	}
	review, open, err := store.OpenReviewOf(ctx, tx, c.Run.ID)
	if err != nil {
		return c, err
	}
	if open {
		c.Review = &review
	}
	if c.Account, err = store.AccountByID(ctx, tx, c.Order.Account); err != nil {
		return c, err
	}
	if c.Until, err = store.CredentialsUntil(ctx, tx, id); err != nil && !errors.Is(err, predate.ErrNotFound) {
		return c, err
	}
	c.Acts, err = store.AuditOf(ctx, tx, id)
	return c, err
}

// CollectAgain retries a stopped collection at an instant, or at once if it is zero. It
// returns an error if the credentials will be erased by then.
func (d *Desk) CollectAgain(ctx context.Context, id predate.OrderID, decision Decision, at time.Time) error {
	what := "collect_again"
	if !at.IsZero() {
		what = "collect_later"
		decision = decision.on("au " + at.In(paris()).Format(dayAndHour))
	}
	return d.goOn(ctx, id, decision, what, func(ctx context.Context, tx store.Tx, c Collecting) error {
		if err := c.collectable(at); err != nil {
			return err
		}
		if at.IsZero() {
			return d.collectAgain(ctx, tx, c.Order, c.Run)
		}
		run := c.Run // it keeps its failure until the retry
		run.Final, run.Attempts, run.Repeats, run.Reasons, run.Again = false, 0, 0, nil, at.UTC().Truncate(time.Microsecond)
		if err := store.UpdateRun(ctx, tx, &run); err != nil {
			return fmt.Errorf("write run %s: %w", run.ID, err)
		}
		return d.work(ctx, tx, c.Order, run, run.Again)
	})
}

// dayAndHour is the format of instants for operators.
const dayAndHour = "02/01 à 15\u00a0h\u00a004"

// collectable returns an error if the credentials will be erased at an instant.
func (c Collecting) collectable(at time.Time) error {
	switch {
	case c.Until.IsZero():
		return predate.Refuse(predate.CodeConflict, "Les codes de la commande %s ne sont plus conservés : demandez-les au client.", c.Order.ID)
	case at.After(c.Until):
		return predate.Refuse(predate.CodeInvalid, "Les codes seront effacés le %s : un essai plus tardif ne pourrait pas se connecter.", c.Until.In(paris()).Format(dayAndHour))
	}
	return nil
}

// goOn carries out an operator's decision on a stopped collection. It closes the review,
// if there is an open one, and records the act.
func (d *Desk) goOn(ctx context.Context, id predate.OrderID, decision Decision, what string, carryOut func(context.Context, store.Tx, Collecting) error) error {
	err := decision.check()
	if err == nil {
		err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
			if err := store.HoldOrder(ctx, tx, id); err != nil {
				return err
			}
			c, err := collectingOf(ctx, tx, id)
			if err != nil {
				return err
			}
			if err := c.open(); err != nil {
				return err
			}
			if !c.Stopped() {
				return predate.Refuse(predate.CodeConflict, "La collecte de la commande %s n’est pas arrêtée.", id)
			}
			if err := d.unclaimed(ctx, tx, id, decision); err != nil {
				return err
			}
			if c.Review == nil {
				err = d.audit(ctx, tx, c.Order, what, decision)
			} else {
				err = d.close(ctx, tx, Inquiry{Review: *c.Review, Order: c.Order, Run: c.Run}, what, decision)
			}
			if err != nil {
				return err
			}
			return carryOut(ctx, tx, c)
		})
	}
	if err != nil {
		return fmt.Errorf("%s of order %s: %w", what, id, err)
	}
	return nil
}

// EndCollection ends a stopped collection: the order continues with the papers that it
// has, and its extranet is not used again in this run. Papers that were listed but not
// fetched remain listed.
func (d *Desk) EndCollection(ctx context.Context, id predate.OrderID, decision Decision) error {
	return d.goOn(ctx, id, decision, "end_collection", func(ctx context.Context, tx store.Tx, c Collecting) error {
		if len(c.Documents) == 0 {
			return predate.Refuse(predate.CodeConflict, "La commande %s n’a encore aucune pièce : ajoutez-en, ou demandez-les au client.", id)
		}
		if _, err := store.UnholdRun(ctx, tx, c.Run.ID); err != nil {
			return err
		}
		run := c.Run
		d.collectedByHand(&run)
		return d.reread(ctx, tx, c.Order, run)
	})
}

// collectedByHand marks a failed collection as complete, because persons supplied the
// papers. It clears the failure, and the extranet is not used again.
func (d *Desk) collectedByHand(run *predate.Run) {
	run.Collected, run.CollectedAt = true, d.now()
	run.Failure, run.FailureText, run.Final, run.Again, run.Reasons = "", "", false, time.Time{}, nil
}

// OpenSecret opens sealed bytes, as seal.Opener does where its key is.
type OpenSecret func(sealed []byte, context string) (predate.Secret, error)

// Reveal returns the credentials of an order's extranet to a lead. The act and its reason
// are recorded before they are opened, so that nobody sees a password without a record. A
// record without a password is a failed attempt.
func (d *Desk) Reveal(ctx context.Context, id predate.OrderID, decision Decision, open OpenSecret) (Credentials, error) {
	if err := decision.check(); err != nil {
		return Credentials{}, err
	}
	if !decision.Role.May(predate.RoleLead) || decision.Operator == "" {
		return Credentials{}, predate.Refuse(predate.CodeForbidden, "Seul un responsable peut voir un mot de passe.")
	}
	var sealed []byte
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		order, err := anyOrder(ctx, tx, id)
		if err != nil {
			return err
		}
		sealed, err = store.CredentialsOf(ctx, tx, id)
		if errors.Is(err, predate.ErrNotFound) {
			return predate.Refuse(predate.CodeNotFound, "Les codes de la commande %s ne sont plus conservés.", id)
		}
		if err != nil {
			return err
		}
		return d.audit(ctx, tx, order, "reveal", decision)
	})
	if err != nil {
		return Credentials{}, fmt.Errorf("record that the credentials of order %s are shown: %w", id, err)
	}
	return OpenCredentials(open, id, sealed)
}
