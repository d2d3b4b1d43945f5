package layout

import (
	"testing"

	"pgregory.net/rapid"
)

// TestDaysAreLookedForWhereTheyMayBe: what is asked of a text before the form of
// days is tried refuses none that has one.
func TestDaysAreLookedForWhereTheyMayBe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		day := foldInPlace(rapid.StringMatching(`[x ]{0,2}(?:`+dateForm+`)[x ]{0,2}`).Draw(t, "day"))
		if !dateGrammar.MatchString(day) || !mayHoldDay(day) {
			t.Fatalf("%q is a day", day)
		}
	})
	for _, amount := range []string{"1 234,56", "1 234,56 €", "lot 12", "12 000", "n° 45"} {
		if mayHoldDay(amount) {
			t.Errorf("the form of days is tried on %q", amount)
		}
	}
}
