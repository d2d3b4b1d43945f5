package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// heldByEarlier is the condition that an earlier event of the same order is still
// pending for the same endpoint.
const heldByEarlier = "EXISTS (SELECT 1 FROM deliveries e WHERE e.order_id = deliveries.order_id AND e.endpoint = deliveries.endpoint" +
	" AND e.status = 'pending' AND e.seq > 0 AND e.seq < deliveries.seq)"

// parkedPast is the condition that the endpoint remains parked after an instant.
const parkedPast = "EXISTS (SELECT 1 FROM endpoint_health h WHERE h.endpoint = deliveries.endpoint AND h.parked > "

// SleepDelivery records that a pending delivery has no job any more, because it waits for
// an earlier one or for its endpoint. It returns false if it waits for neither; the caller
// must then examine it again. It locks the delivery whose end wakes it, which cannot miss it.
func SleepDelivery(ctx context.Context, tx Tx, id predate.DeliveryID, now time.Time) (bool, error) {
	held, err := tx.Exec(ctx, "UPDATE deliveries SET asleep = asleep WHERE status = 'pending' AND id = (SELECT e.id FROM deliveries d JOIN deliveries e ON"+
		" e.order_id = d.order_id AND e.endpoint = d.endpoint AND e.status = 'pending' AND e.seq > 0 AND e.seq < d.seq WHERE d.id = $1 ORDER BY e.seq DESC LIMIT 1)", id)
	var n int64
	if err == nil {
		n, err = tx.Exec(ctx, "UPDATE deliveries SET asleep = TRUE, held = $1 WHERE id = $2 AND status = 'pending' AND ($1 OR "+parkedPast+"$3))", held == 1, id, micros(now))
	}
	if err != nil {
		return false, fmt.Errorf("put delivery %s to sleep: %w", id, err)
	}
	return n == 1, nil
}

// WakeDelivery records that a delivery has a job again, due at an instant.
func WakeDelivery(ctx context.Context, tx Tx, id predate.DeliveryID, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE deliveries SET asleep = FALSE, held = FALSE, next = CASE WHEN next < $1 THEN $1 ELSE next END"+
		" WHERE id = $2 AND status = 'pending'", micros(now), id)
	if err != nil {
		return fmt.Errorf("wake delivery %s: %w", id, err)
	}
	return nil
}

// SleepingTo returns up to limit deliveries that sleep until their endpoint is no longer
// parked, oldest first.
func SleepingTo(ctx context.Context, tx Tx, endpoint predate.EndpointID, limit int) ([]predate.Delivery, error) {
	all, err := collect(ctx, tx, scanDelivery, "SELECT "+deliveryColumns+" FROM deliveries"+
		" WHERE endpoint = $1 AND asleep AND NOT held AND status = 'pending' ORDER BY created, id LIMIT $2", endpoint, limit)
	if err != nil {
		return nil, fmt.Errorf("list what sleeps to %s: %w", endpoint, err)
	}
	return all, nil
}

// Sleepless returns pending deliveries that could be sent but have no job: up to limit that
// sleep although their endpoint is not parked, or were due before lost, so that their job
// was lost. Those that sleep until their endpoint is back cost nothing. Deliveries to a
// disabled endpoint are returned, since they must be given up. What sleeps behind another
// delivery is woken by its end; what an older program missed is found by examining limit of
// them, by id from after on. last is the last of them, empty at the end.
func Sleepless(ctx context.Context, tx Tx, lost time.Time, after predate.DeliveryID, limit int) (all []predate.Delivery, last predate.DeliveryID, err error) {
	const awaited = "SELECT id FROM endpoints WHERE enabled AND" +
		" EXISTS (SELECT 1 FROM endpoint_health h WHERE h.endpoint = endpoints.id AND h.parked > 0)"
	const free, behind = "status = 'pending' AND NOT " + heldByEarlier, " FROM deliveries WHERE status = 'pending' AND asleep AND held AND id > "
	const those = "SELECT " + deliveryColumns + " FROM deliveries WHERE "
	var overslept []predate.Delivery
	last, more, err := found(one[predate.DeliveryID](tx.QueryRow(ctx, "SELECT id"+behind+"$1 ORDER BY id LIMIT 1 OFFSET $2", after, limit-1)))
	query, args := "SELECT "+deliveryColumns+behind+"$1 AND NOT "+heldByEarlier, []any{after}
	if more {
		query, args = query+" AND id <= $2", append(args, last)
	}
	if err == nil {
		overslept, err = collect(ctx, tx, scanDelivery, query, args...)
	}
	if err == nil {
		all, err = collect(ctx, tx, scanDelivery, those+"endpoint IN (SELECT id FROM endpoints WHERE id NOT IN ("+awaited+")) AND asleep AND NOT held AND "+free+
			" UNION ALL "+those+"next < $1 AND NOT asleep AND endpoint NOT IN ("+awaited+") AND "+free+" LIMIT $2", micros(lost), limit)
	}
	if err != nil {
		return nil, "", fmt.Errorf("list deliveries without a job: %w", err)
	}
	return append(all, overslept...), last, nil
}

// ParkedUntil returns up to limit endpoints whose parking has ended and that were
// not tried since.
func ParkedUntil(ctx context.Context, tx Tx, now time.Time, limit int) ([]predate.EndpointID, error) {
	all, err := collect(ctx, tx, one[predate.EndpointID], "SELECT endpoint FROM endpoint_health WHERE parked > 0 AND parked <= $1 ORDER BY parked, endpoint LIMIT $2",
		micros(now), limit)
	if err != nil {
		return nil, fmt.Errorf("list endpoints to probe: %w", err)
	}
	return all, nil
}
