package store

import (
	"context"

	"predate"
)

// Tx is an open transaction. It belongs to one goroutine and ends when the function
// to which it was passed returns.
type Tx interface {
	statements
	// Late defers work until just before the commit. All items with the same key,
	// even from several callers of a group, are flushed together. If the flush
	// fails, so does the transaction.
	Late(key string, item any, flush Flush)
	// Settle flushes the items of a key immediately, for callers that need them
	// written.
	Settle(ctx context.Context, key string) error
	// Once calls find once per key and transaction, which several callers may share, and
	// returns its result. find reads and may lock rows. What it writes remains even if
	// its caller fails.
	Once(key string, find func() (any, error)) (any, error)
	// Then runs fn after the transaction has committed. If it does not commit, fn
	// is not run. fn must not wait for the database.
	Then(fn func())
}

// statements are what an engine runs of a Tx.
type statements interface {
	// Exec runs a statement and returns the number of affected rows.
	Exec(ctx context.Context, query string, args ...any) (rows int64, err error)
	// Query runs a statement that returns rows; the caller closes them.
	Query(ctx context.Context, query string, args ...any) (Rows, error)
	// QueryRow runs a statement that returns one row; its Scan returns
	// predate.ErrNotFound if there is none.
	QueryRow(ctx context.Context, query string, args ...any) Row
	// InsertAll runs insertions, on PostgreSQL in one round trip. It returns
	// predate.ErrExists if a row is taken; the transaction must then fail.
	InsertAll(ctx context.Context, all []Insertion) error
}

// Insertion is a statement that skips rows whose unique value is taken.
type Insertion struct {
	Query string
	Args  []any
	Rows  int64 // that it adds if none is taken
}

// added returns predate.ErrExists if fewer rows were added.
func (i Insertion) added(rows int64) error {
	if rows != i.Rows {
		return predate.ErrExists
	}
	return nil
}

// Flush performs all deferred work of one key. The items are in the order in which
// they were deferred.
type Flush func(ctx context.Context, tx Tx, items []any) error

// Rows is a result that is read row by row.
type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close()
}

// Row is a result of one row.
type Row interface {
	Scan(dest ...any) error
}
