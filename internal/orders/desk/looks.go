package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/reading/look"
	"predate/internal/reading/wording"
)

// Taught is a look with its history.
type Taught struct {
	store.Look
	Says look.Look
}

// Standing returns the state of a look in French.
func (t Taught) Standing() string {
	return map[store.LookState]string{store.LookProposed: "proposé", store.LookActive: "en service", store.LookRetired: "retiré"}[t.State]
}

// Ready reports whether the look may be activated.
func (t Taught) Ready() bool { return t.State == store.LookProposed }

// InUse reports whether papers are read with the look.
func (t Taught) InUse() bool { return t.State == store.LookActive }

func taughtOf(row store.Look) (Taught, error) {
	says, err := look.Decode(row.Content)
	if err != nil {
		return Taught{}, fmt.Errorf("read look %s: %w", row.ID, err)
	}
	says.ID, says.Confirmed = row.ID, int(row.Confirmed)
	return Taught{row, says}, nil
}

func looksIn(ctx context.Context, tx store.Tx, state store.LookState) ([]Taught, error) {
	rows, err := store.Looks(ctx, tx, state)
	if err != nil {
		return nil, err
	}
	var all []Taught
	for _, row := range rows {
		one, err := taughtOf(row)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// activeLooks returns the looks with which papers are read.
func activeLooks(ctx context.Context, tx store.Tx) ([]look.Look, error) {
	active, err := looksIn(ctx, tx, store.LookActive)
	var out []look.Look
	for _, one := range active {
		out = append(out, one.Says)
	}
	return out, err
}

// Looks returns all looks that operators taught, oldest first.
func (d *Desk) Looks(ctx context.Context) ([]Taught, error) {
	var all []Taught
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		all, err = looksIn(ctx, tx, "")
		return err
	})
	return all, err
}

// Look returns one look.
func (d *Desk) Look(ctx context.Context, id string) (Taught, error) {
	var one Taught
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		row, err := lookRow(ctx, tx, id)
		if err == nil {
			one, err = taughtOf(row)
		}
		return err
	})
	return one, err
}

// LookConfirmations returns the orders in which a person confirmed a value that the
// look reads.
func (d *Desk) LookConfirmations(ctx context.Context, id string) ([]store.LookConfirmation, error) {
	var all []store.LookConfirmation
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		all, err = store.LookConfirmations(ctx, tx, id)
		return err
	})
	return all, err
}

func lookRow(ctx context.Context, tx store.Tx, id string) (store.Look, error) {
	row, err := store.LookByID(ctx, tx, id)
	if errors.Is(err, predate.ErrNotFound) {
		return row, predate.Refuse(predate.CodeNotFound, "Aucun apprentissage %s.", id)
	}
	return row, err
}

// ActivateLook makes the reading use a look. A retired look stays retired: it must be
// taught again.
func (d *Desk) ActivateLook(ctx context.Context, id string, decision Decision) error {
	return d.setLook(ctx, id, decision, store.LookActive)
}

// RetireLook ends the use of a look for good.
func (d *Desk) RetireLook(ctx context.Context, id string, decision Decision) error {
	return d.setLook(ctx, id, decision, store.LookRetired)
}

func (d *Desk) setLook(ctx context.Context, id string, decision Decision, state store.LookState) error {
	if err := decision.check(); err != nil {
		return err
	}
	return d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		row, err := lookRow(ctx, tx, id)
		if err != nil {
			return err
		}
		if row.State == store.LookRetired {
			return predate.Refuse(predate.CodeConflict, "L’apprentissage %s est retiré (%s). Enseignez-le de nouveau sur une pièce.", id, row.Note)
		}
		if row.State == state {
			return predate.Refuse(predate.CodeConflict, "L’apprentissage %s est déjà en service.", id)
		}
		row.State, row.ChangedBy, row.Changed, row.Note = state, decision.By, d.now(), decision.Why
		if err := store.UpdateLook(ctx, tx, row); err != nil {
			return err
		}
		who := Actor{Name: decision.By, Operator: predate.OperatorID(decision.Operator), Why: decision.Why}
		return d.By(who).note(ctx, tx, deed{what: "look." + string(state), detail: id})
	})
}

// teach stores a look that an operator taught in an order, or confirms an existing one
// that says the same.
func (d *Desk) teach(ctx context.Context, tx store.Tx, order predate.OrderID, decision Decision, l look.Look) error {
	content, err := l.Encode()
	if err != nil {
		return err
	}
	known, err := store.Looks(ctx, tx, "")
	if err != nil {
		return err
	}
	i := slices.IndexFunc(known, func(k store.Look) bool { return k.Content == content && k.State != store.LookRetired })
	id := ""
	if i >= 0 {
		id = known[i].ID
	} else {
		if id, err = newID[string](d, "look_"); err != nil {
			return err
		}
		row := store.Look{ID: id, Content: content, State: store.LookProposed, TaughtBy: decision.By, Taught: d.now()}
		if err := store.InsertLook(ctx, tx, row); err != nil {
			return err
		}
	}
	return store.ConfirmLook(ctx, tx, store.LookConfirmation{Look: id, Order: order, Who: decision.By, At: d.now()})
}

// judge records how the readings of looks in an order were used. An operator who enters
// the same value confirms a look; a single contradiction retires it.
func (d *Desk) judge(ctx context.Context, tx store.Tx, order predate.Order, learnt []predate.Learnt) error {
	for _, l := range learnt {
		var err error
		switch l.Fate {
		case predate.LearntConfirmed:
			err = store.ConfirmLook(ctx, tx, store.LookConfirmation{Look: l.Look, Order: order.ID, Who: l.By, At: d.now()})
		case predate.LearntContradicted:
			err = d.contradict(ctx, tx, order, l)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *Desk) contradict(ctx context.Context, tx store.Tx, order predate.Order, l predate.Learnt) error {
	row, err := store.LookByID(ctx, tx, l.Look)
	if err != nil || row.State == store.LookRetired {
		return err
	}
	row.State, row.ChangedBy, row.Changed = store.LookRetired, "predate", d.now()
	row.Note = fmt.Sprintf("Contredit dans la commande %s (%s) : %s", order.ID, l.Key, wording.Of(l.Against))
	return store.UpdateLook(ctx, tx, row)
}

// LatestRead returns up to most cases of the orders that were read last, without
// cancelled orders.
func (d *Desk) LatestRead(ctx context.Context, most int) ([]Case, error) {
	var runs []predate.RunID
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		runs, err = store.LatestRead(ctx, tx, most)
		return err
	})
	if err != nil {
		return nil, err
	}
	var cases []Case
	for _, run := range runs {
		c, err := d.Case(ctx, run)
		if errors.Is(err, ErrSuperseded) {
			continue
		}
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	return cases, nil
}
