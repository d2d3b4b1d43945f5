package queue

import (
	"context"
	"fmt"

	"predate/internal/keeping/store"
)

// Schema is the queue's own part of the database schema, for
// store.DB.Migrate.
type Schema struct{}

// schemaVersion is higher than every version of River, the queue that was used
// before.
const schemaVersion = 100

// Version returns the version of the tables and the version that this program
// needs.
func (Schema) Version(ctx context.Context, db *store.DB) (have, want int64, err error) {
	err = db.View(ctx, func(ctx context.Context, tx store.Tx) error {
		have = 0
		for _, table := range []string{"queue_version", "river_migration"} {
			there, err := hasTable(ctx, tx, db.Engine(), table)
			if err != nil || !there {
				continue
			}
			return tx.QueryRow(ctx, "SELECT COALESCE(MAX(version), 0) FROM "+table).Scan(&have)
		}
		return err
	})
	if err != nil {
		return 0, 0, fmt.Errorf("read queue schema version: %w", err)
	}
	return have, schemaVersion, nil
}

func hasTable(ctx context.Context, tx store.Tx, engine store.Engine, name string) (bool, error) {
	query := "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = $1"
	if engine == store.Postgres {
		query = "SELECT COUNT(*) FROM pg_class WHERE relname = $1 AND pg_table_is_visible(oid)"
	}
	var count int
	err := tx.QueryRow(ctx, query, name).Scan(&count)
	return count > 0, err
}

// schema returns the statements that create the table of jobs. A row is a run or a
// delivery to be worked on, in the line of its kind of work.
func schema() []string {
	return []string{
		`CREATE TABLE jobs (
	subject  TEXT PRIMARY KEY, -- a run, a delivery, or the sweep
	line     TEXT NOT NULL,
	share    TEXT NOT NULL,    -- whose turn it takes: account, space, endpoint
	nearness BIGINT NOT NULL,  -- to the end of its order: the least goes first
	due      BIGINT NOT NULL,  -- 0: ready; else the instant from which it is
	turn     BIGINT NOT NULL,  -- its place among the ready ones: since when
	failures BIGINT NOT NULL,  -- in a row
	holder   TEXT NOT NULL,    -- the process that works it; '' when none does
	again    BOOLEAN NOT NULL  -- enqueued while it was held: due and turn are those of the next time
)`,
		"CREATE INDEX jobs_ready ON jobs (line, share, nearness, turn, subject) WHERE due = 0 AND holder = ''",
		"CREATE INDEX jobs_due ON jobs (due) WHERE due > 0 AND holder = ''",
		"CREATE INDEX jobs_held ON jobs (holder) WHERE holder <> ''",
		"CREATE TABLE queue_version (version BIGINT NOT NULL)",
		fmt.Sprintf("INSERT INTO queue_version (version) VALUES (%d)", schemaVersion),
	}
}

// inheritance returns the statements that create the jobs of a database which used
// River: one for every pending delivery and every run that has not ended. A run with
// nothing to do ends its job by itself.
func inheritance() []string {
	return []string{
		"INSERT INTO jobs (subject, line, share, nearness, due, turn, failures, holder, again)" +
			" SELECT id, '" + lineDeliver + "', account || ' ' || endpoint, 0, next, next, 0, '', FALSE" +
			" FROM deliveries WHERE status = 'pending' AND NOT asleep",
		"INSERT INTO jobs (subject, line, share, nearness, due, turn, failures, holder, again)" +
			" SELECT r.id, CASE WHEN r.collected THEN '" + lineMake + "' ELSE '" + lineCollect + "' END, o.account || ' ', 0, 0, r.created, 0, '', FALSE" +
			" FROM runs r JOIN orders o ON o.run = r.id WHERE r.ended = 0 AND o.cancelled = 0",
	}
}

// leftBehind returns the statements that remove River's tables.
func leftBehind(engine store.Engine) []string {
	var all []string
	for _, table := range []string{"client_queue", "client", "queue", "job", "leader", "notification", "migration"} {
		all = append(all, "DROP TABLE IF EXISTS river_"+table)
	}
	if engine == store.Postgres {
		all = append(all, "DROP FUNCTION IF EXISTS river_job_state_in_bitmask", "DROP FUNCTION IF EXISTS river_job_notify", "DROP TYPE IF EXISTS river_job_state")
	}
	return all
}

// Migrate migrates the tables to the current version.
func (Schema) Migrate(ctx context.Context, db *store.DB) error {
	err := db.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		for _, statements := range [][]string{schema(), inheritance(), leftBehind(db.Engine())} {
			for _, statement := range statements {
				if _, err := tx.Exec(ctx, statement); err != nil {
					return fmt.Errorf("%w: %s", err, statement)
				}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("migrate queue: %w", err)
	}
	return nil
}
