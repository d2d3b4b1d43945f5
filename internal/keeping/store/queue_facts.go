package store

import (
	"context"
	"fmt"

	"predate"
)

const queueFactsQuery = "SELECT o.id, o.account, o.external_id, o.street, o.additional, o.city, o.zipcode, o.owners, o.syndic_name," +
	" o.test_mode, o.state, o.cancelled, o.erased, o.updated, r.id, r.number, r.method, r.collected, r.failure, r.failed_at, r.again, r.read_done, r.gaps, r.reasons," +
	" r.pdf_hash, r.cause, r.registration, COALESCE(v.id, ''), COALESCE(v.cause, ''), COALESCE(v.since, 0)," +
	" EXISTS (SELECT 1 FROM documents d WHERE d.order_id = o.id AND d.run = r.id)" +
	" FROM orders o JOIN runs r ON r.id = o.run LEFT JOIN reviews v ON v.run = r.id AND v.closed = 0"

func scanQueueFacts(row Row) (f predate.QueueFacts, err error) {
	o, r := &f.Order, &f.Run
	var review string
	err = row.Scan(&o.ID, &o.Account, &o.ExternalID, &o.Property.Street, &o.Property.Additional, &o.Property.City, &o.Property.Zipcode,
		unlist[predate.Owner, ownerRow]{&o.Owners, func(r ownerRow) predate.Owner { return predate.Owner(r) }}, &o.Syndic.Name,
		&o.TestMode, &o.State, instant{&o.Cancelled}, instant{&o.Erased}, instant{&o.Updated}, &r.ID, &r.Number, &r.Method, &r.Collected, &r.Failure,
		instant{&r.FailedAt}, instant{&r.Again}, &r.Read, readGaps(&r.Gaps), readTexts(&r.Reasons), &r.PDFHash, &r.Cause, &r.Registration,
		&review, &f.Review, instant{&f.Since}, &f.Papers)
	f.InReview = review != ""
	return f, err
}

// queueFacts returns the facts that determine an order's place in the queue; ErrNotFound
// for an order without a run.
func queueFacts(ctx context.Context, tx Tx, order predate.OrderID) (predate.QueueFacts, error) {
	return scanQueueFacts(tx.QueryRow(ctx, queueFactsQuery+" WHERE o.id = $1", order))
}

// QueueFacts returns the facts that determine the places of orders in the queue. Other
// fields of the orders and runs are not set. Orders without a run are left out.
func QueueFacts(ctx context.Context, tx Tx, orders []predate.OrderID) (map[predate.OrderID]predate.QueueFacts, error) {
	facts := map[predate.OrderID]predate.QueueFacts{}
	if len(orders) == 0 {
		return facts, nil
	}
	args := make([]any, len(orders))
	for i, order := range orders {
		args[i] = order
	}
	all, err := collect(ctx, tx, scanQueueFacts, queueFactsQuery+" WHERE o.id IN ("+placeholders(1, len(args))+")", args...)
	if err != nil {
		return nil, fmt.Errorf("read what %d orders are about: %w", len(orders), err)
	}
	for _, one := range all {
		facts[one.Order.ID] = one
	}
	return facts, nil
}
