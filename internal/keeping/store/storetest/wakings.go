package storetest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

// wakings: the end of a delivery and the sleep of the next may meet; whichever comes first,
// the next is awake afterwards or sleeps and is found by the end.
func wakings(t *testing.T, db *store.DB) {
	threeDeliveries(t, db)
	for _, endFirst := range []bool{true, false} {
		begun, let := make(chan struct{}), make(chan struct{})
		var once sync.Once
		hold := func() { once.Do(func() { close(begun); <-let }) } // the first to write waits for the other
		asleep, woken := false, false
		sleep := func(c ctx, x tx) (err error) {
			asleep, err = store.SleepDelivery(c, x, delivery(2).ID, noon())
			hold()
			return err
		}
		end := func(c ctx, x tx) error {
			first := delivery(1)
			first.Status, first.Ended = predate.DeliveryDelivered, noon()
			if err := store.UpdateDelivery(c, x, first); err != nil {
				return err
			}
			hold()
			next, found, err := store.NextPending(c, x, first)
			if err != nil || !found {
				return err
			}
			woken = true
			return store.WakeDelivery(c, x, next.ID, noon())
		}
		one, other := sleep, end
		if endFirst {
			one, other = end, sleep
		}
		var wait sync.WaitGroup
		wait.Go(func() { wantError(t, db.InTx(context.Background(), one), nil) })
		<-begun
		wait.Go(func() { wantError(t, db.InTx(context.Background(), other), nil) })
		time.Sleep(50 * time.Millisecond) // until the other waits
		close(let)
		wait.Wait()
		still := read(t, db, func(c ctx, x tx) (sleeps bool, err error) {
			err = x.QueryRow(c, "SELECT asleep FROM deliveries WHERE id = $1", delivery(2).ID).Scan(&sleeps)
			return sleeps, err
		})
		if still || !woken || asleep == endFirst {
			t.Errorf("the end first: %t; went to sleep %t, woken %t, sleeps %t", endFirst, asleep, woken, still)
		}
		write(t, db, func(c ctx, x tx) error { return store.UpdateDelivery(c, x, delivery(1)) })
	}
}

// overslept: what sleeps behind a delivery that has ended is found by going through all that
// sleep behind others, two at a time; what sleeps rightly, or ended asleep, is not.
func overslept(t *testing.T, db *store.DB) {
	threeDeliveries(t, db)
	other := func(seq int, id predate.DeliveryID) predate.Delivery {
		d := delivery(seq)
		d.ID, d.Endpoint = id, "whe_other"
		return d
	}
	write(t, db, func(c ctx, x tx) error {
		err := errors.Join(store.InsertDelivery(c, x, other(1, "dlv_4")), store.InsertDelivery(c, x, other(2, "dlv_5")), store.InsertDelivery(c, x, other(3, "dlv_6")))
		for _, id := range []predate.DeliveryID{"dlv_2", "dlv_3", "dlv_5", "dlv_6"} {
			asleep, err2 := store.SleepDelivery(c, x, id, noon())
			if err = errors.Join(err, err2); !asleep {
				t.Errorf("%s does not sleep", id)
			}
		}
		return err
	})
	rounds := func() (all []string) {
		t.Helper()
		var last predate.DeliveryID
		for {
			var to predate.DeliveryID
			free := read(t, db, func(c ctx, x tx) (free []predate.Delivery, err error) {
				free, to, err = store.Sleepless(c, x, time.Time{}, last, 2)
				return free, err
			})
			s := ""
			for _, one := range free {
				s += string(one.ID[len(one.ID)-1])
			}
			if all, last = append(all, s), to; last == "" {
				return all
			}
		}
	}
	want := func(why string, wanted ...string) {
		t.Helper()
		if diff := cmp.Diff(wanted, rounds()); diff != "" {
			t.Errorf("%s: %s", why, diff)
		}
	}
	want("all sleep rightly", "", "", "")
	end := func(statement string, args ...any) {
		t.Helper()
		write(t, db, func(c ctx, x tx) error {
			_, err := x.Exec(c, statement, args...)
			return err
		})
	}
	end("UPDATE deliveries SET status = 'delivered', ended = 1 WHERE id IN ('dlv_1', 'dlv_4')")
	want("the first of both ended, and woke nobody", "2", "5", "")
	write(t, db, func(c ctx, x tx) error { return store.WakeDelivery(c, x, "dlv_2", noon()) })
	want("one was woken", "5", "")
	end("UPDATE deliveries SET status = 'delivered', ended = 1 WHERE id IN ('dlv_5')")
	want("one ended asleep", "6", "")
	d := other(2, "dlv_5")
	write(t, db, func(c ctx, x tx) error { return store.UpdateDelivery(c, x, d) })
	want("what is opened again is awake, and holds the next", "", "")
}

// reopened: a delivery that is opened again while old ones are purged remains.
func reopened(t *testing.T, db *store.DB) {
	threeDeliveries(t, db)
	ended := delivery(1)
	ended.Status, ended.Ended = predate.DeliveryGivenUp, noon()
	write(t, db, func(c ctx, x tx) error { return store.UpdateDelivery(c, x, ended) })
	opened, let := make(chan struct{}), make(chan struct{})
	var once sync.Once
	var wait sync.WaitGroup
	wait.Go(func() {
		wantError(t, db.InTx(context.Background(), func(c ctx, x tx) error {
			err := store.UpdateDelivery(c, x, delivery(1))
			once.Do(func() { close(opened); <-let })
			return err
		}), nil)
	})
	<-opened
	wait.Go(func() {
		wantError(t, db.InTx(context.Background(), func(c ctx, x tx) error {
			_, err := store.PurgeDeliveries(c, x, noon().Add(time.Hour), 9)
			return err
		}), nil)
	})
	time.Sleep(50 * time.Millisecond) // until the purge waits
	close(let)
	wait.Wait()
	if d := read(t, db, func(c ctx, x tx) (predate.Delivery, error) { return store.DeliveryByID(c, x, "dlv_1") }); d.Status != predate.DeliveryPending {
		t.Errorf("opened again: %+v", d)
	}
}
