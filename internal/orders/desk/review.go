package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/reading/look"
	"predate/internal/reading/report"
)

// Decision is an operator's decision about an order in review. The audit trail stores
// all of it, because somebody answers for the statement.
type Decision struct {
	By  string // who
	Why string // the reason, or the sentence that asks the client
	// Operator is the id of the operator who decides, and Role is his role. Both are
	// empty on the command line, where the system's user has all rights.
	Operator string
	Role     predate.Role
	// Effort is the measured effort of the decision; it may be zero.
	Effort Effort

	// These are stored in separate columns of the audit trail: see store.AuditEntry.
	item, value, bare string
}

func (d Decision) check() error {
	if d.By == "" || d.Why == "" {
		return predate.Refuse(predate.CodeInvalid, "Une décision demande un nom et un motif.")
	}
	return nil
}

// Act is what a person did to an order, as in the audit trail.
type Act = store.AuditEntry

// Inquiry is an order in review with everything that a decision needs.
type Inquiry struct {
	Review  store.Review
	Order   predate.Order
	Run     predate.Run // its Reasons are those of the last reading
	Rulings []predate.Ruling
	Doubts  []predate.SettledDoubt
	Claim   *store.Claim // under which somebody works on it now; nil for nobody
	// FirstIssue is who issued the statement as it is, where two persons must; nil
	// for nobody.
	FirstIssue *store.FirstIssue
}

// Stopped reports whether the order is in review because its collection stopped, and
// not because of a doubt.
func (i Inquiry) Stopped() bool { return !i.Run.Collected }

// Reviews returns the orders in review, the longest waiting first.
func (d *Desk) Reviews(ctx context.Context) ([]Inquiry, error) {
	var all []Inquiry
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		open, err := store.OpenReviews(ctx, tx, 0)
		if err != nil {
			return err
		}
		all = nil
		for _, review := range open {
			one, err := d.inquiry(ctx, tx, review.Order)
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

// Inquiry returns an order in review. It returns CodeConflict if the order is not in
// review.
func (d *Desk) Inquiry(ctx context.Context, id predate.OrderID) (Inquiry, error) {
	var found Inquiry
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		found, err = d.inquiry(ctx, tx, id)
		return err
	})
	if err != nil {
		return Inquiry{}, fmt.Errorf("look at order %s: %w", id, err)
	}
	return found, nil
}

// Acts returns what operators did to an order, oldest first.
func (d *Desk) Acts(ctx context.Context, id predate.OrderID) ([]store.AuditEntry, error) {
	var acts []store.AuditEntry
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		_, err := anyOrder(ctx, tx, id)
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

func (d *Desk) inquiry(ctx context.Context, tx store.Tx, id predate.OrderID) (Inquiry, error) {
	var i Inquiry
	var err error
	if i.Order, err = anyOrder(ctx, tx, id); err != nil {
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
	if i.Rulings, err = rulingsOf(ctx, tx, i.Run.ID); err != nil {
		return i, err
	}
	if i.Doubts, err = doubtsOf(ctx, tx, i.Run, i.Rulings); err != nil {
		return i, err
	}
	if i.FirstIssue, err = firstOf(ctx, tx, i.Run); err != nil {
		return i, err
	}
	i.Claim, err = d.claimOn(ctx, tx, id)
	return i, err
}

// rulingsOf returns the operators' rulings on a run's figures.
func rulingsOf(ctx context.Context, tx store.Tx, run predate.RunID) ([]predate.Ruling, error) {
	kept, err := store.RulingsOf(ctx, tx, run)
	if err != nil {
		return nil, err
	}
	var rulings []predate.Ruling
	for _, r := range kept {
		if file, ok := strings.CutPrefix(string(r.Key), seenPrefix); ok {
			rulings = append(rulings, predate.Ruling{File: file, By: r.By, Operator: r.Operator, On: predate.DateOf(r.At.In(paris())), Why: r.Why})
			continue
		}
		value, err := report.DecodeValue(r.Key, []byte(r.Value))
		if err != nil {
			return nil, fmt.Errorf("read ruling of run %s: %w", run, err)
		}
		rulings = append(rulings, predate.Ruling{
			Key: r.Key, Value: value, Status: r.Status, By: r.By, Operator: r.Operator, On: predate.DateOf(r.At.In(paris())), Why: r.Why,
		})
	}
	return rulings, nil
}

// Approve continues an order in review. A doubtful statement is typeset as it is, which
// acknowledges each open doubt with the same reason; a stopped collection is retried.
// If the account requires two persons, two must approve a statement. Approve returns
// CodeConflict for an order that is not in review, and for one that is being read
// again, because nobody has seen the result yet.
func (d *Desk) Approve(ctx context.Context, id predate.OrderID, decision Decision) error {
	err := d.inReview(ctx, id, decision, func(ctx context.Context, tx store.Tx, i Inquiry) error {
		if i.Stopped() {
			if err := d.close(ctx, tx, i, "approve", decision); err != nil {
				return err
			}
			return d.collectAgain(ctx, tx, i.Order, i.Run)
		}
		if !i.Run.Read {
			return predate.Refuse(predate.CodeConflict, "La commande %s est en cours de relecture : regardez-la de nouveau avant de l’approuver.", id)
		}
		for _, doubt := range predate.OpenDoubts(i.Doubts) {
			if err := d.acknowledge(ctx, tx, i, decision, doubt); err != nil {
				return err
			}
		}
		return d.issue(ctx, tx, i, "approve", decision)
	})
	if err != nil {
		return fmt.Errorf("approve order %s: %w", id, err)
	}
	return nil
}

// collectAgain retries the stopped collection of a run.
func (d *Desk) collectAgain(ctx context.Context, tx store.Tx, order predate.Order, run predate.Run) error {
	run.Failure, run.FailureText, run.Final, run.Attempts, run.Repeats, run.Reasons, run.Again = "", "", false, 0, 0, nil, time.Time{}
	if err := store.UpdateRun(ctx, tx, &run); err != nil {
		return fmt.Errorf("write run %s: %w", run.ID, err)
	}
	return d.work(ctx, tx, order, run, time.Time{})
}

// Rule replaces what the papers say about figures by an operator's values or statuses,
// and enqueues another reading. The rulings hold for all readings of this run. The
// review stays open until the operator approves. Looks that he taught at the same time
// are stored in the same transaction.
func (d *Desk) Rule(ctx context.Context, id predate.OrderID, decision Decision, rulings []predate.Ruling, taught ...look.Look) error {
	if err := checkRulings(rulings); err != nil {
		return fmt.Errorf("rule on order %s: %w", id, err)
	}
	err := d.rule(ctx, id, decision, func(ctx context.Context, tx store.Tx, i Inquiry) error {
		act, err := d.act(i, decision)
		if err != nil {
			return err
		}
		for _, r := range rulings {
			if err := d.ruleOn(ctx, tx, act, r); err != nil {
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

// checkRulings returns an error for a ruling that its figure cannot have, and for two
// rulings on one figure.
func checkRulings(rulings []predate.Ruling) error {
	for n, r := range rulings {
		if err := r.Check(); err != nil {
			return err
		}
		if slices.ContainsFunc(rulings[:n], func(o predate.Ruling) bool { return o.Key == r.Key }) {
			return predate.Refuse(predate.CodeInvalid, "Deux décisions portent sur %s.", r.Key)
		}
	}
	return nil
}

// ruleOn writes one ruling and its audit entry.
func (d *Desk) ruleOn(ctx context.Context, tx store.Tx, a *act, r predate.Ruling) error {
	encoded, err := report.EncodeValue(r.Key, r.Value)
	if err != nil {
		return err
	}
	row := store.Ruling{Key: r.Key, Value: string(encoded), Status: r.Decided()}
	if err := a.rule(ctx, tx, row); err != nil {
		return err
	}
	said := string(encoded)
	if row.Status != predate.StatusDeclared {
		said = row.Status.Name()
	}
	return d.audit(ctx, tx, a.order, "set", a.on(fmt.Sprintf("%s = %s", r.Key, said)).about(string(r.Key), said))
}

// Withdraw deletes an operator's ruling and enqueues another reading. It returns
// CodeNotFound if there is no ruling on the figure.
func (d *Desk) Withdraw(ctx context.Context, id predate.OrderID, decision Decision, key predate.Key) error {
	err := d.rule(ctx, id, decision, func(ctx context.Context, tx store.Tx, i Inquiry) error {
		err := store.DeleteRuling(ctx, tx, i.Run.ID, key)
		if errors.Is(err, predate.ErrNotFound) {
			return predate.Refuse(predate.CodeNotFound, "Aucun opérateur n’a retenu de valeur pour %s.", key)
		}
		if err != nil {
			return err
		}
		return d.audit(ctx, tx, i.Order, "unset", decision.on(string(key)).about(string(key), ""))
	})
	if err != nil {
		return fmt.Errorf("withdraw the ruling on %s of order %s: %w", key, id, err)
	}
	return nil
}

// rule changes the rulings of a run in review and enqueues its reading.
func (d *Desk) rule(ctx context.Context, id predate.OrderID, decision Decision, change func(context.Context, store.Tx, Inquiry) error) error {
	return d.inReview(ctx, id, decision, func(ctx context.Context, tx store.Tx, i Inquiry) error {
		if i.Stopped() {
			return predate.Refuse(predate.CodeConflict, "La collecte de la commande %s s’est arrêtée : aucun chiffre n’est encore lu.", id)
		}
		if err := change(ctx, tx, i); err != nil {
			return err
		}
		return d.reread(ctx, tx, i.Order, i.Run)
	})
}

// audit writes an operator's act to the audit trail.
func (d *Desk) audit(ctx context.Context, tx store.Tx, order predate.Order, what string, decision Decision) error {
	id, err := newID[string](d, "aud_")
	if err != nil {
		return err
	}
	return store.InsertAudit(ctx, tx, store.AuditEntry{
		ID: id, At: d.now(), Who: decision.By, Act: "review." + what, Account: order.Account, Order: order.ID, Detail: decision.Why,
		Operator: decision.Operator, About: decision.item, Value: decision.value, Why: cmp.Or(decision.bare, decision.Why),
	})
}

// settle closes the open review of a run that no longer needs one, and records why.
func (d *Desk) settle(ctx context.Context, tx store.Tx, run predate.RunID, why string) error {
	review, open, err := store.OpenReviewOf(ctx, tx, run)
	if err != nil || !open {
		return err
	}
	review.Closed, review.ClosedBy, review.Why = d.now(), "predate", why
	return store.CloseReview(ctx, tx, review)
}
