package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/reading/look"
)

// Progress is the result of a worker's step. It is written in one transaction.
type Progress struct {
	// Run is the run as the worker read it; its Version guards the write.
	Run predate.Run
	// Trigger changes the order's state; empty leaves it.
	Trigger predate.Trigger
	// Change modifies the run; nil changes nothing.
	Change func(*predate.Run)
	// Documents are rows whose reading results changed.
	Documents []predate.Document
	// Next enqueues another step at Again (zero: now).
	Next  bool
	Again time.Time
	// Kept are the stored files that Change references.
	Kept []Kept
	// Code is the verification code of the statement that is issued; empty when
	// none is. Specimens are never issued.
	Code  predate.Code
	Erase Erasure
	// Review opens a review by an operator.
	Review bool
	// Learnt is the values that looks read, with how they were used.
	Learnt []predate.Learnt
	// Hold makes the run wait until this recipe is no longer paused; nil does not.
	Hold *predate.RecipeVersion
}

// Erasure is how an order's sealed credentials are treated after a step.
type Erasure int

const (
	// KeepCredentials leaves them for the next try.
	KeepCredentials Erasure = iota
	// EraseUnlessKept erases them at the end of a run, unless the account asked to
	// keep them for refreshes.
	EraseUnlessKept
	// EraseAlways erases credentials that are useless, such as a refused
	// password.
	EraseAlways
)

// Record writes a step's progress. It returns ErrSuperseded if the order was
// cancelled or refreshed meanwhile, and predate.ErrStale if the run has changed
// since the worker read it, so that the step must be repeated.
func (d *Desk) Record(ctx context.Context, p Progress) error {
	err := d.DB.GroupedInTurn(ctx, func(ctx context.Context, tx store.Tx) error {
		order, _, err := d.current(ctx, tx, p.Run.ID)
		if err != nil {
			return err
		}
		run := p.Run
		if p.Change != nil {
			p.Change(&run)
		}
		if err := store.UpdateRun(ctx, tx, &run); err != nil {
			return fmt.Errorf("write run: %w", err)
		}
		if err := d.name(ctx, tx, p.Kept); err != nil {
			return err
		}
		if err := d.replaced(ctx, tx, p.Run, run); err != nil {
			return err
		}
		if err := register(ctx, tx, run, p.Code); err != nil {
			return err
		}
		if err := d.leaveBehind(ctx, tx, order, p); err != nil {
			return err
		}
		if p.Trigger != "" {
			if err := d.apply(ctx, tx, &order, p.Trigger); err != nil {
				return err
			}
		}
		if p.Trigger == predate.StatementReady {
			if err := d.bill(ctx, tx, order); err != nil {
				return err
			}
		}
		if !p.Next {
			return nil
		}
		return d.work(ctx, tx, order, run, p.Again)
	})
	if err != nil {
		return fmt.Errorf("record progress of run %s: %w", p.Run.ID, err)
	}
	return nil
}

// replacedKept is how long the files of a reading are kept after another reading replaced
// it. A later reading with the same result, as after an undo, makes the same bytes again.
const replacedKept = time.Hour

// replaced schedules the deletion of the files of an earlier reading that no row references
// any more: they contain as much personal data as the new ones.
func (d *Desk) replaced(ctx context.Context, tx store.Tx, before, after predate.Run) error {
	for _, one := range [][2]predate.Hash{{before.ReportHash, after.ReportHash}, {before.PDFHash, after.PDFHash}, {before.ProofHash, after.ProofHash}} {
		if one[0] == "" || one[0] == one[1] {
			continue
		}
		if err := store.NoteErasedFile(ctx, tx, one[0], d.now().Add(replacedKept)); err != nil {
			return err
		}
	}
	return nil
}

// leaveBehind writes the rows other than the run's: documents, credentials, review.
func (d *Desk) leaveBehind(ctx context.Context, tx store.Tx, order predate.Order, p Progress) error {
	for _, document := range p.Documents {
		if err := store.UpdateDocument(ctx, tx, document); err != nil {
			return fmt.Errorf("write document %d: %w", document.ID, err)
		}
	}
	if err := d.erase(ctx, tx, order, p.Erase); err != nil {
		return err
	}
	if err := d.judge(ctx, tx, order, p.Learnt); err != nil {
		return err
	}
	if p.Hold != nil {
		if err := store.HoldRun(ctx, tx, store.HeldRun{Run: p.Run.ID, Recipe: *p.Hold, Since: d.now()}); err != nil {
			return err
		}
	}
	if !p.Review {
		return d.settle(ctx, tx, p.Run.ID, "Relu sans doute après de nouvelles pièces.")
	}
	run := p.Run
	if p.Change != nil {
		p.Change(&run)
	}
	return d.review(ctx, tx, run)
}

// review opens a review of a run, unless there is an open one.
func (d *Desk) review(ctx context.Context, tx store.Tx, run predate.Run) error {
	if _, open, err := store.OpenReviewOf(ctx, tx, run.ID); err != nil || open {
		return err
	}
	id, err := newID[string](d, "rev_")
	if err != nil {
		return err
	}
	review := store.Review{ID: id, Order: run.Order, Run: run.ID, Reasons: run.Reasons, Cause: run.Cause, Since: d.now()}
	if err := store.InsertReview(ctx, tx, review); err != nil {
		return fmt.Errorf("queue run %s for review: %w", run.ID, err)
	}
	return nil
}

// erase treats the sealed credentials as the end of their run requires.
func (d *Desk) erase(ctx context.Context, tx store.Tx, order predate.Order, what Erasure) error {
	switch what {
	case KeepCredentials:
		return nil
	case EraseUnlessKept:
		account, err := store.AccountByID(ctx, tx, order.Account)
		if err != nil {
			return fmt.Errorf("read account %s: %w", order.Account, err)
		}
		if account.KeepCredentials {
			return nil
		}
	}
	if err := store.EraseCredentials(ctx, tx, order.ID); err != nil {
		return fmt.Errorf("erase credentials of order %s: %w", order.ID, err)
	}
	return nil
}

// stillCurrent locks the order of a run and returns ErrSuperseded if the run is over, so that
// rows written after it cannot survive an erasure of the order.
func (d *Desk) stillCurrent(ctx context.Context, tx store.Tx, run predate.Run) error {
	if err := store.HoldOrder(ctx, tx, run.Order); err != nil {
		return err
	}
	_, _, err := d.current(ctx, tx, run.ID)
	return err
}

// current reads a run with its order. It returns ErrSuperseded if the run is over.
func (d *Desk) current(ctx context.Context, tx store.Tx, id predate.RunID) (predate.Order, predate.Run, error) {
	run, err := store.RunByID(ctx, tx, id)
	if err != nil {
		return predate.Order{}, run, fmt.Errorf("read run %s: %w", id, err)
	}
	order, err := store.OrderByID(ctx, tx, run.Order)
	if err != nil {
		return order, run, fmt.Errorf("read order %s: %w", run.Order, err)
	}
	if order.Run != run.ID || !order.Cancelled.IsZero() {
		return order, run, ErrSuperseded
	}
	return order, run, nil
}

// Case is a run with everything on which its next step depends.
type Case struct {
	Order       predate.Order
	Run         predate.Run
	Documents   []predate.Document
	Remotes     map[string]predate.DocumentID // by the extranet's identifiers
	Listed      []predate.ListedPaper         // that the extranet lists, and the order does not hold
	Account     predate.Account
	Credentials []byte // sealed; nil when none are kept
	Rulings     []predate.Ruling
	Corrections []predate.Correction // of the order's papers
	Looks       []look.Look          // the active ones
	Thread      []predate.Message    // with the client
	Sandbox     store.SandboxOrder   // of a test order
}

// Case reads a run for a worker, which must stop if the error is ErrSuperseded.
func (d *Desk) Case(ctx context.Context, id predate.RunID) (Case, error) {
	var c Case
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		order, run, err := d.current(ctx, tx, id)
		if err != nil {
			return err
		}
		c, err = caseOf(ctx, tx, order, run)
		return err
	})
	if err != nil {
		return Case{}, fmt.Errorf("read case of run %s: %w", id, err)
	}
	return c, nil
}

// caseOf reads everything on which the next step of an order's run depends.
func caseOf(ctx context.Context, tx store.Tx, order predate.Order, run predate.Run) (Case, error) {
	c := Case{Order: order, Run: run}
	var err error
	if order.TestMode {
		if c.Sandbox, err = store.SandboxOrderOf(ctx, tx, order.ID); err != nil {
			return c, err
		}
	}
	if c.Documents, err = store.DocumentsOf(ctx, tx, order.ID); err != nil {
		return c, fmt.Errorf("read documents of order %s: %w", order.ID, err)
	}
	if c.Remotes, err = store.RemoteIDs(ctx, tx, order.ID); err != nil {
		return c, err
	}
	if c.Listed, err = store.ListedOf(ctx, tx, order.ID); err != nil {
		return c, err
	}
	if c.Account, err = store.AccountByID(ctx, tx, order.Account); err != nil {
		return c, fmt.Errorf("read account %s: %w", order.Account, err)
	}
	if c.Rulings, err = rulingsOf(ctx, tx, run.ID); err != nil {
		return c, err
	}
	if c.Corrections, err = correctionsOf(ctx, tx, order.ID); err != nil {
		return c, err
	}
	if c.Looks, err = activeLooks(ctx, tx); err != nil {
		return c, err
	}
	if c.Thread, err = store.MessagesOf(ctx, tx, order.ID); err != nil {
		return c, err
	}
	c.Credentials, err = store.CredentialsOf(ctx, tx, order.ID)
	if err != nil && !errors.Is(err, predate.ErrNotFound) {
		return c, fmt.Errorf("read credentials of order %s: %w", order.ID, err)
	}
	return c, nil
}
