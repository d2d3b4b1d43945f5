package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"predate"
)

// Engine names a database engine.
type Engine string

// The two engines. SQLite serves one process, PostgreSQL several.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

// Options configures Open. The zero value is valid.
type Options struct {
	// Readers is the number of read-only connections; zero means 8. On PostgreSQL,
	// where every connection may write, the pool has at most twice as many, unless
	// the URL sets pool_max_conns.
	Readers int
	// BusyTimeout is how long a statement waits for a lock of another process;
	// zero means 5 s.
	BusyTimeout time.Duration
	// GroupQueue is how many grouped transactions may wait; zero means 1024.
	GroupQueue int
	// Ungrouped makes Grouped behave like InTx, to measure the benefit of grouping.
	Ungrouped bool
	// Logger logs migrations; nil disables logging.
	Logger *slog.Logger
}

func (o Options) withDefaults() Options {
	if o.Readers <= 0 {
		o.Readers = 8
	}
	if o.BusyTimeout <= 0 {
		o.BusyTimeout = 5 * time.Second
	}
	if o.GroupQueue <= 0 {
		o.GroupQueue = 1024
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// handle is an open transaction that its owner can end.
type handle interface {
	statements
	commit(ctx context.Context) error
	rollback()
	// sound reports whether the transaction is still usable, even after a failed statement.
	sound() bool
}

// engine is the set of operations that differ between SQLite and PostgreSQL.
type engine interface {
	begin(ctx context.Context, readOnly bool) (handle, error)
	// glance runs fn, which runs one reading statement, without a transaction.
	glance(ctx context.Context, fn func(context.Context, Tx) error) error
	native() any
	// claim prevents other processes from claiming the database until release.
	claim(ctx context.Context) (release func(), err error)
	// backup writes a complete copy of the database to a new file.
	backup(ctx context.Context, path string) error
	pools() []Pool
	close()
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	name    Engine
	path    string // of the SQLite file
	engine  engine
	options Options
	group   *group // nil where transactions are not grouped
	damage  atomic.Pointer[error]
}

const defaultFile = "predate.db"

// EngineOf returns the engine for the database at a URL.
func EngineOf(url string) Engine {
	if strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://") {
		return Postgres
	}
	return SQLite
}

// Open opens the database at a URL: "" is predate.db in the working directory, a
// path or "sqlite:PATH" is that file, "postgres://…" is a PostgreSQL server. It
// creates an SQLite file that does not exist. It does not migrate the
// schema.
func Open(ctx context.Context, url string, o Options) (*DB, error) {
	o = o.withDefaults()
	path, isFile := FileOf(url)
	if !isFile {
		pg, err := openPostgres(ctx, url, o)
		if err != nil {
			return nil, fmt.Errorf("open PostgreSQL: %w", err)
		}
		db := &DB{name: Postgres, engine: pg, options: o}
		db.group = newGroup(db, o)
		return db, nil
	}
	lite, err := openSQLite(ctx, path, o)
	if err != nil {
		return nil, fmt.Errorf("open SQLite file %s: %w", path, err)
	}
	db := &DB{name: SQLite, path: path, engine: lite, options: o}
	db.group = newGroup(db, o)
	return db, nil
}

// Engine returns the engine of the database.
func (db *DB) Engine() Engine { return db.name }

// Native returns the connection pool, for the queue: the writing *sql.DB of SQLite,
// or the *pgxpool.Pool of PostgreSQL.
func (db *DB) Native() any { return db.engine.native() }

// Claim reserves the database for this process until release. A second process
// that claims the same SQLite file waits briefly, then gets CodeConflict.
// Reading and short writes need no claim. Any number of processes may claim a
// PostgreSQL database.
func (db *DB) Claim(ctx context.Context) (release func(), err error) {
	release, err = db.engine.claim(ctx)
	if errors.Is(err, predate.ErrBusy) {
		refusal := predate.Refuse(predate.CodeConflict, "Another predate already works on the database %s: "+
			"an SQLite file serves one process; stop the other, or use PostgreSQL", db.path)
		refusal.Err = err
		return nil, refusal
	}
	if err != nil {
		return nil, fmt.Errorf("claim the database: %w", err)
	}
	return release, nil
}

// Backup writes a complete, consistent copy of the database to a new file while
// the database is in use. On PostgreSQL it returns an error that names
// PostgreSQL's own tools.
func (db *DB) Backup(ctx context.Context, path string) error {
	if err := db.engine.backup(ctx, path); err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	return nil
}

// Check verifies the integrity of an SQLite file until ctx ends. It returns
// ErrDamaged for a damaged file. It does nothing on PostgreSQL.
func (db *DB) Check(ctx context.Context) error {
	if db.name != SQLite {
		return nil
	}
	var said string
	err := db.View(ctx, func(ctx context.Context, tx Tx) error {
		return tx.QueryRow(ctx, "PRAGMA quick_check(1)").Scan(&said)
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case said != "ok":
		return fmt.Errorf("%w: %s", ErrDamaged, said)
	}
	return nil
}

// ErrDamaged means that the database's file was overwritten or truncated.
var ErrDamaged = fmt.Errorf("the database is %w: restore a copy of it", predate.ErrDamaged)

// Damage returns the first damage found since the database was opened, or nil. It
// remains set until the database is opened again.
func (db *DB) Damage() error {
	if found := db.damage.Load(); found != nil {
		return *found
	}
	return nil
}

// noteDamage stores the first damage that is found and logs it as an alarm.
func (db *DB) noteDamage(err error) {
	if errors.Is(err, ErrDamaged) && db.damage.CompareAndSwap(nil, &err) {
		db.options.Logger.Error("ALARM: the database is damaged: restore a copy of it", "error", err)
	}
}

// Close waits for the transactions that are under way and closes the database.
func (db *DB) Close() {
	if db.group != nil {
		db.group.close()
	}
	db.engine.close()
}

const (
	tries      = 6
	firstDelay = 5 * time.Millisecond
)

// InTx runs fn in a transaction and commits it if fn returns nil. It retries a
// transaction that conflicts with another (a lock, a serialization failure) a few
// times, so fn must be safe to repeat: it may have no effects outside the database,
// and must assign its results rather than append to them. If the retries fail too,
// the error is predate.ErrBusy.
func (db *DB) InTx(ctx context.Context, fn func(context.Context, Tx) error) error {
	return db.again(ctx, false, fn)
}

// View runs fn on one snapshot of the database; writing fails. It retries fn as
// InTx does.
func (db *DB) View(ctx context.Context, fn func(context.Context, Tx) error) error {
	return db.again(ctx, true, fn)
}

func (db *DB) again(ctx context.Context, readOnly bool, fn func(context.Context, Tx) error) error {
	delay := firstDelay
	for try := 1; ; try++ {
		err := db.once(ctx, readOnly, fn)
		db.noteDamage(err)
		if err == nil || try == tries || !errors.Is(err, errAgain) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(delay):
			delay *= 2
		}
	}
}

// Grouped is InTx for frequent short transactions. On SQLite, transactions that
// wait at the same moment share one commit, and so one wait for the disk. Each
// still succeeds or fails on its own, and may be run more than once, as with InTx.
// A caller whose context ends while it waits gives up; once its transaction has
// started, it no longer depends on the caller's context. If too many wait, the
// error is a *predate.Error with CodeUnavailable and a RetryAfter.
func (db *DB) Grouped(ctx context.Context, fn func(context.Context, Tx) error) error {
	if db.group == nil || db.name != SQLite {
		return db.InTx(ctx, fn)
	}
	return db.group.do(ctx, &groupItem{fn: fn})
}

// GroupedInTurn is Grouped for what records work that was done already: when too many
// wait, it waits until there is room rather than being refused.
func (db *DB) GroupedInTurn(ctx context.Context, fn func(context.Context, Tx) error) error {
	if db.group == nil || db.name != SQLite {
		return db.InTx(ctx, fn)
	}
	return db.group.do(ctx, &groupItem{fn: fn, patient: true})
}

// GroupedBy is Grouped for transactions that write rows of one owner only. It groups on
// PostgreSQL too. The transactions of a group run in the order of their owners, so that
// two processes that lock rows of several owners cannot deadlock. For a moment they pass
// those of Grouped and GroupedInTurn that wait.
func (db *DB) GroupedBy(ctx context.Context, owner string, fn func(context.Context, Tx) error) error {
	if db.group == nil {
		return db.InTx(ctx, fn)
	}
	return db.group.do(ctx, &groupItem{fn: fn, owner: owner})
}

func (db *DB) once(ctx context.Context, readOnly bool, fn func(context.Context, Tx) error) error {
	h, err := db.engine.begin(ctx, readOnly)
	if errors.Is(err, predate.ErrBusy) {
		return fmt.Errorf("%w: %w", errAgain, err) // nothing was done yet
	}
	if err != nil {
		return err
	}
	defer h.rollback() // nothing once committed; also when fn panics
	tx := &lateTx{handle: h}
	if err := fn(ctx, tx); err != nil {
		return err
	}
	if err := tx.flush(ctx); err != nil {
		return err
	}
	if err := h.commit(ctx); err != nil {
		return err
	}
	for _, fn := range tx.then {
		fn()
	}
	return nil
}

// errUnanswered marks a commit of which it is unknown whether it took effect: it must
// not be retried.
var errUnanswered = errors.New("the commit was not answered")

// errAgain marks a transaction that conflicted with another and may be retried. It
// always wraps predate.ErrBusy.
var errAgain = fmt.Errorf("%w: run again", predate.ErrBusy)
