package queue

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"

	"predate/internal/store"
)

func newEngine(db *store.DB, config *river.Config, log *slog.Logger) (engine, error) {
	switch pool := db.Native().(type) {
	case *sql.DB:
		client, err := river.NewClient(riversqlite.New(pool), config)
		return &riverEngine[*sql.Tx]{client: client, heirs: &reclaimer{db: db}}, err
	case *pgxpool.Pool:
		client, err := river.NewClient(riverpgxv5.New(pool), config)
		if err != nil {
			return nil, err
		}
		return &riverEngine[pgx.Tx]{client: client, heirs: &presence{pool: pool, client: client.ID(), logger: log}}, nil
	}
	return nil, fmt.Errorf("no job engine for %s", db.Engine())
}

// riverEngine is River with the transactions of one database.
type riverEngine[T any] struct {
	client *river.Client[T]
	heirs  heirs
}

// heirs take up the jobs that killed processes left running.
type heirs interface {
	start(context.Context) error
	stop()
}

func (e *riverEngine[T]) start(ctx context.Context) error {
	if err := e.heirs.start(ctx); err != nil {
		return err
	}
	if err := e.client.Start(ctx); err != nil {
		e.heirs.stop()
		return err
	}
	return nil
}

func (e *riverEngine[T]) stop(ctx context.Context) error {
	defer e.heirs.stop()
	if err := e.client.Stop(ctx); err == nil || ctx.Err() == nil {
		return err
	}
	return e.client.StopAndCancel(ctx) // cancels, and does not wait on an ended context
}

func (e *riverEngine[T]) insert(ctx context.Context, tx store.Tx, jobs []river.InsertManyParams) error {
	native, ok := tx.Native().(T)
	if !ok {
		return fmt.Errorf("transaction of another engine: %T", tx.Native())
	}
	_, err := e.client.InsertManyFastTx(ctx, native, jobs)
	return err
}

// reclaimer claims an SQLite file and frees, once at the start, the jobs and
// the leadership that a killed process held: whatever is marked as running in
// a file that was just claimed runs no more.
type reclaimer struct {
	db      *store.DB
	release func()
}

func (r *reclaimer) start(ctx context.Context) error {
	var err error
	if r.release, err = r.db.Claim(ctx); err != nil {
		return err
	}
	err = r.db.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE river_job SET state = 'available', max_attempts = MAX(max_attempts, attempt + 1)"+
			" WHERE state = 'running'")
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "DELETE FROM river_leader")
		return err
	})
	if err != nil {
		r.stop()
		return fmt.Errorf("free the jobs of an earlier process: %w", err)
	}
	return nil
}

func (r *reclaimer) stop() {
	if r.release != nil {
		r.release()
		r.release = nil
	}
}
