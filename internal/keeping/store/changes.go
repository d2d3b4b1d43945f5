package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// changeColumns are the columns of a change when it is written, before it has a position.
// Its number counts the changes of the order, under the lock of the order's queue row.
const changeColumns = "order_id, number, kind, position, at"

// placedAtOnce is how many changes get their position in one transaction.
const placedAtOnce = 200

// PlaceChanges assigns positions to committed changes, in one sequence for all orders,
// and returns the number of changes.
//
// A position assigned by a writer would become visible only at the writer's commit,
// possibly after a reader has passed it. Writers therefore assign none and never wait
// for each other. Instead the reader assigns positions to committed changes, in a
// transaction that locks the one row of change_positions. Positions thus become visible
// in order and without gaps: a reader that has seen n never sees a smaller one later.
// The row is locked before the changes are queried, so that changes which another
// reader has placed meanwhile are seen as placed. PlaceChanges also creates the queue
// rows of new orders, so that readers of their changes find them.
func PlaceChanges(ctx context.Context, tx Tx, now time.Time) (int, error) {
	var last int64
	err := tx.QueryRow(ctx, "UPDATE change_positions SET last = last WHERE id = 1 RETURNING last").Scan(&last)
	if err != nil {
		return 0, fmt.Errorf("hold the positions of changes: %w", err)
	}
	n, err := tx.Exec(ctx, "UPDATE changes SET position = $1 + n.nth, at = $2 FROM (SELECT order_id, number, kind,"+
		" ROW_NUMBER() OVER (ORDER BY order_id, number, kind) AS nth FROM changes WHERE position = 0"+
		" ORDER BY order_id, number, kind LIMIT $3) AS n"+
		" WHERE changes.order_id = n.order_id AND changes.number = n.number AND changes.kind = n.kind", last, micros(now), placedAtOnce)
	if err == nil && n > 0 {
		_, err = tx.Exec(ctx, "UPDATE change_positions SET last = $1 WHERE id = 1", last+n)
	}
	if err == nil && n > 0 {
		err = firstQueueRows(ctx, tx, last, last+n)
	}
	if err != nil {
		return 0, fmt.Errorf("place changes after %d: %w", last, err)
	}
	return int(n), nil
}

// firstQueueRows creates the missing queue rows of orders with a change at a position
// above after, up to to.
func firstQueueRows(ctx context.Context, tx Tx, after, to int64) error {
	lacking, err := collect(ctx, tx, one[predate.OrderID], "SELECT DISTINCT c.order_id FROM changes c LEFT JOIN queue_rows q ON q.order_id = c.order_id"+
		" WHERE c.position > 0 AND c.position > $1 AND c.position <= $2 AND q.order_id IS NULL ORDER BY c.order_id", after, to)
	for _, order := range lacking {
		if _, err := remakeQueueRow(ctx, tx, order); err != nil {
			return err
		}
	}
	return err
}

// ChangesUnplaced reports whether committed changes have no position yet.
func ChangesUnplaced(ctx context.Context, tx Tx) (some bool, err error) {
	if err = tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM changes WHERE position = 0)").Scan(&some); err != nil {
		return false, fmt.Errorf("look for changes without a position: %w", err)
	}
	return some, nil
}

// ChangesAfter returns up to limit changes after a position, in the order of positions.
func ChangesAfter(ctx context.Context, tx Tx, after int64, limit int) ([]predate.Change, error) {
	scan := into(func(c *predate.Change) []any { return []any{&c.Position, &c.Order, &c.Kind, instant{&c.At}} })
	all, err := collect(ctx, tx, scan, "SELECT position, order_id, kind, at FROM changes WHERE position > 0 AND position > $1"+
		" ORDER BY position LIMIT $2", after, limit)
	if err != nil {
		return nil, fmt.Errorf("list changes after %d: %w", after, err)
	}
	return all, nil
}

// ChangePositions returns the last assigned position and the last deleted one.
func ChangePositions(ctx context.Context, tx Tx) (last, pruned int64, err error) {
	if err = tx.QueryRow(ctx, "SELECT last, pruned FROM change_positions WHERE id = 1").Scan(&last, &pruned); err != nil {
		return 0, 0, fmt.Errorf("read the positions of changes: %w", err)
	}
	return last, pruned, nil
}

// PurgeChanges deletes up to limit changes older than an instant, oldest first, and
// returns their number. Readers at an earlier position learn it from ChangePositions.
func PurgeChanges(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	var until int64
	err := tx.QueryRow(ctx, "SELECT COALESCE(MAX(position), 0) FROM (SELECT position, at FROM changes WHERE position > 0"+
		" ORDER BY position LIMIT $1) AS first WHERE at < $2", limit, micros(before)).Scan(&until)
	if err != nil || until == 0 {
		return 0, wrapPurge(err)
	}
	if _, err := tx.Exec(ctx, "UPDATE change_positions SET pruned = $1 WHERE id = 1 AND pruned < $1", until); err != nil {
		return 0, wrapPurge(err)
	}
	n, err := tx.Exec(ctx, "DELETE FROM changes WHERE position > 0 AND position <= $1", until)
	return int(n), wrapPurge(err)
}

func wrapPurge(err error) error {
	if err != nil {
		return fmt.Errorf("purge changes: %w", err)
	}
	return nil
}
