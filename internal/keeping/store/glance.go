package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Glance is View for one statement, which needs no transaction to see a consistent state.
// On PostgreSQL this saves two of three round trips. fn must run exactly one statement,
// which reads.
func (db *DB) Glance(ctx context.Context, fn func(context.Context, Tx) error) error {
	err := db.engine.glance(ctx, fn)
	db.noteDamage(err)
	if !errors.Is(err, errAgain) {
		return err
	}
	return db.View(ctx, fn)
}

func (e *sqliteEngine) glance(ctx context.Context, fn func(context.Context, Tx) error) error {
	return fn(ctx, liteGlance{pool: e.reader})
}

// glance retries while the pool has dead connections, which a restart of the server leaves.
func (e *postgresEngine) glance(ctx context.Context, fn func(context.Context, Tx) error) error {
	for left := e.size; ; left-- {
		err := fn(ctx, pgGlance{pool: e.pool})
		var unreachable *pgconn.ConnectError
		if err == nil || left == 0 || !pgconn.SafeToRetry(err) || errors.As(err, &unreachable) || ctx.Err() != nil {
			return err
		}
	}
}

// liteGlance reads from SQLite.
type liteGlance struct {
	Tx
	pool *sql.DB
}

func (g liteGlance) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	rows, err := g.pool.QueryContext(ctx, query, clean(args)...)
	if err != nil {
		return nil, liteError(err)
	}
	return liteRows{rows}, nil
}

func (g liteGlance) QueryRow(ctx context.Context, query string, args ...any) Row {
	return liteRow{g.pool.QueryRowContext(ctx, query, clean(args)...)}
}

// pgGlance reads from PostgreSQL.
type pgGlance struct {
	Tx
	pool *pgxpool.Pool
}

func (g pgGlance) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	rows, err := g.pool.Query(ctx, query, clean(args)...)
	if err != nil {
		return nil, pgError(err)
	}
	return pgRows{rows}, nil
}

func (g pgGlance) QueryRow(ctx context.Context, query string, args ...any) Row {
	return pgRow{g.pool.QueryRow(ctx, query, clean(args)...)}
}
