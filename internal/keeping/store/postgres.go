package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"predate"
)

// postgresEngine is a pool of connections to a server that several processes
// may share.
type postgresEngine struct {
	pool *pgxpool.Pool
	size int32 // connections at most
}

func openPostgres(ctx context.Context, url string, o Options) (*postgresEngine, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errors.New("the URL cannot be read") // the cause may repeat the password
	}
	if !strings.Contains(url, "pool_max_conns") {
		config.MaxConns = int32(2 * o.Readers)
	}
	if _, set := config.ConnConfig.RuntimeParams["lock_timeout"]; !set {
		config.ConnConfig.RuntimeParams["lock_timeout"] = fmt.Sprint(o.BusyTimeout.Milliseconds())
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, pgError(err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, pgError(err)
	}
	return &postgresEngine{pool, config.MaxConns}, nil
}

func (e *postgresEngine) native() any { return e.pool }

// begin opens a transaction. Writers run at READ COMMITTED, where versions and row
// locks on counters isolate them; readers run on one snapshot.
func (e *postgresEngine) begin(ctx context.Context, readOnly bool) (handle, error) {
	options := pgx.TxOptions{IsoLevel: pgx.ReadCommitted}
	if readOnly {
		options = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	}
	// A restart of the server leaves dead connections in the pool: each is removed
	// when it is tried.
	for left := e.size; ; left-- {
		tx, err := e.pool.BeginTx(ctx, options)
		if err == nil {
			return pgTx{tx}, nil
		}
		if left == 0 || !deadConnection(err) || ctx.Err() != nil {
			return nil, fmt.Errorf("begin: %w", pgError(err))
		}
	}
}

// deadConnection reports whether a transaction did not begin because its connection was
// closed before or while it began, so that another connection may serve. The server
// says so with admin_shutdown or crash_shutdown (PostgreSQL, appendix A) where its
// message arrives before the end of the connection.
func deadConnection(err error) bool {
	var unreachable *pgconn.ConnectError
	if errors.As(err, &unreachable) {
		return false
	}
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return refused.Code == "57P01" || refused.Code == "57P02"
	}
	return pgconn.SafeToRetry(err)
}

// claim does nothing: several processes may use a server.
func (e *postgresEngine) claim(context.Context) (release func(), err error) {
	return func() {}, nil
}

func (e *postgresEngine) backup(context.Context, string) error {
	return predate.Refuse(predate.CodeInvalid, "A PostgreSQL database is backed up with its own tools: use pg_dump")
}

func (e *postgresEngine) close() { e.pool.Close() }

// pgTx is a transaction of PostgreSQL.
type pgTx struct{ tx pgx.Tx }

func (t pgTx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	tag, err := t.tx.Exec(ctx, query, clean(args)...)
	if err != nil {
		return 0, pgError(err)
	}
	return tag.RowsAffected(), nil
}

func (t pgTx) InsertAll(ctx context.Context, all []Insertion) error {
	var batch pgx.Batch
	for _, one := range all {
		batch.Queue(one.Query, clean(one.Args)...).Exec(func(tag pgconn.CommandTag) error { return one.added(tag.RowsAffected()) })
	}
	return pgError(t.tx.SendBatch(ctx, &batch).Close())
}

func (t pgTx) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	rows, err := t.tx.Query(ctx, query, clean(args)...)
	if err != nil {
		return nil, pgError(err)
	}
	return pgRows{rows}, nil
}

func (t pgTx) QueryRow(ctx context.Context, query string, args ...any) Row {
	return pgRow{t.tx.QueryRow(ctx, query, clean(args)...)}
}

// sound returns false after a failed statement, which aborts the transaction.
func (t pgTx) sound() bool {
	const inTransaction = 'T'
	return t.tx.Conn().PgConn().TxStatus() == inTransaction
}

func (t pgTx) commit(ctx context.Context) error {
	err := t.tx.Commit(ctx)
	if err == nil {
		return nil
	}
	var refused *pgconn.PgError
	if errors.As(err, &refused) || errors.Is(err, pgx.ErrTxCommitRollback) {
		return fmt.Errorf("commit: %w", pgError(err))
	}
	return fmt.Errorf("commit: %w: %w", errUnanswered, pgError(err))
}

// rollback works even if the caller's context has ended; pgx closes the connection if
// the rollback fails.
func (t pgTx) rollback() { _ = t.tx.Rollback(context.Background()) }

type pgRows struct{ rows pgx.Rows }

func (r pgRows) Next() bool             { return r.rows.Next() }
func (r pgRows) Scan(dest ...any) error { return pgError(r.rows.Scan(dest...)) }
func (r pgRows) Err() error             { return pgError(r.rows.Err()) }
func (r pgRows) Close()                 { r.rows.Close() }

type pgRow struct{ row pgx.Row }

func (r pgRow) Scan(dest ...any) error { return pgError(r.row.Scan(dest...)) }

// pgError translates the driver's errors into those of package predate.
func pgError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgx.ErrNoRows):
		return predate.ErrNotFound
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return pgCode(refused.Code, err)
	}
	var unreachable *pgconn.ConnectError
	if errors.As(err, &unreachable) || pgconn.SafeToRetry(err) {
		return fmt.Errorf("%w: %w", predate.ErrBusy, err)
	}
	return err
}

func pgCode(code string, err error) error {
	switch {
	case code == "23505": // unique_violation
		return fmt.Errorf("%w: %w", predate.ErrExists, err)
	case slices.Contains([]string{"40001", "40P01", "55P03"}, code): // serialization, deadlock, lock_timeout
		return fmt.Errorf("%w: %w", errAgain, err)
	case code == "XX001", code == "XX002": // data_corrupted, index_corrupted
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case strings.HasPrefix(code, "08"), strings.HasPrefix(code, "53"), strings.HasPrefix(code, "57P"):
		return fmt.Errorf("%w: %w", predate.ErrBusy, err) // connection lost, resources, shutdown
	}
	return err
}
