package desk

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"predate"
	"predate/internal/base/trace"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
)

// Queue enqueues jobs in the caller's transaction; a zero time means now. Jobs returns the
// state of the jobs of runs; a run without a job is left out.
type Queue interface {
	Work(ctx context.Context, tx store.Tx, turn queue.Turn, at time.Time) error
	Deliver(ctx context.Context, tx store.Tx, delivery predate.Delivery, at time.Time) error
	Jobs(ctx context.Context, tx store.Tx, runs []predate.RunID) (map[predate.RunID]predate.Job, error)
}

// Sealer seals an extranet's credentials for the collecting worker, which alone can
// open them. The context binds the sealed bytes to their order and field.
type Sealer interface {
	Seal(plain predate.Secret, context string) ([]byte, error)
}

// Safe seals and opens secrets that this process itself needs, such as the signing
// secrets of endpoints.
type Safe interface {
	Seal(plain predate.Secret, context string) ([]byte, error)
	Open(sealed []byte, context string) (predate.Secret, error)
}

// Door decides whether an order with credentials of a real extranet may be placed, in
// the transaction that places it.
type Door interface {
	Admit(ctx context.Context, tx store.Tx, account predate.AccountID, host string, username predate.Secret) error
}

// Options is the dependencies and settings of a desk.
type Options struct {
	DB          *store.DB
	Queue       Queue
	Door        Door
	Blobs       blob.Store
	Credentials Sealer
	Safe        Safe
	Now         func() time.Time
	Random      io.Reader
	// CheckCallback returns an error for a URL that must never be called; the client is
	// shown its sentence.
	CheckCallback func(url string) error
	// SampleDate is the reference date of test orders: the day for which the
	// built-in sample dossier was made, so that its papers never grow stale.
	SampleDate predate.Date
	// TodayIs replaces today as the reference date of every order; the zero
	// date means the clock's own day. The demonstration uses it.
	TodayIs predate.Date
	// Retention is how long each class of data is kept; the default one if zero.
	Retention Retention
	// Promise is the time within which operators decide an order in review; 4 hours if
	// zero.
	Promise time.Duration
	// Billing is how orders are invoiced; the zero one invoices none.
	Billing predate.Billing
	// Trace exports the placing of an order as a span; nil disables tracing.
	Trace *trace.Tracer
	// MaxEndpoints bounds the endpoints of an account; 20 when zero.
	MaxEndpoints int
}

// Desk changes orders.
type Desk struct {
	Options
	actor Actor
	// examined is the last sleeping delivery that a sweep examined.
	examined *atomic.Pointer[predate.DeliveryID]
}

// New returns a desk.
func New(o Options) *Desk {
	if o.Retention == (Retention{}) {
		o.Retention = DefaultRetention()
	}
	if o.Promise == 0 {
		o.Promise = 4 * time.Hour
	}
	if o.MaxEndpoints == 0 {
		o.MaxEndpoints = 20
	}
	d := &Desk{Options: o, examined: &atomic.Pointer[predate.DeliveryID]{}}
	d.examined.Store(new(predate.DeliveryID))
	return d
}

// ErrSuperseded: the run of a worker is no longer the current one of its order, or the
// order was cancelled. The worker must discard its result.
var ErrSuperseded = errors.New("run superseded")

// The causes of some refusals, for callers that word them in French. The sentence and the
// code of the error itself are those of the API.
var (
	// ErrAccountClosed: the account was closed.
	ErrAccountClosed = errors.New("the account is closed")
	// ErrCallback: an address must never be called.
	ErrCallback = errors.New("the callback address is refused")
	// ErrAnswered: an operator has answered what a client answers.
	ErrAnswered = errors.New("an operator has answered already")
	// ErrThreadFull: an order has as many messages as it may.
	ErrThreadFull = errors.New("the thread is full")
	// ErrTooManyFiles: an order has as many files of its client as it may.
	ErrTooManyFiles = errors.New("the client has given as many files as he may")
)

// ErrReplayed: a request with this idempotency key was carried out before. The caller
// responds with the result of Replayed.
var ErrReplayed = errors.New("request already carried out")

// referenceDate is the day for which a new run's statement is made.
func (d *Desk) referenceDate(test bool) predate.Date {
	switch {
	case test && !d.SampleDate.IsZero():
		return d.SampleDate
	case !d.TodayIs.IsZero():
		return d.TodayIs
	}
	return predate.DateOf(d.Now().In(paris()))
}

// paris returns the time zone of an order's days. Without the tables of time zones the
// winter offset is accurate enough: it only matters around midnight.
func paris() *time.Location {
	zone, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		return time.FixedZone("CET", 3600)
	}
	return zone
}

// now is the instant of a change, at the precision the store keeps.
func (d *Desk) now() time.Time { return d.Now().UTC().Truncate(time.Microsecond) }

// newID draws the identifier of a row that is written now. It begins with the instant, in
// milliseconds, and 80 bits of it are random: rows of one moment are neighbours in every
// index, so that a transaction changes few of its pages.
func newID[T ~string](d *Desk, prefix string) (T, error) {
	instant := binary.BigEndian.AppendUint64(nil, uint64(d.now().UnixMilli()))[2:]
	id, err := predate.NewID(prefix, io.MultiReader(bytes.NewReader(instant), d.Random))
	return T(id), err
}

// work enqueues the next step of a run; a zero time means now.
func (d *Desk) work(ctx context.Context, tx store.Tx, order predate.Order, run predate.Run, at time.Time) error {
	if err := d.Queue.Work(ctx, tx, queue.Turn{Account: order.Account, Run: run.ID, Step: run.Ahead()}, at); err != nil {
		return fmt.Errorf("enqueue run %s: %w", run.ID, err)
	}
	return nil
}

// Enqueue enqueues the next step of a run again, for another process than the one that
// claimed it.
func (d *Desk) Enqueue(ctx context.Context, c Case) error {
	return d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		return d.work(ctx, tx, c.Order, c.Run, time.Time{})
	})
}

// owned reads an order of the account. It returns the same error for another account's
// order as for one that does not exist.
func owned(ctx context.Context, tx store.Tx, account predate.AccountID, id predate.OrderID) (predate.Order, error) {
	order, err := store.OrderByID(ctx, tx, id)
	if errors.Is(err, predate.ErrNotFound) || (err == nil && order.Account != account) {
		return predate.Order{}, &predate.Error{Code: predate.CodeNotFound, Message: "Order not found", Reason: "order_not_found"}
	}
	if err != nil {
		return predate.Order{}, fmt.Errorf("read order %s: %w", id, err)
	}
	return order, nil
}

// anyOrder reads an order of any account. It returns CodeNotFound if there is none.
func anyOrder(ctx context.Context, tx store.Tx, id predate.OrderID) (predate.Order, error) {
	order, err := store.OrderByID(ctx, tx, id)
	if errors.Is(err, predate.ErrNotFound) {
		return order, noOrder(id)
	}
	return order, err
}

// apply applies a trigger to the order, writes it with its event, and enqueues the event's
// deliveries, all in the caller's transaction.
func (d *Desk) apply(ctx context.Context, tx store.Tx, order *predate.Order, trigger predate.Trigger) error {
	event, err := order.Apply(trigger, d.now())
	if err != nil {
		return err
	}
	if trigger == predate.Placed {
		err = store.InsertOrder(ctx, tx, *order)
	} else {
		err = store.UpdateOrder(ctx, tx, order)
	}
	if err != nil {
		return fmt.Errorf("write order %s: %w", order.ID, err)
	}
	if event.State == predate.Waiting {
		run, err := store.RunByID(ctx, tx, event.Run)
		if err != nil {
			return fmt.Errorf("read run %s: %w", event.Run, err)
		}
		event.Missing = predate.Blocking(run.Gaps)
		event.Trace = run.Trace // for callers without a trace: an operator, the sweep
	}
	_, err = d.announce(ctx, tx, &event, order.ByTestKey)
	return err
}

// record writes an event, which the feed then shows, with the trace of its
// cause.
func (d *Desk) record(ctx context.Context, tx store.Tx, event *predate.Event) error {
	if err := d.identify(ctx, event); err != nil {
		return err
	}
	if err := store.InsertEvent(ctx, tx, event); err != nil {
		return fmt.Errorf("write event %s of order %s: %w", event.State, event.Order, err)
	}
	return nil
}

// identify sets the id of an event, and the trace of its cause.
func (d *Desk) identify(ctx context.Context, event *predate.Event) error {
	id, err := newID[predate.EventID](d, "evt_")
	if err != nil {
		return err
	}
	event.ID = id
	if here := trace.Of(ctx); here != "" {
		event.Trace = here
	}
	return nil
}

// announce writes an event and one delivery for each endpoint that hears of it and
// wants it; byTestKey is true if a test key caused it. The delivery to a disabled
// endpoint is given up at once, so that it can be recovered when the endpoint is enabled
// again. Simulated events are not delivered to disabled endpoints at all.
func (d *Desk) announce(ctx context.Context, tx store.Tx, event *predate.Event, byTestKey bool) ([]predate.Delivery, error) {
	if err := d.record(ctx, tx, event); err != nil {
		return nil, err
	}
	by, err := clientOf(ctx, tx, event.Account)
	if err != nil {
		return nil, err
	}
	deliveries, err := d.addressed(*event, hearers(*event, by, byTestKey))
	if err != nil {
		return nil, err
	}
	for _, delivery := range deliveries {
		if err := store.InsertDelivery(ctx, tx, delivery); err != nil {
			return nil, fmt.Errorf("write delivery of %s to %s: %w", event.ID, delivery.Endpoint, err)
		}
		if err := d.dispatch(ctx, tx, delivery); err != nil {
			return nil, err
		}
	}
	return deliveries, nil
}

// clientOf reads the account of an event and its endpoints.
func clientOf(ctx context.Context, tx store.Tx, id predate.AccountID) (client, error) {
	endpoints, err := store.EndpointsOf(ctx, tx, id)
	if err != nil {
		return client{}, fmt.Errorf("read endpoints of %s: %w", id, err)
	}
	account, err := store.AccountByID(ctx, tx, id)
	if err != nil {
		return client{}, fmt.Errorf("read account %s: %w", id, err)
	}
	return client{account, endpoints}, nil
}

// hearer is an endpoint that receives an event, with the form of the body.
type hearer struct {
	predate.Endpoint
	form predate.Form
}

// hearers returns the endpoints of an event's account that receive it.
func hearers(event predate.Event, by client, byTestKey bool) []hearer {
	var all []hearer
	for _, endpoint := range by.endpoints {
		if !endpoint.Hears(event, byTestKey) || event.Simulated && !endpoint.Enabled || !event.Simulated && !endpoint.Wants(event.State) {
			continue
		}
		form := FormOf(by.account)
		form.Link, form.Details = endpoint.Link, endpoint.Details
		all = append(all, hearer{endpoint, form})
	}
	return all
}

// FormOf returns the form of bodies according to the account's contract.
func FormOf(account predate.Account) predate.Form {
	return predate.Form{Documents: account.SendDocuments, Registration: account.SendRegistration}
}

// addressed returns one delivery of an event for each hearer, in its final
// form.
func (d *Desk) addressed(event predate.Event, to []hearer) ([]predate.Delivery, error) {
	now := d.now()
	var all []predate.Delivery
	for _, h := range to {
		id, err := newID[predate.DeliveryID](d, "dlv_")
		if err != nil {
			return nil, err
		}
		delivery := predate.Delivery{
			ID: id, Event: event.ID, Endpoint: h.ID, Account: event.Account, Order: event.Order,
			Seq: event.Seq, Form: h.form, Status: predate.DeliveryPending, Created: now, Next: now.Add(event.Rehearsal.Delay),
		}
		if !h.Enabled {
			delivery.Status, delivery.Next, delivery.Ended = predate.DeliveryGivenUp, time.Time{}, now
		}
		all = append(all, delivery)
	}
	return all, nil
}

// dispatch enqueues the first job of a new delivery, if its endpoint is enabled.
func (d *Desk) dispatch(ctx context.Context, tx store.Tx, delivery predate.Delivery) error {
	if delivery.Status != predate.DeliveryPending {
		return nil
	}
	var at time.Time // at once
	if delivery.Next.After(delivery.Created) {
		at = delivery.Next
	}
	if err := d.Queue.Deliver(ctx, tx, delivery, at); err != nil {
		return fmt.Errorf("enqueue delivery %s: %w", delivery.ID, err)
	}
	return nil
}
