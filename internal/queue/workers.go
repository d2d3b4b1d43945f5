package queue

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/riverqueue/river"

	"predate"
)

// The kinds of jobs; each has its own line, so that slow runs do not hold
// deliveries back.
const (
	kindWork    = "work"
	kindDeliver = "deliver"
	kindSweep   = "sweep"
)

// Time limits of one execution. A collection from a slow extranet is the
// longest thing there is.
const (
	workLimit    = 15 * time.Minute
	deliverLimit = time.Minute
	sweepLimit   = 5 * time.Minute
)

// maxAttempts is high: with retryDelay a job is tried for about two days
// before it is given up.
const maxAttempts = 600

// workArgs is a job of kind "work".
type workArgs struct {
	Run predate.RunID `json:"run"`
}

// Kind names the job.
func (workArgs) Kind() string { return kindWork }

// InsertOpts sets its line and attempts.
func (workArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: kindWork, MaxAttempts: maxAttempts}
}

// deliverArgs is a job of kind "deliver".
type deliverArgs struct {
	Delivery predate.DeliveryID `json:"delivery"`
}

// Kind names the job.
func (deliverArgs) Kind() string { return kindDeliver }

// InsertOpts sets its line and attempts.
func (deliverArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: kindDeliver, MaxAttempts: maxAttempts}
}

// sweepArgs is a job of kind "sweep".
type sweepArgs struct{}

// Kind names the job.
func (sweepArgs) Kind() string { return kindSweep }

// InsertOpts makes it unique: a sweep is neither doubled nor retried, the next
// one comes soon enough.
func (sweepArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{
		Queue: kindSweep, MaxAttempts: 1,
		UniqueOpts: river.UniqueOpts{ByQueue: true, ByState: openStates()},
	}
}

// worker does the jobs of one kind.
type worker[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	limit time.Duration
	do    func(context.Context, T) error
}

// Work calls the handler.
func (w *worker[T]) Work(ctx context.Context, job *river.Job[T]) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a %s job: %v\n%s", job.Kind, p, debug.Stack())
		}
	}()
	return snooze(w.do(ctx, job.Args))
}

// Timeout is the time limit of the kind.
func (w *worker[T]) Timeout(*river.Job[T]) time.Duration { return w.limit }

// NextRetry is when a job that failed is run again.
func (w *worker[T]) NextRetry(job *river.Job[T]) time.Time {
	attempted := job.CreatedAt
	if job.AttemptedAt != nil {
		attempted = *job.AttemptedAt
	}
	return attempted.Add(retryDelay(len(job.Errors)+1, job.ID))
}

// retryDelay doubles from a second to five minutes. The job's number spreads
// those that failed together by up to a fifth.
func retryDelay(failures int, id int64) time.Duration {
	const first, longest = time.Second, 5 * time.Minute
	delay := longest
	if failures < 10 {
		delay = min(first<<(failures-1), longest)
	}
	return delay + delay/5*time.Duration(id%16)/16
}

// config is River's, for this queue.
func (q *Queue) config() *river.Config {
	workers := river.NewWorkers()
	river.AddWorker(workers, &worker[workArgs]{limit: workLimit, do: func(ctx context.Context, a workArgs) error {
		return q.handlers.Work(ctx, a.Run)
	}})
	river.AddWorker(workers, &worker[deliverArgs]{limit: deliverLimit, do: func(ctx context.Context, a deliverArgs) error {
		return q.handlers.Deliver(ctx, a.Delivery)
	}})
	river.AddWorker(workers, &worker[sweepArgs]{limit: sweepLimit, do: func(ctx context.Context, _ sweepArgs) error {
		return q.handlers.Sweep(ctx)
	}})
	sweep := func() (river.JobArgs, *river.InsertOpts) { return sweepArgs{}, nil }
	return &river.Config{
		Logger:  quietly(q.options.Logger),
		Workers: workers,
		Queues: map[string]river.QueueConfig{
			kindWork:    {MaxWorkers: q.options.Workers},
			kindDeliver: {MaxWorkers: q.options.Deliverers},
			kindSweep:   {MaxWorkers: 1, FetchPollInterval: time.Second},
		},
		PeriodicJobs: []*river.PeriodicJob{
			river.NewPeriodicJob(river.PeriodicInterval(q.options.SweepEvery), sweep, &river.PeriodicJobOpts{RunOnStart: true}),
		},
		FetchCooldown: 20 * time.Millisecond,
		// A notification may be lost with a transaction that rolled back:
		// polling bounds how late a job can then be.
		FetchPollInterval:           200 * time.Millisecond,
		SoftStopTimeout:             q.options.Grace,
		JobTimeout:                  workLimit,
		MaxAttempts:                 maxAttempts,
		RescueStuckJobsAfter:        workLimit + time.Minute,
		CompletedJobRetentionPeriod: time.Hour,
	}
}
