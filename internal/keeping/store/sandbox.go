package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// SandboxOrder is the scripted behaviour of an order in test mode.
type SandboxOrder struct {
	Order   predate.OrderID
	Outcome string        // the magic username
	Well    bool          // its extranet works again, whatever the outcome is
	Ahead   time.Duration // how far its account's clock was ahead when it was placed
}

const sandboxColumns = "order_id, outcome, well, ahead"

func (o SandboxOrder) values() []any {
	return []any{o.Order, o.Outcome, o.Well, o.Ahead.Microseconds()}
}

// PutSandboxOrder stores the behaviour of a test order. It replaces an earlier
// one.
func PutSandboxOrder(ctx context.Context, tx Tx, o SandboxOrder) error {
	_, err := tx.Exec(ctx, "INSERT INTO sandbox_orders ("+sandboxColumns+") VALUES ($1, $2, $3, $4)"+
		" ON CONFLICT (order_id) DO UPDATE SET outcome = excluded.outcome, well = excluded.well, ahead = excluded.ahead",
		o.values()...)
	if err != nil {
		return fmt.Errorf("write what becomes of test order %s: %w", o.Order, err)
	}
	return nil
}

// SandboxOrderOf returns the behaviour of a test order; the zero value if none was
// stored.
func SandboxOrderOf(ctx context.Context, tx Tx, id predate.OrderID) (SandboxOrder, error) {
	o := SandboxOrder{Order: id}
	var ahead int64
	err := tx.QueryRow(ctx, "SELECT outcome, well, ahead FROM sandbox_orders WHERE order_id = $1", id).Scan(&o.Outcome, &o.Well, &ahead)
	if err != nil && !isNotFound(err) {
		return o, fmt.Errorf("read what becomes of test order %s: %w", id, err)
	}
	o.Ahead = time.Duration(ahead) * time.Microsecond
	return o, nil
}

// SandboxClock returns how far the clock of an account's test orders is ahead.
func SandboxClock(ctx context.Context, tx Tx, account predate.AccountID) (time.Duration, error) {
	var ahead int64
	err := tx.QueryRow(ctx, "SELECT ahead FROM sandbox_clocks WHERE account = $1", account).Scan(&ahead)
	if err != nil && !isNotFound(err) {
		return 0, fmt.Errorf("read the test clock of %s: %w", account, err)
	}
	return time.Duration(ahead) * time.Microsecond, nil
}

// PutSandboxClock sets how far the clock of an account's test orders is ahead.
func PutSandboxClock(ctx context.Context, tx Tx, account predate.AccountID, ahead time.Duration) error {
	_, err := tx.Exec(ctx, "INSERT INTO sandbox_clocks (account, ahead) VALUES ($1, $2)"+
		" ON CONFLICT (account) DO UPDATE SET ahead = excluded.ahead", account, ahead.Microseconds())
	if err != nil {
		return fmt.Errorf("set the test clock of %s: %w", account, err)
	}
	return nil
}

// WaitingTestRuns returns up to limit current runs of an account's test orders that are
// tried again after an instant, latest first.
func WaitingTestRuns(ctx context.Context, tx Tx, account predate.AccountID, after time.Time, limit int) ([]predate.RunID, error) {
	all, err := collect(ctx, tx, one[predate.RunID], "SELECT r.id FROM runs r JOIN orders o ON o.run = r.id"+
		" WHERE o.account = $1 AND o.test_mode AND o.cancelled = 0 AND r.again > $2 ORDER BY o.created DESC, r.id LIMIT $3",
		account, micros(after), limit)
	if err != nil {
		return nil, fmt.Errorf("list the test runs of %s that wait: %w", account, err)
	}
	return all, nil
}

// AgeTestCredentials shortens the life of the credentials of an account's test orders by a
// duration, and erases those that have expired.
func AgeTestCredentials(ctx context.Context, tx Tx, account predate.AccountID, by time.Duration, now time.Time) error {
	const theirs = "order_id IN (SELECT id FROM orders WHERE account = $1 AND test_mode)"
	_, err := tx.Exec(ctx, "UPDATE credentials SET expires = expires - $2 WHERE "+theirs, account, by.Microseconds())
	if err == nil {
		_, err = tx.Exec(ctx, "DELETE FROM credentials WHERE expires < $2 AND "+theirs, account, micros(now))
	}
	if err != nil {
		return fmt.Errorf("age the test credentials of %s: %w", account, err)
	}
	return nil
}
