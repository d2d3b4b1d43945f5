package store

import (
	"context"
	"fmt"
	"slices"

	"predate"
)

const deliveryColumns = "id, event, endpoint, account, order_id, seq, link, details, documents, registration," +
	" status, attempts, earlier, created, next, ended"

func deliveryValues(d predate.Delivery) []any {
	return []any{
		d.ID, d.Event, d.Endpoint, d.Account, d.Order, d.Seq,
		d.Form.Link, d.Form.Details, d.Form.Documents, d.Form.Registration, d.Status, d.Attempts, d.Earlier,
		micros(d.Created), micros(d.Next), micros(d.Ended),
	}
}

// deliveryFields returns what deliveryColumns are scanned into.
func deliveryFields(d *predate.Delivery) []any {
	return []any{
		&d.ID, &d.Event, &d.Endpoint, &d.Account, &d.Order, &d.Seq,
		&d.Form.Link, &d.Form.Details, &d.Form.Documents, &d.Form.Registration, &d.Status, &d.Attempts, &d.Earlier,
		instant{&d.Created},
		instant{&d.Next},
		instant{&d.Ended},
	}
}

func scanDelivery(row Row) (predate.Delivery, error) { return into(deliveryFields)(row) }

// InsertDelivery adds a delivery; ErrExists if its id is taken.
func InsertDelivery(ctx context.Context, tx Tx, d predate.Delivery) error {
	if err := insert(ctx, tx, "deliveries", deliveryColumns, deliveryValues(d)...); err != nil {
		return fmt.Errorf("insert delivery %s: %w", d.ID, err)
	}
	return nil
}

// DeliveryByID returns a delivery, or ErrNotFound.
func DeliveryByID(ctx context.Context, tx Tx, id predate.DeliveryID) (predate.Delivery, error) {
	d, err := scanDelivery(tx.QueryRow(ctx, "SELECT "+deliveryColumns+" FROM deliveries WHERE id = $1", id))
	if err != nil {
		return d, fmt.Errorf("read delivery %s: %w", id, err)
	}
	return d, nil
}

// Addressed is a delivery with its event and its endpoint.
type Addressed struct {
	Delivery predate.Delivery
	Event    predate.Event
	Endpoint predate.Endpoint
}

// AddressedByID returns a delivery with its event and its endpoint in one statement, or
// ErrNotFound if any of the three does not exist.
func AddressedByID(ctx context.Context, tx Tx, id predate.DeliveryID) (a Addressed, err error) {
	err = tx.QueryRow(ctx, "SELECT "+prefixed("d.", deliveryColumns)+", "+prefixed("e.", eventColumns)+", "+prefixed("p.", endpointColumns)+
		" FROM deliveries d JOIN events e ON e.id = d.event JOIN endpoints p ON p.id = d.endpoint WHERE d.id = $1", id,
	).Scan(slices.Concat(deliveryFields(&a.Delivery), eventFields(&a.Event), endpointFields(&a.Endpoint))...)
	if err != nil {
		return Addressed{}, fmt.Errorf("read delivery %s: %w", id, err)
	}
	return a, nil
}

// UpdateDelivery replaces a delivery, which sleeps no more: it has ended, or the caller
// enqueues it. It returns ErrNotFound if there is none.
func UpdateDelivery(ctx context.Context, tx Tx, d predate.Delivery) error {
	n, err := tx.Exec(ctx, "UPDATE deliveries SET "+setClause(deliveryColumns)+", asleep = FALSE, held = FALSE WHERE id = $1", deliveryValues(d)...)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("update delivery %s: %w", d.ID, err)
	}
	return nil
}

// Deliveries returns deliveries, newest first.
func Deliveries(ctx context.Context, tx Tx, f predate.DeliveryFilter) ([]predate.Delivery, error) {
	w := where{}
	if f.Endpoint != "" {
		w.and("endpoint = ?", f.Endpoint)
	}
	if f.Order != "" {
		w.and("event IN (SELECT id FROM events WHERE order_id = ?)", f.Order)
	}
	switch f.Status {
	case "":
	case predate.DeliveryGivenUp:
		w.and("status = 'given_up'") // the same words as in the partial index
	case predate.DeliveryPending:
		w.and("status = 'pending'")
	default:
		w.and("status = ?", f.Status)
	}
	w.after(f.After)
	query, args := w.newestFirst("SELECT "+deliveryColumns+" FROM deliveries", f.Limit)
	all, err := collect(ctx, tx, scanDelivery, query, args...)
	if err != nil {
		return nil, fmt.Errorf("list deliveries: %w", err)
	}
	return all, nil
}

// EarlierPending returns the first delivery that must end before d may be sent:
// one of an earlier event of the same order to the same endpoint. Simulated
// events do not wait, and no event waits for them.
func EarlierPending(ctx context.Context, tx Tx, d predate.Delivery) (predate.Delivery, bool, error) {
	return firstPending(ctx, tx, d, "seq > 0 AND seq < $3")
}

// NextPending returns the delivery that waits for d: that of the next event of the
// same order to the same endpoint.
func NextPending(ctx context.Context, tx Tx, d predate.Delivery) (predate.Delivery, bool, error) {
	return firstPending(ctx, tx, d, "seq > $3")
}

func firstPending(ctx context.Context, tx Tx, d predate.Delivery, where string) (predate.Delivery, bool, error) {
	if d.Seq == 0 {
		return predate.Delivery{}, false, nil
	}
	first, ok, err := found(scanDelivery(tx.QueryRow(ctx, "SELECT "+deliveryColumns+" FROM deliveries"+
		" WHERE order_id = $1 AND endpoint = $2 AND status = 'pending' AND "+where+" ORDER BY seq, created, id LIMIT 1", d.Order, d.Endpoint, d.Seq)))
	if err != nil {
		return first, false, fmt.Errorf("look for deliveries beside %s: %w", d.ID, err)
	}
	return first, ok, nil
}

// FailedDeliveries lists up to f.Limit deliveries to an endpoint, created
// within a range and after f.After, that were given up; oldest first.
func FailedDeliveries(ctx context.Context, tx Tx, f predate.DeliveryFilter, within predate.TimeRange) ([]predate.Delivery, error) {
	all, err := collect(ctx, tx, scanDelivery, "SELECT "+deliveryColumns+" FROM deliveries"+
		" WHERE endpoint = $1 AND status = 'given_up' AND created >= $2 AND (created < $3 OR $3 = 0) AND (created, id) > ($4, $5)"+
		" ORDER BY created, id LIMIT $6",
		f.Endpoint, micros(within.Since), micros(within.Until), micros(f.After.Created), f.After.ID, f.Limit)
	if err != nil {
		return nil, fmt.Errorf("list failed deliveries to %s: %w", f.Endpoint, err)
	}
	return all, nil
}
