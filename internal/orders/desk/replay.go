package desk

import (
	"context"
	"errors"
	"fmt"

	"predate"
	"predate/internal/keeping/store"
)

// Replay makes a request idempotent: repeated requests with the same key have one
// effect.
type Replay struct {
	Account     predate.AccountID
	Route       string
	Key         string
	RequestHash predate.Hash
	// Answer returns the response that is stored with the effect.
	Answer func(order predate.Order) (status int, body []byte, err error)
}

// Replayed returns the response that was given to the first request with a key, or
// predate.ErrNotFound for an unused key.
func (d *Desk) Replayed(ctx context.Context, account predate.AccountID, route, key string) (predate.KeptAnswer, error) {
	var found predate.KeptAnswer
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		found, err = store.ReplayByKey(ctx, tx, account, route, key)
		return err
	})
	if err != nil {
		return predate.KeptAnswer{}, fmt.Errorf("find idempotency key of %s on %s: %w", account, route, err)
	}
	return found, nil
}

// checkReplay returns ErrReplayed if the key was used before.
func (d *Desk) checkReplay(ctx context.Context, tx store.Tx, r *Replay) error {
	if r == nil {
		return nil
	}
	_, err := store.ReplayByKey(ctx, tx, r.Account, r.Route, r.Key)
	switch {
	case err == nil:
		return ErrReplayed
	case errors.Is(err, predate.ErrNotFound):
		return nil
	}
	return fmt.Errorf("find idempotency key of %s on %s: %w", r.Account, r.Route, err)
}

// keptAnswer returns the response that is stored with the effect of a request; nil
// without a key.
func (d *Desk) keptAnswer(account predate.AccountID, r *Replay, order predate.Order) (*predate.KeptAnswer, error) {
	if r == nil {
		return nil, nil
	}
	status, body, err := r.Answer(order)
	if err != nil {
		return nil, fmt.Errorf("prepare the answer for order %s: %w", order.ID, err)
	}
	return &predate.KeptAnswer{
		Account: account, Route: r.Route, Key: r.Key, RequestHash: r.RequestHash,
		Status: status, Body: body, Created: d.now(), Order: order.ID,
	}, nil
}

// saveReplay stores the response in the transaction of its effect.
func (d *Desk) saveReplay(ctx context.Context, tx store.Tx, account predate.AccountID, r *Replay, order predate.Order) error {
	kept, err := d.keptAnswer(account, r, order)
	if err != nil || kept == nil {
		return err
	}
	if err := store.InsertReplay(ctx, tx, *kept); err != nil {
		return fmt.Errorf("keep idempotency key of %s on %s: %w", account, r.Route, err)
	}
	return nil
}
