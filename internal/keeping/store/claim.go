package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// ClaimDelivery takes a pending delivery that is due for one sender until an
// instant, by moving its next attempt there. It gives false when the delivery
// has ended, is not due, is another sender's, or when an earlier event of its
// order is still under way to its endpoint.
func ClaimDelivery(ctx context.Context, tx Tx, id predate.DeliveryID, now, until time.Time) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE deliveries SET next = $1 WHERE id = $2 AND status = 'pending' AND next <= $3"+
		" AND NOT "+heldByEarlier,
		micros(until), id, micros(now))
	if err != nil {
		return false, fmt.Errorf("claim delivery %s: %w", id, err)
	}
	return n == 1, nil
}

// GiveUpPending ends what was still to be sent to an endpoint.
func GiveUpPending(ctx context.Context, tx Tx, endpoint predate.EndpointID, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE deliveries SET status = 'given_up', next = 0, ended = $1, asleep = FALSE, held = FALSE"+
		" WHERE endpoint = $2 AND status = 'pending'",
		micros(now), endpoint)
	if err != nil {
		return fmt.Errorf("give up what is pending to %s: %w", endpoint, err)
	}
	return nil
}
