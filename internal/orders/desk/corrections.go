package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"predate"
	"predate/internal/keeping/store"
)

// Correct records an operator's corrections of papers of an order, and enqueues another
// reading. They apply to the bytes of the files until they are withdrawn, in later runs
// too. It returns CodeConflict for an order that is over.
func (d *Desk) Correct(ctx context.Context, id predate.OrderID, decision Decision, corrections ...predate.Correction) error {
	for _, c := range corrections {
		if err := c.Check(); err != nil {
			return err
		}
	}
	err := d.correct(ctx, id, decision, func(ctx context.Context, tx store.Tx, p *Papers) error {
		for _, c := range corrections {
			if err := p.takes(c); err != nil {
				return err
			}
			c.By, c.Why = decision.By, decision.Why
			if err := store.PutCorrection(ctx, tx, store.Correction{Correction: c, Order: id, At: d.now()}); err != nil {
				return err
			}
			p.Corrections = append(slices.DeleteFunc(p.Corrections, c.Same), c)
			if err := d.audit(ctx, tx, p.Order, "correct", decision.on(fmt.Sprintf("%s = %q", p.about(c), c.Value))); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("correct papers of order %s: %w", id, err)
	}
	return nil
}

// Uncorrect withdraws a correction, and enqueues another reading without it. It returns
// CodeNotFound if there is no such correction.
func (d *Desk) Uncorrect(ctx context.Context, id predate.OrderID, decision Decision, c predate.Correction) error {
	err := d.correct(ctx, id, decision, func(ctx context.Context, tx store.Tx, p *Papers) error {
		err := store.DeleteCorrection(ctx, tx, id, c)
		if errors.Is(err, predate.ErrNotFound) {
			return predate.Refuse(predate.CodeNotFound, "Aucun opérateur n’a dit cela de la pièce.")
		}
		if err != nil {
			return err
		}
		return d.audit(ctx, tx, p.Order, "uncorrect", decision.on(p.about(c)))
	})
	if err != nil {
		return fmt.Errorf("take back a correction of order %s: %w", id, err)
	}
	return nil
}

// correct changes the corrections of an order that is not over, and enqueues its reading
// if its papers are complete.
func (d *Desk) correct(ctx context.Context, id predate.OrderID, decision Decision, change func(context.Context, store.Tx, *Papers) error) error {
	if err := decision.check(); err != nil {
		return err
	}
	return d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := store.HoldOrder(ctx, tx, id); err != nil {
			return err
		}
		p, err := papersOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := p.open(); err != nil {
			return err
		}
		if err := d.unclaimed(ctx, tx, id, decision); err != nil {
			return err
		}
		if err := change(ctx, tx, &p); err != nil {
			return err
		}
		if !p.Run.Collected {
			return nil // it is read when its papers are complete
		}
		return d.reread(ctx, tx, p.Order, p.Run)
	})
}

// Papers are the papers of an order, as operators see and correct them.
type Papers struct {
	Order       predate.Order
	Run         predate.Run
	Documents   []predate.Document
	Listed      []predate.ListedPaper // that the extranet lists, and the order does not hold
	Corrections []predate.Correction
	// Issued is the report of the statement that was issued last; empty before the
	// first.
	Issued predate.Hash
}

// Papers reads the papers of an order of any account.
func (d *Desk) Papers(ctx context.Context, id predate.OrderID) (Papers, error) {
	var p Papers
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		p, err = papersOf(ctx, tx, id)
		return err
	})
	if err != nil {
		return Papers{}, fmt.Errorf("read the papers of order %s: %w", id, err)
	}
	return p, nil
}

func papersOf(ctx context.Context, tx store.Tx, id predate.OrderID) (Papers, error) {
	var p Papers
	var err error
	if p.Order, err = anyOrder(ctx, tx, id); err != nil {
		return p, err
	}
	runs, err := store.RunsOf(ctx, tx, id)
	if err != nil {
		return p, err
	}
	last := 0
	for _, run := range runs {
		if run.ID == p.Order.Run {
			p.Run = run
		}
		if !run.Issued.IsZero() && run.Number > last {
			p.Issued, last = run.ReportHash, run.Number
		}
	}
	if p.Documents, err = store.DocumentsOf(ctx, tx, id); err != nil {
		return p, err
	}
	if p.Listed, err = store.ListedOf(ctx, tx, id); err != nil {
		return p, err
	}
	p.Corrections, err = correctionsOf(ctx, tx, id)
	return p, err
}

// correctionsOf reads what operators said of an order's papers.
func correctionsOf(ctx context.Context, tx store.Tx, id predate.OrderID) ([]predate.Correction, error) {
	kept, err := store.CorrectionsOf(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	var out []predate.Correction
	for _, c := range kept {
		c.On = predate.DateOf(c.At.In(paris()))
		out = append(out, c.Correction)
	}
	return out, nil
}

// open returns an error, worded for operators, if the order is over.
func (p Papers) open() error {
	switch {
	case open(p.Order) == nil:
		return nil
	case !p.Order.Cancelled.IsZero():
		return predate.Refuse(predate.CodeConflict, "La commande %s est annulée.", p.Order.ID)
	}
	return predate.Refuse(predate.CodeConflict, "La commande %s est terminée : son client doit d’abord demander une actualisation.", p.Order.ID)
}

// named returns the file name of a document of the order by its hash.
func (p Papers) named(hash predate.Hash) (string, bool) {
	i := slices.IndexFunc(p.Documents, func(d predate.Document) bool { return d.Hash == hash })
	if i < 0 {
		return "", false
	}
	return p.Documents[i].Filename, true
}

// takes returns an error for a correction of a paper that the order does not have or ask
// for, or by which a paper would repeat or replace itself.
func (p Papers) takes(c predate.Correction) error {
	if c.Lacks() {
		asked := func(g predate.Gap) bool {
			return g.Code == c.Code && g.FiscalYear == c.FiscalYear && g.Kind == predate.GapDocument
		}
		if !slices.ContainsFunc(p.Run.Gaps, asked) {
			return predate.Refuse(predate.CodeNotFound, "La pièce « %s %s » n’est pas demandée.", c.Code, c.FiscalYear)
		}
		return nil
	}
	if _, held := p.named(c.Hash); !held {
		return predate.Refuse(predate.CodeNotFound, "La commande n’a pas cette pièce.")
	}
	if c.About != predate.RemarkDuplicate && c.About != predate.RemarkReplaced || c.Value == "" {
		return nil
	}
	if _, held := p.named(predate.Hash(c.Value)); !held {
		return predate.Refuse(predate.CodeNotFound, "La commande n’a pas l’autre pièce.")
	}
	for next, steps := predate.Hash(c.Value), 0; next != "" && steps <= len(p.Corrections); steps++ {
		if next == c.Hash {
			return predate.Refuse(predate.CodeConflict, "L’autre pièce est déjà dite double de celle-ci, ou remplacée par elle.")
		}
		i := slices.IndexFunc(p.Corrections, func(d predate.Correction) bool { return d.About == c.About && d.Hash == next })
		if i < 0 {
			break
		}
		next = predate.Hash(p.Corrections[i].Value)
	}
	return nil
}

// about returns the subject of a correction, for the audit trail.
func (p Papers) about(c predate.Correction) string {
	if c.Lacks() {
		return fmt.Sprintf("%s %s %s", c.About, c.Code, c.FiscalYear)
	}
	name, _ := p.named(c.Hash)
	if c.First == 0 {
		return fmt.Sprintf("%s: %s", name, c.About)
	}
	return fmt.Sprintf("%s p. %d-%d: %s", name, c.First, c.Last, c.About)
}
