package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Handlers are the functions that run the jobs of each kind. A job whose handler returns
// Later is run again after that time. After Rest, so is it, and no other job of its lane
// runs meanwhile. After another error, the job is retried with growing delays. A panic
// counts as an error.
type Handlers struct {
	Work    func(context.Context, predate.RunID) error
	Deliver func(context.Context, predate.DeliveryID) error
	// Sweep is called every Options.SweepEvery, in one process only, and never while
	// an earlier call still runs.
	Sweep func(context.Context) error
}

func (h Handlers) complete() bool { return h.Work != nil && h.Deliver != nil && h.Sweep != nil }

// Options configures a queue.
type Options struct {
	// Handlers may be set later, by Handle. A queue that only enqueues, in a
	// command, needs none.
	Handlers Handlers
	// Collectors is the number of simultaneous collections, Workers that of
	// readings, typesettings and issues, Deliverers that of deliveries; zero means 4,
	// 2 and 16. As many additional seats exist for accounts that have fewer seats
	// than another.
	Collectors int
	Workers    int
	Deliverers int
	// AtOnce is the maximum of simultaneous deliveries to one endpoint; zero means 8.
	AtOnce int
	// SlowAfter is how long a delivery waits for its receiver before it moves to a
	// slow seat; zero means a second.
	SlowAfter time.Duration
	// SweepEvery is the time between two sweeps; zero means a minute.
	SweepEvery time.Duration
	// Grace is how long Stop waits for running jobs before it cancels their
	// contexts; zero means 10 s.
	Grace time.Duration
	// Part is the part of the jobs that this process takes.
	Part Part
	// Logger logs failures; nil disables logging.
	Logger *slog.Logger
	// Now is the clock that decides whether a job is due.
	Now func() time.Time
}

// Part is a subset of the jobs.
type Part int

// The parts that processes take.
const (
	Everything  Part = iota
	Collections      // jobs that wait for extranets
	Others           // everything but collections
)

// has reports whether the jobs of a line belong to the part.
func (p Part) has(line string) bool {
	return p == Everything || (p == Collections) == (line == lineCollect)
}

func (o Options) withDefaults() Options {
	for _, one := range []struct {
		given    *int
		standard int
	}{{&o.Collectors, 4}, {&o.Workers, 2}, {&o.Deliverers, 16}, {&o.AtOnce, 8}} {
		if *one.given <= 0 {
			*one.given = one.standard
		}
	}
	for _, one := range []struct {
		given    *time.Duration
		standard time.Duration
	}{{&o.SlowAfter, time.Second}, {&o.SweepEvery, time.Minute}, {&o.Grace, 10 * time.Second}} {
		if *one.given <= 0 {
			*one.given = one.standard
		}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// WorkLimit is the time limit of one step of a run. The longest step is a collection
// from a slow extranet.
const WorkLimit = 15 * time.Minute

// The other limits of one execution.
const (
	deliverLimit = time.Minute
	sweepLimit   = 5 * time.Minute
)

// betweenSteps is the time within which a run's next step usually follows.
const betweenSteps = 300 * time.Millisecond

// Queue enqueues jobs and, once started, runs them. It is safe for concurrent
// use.
type Queue struct {
	db       *store.DB
	options  Options
	handlers Handlers
	board    *board
	heirs    heirs
	wakes    chan struct{} // something may have become ready, or a seat free

	// taking is locked while jobs are being claimed.
	taking  sync.Mutex
	mu      sync.Mutex
	holder  string // how this process is named in the table
	held    map[string]*Held
	working *working
}

// New returns a queue on a database whose schema includes Schema. It does not start
// the queue.
func New(db *store.DB, o Options) (*Queue, error) {
	if o.Now == nil {
		return nil, errors.New("make queue: no clock")
	}
	o = o.withDefaults()
	q := &Queue{db: db, options: o, handlers: o.Handlers, wakes: make(chan struct{}, 1), holder: alone, held: map[string]*Held{}}
	var err error
	if q.heirs, err = newHeirs(db, o.Logger); err != nil {
		return nil, fmt.Errorf("make queue: %w", err)
	}
	q.board = &board{now: o.Now, lines: []*line{
		{name: lineDeliver, seats: o.Deliverers, width: o.AtOnce, limit: deliverLimit},
		{name: lineMake, seats: o.Workers, limit: WorkLimit, linger: betweenSteps},
		{name: lineCollect, seats: o.Collectors, limit: WorkLimit},
		{name: lineSweep, seats: 1, limit: sweepLimit},
	}}
	q.board.lines = slices.DeleteFunc(q.board.lines, func(l *line) bool { return !o.Part.has(l.name) })
	for _, l := range q.board.lines {
		l.accounts = map[string]*account{}
	}
	return q, nil
}

// Handle sets the handlers of a queue. It exists because handlers often need the queue
// for their own construction. It must be called before Start.
func (q *Queue) Handle(h Handlers) { q.handlers = h }

// Turn is a run's next step, with its account.
type Turn struct {
	Account predate.AccountID
	Run     predate.RunID
	Step    predate.Step
}

// line returns the line of the step, and its nearness to the end of the order.
func (t Turn) line() (line string, nearness int) {
	switch t.Step {
	case predate.StepCollect:
		return lineCollect, 0
	case predate.StepIssue:
		return lineMake, 0
	case predate.StepTypeset:
		return lineMake, 1
	}
	return lineMake, 2
}

// Work enqueues the next step of a run in a transaction. A zero or past time means
// as soon as the transaction commits.
func (q *Queue) Work(_ context.Context, tx store.Tx, t Turn, at time.Time) error {
	line, nearness := t.line()
	q.enqueue(tx, row{subject: string(t.Run), line: line, share: share(string(t.Account), ""), nearness: nearness}, at)
	return nil
}

// Deliver enqueues the next attempt of a delivery in a transaction. A zero or past
// time means as soon as the transaction commits.
func (q *Queue) Deliver(_ context.Context, tx store.Tx, d predate.Delivery, at time.Time) error {
	q.enqueue(tx, row{subject: string(d.ID), line: lineDeliver, share: share(string(d.Account), string(d.Endpoint))}, at)
	return nil
}

// enqueue defers the insertion to the commit, where all jobs of the transaction, or
// of a group of transactions, are written by one statement.
func (q *Queue) enqueue(tx store.Tx, r row, at time.Time) {
	r.due, r.turn = q.instants(at)
	tx.Late("queue", r, q.flush)
}

// instants returns when a job is due, 0 for at once, and its sort key among the
// ready jobs.
func (q *Queue) instants(at time.Time) (due, turn int64) {
	now := q.options.Now()
	if at.After(now) {
		return at.UnixMicro(), at.UnixMicro()
	}
	return 0, now.UnixMicro()
}

func (q *Queue) flush(ctx context.Context, tx store.Tx, items []any) error {
	rows := make([]row, len(items))
	for i, item := range items {
		rows[i] = item.(row)
	}
	if err := insert(ctx, tx, rows); err != nil {
		return err
	}
	tx.Then(q.wake)
	return nil
}

// wake makes the loop poll for jobs soon.
func (q *Queue) wake() {
	select {
	case q.wakes <- struct{}{}:
	default: // a poll is already due
	}
}

// Later returns an error by which a handler asks to be run again after a time. It does
// not count as a failure.
func Later(d time.Duration) error { return laterError(d) }

// Delay returns the time of an error made by Later or Rest.
func Delay(err error) (time.Duration, bool) {
	var later laterError
	if errors.As(err, &later) {
		return max(0, time.Duration(later)), true
	}
	var rest restError
	found := errors.As(err, &rest)
	return max(0, time.Duration(rest)), found
}

type laterError time.Duration

func (l laterError) Error() string { return "run again in " + time.Duration(l).String() }

// Rest returns an error by which a handler blocks its lane for a time: the job keeps its
// place, and the other jobs of the lane wait with it.
func Rest(d time.Duration) error { return restError(d) }

type restError time.Duration

func (r restError) Error() string { return "the lane rests for " + time.Duration(r).String() }

type seatKey struct{}

// Note makes the queue use ctx when it logs the handler's job. The trace of the job is in
// the rows, which the handler reads and the queue does not.
func Note(ctx context.Context) {
	if held, ok := ctx.Value(seatKey{}).(*Held); ok {
		held.noted = ctx
	}
}

// Finish ends a handler's job in the transaction of its last work, which saves another
// transaction; the handler must then return nil. Several jobs that share a commit are ended
// by one statement. Finish does nothing if ctx belongs to no job.
func Finish(ctx context.Context, tx store.Tx) {
	if held, ok := ctx.Value(seatKey{}).(*Held); ok {
		held.finish(tx)
	}
}

// Outside must be called by a handler before it waits for an outside party; the handler
// must call over when the wait has ended. A job that waits long moves to a slow seat, so
// that another can use its seat. When the wait ends, the seat is released: the writes
// that follow do not delay other jobs.
func Outside(ctx context.Context) (over func()) {
	held, ok := ctx.Value(seatKey{}).(*Held)
	if !ok {
		return func() {}
	}
	return held.outside()
}
