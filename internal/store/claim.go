package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// ClaimDelivery takes a pending delivery that is due for one sender until an
// instant, by moving its next attempt there. It gives false when the delivery
// has ended, is not due, or is another sender's.
func ClaimDelivery(ctx context.Context, tx Tx, id predate.DeliveryID, now, until time.Time) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE deliveries SET next = $1 WHERE id = $2 AND status = 'pending' AND next <= $3",
		micros(until), id, micros(now))
	if err != nil {
		return false, fmt.Errorf("claim delivery %s: %w", id, err)
	}
	return n == 1, nil
}
