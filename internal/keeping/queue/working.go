package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"predate/internal/keeping/store"
)

// working is a queue that has been started.
type working struct {
	*Queue
	stopping context.Context // ends when no further job may be taken
	base     context.Context // of the jobs; ends when they must be interrupted
	halt     context.CancelFunc
	cut      context.CancelFunc
	loops    sync.WaitGroup
	jobs     sync.WaitGroup
}

const (
	// lookEvery is the interval at which the table is polled for jobs that another
	// process has enqueued or that have become due.
	lookEvery = 100 * time.Millisecond
	// failedLook is the delay after a failed poll.
	failedLook = time.Second
	// breath is the delay that collects jobs which become ready at nearly the same moment.
	breath = 2 * time.Millisecond
	// endAgain is the delay between two attempts to write how a job has ended.
	endAgain = time.Second
)

// sweepSubject is the subject of the only job of its line.
const sweepSubject = "sweep"

// Start starts working on jobs and returns at once. Jobs that a killed process left
// unfinished are taken again. Only Stop stops the queue: the context limits the call of
// Start only.
func (q *Queue) Start(ctx context.Context) error {
	if !q.handlers.complete() {
		return errors.New("start queue: a handler is missing")
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.working != nil {
		return errors.New("start queue: it is started")
	}
	ctx = context.WithoutCancel(ctx)
	holder, err := q.heirs.start(ctx)
	if err != nil {
		return fmt.Errorf("start queue: %w", err)
	}
	q.holder = holder
	err = q.db.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		now := q.options.Now().UnixMicro()
		return insert(ctx, tx, []row{{subject: sweepSubject, line: lineSweep, share: share("", ""), turn: now}})
	})
	if err != nil {
		q.heirs.stop()
		return fmt.Errorf("start queue: %w", err)
	}
	w := &working{Queue: q}
	w.stopping, w.halt = context.WithCancel(ctx)
	w.base, w.cut = context.WithCancel(ctx)
	q.working = w
	w.loops.Go(w.take)
	w.loops.Go(w.sweepInTime)
	w.loops.Go(w.recallInTime)
	return nil
}

// Stop takes no further job and waits for the running ones. After Options.Grace, or
// when the context ends earlier, it cancels their contexts; interrupted jobs are run
// again after the next Start. It returns the context's error if the context ended
// before all jobs had stopped.
func (q *Queue) Stop(ctx context.Context) error {
	q.mu.Lock()
	w := q.working
	q.working = nil
	q.mu.Unlock()
	if w == nil {
		return nil
	}
	defer q.heirs.stop()
	w.halt()
	grace := time.AfterFunc(q.options.Grace, w.cut)
	defer grace.Stop()
	ended := make(chan struct{})
	go func() {
		w.loops.Wait()
		w.jobs.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		w.cut()
		return nil
	case <-ctx.Done():
		w.cut()
		return fmt.Errorf("stop queue: %w", ctx.Err())
	}
}

// take claims jobs and runs them until the queue stops.
func (w *working) take() {
	timer := time.NewTicker(lookEvery)
	defer timer.Stop()
	for w.stopping.Err() == nil {
		taken, err := w.Take(w.stopping)
		if err != nil && w.stopping.Err() == nil {
			w.options.Logger.Warn("take jobs", "error", err)
			w.pause(failedLook)
		}
		for _, held := range taken {
			w.jobs.Go(func() { w.work(held) })
		}
		w.pause(breath)
		if len(taken) > 0 {
			continue
		}
		select {
		case <-w.wakes:
		case <-timer.C:
		case <-w.stopping.Done():
		}
	}
}

// pause waits for d, or until the queue stops.
func (w *working) pause(d time.Duration) {
	select {
	case <-time.After(d):
	case <-w.stopping.Done():
	}
}

// sweepInTime makes the sweep run even if the clock was set back, which would delay it
// by more than its interval.
func (w *working) sweepInTime() {
	ticker := time.NewTicker(w.options.SweepEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-w.stopping.Done():
			return
		}
		err := w.db.InTx(w.stopping, func(ctx context.Context, tx store.Tx) error {
			return hasten(ctx, tx, sweepSubject, w.options.Now().Add(w.options.SweepEvery))
		})
		if err != nil && w.stopping.Err() == nil {
			w.options.Logger.Warn("look after the sweep", "error", err)
		}
	}
}

// recallInTime polls for jobs that this process has claimed without knowing: a commit
// may take effect long after its connection broke.
func (w *working) recallInTime() {
	ticker := time.NewTicker(presenceEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-w.stopping.Done():
			return
		}
		if err := w.recall(w.stopping); err != nil && w.stopping.Err() == nil {
			w.options.Logger.Warn("look for jobs taken without an answer", "error", err)
		}
	}
}

// work runs a job and records how it has ended.
func (w *working) work(h *Held) {
	err := h.call(w.base)
	end := func(ctx context.Context) error { return h.End(ctx, err) }
	if errors.Is(err, context.Canceled) && w.base.Err() != nil {
		end = h.Release // interrupted by Stop
	} else {
		w.tell(h, err)
	}
	for {
		failure := end(context.WithoutCancel(w.base))
		if failure == nil {
			return
		}
		w.options.Logger.Warn("a job has ended, which cannot be written", h.logged(), "error", failure)
		select {
		case <-time.After(endAgain):
		case <-w.base.Done():
			h.Abandon() // the next start finds it
			return
		}
	}
}

// hopeless is the number of consecutive failures, after about twenty minutes, from
// which on a failing job is logged as an error rather than a warning.
const hopeless = 12

// tell logs the failure of a job, since no caller does.
func (w *working) tell(h *Held, err error) {
	if _, later := Delay(err); err == nil || later {
		return
	}
	level := slog.LevelWarn
	if h.row.failures+1 >= hopeless {
		level = slog.LevelError
	}
	ctx := w.base
	if h.noted != nil {
		ctx = h.noted
	}
	w.options.Logger.LogAttrs(ctx, level, "job failed", slog.String("job", h.row.line), h.logged(),
		slog.Int("failures", h.row.failures+1), slog.Any("error", err))
}
