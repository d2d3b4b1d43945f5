package compute

import (
	"testing"
	"time"

	"predate"
)

// An exercise closes after whole months; an extract stops on any day.
func TestIsExercise(t *testing.T) {
	day := func(y, m, d int) predate.Date { return predate.Date{Year: y, Month: time.Month(m), Day: d} }
	for _, c := range []struct {
		from, to predate.Date
		want     bool
	}{
		{day(2025, 1, 1), day(2025, 12, 31), true},
		{day(2024, 7, 1), day(2025, 12, 31), true},
		{day(2024, 5, 16), day(2025, 5, 15), true},
		{day(2026, 1, 1), day(2026, 6, 16), false},
		{day(2026, 1, 1), day(2026, 3, 31), false},
	} {
		if got := isExercise(predate.Period{From: c.from, To: c.to}); got != c.want {
			t.Errorf("%v to %v: %v", c.from, c.to, got)
		}
	}
}
