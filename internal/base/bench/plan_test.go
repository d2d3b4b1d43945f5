package bench_test

import (
	"testing"
	"time"

	"predate/internal/base/bench"
)

func TestPlans(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		plan bench.Plan
		says string
	}{
		{bench.Plan{For: 10 * time.Second, Connections: []int{1, 8, 64}}, ""},
		{bench.Plan{For: bench.ShortestFor, Connections: []int{bench.MostConnections}}, ""},
		{bench.Plan{For: time.Millisecond, Connections: []int{1}}, "for: 1ms is too short or too long for a measurement: give between 100ms and 10m0s, such as --for 10s"},
		{bench.Plan{For: time.Hour, Connections: []int{1}}, "for: 1h0m0s is too short or too long for a measurement: give between 100ms and 10m0s, such as --for 10s"},
		{bench.Plan{For: time.Second}, "connections: there are none: give some numbers, such as --connections 1,8,64"},
		{bench.Plan{For: time.Second, Connections: []int{8, 0}}, "connections: 0 is not a number of connections: give between 1 and 1024, such as --connections 1,8,64"},
		{bench.Plan{For: time.Second, Connections: []int{8, 1025}}, "connections: 1025 is not a number of connections: give between 1 and 1024, such as --connections 1,8,64"},
		{bench.Plan{For: time.Second, Connections: []int{8, 8}}, "connections: 8 is named twice: name each number once, such as --connections 1,8,64"},
	} {
		said := ""
		if err := test.plan.Check(); err != nil {
			said = err.Error()
		}
		if said != test.says {
			t.Errorf("%v: %q, want %q", test.plan, said, test.says)
		}
	}
}
