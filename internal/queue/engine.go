package queue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"

	"predate/internal/store"
)

func newEngine(db *store.DB, config *river.Config) (engine, error) {
	switch pool := db.Native().(type) {
	case *sql.DB:
		client, err := river.NewClient(riversqlite.New(pool), config)
		return &riverEngine[*sql.Tx]{client: client, before: func(ctx context.Context) error { return reclaim(ctx, db) }}, err
	case *pgxpool.Pool:
		client, err := river.NewClient(riverpgxv5.New(pool), config)
		return &riverEngine[pgx.Tx]{client: client}, err
	}
	return nil, fmt.Errorf("no job engine for %s", db.Engine())
}

// riverEngine is River with the transactions of one database.
type riverEngine[T any] struct {
	client *river.Client[T]
	before func(context.Context) error // the start; may be nil
}

func (e *riverEngine[T]) start(ctx context.Context) error {
	if e.before != nil {
		if err := e.before(ctx); err != nil {
			return err
		}
	}
	return e.client.Start(ctx)
}

func (e *riverEngine[T]) stop(ctx context.Context) error {
	soft := ctx
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		soft, cancel = context.WithTimeout(ctx, time.Until(deadline)/2)
		defer cancel()
	}
	err := e.client.Stop(soft)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return e.client.StopAndCancel(ctx)
	}
	return err
}

func (e *riverEngine[T]) insert(ctx context.Context, tx store.Tx, jobs []river.InsertManyParams) error {
	native, ok := tx.Native().(T)
	if !ok {
		return fmt.Errorf("transaction of another engine: %T", tx.Native())
	}
	_, err := e.client.InsertManyFastTx(ctx, native, jobs)
	return err
}

// reclaim frees the jobs and the leadership that a killed process held. One
// process owns an SQLite file: whatever is marked as running when it starts
// runs no more.
func reclaim(ctx context.Context, db *store.DB) error {
	return db.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE river_job SET state = 'available', max_attempts = MAX(max_attempts, attempt + 1)"+
			" WHERE state = 'running'")
		if err == nil {
			_, err = tx.Exec(ctx, "DELETE FROM river_leader")
		}
		if err != nil {
			return fmt.Errorf("free the jobs of an earlier process: %w", err)
		}
		return nil
	})
}
