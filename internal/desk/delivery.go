package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"predate"
	"predate/internal/store"
)

// Consignment is a delivery with all that its body and its request need.
type Consignment struct {
	Delivery predate.Delivery
	Event    predate.Event
	Endpoint predate.Endpoint
	Account  predate.Account
	Secrets  []predate.Secret // current first, then those in grace
	View     View
	Run      predate.Run // the event's
	// Claimed says that the delivery is this worker's to send; all but
	// Delivery is empty when it is not.
	Claimed bool
	// Blocked is an earlier delivery of the same order to the same endpoint
	// that has not ended; this one must wait for it.
	Blocked *predate.Delivery
}

// ClaimLife is how long a claimed delivery belongs to its worker: longer than
// the longest attempt. A worker that dies leaves it to others after that.
const ClaimLife = 25 * time.Second

// Consignment claims a due delivery for the worker that sends it, and reads
// what the sending needs. A delivery that is not due, has ended or belongs to
// another worker comes back unclaimed.
func (d *Desk) Consignment(ctx context.Context, id predate.DeliveryID) (Consignment, error) {
	var c Consignment
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		c = Consignment{}
		var err error
		if c.Delivery, err = store.DeliveryByID(ctx, tx, id); err != nil {
			return err
		}
		earlier, waiting, err := store.EarlierPending(ctx, tx, c.Delivery)
		if err != nil {
			return fmt.Errorf("find earlier deliveries: %w", err)
		}
		if waiting {
			c.Blocked = &earlier
			return nil
		}
		now := d.now()
		if c.Claimed, err = store.ClaimDelivery(ctx, tx, id, now, now.Add(ClaimLife)); err != nil || !c.Claimed {
			return err
		}
		return d.fill(ctx, tx, &c)
	})
	if err != nil {
		return Consignment{}, fmt.Errorf("read delivery %s: %w", id, err)
	}
	return c, nil
}

func (d *Desk) fill(ctx context.Context, tx store.Tx, c *Consignment) error {
	var err error
	if c.Event, err = store.EventByID(ctx, tx, c.Delivery.Event); err != nil {
		return fmt.Errorf("read event %s: %w", c.Delivery.Event, err)
	}
	if c.Endpoint, err = store.EndpointByID(ctx, tx, c.Delivery.Endpoint); err != nil {
		return fmt.Errorf("read endpoint %s: %w", c.Delivery.Endpoint, err)
	}
	if c.Account, err = store.AccountByID(ctx, tx, c.Delivery.Account); err != nil {
		return fmt.Errorf("read account %s: %w", c.Delivery.Account, err)
	}
	order, err := store.OrderByID(ctx, tx, c.Delivery.Order)
	if err != nil {
		return fmt.Errorf("read order %s: %w", c.Delivery.Order, err)
	}
	if c.View, err = viewOf(ctx, tx, order); err != nil {
		return err
	}
	if c.Run, err = store.RunByID(ctx, tx, c.Event.Run); err != nil {
		return fmt.Errorf("read run %s: %w", c.Event.Run, err)
	}
	sealed, err := store.SecretsOf(ctx, tx, c.Endpoint.ID, d.now())
	if err != nil {
		return fmt.Errorf("read secrets of %s: %w", c.Endpoint.ID, err)
	}
	for _, one := range sealed {
		secret, err := d.Safe.Open(one, SecretContext(c.Endpoint.ID))
		if err != nil {
			return fmt.Errorf("open secret of %s: %w", c.Endpoint.ID, err)
		}
		c.Secrets = append(c.Secrets, secret)
	}
	return nil
}

// Verdict is what follows an attempt.
type Verdict struct {
	Delivered bool
	GivenUp   bool
	// Retry is when the next attempt is due, unless the delivery has ended.
	Retry time.Time
	// Disable turns the endpoint off, with the reason in French.
	Disable string
}

// Attempted writes an attempt and what follows from it in one transaction: the
// delivery's new status, its next job, and the release of the order's next
// event when this one has ended.
func (d *Desk) Attempted(ctx context.Context, attempt predate.Attempt, v Verdict) error {
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		delivery, err := store.DeliveryByID(ctx, tx, attempt.Delivery)
		if err != nil {
			return err
		}
		if err := store.InsertAttempt(ctx, tx, attempt); err != nil {
			return fmt.Errorf("write attempt %d: %w", attempt.Number, err)
		}
		delivery.Attempts = attempt.Number
		delivery.Next = v.Retry
		switch {
		case v.Delivered:
			delivery.Status, delivery.Ended, delivery.Next = predate.DeliveryDelivered, d.now(), time.Time{}
		case v.GivenUp:
			delivery.Status, delivery.Ended, delivery.Next = predate.DeliveryGivenUp, d.now(), time.Time{}
		}
		if err := store.UpdateDelivery(ctx, tx, delivery); err != nil {
			return fmt.Errorf("write delivery: %w", err)
		}
		if v.Disable != "" {
			if err := disable(ctx, tx, delivery.Endpoint, v.Disable); err != nil {
				return err
			}
		}
		return d.follow(ctx, tx, delivery)
	})
	if err != nil {
		return fmt.Errorf("record attempt %d of delivery %s: %w", attempt.Number, attempt.Delivery, err)
	}
	return nil
}

// follow enqueues what comes after an attempt: the retry, or the order's next
// event to the same endpoint.
func (d *Desk) follow(ctx context.Context, tx store.Tx, delivery predate.Delivery) error {
	if delivery.Status == predate.DeliveryPending {
		return d.Queue.Deliver(ctx, tx, delivery.ID, delivery.Next)
	}
	next, found, err := store.NextPending(ctx, tx, delivery)
	if err != nil {
		return fmt.Errorf("find next delivery: %w", err)
	}
	if !found {
		return nil
	}
	return d.Queue.Deliver(ctx, tx, next.ID, time.Time{})
}

func disable(ctx context.Context, tx store.Tx, id predate.EndpointID, reason string) error {
	endpoint, err := store.EndpointByID(ctx, tx, id)
	if errors.Is(err, predate.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read endpoint %s: %w", id, err)
	}
	endpoint.Enabled, endpoint.DisabledReason = false, reason
	if err := store.UpdateEndpoint(ctx, tx, &endpoint); err != nil {
		return fmt.Errorf("disable endpoint %s: %w", id, err)
	}
	return nil
}

// Deliveries reads the latest deliveries to an endpoint of the account with
// their attempts, newest first.
func (d *Desk) Deliveries(ctx context.Context, account predate.AccountID, id predate.EndpointID, limit int) ([]predate.Delivery, map[predate.DeliveryID][]predate.Attempt, error) {
	var deliveries []predate.Delivery
	attempts := map[predate.DeliveryID][]predate.Attempt{}
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		if _, err := ownedEndpoint(ctx, tx, account, id); err != nil {
			return err
		}
		var err error
		if deliveries, err = store.DeliveriesOf(ctx, tx, id, store.Cursor{}, limit); err != nil {
			return err
		}
		for _, delivery := range deliveries {
			if attempts[delivery.ID], err = store.AttemptsOf(ctx, tx, delivery.ID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read deliveries to endpoint %s: %w", id, err)
	}
	return deliveries, attempts, nil
}

// Resend opens an ended delivery to an endpoint of the account again. One that
// is still under way is refused with CodeConflict.
func (d *Desk) Resend(ctx context.Context, account predate.AccountID, endpoint predate.EndpointID, id predate.DeliveryID) (predate.Delivery, error) {
	var delivery predate.Delivery
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		if delivery, err = store.DeliveryByID(ctx, tx, id); err != nil {
			return err
		}
		if delivery.Account != account || delivery.Endpoint != endpoint {
			return predate.ErrNotFound
		}
		if delivery.Status == predate.DeliveryPending {
			return &predate.Error{Code: predate.CodeConflict, Message: "The delivery is still pending", Reason: "delivery_pending"}
		}
		return d.reopenDelivery(ctx, tx, &delivery)
	})
	if err != nil {
		return predate.Delivery{}, fmt.Errorf("resend delivery %s: %w", id, err)
	}
	return delivery, nil
}

func (d *Desk) reopenDelivery(ctx context.Context, tx store.Tx, delivery *predate.Delivery) error {
	delivery.Status, delivery.Ended, delivery.Next = predate.DeliveryPending, time.Time{}, d.now()
	if err := store.UpdateDelivery(ctx, tx, *delivery); err != nil {
		return err
	}
	return d.Queue.Deliver(ctx, tx, delivery.ID, time.Time{})
}

// Recover opens again what was given up to an endpoint since an instant, in
// the order of the events, and tells how many.
func (d *Desk) Recover(ctx context.Context, account predate.AccountID, id predate.EndpointID, since time.Time) (int, error) {
	var count int
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if _, err := ownedEndpoint(ctx, tx, account, id); err != nil {
			return err
		}
		failed, err := store.FailedDeliveriesSince(ctx, tx, id, since)
		if err != nil {
			return err
		}
		count = len(failed)
		for i := range failed {
			if err := d.reopenDelivery(ctx, tx, &failed[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("recover deliveries to endpoint %s: %w", id, err)
	}
	return count, nil
}
