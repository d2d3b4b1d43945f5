package lottable_test

import (
	"testing"

	"predate"
	"predate/internal/reading/cells"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/lottable"
	"predate/internal/reading/meaning"
)

// TestFind reads a table of lots whose printed sum is that of its rows, and no other.
func TestFind(t *testing.T) {
	const page = `Lot        Type           Tantièmes (Charges générales)
7          Appartement    127
17         Cave           3
Total                     `
	for sum, want := range map[string]int64{"130": 130, "131": 0} {
		words := meaning.NewReader(predate.KindFundCall, lexicontest.House(t), false)
		r := lottable.Reader{Paper: cells.Of(layouttest.Sketch(page+sum), words.IsUnit), Reader: words}
		table, ok := r.Find()
		if ok != (want > 0) || table.Share != want {
			t.Errorf("sum %s: %+v, %v", sum, table, ok)
			continue
		}
		if ok && (len(table.Lots) != 2 || table.Key != "Charges générales" || len(r.Figures(table)) != 1) {
			t.Errorf("%+v", table)
		}
	}
}
