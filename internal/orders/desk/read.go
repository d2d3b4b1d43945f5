package desk

import (
	"context"
	"fmt"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// View is an order as its account may see it.
type View struct {
	Order     predate.Order
	Missing   []predate.Gap // what it waits for, while it does, then what is still owed
	Documents []predate.Document
	// Statement is the latest run that issued one; nil before the first.
	Statement *predate.Run
	// Corner is the current generation of the client's page.
	Corner   int
	Activity predate.Activity
	// CredentialsUntil is when the sealed credentials are erased at the latest; zero
	// where none are kept.
	CredentialsUntil time.Time
}

// Open reports whether the order accepts papers and answers.
func (v View) Open() bool { return open(v.Order) == nil }

// View returns an order of the account.
func (d *Desk) View(ctx context.Context, account predate.AccountID, id predate.OrderID) (View, error) {
	var v View
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		if v.Order, err = owned(ctx, tx, account, id); err != nil {
			return err
		}
		if v, err = viewOf(ctx, tx, v.Order); err != nil {
			return err
		}
		return d.complete(ctx, tx, &v)
	})
	if err != nil {
		return View{}, fmt.Errorf("view order %s: %w", id, err)
	}
	return v, nil
}

func viewOf(ctx context.Context, tx store.Tx, order predate.Order) (View, error) {
	v := View{Order: order}
	runs, err := store.RunsOf(ctx, tx, order.ID)
	if err != nil {
		return View{}, fmt.Errorf("read runs of order %s: %w", order.ID, err)
	}
	for i, run := range runs {
		if run.ID == order.Run {
			v.Missing = run.Gaps
			if order.State != predate.Waiting {
				v.Missing = predate.Reserves(run.Gaps)
			}
		}
		if !run.Issued.IsZero() && (v.Statement == nil || run.Number > v.Statement.Number) {
			v.Statement = &runs[i]
		}
	}
	if v.Corner, err = store.CornerOf(ctx, tx, order.ID); err != nil {
		return View{}, err
	}
	if v.Documents, err = store.DocumentsOf(ctx, tx, order.ID); err != nil {
		return View{}, fmt.Errorf("read documents of order %s: %w", order.ID, err)
	}
	return v, nil
}

// Order returns only the row of an order of the account.
func (d *Desk) Order(ctx context.Context, account predate.AccountID, id predate.OrderID) (predate.Order, error) {
	var order predate.Order
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		order, err = owned(ctx, tx, account, id)
		return err
	})
	return order, err
}

// Listed is an order of a list with its activity.
type Listed struct {
	predate.Order
	Activity predate.Activity
}

// List returns orders of an account, newest first.
func (d *Desk) List(ctx context.Context, filter predate.OrderFilter) ([]Listed, error) {
	var all []Listed
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		orders, err := store.Orders(ctx, tx, filter)
		if err != nil {
			return err
		}
		about, err := d.activities(ctx, tx, orders)
		all = make([]Listed, 0, len(orders))
		for _, order := range orders {
			all = append(all, Listed{order, about[order.ID]})
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list orders of %s: %w", filter.Account, err)
	}
	return all, nil
}

// Events returns the events of one order of the account, oldest first.
func (d *Desk) Events(ctx context.Context, account predate.AccountID, id predate.OrderID) ([]predate.Event, error) {
	var events []predate.Event
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		if _, err := owned(ctx, tx, account, id); err != nil {
			return err
		}
		var err error
		events, err = store.EventsOf(ctx, tx, id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read events of order %s: %w", id, err)
	}
	return events, nil
}

// Feed returns a range of an account's events, oldest first.
func (d *Desk) Feed(ctx context.Context, part predate.FeedRange) ([]predate.Event, error) {
	var events []predate.Event
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		events, err = store.EventsAfter(ctx, tx, part)
		return err
	})
	return events, err
}

// FeedContents returns a range of a feed with the contents of each event's body, in the
// form that the account's contract requires.
func (d *Desk) FeedContents(ctx context.Context, part predate.FeedRange) ([]Contents, error) {
	var page []Contents
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		page = nil
		holder, err := store.AccountByID(ctx, tx, part.Account)
		if err != nil {
			return err
		}
		events, err := store.EventsAfter(ctx, tx, part)
		if err != nil {
			return err
		}
		for _, event := range events {
			one, err := contentsOf(ctx, tx, event, FormOf(holder))
			if err != nil {
				return err
			}
			page = append(page, one)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the feed of %s after %d: %w", part.Account, part.After, err)
	}
	return page, nil
}

// LastPosition returns the position of the newest event of the account, or of its
// newest test event.
func (d *Desk) LastPosition(ctx context.Context, account predate.AccountID, testOnly bool) (int64, error) {
	var last int64
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		last, err = store.LastPosition(ctx, tx, account, testOnly)
		return err
	})
	return last, err
}

// Document returns a document by its id, for a download whose signed URL was verified.
func (d *Desk) Document(ctx context.Context, id predate.DocumentID) (predate.Document, error) {
	var document predate.Document
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		document, err = store.DocumentByID(ctx, tx, id)
		return err
	})
	if err != nil {
		return predate.Document{}, fmt.Errorf("read document %d: %w", id, err)
	}
	return document, nil
}

// Issued returns the run of a statement by its id, for a download whose signed URL was
// verified. It returns predate.ErrNotFound for a run that issued none.
func (d *Desk) Issued(ctx context.Context, id predate.RunID) (predate.Run, error) {
	var run predate.Run
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		run, err = store.RunByID(ctx, tx, id)
		return err
	})
	if err == nil && run.Issued.IsZero() {
		err = predate.ErrNotFound
	}
	if err != nil {
		return predate.Run{}, fmt.Errorf("read statement of run %s: %w", id, err)
	}
	return run, nil
}
