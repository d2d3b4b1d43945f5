package store

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"predate"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema is a part of the database's schema that another package owns.
type Schema interface {
	// Version returns the version of the database and the version that this program
	// needs; zero if the database has none yet.
	Version(ctx context.Context, db *DB) (have, want int64, err error)
	// Migrate migrates the database to the version that this program needs.
	Migrate(ctx context.Context, db *DB) error
}

// Version returns the version of the database's own schema and the version that
// this program needs; zero if the database has none yet.
func (db *DB) Version(ctx context.Context) (have, want int64, err error) {
	return OwnSchema{}.Version(ctx, db)
}

// Migrate migrates the database to the schema of this program, together with the
// schemas of other packages. It returns CodeConflict and changes nothing if a newer
// program has migrated the database. It first copies an SQLite file that already has
// a schema, to "predate.db.v3.bak" beside it, and keeps the newest two of such copies. Processes that start at the same time
// on PostgreSQL wait for each other.
func (db *DB) Migrate(ctx context.Context, others ...Schema) error {
	pool, ok := db.Native().(*pgxpool.Pool)
	if !ok {
		return db.migrate(ctx, others)
	}
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL lock_timeout = 0"); err != nil {
			return fmt.Errorf("wait for other migrations: %w", pgError(err))
		}
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", migrationLock); err != nil {
			return fmt.Errorf("wait for other migrations: %w", pgError(err))
		}
		return db.migrate(ctx, others)
	})
}

// migrationLock is the key of the advisory lock of migrations on a PostgreSQL server:
// "predate" in ASCII.
const migrationLock int64 = 0x70726564617465

func (db *DB) migrate(ctx context.Context, others []Schema) error {
	var due []Schema
	fresh := true
	for _, schema := range append([]Schema{OwnSchema{}}, others...) {
		have, want, err := schema.Version(ctx, db)
		if err != nil {
			return fmt.Errorf("read schema version: %w", err)
		}
		if have > want {
			return predate.Refuse(predate.CodeConflict, "The database is at schema %d and this program knows %d at most: "+
				"a newer predate has changed it; install that version, or restore the copy made before", have, want)
		}
		if have < want {
			due = append(due, schema)
		}
		fresh = fresh && have == 0
	}
	if len(due) > 0 && !fresh {
		if err := db.copyBefore(ctx); err != nil {
			return err
		}
	}
	for _, schema := range due {
		if err := schema.Migrate(ctx, db); err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
	}
	if len(due) > 0 && db.name == SQLite {
		db.dropCopies()
	}
	return nil
}

// copyBefore copies an SQLite file before a migration changes it.
func (db *DB) copyBefore(ctx context.Context) error {
	if db.name != SQLite {
		return nil
	}
	have, _, err := db.Version(ctx)
	if err != nil {
		return fmt.Errorf("read schema version: %w", err)
	}
	path := copyPath(db.path, have)
	if err := db.Backup(ctx, path); err != nil {
		return fmt.Errorf("copy before migration: %w", err)
	}
	db.options.Logger.Info("database copied before migration", "copy", path)
	return nil
}

// copiesKept is how many copies of before migrations stay.
const copiesKept = 2

// dropCopies removes the oldest copies that migrations made. One that cannot be removed
// only takes room.
func (db *DB) dropCopies() {
	paths, err := filepath.Glob(globbed(db.path) + ".v*.bak")
	if err != nil {
		db.options.Logger.Warn("list the copies made before migrations", "error", err)
		return
	}
	made := make(map[string]time.Time, len(paths))
	for _, path := range paths {
		if info, err := os.Lstat(path); err == nil {
			made[path] = info.ModTime()
		}
	}
	// Of copies made at one instant of the disk's clock, the later has the longer name.
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(made[b].Compare(made[a]), cmp.Compare(len(b), len(a)), strings.Compare(b, a))
	})
	for _, path := range paths[min(len(paths), copiesKept):] {
		if err := os.Remove(path); err != nil {
			db.options.Logger.Warn("remove an old copy made before a migration", "copy", path, "error", err)
			continue
		}
		db.options.Logger.Info("old copy made before a migration removed", "copy", path)
	}
}

// globbed is a path as a pattern that matches nothing else.
func globbed(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// copyPath returns the path of the copy of a file at a schema version:
// "predate.db.v3.bak", with a number if that path is taken.
func copyPath(path string, version int64) string {
	name := fmt.Sprintf("%s.v%d.bak", path, version)
	for n := 2; ; n++ {
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
		name = fmt.Sprintf("%s.v%d-%d.bak", path, version, n)
	}
}

// OwnSchema is the schema of this package, by goose.
type OwnSchema struct{}

// Version reads the version from goose's table.
func (OwnSchema) Version(ctx context.Context, db *DB) (have, want int64, err error) {
	err = withProvider(db, func(p *goose.Provider) error {
		have, want, err = p.GetVersions(ctx)
		return err
	})
	return have, want, err
}

// Migrate applies the pending migrations, each file in its own transaction.
func (OwnSchema) Migrate(ctx context.Context, db *DB) error {
	return withProvider(db, func(p *goose.Provider) error {
		results, err := p.Up(ctx)
		for _, r := range results {
			db.options.Logger.Info("schema migrated", "version", r.Source.Version, "took", r.Duration)
		}
		return err
	})
}

// withProvider calls fn with a goose provider and closes it afterwards.
func withProvider(db *DB, fn func(*goose.Provider) error) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	options := []goose.ProviderOption{
		goose.WithDisableGlobalRegistry(true), goose.WithSlog(db.options.Logger), goose.WithTableName("schema_version"),
	}
	var pool *sql.DB
	dialect := goose.DialectSQLite3
	switch native := db.Native().(type) {
	case *sql.DB:
		pool = native
	case *pgxpool.Pool:
		dialect = goose.DialectPostgres
		pool = stdlib.OpenDBFromPool(native)
		defer pool.Close()
	}
	provider, err := goose.NewProvider(dialect, pool, files, options...)
	if err != nil {
		return err
	}
	return fn(provider)
}
