package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// ClaimDelivery reserves a pending delivery that is due for one sender, by
// postponing its next attempt to until. It returns false if the delivery has ended,
// is not due, is claimed by another sender, or if an earlier event of its order is
// still pending for the same endpoint.
func ClaimDelivery(ctx context.Context, tx Tx, id predate.DeliveryID, now, until time.Time) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE deliveries SET next = $1 WHERE id = $2 AND status = 'pending' AND next <= $3"+
		" AND NOT "+heldByEarlier,
		micros(until), id, micros(now))
	if err != nil {
		return false, fmt.Errorf("claim delivery %s: %w", id, err)
	}
	return n == 1, nil
}

// GiveUpPending gives up all pending deliveries to an endpoint.
func GiveUpPending(ctx context.Context, tx Tx, endpoint predate.EndpointID, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE deliveries SET status = 'given_up', next = 0, ended = $1, asleep = FALSE, held = FALSE"+
		" WHERE endpoint = $2 AND status = 'pending'",
		micros(now), endpoint)
	if err != nil {
		return fmt.Errorf("give up what is pending to %s: %w", endpoint, err)
	}
	return nil
}
