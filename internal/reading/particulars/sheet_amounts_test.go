package particulars_test

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/layout/layouttest"
)

// TestRoundedAmounts reads the sums of a summary sheet whose program prints no zeros
// at the end, before the name of the euro; a number without it is no sum.
func TestRoundedAmounts(t *testing.T) {
	for printed, want := range map[string]predate.Cents{
		"7 412,5 EUR": 741250, "26 360 EUR": 2636000, "1 841,75 EUR": 184175, "980 €": 98000, "7 412,5": 0, "1974": 0,
	} {
		doc := layouttest.Sketch("Fiche synthetique\nFonds travaux          " + printed)
		var got predate.Cents
		for _, f := range extract.Figures(predate.KindSummarySheet, doc, blanktest.House(t)) {
			if m, ok := f.Value.(predate.Money); ok {
				got = predate.Cents(m)
			}
		}
		if got != want {
			t.Errorf("%s: %d, want %d", printed, got, want)
		}
	}
}
