package desk

import (
	"context"
	"fmt"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// stepsKept is how long the state before a decision is stored: longer than a decision
// can be undone.
const stepsKept = time.Hour

// act is one decision while it is carried out. The rows that it replaces are stored
// under one id.
type act struct {
	Decision
	run   predate.RunID
	order predate.Order
	id    string
	at    time.Time
	found []predate.Doubt // by the last reading
}

func (d *Desk) act(i Inquiry, decision Decision) (*act, error) {
	id, err := newID[string](d, "act_")
	return &act{Decision: decision, run: i.Run.ID, order: i.Order, id: id, at: d.now(), found: found(i.Run)}, err
}

// rule writes a ruling and stores the one that it replaces.
func (a *act) rule(ctx context.Context, tx store.Tx, r store.Ruling) error {
	r.Run, r.By, r.Operator, r.At, r.Why = a.run, a.By, a.Operator, a.at, a.Why
	was, there, err := store.RulingOn(ctx, tx, r.Run, r.Key)
	if err != nil {
		return err
	}
	earlier, err := store.EarlierOf(was, there)
	if err == nil {
		err = a.step(ctx, tx, store.StepRuling, string(r.Key), earlier)
	}
	if err == nil {
		err = a.tookRuling(ctx, tx, r)
	}
	if err != nil {
		return err
	}
	return store.PutRuling(ctx, tx, r)
}

// see writes an acknowledgement and stores the one that it replaces.
func (a *act) see(ctx context.Context, tx store.Tx, doubt predate.Doubt) error {
	was, there, err := store.AcknowledgementOf(ctx, tx, a.run, doubt.ID)
	if err != nil {
		return err
	}
	earlier, err := store.EarlierOf(was, there)
	if err == nil {
		err = a.step(ctx, tx, store.StepAcknowledgement, doubt.ID, earlier)
	}
	if err == nil {
		err = a.took(ctx, tx, store.Decided{Item: doubt.ID, What: store.StepAcknowledgement, Figure: doubt.Key, Cause: doubt.Code})
	}
	if err != nil {
		return err
	}
	store.Changed(tx, a.order.ID, predate.ChangedRuling)
	return store.PutAcknowledgement(ctx, tx, store.Acknowledgement{
		Run: a.run, Doubt: doubt.ID, Says: doubt.Says, By: a.By, Operator: a.Operator, At: a.at, Why: a.Why,
	})
}

func (a *act) step(ctx context.Context, tx store.Tx, what store.StepKind, item, earlier string) error {
	return store.InsertStep(ctx, tx, store.Step{
		Act: a.id, What: what, Item: item, Run: a.run, Earlier: earlier, By: a.By, Operator: a.Operator, At: a.at,
	}, a.at.Add(-stepsKept))
}

// Undo reverts the last ruling or acknowledgement of the same person, with the looks
// that he taught by it, if it was made within a span and nobody changed it since.
// Decisions that were made at once are reverted at once. Otherwise it returns
// CodeConflict.
func (d *Desk) Undo(ctx context.Context, id predate.OrderID, decision Decision, within time.Duration) error {
	if decision.Why == "" {
		decision.Why = "annulé aussitôt"
	}
	err := d.inReview(ctx, id, decision, func(ctx context.Context, tx store.Tx, i Inquiry) error {
		steps, err := store.StepsSince(ctx, tx, i.Run.ID, d.now().Add(-within))
		if err != nil {
			return err
		}
		last := lastActOf(steps, decision)
		if len(last) == 0 {
			return predate.Refuse(predate.CodeConflict, "Il n’y a plus rien à annuler : revenez sur la décision elle-même.")
		}
		var items, names []string
		ruled := false
		for _, s := range last {
			if err := restore(ctx, tx, s); err != nil {
				return err
			}
			items, names, ruled = append(items, s.Item), append(names, strings.TrimPrefix(s.Item, seenPrefix)), ruled || s.What == store.StepRuling
		}
		if err := d.audit(ctx, tx, i.Order, "undo", decision.on(strings.Join(items, ", ")).about(strings.Join(names, "\n"), "")); err != nil {
			return err
		}
		if err := store.DeleteSteps(ctx, tx, last[0].Act); err != nil {
			return err
		}
		if err := store.UndoDecided(ctx, tx, last[0].Act); err != nil {
			return err
		}
		store.Changed(tx, i.Order.ID, predate.ChangedRuling)
		if !ruled {
			return nil
		}
		taught := store.LookConfirmation{Order: i.Order.ID, Who: last[0].By, At: last[0].At}
		if err := store.Unteach(ctx, tx, taught); err != nil {
			return err
		}
		return d.reread(ctx, tx, i.Order, i.Run)
	})
	if err != nil {
		return fmt.Errorf("undo the last decision on order %s: %w", id, err)
	}
	return nil
}

// lastActOf returns the steps of the latest act if it is the person's own.
func lastActOf(latestFirst []store.Step, decision Decision) []store.Step {
	var own []store.Step
	for _, s := range latestFirst {
		if len(own) > 0 && s.Act != own[0].Act {
			continue
		}
		if samePerson(decision, s.By, s.Operator) {
			own = append(own, s)
		}
	}
	return own
}

// restore reverts a step, unless the row was changed since.
func restore(ctx context.Context, tx store.Tx, s store.Step) error {
	if s.What == store.StepAcknowledgement {
		now, _, err := store.AcknowledgementOf(ctx, tx, s.Run, s.Item)
		if err != nil {
			return err
		}
		return putBack(s, now.At,
			func(a store.Acknowledgement) error { return store.PutAcknowledgement(ctx, tx, a) },
			func() error { return store.DeleteAcknowledgement(ctx, tx, s.Run, s.Item) })
	}
	now, _, err := store.RulingOn(ctx, tx, s.Run, predate.Key(s.Item))
	if err != nil {
		return err
	}
	return putBack(s, now.At,
		func(r store.Ruling) error { return store.PutRuling(ctx, tx, r) },
		func() error { return store.DeleteRuling(ctx, tx, s.Run, predate.Key(s.Item)) })
}

// putBack writes the row as it was before a step, or deletes the row if there was none.
// It returns an error if the present row is not the one that the step wrote.
func putBack[T any](s store.Step, written time.Time, put func(T) error, drop func() error) error {
	if !written.Equal(s.At) {
		return changedSince()
	}
	was, had, err := store.Earlier[T](s)
	if err != nil {
		return err
	}
	if had {
		return put(was)
	}
	return drop()
}

func changedSince() error {
	return predate.Refuse(predate.CodeConflict, "Cette décision a changé depuis : revenez sur elle-même.")
}

// reread enqueues another reading of a run with everything that was added or decided
// since. It withdraws an approval, because nobody has seen the new result.
func (d *Desk) reread(ctx context.Context, tx store.Tx, order predate.Order, run predate.Run) error {
	run.Read, run.Approved = false, false
	if err := store.UpdateRun(ctx, tx, &run); err != nil {
		return fmt.Errorf("write run %s: %w", run.ID, err)
	}
	return d.work(ctx, tx, order, run, time.Time{})
}

// close closes the open review of an order and records why.
func (d *Desk) close(ctx context.Context, tx store.Tx, i Inquiry, what string, decision Decision) error {
	review := i.Review
	review.Closed, review.ClosedBy, review.Why = d.now(), decision.By, what+": "+decision.Why
	if err := store.CloseReview(ctx, tx, review); err != nil {
		return err
	}
	return d.audit(ctx, tx, i.Order, what, decision)
}
