package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

const deliveryColumns = "id, event, endpoint, account, order_id, seq, status, attempts, created, next, ended"

func deliveryValues(d predate.Delivery) []any {
	return []any{
		d.ID, d.Event, d.Endpoint, d.Account, d.Order, d.Seq, d.Status, d.Attempts,
		micros(d.Created), micros(d.Next), micros(d.Ended),
	}
}

func scanDelivery(row Row) (d predate.Delivery, err error) {
	err = row.Scan(&d.ID, &d.Event, &d.Endpoint, &d.Account, &d.Order, &d.Seq, &d.Status, &d.Attempts,
		instant{&d.Created}, instant{&d.Next}, instant{&d.Ended})
	return d, err
}

// InsertDelivery adds a delivery; ErrExists when its id is taken.
func InsertDelivery(ctx context.Context, tx Tx, d predate.Delivery) error {
	if err := insert(ctx, tx, "deliveries", deliveryColumns, deliveryValues(d)...); err != nil {
		return fmt.Errorf("insert delivery %s: %w", d.ID, err)
	}
	return nil
}

// DeliveryByID gives a delivery, or ErrNotFound.
func DeliveryByID(ctx context.Context, tx Tx, id predate.DeliveryID) (predate.Delivery, error) {
	d, err := scanDelivery(tx.QueryRow(ctx, "SELECT "+deliveryColumns+" FROM deliveries WHERE id = $1", id))
	if err != nil {
		return d, fmt.Errorf("read delivery %s: %w", id, err)
	}
	return d, nil
}

// UpdateDelivery replaces a delivery; ErrNotFound when there is none.
func UpdateDelivery(ctx context.Context, tx Tx, d predate.Delivery) error {
	n, err := tx.Exec(ctx, "UPDATE deliveries SET "+setClause(deliveryColumns, 1)+" WHERE id = $1", deliveryValues(d)...)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("update delivery %s: %w", d.ID, err)
	}
	return nil
}

// DeliveriesOf lists the deliveries to an endpoint, the newest first.
func DeliveriesOf(ctx context.Context, tx Tx, endpoint predate.EndpointID, after Cursor, limit int) ([]predate.Delivery, error) {
	w := where{}
	w.and("endpoint = ?", endpoint)
	w.after(after)
	query, args := w.newestFirst("SELECT "+deliveryColumns+" FROM deliveries", limit)
	all, err := collect(ctx, tx, scanDelivery, query, args...)
	if err != nil {
		return nil, fmt.Errorf("list deliveries to %s: %w", endpoint, err)
	}
	return all, nil
}

// DeliveriesOfEvent lists the deliveries of an event by age.
func DeliveriesOfEvent(ctx context.Context, tx Tx, event predate.EventID) ([]predate.Delivery, error) {
	all, err := collect(ctx, tx, scanDelivery,
		"SELECT "+deliveryColumns+" FROM deliveries WHERE event = $1 ORDER BY created, id", event)
	if err != nil {
		return nil, fmt.Errorf("list deliveries of %s: %w", event, err)
	}
	return all, nil
}

// EarlierPending gives the first delivery that must end before d may be sent:
// one of an earlier event of the same order to the same endpoint. Simulated
// events neither wait nor make others wait.
func EarlierPending(ctx context.Context, tx Tx, d predate.Delivery) (predate.Delivery, bool, error) {
	if d.Seq == 0 {
		return predate.Delivery{}, false, nil
	}
	earlier, ok, err := found(scanDelivery(tx.QueryRow(ctx, "SELECT "+deliveryColumns+" FROM deliveries"+
		" WHERE order_id = $1 AND endpoint = $2 AND status = 'pending' AND seq > 0 AND seq < $3"+
		" ORDER BY seq, created, id LIMIT 1", d.Order, d.Endpoint, d.Seq)))
	if err != nil {
		return earlier, false, fmt.Errorf("look for deliveries before %s: %w", d.ID, err)
	}
	return earlier, ok, nil
}

// NextPending gives the delivery that waited for d: of the next event of the
// same order to the same endpoint.
func NextPending(ctx context.Context, tx Tx, d predate.Delivery) (predate.Delivery, bool, error) {
	if d.Seq == 0 {
		return predate.Delivery{}, false, nil
	}
	next, ok, err := found(scanDelivery(tx.QueryRow(ctx, "SELECT "+deliveryColumns+" FROM deliveries"+
		" WHERE order_id = $1 AND endpoint = $2 AND status = 'pending' AND seq > $3"+
		" ORDER BY seq, created, id LIMIT 1", d.Order, d.Endpoint, d.Seq)))
	if err != nil {
		return next, false, fmt.Errorf("look for deliveries after %s: %w", d.ID, err)
	}
	return next, ok, nil
}

// FailedDeliveriesSince lists the deliveries to an endpoint, created at or
// after an instant, that were given up; oldest first.
func FailedDeliveriesSince(ctx context.Context, tx Tx, endpoint predate.EndpointID, since time.Time) ([]predate.Delivery, error) {
	all, err := collect(ctx, tx, scanDelivery, "SELECT "+deliveryColumns+" FROM deliveries"+
		" WHERE endpoint = $1 AND status = 'given_up' AND created >= $2 ORDER BY created, id", endpoint, micros(since))
	if err != nil {
		return nil, fmt.Errorf("list failed deliveries to %s: %w", endpoint, err)
	}
	return all, nil
}

// PendingDeliveries lists the deliveries to an endpoint that have not ended,
// oldest first.
func PendingDeliveries(ctx context.Context, tx Tx, endpoint predate.EndpointID) ([]predate.Delivery, error) {
	all, err := collect(ctx, tx, scanDelivery, "SELECT "+deliveryColumns+" FROM deliveries"+
		" WHERE endpoint = $1 AND status = 'pending' ORDER BY created, id", endpoint)
	if err != nil {
		return nil, fmt.Errorf("list pending deliveries to %s: %w", endpoint, err)
	}
	return all, nil
}

const attemptColumns = "delivery, number, at, duration, status, error, answer, retry_after"

func scanAttempt(row Row) (a predate.Attempt, err error) {
	err = row.Scan(&a.Delivery, &a.Number, instant{&a.At}, &a.Duration, &a.Status, &a.Error, &a.Answer, &a.RetryAfter)
	return a, err
}

// InsertAttempt adds an attempt of a delivery that exists; ErrExists when that
// number is recorded already.
func InsertAttempt(ctx context.Context, tx Tx, a predate.Attempt) error {
	n, err := tx.Exec(ctx, "INSERT INTO attempts ("+attemptColumns+", succeeded, endpoint) VALUES ("+placeholders(1, 9)+
		", (SELECT endpoint FROM deliveries WHERE id = $1)) ON CONFLICT DO NOTHING",
		a.Delivery, a.Number, micros(a.At), a.Duration, a.Status, a.Error, a.Answer, a.RetryAfter, a.Succeeded())
	if err := must(n, err, predate.ErrExists); err != nil {
		return fmt.Errorf("insert attempt %d of %s: %w", a.Number, a.Delivery, err)
	}
	return nil
}

// AttemptsOf lists the attempts of a delivery by number.
func AttemptsOf(ctx context.Context, tx Tx, delivery predate.DeliveryID) ([]predate.Attempt, error) {
	all, err := collect(ctx, tx, scanAttempt,
		"SELECT "+attemptColumns+" FROM attempts WHERE delivery = $1 ORDER BY number", delivery)
	if err != nil {
		return nil, fmt.Errorf("list attempts of %s: %w", delivery, err)
	}
	return all, nil
}

// AttemptCounts tells how many attempts to an endpoint succeeded and failed
// since an instant, to judge whether it is still alive.
func AttemptCounts(ctx context.Context, tx Tx, endpoint predate.EndpointID, since time.Time) (succeeded, failed int, err error) {
	err = tx.QueryRow(ctx, "SELECT COUNT(CASE WHEN succeeded THEN 1 END), COUNT(CASE WHEN succeeded THEN NULL ELSE 1 END)"+
		" FROM attempts WHERE endpoint = $1 AND at >= $2", endpoint, micros(since)).Scan(&succeeded, &failed)
	if err != nil {
		return 0, 0, fmt.Errorf("count attempts to %s: %w", endpoint, err)
	}
	return succeeded, failed, nil
}
