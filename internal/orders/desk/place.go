package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"predate"
	"predate/internal/base/trace"
	"predate/internal/keeping/store"
)

// Placing is a valid request for an order.
type Placing struct {
	Account predate.Account
	// Order is the client's request; its id, run, state and instants are still empty.
	Order       predate.Order
	Credentials Credentials // for the extranet; empty for uploads
	Documents   []Upload
	Replay      *Replay // nil without an idempotency key
}

// Credentials open an extranet. They are sealed before anything is written.
type Credentials struct {
	Username predate.Secret
	Password predate.Secret
}

func (c Credentials) empty() bool { return c.Username == "" && c.Password == "" }

// sealedCredentials is how credentials are stored: each member is sealed separately.
type sealedCredentials struct {
	Username []byte `json:"username"`
	Password []byte `json:"password"`
}

// CredentialContext returns the context that binds a sealed credential to its order and
// field, so that it cannot be opened in another row.
func CredentialContext(order predate.OrderID, field string) string {
	return "order:" + string(order) + ":syndic." + field
}

// orderIDTries is the maximum number of attempts to generate an unused order id. With
// 30⁶ ids a second attempt is rare, and a fifth means that something else is wrong.
const orderIDTries = 5

// Place creates an order: its row, first run, first event, jobs and sealed credentials,
// in one transaction that it may share with other callers (group commit). Documents are
// stored before. Place returns ErrReplayed if the idempotency key was used before, and
// CodeUnavailable if too many requests wait.
func (d *Desk) Place(ctx context.Context, p Placing) (placed predate.Order, err error) {
	ctx, span := d.Trace.Begin(ctx, trace.Inner, "place")
	defer func() {
		span.Say(trace.Order(placed.ID), trace.Documents(len(p.Documents)))
		span.End(err)
	}()
	return d.tryPlacing(ctx, p)
}

// tryPlacing generates ids until one is unused.
func (d *Desk) tryPlacing(ctx context.Context, p Placing) (predate.Order, error) {
	files, err := d.keep(ctx, p.Documents)
	if err != nil {
		return predate.Order{}, err
	}
	for range orderIDTries {
		order, err := d.draw(p)
		if err != nil {
			return predate.Order{}, err
		}
		sealed, err := d.seal(order.ID, p.Credentials, nil)
		if err != nil {
			return predate.Order{}, err
		}
		placed := order
		err = d.DB.GroupedBy(ctx, string(order.Account), func(ctx context.Context, tx store.Tx) error {
			placed = order // a grouped transaction may run this again
			return d.place(ctx, tx, &placed, placement{Placing: p, sealed: sealed, files: files})
		})
		if err == nil {
			return placed, nil
		}
		if !errors.Is(err, predate.ErrExists) {
			return predate.Order{}, fmt.Errorf("place order for %s: %w", p.Account.ID, err)
		}
	}
	return predate.Order{}, fmt.Errorf("place order for %s: no free id after %d draws", p.Account.ID, orderIDTries)
}

// draw returns the order of p with new identifiers.
func (d *Desk) draw(p Placing) (predate.Order, error) {
	order := p.Order
	order.Account = p.Account.ID
	id, err := predate.NewOrderID(d.Random)
	if err != nil {
		return order, err
	}
	order.ID = id
	order.Run, err = newID[predate.RunID](d, "run_")
	return order, err
}

type placement struct {
	Placing
	sealed []byte
	files  stored
}

// place checks everything before it writes anything, so that a refused order does not
// abort the other orders of its group. The rows are written at the commit.
func (d *Desk) place(ctx context.Context, tx store.Tx, order *predate.Order, p placement) error {
	if err := d.checkReplay(ctx, tx, p.Replay); err != nil {
		return err
	}
	event, err := order.Apply(predate.Placed, d.now())
	if err != nil {
		return err
	}
	by, err := holdClient(ctx, tx, order.Account)
	if err != nil {
		return err
	}
	run := predate.Run{
		ID: order.Run, Order: order.ID, Number: 1, Method: order.Method,
		ReferenceDate: d.referenceDate(order.TestMode), AllDuePaid: order.AllDuePaid, Comment: order.Comment,
		Specimen: order.TestMode, Created: order.Created, Collected: order.Method == predate.MethodUpload, Trace: trace.Of(ctx),
	}
	if err := submittable(*order, p.files.documents); err != nil {
		return err
	}
	if err := d.admit(ctx, tx, *order, p.Credentials); err != nil {
		return err
	}
	brought := store.Brought{Order: *order, Run: run, Sealed: p.sealed, Until: d.credentialsUntil(p.Account)}
	if brought.Replay, err = d.keptAnswer(p.Account.ID, p.Replay, *order); err != nil {
		return err
	}
	if err := d.identify(ctx, &event); err != nil {
		return err
	}
	if brought.Deliveries, err = d.addressed(event, hearers(event, by, order.ByTestKey)); err != nil {
		return err
	}
	brought.Event = event
	if brought.Sandbox, err = rehearsed(ctx, tx, *order, p.Credentials); err != nil {
		return err
	}
	store.Bring(tx, brought)
	if err := d.begun(ctx, tx, brought); err != nil || len(p.files.documents) == 0 {
		return err
	}
	if err := store.SettleBrought(ctx, tx); err != nil {
		return err
	}
	return d.attach(ctx, tx, run, p.files)
}

// begun enqueues the first jobs of an order.
func (d *Desk) begun(ctx context.Context, tx store.Tx, b store.Brought) error {
	for _, delivery := range b.Deliveries {
		if err := d.dispatch(ctx, tx, delivery); err != nil {
			return err
		}
	}
	return d.work(ctx, tx, b.Order, b.Run, time.Time{})
}

// client is an account with its endpoints.
type client struct {
	account   predate.Account
	endpoints []predate.Endpoint
}

// holdClient returns the account of a new order and its endpoints; it reads them once
// for all orders of a group. It returns CodeForbidden if the account was closed since
// its caller was authenticated. It locks the account's orders, so that closing the
// account and placing an order, or placing two orders, happen one after the other.
func holdClient(ctx context.Context, tx store.Tx, id predate.AccountID) (client, error) {
	found, err := tx.Once("client "+string(id), func() (any, error) {
		if err := store.HoldOrders(ctx, tx, id); err != nil {
			return nil, err
		}
		account, err := store.AccountByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		endpoints, err := store.EndpointsOf(ctx, tx, id)
		return client{account, endpoints}, err
	})
	if err != nil {
		return client{}, err
	}
	one := found.(client)
	return one, mayOrder(one.account)
}

// takesOrders returns CodeForbidden if the account was closed since its caller was
// authenticated.
func takesOrders(ctx context.Context, tx store.Tx, id predate.AccountID) error {
	account, err := store.AccountByID(ctx, tx, id)
	if err != nil {
		return err
	}
	return mayOrder(account)
}

// mayOrder returns CodeForbidden if the account is closed.
func mayOrder(account predate.Account) error {
	if account.Disabled {
		return &predate.Error{Code: predate.CodeForbidden, Message: "The account is closed", Err: ErrAccountClosed}
	}
	return nil
}

// admit asks the warden whether an order may use a new extranet username.
func (d *Desk) admit(ctx context.Context, tx store.Tx, order predate.Order, c Credentials) error {
	if c.Username == "" || order.TestMode {
		return nil
	}
	return d.Door.Admit(ctx, tx, order.Account, order.Syndic.Host(), c.Username)
}

// begin writes a run and its first job. The run's steps belong to the trace of the
// request.
func (d *Desk) begin(ctx context.Context, tx store.Tx, order predate.Order, run *predate.Run) error {
	run.Trace = trace.Of(ctx)
	if err := store.InsertRun(ctx, tx, *run); err != nil {
		return fmt.Errorf("write run %d of order %s: %w", run.Number, run.Order, err)
	}
	return d.work(ctx, tx, order, *run, time.Time{})
}

// seal seals the credentials of an order. Empty members keep their value in known. It
// returns nil if there is nothing to seal.
func (d *Desk) seal(order predate.OrderID, c Credentials, known []byte) ([]byte, error) {
	if c.empty() {
		return known, nil
	}
	var both sealedCredentials
	if known != nil {
		if err := json.Unmarshal(known, &both); err != nil {
			return nil, fmt.Errorf("read sealed credentials of order %s: %w", order, err)
		}
	}
	for _, field := range []struct {
		name  string
		plain predate.Secret
		into  *[]byte
	}{{"username", c.Username, &both.Username}, {"password", c.Password, &both.Password}} {
		if field.plain == "" {
			continue
		}
		sealed, err := d.Options.Credentials.Seal(field.plain, CredentialContext(order, field.name))
		if err != nil {
			return nil, fmt.Errorf("seal %s of order %s: %w", field.name, order, err)
		}
		*field.into = sealed
	}
	return json.Marshal(both)
}

// credentialsUntil returns when sealed credentials are erased at the latest.
func (d *Desk) credentialsUntil(account predate.Account) time.Time {
	life, usual := d.Retention.Credentials, DefaultRetention().Credentials
	if account.KeepCredentials {
		life, usual = d.Retention.KeptCredentials, DefaultRetention().KeptCredentials
	}
	if life <= 0 {
		life = usual
	}
	return d.now().Add(life)
}

// OpenCredentials opens the sealed credentials of an order, for the collecting worker.
// It returns predate.ErrNotFound if none are kept.
func OpenCredentials(open func(sealed []byte, context string) (predate.Secret, error), order predate.OrderID, sealed []byte) (Credentials, error) {
	var both sealedCredentials
	if err := json.Unmarshal(sealed, &both); err != nil {
		return Credentials{}, fmt.Errorf("read sealed credentials of order %s: %w", order, err)
	}
	username, err := open(both.Username, CredentialContext(order, "username"))
	if err != nil {
		return Credentials{}, fmt.Errorf("open username of order %s: %w", order, err)
	}
	password, err := open(both.Password, CredentialContext(order, "password"))
	if err != nil {
		return Credentials{}, fmt.Errorf("open password of order %s: %w", order, err)
	}
	return Credentials{Username: username, Password: password}, nil
}
