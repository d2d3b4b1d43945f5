package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"

	"modernc.org/sqlite"
	lite "modernc.org/sqlite/lib"

	"predate"
)

// sqliteEngine has one writing connection and several reading ones. Writers wait
// for each other in Go, where waiting is fair and cheap, rather than at the lock
// of the file.
type sqliteEngine struct {
	path    string
	options Options
	writer  *sql.DB
	reader  *sql.DB
}

func openSQLite(ctx context.Context, path string, o Options) (*sqliteEngine, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	// SQLite would create a world-readable file; its companion files copy the mode.
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	e := &sqliteEngine{path: path, options: o}
	if e.writer, err = openPool(sqliteDSN(path, o, "_txlock", "immediate"), 1); err != nil {
		return nil, err
	}
	if e.reader, err = openPool(sqliteDSN(path, o, "_query_only", "1"), o.Readers); err != nil {
		e.close()
		return nil, err
	}
	if err := e.writer.PingContext(ctx); err != nil {
		e.close()
		return nil, liteError(err)
	}
	return e, nil
}

// checkpointPages is how long the log gets before a commit copies it into the file: 16 MiB.
// A page that many commits change is copied once, so four times SQLite's own length costs less.
const checkpointPages = 4000

// sqliteDSN returns the DSN of the file with the settings of each connection.
// busy_timeout comes first, so that a connection opened while another process
// writes waits instead of failing at journal_mode. With synchronous=FULL, a commit
// survives a power failure.
func sqliteDSN(path string, o Options, extra ...string) string {
	query := url.Values{}
	query.Add("_pragma", "busy_timeout("+strconv.FormatInt(o.BusyTimeout.Milliseconds(), 10)+")")
	query.Add("_pragma", "journal_mode(WAL)")
	query.Add("_pragma", "synchronous(FULL)")
	query.Add("_pragma", "foreign_keys(1)")
	query.Add("_pragma", "temp_store(MEMORY)")
	query.Add("_pragma", fmt.Sprintf("wal_autocheckpoint(%d)", checkpointPages))
	for i := 0; i < len(extra); i += 2 {
		query.Set(extra[i], extra[i+1])
	}
	return (&url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: query.Encode()}).String()
}

func openPool(dsn string, size int) (*sql.DB, error) {
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	pool := sql.OpenDB(cachingConnector{connector})
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size) // a connection that closes loses its statements
	return pool, nil
}

func (e *sqliteEngine) native() any { return e.writer }

func (e *sqliteEngine) begin(ctx context.Context, readOnly bool) (handle, error) {
	pool := e.writer
	if readOnly {
		pool = e.reader
	}
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("begin: %w", liteError(err))
	}
	return liteTx{tx}, nil
}

// close closes the readers first: the last connection to close is the one that may
// checkpoint the log into the file.
func (e *sqliteEngine) close() {
	for _, pool := range []*sql.DB{e.reader, e.writer} {
		if pool != nil {
			_ = pool.Close() // nothing can be done about it, and commits are on disk
		}
	}
}

// claim locks a file beside the database. The system releases the lock when the
// process ends, however it ends.
func (e *sqliteEngine) claim(ctx context.Context) (release func(), err error) {
	dsn := url.Values{}
	dsn.Set("_busy_timeout", strconv.FormatInt(e.options.BusyTimeout.Milliseconds(), 10))
	dsn.Set("_txlock", "exclusive")
	pool, err := openPool((&url.URL{Scheme: "file", OmitHost: true, Path: e.path + ".owner", RawQuery: dsn.Encode()}).String(), 1)
	if err != nil {
		return nil, err
	}
	tx, err := pool.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return nil, errors.Join(liteError(err), pool.Close())
	}
	return func() {
		_ = tx.Rollback() // closing lets the lock go in any case
		_ = pool.Close()
	}, nil
}

// backup copies to a temporary name, so that an incomplete copy never has the final
// name, and syncs the copy to disk.
func (e *sqliteEngine) backup(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err == nil {
		return predate.ErrExists
	}
	part := path + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	file, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600) // an empty file is good for VACUUM INTO
	if err != nil {
		return err
	}
	defer file.Close()
	// A connection of its own: it neither holds up the writer nor is it one of
	// the readers, which may not even write another file.
	pool, err := openPool(sqliteDSN(e.path, e.options), 1)
	if err != nil {
		return err
	}
	defer pool.Close()
	if _, err := pool.ExecContext(ctx, "VACUUM INTO $1", part); err != nil {
		return errors.Join(liteError(err), os.Remove(part))
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// liteTx is a transaction of SQLite.
type liteTx struct{ tx *sql.Tx }

func (t liteTx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := t.tx.ExecContext(ctx, query, clean(args)...)
	if err != nil {
		return 0, liteError(err)
	}
	return result.RowsAffected()
}

func (t liteTx) InsertAll(ctx context.Context, all []Insertion) error {
	for _, one := range all {
		n, err := t.Exec(ctx, one.Query, one.Args...)
		if err = cmp.Or(err, one.added(n)); err != nil {
			return err
		}
	}
	return nil
}

func (t liteTx) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	rows, err := t.tx.QueryContext(ctx, query, clean(args)...)
	if err != nil {
		return nil, liteError(err)
	}
	return liteRows{rows}, nil
}

func (t liteTx) QueryRow(ctx context.Context, query string, args ...any) Row {
	return liteRow{t.tx.QueryRowContext(ctx, query, clean(args)...)}
}

// sound returns true: a failed statement does not affect the others of its transaction.
func (t liteTx) sound() bool { return true }

func (t liteTx) commit(context.Context) error {
	if err := t.tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", liteError(err))
	}
	return nil
}

// rollback ignores an error: the connection is then dropped.
func (t liteTx) rollback() { _ = t.tx.Rollback() }

type liteRows struct{ *sql.Rows }

func (r liteRows) Err() error { return liteError(r.Rows.Err()) }

func (r liteRows) Close() { _ = r.Rows.Close() } // Err tells

type liteRow struct{ row *sql.Row }

func (r liteRow) Scan(dest ...any) error { return liteError(r.row.Scan(dest...)) }

// liteError translates the driver's errors into those of package predate.
func liteError(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return predate.ErrNotFound
	}
	var cause *sqlite.Error
	if !errors.As(err, &cause) {
		return err
	}
	switch cause.Code() {
	case lite.SQLITE_CONSTRAINT_UNIQUE, lite.SQLITE_CONSTRAINT_PRIMARYKEY:
		return fmt.Errorf("%w: %w", predate.ErrExists, err)
	}
	switch cause.Code() & 0xff {
	case lite.SQLITE_BUSY, lite.SQLITE_LOCKED:
		return fmt.Errorf("%w: %w", errAgain, err)
	case lite.SQLITE_CORRUPT, lite.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case lite.SQLITE_FULL, lite.SQLITE_IOERR, lite.SQLITE_NOMEM:
		return fmt.Errorf("%w: %w", predate.ErrBusy, err)
	}
	return err
}
