package store

import (
	"context"
	"fmt"

	"predate"
)

const eventColumns = "id, account, order_id, external_id, run, seq, state, simulated, test_mode, created, position, missing," +
	" faults, delay, passed, trace"

// eventFields returns what eventColumns are scanned into.
func eventFields(e *predate.Event) []any {
	return []any{
		&e.ID, &e.Account, &e.Order, &e.ExternalID, &e.Run, &e.Seq, &e.State,
		&e.Simulated, &e.TestMode,
		instant{&e.Created},
		&e.Position, readGaps(&e.Missing),
		readTexts(&e.Rehearsal.Faults), &e.Rehearsal.Delay, &e.Rehearsal.Passed, &e.Trace,
	}
}

func scanEvent(row Row) (predate.Event, error) { return into(eventFields)(row) }

func eventValues(e predate.Event) ([]any, error) {
	missing, err := gapsText(e.Missing)
	if err != nil {
		return nil, err
	}
	faults, err := texts(e.Rehearsal.Faults)
	if err != nil {
		return nil, err
	}
	return []any{
		e.ID, e.Account, e.Order, e.ExternalID, e.Run, e.Seq, e.State, e.Simulated, e.TestMode, micros(e.Created), e.Position,
		missing, faults, e.Rehearsal.Delay, e.Rehearsal.Passed, e.Trace,
	}, nil
}

// InsertEvent adds an event and assigns to it the next position in its account's
// feed. It locks the account's counter until the transaction ends, so that positions
// become visible in order and without gaps: a reader that has seen position n never
// sees a smaller one later. It returns ErrExists if the id, or the sequence number
// within the order, is taken.
func InsertEvent(ctx context.Context, tx Tx, e *predate.Event) error {
	next := *e
	position, err := takePositions(ctx, tx, e.Account, 1)
	next.Position = position
	var values []any
	if err == nil {
		values, err = eventValues(next)
	}
	if err == nil {
		err = insert(ctx, tx, "events", eventColumns, values...)
	}
	if err != nil {
		return fmt.Errorf("insert event %s of %s: %w", e.ID, e.Order, err)
	}
	e.Position = next.Position
	return nil
}

// takePositions reserves the next count positions of an account's feed and returns the
// last of them. It locks the account's counter until the transaction ends.
func takePositions(ctx context.Context, tx Tx, account predate.AccountID, count int64) (last int64, err error) {
	err = tx.QueryRow(ctx, "INSERT INTO event_positions (account, last) VALUES ($1, $2)"+
		" ON CONFLICT (account) DO UPDATE SET last = event_positions.last + excluded.last RETURNING last", account, count).Scan(&last)
	return last, err
}

// LastPosition returns the position of the latest event of an account, or of its
// latest test event; 0 if there is none.
func LastPosition(ctx context.Context, tx Tx, account predate.AccountID, testOnly bool) (int64, error) {
	query := "SELECT COALESCE(MAX(last), 0) FROM event_positions WHERE account = $1"
	if testOnly {
		query = "SELECT COALESCE(MAX(position), 0) FROM events WHERE account = $1 AND test_mode"
	}
	var last int64
	if err := tx.QueryRow(ctx, query, account).Scan(&last); err != nil {
		return 0, fmt.Errorf("read the last position of %s: %w", account, err)
	}
	return last, nil
}

// EventByID returns an event, or ErrNotFound.
func EventByID(ctx context.Context, tx Tx, id predate.EventID) (predate.Event, error) {
	e, err := scanEvent(tx.QueryRow(ctx, "SELECT "+eventColumns+" FROM events WHERE id = $1", id))
	if err != nil {
		return e, fmt.Errorf("read event %s: %w", id, err)
	}
	return e, nil
}

// EventsOf returns the events of an order in chronological order, including
// simulated ones.
func EventsOf(ctx context.Context, tx Tx, order predate.OrderID) ([]predate.Event, error) {
	all, err := collect(ctx, tx, scanEvent,
		"SELECT "+eventColumns+" FROM events WHERE order_id = $1 ORDER BY position", order)
	if err != nil {
		return nil, fmt.Errorf("list events of %s: %w", order, err)
	}
	return all, nil
}

// EventsAfter returns the events of a part of a feed, in the order of positions.
func EventsAfter(ctx context.Context, tx Tx, part predate.FeedRange) ([]predate.Event, error) {
	if part.Limit <= 0 {
		part.Limit = defaultLimit
	}
	where := " FROM events WHERE account = $1 AND position > $2"
	if part.TestOnly {
		where += " AND test_mode"
	}
	all, err := collect(ctx, tx, scanEvent, "SELECT "+eventColumns+where+" ORDER BY position LIMIT $3", part.Account, part.After, part.Limit)
	if err != nil {
		return nil, fmt.Errorf("list events of %s after %d: %w", part.Account, part.After, err)
	}
	return all, nil
}
