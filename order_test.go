package predate_test

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"predate"
)

var start = time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)

// orderIn drives a fresh order to a state by the shortest allowed way.
func orderIn(t interface{ Fatal(...any) }, state predate.State) predate.Order {
	ways := map[predate.State][]predate.Trigger{
		"":                  nil,
		predate.Confirmed:   {predate.Placed},
		predate.Received:    {predate.Placed, predate.DossierComplete},
		predate.Waiting:     {predate.Placed, predate.DossierLacking},
		predate.Done:        {predate.Placed, predate.DossierComplete, predate.StatementReady},
		predate.NeedRefresh: {predate.Placed, predate.DossierLacking, predate.RefreshRequested},
	}
	order := predate.Order{ID: "ABC234", Account: "acc_1", ExternalID: "client-7"}
	for _, trigger := range ways[state] {
		if _, err := order.Apply(trigger, start); err != nil {
			t.Fatal(err)
		}
	}
	return order
}

// TestApplyEveryPair walks every state with every trigger: what the table of
// the contract's life of an order allows happens, all else is refused whole.
func TestApplyEveryPair(t *testing.T) {
	allowed := map[predate.State]map[predate.Trigger]predate.State{
		"":                  {predate.Placed: predate.Confirmed},
		predate.Confirmed:   {predate.DossierComplete: predate.Received, predate.DossierLacking: predate.Waiting},
		predate.Received:    {predate.DossierLacking: predate.Waiting, predate.StatementReady: predate.Done},
		predate.Waiting:     {predate.DossierComplete: predate.Received, predate.RefreshRequested: predate.NeedRefresh},
		predate.Done:        {predate.RefreshRequested: predate.NeedRefresh},
		predate.NeedRefresh: {predate.DossierComplete: predate.Received, predate.DossierLacking: predate.Waiting},
	}
	for _, from := range append(predate.States(), "") {
		for _, trigger := range predate.Triggers() {
			order := orderIn(t, from)
			before := order
			event, err := order.Apply(trigger, start.Add(time.Hour))
			want, ok := allowed[from][trigger]
			if !ok {
				var refusal *predate.Error
				if !errors.As(err, &refusal) || refusal.Code != predate.CodeConflict {
					t.Errorf("%q on %q: got error %v, want a conflict", trigger, from, err)
				}
				if order.State != before.State || order.Seq != before.Seq || !order.Updated.Equal(before.Updated) {
					t.Errorf("%q on %q: refused, yet the order changed", trigger, from)
				}
				continue
			}
			if err != nil {
				t.Errorf("%q on %q: %v", trigger, from, err)
				continue
			}
			if order.State != want || event.State != want || event.Seq != order.Seq || event.ExternalID != "client-7" {
				t.Errorf("%q on %q: order %q, event %+v, want %q", trigger, from, order.State, event, want)
			}
		}
	}
}

// TestAnySequenceKeepsTheInvariants: whatever is asked of an order, its events
// are numbered from 1 without a gap, pending is false exactly in done or when
// cancelled, refreshed never goes back, and a cancelled order stands still.
func TestAnySequenceKeepsTheInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		order := predate.Order{ID: "ABC234"}
		seen, refreshed := 0, false
		now := start
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			now = now.Add(time.Minute)
			if order.State != "" && rapid.IntRange(0, 19).Draw(t, "cancel") == 0 {
				changed, err := order.Cancel(now)
				if (err != nil) != (order.State == predate.Done && order.Cancelled.IsZero()) {
					t.Fatalf("cancel in %s: changed %v, error %v", order.State, changed, err)
				}
			}
			before := order.State
			trigger := rapid.SampledFrom(predate.Triggers()).Draw(t, "trigger")
			event, err := order.Apply(trigger, now)
			if !order.Cancelled.IsZero() {
				if err == nil || order.State != before || order.Pending {
					t.Fatalf("a cancelled order moved by %s", trigger)
				}
				continue
			}
			if err == nil {
				seen++
				refreshed = refreshed || trigger == predate.RefreshRequested
				if event.Seq != seen {
					t.Fatalf("event %d follows event %d", event.Seq, seen-1)
				}
			}
			if order.Seq != seen || order.Refreshed != refreshed {
				t.Fatalf("seq %d after %d events, refreshed %v want %v", order.Seq, seen, order.Refreshed, refreshed)
			}
			if order.State != "" && order.Pending != (order.State != predate.Done) {
				t.Fatalf("pending %v in %s", order.Pending, order.State)
			}
		}
	})
}

func TestCancel(t *testing.T) {
	order := orderIn(t, predate.Waiting)
	if changed, err := order.Cancel(start); !changed || err != nil {
		t.Fatalf("cancel: %v, %v", changed, err)
	}
	if order.State != predate.Waiting || order.Pending {
		t.Errorf("cancelled order is %s, pending %v", order.State, order.Pending)
	}
	if changed, err := order.Cancel(start.Add(time.Hour)); changed || err != nil || !order.Cancelled.Equal(start) {
		t.Errorf("second cancel: changed %v, error %v, at %v", changed, err, order.Cancelled)
	}
	done := orderIn(t, predate.Done)
	if _, err := done.Cancel(start); err == nil {
		t.Error("a done order was cancelled")
	}
}
