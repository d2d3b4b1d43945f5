package queue

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// The wait doubles from a second to five minutes, spread by up to a fifth.
func TestRetryDelay(t *testing.T) {
	for failures, want := range map[int]time.Duration{
		1: time.Second, 2: 2 * time.Second, 5: 16 * time.Second, 9: 256 * time.Second, 10: 5 * time.Minute, 600: 5 * time.Minute,
	} {
		if have := retryDelay(failures, 16); have != want {
			t.Errorf("after %d failures %s, want %s", failures, have, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		failures, id := rapid.IntRange(1, 1<<15).Draw(t, "failures"), rapid.Int64Min(0).Draw(t, "id")
		base, have := retryDelay(failures, 0), retryDelay(failures, id)
		if have < base || have > base+base/5 || retryDelay(failures+1, 0) < base {
			t.Errorf("after %d failures job %d waits %s, job 0 %s", failures, id, have, base)
		}
	})
}
