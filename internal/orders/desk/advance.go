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

// Progress is what a worker's step leaves behind, written in one transaction.
type Progress struct {
	// Run is the run as the worker read it; its Version guards the write.
	Run predate.Run
	// Trigger moves the order; empty leaves its state.
	Trigger predate.Trigger
	// Change alters the run; nil changes nothing.
	Change func(*predate.Run)
	// Documents are rows whose reading results changed.
	Documents []predate.Document
	// Next enqueues another step at Again (zero: now).
	Next  bool
	Again time.Time
	// Kept are the bytes that Change names.
	Kept []Kept
	// Code is the verification code of the statement that is issued; empty when
	// none is. Specimens are never issued.
	Code  predate.Code
	Erase Erasure
	// Review puts the order before an operator.
	Review bool
	// Learnt is what looks read, with what became of it.
	Learnt []predate.Learnt
	// Hold keeps the run back until its recipe is no longer paused; nil does not.
	Hold *predate.RecipeVersion
}

// Erasure says what becomes of an order's sealed credentials.
type Erasure int

const (
	// KeepCredentials leaves them for the next try.
	KeepCredentials Erasure = iota
	// EraseUnlessKept drops them at the end of a run, unless the account asked
	// to keep them for refreshes.
	EraseUnlessKept
	// EraseAlways drops those that are of no use any more, such as a refused
	// password.
	EraseAlways
)

// Record writes a step's progress. ErrSuperseded means that the order was
// cancelled or refreshed meanwhile; predate.ErrStale that something changed
// the run since the worker read it, and the step must be taken again.
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

// replacedKept is how long what a reading made is kept once another took its place: one
// that finds the same again, as after a decision that is taken back, makes the same bytes.
const replacedKept = time.Hour

// replaced has the sweeper delete what a reading before made and no row names any more:
// it says as much of a person as what took its place.
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

// leaveBehind writes the rows beside the run: documents, credentials, review.
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

// review puts a run before the operators, unless it stands there already.
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

// erase does with the sealed credentials what became of their run.
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

// stillCurrent holds the order of a run and refuses a run that is over: what is written
// after it, beside the run, cannot stay behind an erasure of the order.
func (d *Desk) stillCurrent(ctx context.Context, tx store.Tx, run predate.Run) error {
	if err := store.HoldOrder(ctx, tx, run.Order); err != nil {
		return err
	}
	_, _, err := d.current(ctx, tx, run.ID)
	return err
}

// current reads a run with its order, and refuses one that is over.
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

// Case is a run with all that its next step depends on.
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
	Looks       []look.Look          // at work
	Thread      []predate.Message    // with the client
	Sandbox     store.SandboxOrder   // of a test order
}

// Case reads a run for a worker. ErrSuperseded tells it to stop.
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

// caseOf reads all that the next step of an order's run depends on.
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
