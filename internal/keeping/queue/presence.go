package queue

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"predate/internal/keeping/store"
)

// heirs makes ready again the jobs that killed processes held.
type heirs interface {
	// start returns the name under which this process holds jobs.
	start(context.Context) (holder string, err error)
	stop()
}

func newHeirs(db *store.DB, log *slog.Logger) (heirs, error) {
	if db.Engine() == store.SQLite {
		return &reclaimer{db: db}, nil
	}
	pool, ok := db.Native().(*pgxpool.Pool)
	if !ok {
		return nil, fmt.Errorf("no queue on %s", db.Engine())
	}
	return &presence{pool: pool, logger: log}, nil
}

// alone is the name of the process if there is only one.
const alone = "alone"

// reclaimer claims an SQLite file and then frees, once at the start, all held jobs:
// since this process has just claimed the file, no other process can be working on
// them.
type reclaimer struct {
	db      *store.DB
	release func()
}

func (r *reclaimer) start(ctx context.Context) (holder string, err error) {
	if r.release, err = r.db.Claim(ctx); err != nil {
		return "", err
	}
	err = r.db.InTx(ctx, func(ctx context.Context, tx store.Tx) error { return free(ctx, tx, alone) })
	if err != nil {
		r.stop()
		return "", err
	}
	return alone, nil
}

func (r *reclaimer) stop() {
	if r.release != nil {
		r.release()
		r.release = nil
	}
}

// presence shows the other processes on a PostgreSQL server that this one is alive,
// and frees the jobs of dead ones. A process is alive while a connection has its
// name: the server closes the connection when the process ends, however it ends,
// long before a time limit would detect it.
//
// A job of a process that only lost its connection may run twice, which handlers
// must tolerate. It is rare, since the process must be missing at two checks.
type presence struct {
	pool   *pgxpool.Pool
	logger *slog.Logger

	name    string // of this process
	beacon  *pgx.Conn
	missing map[string]bool // the holders that were missing at the last check
	cancel  context.CancelFunc
	ended   chan struct{}
}

// presenceEvery is the interval between two checks.
const presenceEvery = 2 * time.Second

// beaconName is the name of a process's connection; the hash makes it fit the
// 63 characters that PostgreSQL keeps.
const beaconName = "'predate ' || md5("

func (p *presence) start(ctx context.Context) (holder string, err error) {
	p.name = ""
	if err := p.light(ctx); err != nil {
		return "", err
	}
	ctx, p.cancel = context.WithCancel(ctx)
	p.missing, p.ended = nil, make(chan struct{})
	go p.watch(ctx)
	return p.name, nil
}

func (p *presence) stop() {
	if p.cancel == nil {
		return
	}
	p.cancel()
	<-p.ended
	p.cancel = nil
}

// light opens the connection with the name of this process: its process number and start
// time on the server, which no other connection ever has.
func (p *presence) light(ctx context.Context) error {
	conn, err := pgx.ConnectConfig(ctx, p.pool.Config().ConnConfig)
	if err != nil {
		return fmt.Errorf("show presence: %w", err)
	}
	if p.name == "" {
		err = conn.QueryRow(ctx, "SELECT pid || ' ' || backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()").Scan(&p.name)
	}
	if err == nil {
		_, err = conn.Exec(ctx, "SELECT set_config('application_name', "+beaconName+"$1), false)", p.name)
	}
	if err != nil {
		_ = conn.Close(ctx) // the first error says why
		return fmt.Errorf("show presence: %w", err)
	}
	p.beacon = conn
	return nil
}

func (p *presence) watch(ctx context.Context) {
	defer close(p.ended)
	ticker := time.NewTicker(presenceEvery)
	defer ticker.Stop()
	for {
		if err := p.look(ctx); err != nil && ctx.Err() == nil {
			p.logger.Warn("look for ended processes", "error", err)
		}
		select {
		case <-ctx.Done():
			closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			_ = p.beacon.Close(closing) // it ends with the process anyway
			return
		case <-ticker.C:
		}
	}
}

// look keeps the connection of this process alive and frees the jobs of dead ones.
func (p *presence) look(ctx context.Context) error {
	if err := p.beacon.Ping(ctx); err != nil {
		_ = p.beacon.Close(ctx)
		if err := p.light(ctx); err != nil {
			return err
		}
	}
	rows, err := p.pool.Query(ctx, "SELECT DISTINCT holder FROM jobs WHERE holder <> '' AND "+absent)
	if err != nil {
		return fmt.Errorf("list ended processes: %w", err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("list ended processes: %w", err)
	}
	missing := make(map[string]bool)
	var gone []string
	for _, name := range names {
		missing[name] = true
		if p.missing[name] {
			gone = append(gone, name)
		}
	}
	p.missing = missing
	return p.free(ctx, gone)
}

// free makes the jobs of dead processes ready again.
func (p *presence) free(ctx context.Context, gone []string) error {
	if len(gone) == 0 {
		return nil
	}
	tag, err := p.pool.Exec(ctx, "UPDATE jobs SET holder = '', again = FALSE WHERE holder = ANY ($1) AND "+absent, gone)
	if err != nil {
		return fmt.Errorf("free jobs of ended processes: %w", err)
	}
	p.logger.Info("freed jobs of ended processes", "jobs", tag.RowsAffected(), "processes", gone)
	return nil
}

// absent is the condition that no connection has the name of a holder.
const absent = "NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = " + beaconName + "holder))"
