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

// Options sets what Open leaves open. The zero value is good.
type Options struct {
	// Readers is the number of connections that only read; zero means 8. On
	// PostgreSQL, where any may write, twice as many are opened at most, unless
	// the URL sets pool_max_conns.
	Readers int
	// BusyTimeout is how long a statement waits for a lock of another process;
	// zero means 5 s.
	BusyTimeout time.Duration
	// GroupQueue is how many grouped transactions may wait; zero means 1024.
	GroupQueue int
	// Ungrouped makes Grouped the same as InTx, to measure what grouping gains.
	Ungrouped bool
	// Logger hears of migrations; nil means silence.
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
	Tx
	commit(ctx context.Context) error
	rollback()
	// sound says whether the transaction can go on, also after a statement has failed.
	sound() bool
}

// engine is what differs between SQLite and PostgreSQL.
type engine interface {
	begin(ctx context.Context, readOnly bool) (handle, error)
	// glance runs fn, which runs one statement that reads, without a transaction.
	glance(ctx context.Context, fn func(context.Context, Tx) error) error
	native() any
	// claim keeps other processes from claiming the database until release.
	claim(ctx context.Context) (release func(), err error)
	// backup writes a whole copy of the database to a file that is not there.
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

// EngineOf tells which engine serves the database that a URL names.
func EngineOf(url string) Engine {
	if strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://") {
		return Postgres
	}
	return SQLite
}

// Open opens the database that a URL names, and creates an SQLite file that is
// not there yet: "" is predate.db in the working directory, a path or
// "sqlite:PATH" is that file, "postgres://…" is a PostgreSQL server. It does
// not migrate.
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

// Engine tells which engine serves the database.
func (db *DB) Engine() Engine { return db.name }

// Native gives the pool itself, for the queue: the writing *sql.DB of SQLite,
// or the *pgxpool.Pool of PostgreSQL.
func (db *DB) Native() any { return db.engine.native() }

// Claim makes this process the one that works on the database, until release:
// a second one that claims the same SQLite file waits a little and is then
// refused with CodeConflict. Reading and short writes need no claim. Any
// number of processes may claim a PostgreSQL database.
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

// Backup writes a whole, consistent copy of the database to a file that is not
// there yet, while work goes on. PostgreSQL has its own tools: there it is
// refused with a sentence that says so.
func (db *DB) Backup(ctx context.Context, path string) error {
	if err := db.engine.backup(ctx, path); err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	return nil
}

// Check looks whether an SQLite file is whole, for as long as its context lets
// it; a damaged one is ErrDamaged. A PostgreSQL server looks after its own files.
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

// ErrDamaged says that the database's file has been overwritten or cut.
var ErrDamaged = fmt.Errorf("the database is %w: restore a copy of it", predate.ErrDamaged)

// Damage is what was found damaged of the database while it was open; nil when
// nothing was. It lasts until another copy is opened.
func (db *DB) Damage() error {
	if found := db.damage.Load(); found != nil {
		return *found
	}
	return nil
}

// noteDamage keeps the first damage that anybody meets, and calls for operators.
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

// InTx runs fn in a transaction and commits it when fn returns nil. A
// transaction that lost against another (a lock, a serialization failure) is
// run again a few times, so fn must be safe to repeat: it does no work outside
// the database and sets, rather than adds to, what it hands out. When that
// does not help the error is predate.ErrBusy.
func (db *DB) InTx(ctx context.Context, fn func(context.Context, Tx) error) error {
	return db.again(ctx, false, fn)
}

// View runs fn on one unchanging state of the database; writing fails. It is
// run again as InTx is.
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

// Grouped is InTx for short transactions that come in numbers: on SQLite, those
// that wait at the same moment share one commit, and so one wait for the disk.
// Each still stands or falls alone, and may be run more than once, as with InTx. A caller whose context ends while it waits
// its turn gives up; once its turn has come, the work no longer depends on the
// caller's context. When too many wait, the error is a *predate.Error with
// CodeUnavailable and a RetryAfter.
func (db *DB) Grouped(ctx context.Context, fn func(context.Context, Tx) error) error {
	if db.group == nil || db.name != SQLite {
		return db.InTx(ctx, fn)
	}
	return db.group.do(ctx, "", fn)
}

// GroupedInTurn is Grouped for what records work that was done already: when too many
// wait, it waits until there is room rather than being refused.
func (db *DB) GroupedInTurn(ctx context.Context, fn func(context.Context, Tx) error) error {
	if db.group == nil || db.name != SQLite {
		return db.InTx(ctx, fn)
	}
	return db.group.doInTurn(ctx, fn)
}

// GroupedBy is Grouped for transactions that write rows of one owner alone, and is
// grouped on PostgreSQL too. Those of a group go in the order of their owners: of two
// processes that hold rows of several owners, none waits for the other in a circle.
func (db *DB) GroupedBy(ctx context.Context, owner string, fn func(context.Context, Tx) error) error {
	if db.group == nil {
		return db.InTx(ctx, fn)
	}
	return db.group.do(ctx, owner, fn)
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

// errUnanswered marks a commit of which nobody knows whether it was carried out: it must
// not be run again.
var errUnanswered = errors.New("the commit was not answered")

// errAgain marks a transaction that lost against another and may be run again;
// it is always predate.ErrBusy too.
var errAgain = fmt.Errorf("%w: run again", predate.ErrBusy)
