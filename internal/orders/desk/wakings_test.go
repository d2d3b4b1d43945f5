package desk_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/delivering/webhook"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// chain is three events of an order before one endpoint: the first has a job, the others
// sleep behind it.
type chain struct {
	*office
	order    predate.Order
	endpoint predate.EndpointID
	ids      [3]predate.DeliveryID
}

func (o *office) chained() *chain {
	o.t.Helper()
	c := &chain{office: o, endpoint: o.callback(predate.Endpoint{}), order: o.place(o.placing())}
	for _, trigger := range []predate.Trigger{predate.DossierLacking, predate.DossierComplete} {
		o.clock.Pass(time.Second)
		o.to(c.order, trigger)
	}
	for i, one := range o.sent(c.endpoint) {
		c.ids[i] = one.ID
	}
	for _, id := range c.ids[1:] {
		c.job(id)
	}
	if asleep := c.asleep(); asleep != ".zz" {
		o.t.Fatalf("who sleeps: %s", asleep)
	}
	return c
}

// asleep shows which of the chain sleep, with "!" for those that have a job too.
func (c *chain) asleep() (all string) {
	c.t.Helper()
	for _, id := range c.ids {
		var sleeps bool
		var jobs int
		c.tx(func(ctx context.Context, tx store.Tx) error {
			if err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM deliveries WHERE id = $1 AND asleep", id).Scan(&jobs); err != nil {
				return err
			}
			sleeps = jobs > 0
			return tx.QueryRow(ctx, "SELECT COUNT(*) FROM jobs WHERE subject = $1", id).Scan(&jobs)
		})
		switch {
		case sleeps && jobs > 0:
			all += "!"
		case sleeps:
			all += "z"
		default:
			all += "."
		}
	}
	return all
}

// job does the job of a delivery as a worker does, whose receiver answers 204. It returns
// false if there is no job, or the job is not due yet.
func (c *chain) job(id predate.DeliveryID) bool {
	c.t.Helper()
	var jobs int64
	c.tx(func(ctx context.Context, tx store.Tx) (err error) {
		jobs, err = tx.Exec(ctx, "DELETE FROM jobs WHERE subject = $1 AND due <= $2", id, c.clock.Now().UnixMicro())
		return err
	})
	if jobs == 0 {
		return false
	}
	due, err := c.Consignment(c.ctx, id)
	if errors.Is(err, predate.ErrNotFound) {
		return true
	}
	if err != nil {
		c.t.Fatal(err)
	}
	switch {
	case due.Delivery.Status != predate.DeliveryPending:
	case due.Blocked != nil, due.Endpoint.Enabled && due.Health.Parked.After(c.clock.Now()):
		if !must[bool](c.t)(c.Sleep(c.ctx, id)) {
			c.t.Errorf("%s does not sleep", id)
		}
	case !due.Endpoint.Enabled:
		c.gaveUp(id)
	case must[bool](c.t)(c.Claim(c.ctx, due)):
		c.answer(due, 204, desk.Verdict{Delivered: true})
	default:
		c.t.Errorf("%s cannot be claimed", id)
	}
	return true
}

// jobs does all jobs there are, and those that they lead to. It returns how the deliveries
// stand then: delivered, given up, pending or gone.
func (c *chain) jobs() string {
	c.t.Helper()
	for again := true; again; {
		again = false
		for _, id := range c.ids {
			again = c.job(id) || again
		}
	}
	stand := map[predate.DeliveryID]string{}
	c.tx(func(ctx context.Context, tx store.Tx) error {
		all, err := store.Deliveries(ctx, tx, predate.DeliveryFilter{Endpoint: c.endpoint, Limit: 9})
		for _, one := range all {
			stand[one.ID] = map[predate.DeliveryStatus]string{predate.DeliveryDelivered: "d", predate.DeliveryGivenUp: "g", predate.DeliveryPending: "p"}[one.Status]
		}
		return err
	})
	var all []string
	for _, id := range c.ids {
		all = append(all, stand[id]+strings.Repeat("-", 1-len(stand[id])))
	}
	return strings.Join(all, "")
}

func (c *chain) gaveUp(id predate.DeliveryID) {
	c.t.Helper()
	if err := c.GiveUp(c.ctx, id); err != nil {
		c.t.Error(err)
	}
}

// fails makes an attempt of the first delivery that fails.
func (c *chain) fails(v desk.Verdict) {
	c.t.Helper()
	due, taken := c.take(c.ids[0])
	if !taken {
		c.t.Fatal("the first cannot be sent")
	}
	c.tx(func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM jobs WHERE subject = $1", c.ids[0])
		return err
	})
	c.answer(due, 500, v)
}

func (c *chain) change(change desk.EndpointChange) {
	c.t.Helper()
	must[desk.Watched](c.t)(c.ChangeEndpoint(c.ctx, c.account.ID, c.endpoint, change))
}

// parked has the receiver fail until it is paused, with the first asleep until it is back.
func (c *chain) parked() {
	c.t.Helper()
	for range webhook.ParkAfter {
		c.fails(desk.Verdict{Retry: c.clock.Now()})
	}
	if !c.job(c.ids[0]) || c.asleep() != "zzz" {
		c.t.Fatalf("while the receiver is paused: %s", c.asleep())
	}
}

func (c *chain) by() *desk.Desk {
	return c.By(desk.Actor{Name: "A. Dupin", Operator: "opr_1", Why: "demande du 3 mai"})
}

// Whatever ends a delivery, deletes it, opens it again or changes its endpoint, those that
// sleep behind it are awake when their time has come, without the sweep.
func TestWhateverEndsADeliveryWakesTheNext(t *testing.T) {
	yes, no, url := true, false, "https://client.example/autre"
	for _, one := range []struct {
		why  string
		does func(*chain)
		want string
	}{
		{"delivered", func(*chain) {}, "ddd"},
		{"tried again", func(c *chain) { c.fails(desk.Verdict{Retry: c.clock.Now()}) }, "ddd"},
		{"given up after its attempts", func(c *chain) { c.fails(desk.Verdict{GivenUp: true}) }, "gdd"},
		{"a rehearsal gave it up", func(c *chain) { c.fails(desk.Verdict{GivenUp: true, Rehearsed: true}) }, "gdd"},
		{"its statement is gone", func(c *chain) { c.gaveUp(c.ids[0]) }, "gdd"},
		{"the receiver switches itself off", func(c *chain) { c.fails(desk.Verdict{GivenUp: true, Disable: "410"}) }, "ggg"},
		{"off while it waits for its next attempt", func(c *chain) { c.fails(desk.Verdict{Retry: c.clock.Now(), Disable: "cinq jours"}) }, "ggg"},
		{"switched off", func(c *chain) { c.change(desk.EndpointChange{Enabled: &no}) }, "ggg"},
		{"switched off and on", func(c *chain) {
			c.change(desk.EndpointChange{Enabled: &no})
			c.change(desk.EndpointChange{Enabled: &yes})
		}, "ddd"},
		{"given up while off, then on", func(c *chain) {
			c.change(desk.EndpointChange{Enabled: &no})
			c.job(c.ids[0])
			c.change(desk.EndpointChange{Enabled: &yes})
		}, "gdd"},
		{"another address", func(c *chain) { c.change(desk.EndpointChange{URL: &url}) }, "ddd"},
		{"other events", func(c *chain) { c.change(desk.EndpointChange{Events: &[]predate.State{predate.Done}}) }, "ddd"},
		{"another address while paused", func(c *chain) {
			c.parked()
			c.change(desk.EndpointChange{URL: &url})
		}, "ddd"},
		{"off and on while paused", func(c *chain) {
			c.parked()
			c.change(desk.EndpointChange{Enabled: &no})
			c.change(desk.EndpointChange{Enabled: &yes})
		}, "ddd"},
		{"the receiver is back", func(c *chain) {
			c.parked()
			c.clock.Pass(time.Hour)
			if err := c.Sweep(c.ctx); err != nil {
				c.t.Error(err)
			}
		}, "ddd"},
		{"sent again by hand", func(c *chain) {
			c.job(c.ids[0])
			must[predate.Delivery](c.t)(c.Resend(c.ctx, c.account.ID, c.endpoint, c.ids[0]))
			c.job(c.ids[1])
		}, "ddd"},
		{"the second is sent again while the third sleeps behind the first", func(c *chain) {
			c.gaveUp(c.ids[0])
			c.job(c.ids[1])
			must[predate.Delivery](c.t)(c.Resend(c.ctx, c.account.ID, c.endpoint, c.ids[0]))
			c.job(c.ids[2])
			must[predate.Delivery](c.t)(c.Resend(c.ctx, c.account.ID, c.endpoint, c.ids[1]))
		}, "ddd"},
		{"recovered", func(c *chain) {
			c.gaveUp(c.ids[0])
			must[int](c.t)(c.Recover(c.ctx, c.account.ID, c.endpoint, predate.TimeRange{}))
			c.job(c.ids[1])
		}, "ddd"},
		{"recovered while paused", func(c *chain) {
			c.parked()
			must[int](c.t)(c.by().Recover(c.ctx, c.account.ID, c.endpoint, predate.TimeRange{}))
		}, "ddd"},
		{"opened again after it ended asleep", func(c *chain) {
			c.tx(func(ctx context.Context, tx store.Tx) error { // as two workers may leave it
				_, err := tx.Exec(ctx, "UPDATE deliveries SET asleep = TRUE, held = TRUE, status = 'given_up', ended = 1 WHERE id = $1", c.ids[0])
				return err
			})
			must[predate.Delivery](c.t)(c.Resend(c.ctx, c.account.ID, c.endpoint, c.ids[0]))
			if asleep := c.asleep(); asleep != ".zz" {
				c.t.Errorf("opened again: %s", asleep)
			}
		}, "ddd"},
		{"the endpoint is deleted", func(c *chain) {
			if err := c.DeleteEndpoint(c.ctx, c.account.ID, c.endpoint); err != nil {
				c.t.Error(err)
			}
		}, "ggg"},
		{"the order is cancelled", func(c *chain) { must[predate.Order](c.t)(c.Cancel(c.ctx, c.account.ID, c.order.ID)) }, "ddd"},
		{"the order is erased", func(c *chain) {
			if err := c.by().EraseOrder(c.ctx, c.order.ID); err != nil {
				c.t.Error(err)
			}
		}, "---"},
		{"another order is erased", func(c *chain) {
			if err := c.by().EraseOrder(c.ctx, c.place(c.placing()).ID); err != nil {
				c.t.Error(err)
			}
		}, "ddd"},
		{"the account is erased", func(c *chain) {
			if _, _, err := c.by().EraseAccount(c.ctx, c.account.ID); err != nil {
				c.t.Error(err)
			}
		}, "---"},
		{"events are kept no longer", func(c *chain) {
			c.clock.Pass(10 * c.Retention.Events)
			if err := c.Sweep(c.ctx); err != nil {
				c.t.Error(err)
			}
		}, "ddd"},
		{"events are kept no longer, once the first has ended", func(c *chain) {
			c.gaveUp(c.ids[0])
			c.clock.Pass(10 * c.Retention.Events)
			c.tx(func(ctx context.Context, tx store.Tx) error {
				_, err := store.PurgeDeliveries(ctx, tx, c.clock.Now().Add(-c.Retention.Events), 9)
				return err
			})
		}, "-dd"},
	} {
		t.Run(one.why, func(t *testing.T) {
			onBothEngines(t, func(t *testing.T, o *office) {
				c := o.chained()
				one.does(c)
				if have := c.jobs(); have != one.want {
					t.Errorf("%s, want %s; who sleeps: %s", have, one.want, c.asleep())
				}
			})
		})
	}
}

// What an older program, or a fault, has left asleep behind nothing is found by the next
// sweep.
func TestTheSweepFindsWhatNobodyWoke(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		c := o.chained()
		o.tx(func(ctx context.Context, tx store.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE deliveries SET status = 'delivered', next = 0, ended = $2 WHERE id = $1", c.ids[0], o.clock.Now().UnixMicro())
			return err
		})
		if have := c.jobs(); have != "dpp" {
			t.Fatalf("who was not woken was sent: %s", have)
		}
		if err := o.Sweep(o.ctx); err != nil {
			t.Fatal(err)
		}
		if have := c.jobs(); have != "ddd" {
			t.Errorf("after the sweep: %s; who sleeps: %s", have, c.asleep())
		}
	})
}
