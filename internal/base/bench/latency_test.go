package bench_test

import (
	"math/rand/v2"
	"testing"
	"testing/quick"
	"time"

	"predate/internal/base/bench"
)

// A percentile is a duration that was measured; as many durations as it says are
// no longer than it, and fewer than that are shorter.
func TestPercentiles(t *testing.T) {
	t.Parallel()
	holds := func(seed uint64, size uint16) bool {
		random := rand.New(rand.NewPCG(seed, 1))
		all := make([]time.Duration, 1+int(size)%2000)
		for i := range all {
			all[i] = time.Duration(random.IntN(50)) * time.Millisecond // with many that are equal
		}
		before := append([]time.Duration(nil), all...)
		got := bench.Summarize(all)
		for i := range all {
			if all[i] != before[i] { // the caller's list stays as it is
				return false
			}
		}
		return rankHolds(all, got.P50, 50) && rankHolds(all, got.P95, 95) && rankHolds(all, got.P99, 99) && rankHolds(all, got.Max, 100) &&
			got.P50 <= got.P95 && got.P95 <= got.P99 && got.P99 <= got.Max
	}
	if err := quick.Check(holds, &quick.Config{MaxCount: 500}); err != nil {
		t.Error(err)
	}
}

func rankHolds(all []time.Duration, value float64, percent int) bool {
	shorter, notLonger, measured := 0, 0, false
	for _, one := range all {
		ms := float64(one) / float64(time.Millisecond)
		measured = measured || ms == value
		if ms < value {
			shorter++
		}
		if ms <= value {
			notLonger++
		}
	}
	return measured && 100*notLonger >= percent*len(all) && 100*shorter < percent*len(all)
}

func TestPercentilesOfFew(t *testing.T) {
	t.Parallel()
	if got := bench.Summarize(nil); got != nil {
		t.Errorf("of nothing: %v", got)
	}
	want := bench.Latency{P50: 7, P95: 7, P99: 7, Max: 7}
	if got := bench.Summarize([]time.Duration{7 * time.Millisecond}); *got != want {
		t.Errorf("of one: %v, want %v", *got, want)
	}
	hundred := make([]time.Duration, 100)
	for i := range hundred {
		hundred[99-i] = time.Duration(i+1) * time.Millisecond
	}
	want = bench.Latency{P50: 50, P95: 95, P99: 99, Max: 100}
	if got := bench.Summarize(hundred); *got != want {
		t.Errorf("of 1 to 100 ms: %v, want %v", *got, want)
	}
}
