package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

const attemptColumns = "delivery, number, at, duration, status, error, answer, retry_after, control, signature, trace"

func scanAttempt(row Row) (a predate.Attempt, err error) {
	err = row.Scan(&a.Delivery, &a.Number, instant{&a.At}, &a.Duration, &a.Status, &a.Error, &a.Answer, &a.RetryAfter, &a.Control, &a.Signature, &a.Trace)
	return a, err
}

// InsertAttempt adds an attempt of an existing delivery. It returns ErrExists if
// an attempt with that number is recorded already.
func InsertAttempt(ctx context.Context, tx Tx, a predate.Attempt) error {
	n, err := tx.Exec(ctx, "INSERT INTO attempts ("+attemptColumns+", succeeded, endpoint) VALUES ("+placeholders(1, 12)+
		", (SELECT endpoint FROM deliveries WHERE id = $1)) ON CONFLICT DO NOTHING",
		a.Delivery, a.Number, micros(a.At), a.Duration, a.Status, a.Error, a.Answer, a.RetryAfter, a.Control, a.Signature, a.Trace, a.Succeeded())
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

// AttemptCounts returns how many attempts to an endpoint have succeeded and failed
// since an instant. Callers decide by it whether to disable the endpoint.
func AttemptCounts(ctx context.Context, tx Tx, endpoint predate.EndpointID, since time.Time) (succeeded, failed int, err error) {
	err = tx.QueryRow(ctx, "SELECT COUNT(CASE WHEN succeeded THEN 1 END), COUNT(CASE WHEN succeeded THEN NULL ELSE 1 END)"+
		" FROM attempts WHERE endpoint = $1 AND at >= $2", endpoint, micros(since)).Scan(&succeeded, &failed)
	if err != nil {
		return 0, 0, fmt.Errorf("count attempts to %s: %w", endpoint, err)
	}
	return succeeded, failed, nil
}
