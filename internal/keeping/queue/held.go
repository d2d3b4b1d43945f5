package queue

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Held is a job that this process has claimed, with its seat. The caller must end it
// by exactly one of End, Release and Abandon.
type Held struct {
	queue  *Queue
	row    row
	seat   *seat
	holder string
	noted  context.Context // for the log; nil until the handler calls Note
	over   atomic.Bool     // a transaction of the handler has ended the job
}

// Delivery returns the delivery of the job; empty for another kind of job.
func (h *Held) Delivery() predate.DeliveryID {
	if h.row.line != lineDeliver {
		return ""
	}
	return predate.DeliveryID(h.row.subject)
}

// Run returns the run of the job; empty for another kind of job.
func (h *Held) Run() predate.RunID {
	if h.row.line != lineMake && h.row.line != lineCollect {
		return ""
	}
	return predate.RunID(h.row.subject)
}

// Take claims the jobs whose turn has come, as many as there are seats. The loop of a
// started queue calls it; other callers must poll themselves.
func (q *Queue) Take(ctx context.Context) ([]*Held, error) {
	ready, err := q.ready(ctx)
	if err != nil {
		return nil, err
	}
	var picks []*pick
	for _, l := range q.board.lines {
		if len(ready[l.name]) > 0 {
			picks = append(picks, q.board.choose(l, ready[l.name])...)
		}
	}
	if len(picks) == 0 {
		return nil, nil
	}
	q.taking.Lock()
	defer q.taking.Unlock()
	claimed := make([][]row, len(picks))
	err = q.db.Grouped(ctx, func(ctx context.Context, tx store.Tx) error {
		for i, p := range picks {
			var err error
			if claimed[i], err = claim(ctx, tx, *p, q.holder); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		clear(claimed)
	}
	return q.seated(picks, claimed), err
}

// seated assigns seats to the claimed jobs, and releases reserved seats without a job.
func (q *Queue) seated(picks []*pick, claimed [][]row) []*Held {
	q.mu.Lock()
	defer q.mu.Unlock()
	var all []*Held
	for i, p := range picks {
		for n, seat := range p.seats {
			if n >= len(claimed[i]) {
				seat.leave()
				continue
			}
			one := &Held{queue: q, row: claimed[i][n], seat: seat, holder: q.holder}
			q.held[one.row.subject] = one
			all = append(all, one)
		}
	}
	return all
}

// leave releases the seat of a job, which this process no longer holds.
func (h *Held) leave() {
	h.seat.leave()
	h.queue.mu.Lock()
	defer h.queue.mu.Unlock()
	if h.queue.held[h.row.subject] == h { // it may have been taken again since
		delete(h.queue.held, h.row.subject)
	}
}

// recall makes ready again the jobs that this process holds according to the table but
// does not know: if the connection breaks during a commit, jobs may have been claimed
// without an answer.
func (q *Queue) recall(ctx context.Context) error {
	q.taking.Lock()
	defer q.taking.Unlock()
	q.mu.Lock()
	holder := q.holder
	q.mu.Unlock()
	var unknown []string
	err := q.db.View(ctx, func(ctx context.Context, tx store.Tx) error {
		unknown = nil
		subjects, err := heldBy(ctx, tx, holder)
		q.mu.Lock()
		defer q.mu.Unlock()
		for _, one := range subjects {
			if q.held[one] == nil {
				unknown = append(unknown, one)
			}
		}
		return err
	})
	if err != nil || len(unknown) == 0 {
		return err
	}
	err = q.db.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		for _, one := range unknown {
			if err := release(ctx, tx, one, holder); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		q.options.Logger.Warn("freed jobs that were taken without an answer", "jobs", len(unknown))
		q.wake()
	}
	return err
}

// ready marks due jobs as ready, then returns the shares with ready jobs by line.
func (q *Queue) ready(ctx context.Context) (map[string][]offer, error) {
	ready, due, err := q.look(ctx)
	if err != nil || !due {
		return ready, err
	}
	err = q.db.Grouped(ctx, func(ctx context.Context, tx store.Tx) error { return makeReady(ctx, tx, q.options.Now()) })
	if err != nil {
		return nil, err
	}
	ready, _, err = q.look(ctx)
	return ready, err
}

// look returns the shares with ready jobs in the lines with free seats, and whether
// other jobs have become due.
func (q *Queue) look(ctx context.Context) (ready map[string][]offer, due bool, err error) {
	err = q.db.View(ctx, func(ctx context.Context, tx store.Tx) error {
		ready = map[string][]offer{}
		var err error
		if due, err = cameDue(ctx, tx, q.options.Now()); err != nil {
			return err
		}
		disabled, err := store.DisabledAccounts(ctx, tx)
		if err != nil {
			return err
		}
		for _, l := range q.board.lines {
			if !q.board.hasRoom(l) {
				continue
			}
			offers, err := readyShares(ctx, tx, l.name)
			if err != nil {
				return err
			}
			for _, one := range offers {
				account, _ := parts(one.share)
				if disabled[predate.AccountID(account)] {
					continue
				}
				if ahead, err := q.ahead(ctx, tx, l, one.share); err != nil {
					return err
				} else if ahead {
					continue
				}
				ready[l.name] = append(ready[l.name], one)
			}
		}
		return nil
	})
	if err != nil {
		return nil, false, fmt.Errorf("look for work: %w", err)
	}
	return ready, due, nil
}

// ahead reports whether an account should not collect at the moment, because as many
// of its dossiers as there are workers wait to be read.
func (q *Queue) ahead(ctx context.Context, tx store.Tx, l *line, share string) (bool, error) {
	if l.name != lineCollect {
		return false, nil
	}
	count, err := waiting(ctx, tx, lineMake, share, q.options.Workers)
	return count >= q.options.Workers, err
}

// End ends a job with the result of its handler: done, to be run again later, or
// failed. If End returns an error, nothing was written and the job is still
// held.
func (h *Held) End(ctx context.Context, result error) error {
	q := h.queue
	if h.over.Load() {
		h.leave()
		q.wake()
		return nil
	}
	delay, later := Delay(result)
	var rest restError
	resting := errors.As(result, &rest)
	err := q.db.Grouped(ctx, func(ctx context.Context, tx store.Tx) error {
		switch {
		case result == nil && h.row.line != lineSweep:
			return finish(ctx, tx, h.row.subject, h.holder)
		case resting:
			return release(ctx, tx, h.row.subject, h.holder)
		case h.row.line == lineSweep:
			return h.postpone(ctx, tx, q.options.SweepEvery, 0)
		case later:
			return h.postpone(ctx, tx, delay, 0)
		}
		return h.postpone(ctx, tx, retryDelay(h.row.failures+1, h.row.subject), h.row.failures+1)
	})
	if err != nil {
		return fmt.Errorf("end job %s: %w", h.row.subject, err)
	}
	if resting {
		h.seat.rest(q.options.Now().Add(delay))
	}
	h.leave()
	q.wake()
	return nil
}

func (h *Held) postpone(ctx context.Context, tx store.Tx, delay time.Duration, failures int) error {
	next := h.row
	next.due, next.turn = h.queue.instants(h.queue.options.Now().Add(delay))
	next.failures = failures
	return postpone(ctx, tx, next, h.holder)
}

// Release returns an interrupted job to the queue, to be run again at its next
// turn.
func (h *Held) Release(ctx context.Context) error {
	err := h.queue.db.Grouped(ctx, func(ctx context.Context, tx store.Tx) error {
		return release(ctx, tx, h.row.subject, h.holder)
	})
	if err != nil {
		return fmt.Errorf("release job %s: %w", h.row.subject, err)
	}
	h.leave()
	return nil
}

// Abandon releases the seat but leaves the job claimed, as when a process dies. Free
// makes it ready again.
func (h *Held) Abandon() { h.leave() }

// Free makes ready again the jobs that an earlier process with the same name held.
func (q *Queue) Free(ctx context.Context) error {
	return q.db.InTx(ctx, func(ctx context.Context, tx store.Tx) error { return free(ctx, tx, q.holder) })
}

// outside moves the job to a slow seat if an outside party keeps it waiting for long.
func (h *Held) outside() (over func()) {
	timer := time.AfterFunc(h.queue.options.SlowAfter, func() {
		h.seat.creep()
		h.queue.wake()
	})
	return func() {
		if timer.Stop() {
			h.seat.hasten()
		}
		h.seat.leave()
		h.queue.wake()
	}
}

// finish ends the job in a transaction.
func (h *Held) finish(tx store.Tx) {
	tx.Late("finished jobs", h, finishAll)
	tx.Then(func() { h.over.Store(true) })
}

// Context returns the context for the job's handler, in which Outside finds the job.
func (h *Held) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, seatKey{}, h)
}

// call runs the handler and returns a panic of it as an error.
func (h *Held) call(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a %s job: %v\n%s", h.row.line, p, debug.Stack())
		}
	}()
	ctx, cancel := context.WithTimeout(h.Context(ctx), h.seat.line.limit)
	defer cancel()
	switch h.row.line {
	case lineDeliver:
		return h.queue.handlers.Deliver(ctx, h.Delivery())
	case lineSweep:
		return h.queue.handlers.Sweep(ctx)
	}
	return h.queue.handlers.Work(ctx, h.Run())
}

// logged returns the log attribute that identifies the job.
func (h *Held) logged() slog.Attr {
	switch h.row.line {
	case lineDeliver:
		return slog.Any("delivery", h.Delivery())
	case lineSweep:
		return slog.Attr{}
	}
	return slog.Any("run", h.Run())
}

// retryDelay returns a delay that doubles from a second to five minutes. A hash of the
// subject adds up to a fifth, so that jobs that failed together are spread.
func retryDelay(failures int, subject string) time.Duration {
	const first, longest = time.Second, 5 * time.Minute
	delay := longest
	if failures < 10 {
		delay = min(first<<(failures-1), longest)
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(subject)) // a hash takes everything
	return delay + delay/5*time.Duration(sum.Sum32()%16)/16
}
