package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"predate"
	"predate/internal/base/trace"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
)

// Queue takes work inside the caller's transaction; a zero time means now. Jobs tells
// how the jobs of runs stand; a run without one is left out.
type Queue interface {
	Work(ctx context.Context, tx store.Tx, turn queue.Turn, at time.Time) error
	Deliver(ctx context.Context, tx store.Tx, delivery predate.Delivery, at time.Time) error
	Jobs(ctx context.Context, tx store.Tx, runs []predate.RunID) (map[predate.RunID]predate.Job, error)
}

// Sealer seals an extranet's credentials for the collecting worker, who alone
// can open them. Context binds the sealed bytes to their order and field.
type Sealer interface {
	Seal(plain predate.Secret, context string) ([]byte, error)
}

// Safe keeps secrets that this process itself needs again, such as the
// signing secrets of endpoints.
type Safe interface {
	Seal(plain predate.Secret, context string) ([]byte, error)
	Open(sealed []byte, context string) (predate.Secret, error)
}

// Door judges the credentials of a real extranet before an order with them is
// taken in, in the transaction that takes it in.
type Door interface {
	Admit(ctx context.Context, tx store.Tx, account predate.AccountID, host string, username predate.Secret) error
}

// Options is all that a desk needs from the house.
type Options struct {
	DB          *store.DB
	Queue       Queue
	Door        Door
	Blobs       blob.Store
	Credentials Sealer
	Safe        Safe
	Now         func() time.Time
	Random      io.Reader
	// CheckCallback refuses an endpoint's URL that must never be called; its
	// error's sentence is shown to the client.
	CheckCallback func(url string) error
	// SampleDate is the reference date of test orders: the day for which the
	// built-in sample dossier was made, so that its papers never grow stale.
	SampleDate predate.Date
	// TodayIs replaces today as the reference date of every order; the zero
	// date means the clock's own day. The demonstration uses it.
	TodayIs predate.Date
	// Retention is how long what is kept; the default one when zero.
	Retention Retention
	// Promise is how soon an operator decides an order that came to him; 4 hours
	// when zero.
	Promise time.Duration
	// Billing is how orders are invoiced; the zero one invoices none.
	Billing predate.Billing
	// Trace tells the placing of an order as a span; nil tells none.
	Trace *trace.Tracer
	// MaxEndpoints bounds the endpoints of an account; 20 when zero.
	MaxEndpoints int
}

// Desk changes orders.
type Desk struct {
	Options
	actor Actor
}

// New makes a desk.
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
	return &Desk{Options: o}
}

// ErrSuperseded: the run that a worker holds is no longer its order's current
// one, or the order was cancelled. The worker drops what it did.
var ErrSuperseded = errors.New("run superseded")

// What a refusal was about, for who words it in French: its sentence and its code are
// those of the API.
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

// ErrReplayed: a request with this idempotency key has already had its
// effect. The caller answers with what Replayed finds.
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

// paris is where an order's day begins and ends. Without the zone's tables the
// winter offset is near enough: it only decides the day around midnight.
func paris() *time.Location {
	zone, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		return time.FixedZone("CET", 3600)
	}
	return zone
}

// now is the instant of a change, at the precision the store keeps.
func (d *Desk) now() time.Time { return d.Now().UTC().Truncate(time.Microsecond) }

func newID[T ~string](d *Desk, prefix string) (T, error) {
	id, err := predate.NewID(prefix, d.Random)
	return T(id), err
}

// work enqueues the step that lies before a run; a zero time means now.
func (d *Desk) work(ctx context.Context, tx store.Tx, order predate.Order, run predate.Run, at time.Time) error {
	if err := d.Queue.Work(ctx, tx, queue.Turn{Account: order.Account, Run: run.ID, Step: run.Ahead()}, at); err != nil {
		return fmt.Errorf("enqueue run %s: %w", run.ID, err)
	}
	return nil
}

// Enqueue puts the next step of a run where it belongs, for another process than the
// one that met it.
func (d *Desk) Enqueue(ctx context.Context, c Case) error {
	return d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		return d.work(ctx, tx, c.Order, c.Run, time.Time{})
	})
}

// owned reads an order of the account. Another account's order is not found,
// exactly as one that does not exist.
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

// anyOrder reads an order of any account; one that is not there is refused.
func anyOrder(ctx context.Context, tx store.Tx, id predate.OrderID) (predate.Order, error) {
	order, err := store.OrderByID(ctx, tx, id)
	if errors.Is(err, predate.ErrNotFound) {
		return order, noOrder(id)
	}
	return order, err
}

// apply moves the order, writes it with its event, and enqueues the event's
// deliveries: the outbox, in the caller's transaction.
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
		event.Trace = run.Trace // for who asks without a trace: an operator, the sweep
	}
	_, err = d.announce(ctx, tx, &event, order.ByTestKey)
	return err
}

// record writes an event, which the feed then shows, as part of the trace of what made it
// happen.
func (d *Desk) record(ctx context.Context, tx store.Tx, event *predate.Event) error {
	if err := d.identify(ctx, event); err != nil {
		return err
	}
	if err := store.InsertEvent(ctx, tx, event); err != nil {
		return fmt.Errorf("write event %s of order %s: %w", event.State, event.Order, err)
	}
	return nil
}

// identify gives an event its id, and the trace of what made it happen.
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

// announce writes an event and one delivery for each endpoint that hears of it
// and wants it; byTestKey says that a test key caused it. The delivery to an endpoint that is off is given up from the start, so that it can
// be recovered when the endpoint is back; a simulated event is not worth it.
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

// hearer is an endpoint that hears of an event, and in which form.
type hearer struct {
	predate.Endpoint
	form predate.Form
}

// hearers lists the endpoints of an event's account that hear of it.
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

// FormOf is the form of bodies that the account's contract opens.
func FormOf(account predate.Account) predate.Form {
	return predate.Form{Documents: account.SendDocuments, Registration: account.SendRegistration}
}

// addressed makes one delivery of an event for each that hears of it, in the form it
// will keep.
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

// dispatch gives a new delivery its first job, where its endpoint takes any.
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
