package store

import (
	"context"
	"strings"
)

// lateTx stores the work that is deferred until just before the commit, the functions to
// run after it, and the results of Once.
type lateTx struct {
	handle
	late  []lateItem
	then  []func()
	memo  map[string]any
	wrote bool // a statement has been run that may have changed something
	// ending is true during flush: insertions then wait for those of the next key, or for
	// the next other statement, so that they are one round trip.
	ending bool
	adding []Insertion
}

type lateItem struct {
	key   string
	item  any
	flush Flush
}

func (tx *lateTx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	tx.wrote = true
	if err := tx.add(ctx); err != nil {
		return 0, err
	}
	return tx.handle.Exec(ctx, query, args...)
}

func (tx *lateTx) InsertAll(ctx context.Context, all []Insertion) error {
	tx.wrote = true
	tx.adding = append(tx.adding, all...)
	if tx.ending {
		return nil
	}
	return tx.add(ctx)
}

// add runs the insertions that wait.
func (tx *lateTx) add(ctx context.Context) error {
	all := tx.adding
	tx.adding = nil
	if len(all) == 0 {
		return nil
	}
	return tx.handle.InsertAll(ctx, all)
}

func (tx *lateTx) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	if err := tx.note(ctx, query); err != nil {
		return nil, err
	}
	return tx.handle.Query(ctx, query, args...)
}

func (tx *lateTx) QueryRow(ctx context.Context, query string, args ...any) Row {
	if err := tx.note(ctx, query); err != nil {
		return noRow{err}
	}
	return tx.handle.QueryRow(ctx, query, args...)
}

// noRow is the row of a query that was not run.
type noRow struct{ err error }

func (r noRow) Scan(...any) error { return r.err }

func (tx *lateTx) note(ctx context.Context, query string) error {
	tx.wrote = tx.wrote || !strings.HasPrefix(query, "SELECT ")
	return tx.add(ctx)
}

func (tx *lateTx) Late(key string, item any, flush Flush) {
	tx.late = append(tx.late, lateItem{key, item, flush})
}

func (tx *lateTx) Then(fn func()) { tx.then = append(tx.then, fn) }

func (tx *lateTx) Once(key string, find func() (any, error)) (any, error) {
	if known, ok := tx.memo[key]; ok {
		return known, nil
	}
	wrote := tx.wrote
	found, err := find()
	if err != nil {
		return nil, err
	}
	tx.wrote = wrote // a lock that find took remains for the other callers
	if tx.memo == nil {
		tx.memo = map[string]any{}
	}
	tx.memo[key] = found
	return found, nil
}

func (tx *lateTx) Settle(ctx context.Context, key string) error {
	var now, rest []lateItem
	for _, l := range tx.late {
		if l.key == key {
			now = append(now, l)
		} else {
			rest = append(rest, l)
		}
	}
	tx.late = rest
	return tx.do(ctx, now)
}

// flush runs the Flush of each key once, in the order in which the keys were first used.
func (tx *lateTx) flush(ctx context.Context) error {
	tx.ending = true
	for len(tx.late) > 0 {
		if err := tx.Settle(ctx, tx.late[0].key); err != nil {
			return err
		}
	}
	return tx.add(ctx)
}

// do flushes the items deferred under one key.
func (tx *lateTx) do(ctx context.Context, late []lateItem) error {
	if len(late) == 0 {
		return nil
	}
	items := make([]any, len(late))
	for i, l := range late {
		items[i] = l.item
	}
	return late[0].flush(ctx, tx, items)
}

// mark is a point in a transaction. Work that was only deferred after it can be undone.
type mark struct{ late, then int }

func (tx *lateTx) mark() mark {
	tx.wrote = false
	return mark{len(tx.late), len(tx.then)}
}

// undo removes the work deferred since a mark. It returns false if statements were run
// since.
func (tx *lateTx) undo(m mark) bool {
	if tx.wrote || !tx.handle.sound() {
		return false
	}
	tx.late, tx.then = tx.late[:m.late], tx.then[:m.then]
	return true
}
