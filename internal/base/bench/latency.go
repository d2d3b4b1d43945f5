package bench

import (
	"math"
	"slices"
	"time"
)

// Latency sums up how long operations took, in milliseconds.
type Latency struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// Summarize returns the percentiles of some durations by nearest rank: each is a
// duration that was measured, never one between two. It gives nil for none.
func Summarize(all []time.Duration) *Latency {
	if len(all) == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(all))
	return &Latency{
		P50: milliseconds(quantile(sorted, 0.50)), P95: milliseconds(quantile(sorted, 0.95)),
		P99: milliseconds(quantile(sorted, 0.99)), Max: milliseconds(sorted[len(sorted)-1]),
	}
}

// quantile returns the least of sorted durations that the share q of them does not
// exceed.
func quantile(sorted []time.Duration, q float64) time.Duration {
	rank := int(math.Ceil(q * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}

func milliseconds(d time.Duration) float64 {
	return float64(d) / float64(time.Millisecond)
}
