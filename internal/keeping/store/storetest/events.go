package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

func event(id string, seq int) predate.Event {
	return predate.Event{
		ID: predate.EventID(id), Account: accountID, Order: orderID, Run: runID, Seq: seq,
		State: predate.Confirmed, Simulated: seq == 0, Created: noon(),
	}
}

func insertEvent(db *store.DB, e predate.Event) (predate.Event, error) {
	err := db.InTx(context.Background(), func(c ctx, x tx) error { return store.InsertEvent(c, x, &e) })
	return e, err
}

func events(t *testing.T, db *store.DB) {
	house(t, db)
	for i, e := range []predate.Event{event("evt_a", 1), event("evt_b", 0), event("evt_c", 0), event("evt_d", 2)} {
		written, err := insertEvent(db, e)
		if err != nil {
			t.Fatal(err)
		}
		if written.Position != int64(i+1) {
			t.Errorf("%s has position %d, want %d", e.ID, written.Position, i+1)
		}
	}
	_, err := insertEvent(db, event("evt_a", 3))
	wantError(t, err, predate.ErrExists)
	_, err = insertEvent(db, event("evt_e", 2)) // the order's sequence is unique
	wantError(t, err, predate.ErrExists)
	after, err := insertEvent(db, event("evt_f", 3))
	if err != nil || after.Position != 5 {
		t.Errorf("position %d, error %v, want 5: what was refused took none", after.Position, err)
	}
	ids := func(all []predate.Event) (s string) {
		for _, e := range all {
			s += string(e.ID[len(e.ID)-1])
		}
		return s
	}
	all := read(t, db, func(c ctx, x tx) ([]predate.Event, error) { return store.EventsOf(c, x, orderID) })
	page := read(t, db, func(c ctx, x tx) ([]predate.Event, error) {
		return store.EventsAfter(c, x, predate.FeedRange{Account: accountID, After: 1, Limit: 2})
	})
	rest := read(t, db, func(c ctx, x tx) ([]predate.Event, error) {
		return store.EventsAfter(c, x, predate.FeedRange{Account: accountID, After: 3})
	})
	other := read(t, db, func(c ctx, x tx) ([]predate.Event, error) {
		return store.EventsAfter(c, x, predate.FeedRange{Account: otherID})
	})
	if diff := cmp.Diff([]string{"abcdf", "bc", "df", ""}, []string{ids(all), ids(page), ids(rest), ids(other)}); diff != "" {
		t.Error(diff)
	}
	_, err = try(db, func(c ctx, x tx) (predate.Event, error) { return store.EventByID(c, x, "evt_none") })
	wantError(t, err, predate.ErrNotFound)
	last := read(t, db, func(c ctx, x tx) (int64, error) { return store.LastPosition(c, x, accountID, false) })
	none := read(t, db, func(c ctx, x tx) (int64, error) { return store.LastPosition(c, x, otherID, false) })
	if last != 5 || none != 0 {
		t.Errorf("last positions %d and %d, want 5 and 0", last, none)
	}
	rehearsal(t, db)
}

func rehearsal(t *testing.T, db *store.DB) {
	want := event("evt_g", 0)
	want.Rehearsal = predate.Rehearsal{
		Faults: []predate.Fault{predate.FaultBadSignature, predate.FaultOutOfOrder}, Delay: 90 * time.Second, Passed: 2,
	}
	want, err := insertEvent(db, want)
	if err != nil {
		t.Fatal(err)
	}
	got := read(t, db, func(c ctx, x tx) (predate.Event, error) { return store.EventByID(c, x, want.ID) })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

var errChanged = errors.New("changed its mind")

// feed: eight writers, a third of whose transactions are rolled back, and a
// reader who follows the feed. The reader sees every position once, in order.
func feed(t *testing.T, db *store.DB) {
	house(t, db)
	const writers, each = 8, 30
	stop := make(chan struct{})
	var follower, wait sync.WaitGroup
	var seen int64
	follower.Go(func() {
		for last := false; ; {
			news, err := try(db, func(c ctx, x tx) ([]predate.Event, error) {
				return store.EventsAfter(c, x, predate.FeedRange{Account: accountID, After: seen, Limit: 7})
			})
			if err != nil {
				t.Error(err)
				return
			}
			for _, e := range news {
				if e.Position != seen+1 {
					t.Errorf("position %d follows %d", e.Position, seen)
				}
				seen = e.Position
			}
			if last && len(news) == 0 {
				return
			}
			select {
			case <-stop:
				last = true
			default:
			}
		}
	})
	for w := range writers {
		wait.Go(func() {
			for i := range each {
				e := event(fmt.Sprintf("evt_%d_%d", w, i), 0)
				run := db.InTx
				if i%2 == 0 {
					run = db.Grouped
				}
				err := run(context.Background(), func(c ctx, x tx) error {
					if err := store.InsertEvent(c, x, &e); err != nil {
						return err
					}
					if i%3 == 2 {
						return errChanged
					}
					return nil
				})
				if err != nil && !errors.Is(err, errChanged) {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	close(stop)
	follower.Wait()
	if want := int64(writers * each * 2 / 3); seen != want {
		t.Errorf("followed the feed to position %d, want %d", seen, want)
	}
}

func endpoints(t *testing.T, db *store.DB) {
	house(t, db)
	c := context.Background()
	secrets := func(now time.Time) (s []string) {
		for _, secret := range read(t, db, func(c ctx, x tx) ([][]byte, error) { return store.SecretsOf(c, x, endpointID, now) }) {
			s = append(s, string(secret))
		}
		return s
	}
	rotate := func(sealed string, until time.Time) {
		t.Helper()
		write(t, db, func(c ctx, x tx) error { return store.RotateSecret(c, x, endpointID, []byte(sealed), until) })
	}
	want := func(now time.Time, wanted ...string) {
		t.Helper()
		if diff := cmp.Diff(wanted, secrets(now)); diff != "" {
			t.Error(diff)
		}
	}
	want(noon(), "sealed")
	rotate("second", noon().Add(24*time.Hour))
	want(noon(), "second", "sealed")
	rotate("third", noon().Add(25*time.Hour))
	want(noon(), "third", "second", "sealed")
	want(noon().Add(24*time.Hour), "third", "second")
	want(noon().Add(48*time.Hour), "third")
	wantError(t, db.InTx(c, func(c ctx, x tx) error { return store.RotateSecret(c, x, "whe_none", nil, noon()) }), predate.ErrNotFound)

	write(t, db, func(c ctx, x tx) error {
		n, err := store.PurgeSecrets(c, x, noon().Add(24*time.Hour+time.Second), 10)
		if n != 1 {
			t.Errorf("purged %d secrets, want 1", n)
		}
		return err
	})
	want(noon(), "third", "second")
	rotate("fourth", noon().Add(time.Hour))
	want(noon(), "fourth", "third", "second")
	want(noon().Add(time.Hour), "fourth") // a shorter grace ends the longer ones before it

	second := predate.Endpoint{ID: "whe_0", Account: accountID, Created: noon().Add(time.Second)}
	write(t, db, func(c ctx, x tx) error { return store.InsertEndpoint(c, x, second, nil) })
	wantError(t, db.InTx(c, func(c ctx, x tx) error { return store.InsertEndpoint(c, x, second, nil) }), predate.ErrExists)
	write(t, db, func(c ctx, x tx) error { return store.DeleteEndpoint(c, x, endpointID) })
	wantError(t, db.InTx(c, func(c ctx, x tx) error { return store.DeleteEndpoint(c, x, endpointID) }), predate.ErrNotFound)
	left := read(t, db, func(c ctx, x tx) ([]predate.Endpoint, error) { return store.EndpointsOf(c, x, accountID) })
	if diff := cmp.Diff([]predate.Endpoint{second}, left); diff != "" {
		t.Error(diff)
	}
	want(noon())
}

// health: what is unknown is healthy, a probe is claimed once, and what was
// sent is summed up.
func health(t *testing.T, db *store.DB) {
	threeDeliveries(t, db)
	get := func(c ctx, x tx) (predate.Health, error) { return store.HealthOf(c, x, endpointID) }
	if diff := cmp.Diff(predate.Health{Endpoint: endpointID}, read(t, db, get)); diff != "" {
		t.Error(diff)
	}
	sick := fill(&predate.Health{})
	sick.Endpoint = endpointID
	for range 2 {
		same(t, db, sick, func(c ctx, x tx) error { return store.PutHealth(c, x, sick) }, get)
	}
	for _, want := range []bool{true, false} {
		write(t, db, func(c ctx, x tx) error {
			mine, err := store.ClaimProbe(c, x, sick, noon().Add(time.Hour))
			if mine != want {
				t.Errorf("claimed the probe: %v, want %v", mine, want)
			}
			return err
		})
	}
	write(t, db, func(c ctx, x tx) error { return store.Unpark(c, x, endpointID) })
	if h := read(t, db, get); !h.Parked.IsZero() || h.Failures != sick.Failures {
		t.Errorf("unparked: %+v", h)
	}
	for i, took := range []time.Duration{3, 1, 2, 50} {
		a := predate.Attempt{Delivery: "dlv_1", Number: i + 1, At: noon(), Status: 200 + 300*(i%2), Duration: took * time.Second}
		write(t, db, func(c ctx, x tx) error { return store.InsertAttempt(c, x, a) })
	}
	stats := func(since time.Time) predate.DeliveryStats {
		return read(t, db, func(c ctx, x tx) (predate.DeliveryStats, error) { return store.StatsOf(c, x, endpointID, since) })
	}
	want := predate.DeliveryStats{Pending: 4, Succeeded: 2, Failed: 2, Median: 2 * time.Second, Slow: 50 * time.Second}
	if diff := cmp.Diff([]predate.DeliveryStats{want, {}}, []predate.DeliveryStats{stats(noon()), stats(noon().Add(time.Hour))}); diff != "" {
		t.Error(diff)
	}
	write(t, db, func(c ctx, x tx) error { return store.DeleteEndpoint(c, x, endpointID) })
	if h := read(t, db, get); h.Failures != 0 {
		t.Errorf("the health of a deleted endpoint: %+v", h)
	}
}

// sleep: what waits sleeps, what nothing holds back does not, and is found when
// it does or when its job is lost.
func sleep(t *testing.T, db *store.DB) {
	threeDeliveries(t, db)
	park := func(until time.Time) {
		t.Helper()
		write(t, db, func(c ctx, x tx) error {
			return store.PutHealth(c, x, predate.Health{Endpoint: endpointID, Parked: until})
		})
	}
	slept := func() (s string) {
		for seq := range 4 {
			write(t, db, func(c ctx, x tx) error {
				asleep, err := store.SleepDelivery(c, x, delivery(seq).ID, noon())
				if asleep {
					s += fmt.Sprint(seq)
				}
				return err
			})
		}
		return s
	}
	ids := func(fn func(ctx, tx) ([]predate.Delivery, error)) (s string) {
		for _, d := range read(t, db, fn) {
			s += string(d.ID[len(d.ID)-1])
		}
		return s
	}
	sleepless := func(lost time.Time) string {
		return ids(func(c ctx, x tx) ([]predate.Delivery, error) {
			all, _, err := store.Sleepless(c, x, lost, "", 9)
			return all, err
		})
	}
	have := []string{slept()}
	have = append(have, sleepless(time.Time{}), sleepless(noon()))
	park(noon())
	have = append(have, slept(), sleepless(noon()))
	park(noon().Add(time.Second))
	have = append(have, slept(), sleepless(noon()))
	sleeping := func(c ctx, x tx) ([]predate.Delivery, error) { return store.SleepingTo(c, x, endpointID, 9) }
	have = append(have, ids(sleeping))
	write(t, db, func(c ctx, x tx) error { return store.WakeDelivery(c, x, "dlv_1", noon()) })
	have = append(have, ids(sleeping))
	enable := func(on bool) {
		t.Helper()
		write(t, db, func(c ctx, x tx) error {
			e, err := store.EndpointByID(c, x, endpointID)
			if err != nil {
				return err
			}
			e.Enabled = on
			return store.UpdateEndpoint(c, x, &e)
		})
	}
	enable(false)
	have = append(have, sleepless(time.Time{}))
	enable(true)
	have = append(have, sleepless(time.Time{}))
	write(t, db, func(c ctx, x tx) error { return store.Unpark(c, x, endpointID) })
	have = append(have, sleepless(time.Time{}))
	// "23" wait for 1; 0 is a rehearsal and waits for nobody. Who is off keeps
	// nobody waiting.
	want := []string{"23", "", "01", "23", "", "0123", "", "01", "0", "0", "", "0"}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Error(diff)
	}
	for until, want := range map[time.Duration]int{0: 1, time.Second: 0} {
		park(noon().Add(until))
		due := read(t, db, func(c ctx, x tx) ([]predate.EndpointID, error) { return store.ParkedUntil(c, x, noon(), 9) })
		if len(due) != want {
			t.Errorf("parked for %s: %v to probe", until, due)
		}
	}
}

// threeDeliveries puts three events of an order, each with its delivery, and
// the rehearsal of one, before an endpoint.
func threeDeliveries(t *testing.T, db *store.DB) {
	t.Helper()
	house(t, db)
	write(t, db, func(c ctx, x tx) error {
		for seq := range 4 {
			e := event(fmt.Sprintf("evt_%d", seq), seq)
			if err := store.InsertEvent(c, x, &e); err != nil {
				return err
			}
			if err := store.InsertDelivery(c, x, delivery(seq)); err != nil {
				return err
			}
		}
		return nil
	})
}

func delivery(seq int) predate.Delivery {
	return predate.Delivery{
		ID: predate.DeliveryID(fmt.Sprintf("dlv_%d", seq)), Event: predate.EventID(fmt.Sprintf("evt_%d", seq)),
		Endpoint: endpointID, Account: accountID, Order: orderID, Seq: seq, Status: predate.DeliveryPending,
		Created: noon().Add(time.Duration(seq) * time.Minute),
	}
}

func deliveries(t *testing.T, db *store.DB) {
	threeDeliveries(t, db)
	neighbours := func(seq int) string {
		return read(t, db, func(c ctx, x tx) (string, error) {
			earlier, held, err := store.EarlierPending(c, x, delivery(seq))
			next, waits, err2 := store.NextPending(c, x, delivery(seq))
			return fmt.Sprintf("%s %v, %s %v", earlier.ID, held, next.ID, waits), errors.Join(err, err2)
		})
	}
	want := func(wanted ...string) {
		t.Helper()
		var have []string
		for seq := range 4 {
			have = append(have, neighbours(seq))
		}
		if diff := cmp.Diff(wanted, have); diff != "" {
			t.Error(diff)
		}
	}
	end := func(seq int, status predate.DeliveryStatus) {
		t.Helper()
		d := delivery(seq)
		d.Status, d.Attempts, d.Ended = status, 1, noon()
		write(t, db, func(c ctx, x tx) error { return store.UpdateDelivery(c, x, d) })
	}
	want(" false,  false", " false, dlv_2 true", "dlv_1 true, dlv_3 true", "dlv_1 true,  false")
	end(1, predate.DeliveryGivenUp)
	want(" false,  false", " false, dlv_2 true", " false, dlv_3 true", "dlv_2 true,  false")
	end(2, predate.DeliveryDelivered)
	want(" false,  false", " false, dlv_3 true", " false, dlv_3 true", " false,  false")

	ids := func(fn func(ctx, tx) ([]predate.Delivery, error)) (s string) {
		for _, d := range read(t, db, fn) {
			s += string(d.ID[len(d.ID)-1])
		}
		return s
	}
	failed := func(within predate.TimeRange, after predate.Cursor) string {
		return ids(func(c ctx, x tx) ([]predate.Delivery, error) {
			return store.FailedDeliveries(c, x, predate.DeliveryFilter{Endpoint: endpointID, After: after, Limit: 9}, within)
		})
	}
	after := predate.Cursor{Created: noon().Add(2 * time.Minute), ID: "dlv_2"}
	have := []string{
		ids(func(c ctx, x tx) ([]predate.Delivery, error) {
			return store.Deliveries(c, x, predate.DeliveryFilter{Endpoint: endpointID, Limit: 3})
		}),
		ids(func(c ctx, x tx) ([]predate.Delivery, error) {
			return store.Deliveries(c, x, predate.DeliveryFilter{Endpoint: endpointID, After: after})
		}),
		ids(func(c ctx, x tx) ([]predate.Delivery, error) {
			return store.Deliveries(c, x, predate.DeliveryFilter{Endpoint: endpointID, Status: predate.DeliveryPending})
		}),
		failed(predate.TimeRange{Since: noon()}, predate.Cursor{}),
		failed(predate.TimeRange{Since: noon().Add(time.Hour)}, predate.Cursor{}),
		failed(predate.TimeRange{Until: noon().Add(time.Minute)}, predate.Cursor{}),
		failed(predate.TimeRange{Until: noon().Add(time.Minute + 1000)}, predate.Cursor{}),
		failed(predate.TimeRange{}, predate.Cursor{Created: noon().Add(time.Minute), ID: "dlv_1"}),
	}
	if diff := cmp.Diff([]string{"321", "10", "30", "1", "", "", "1", ""}, have); diff != "" {
		t.Error(diff)
	}
	err := db.InTx(context.Background(), func(c ctx, x tx) error {
		return store.UpdateDelivery(c, x, predate.Delivery{ID: "dlv_none", Event: "evt_1"})
	})
	wantError(t, err, predate.ErrNotFound)
}

func attempts(t *testing.T, db *store.DB) {
	threeDeliveries(t, db)
	for i, status := range []int{500, 0, 200} {
		a := predate.Attempt{Delivery: "dlv_1", Number: i + 1, At: noon().Add(time.Duration(i) * time.Hour), Status: status}
		write(t, db, func(c ctx, x tx) error { return store.InsertAttempt(c, x, a) })
	}
	again := predate.Attempt{Delivery: "dlv_1", Number: 3}
	err := db.InTx(context.Background(), func(c ctx, x tx) error { return store.InsertAttempt(c, x, again) })
	wantError(t, err, predate.ErrExists)
	again.Delivery = "dlv_none"
	if err := db.InTx(context.Background(), func(c ctx, x tx) error { return store.InsertAttempt(c, x, again) }); err == nil {
		t.Error("an attempt of no delivery was taken")
	}
	count := func(since time.Time) [2]int {
		return read(t, db, func(c ctx, x tx) (n [2]int, err error) {
			n[0], n[1], err = store.AttemptCounts(c, x, endpointID, since)
			return n, err
		})
	}
	have := [][2]int{count(noon()), count(noon().Add(time.Hour)), count(noon().Add(3 * time.Hour))}
	if diff := cmp.Diff([][2]int{{1, 2}, {1, 1}, {0, 0}}, have); diff != "" {
		t.Error(diff)
	}
}
