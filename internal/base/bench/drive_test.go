package bench_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"predate/internal/base/bench"
)

// Two sides have the same time each, in turns of a slice; neither always begins.
func TestSidesTakeTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var order []string
		side := func(name string, took time.Duration) bench.Side {
			return bench.Side{Name: name, Do: func(context.Context, int) (bench.Done, error) {
				mu.Lock()
				if len(order) == 0 || order[len(order)-1] != name {
					order = append(order, name)
				}
				mu.Unlock()
				time.Sleep(took)
				return bench.Done{Bytes: 10}, nil
			}}
		}
		driver := bench.Driver{Now: time.Now, Slice: time.Second}
		got := driver.Measure(t.Context(), 2500*time.Millisecond, 4, side("a", 100*time.Millisecond), side("b", 250*time.Millisecond))
		if want := []string{"a", "b", "a", "b"}; !slices.Equal(order, want) { // a b, b a, a b
			t.Errorf("turns %v, want %v", order, want)
		}
		for i, want := range []struct {
			number int
			took   time.Duration
		}{{100, 100 * time.Millisecond}, {40, 250 * time.Millisecond}} {
			s := got[i]
			if len(s.Latencies) != want.number || s.Latencies[0] != want.took || s.Elapsed != 2500*time.Millisecond || s.Bytes != int64(10*want.number) || s.Errors != 0 {
				t.Errorf("side %d: %d operations in %s, %d bytes, %d errors", i, len(s.Latencies), s.Elapsed, s.Bytes, s.Errors)
			}
		}
	})
}

// A side that wants to be alone is so in each of its turns, and in none of the others'.
func TestASideIsAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var alone atomic.Bool
		turns := 0
		side := func(want bool) func(context.Context, int) (bench.Done, error) {
			return func(context.Context, int) (bench.Done, error) {
				if alone.Load() != want {
					t.Errorf("alone: %t, want %t", !want, want)
				}
				time.Sleep(100 * time.Millisecond)
				return bench.Done{}, nil
			}
		}
		driver := bench.Driver{Now: time.Now, Slice: time.Second}
		driver.Measure(t.Context(), 2*time.Second, 4, bench.Side{Do: side(false)}, bench.Side{Do: side(true), Alone: func() func() {
			turns++
			alone.Store(true)
			return func() { alone.Store(false) }
		}})
		if turns != 2 {
			t.Errorf("%d turns alone, want 2", turns)
		}
	})
}

// What was begun in time is finished and counts, and so does its time.
func TestWhatWasBegunIsFinished(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		driver := bench.Driver{Now: time.Now, Slice: time.Second}
		got := driver.Measure(t.Context(), time.Second, 2, bench.Side{Do: func(context.Context, int) (bench.Done, error) {
			time.Sleep(700 * time.Millisecond)
			return bench.Done{Latency: time.Millisecond}, nil
		}})[0]
		if len(got.Latencies) != 4 || got.Elapsed != 1400*time.Millisecond || got.Latencies[3] != time.Millisecond {
			t.Errorf("%d in %s: %v", len(got.Latencies), got.Elapsed, got.Latencies)
		}
	})
}

// Errors are counted, told once each, and do not count as done; a worker whose
// operations fail does not fail as fast as it can.
func TestErrorsCount(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		driver := bench.Driver{Now: time.Now, Slice: time.Second}
		got := driver.Measure(t.Context(), time.Second, 2, bench.Side{Do: func(_ context.Context, worker int) (bench.Done, error) {
			return bench.Done{}, errors.New([]string{"away", "full"}[worker])
		}})[0]
		if len(got.Latencies) != 0 || got.Errors != 100 || len(got.Causes) != 2 {
			t.Errorf("%d done, %d errors, causes %q", len(got.Latencies), got.Errors, got.Causes)
		}
	})
}

// An end in the midst gives what was measured so far; what it cut is no error.
func TestAnEndInTheMidst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		driver := bench.Driver{Now: time.Now, Slice: time.Second}
		got := driver.Measure(ctx, time.Minute, 1, bench.Side{Connections: 3, Do: func(ctx context.Context, _ int) (bench.Done, error) {
			select {
			case <-time.After(time.Second):
				return bench.Done{}, nil
			case <-ctx.Done():
				return bench.Done{}, ctx.Err()
			}
		}})[0]
		if len(got.Latencies) != 6 || got.Errors != 0 || got.Elapsed != 2500*time.Millisecond {
			t.Errorf("%d done, %d errors in %s", len(got.Latencies), got.Errors, got.Elapsed)
		}
	})
}
