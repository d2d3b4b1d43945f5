package desk

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/look"
	"predate/internal/report"
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
		return predate.Refuse(predate.CodeInvalid, "Une décision demande un nom et un motif.")
	}
	return nil
}

// Inquiry is an order that waits for an operator, with all that a decision
// needs.
type Inquiry struct {
	Review  store.Review
	Order   predate.Order
	Run     predate.Run // its Reasons are those of the last reading
	Rulings []predate.Ruling
}

// Stopped says that the order waits because its collection stopped, rather
// than because of what was read.
func (i Inquiry) Stopped() bool { return !i.Run.Collected }

// Reviews lists what waits for an operator, the longest waiting first.
func (d *Desk) Reviews(ctx context.Context) ([]Inquiry, error) {
	var all []Inquiry
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		open, err := store.OpenReviews(ctx, tx, 0)
		if err != nil {
			return err
		}
		all = nil
		for _, review := range open {
			one, err := inquiry(ctx, tx, review.Order)
			if err != nil {
				return err
			}
			all = append(all, one)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list reviews: %w", err)
	}
	return all, nil
}

// Inquiry reads one order that waits for an operator; one that does not is
// refused with CodeConflict.
func (d *Desk) Inquiry(ctx context.Context, id predate.OrderID) (Inquiry, error) {
	var found Inquiry
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		found, err = inquiry(ctx, tx, id)
		return err
	})
	if err != nil {
		return Inquiry{}, fmt.Errorf("look at order %s: %w", id, err)
	}
	return found, nil
}

// Acts lists what operators did to an order, the oldest first, whether it still
// waits or not.
func (d *Desk) Acts(ctx context.Context, id predate.OrderID) ([]store.AuditEntry, error) {
	var acts []store.AuditEntry
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		_, err := store.OrderByID(ctx, tx, id)
		if errors.Is(err, predate.ErrNotFound) {
			return noOrder(id)
		}
		if err == nil {
			acts, err = store.AuditOf(ctx, tx, id)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the acts on order %s: %w", id, err)
	}
	return acts, nil
}

func noOrder(id predate.OrderID) error {
	return &predate.Error{Code: predate.CodeNotFound, Message: fmt.Sprintf("Aucune commande %s.", id), Reason: "order_not_found"}
}

func inquiry(ctx context.Context, tx store.Tx, id predate.OrderID) (Inquiry, error) {
	var i Inquiry
	var err error
	i.Order, err = store.OrderByID(ctx, tx, id)
	if errors.Is(err, predate.ErrNotFound) {
		return i, noOrder(id)
	}
	if err != nil {
		return i, err
	}
	var open bool
	if i.Review, open, err = store.OpenReviewOf(ctx, tx, i.Order.Run); err != nil {
		return i, err
	}
	if !open || !i.Order.Cancelled.IsZero() {
		return i, predate.Refuse(predate.CodeConflict, "La commande %s n’attend aucun opérateur.", id)
	}
	if i.Run, err = store.RunByID(ctx, tx, i.Order.Run); err != nil {
		return i, err
	}
	i.Rulings, err = rulingsOf(ctx, tx, i.Run.ID)
	return i, err
}

// rulingsOf reads what operators decided of a run's figures.
func rulingsOf(ctx context.Context, tx store.Tx, run predate.RunID) ([]predate.Ruling, error) {
	kept, err := store.RulingsOf(ctx, tx, run)
	if err != nil {
		return nil, err
	}
	var rulings []predate.Ruling
	for _, r := range kept {
		if file, ok := strings.CutPrefix(string(r.Key), seenPrefix); ok {
			rulings = append(rulings, predate.Ruling{File: file, By: r.By, On: predate.DateOf(r.At.In(paris())), Why: r.Why})
			continue
		}
		value, err := report.DecodeValue(r.Key, []byte(r.Value))
		if err != nil {
			return nil, fmt.Errorf("read ruling of run %s: %w", run, err)
		}
		rulings = append(rulings, predate.Ruling{
			Key: r.Key, Value: value, By: r.By, On: predate.DateOf(r.At.In(paris())), Why: r.Why,
		})
	}
	return rulings, nil
}

// Approve lets an order in review go on: a doubtful statement is typeset as it
// stands, a stopped collection is tried again. An order without an open review
// is refused with CodeConflict, and so is one that is being read again: nobody
// has seen what it will say.
func (d *Desk) Approve(ctx context.Context, id predate.OrderID, decision Decision) error {
	err := d.decide(ctx, id, "approve", decision, func(ctx context.Context, tx store.Tx, i *Inquiry) error {
		run := &i.Run
		switch {
		case i.Stopped():
			run.Failure, run.FailureText, run.Final, run.Attempts, run.Repeats, run.Reasons = "", "", false, 0, 0, nil
		case !run.Read:
			return predate.Refuse(predate.CodeConflict, "La commande %s est en cours de relecture : regardez-la de nouveau avant de l’approuver.", id)
		default:
			run.Approved = true
		}
		if err := store.UpdateRun(ctx, tx, run); err != nil {
			return fmt.Errorf("write run %s: %w", run.ID, err)
		}
		return d.work(ctx, tx, i.Order, *run, time.Time{})
	})
	if err != nil {
		return fmt.Errorf("approve order %s: %w", id, err)
	}
	return nil
}

// Ask puts an order in review to waiting, with the operator's sentence as the
// gap that the client must fill: a document or an action. The client then adds
// documents or refreshes; the extranet's password is no longer needed.
func (d *Desk) Ask(ctx context.Context, id predate.OrderID, decision Decision, kind predate.GapKind) error {
	gap := predate.Gap{Kind: kind, Code: "operator", Message: decision.Why}
	if kind == predate.GapDocument {
		gap.DocType = predate.TypeOther
	}
	err := d.decide(ctx, id, "ask", decision, func(ctx context.Context, tx store.Tx, i *Inquiry) error {
		run := &i.Run
		run.Outcome, run.Read = predate.OutcomeWaiting, run.Collected
		run.Gaps = append([]predate.Gap{gap}, predate.Reserves(run.Gaps)...)
		if err := store.UpdateRun(ctx, tx, run); err != nil {
			return fmt.Errorf("write run %s: %w", run.ID, err)
		}
		if err := d.erase(ctx, tx, i.Order, EraseUnlessKept); err != nil {
			return err
		}
		return d.apply(ctx, tx, &i.Order, predate.DossierLacking)
	})
	if err != nil {
		return fmt.Errorf("ask the client of order %s: %w", id, err)
	}
	return nil
}

// decide closes the open review of an order's current run and carries the
// decision out, with its trace, in one transaction.
func (d *Desk) decide(ctx context.Context, id predate.OrderID, what string, decision Decision,
	carryOut func(context.Context, store.Tx, *Inquiry) error,
) error {
	if err := decision.check(); err != nil {
		return err
	}
	return d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		i, err := inquiry(ctx, tx, id)
		if err != nil {
			return err
		}
		review := i.Review
		review.Closed, review.ClosedBy, review.Why = d.now(), decision.By, what+": "+decision.Why
		if err := store.CloseReview(ctx, tx, review); err != nil {
			return err
		}
		if err := d.audit(ctx, tx, i.Order, what, decision); err != nil {
			return err
		}
		return carryOut(ctx, tx, &i)
	})
}

// Rule puts values that an operator decided in the place of what the papers
// say, and has the dossier read again with them. They hold for this run,
// however often it is read; the review stays open until the operator approves. What
// the operator taught besides, by pointing at them, is kept with them or not at all.
func (d *Desk) Rule(ctx context.Context, id predate.OrderID, decision Decision, values map[predate.Key]predate.Value, taught ...look.Look) error {
	err := d.rule(ctx, id, decision, func(ctx context.Context, tx store.Tx, i Inquiry) error {
		for _, key := range slices.Sorted(maps.Keys(values)) {
			encoded, err := report.EncodeValue(key, values[key])
			if err != nil {
				return err
			}
			ruling := store.Ruling{Run: i.Run.ID, Key: key, Value: string(encoded), By: decision.By, At: d.now(), Why: decision.Why}
			if err := store.PutRuling(ctx, tx, ruling); err != nil {
				return err
			}
			act := Decision{By: decision.By, Why: fmt.Sprintf("%s = %s: %s", key, encoded, decision.Why)}
			if err := d.audit(ctx, tx, i.Order, "set", act); err != nil {
				return err
			}
		}
		for _, l := range taught {
			if err := d.teach(ctx, tx, id, decision, l); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("rule on order %s: %w", id, err)
	}
	return nil
}

// Withdraw takes an operator's ruling back, and has the dossier read again. A
// figure that was not ruled on is refused with CodeNotFound.
func (d *Desk) Withdraw(ctx context.Context, id predate.OrderID, decision Decision, key predate.Key) error {
	err := d.rule(ctx, id, decision, func(ctx context.Context, tx store.Tx, i Inquiry) error {
		err := store.DeleteRuling(ctx, tx, i.Run.ID, key)
		if errors.Is(err, predate.ErrNotFound) {
			return predate.Refuse(predate.CodeNotFound, "Aucun opérateur n’a retenu de valeur pour %s.", key)
		}
		if err != nil {
			return err
		}
		return d.audit(ctx, tx, i.Order, "unset", Decision{By: decision.By, Why: fmt.Sprintf("%s: %s", key, decision.Why)})
	})
	if err != nil {
		return fmt.Errorf("withdraw the ruling on %s of order %s: %w", key, id, err)
	}
	return nil
}

// rule changes the rulings of a run in review and enqueues its reading.
func (d *Desk) rule(ctx context.Context, id predate.OrderID, decision Decision, change func(context.Context, store.Tx, Inquiry) error) error {
	if err := decision.check(); err != nil {
		return err
	}
	return d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		i, err := inquiry(ctx, tx, id)
		if err != nil {
			return err
		}
		if i.Stopped() {
			return predate.Refuse(predate.CodeConflict, "La collecte de la commande %s s’est arrêtée : aucun chiffre n’est encore lu.", id)
		}
		if err := change(ctx, tx, i); err != nil {
			return err
		}
		i.Run.Read, i.Run.Approved = false, false
		if err := store.UpdateRun(ctx, tx, &i.Run); err != nil {
			return fmt.Errorf("write run %s: %w", i.Run.ID, err)
		}
		return d.work(ctx, tx, i.Order, i.Run, time.Time{})
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

// settle closes the open review of a run that no longer needs one, and says
// why.
func (d *Desk) settle(ctx context.Context, tx store.Tx, run predate.RunID, why string) error {
	review, open, err := store.OpenReviewOf(ctx, tx, run)
	if err != nil || !open {
		return err
	}
	review.Closed, review.ClosedBy, review.Why = d.now(), "predate", why
	return store.CloseReview(ctx, tx, review)
}
