package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

const healthColumns = "endpoint, failures, failing_since, last_success, last_failure, last_error, parked"

func scanHealth(row Row) (h predate.Health, err error) {
	err = row.Scan(&h.Endpoint, &h.Failures, instant{&h.Since}, instant{&h.LastSuccess}, instant{&h.LastFailure},
		&h.LastError, instant{&h.Parked})
	return h, err
}

// HealthOf returns the health of an endpoint. Only the id is set if the endpoint was
// never tried.
func HealthOf(ctx context.Context, tx Tx, endpoint predate.EndpointID) (predate.Health, error) {
	h, known, err := found(scanHealth(tx.QueryRow(ctx, "SELECT "+healthColumns+" FROM endpoint_health WHERE endpoint = $1", endpoint)))
	if err != nil {
		return predate.Health{}, fmt.Errorf("read health of %s: %w", endpoint, err)
	}
	if !known {
		return predate.Health{Endpoint: endpoint}, nil
	}
	return h, nil
}

// PutHealth stores the health of an endpoint.
func PutHealth(ctx context.Context, tx Tx, h predate.Health) error {
	_, err := tx.Exec(ctx, "INSERT INTO endpoint_health ("+healthColumns+") VALUES ("+placeholders(1, 7)+")"+
		" ON CONFLICT (endpoint) DO UPDATE SET failures = excluded.failures, failing_since = excluded.failing_since,"+
		" last_success = excluded.last_success, last_failure = excluded.last_failure, last_error = excluded.last_error,"+
		" parked = excluded.parked",
		h.Endpoint, h.Failures, micros(h.Since), micros(h.LastSuccess), micros(h.LastFailure), h.LastError, micros(h.Parked))
	if err != nil {
		return fmt.Errorf("write health of %s: %w", h.Endpoint, err)
	}
	return nil
}

// ClaimProbe reserves the one attempt that a parked endpoint gets when its
// parking ends, by parking the endpoint again until an instant. It returns false if
// another sender reserved it.
func ClaimProbe(ctx context.Context, tx Tx, h predate.Health, until time.Time) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE endpoint_health SET parked = $1 WHERE endpoint = $2 AND parked = $3",
		micros(until), h.Endpoint, micros(h.Parked))
	if err != nil {
		return false, fmt.Errorf("claim the probe of %s: %w", h.Endpoint, err)
	}
	return n == 1, nil
}

// Unpark ends the parking of an endpoint, so that deliveries are sent at once. It does
// nothing if the endpoint is not parked.
func Unpark(ctx context.Context, tx Tx, endpoint predate.EndpointID) error {
	if _, err := tx.Exec(ctx, "UPDATE endpoint_health SET parked = 0 WHERE endpoint = $1", endpoint); err != nil {
		return fmt.Errorf("unpark %s: %w", endpoint, err)
	}
	return nil
}

// StatsOf sums up the deliveries to an endpoint created since an instant, and
// the attempts made since.
func StatsOf(ctx context.Context, tx Tx, endpoint predate.EndpointID, since time.Time) (s predate.DeliveryStats, err error) {
	err = tx.QueryRow(ctx, "SELECT COUNT(CASE WHEN status = 'pending' THEN 1 END), COUNT(CASE WHEN status = 'delivered' THEN 1 END),"+
		" COUNT(CASE WHEN status = 'given_up' THEN 1 END) FROM deliveries WHERE endpoint = $1 AND created >= $2",
		endpoint, micros(since)).Scan(&s.Pending, &s.Delivered, &s.GivenUp)
	if err == nil {
		s.Succeeded, s.Failed, err = AttemptCounts(ctx, tx, endpoint, since)
	}
	if made := s.Succeeded + s.Failed; err == nil && made > 0 {
		if s.Median, err = durationAt(ctx, tx, endpoint, since, (made-1)/2); err == nil {
			s.Slow, err = durationAt(ctx, tx, endpoint, since, (made*99+99)/100-1)
		}
	}
	if err != nil {
		return predate.DeliveryStats{}, fmt.Errorf("sum up deliveries to %s: %w", endpoint, err)
	}
	return s, nil
}

func durationAt(ctx context.Context, tx Tx, endpoint predate.EndpointID, since time.Time, rank int) (d time.Duration, err error) {
	err = tx.QueryRow(ctx, "SELECT duration FROM attempts WHERE endpoint = $1 AND at >= $2 ORDER BY duration LIMIT 1 OFFSET $3",
		endpoint, micros(since), rank).Scan(&d)
	return d, err
}
