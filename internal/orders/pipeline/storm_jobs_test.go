package pipeline_test

import (
	"context"
	"errors"
	"sync"
	"time"

	"predate"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
)

// jobTable is the real queue in the storm's time: the storm takes its jobs
// itself, so that their workers can die.
type jobTable struct {
	*queue.Queue
	db    *store.DB
	world *world

	mu sync.Mutex
	in store.Tx // the transaction of the last job
}

func newJobTable(db *store.DB, clock *stormClock, w *world) (*jobTable, error) {
	jobs, err := queue.New(db, queue.Options{Now: clock.now, Deliverers: 128, SlowAfter: time.Hour})
	return &jobTable{Queue: jobs, db: db, world: w}, err
}

// Work takes no job: runs do not advance by themselves here.
func (j *jobTable) Work(context.Context, store.Tx, queue.Turn, time.Time) error { return nil }

// Deliver adds a job, or dies in the middle of its transaction: at the first, for
// one that wakes hundreds would never come through.
func (j *jobTable) Deliver(ctx context.Context, tx store.Tx, d predate.Delivery, at time.Time) error {
	if j.begins(tx) && j.world.dies() {
		return errDied
	}
	return j.Queue.Deliver(ctx, tx, d, at)
}

func (j *jobTable) begins(tx store.Tx) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	begins := j.in != tx
	j.in = tx
	return begins
}

// ended is what came of a job; when its worker died, nothing.
type ended struct {
	*queue.Held
	err  error
	died bool
}

// finish writes what came of jobs.
func (j *jobTable) finish(ctx context.Context, all []ended) error {
	for _, one := range all {
		if one.died {
			one.Abandon()
			continue
		}
		if err := one.End(ctx, one.err); err != nil {
			return err
		}
	}
	return nil
}

// next is when a job is due; false when there is none.
func (j *jobTable) next(ctx context.Context) (at time.Time, found bool, err error) {
	err = j.db.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var micros int64
		err := tx.QueryRow(ctx, "SELECT due FROM jobs ORDER BY due LIMIT 1").Scan(&micros)
		if errors.Is(err, predate.ErrNotFound) {
			return nil
		}
		at, found = time.UnixMicro(micros).UTC(), err == nil
		return err
	})
	return at, found, err
}
