package desk

import (
	"context"
	"fmt"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Sent is a delivery with its attempts.
type Sent struct {
	predate.Delivery
	Made []predate.Attempt
}

// Deliveries reads deliveries to an endpoint of the account with their
// attempts, newest first.
func (d *Desk) Deliveries(ctx context.Context, account predate.AccountID, f predate.DeliveryFilter) ([]Sent, error) {
	var all []Sent
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		all = nil
		if _, err := ownedEndpoint(ctx, tx, account, f.Endpoint); err != nil {
			return err
		}
		deliveries, err := store.Deliveries(ctx, tx, f)
		if err != nil {
			return err
		}
		for _, delivery := range deliveries {
			made, err := store.AttemptsOf(ctx, tx, delivery.ID)
			if err != nil {
				return err
			}
			all = append(all, Sent{delivery, made})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read deliveries to endpoint %s: %w", f.Endpoint, err)
	}
	return all, nil
}

// Delivery reads a delivery to an endpoint of the account with its attempts.
func (d *Desk) Delivery(ctx context.Context, account predate.AccountID, endpoint predate.EndpointID, id predate.DeliveryID) (Sent, error) {
	var sent Sent
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		if sent.Delivery, err = ownedDelivery(ctx, tx, account, endpoint, id); err != nil {
			return err
		}
		sent.Made, err = store.AttemptsOf(ctx, tx, id)
		return err
	})
	if err != nil {
		return Sent{}, fmt.Errorf("read delivery %s: %w", id, err)
	}
	return sent, nil
}

// DeliveryInFull reads a delivery to an endpoint of the account, with all that its body
// is made from.
func (d *Desk) DeliveryInFull(ctx context.Context, account predate.AccountID, endpoint predate.EndpointID, id predate.DeliveryID) (Posted, Contents, error) {
	return d.inFull(ctx, id, func(ctx context.Context, tx store.Tx) (predate.Delivery, error) {
		return ownedDelivery(ctx, tx, account, endpoint, id)
	})
}

func ownedDelivery(ctx context.Context, tx store.Tx, account predate.AccountID, endpoint predate.EndpointID, id predate.DeliveryID) (predate.Delivery, error) {
	delivery, err := store.DeliveryByID(ctx, tx, id)
	if err == nil && (delivery.Account != account || delivery.Endpoint != endpoint) {
		err = predate.ErrNotFound
	}
	return delivery, err
}

// taking reads an endpoint of the account before something is sent to it again. It
// returns CodeConflict if the endpoint is disabled, and ends the parking of a parked
// one.
func (d *Desk) taking(ctx context.Context, tx store.Tx, account predate.AccountID, id predate.EndpointID) error {
	endpoint, err := ownedEndpoint(ctx, tx, account, id)
	if err != nil {
		return err
	}
	if !endpoint.Enabled {
		return &predate.Error{
			Code: predate.CodeConflict, Reason: "webhook_disabled",
			Message: "The webhook endpoint is disabled: enable it first",
		}
	}
	return d.unpark(ctx, tx, id)
}

// unpark ends the parking of an endpoint and wakes the deliveries that sleep until then.
func (d *Desk) unpark(ctx context.Context, tx store.Tx, id predate.EndpointID) error {
	if err := store.Unpark(ctx, tx, id); err != nil {
		return err
	}
	return d.wake(ctx, tx, id, wokenAtOnce)
}

// Resend reopens an ended delivery to an endpoint of the account. It returns CodeConflict
// if the delivery is still pending.
func (d *Desk) Resend(ctx context.Context, account predate.AccountID, endpoint predate.EndpointID, id predate.DeliveryID) (predate.Delivery, error) {
	var delivery predate.Delivery
	err := d.DB.Grouped(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		if delivery, err = ownedDelivery(ctx, tx, account, endpoint, id); err != nil {
			return err
		}
		if delivery.Status == predate.DeliveryPending {
			return &predate.Error{Code: predate.CodeConflict, Message: "The delivery is still pending", Reason: "delivery_pending"}
		}
		if err := d.taking(ctx, tx, account, endpoint); err != nil {
			return err
		}
		if err := d.reopenDelivery(ctx, tx, &delivery); err != nil {
			return err
		}
		return d.note(ctx, tx, deed{what: "delivery.resent", account: account, order: delivery.Order, detail: string(id)})
	})
	if err != nil {
		return predate.Delivery{}, fmt.Errorf("resend delivery %s: %w", id, err)
	}
	return delivery, nil
}

func (d *Desk) reopenDelivery(ctx context.Context, tx store.Tx, delivery *predate.Delivery) error {
	delivery.Status, delivery.Ended, delivery.Next = predate.DeliveryPending, time.Time{}, d.now()
	delivery.Earlier = delivery.Attempts
	if err := store.UpdateDelivery(ctx, tx, *delivery); err != nil {
		return err
	}
	return d.Queue.Deliver(ctx, tx, *delivery, time.Time{})
}

// recoverBatch is the maximum number of rows of one transaction of Recover.
const recoverBatch = 200

// Recover reopens the deliveries to an endpoint that were given up within a range, in the
// order of the events, and returns their number. It uses small transactions: after an
// error, another call does the rest.
func (d *Desk) Recover(ctx context.Context, account predate.AccountID, id predate.EndpointID, within predate.TimeRange) (int, error) {
	count := 0
	f := predate.DeliveryFilter{Endpoint: id, Limit: recoverBatch}
	for {
		var failed []predate.Delivery
		err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
			if err := d.taking(ctx, tx, account, id); err != nil {
				return err
			}
			var err error
			if failed, err = store.FailedDeliveries(ctx, tx, f, within); err != nil {
				return err
			}
			for i := range failed {
				if err := d.reopenDelivery(ctx, tx, &failed[i]); err != nil {
					return err
				}
			}
			return d.noteRecovered(ctx, tx, account, id, len(failed))
		})
		if err != nil {
			return count, fmt.Errorf("recover deliveries to endpoint %s: %w", id, err)
		}
		count += len(failed)
		if len(failed) < recoverBatch {
			return count, nil
		}
		last := failed[len(failed)-1]
		f.After = predate.Cursor{Created: last.Created, ID: string(last.ID)}
	}
}

// noteRecovered records one batch of a recovery. Each batch is a separate transaction,
// and therefore a separate act.
func (d *Desk) noteRecovered(ctx context.Context, tx store.Tx, account predate.AccountID, id predate.EndpointID, count int) error {
	if count == 0 {
		return nil
	}
	batch := d.actor
	batch.Act = ""
	return d.By(batch).note(ctx, tx, deed{what: "endpoint.recovered", account: account, detail: fmt.Sprintf("%s, %d", id, count)})
}

// RecoverSince is Recover for all deliveries that were given up since an instant.
func (d *Desk) RecoverSince(ctx context.Context, account predate.AccountID, id predate.EndpointID, since time.Time) (int, error) {
	return d.Recover(ctx, account, id, predate.TimeRange{Since: since})
}
