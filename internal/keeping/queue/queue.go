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

// Handlers do the work of each kind of job. One that returns Later is run
// again after that time; one that returns Rest too, and nothing else of its lane
// meanwhile; one that returns another error is run again with growing delays;
// one that panics is as one that returns an error.
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
	// Collectors is how many runs are collected at once, Workers how many are
	// read, typeset or issued, Deliverers how many deliveries are made; zero means
	// 4, 2 and 16. There are as many seats again for accounts that have fewer
	// than another one.
	Collectors int
	Workers    int
	Deliverers int
	// AtOnce is how many deliveries go to one endpoint at once; zero means 8.
	AtOnce int
	// SlowAfter is how long a delivery waits for its receiver before it gives
	// its seat to another and goes on among the slow; zero means a second.
	SlowAfter time.Duration
	// SweepEvery is the time between two sweeps; zero means a minute.
	SweepEvery time.Duration
	// Grace is how long Stop waits for running jobs before it cancels their
	// contexts; zero means 10 s.
	Grace time.Duration
	// Part is the part of the jobs that this process takes.
	Part Part
	// Logger hears of failures; nil means silence.
	Logger *slog.Logger
	// Now is the clock by which a time that has come is told from one to come.
	Now func() time.Time
}

// Part is a part of the jobs that there are.
type Part int

// The parts that processes take.
const (
	Everything  Part = iota
	Collections      // what extranets answer to
	Others           // everything but collections
)

// has reports whether the jobs of a line are of the part.
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

// WorkLimit bounds one step of a run. A collection from a slow extranet is the
// longest thing there is.
const WorkLimit = 15 * time.Minute

// The other limits of one execution.
const (
	deliverLimit = time.Minute
	sweepLimit   = 5 * time.Minute
)

// betweenSteps is the time in which a run's next step follows the one before.
const betweenSteps = 300 * time.Millisecond

// Queue enqueues jobs and, once started, works them. It is safe for concurrent
// use.
type Queue struct {
	db       *store.DB
	options  Options
	handlers Handlers
	board    *board
	heirs    heirs
	wakes    chan struct{} // something may have become ready, or a seat free

	// taking is held while jobs are taken, until it is known which.
	taking  sync.Mutex
	mu      sync.Mutex
	holder  string // how this process is named in the table
	held    map[string]*Held
	working *working
}

// New makes a queue on a database whose schema includes Schema. It does not
// start it.
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

// Handle gives the handlers of a queue that was made without: who works the
// jobs often needs the queue first. It must be called before Start.
func (q *Queue) Handle(h Handlers) { q.handlers = h }

// Turn is a run's next step, and whose.
type Turn struct {
	Account predate.AccountID
	Run     predate.RunID
	Step    predate.Step
}

// line is where a step waits, and nearness how near it is to the end.
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

// Work enqueues the next step of a run inside a transaction; a zero time, or
// one that has come, means as soon as the transaction commits.
func (q *Queue) Work(_ context.Context, tx store.Tx, t Turn, at time.Time) error {
	line, nearness := t.line()
	q.enqueue(tx, row{subject: string(t.Run), line: line, share: share(string(t.Account), ""), nearness: nearness}, at)
	return nil
}

// Deliver enqueues the next attempt of a delivery inside a transaction; a zero
// time, or one that has come, means as soon as the transaction commits.
func (q *Queue) Deliver(_ context.Context, tx store.Tx, d predate.Delivery, at time.Time) error {
	q.enqueue(tx, row{subject: string(d.ID), line: lineDeliver, share: share(string(d.Account), string(d.Endpoint))}, at)
	return nil
}

// enqueue puts the insertion off to the commit, where all jobs of the
// transaction, or of a group of them, are written by one statement.
func (q *Queue) enqueue(tx store.Tx, r row, at time.Time) {
	r.due, r.turn = q.instants(at)
	tx.Late("queue", r, q.flush)
}

// instants are from when a job is due, 0 for at once, and its place among the
// ready ones.
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

// wake has somebody look for work soon.
func (q *Queue) wake() {
	select {
	case q.wakes <- struct{}{}:
	default: // it is already to happen
	}
}

// Later is what a handler returns to be run again after a time, without that
// counting as a failure.
func Later(d time.Duration) error { return laterError(d) }

// Delay gives the time of an error that Later or Rest made.
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

// Rest is what a handler returns when nothing more is to go its way for a time:
// its job keeps its place, and the others of its lane wait with it.
func Rest(d time.Duration) error { return restError(d) }

type restError time.Duration

func (r restError) Error() string { return "the lane rests for " + time.Duration(r).String() }

type seatKey struct{}

// Note has what the queue logs of a handler's job say what a context of it says: of which
// trace the job is part is known to who reads the rows, and not to the queue.
func Note(ctx context.Context) {
	if held, ok := ctx.Value(seatKey{}).(*Held); ok {
		held.noted = ctx
	}
}

// Finish ends a handler's job with the transaction in which it does the last of its work,
// which so needs none for itself; the handler then returns nil. Several that share a
// commit are ended by one statement. A context of no job has none to end.
func Finish(ctx context.Context, tx store.Tx) {
	if held, ok := ctx.Value(seatKey{}).(*Held); ok {
		held.finish(tx)
	}
}

// Outside is called by a handler that is about to wait for somebody outside;
// over is called when that wait has ended. A wait that takes long is spent apart,
// so that its seat is another's. With the wait the seat is given back: what the handler
// then writes keeps nobody from going outside.
func Outside(ctx context.Context) (over func()) {
	held, ok := ctx.Value(seatKey{}).(*Held)
	if !ok {
		return func() {}
	}
	return held.outside()
}
