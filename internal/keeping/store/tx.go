package store

import "context"

// Tx is an open transaction. It belongs to one goroutine and ends with the
// function it was given to.
type Tx interface {
	// Exec runs a statement and tells how many rows it touched.
	Exec(ctx context.Context, query string, args ...any) (rows int64, err error)
	// Query runs a statement that gives rows; the caller closes them.
	Query(ctx context.Context, query string, args ...any) (Rows, error)
	// QueryRow runs a statement that gives one row; its Scan reports
	// predate.ErrNotFound when there is none.
	QueryRow(ctx context.Context, query string, args ...any) Row
	// Native gives the driver's own transaction, *sql.Tx on SQLite and pgx.Tx
	// on PostgreSQL, for the queue.
	Native() any
	// Late puts work off to just before the commit, where everything put off
	// under the same key, be it by several callers of a group, is flushed at
	// once. When the flush fails the transaction does.
	Late(key string, item any, flush Flush)
	// Settle flushes now what was put off under a key, for who needs it written before
	// he goes on.
	Settle(ctx context.Context, key string) error
	// Once gives what find found, which is asked once for a key in a transaction that
	// several callers may share. find reads, and may hold rows; what it writes stays,
	// also when its caller fails.
	Once(key string, find func() (any, error)) (any, error)
	// Then runs fn once the transaction has committed, and never when it has
	// not. fn must not wait for the database.
	Then(fn func())
}

// Flush does at once what was put off under one key, in the order in which it
// was put off.
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
