package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
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

// jobArgs is what River keeps of a job, and how the logs name it.
type jobArgs interface {
	river.JobArgs
	logged() slog.Attr
}

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

func (a workArgs) logged() slog.Attr { return slog.Any("run", a.Run) }

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

func (a deliverArgs) logged() slog.Attr { return slog.Any("delivery", a.Delivery) }

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

func (sweepArgs) logged() slog.Attr { return slog.Attr{} }

// worker does the jobs of one kind.
type worker[T jobArgs] struct {
	river.WorkerDefaults[T]
	limit  time.Duration
	do     func(context.Context, T) error
	logger *slog.Logger
}

// Work calls the handler and, as nobody above will, logs its failure.
func (w *worker[T]) Work(ctx context.Context, job *river.Job[T]) error {
	err := w.safely(ctx, job)
	delay, later := Delay(err)
	switch {
	case err == nil:
		return nil
	case later:
		return river.JobSnooze(delay)
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return err // cut short by a stop
	}
	level, message := slog.LevelWarn, "job failed"
	if job.Attempt >= job.MaxAttempts {
		level, message = slog.LevelError, "job given up"
	}
	w.logger.LogAttrs(ctx, level, message, slog.String("job", job.Kind), job.Args.logged(),
		slog.Int("attempt", job.Attempt), slog.Any("error", err))
	return err
}

// safely turns a panic of the handler into an error.
func (w *worker[T]) safely(ctx context.Context, job *river.Job[T]) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a %s job: %v\n%s", job.Kind, p, debug.Stack())
		}
	}()
	return w.do(ctx, job.Args)
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
	log := q.options.Logger
	river.AddWorker(workers, &worker[workArgs]{limit: workLimit, logger: log, do: func(ctx context.Context, a workArgs) error {
		return q.handlers.Work(ctx, a.Run)
	}})
	river.AddWorker(workers, &worker[deliverArgs]{limit: deliverLimit, logger: log, do: func(ctx context.Context, a deliverArgs) error {
		return q.handlers.Deliver(ctx, a.Delivery)
	}})
	river.AddWorker(workers, &worker[sweepArgs]{limit: sweepLimit, logger: log, do: func(ctx context.Context, _ sweepArgs) error {
		return q.handlers.Sweep(ctx)
	}})
	sweep := func() (river.JobArgs, *river.InsertOpts) { return sweepArgs{}, nil }
	return &river.Config{
		Logger:  quietly(log),
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
