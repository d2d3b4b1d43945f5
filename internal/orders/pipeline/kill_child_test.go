package pipeline_test

import (
	"context"
	crand "crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/delivering/webhook"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
	"predate/internal/orders/pipeline"
)

// step is a moment in the life of an event at which a process can be killed.
type step string

const (
	stepWritten  step = "the event and its delivery are written, its job is not"
	stepUnsaved  step = "the event, its delivery and its job are written, and not committed"
	stepHappened step = "the event has happened"
	stepTaken    step = "the job is taken, the delivery is not claimed"
	stepClaimed  step = "the delivery is claimed, and not sent"
	stepAnswered step = "the receiver has answered, which is not recorded"
	stepRetry    step = "the failure is written with its retry, and not committed"
	stepRelease  step = "the success is written, the next event's job is not"
	stepReleased step = "the success is written with the next event's job, and not committed"
	stepRecorded step = "the answer is recorded, the job has not ended"
	stepTurned   step = "the delivery is put to sleep or off, the job has not ended"
	stepSwept    step = "the sweeper is through, its job has not ended"
)

// steps are those that every life of a process comes by.
func steps() []step {
	return []step{
		stepWritten, stepUnsaved, stepHappened, stepTaken, stepClaimed, stepAnswered, stepRetry, stepRelease, stepReleased,
		stepRecorded, stepTurned, stepSwept,
	}
}

// errand is what a child process is told to do.
type errand struct {
	Name     string // of the process
	Database string
	Keys     string
	Receiver string
	Account  predate.AccountID
	Events   int // it makes so many
	// Step and Nth say when it kills itself; never without a step.
	Step step
	Nth  int64
	// Patient makes it go on when an event cannot be made: its database may be
	// away. Pace is the time that each maker leaves between two.
	Patient bool
	Pace    time.Duration
	// Skew is how far its clock is ahead: what a dead process claimed is free
	// at once.
	Skew time.Duration
}

// errandVariable, in the environment, makes the test binary a process to kill.
const errandVariable = "PREDATE_TEST_ERRAND"

// child is the process to kill: the real desk, queue and workers. It ends by a
// signal only, and says which events it has made.
func child(told string) error {
	var e errand
	if err := json.Unmarshal([]byte(told), &e); err != nil {
		return err
	}
	ctx := context.Background()
	c := &killable{errand: e}
	c.left.Store(e.Nth)
	account, err := c.open(ctx)
	if err != nil {
		return err
	}
	failed := make(chan error)
	const makers = 4
	for range makers {
		go func() {
			if err := c.make(ctx, account, e.Events/makers); err != nil {
				failed <- err
			}
		}()
	}
	return <-failed
}

// killable is a house in a child process.
type killable struct {
	errand
	left atomic.Int64 // passings of the step before it dies
	desk *desk.Desk
	jobs *queue.Queue
	says sync.Mutex
}

// passes kills the process when its step has come, as the system does: nothing
// more is run, not even what is deferred.
func (c *killable) passes(s step) {
	if s != "" && s == c.Step && c.left.Add(-1) == 0 {
		_ = syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
		select {}
	}
}

func (c *killable) now() time.Time { return time.Now().Add(c.Skew) }

// open starts the house: what works in it is what works in a server.
func (c *killable) open(ctx context.Context) (account predate.Account, err error) {
	db, err := store.Open(ctx, c.Database, store.Options{})
	if err != nil {
		return account, err
	}
	keeper, err := seal.OpenKeeper(c.Keys)
	if err != nil {
		return account, err
	}
	if c.jobs, err = queue.New(db, queue.Options{Now: time.Now, SweepEvery: 300 * time.Millisecond}); err != nil {
		return account, err
	}
	c.desk = desk.New(desk.Options{DB: db, Queue: c, Safe: keeper, Now: c.now, Random: crand.Reader})
	receiver, err := url.Parse(c.Receiver)
	if err != nil {
		return account, err
	}
	client := egress.New(egress.Options{DevHosts: []string{receiver.Host}}).Client(egress.Policy{})
	client.Transport = dying{c, client.Transport}
	workers := pipeline.New(pipeline.Options{
		Desk: c.desk, Sender: webhook.NewSender(client, c.now), Now: c.now, Jitter: rand.Float64, Log: slog.New(slog.DiscardHandler),
	})
	c.jobs.Handle(queue.Handlers{
		Work: func(context.Context, predate.RunID) error { return nil }, Deliver: c.delivering(workers.Deliver), Sweep: c.sweeping(workers.Sweep),
	})
	err = db.View(ctx, func(ctx context.Context, tx store.Tx) error {
		account, err = store.AccountByID(ctx, tx, c.Account)
		return err
	})
	if err != nil {
		return account, err
	}
	return account, c.jobs.Start(ctx)
}

// make makes events: orders of five each.
func (c *killable) make(ctx context.Context, account predate.Account, events int) error {
	for made := 0; made < events; {
		order, err := c.desk.Place(ctx, desk.Placing{Account: account, Order: predate.Order{
			Method: predate.MethodUpload, Owners: []predate.Owner{{Lastname: "Vassorelle"}},
		}})
		if err != nil {
			if !c.Patient {
				return err
			}
			time.Sleep(patience)
			continue // another one: whether this one is there was not answered
		}
		c.happened(order.ID, 1)
		made++
		for seq := 2; seq <= 5; seq++ {
			time.Sleep(c.Pace)
			for err := c.advance(ctx, order.Run, seq); err != nil; err = c.advance(ctx, order.Run, seq) {
				if !c.Patient {
					return err
				}
				time.Sleep(patience)
			}
			c.happened(order.ID, seq)
			made++
		}
	}
	return nil
}

// patience is the time after which a maker tries again.
const patience = 50 * time.Millisecond

// advance has an order's event of a number happen, unless it has: its commit may
// not have been answered.
func (c *killable) advance(ctx context.Context, run predate.RunID, seq int) error {
	held, err := c.desk.Case(ctx, run)
	if err != nil || held.Order.Seq >= seq {
		return err
	}
	trigger := predate.DossierLacking
	if held.Order.State == predate.Waiting {
		trigger = predate.DossierComplete
	}
	return c.desk.Record(ctx, desk.Progress{Run: held.Run, Trigger: trigger})
}

// happened says that an event is committed: whoever was told must find it.
func (c *killable) happened(order predate.OrderID, seq int) {
	c.passes(stepHappened)
	c.says.Lock()
	defer c.says.Unlock()
	fmt.Println(order, seq)
}

// visit is what is known of a running job, through its context.
type visit struct {
	sweeps bool
	sent   atomic.Bool
}

type visitKey struct{}

// visitOf returns nil outside jobs: where events are made.
func visitOf(ctx context.Context) *visit {
	v, _ := ctx.Value(visitKey{}).(*visit)
	return v
}

func (c *killable) delivering(deliver func(context.Context, predate.DeliveryID) error) func(context.Context, predate.DeliveryID) error {
	return func(ctx context.Context, id predate.DeliveryID) error {
		c.passes(stepTaken)
		v := &visit{}
		err := deliver(context.WithValue(ctx, visitKey{}, v), id)
		if v.sent.Load() {
			c.passes(stepRecorded)
		} else {
			c.passes(stepTurned)
		}
		return err
	}
}

func (c *killable) sweeping(sweep func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		err := sweep(context.WithValue(ctx, visitKey{}, &visit{sweeps: true}))
		c.passes(stepSwept)
		return err
	}
}

// Work is the queue's.
func (c *killable) Work(ctx context.Context, tx store.Tx, turn queue.Turn, at time.Time) error {
	return c.jobs.Work(ctx, tx, turn, at)
}

// Jobs is the queue's.
func (c *killable) Jobs(ctx context.Context, tx store.Tx, runs []predate.RunID) (map[predate.RunID]predate.Job, error) {
	return c.jobs.Jobs(ctx, tx, runs)
}

// Deliver is the queue's, between two steps. The queue keeps the time of the
// machine.
func (c *killable) Deliver(ctx context.Context, tx store.Tx, d predate.Delivery, at time.Time) error {
	var before, after step
	switch v := visitOf(ctx); {
	case v == nil:
		before, after = stepWritten, stepUnsaved
	case v.sweeps: // what it wakes is woken again by the next
	case !at.IsZero():
		after = stepRetry
	default:
		before, after = stepRelease, stepReleased
	}
	c.passes(before)
	if !at.IsZero() {
		at = at.Add(-c.Skew)
	}
	if err := c.jobs.Deliver(ctx, tx, d, at); err != nil {
		return err
	}
	tx.Late("kill", after, func(_ context.Context, _ store.Tx, items []any) error {
		for _, item := range items {
			c.passes(item.(step))
		}
		return nil
	})
	return nil
}

// dying is the network of a process that may die before and after a POST. It
// tells the receiver which process speaks.
type dying struct {
	*killable
	to http.RoundTripper
}

// RoundTrip sends one delivery.
func (d dying) RoundTrip(r *http.Request) (*http.Response, error) {
	visitOf(r.Context()).sent.Store(true)
	d.passes(stepClaimed)
	r = r.Clone(r.Context())
	r.Header.Set("test-process", d.Name)
	response, err := d.to.RoundTrip(r)
	if err == nil {
		d.passes(stepAnswered)
	}
	return response, err
}
