package desk_test

import (
	"context"
	"testing"
	"time"

	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// A time that nobody set, or a wrong one, deletes nothing at once: neither the password
// that an order waits for, nor an event, nor a paper.
func TestNoRetentionDeletesNothing(t *testing.T) {
	for _, life := range []time.Duration{0, -time.Hour} {
		o := open(t)
		o.Retention = desk.Retention{
			Credentials: life, KeptCredentials: life, Documents: life, Statements: life, Events: life, Audit: life, Replays: life, Sessions: life,
		}
		order := o.place(o.with("%PDF pris"))
		o.clock.Pass(time.Minute)
		o.sweep()
		c := must[desk.Case](t)(o.Case(o.ctx, order.Run))
		if len(c.Credentials) == 0 || len(c.Documents) != 1 || len(o.states(order.ID)) != 1 || !o.there(c.Documents[0].Hash) {
			t.Errorf("%v: left are %d bytes of credentials, %d papers", life, len(c.Credentials), len(c.Documents))
		}
		o.clock.Pass(4 * 24 * time.Hour)
		o.sweep()
		if c := must[desk.Case](t)(o.Case(o.ctx, order.Run)); len(c.Credentials) > 0 {
			t.Errorf("%v: a password is kept for ever", life)
		}
	}
}

// The alarm of a lost paper stays until the paper is there again or nobody needs it.
func TestTheAlarmOfALostPaperStays(t *testing.T) {
	o := open(t)
	order := o.place(o.with("%PDF perdu"))
	hash := must[desk.Case](t)(o.Case(o.ctx, order.Run)).Documents[0].Hash
	alarms := func() (all []store.Alarm) {
		o.tx(func(ctx context.Context, tx store.Tx) (err error) {
			all, err = store.Alarms(ctx, tx)
			return err
		})
		return all
	}
	lose := func() {
		if err := o.Blobs.Delete(o.ctx, hash); err != nil {
			t.Fatal(err)
		}
		if needed, err := o.Lost(o.ctx, hash); err != nil || !needed {
			t.Fatalf("needed %v: %v", needed, err)
		}
		o.sweep()
	}
	lose()
	if got := alarms(); len(got) != 1 || got[0].Kind != desk.AlarmFileLost {
		t.Errorf("the alarm of a lost paper is closed: %+v", got)
	}
	o.hashOf("%PDF perdu") // it is restored
	o.sweep()
	if got := alarms(); len(got) != 0 {
		t.Errorf("alarms of what is there: %+v", got)
	}
	lose()
	if err := o.By(desk.Actor{Name: "A. Dupin", Why: "demande"}).EraseOrder(o.ctx, order.ID); err != nil {
		t.Fatal(err)
	}
	o.sweep()
	if got := alarms(); len(got) != 0 {
		t.Errorf("alarms of what nobody needs: %+v", got)
	}
}
