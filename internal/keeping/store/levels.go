package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// Level is the number of waiting items and the time since when the oldest one waits.
type Level struct {
	Count  int
	Oldest time.Time // zero if nothing waits
}

// Levels are the values for monitoring, from one snapshot of the database.
type Levels struct {
	// States are the orders by state, cancelled ones left out. Of those that are
	// not done, Oldest is when the first was placed.
	States      map[predate.State]Level
	Claims      int   // orders that operators work on
	Deliveries  Level // still to be sent; Oldest is when the first was due
	Parked      int   // endpoints that are not answering
	Disabled    int   // endpoints that are switched off
	Credentials Level // sealed passwords; Oldest is when the first is erased
}

// openStates are those of orders that are not done.
const openStates = "'confirmed', 'received', 'waiting', 'need-refresh'"

// ReadLevels returns the levels. Each statement uses an index or scans waiting rows only;
// the count of states scans the index of all orders.
func ReadLevels(ctx context.Context, tx Tx, now time.Time) (Levels, error) {
	l := Levels{States: map[predate.State]Level{}}
	states, err := CountStates(ctx, tx)
	if err != nil {
		return l, err
	}
	oldest, err := oldestOrders(ctx, tx)
	if err != nil {
		return l, err
	}
	for state, n := range states {
		l.States[state] = Level{n, oldest[state]}
	}
	for _, one := range []struct {
		query string
		args  []any
		into  []any
	}{
		{"SELECT COUNT(*) FROM claims WHERE until > $1", []any{micros(now)}, []any{&l.Claims}},
		{"SELECT COUNT(*) FROM deliveries WHERE status = 'pending'", nil, []any{&l.Deliveries.Count}},
		{"SELECT COALESCE(MIN(next), 0) FROM deliveries WHERE status = 'pending'", nil, []any{instant{&l.Deliveries.Oldest}}},
		{"SELECT COUNT(*) FROM endpoint_health WHERE parked > $1", []any{micros(now)}, []any{&l.Parked}},
		{"SELECT COUNT(*) FROM endpoints WHERE NOT enabled", nil, []any{&l.Disabled}},
		{"SELECT COUNT(*), COALESCE(MIN(expires), 0) FROM credentials", nil, []any{&l.Credentials.Count, instant{&l.Credentials.Oldest}}},
	} {
		if err := tx.QueryRow(ctx, one.query, one.args...).Scan(one.into...); err != nil {
			return l, fmt.Errorf("read levels: %w", err)
		}
	}
	return l, nil
}

// oldestOrders returns when the oldest order of each open state was placed.
func oldestOrders(ctx context.Context, tx Tx) (map[predate.State]time.Time, error) {
	type first struct {
		state predate.State
		at    time.Time
	}
	scan := into(func(f *first) []any { return []any{&f.state, instant{&f.at}} })
	all, err := collect(ctx, tx, scan, "SELECT state, MIN(created) FROM orders WHERE cancelled = 0 AND state IN ("+openStates+") GROUP BY state")
	if err != nil {
		return nil, fmt.Errorf("find the oldest orders: %w", err)
	}
	oldest := map[predate.State]time.Time{}
	for _, f := range all {
		oldest[f.state] = f.at
	}
	return oldest, nil
}
