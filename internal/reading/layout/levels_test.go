package layout_test

import (
	"testing"

	"predate"
	"predate/internal/reading/layout"
)

// TestValuesBesideALabelOfTwoLines keeps the values of a row together, left and right of
// a label of two lines in whose middle they stand: bigger type on one side shares a
// little more of its height with the first line than the rest does.
func TestValuesBesideALabelOfTwoLines(t *testing.T) {
	var words []predate.Word
	word := func(text string, x0, y, x1 float64) {
		words = append(words, predate.Word{Text: text, Size: 8.25, Box: predate.Box{X0: x0, Y0: y, X1: x1, Y1: y + 10}})
	}
	for row, off := range []float64{5.9, 6.0, 6.1, 6.2} { // the height that is shared is about two fifths
		y := 100 + 30*float64(row)
		word("Cotisation", 95, y, 160)
		word("appel", 165, y, 200)
		word("01/01/2024", 95, y+12.1, 140)
		word("01.01.24", 51, y+off, 85)
		word("11,01", 452, y+off+0.1, 473)
		word("240,39", 529, y+off-0.15, 555)
	}
	doc := layout.Analyse([]predate.Page{{Number: 1, Width: 600, Height: 800, Words: words}})
	rows := 0
	for _, l := range doc.Pages[0].Lines {
		if len(layout.Amounts(l)) == 0 {
			continue
		}
		rows++
		if len(layout.Amounts(l)) != 2 || l.Words[0].Text != "01.01.24" {
			t.Errorf("line %q", l.Text())
		}
	}
	if rows != 4 {
		t.Errorf("%d rows with amounts, want 4", rows)
	}
}
