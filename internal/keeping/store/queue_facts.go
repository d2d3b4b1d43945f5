package store

import (
	"context"
	"fmt"

	"predate"
)

// What an order's place in the queue depends on: of the order's row, and of its run with
// what stands beside it.
const (
	orderFacts = "o.id, o.account, o.external_id, o.street, o.additional, o.city, o.zipcode, o.owners, o.syndic_name," +
		" o.test_mode, o.state, o.cancelled, o.erased, o.updated"
	runFacts = "r.id, r.order_id, r.number, r.method, r.collected, r.failure, r.failed_at, r.again, r.read_done, r.gaps, r.reasons," +
		" r.pdf_hash, r.cause, r.registration, COALESCE(v.id, ''), COALESCE(v.cause, ''), COALESCE(v.since, 0)," +
		" EXISTS (SELECT 1 FROM documents d WHERE d.order_id = r.order_id AND d.run = r.id)"
	runReview = " LEFT JOIN reviews v ON v.run = r.id AND v.closed = 0"
)

// factsOfRun are the places for runFacts.
func factsOfRun(f *predate.QueueFacts, review *string) []any {
	r := &f.Run
	return []any{
		&r.ID, &r.Order, &r.Number, &r.Method, &r.Collected, &r.Failure,
		instant{&r.FailedAt},
		instant{&r.Again},
		&r.Read, readGaps(&r.Gaps), readTexts(&r.Reasons), &r.PDFHash, &r.Cause, &r.Registration,
		review, &f.Review,
		instant{&f.Since},
		&f.Papers,
	}
}

func scanQueueFacts(row Row) (f predate.QueueFacts, err error) {
	o := &f.Order
	var review string
	err = row.Scan(append([]any{
		&o.ID, &o.Account, &o.ExternalID, &o.Property.Street, &o.Property.Additional, &o.Property.City, &o.Property.Zipcode,
		unlist[predate.Owner, ownerRow]{&o.Owners, func(r ownerRow) predate.Owner { return predate.Owner(r) }},
		&o.Syndic.Name,
		&o.TestMode, &o.State,
		instant{&o.Cancelled},
		instant{&o.Erased},
		instant{&o.Updated},
	}, factsOfRun(&f, &review)...)...)
	f.InReview = review != ""
	return f, err
}

func scanRunFacts(row Row) (f predate.QueueFacts, err error) {
	var review string
	err = row.Scan(factsOfRun(&f, &review)...)
	f.InReview = review != ""
	return f, err
}

// queueFacts returns the facts that determine an order's place in the queue; ErrNotFound
// for an order without a run.
func queueFacts(ctx context.Context, tx Tx, order predate.OrderID) (predate.QueueFacts, error) {
	return scanQueueFacts(tx.QueryRow(ctx, "SELECT "+orderFacts+", "+runFacts+
		" FROM orders o JOIN runs r ON r.id = o.run"+runReview+" WHERE o.id = $1", order))
}

// QueueFacts returns the facts that determine the places of orders in the queue, for
// orders that the caller has read. Other fields of the runs are not set. Orders without a
// run are left out.
func QueueFacts(ctx context.Context, tx Tx, orders []predate.Order) (map[predate.OrderID]predate.QueueFacts, error) {
	facts := make(map[predate.OrderID]predate.QueueFacts, len(orders))
	if len(orders) == 0 {
		return facts, nil
	}
	args := make([]any, 0, 2*len(orders))
	byRun := make(map[predate.RunID]predate.Order, len(orders))
	for _, order := range orders {
		args = append(args, order.Run)
		byRun[order.Run] = order
	}
	args = FewLengths(args)
	all, err := collect(ctx, tx, scanRunFacts, "SELECT "+runFacts+" FROM runs r"+runReview+" WHERE r.id IN ("+placeholders(1, len(args))+")", args...)
	if err != nil {
		return nil, fmt.Errorf("read what %d orders are about: %w", len(orders), err)
	}
	for _, one := range all {
		one.Order = byRun[one.Run.ID]
		facts[one.Order.ID] = one
	}
	return facts, nil
}

// FewLengths repeats the last of the values that a row may have until their number is a
// power of two, so that there are few texts of statements to prepare.
func FewLengths(values []any) []any {
	for n := len(values); n&(n-1) != 0; n++ {
		values = append(values, values[len(values)-1])
	}
	return values
}
