package webhook_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"predate"
	"predate/internal/delivering/webhook"
)

func TestParking(t *testing.T) {
	at := time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)
	failed := predate.Attempt{Status: 500, Error: "x"}
	h := predate.Health{Endpoint: "whe_1"}
	var parked []time.Duration
	for range 11 {
		h, _ = webhook.After(h, failed, at)
		parked = append(parked, max(h.Parked.Sub(at), 0))
	}
	second := time.Second
	want := []time.Duration{0, 0, 0, 0, 30 * second, 60 * second, 120 * second, 240 * second, 300 * second, 300 * second, 300 * second}
	if diff := cmp.Diff(want, parked); diff != "" {
		t.Error(diff)
	}
	back, changed := webhook.After(h, predate.Attempt{Status: 204}, at)
	if !changed || back.Failures != 0 || !back.Parked.IsZero() || !back.LastSuccess.Equal(at) || back.LastError != "x" {
		t.Errorf("back: %+v", back)
	}
	if _, changed := webhook.After(back, predate.Attempt{Status: 204}, at.Add(time.Second)); changed {
		t.Error("every success of a healthy endpoint is written")
	}
	if _, changed := webhook.After(back, predate.Attempt{Status: 204}, at.Add(time.Minute)); !changed {
		t.Error("the last success is forgotten")
	}
}

func TestAReceiverIsGivenTheTimeItAsksFor(t *testing.T) {
	at := time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)
	for status, want := range map[int]time.Duration{429: time.Hour, 503: time.Hour, 500: 0, 400: 0} {
		h, _ := webhook.After(predate.Health{}, predate.Attempt{Status: status, Error: "x", RetryAfter: time.Hour}, at)
		if got := max(h.Parked.Sub(at), 0); got != want {
			t.Errorf("%d: parked for %s, want %s", status, got, want)
		}
	}
	h, _ := webhook.After(predate.Health{}, predate.Attempt{Status: 429, Error: "x", RetryAfter: 48 * time.Hour}, at)
	if got := h.Parked.Sub(at); got != 24*time.Hour {
		t.Errorf("parked for %s", got)
	}
}

// An endpoint is dead only when nothing succeeded for five days and twenty
// attempts failed, whatever came before.
func TestDeath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)
		h, failures, since := predate.Health{}, 0, time.Time{}
		for range rapid.IntRange(1, 80).Draw(t, "attempts") {
			at = at.Add(time.Duration(rapid.Int64Range(0, int64(12*time.Hour)).Draw(t, "pause")))
			a := predate.Attempt{Status: 500, Error: "x"}
			if rapid.IntRange(0, 30).Draw(t, "answer") == 0 {
				a, failures = predate.Attempt{Status: 200}, 0
			} else if failures++; failures == 1 {
				since = at
			}
			h, _ = webhook.After(h, a, at)
			want := failures >= 20 && at.Sub(since) >= 5*24*time.Hour
			if webhook.Dead(h, at) != want {
				t.Fatalf("dead is %v after %d failures since %s, at %s", !want, failures, since, at)
			}
		}
	})
}
