package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"predate"
	"predate/internal/delivering/webhook"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
)

// Contents is everything from which the body of an event is made. None of it changes
// after the event.
type Contents struct {
	Event predate.Event
	Form  predate.Form
	// Run and Documents are those of a done event; empty for the other kinds.
	Run       predate.Run
	Documents []predate.Document
}

// Consignment is a delivery with everything that its body and its request need.
type Consignment struct {
	Contents
	Delivery predate.Delivery
	Endpoint predate.Endpoint
	Health   predate.Health
	Secrets  []predate.Secret // current first, then those in grace
	// Blocked is an earlier delivery of the same order to the same endpoint
	// that has not ended; this one must wait for it, and has no contents yet.
	Blocked *predate.Delivery
}

// Ready returns when the consignment may be claimed, according to the data that was read:
// a past time means now.
func (c Consignment) Ready() time.Time {
	ready := c.Delivery.Next
	if c.Blocked != nil {
		ready = c.Blocked.Next
	}
	if c.Endpoint.Enabled && c.Health.Parked.After(ready) {
		return c.Health.Parked
	}
	return ready
}

// ClaimLife is how long a claim of a delivery lasts: longer than the longest attempt. If
// the worker dies, others may claim the delivery after that.
const ClaimLife = 25 * time.Second

// Consignment reads a delivery and the data for sending it. It does not claim the
// delivery: see Claim.
func (d *Desk) Consignment(ctx context.Context, id predate.DeliveryID) (Consignment, error) {
	var c Consignment
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		c = Consignment{}
		addressed, err := store.AddressedByID(ctx, tx, id)
		if errors.Is(err, predate.ErrNotFound) {
			addressed.Delivery, err = ended(ctx, tx, id)
		}
		c.Delivery, c.Endpoint = addressed.Delivery, addressed.Endpoint
		if err != nil || c.Delivery.Status != predate.DeliveryPending {
			return err
		}
		if c.Health, err = store.HealthOf(ctx, tx, c.Endpoint.ID); err != nil {
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
		if c.Ready().After(d.now()) {
			return nil
		}
		return d.fill(ctx, tx, &c, addressed.Event)
	})
	if err != nil {
		return Consignment{}, fmt.Errorf("read delivery %s: %w", id, err)
	}
	return c, nil
}

// ended returns a delivery whose endpoint was deleted, which ended it.
func ended(ctx context.Context, tx store.Tx, id predate.DeliveryID) (predate.Delivery, error) {
	delivery, err := store.DeliveryByID(ctx, tx, id)
	if err == nil && delivery.Status == predate.DeliveryPending {
		err = fmt.Errorf("endpoint %s of a pending delivery: %w", delivery.Endpoint, predate.ErrNotFound)
	}
	return delivery, err
}

// fill reads what the body and the request of a delivery that is due need.
func (d *Desk) fill(ctx context.Context, tx store.Tx, c *Consignment, event predate.Event) (err error) {
	if c.Contents, err = contentsOf(ctx, tx, event, c.Delivery.Form); err != nil {
		return err
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

func contentsOf(ctx context.Context, tx store.Tx, event predate.Event, form predate.Form) (Contents, error) {
	c := Contents{Event: event, Form: form}
	if event.State != predate.Done {
		return c, nil
	}
	var err error
	if c.Run, err = store.RunByID(ctx, tx, event.Run); err != nil {
		return c, fmt.Errorf("read run %s: %w", event.Run, err)
	}
	if c.Documents, err = store.DocumentsOf(ctx, tx, event.Order); err != nil {
		return c, fmt.Errorf("read documents of order %s: %w", event.Order, err)
	}
	return c, nil
}

// Claim claims a due delivery for the worker that sends it. It returns false if the
// delivery has ended, is not due, is claimed by another worker, or if its endpoint is
// parked and another worker probes it.
func (d *Desk) Claim(ctx context.Context, c Consignment) (bool, error) {
	claimed := false
	err := d.DB.Grouped(ctx, func(ctx context.Context, tx store.Tx) error {
		now := d.now()
		until := now.Add(ClaimLife)
		var err error
		if claimed, err = store.ClaimDelivery(ctx, tx, c.Delivery.ID, now, until); err != nil || !claimed || c.Health.Parked.IsZero() {
			return err
		}
		probing, err := store.ClaimProbe(ctx, tx, c.Health, until)
		if err != nil || probing {
			return err
		}
		return errProbed // undoes the claim
	})
	if errors.Is(err, errProbed) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("claim delivery %s: %w", c.Delivery.ID, err)
	}
	return claimed, nil
}

var errProbed = errors.New("another worker probes the endpoint")

// Verdict is what follows an attempt.
type Verdict struct {
	Delivered bool
	GivenUp   bool
	// Retry is when the next attempt is due, unless the delivery has ended.
	Retry time.Time
	// Rehearsed is true if the attempt was faulty on purpose, and so does not count for
	// the health of the endpoint.
	Rehearsed bool
	// Disable disables the endpoint if it is not empty; it is the reason in French.
	Disable string
}

// Attempted writes an attempt and its consequences in one transaction: the delivery's new
// status, its next job, the job of the order's next event if this one has ended, and the
// health of the endpoint. It disables a dead
// endpoint.
func (d *Desk) Attempted(ctx context.Context, attempt predate.Attempt, v Verdict) (predate.Health, error) {
	var health predate.Health
	err := d.DB.GroupedInTurn(ctx, func(ctx context.Context, tx store.Tx) error {
		queue.Finish(ctx, tx)
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
			d.end(&delivery, predate.DeliveryDelivered)
		case v.GivenUp:
			d.end(&delivery, predate.DeliveryGivenUp)
		}
		if err := d.follow(ctx, tx, delivery); err != nil {
			return err
		}
		if v.Rehearsed {
			return nil
		}
		if health, err = d.learn(ctx, tx, delivery, attempt); err != nil {
			return err
		}
		reason := v.Disable
		if reason == "" && webhook.Dead(health, d.now()) {
			reason = "aucun envoi n’a abouti depuis cinq jours : " + health.LastError
		}
		if reason == "" {
			return nil
		}
		return disable(ctx, tx, delivery.Endpoint, reason)
	})
	if err != nil {
		return health, fmt.Errorf("record attempt %d of delivery %s: %w", attempt.Number, attempt.Delivery, err)
	}
	return health, nil
}

func (d *Desk) end(delivery *predate.Delivery, status predate.DeliveryStatus) {
	delivery.Status, delivery.Ended, delivery.Next = status, d.now(), time.Time{}
}

// GiveUp ends a pending delivery without another attempt, because its endpoint accepts
// nothing any more. Recover reopens it.
func (d *Desk) GiveUp(ctx context.Context, id predate.DeliveryID) error {
	err := d.DB.Grouped(ctx, func(ctx context.Context, tx store.Tx) error {
		delivery, err := store.DeliveryByID(ctx, tx, id)
		if err != nil || delivery.Status != predate.DeliveryPending {
			return err
		}
		d.end(&delivery, predate.DeliveryGivenUp)
		return d.follow(ctx, tx, delivery)
	})
	if err != nil {
		return fmt.Errorf("give up delivery %s: %w", id, err)
	}
	return nil
}

// follow writes the delivery and enqueues what comes next: the retry, or the order's next
// event to the same endpoint.
func (d *Desk) follow(ctx context.Context, tx store.Tx, delivery predate.Delivery) error {
	if err := store.UpdateDelivery(ctx, tx, delivery); err != nil {
		return fmt.Errorf("write delivery: %w", err)
	}
	if delivery.Status == predate.DeliveryPending {
		return d.Queue.Deliver(ctx, tx, delivery, delivery.Next)
	}
	next, found, err := store.NextPending(ctx, tx, delivery)
	if err != nil {
		return fmt.Errorf("find next delivery: %w", err)
	}
	if !found {
		return nil
	}
	return d.enqueue(ctx, tx, []predate.Delivery{next})
}

// wokenAtOnce is how many sleeping deliveries are enqueued as soon as their endpoint is
// back; the sweeper wakes the rest within a minute.
const wokenAtOnce = 500

// learn updates the health of an endpoint after an attempt, and wakes its sleeping
// deliveries if the receiver is back.
func (d *Desk) learn(ctx context.Context, tx store.Tx, delivery predate.Delivery, attempt predate.Attempt) (predate.Health, error) {
	before, err := store.HealthOf(ctx, tx, delivery.Endpoint)
	if err != nil {
		return before, err
	}
	health, changed := webhook.After(before, attempt, d.now())
	if !changed {
		return health, nil
	}
	if err := store.PutHealth(ctx, tx, health); err != nil {
		return health, err
	}
	if before.Parked.IsZero() || !attempt.Succeeded() {
		return health, nil
	}
	return health, d.wake(ctx, tx, delivery.Endpoint, wokenAtOnce)
}

// wake enqueues deliveries that sleep until their endpoint is back.
func (d *Desk) wake(ctx context.Context, tx store.Tx, endpoint predate.EndpointID, most int) error {
	sleeping, err := store.SleepingTo(ctx, tx, endpoint, most)
	if err != nil {
		return err
	}
	return d.enqueue(ctx, tx, sleeping)
}

// enqueue enqueues jobs for deliveries without one.
func (d *Desk) enqueue(ctx context.Context, tx store.Tx, deliveries []predate.Delivery) error {
	for _, one := range deliveries {
		if err := store.WakeDelivery(ctx, tx, one.ID, d.now()); err != nil {
			return err
		}
		if err := d.Queue.Deliver(ctx, tx, one, time.Time{}); err != nil {
			return err
		}
	}
	return nil
}

// Sleep lets a waiting delivery exist without a job, until the end of its wait wakes it.
// A delivery waits for an earlier one or for its endpoint. Sleep returns false if it
// waits for neither any more.
func (d *Desk) Sleep(ctx context.Context, id predate.DeliveryID) (asleep bool, err error) {
	err = d.DB.Grouped(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		asleep, err = store.SleepDelivery(ctx, tx, id, d.now())
		return err
	})
	return asleep, err
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
