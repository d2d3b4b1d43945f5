package pipeline

import (
	"testing"
	"time"

	"predate"
)

func TestIssuedOn(t *testing.T) {
	asked := time.Date(2026, 5, 18, 23, 30, 0, 0, time.UTC) // the 19th in Paris
	later := asked.AddDate(0, 0, 9)
	day := func(d int) predate.Date { return predate.Date{Year: 2026, Month: 5, Day: d} }
	for name, tt := range map[string]struct{ reference, want predate.Date }{
		"as of the day it was asked for": {day(18), day(27)},
		"in another time zone":           {day(19), day(27)},
		"of the sample":                  {day(2), day(2)},
		"of a day to come":               {day(25), day(25)},
		"of no day":                      {predate.Date{}, day(27)},
	} {
		if got, asOf := issuedOn(predate.Run{Created: asked, ReferenceDate: tt.reference}, later); got != tt.want || asOf != (tt.want != day(27)) {
			t.Errorf("%s: issued on %v, as of it: %v, want %v", name, got, asOf, tt.want)
		}
	}
}
