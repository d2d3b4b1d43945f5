package queue

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"predate/internal/store"
)

// Schema is the queue's own part of the database, to be given to
// store.DB.Migrate.
type Schema struct{}

// migrator is River's, on either database.
type migrator interface {
	AllVersions() []rivermigrate.Migration
	ExistingVersions(context.Context) ([]rivermigrate.Migration, error)
	Migrate(context.Context, rivermigrate.Direction, *rivermigrate.MigrateOpts) (*rivermigrate.MigrateResult, error)
}

func newMigrator(db *store.DB) (migrator, error) {
	config := &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)}
	switch pool := db.Native().(type) {
	case *sql.DB:
		return rivermigrate.New[*sql.Tx](riversqlite.New(pool), config)
	case *pgxpool.Pool:
		return rivermigrate.New[pgx.Tx](riverpgxv5.New(pool), config)
	}
	return nil, fmt.Errorf("no job engine for %s", db.Engine())
}

// Version tells at which version the tables are and at which this program
// wants them.
func (Schema) Version(ctx context.Context, db *store.DB) (have, want int64, err error) {
	m, err := newMigrator(db)
	if err != nil {
		return 0, 0, err
	}
	for _, v := range m.AllVersions() {
		want = max(want, int64(v.Version))
	}
	existing, err := m.ExistingVersions(ctx)
	if err != nil {
		// River's answer to a version it does not know is an error.
		if newest, e := newestVersion(ctx, db); e == nil && newest > want {
			return newest, want, nil
		}
		return 0, 0, fmt.Errorf("read queue schema version: %w", err)
	}
	for _, v := range existing {
		have = max(have, int64(v.Version))
	}
	return have, want, nil
}

func newestVersion(ctx context.Context, db *store.DB) (newest int64, err error) {
	err = db.View(ctx, func(ctx context.Context, tx store.Tx) error {
		return tx.QueryRow(ctx, "SELECT MAX(version) FROM river_migration").Scan(&newest)
	})
	return newest, err
}

// Migrate brings the tables up to date.
func (Schema) Migrate(ctx context.Context, db *store.DB) error {
	m, err := newMigrator(db)
	if err != nil {
		return err
	}
	if _, err := m.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("migrate queue: %w", err)
	}
	return nil
}
