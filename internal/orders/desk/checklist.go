package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/reading/report"
)

// Checklist is what an order needs from its client, with the state of each item.
type Checklist struct {
	Order predate.Order
	Items []predate.Item
	// Papers are those that the client gave since the order was placed, the oldest
	// first.
	Papers []predate.Document
	Thread []predate.Message
	// Reading is true if papers or answers are still to be read: the items are then those
	// of the last reading.
	Reading bool
	// Corner is the current generation of the client's page.
	Corner int
}

// Open reports whether the order accepts papers and answers.
func (c Checklist) Open() bool { return open(c.Order) == nil }

// Settled returns the number of items for which nothing more is expected.
func (c Checklist) Settled() int {
	n := 0
	for _, item := range c.Items {
		if item.Settled() {
			n++
		}
	}
	return n
}

// Checklist returns the checklist of an order of the account.
func (d *Desk) Checklist(ctx context.Context, account predate.AccountID, id predate.OrderID) (Checklist, error) {
	return d.checklist(ctx, func(ctx context.Context, tx store.Tx) (predate.Order, error) { return owned(ctx, tx, account, id) })
}

// ChecklistOf returns the checklist of an order of any account, for operators.
func (d *Desk) ChecklistOf(ctx context.Context, id predate.OrderID) (Checklist, error) {
	return d.checklist(ctx, func(ctx context.Context, tx store.Tx) (predate.Order, error) { return anyOrder(ctx, tx, id) })
}

// checklist reads the rows first, then the report of the last reading.
func (d *Desk) checklist(ctx context.Context, find func(context.Context, store.Tx) (predate.Order, error)) (Checklist, error) {
	var c Checklist
	var run predate.Run
	var said []predate.Correction
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		if c.Order, err = find(ctx, tx); err != nil {
			return err
		}
		if run, err = store.RunByID(ctx, tx, c.Order.Run); err != nil {
			return err
		}
		if c.Corner, err = store.CornerOf(ctx, tx, c.Order.ID); err != nil {
			return err
		}
		if c.Thread, err = store.MessagesOf(ctx, tx, c.Order.ID); err != nil {
			return err
		}
		if c.Papers, err = givenSince(ctx, tx, c.Order); err != nil {
			return err
		}
		said, err = correctionsOf(ctx, tx, c.Order.ID)
		return err
	})
	if err != nil {
		return Checklist{}, fmt.Errorf("read what an order needs: %w", err)
	}
	papers, err := d.papersRead(ctx, run)
	if err != nil {
		return Checklist{}, fmt.Errorf("read what order %s needs: %w", run.Order, err)
	}
	c.Items, c.Reading = predate.Checklist(run, papers, said), run.Collected && !run.Read && c.Open()
	return c, nil
}

// placing is the maximum time for writing the papers that are sent with an order.
const placing = time.Second

// givenSince lists the papers that the client gave since an order was placed.
func givenSince(ctx context.Context, tx store.Tx, order predate.Order) ([]predate.Document, error) {
	held, err := store.DocumentsOf(ctx, tx, order.ID)
	return slices.DeleteFunc(held, func(paper predate.Document) bool {
		return paper.Origin != predate.FromClient || !paper.Collected.After(order.Created.Add(placing))
	}), err
}

// papersRead returns the papers of the last reading of a run; nil before the first, or if
// its report is no longer stored.
func (d *Desk) papersRead(ctx context.Context, run predate.Run) ([]predate.ReadDocument, error) {
	if run.ReportHash == "" {
		return nil, nil
	}
	kept, err := d.Blobs.Open(ctx, run.ReportHash)
	if errors.Is(err, predate.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = kept.Close() }() // it was only read
	encoded, err := io.ReadAll(kept)
	if err != nil {
		return nil, err
	}
	statement, err := report.Decode(encoded)
	if err != nil {
		return nil, err
	}
	if statement.Documents == nil {
		return []predate.ReadDocument{}, nil
	}
	return statement.Documents, nil
}
