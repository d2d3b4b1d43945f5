package pipeline_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"predate"
	"predate/internal/store"
)

// jobTable is a queue in the database as the real one, in the storm's time: a
// job exists exactly when its transaction committed, and survives its worker.
type jobTable struct {
	db    *store.DB
	clock *stormClock
	world *world
	last  atomic.Int64

	mu sync.Mutex
	in store.Tx // the transaction of the last job
}

type job struct {
	id       int64
	delivery predate.DeliveryID
}

const jobTableText = "CREATE TABLE storm_jobs (id BIGINT PRIMARY KEY, delivery TEXT NOT NULL, at BIGINT NOT NULL, taken BOOLEAN NOT NULL)"

func newJobTable(ctx context.Context, db *store.DB, clock *stormClock, w *world) (*jobTable, error) {
	err := db.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Exec(ctx, jobTableText)
		if err == nil {
			_, err = tx.Exec(ctx, "CREATE INDEX storm_jobs_at ON storm_jobs (at) WHERE NOT taken")
		}
		return err
	})
	return &jobTable{db: db, clock: clock, world: w}, err
}

// Work takes no job: runs do not advance by themselves here.
func (j *jobTable) Work(context.Context, store.Tx, predate.RunID, time.Time) error { return nil }

// Deliver adds a job, or dies in the middle of its transaction: at the first, for
// one that wakes hundreds would never come through.
func (j *jobTable) Deliver(ctx context.Context, tx store.Tx, id predate.DeliveryID, at time.Time) error {
	if j.begins(tx) && j.world.dies() {
		return errDied
	}
	if at.IsZero() {
		at = j.clock.now()
	}
	_, err := tx.Exec(ctx, "INSERT INTO storm_jobs (id, delivery, at, taken) VALUES ($1, $2, $3, FALSE)", j.last.Add(1), id, at.UnixMicro())
	return err
}

func (j *jobTable) begins(tx store.Tx) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	begins := j.in != tx
	j.in = tx
	return begins
}

// take gives jobs that are due, and marks them as a worker's.
func (j *jobTable) take(ctx context.Context, most int) (jobs []job, err error) {
	err = j.db.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		jobs = nil
		rows, err := tx.Query(ctx, "UPDATE storm_jobs SET taken = TRUE WHERE id IN (SELECT id FROM storm_jobs WHERE NOT taken AND at <= $1"+
			" ORDER BY at, id LIMIT $2) RETURNING id, delivery", j.clock.now().UnixMicro(), most)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var one job
			if err := rows.Scan(&one.id, &one.delivery); err != nil {
				return err
			}
			jobs = append(jobs, one)
		}
		return rows.Err()
	})
	return jobs, err
}

// ended is what came of a job: done, to be run again, or nothing, when its
// worker died.
type ended struct {
	job
	again time.Duration
	died  bool
}

// finish writes what came of jobs.
func (j *jobTable) finish(ctx context.Context, all []ended) error {
	return j.db.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		for _, one := range all {
			var err error
			switch {
			case one.died:
			case one.again > 0:
				_, err = tx.Exec(ctx, "UPDATE storm_jobs SET taken = FALSE, at = $1 WHERE id = $2", j.clock.now().Add(one.again).UnixMicro(), one.id)
			default:
				_, err = tx.Exec(ctx, "DELETE FROM storm_jobs WHERE id = $1", one.id)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// rescue frees what dead workers held.
func (j *jobTable) rescue(ctx context.Context) error {
	return j.db.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE storm_jobs SET taken = FALSE WHERE taken")
		return err
	})
}

// next tells when a job is due; false when there is none.
func (j *jobTable) next(ctx context.Context) (at time.Time, found bool, err error) {
	err = j.db.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var micros int64
		err := tx.QueryRow(ctx, "SELECT at FROM storm_jobs ORDER BY at LIMIT 1").Scan(&micros)
		if errors.Is(err, predate.ErrNotFound) {
			return nil
		}
		at, found = time.UnixMicro(micros).UTC(), err == nil
		return err
	})
	return at, found, err
}
