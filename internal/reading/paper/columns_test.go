package paper

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestOnlyCellsHeadColumns holds that words of columns within a heading of the
// lines make no head of columns: only cells that say nothing else do.
func TestOnlyCellsHeadColumns(t *testing.T) {
	w := NewMeaning(lexicontest.House(t), predate.KindFundCall)
	for text, want := range map[string]bool{
		"Provisions sur charges du trimestre, montant appelé par lot": false,
		"Travaux votés le 07/11/2024 · appel · lot 14 · tantièmes":    false,
		"Désignation | Base | Tantièmes | Quote-part":                 true,
		"Motif | Clé | Votre part":                                    true,
		"Désignation | Quote-part":                                    false,
	} {
		if got := w.IsColumnHead(printedRow(text)); got != want {
			t.Errorf("%q heads columns: %v, want %v", text, got, want)
		}
	}
}

// printedRow is a row of cells, which bars part.
func printedRow(text string) Row {
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
	return RowOf(LineOf(words, 1))
}
