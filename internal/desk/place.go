package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"predate"
	"predate/internal/store"
	"predate/internal/trace"
)

// Placing is a valid request for an order.
type Placing struct {
	Account predate.Account
	// Order holds what the client said; its id, run, state and instants are
	// still empty.
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

// sealedCredentials is how the two lie in the safe, each sealed for itself.
type sealedCredentials struct {
	Username []byte `json:"username"`
	Password []byte `json:"password"`
}

// CredentialContext binds a sealed credential to its order and field, so that
// a row copied elsewhere opens nothing.
func CredentialContext(order predate.OrderID, field string) string {
	return "order:" + string(order) + ":syndic." + field
}

// orderIDTries bounds the draws of an order id: with 30⁶ ids a second draw is
// rare and a fifth means that something else is wrong.
const orderIDTries = 5

// Place opens an order: its row, first run, first event and jobs, and its
// sealed credentials, in one transaction that it may share with other callers
// (group commit). Documents are stored before it. ErrReplayed says that the
// idempotency key was used before; CodeUnavailable that the house is full.
func (d *Desk) Place(ctx context.Context, p Placing) (placed predate.Order, err error) {
	ctx, span := d.Trace.Begin(ctx, trace.Inner, "place")
	defer func() {
		span.Say(trace.Order(placed.ID), trace.Documents(len(p.Documents)))
		span.End(err)
	}()
	return d.tryPlacing(ctx, p)
}

// tryPlacing draws ids until one is free.
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
		err = d.DB.Grouped(ctx, func(ctx context.Context, tx store.Tx) error {
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

// draw gives the order the identifiers of a fresh attempt.
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

func (d *Desk) place(ctx context.Context, tx store.Tx, order *predate.Order, p placement) error {
	if err := d.checkReplay(ctx, tx, p.Replay); err != nil {
		return err
	}
	if err := d.apply(ctx, tx, order, predate.Placed); err != nil {
		return err
	}
	if err := takesOrders(ctx, tx, order.Account); err != nil {
		return err
	}
	run := predate.Run{
		ID: order.Run, Order: order.ID, Number: 1, Method: order.Method,
		ReferenceDate: d.referenceDate(order.TestMode), AllDuePaid: order.AllDuePaid, Comment: order.Comment,
		Specimen: order.TestMode, Created: order.Created, Collected: order.Method == predate.MethodUpload,
	}
	if err := d.begin(ctx, tx, *order, &run); err != nil {
		return err
	}
	if err := rehearsed(ctx, tx, *order, p.Credentials); err != nil {
		return err
	}
	if err := submittable(*order, p.files.documents); err != nil {
		return err
	}
	if err := d.attach(ctx, tx, run, p.files); err != nil {
		return err
	}
	if err := d.admit(ctx, tx, *order, p.Credentials); err != nil {
		return err
	}
	if p.sealed != nil {
		if err := store.PutCredentials(ctx, tx, order.ID, p.sealed, d.credentialsUntil(p.Account)); err != nil {
			return fmt.Errorf("keep credentials of order %s: %w", order.ID, err)
		}
	}
	return d.saveReplay(ctx, tx, p.Account.ID, p.Replay, *order)
}

// takesOrders refuses what an account asks that was closed since its caller was known,
// with CodeForbidden. Its events are numbered before it in the same transaction, so
// that who closes it either waits for the order, or has the order refused.
func takesOrders(ctx context.Context, tx store.Tx, id predate.AccountID) error {
	account, err := store.AccountByID(ctx, tx, id)
	if err != nil {
		return err
	}
	if account.Disabled {
		return &predate.Error{Code: predate.CodeForbidden, Message: "The account is closed", Err: ErrAccountClosed}
	}
	return nil
}

// admit asks the door about a username that the order brings. The account's
// events are numbered before it in the same transaction, so that two orders of
// an account never pass the door at once.
func (d *Desk) admit(ctx context.Context, tx store.Tx, order predate.Order, c Credentials) error {
	if c.Username == "" || order.TestMode {
		return nil
	}
	return d.Door.Admit(ctx, tx, order.Account, order.Syndic.Host(), c.Username)
}

// begin writes a run and its first job. The run's steps are part of the trace of the
// request that asks for it.
func (d *Desk) begin(ctx context.Context, tx store.Tx, order predate.Order, run *predate.Run) error {
	run.Trace = trace.Of(ctx)
	if err := store.InsertRun(ctx, tx, *run); err != nil {
		return fmt.Errorf("write run %d of order %s: %w", run.Number, run.Order, err)
	}
	return d.work(ctx, tx, order, *run, time.Time{})
}

// seal closes credentials for an order. Members that are empty keep what known
// holds. Nothing to seal gives nil.
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

// credentialsUntil tells when sealed credentials are erased at the latest.
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

// OpenCredentials opens what an order's safe holds, for the collecting worker.
// Nothing kept is predate.ErrNotFound.
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
