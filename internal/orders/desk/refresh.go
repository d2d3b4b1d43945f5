package desk

import (
	"context"
	"errors"
	"fmt"

	"predate"
	"predate/internal/keeping/store"
)

// Refreshing is a valid request for a new statement of an order.
type Refreshing struct {
	Account     predate.AccountID
	Order       predate.OrderID
	Method      predate.Method
	AllDuePaid  bool
	Comment     string
	SyndicName  string // empty keeps the known one
	Credentials Credentials
	Replay      *Replay
}

// ErrNoCredentials: the refresh of an extranet order brings no credentials, and none
// are kept. The API responds with the contract's text about the syndic.
var ErrNoCredentials = errors.New("no extranet credentials given nor kept")

// Refresh opens a new run of a done or waiting order. It returns CodeConflict for an
// order that is being processed, and for a cancelled one.
func (d *Desk) Refresh(ctx context.Context, r Refreshing) (predate.Order, error) {
	var order predate.Order
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := d.checkReplay(ctx, tx, r.Replay); err != nil {
			return err
		}
		var err error
		if order, err = owned(ctx, tx, r.Account, r.Order); err != nil {
			return err
		}
		if order.InProgress() {
			return &predate.Error{Code: predate.CodeConflict, Message: "The order is being processed", Reason: "order_in_progress"}
		}
		if err := d.reseal(ctx, tx, order, r); err != nil {
			return err
		}
		if err := d.reopen(ctx, tx, &order, r); err != nil {
			return err
		}
		if err := d.admit(ctx, tx, order, r.Credentials); err != nil {
			return err
		}
		return d.saveReplay(ctx, tx, r.Account, r.Replay, order)
	})
	if err != nil {
		return predate.Order{}, fmt.Errorf("refresh order %s: %w", r.Order, err)
	}
	return order, nil
}

// reseal replaces the credentials that the refresh brings.
func (d *Desk) reseal(ctx context.Context, tx store.Tx, order predate.Order, r Refreshing) error {
	if r.Method != predate.MethodExtranet {
		return nil
	}
	known, err := store.CredentialsOf(ctx, tx, order.ID)
	if err != nil && !errors.Is(err, predate.ErrNotFound) {
		return fmt.Errorf("read credentials of order %s: %w", order.ID, err)
	}
	complete := r.Credentials.Username != "" && r.Credentials.Password != ""
	if (known == nil && !complete) || order.Syndic.URL == "" {
		return ErrNoCredentials
	}
	sealed, err := d.seal(order.ID, r.Credentials, known)
	if err != nil {
		return err
	}
	account, err := store.AccountByID(ctx, tx, order.Account)
	if err != nil {
		return fmt.Errorf("read account %s: %w", order.Account, err)
	}
	if err := store.PutCredentials(ctx, tx, order.ID, sealed, d.credentialsUntil(account)); err != nil {
		return fmt.Errorf("keep credentials of order %s: %w", order.ID, err)
	}
	return nil
}

// reopen starts the next run and changes the order's state to need-refresh.
func (d *Desk) reopen(ctx context.Context, tx store.Tx, order *predate.Order, r Refreshing) error {
	previous, err := store.RunByID(ctx, tx, order.Run)
	if err != nil {
		return fmt.Errorf("read run %s: %w", order.Run, err)
	}
	id, err := newID[predate.RunID](d, "run_")
	if err != nil {
		return err
	}
	order.Run, order.AllDuePaid, order.Method = id, r.AllDuePaid, r.Method
	if r.Comment != "" {
		order.Comment = r.Comment
	}
	if r.SyndicName != "" {
		order.Syndic.Name = r.SyndicName
	}
	if err := d.apply(ctx, tx, order, predate.RefreshRequested); err != nil {
		return err
	}
	reference, err := d.referenceLater(ctx, tx, *order)
	if err != nil {
		return err
	}
	if err := again(ctx, tx, *order, r.Credentials); err != nil {
		return err
	}
	run := predate.Run{
		ID: id, Order: order.ID, Number: previous.Number + 1, Method: r.Method,
		ReferenceDate: reference, AllDuePaid: r.AllDuePaid, Comment: r.Comment,
		Specimen: order.TestMode, Created: d.now(), Collected: r.Method == predate.MethodUpload,
	}
	return d.begin(ctx, tx, *order, &run)
}

// Cancel stops an order's work and erases its credentials. There is no event, because
// the client caused it. A second cancellation changes nothing.
func (d *Desk) Cancel(ctx context.Context, account predate.AccountID, id predate.OrderID) (predate.Order, error) {
	var order predate.Order
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		if order, err = owned(ctx, tx, account, id); err != nil {
			return err
		}
		changed, err := order.Cancel(d.now())
		if err != nil || !changed {
			return err
		}
		if err := store.UpdateOrder(ctx, tx, &order); err != nil {
			return err
		}
		if err := d.settle(ctx, tx, order.Run, "Commande annulée par le client."); err != nil {
			return err
		}
		return d.erase(ctx, tx, order, EraseAlways)
	})
	if err != nil {
		return predate.Order{}, fmt.Errorf("cancel order %s: %w", id, err)
	}
	return order, nil
}
