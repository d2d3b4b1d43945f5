package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"predate"
	"predate/internal/store"
)

// Handlers do the work of each kind of job. One that returns Later is run
// again after that time; one that returns another error is run again with
// growing delays; one that panics is as one that returns an error.
type Handlers struct {
	Work    func(context.Context, predate.RunID) error
	Deliver func(context.Context, predate.DeliveryID) error
	// Sweep is called at every Options.SweepEvery, on one process only, and
	// never while an earlier call still runs.
	Sweep func(context.Context) error
}

func (h Handlers) complete() bool { return h.Work != nil && h.Deliver != nil && h.Sweep != nil }

// Options sets up a queue.
type Options struct {
	// Handlers may be given later, by Handle; a queue that only enqueues, in a
	// command, needs none.
	Handlers Handlers
	// Workers is how many runs are worked at once, Deliverers how many
	// deliveries; zero means 2 and 16.
	Workers    int
	Deliverers int
	// SweepEvery is the time between two sweeps; zero means a minute.
	SweepEvery time.Duration
	// Grace is how long Stop waits for running jobs before it cancels their
	// contexts; zero means 10 s.
	Grace time.Duration
	// Logger hears of failures; nil means silence.
	Logger *slog.Logger
	// Now is the clock by which a time that has come is told from one to come;
	// nil leaves that to the engine, which then looks a little later.
	Now func() time.Time
}

func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = 2
	}
	if o.Deliverers <= 0 {
		o.Deliverers = 16
	}
	if o.SweepEvery <= 0 {
		o.SweepEvery = time.Minute
	}
	if o.Grace <= 0 {
		o.Grace = 10 * time.Second
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// Queue enqueues jobs and, once started, works them. It is safe for concurrent
// use.
type Queue struct {
	db       *store.DB
	options  Options
	handlers Handlers
	engine   engine
}

// engine is River on either database.
type engine interface {
	start(ctx context.Context) error
	stop(ctx context.Context) error
	insert(ctx context.Context, tx store.Tx, jobs []river.InsertManyParams) error
}

// New makes a queue on a database whose schema includes Schema. It does not
// start it.
func New(db *store.DB, o Options) (*Queue, error) {
	q := &Queue{db: db, options: o.withDefaults(), handlers: o.Handlers}
	var err error
	if q.engine, err = newEngine(db, q.config(), q.options.Logger); err != nil {
		return nil, fmt.Errorf("make queue: %w", err)
	}
	return q, nil
}

// Handle gives the handlers of a queue that was made without: who works the
// jobs often needs the queue first. It must be called before Start.
func (q *Queue) Handle(h Handlers) { q.handlers = h }

// Start begins to work jobs and returns at once. The jobs a killed process
// left behind are taken up again. Only Stop ends it: the context bounds the
// start alone.
func (q *Queue) Start(ctx context.Context) error {
	if !q.handlers.complete() {
		return errors.New("start queue: a handler is missing")
	}
	if err := q.engine.start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("start queue: %w", err)
	}
	return nil
}

// Stop takes no further job and waits for those that run. After Options.Grace,
// or when the context ends before, their contexts are cancelled; what that cuts
// short is run again by the next Start. The error is the context's when it
// ended before everything had stopped.
func (q *Queue) Stop(ctx context.Context) error {
	if err := q.engine.stop(ctx); err != nil {
		return fmt.Errorf("stop queue: %w", err)
	}
	return nil
}

// Work enqueues the next step of a run inside a transaction; a zero time, or
// one that has come, means as soon as the transaction commits.
func (q *Queue) Work(ctx context.Context, tx store.Tx, run predate.RunID, at time.Time) error {
	q.enqueue(tx, workArgs{Run: run}, at)
	return nil
}

// Deliver enqueues the next attempt of a delivery inside a transaction; a zero
// time, or one that has come, means as soon as the transaction commits.
func (q *Queue) Deliver(ctx context.Context, tx store.Tx, delivery predate.DeliveryID, at time.Time) error {
	q.enqueue(tx, deliverArgs{Delivery: delivery}, at)
	return nil
}

// enqueue puts the insertion off to the commit, where all jobs of the
// transaction, or of a group of them, are written by one statement.
func (q *Queue) enqueue(tx store.Tx, args river.JobArgs, at time.Time) {
	job := river.InsertManyParams{Args: args}
	if !at.IsZero() && (q.options.Now == nil || at.After(q.options.Now())) {
		job.InsertOpts = &river.InsertOpts{ScheduledAt: at}
	}
	tx.Late("queue", job, q.flush)
}

func (q *Queue) flush(ctx context.Context, tx store.Tx, items []any) error {
	jobs := make([]river.InsertManyParams, len(items))
	for i, item := range items {
		jobs[i] = item.(river.InsertManyParams)
	}
	if err := q.engine.insert(ctx, tx, jobs); err != nil {
		return fmt.Errorf("enqueue %d jobs: %w", len(jobs), err)
	}
	return nil
}

// Later is what a handler returns to be run again after a time, without that
// counting as a failure.
func Later(d time.Duration) error { return laterError(d) }

// Delay tells the time of an error that Later made.
func Delay(err error) (time.Duration, bool) {
	var later laterError
	found := errors.As(err, &later)
	return max(0, time.Duration(later)), found
}

type laterError time.Duration

func (l laterError) Error() string { return "run again in " + time.Duration(l).String() }

// openStates are those in which a job is still to be done.
func openStates() []rivertype.JobState {
	return []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable,
		rivertype.JobStateRunning, rivertype.JobStateScheduled,
	}
}
