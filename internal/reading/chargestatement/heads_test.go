package chargestatement

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/paper"
)

// TestTheNumberOfALotIsNoAmount holds that what a row sums over lots is not read
// as the number of one.
func TestTheNumberOfALotIsNoAmount(t *testing.T) {
	w := paper.NewMeaning(lexicontest.House(t), predate.KindChargeStatement)
	for text, want := range map[string]string{
		"Total lot 14 | 301,50":            "14",
		"TOTAL LOT N° 0038 | 579,00":       "0038",
		"Total général du lot 12A | 25,00": "12A",
		"Total des lots | 301,50":          "",
		"Sous-total lot | 301,50":          "",
	} {
		if got, _ := totalledLot(w, totalRow(text)); got != want {
			t.Errorf("%q totals lot %q, want %q", text, got, want)
		}
	}
}

// totalRow is a row of cells, which bars part.
func totalRow(text string) paper.Row {
	var words []predate.Word
	x := 50.0
	for cell := range strings.SplitSeq(text, " | ") {
		for w := range strings.FieldsSeq(cell) {
			size := 5 * float64(len([]rune(w)))
			words = append(words, predate.Word{Text: w, Size: 9, Box: predate.Box{X0: x, Y0: 100, X1: x + size, Y1: 109}})
			x += size + 2.5
		}
		x += 40
	}
	return paper.RowOf(paper.LineOf(words, 1))
}
