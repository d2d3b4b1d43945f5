package queue

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// presence shows the other processes of a PostgreSQL that this one lives, and
// frees the jobs of those that live no more. A process lives as long as a
// connection bears its name: the server closes that with the process, however
// it ended, long before a time limit would tell.
//
// A job of a process that only lost its connection may then run twice, which
// handlers bear; that it must be missing at two looks makes it rare.
type presence struct {
	pool   *pgxpool.Pool
	client string // River's name of this process
	logger *slog.Logger

	beacon  *pgx.Conn
	missing map[string]bool // at the last look
	cancel  context.CancelFunc
	ended   chan struct{}
}

// lookEvery is the time between two looks.
const lookEvery = 2 * time.Second

// beaconName is the name of a process's connection; the hash makes it fit the
// 63 characters that PostgreSQL keeps. lastClient is who works a job.
const (
	beaconName = "'predate ' || md5("
	lastClient = "attempted_by[array_upper(attempted_by, 1)]"
)

func (p *presence) start(ctx context.Context) error {
	if err := p.light(ctx); err != nil {
		return err
	}
	ctx, p.cancel = context.WithCancel(ctx)
	p.missing, p.ended = nil, make(chan struct{})
	go p.watch(ctx)
	return nil
}

func (p *presence) stop() {
	if p.cancel == nil {
		return
	}
	p.cancel()
	<-p.ended
	p.cancel = nil
}

// light opens the connection that bears our name.
func (p *presence) light(ctx context.Context) error {
	conn, err := pgx.ConnectConfig(ctx, p.pool.Config().ConnConfig)
	if err != nil {
		return fmt.Errorf("show presence: %w", err)
	}
	if _, err := conn.Exec(ctx, "SELECT set_config('application_name', "+beaconName+"$1), false)", p.client); err != nil {
		_ = conn.Close(ctx) // the first error tells
		return fmt.Errorf("show presence: %w", err)
	}
	p.beacon = conn
	return nil
}

func (p *presence) watch(ctx context.Context) {
	defer close(p.ended)
	ticker := time.NewTicker(lookEvery)
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

// look keeps our own connection alive and frees what nobody works any more.
func (p *presence) look(ctx context.Context) error {
	if err := p.beacon.Ping(ctx); err != nil {
		_ = p.beacon.Close(ctx)
		if err := p.light(ctx); err != nil {
			return err
		}
	}
	rows, err := p.pool.Query(ctx, "SELECT DISTINCT "+lastClient+" FROM river_job WHERE state = 'running' AND "+absent(lastClient))
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

// free makes the jobs of ended processes available again, and ends their
// leadership.
func (p *presence) free(ctx context.Context, gone []string) error {
	if _, err := p.pool.Exec(ctx, "DELETE FROM river_leader WHERE "+absent("leader_id")); err != nil {
		return fmt.Errorf("end leadership: %w", err)
	}
	if len(gone) == 0 {
		return nil
	}
	tag, err := p.pool.Exec(ctx, "UPDATE river_job SET state = 'available', max_attempts = GREATEST(max_attempts, attempt + 1)"+
		" WHERE state = 'running' AND "+lastClient+" = ANY ($1) AND "+absent(lastClient), gone)
	if err != nil {
		return fmt.Errorf("free jobs of ended processes: %w", err)
	}
	p.logger.Info("freed jobs of ended processes", "jobs", tag.RowsAffected(), "processes", gone)
	return nil
}

// absent is the condition that no connection bears the name of a client.
func absent(client string) string {
	return "NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = " + beaconName + client + "))"
}
