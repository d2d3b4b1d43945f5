package layout_test

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/layout"
)

// TestThousandsPartedByASlash holds the reading of narrow spaces that a font
// printed as a space and a slash, and leaves fractions as they are.
func TestThousandsPartedByASlash(t *testing.T) {
	for _, c := range []struct {
		printed string
		want    []predate.Cents
	}{
		{"Fonds de travaux 6 /689,50 €", []predate.Cents{668950}},
		{"budget total (2 /950,50 €)", []predate.Cents{295050}},
		{"Emprunt 1 /234 /567,89 €", []predate.Cents{123456789}},
		{"Emprunt 1/234/567,89 €", []predate.Cents{123456789}},
		{"Montant à régler : 1 / 2 7 7 , 7 6 €", []predate.Cents{127776}},
		{"voix 1 2 / 3 4 5 abstentions", nil},
		{"40 /100 tantièmes 109,00", []predate.Cents{10900}},
		{"Lot 7 40/100,00", nil},
		{"page 2 /345", nil},
	} {
		var words []predate.Word
		x := 40.0
		for _, w := range strings.Fields(c.printed) {
			width := 5 * float64(len([]rune(w)))
			words = append(words, predate.Word{Text: w, Size: 9, Box: predate.Box{X0: x, Y0: 50, X1: x + width, Y1: 59}})
			x += width + 2.5
		}
		doc := layout.Analyse([]predate.Page{{Number: 1, Width: 595, Height: 842, Words: words}})
		var got []predate.Cents
		for _, a := range layout.Amounts(doc.Pages[0].Lines[0]) {
			got = append(got, a.Cents)
		}
		if len(got) != len(c.want) || len(got) > 0 && got[0] != c.want[0] {
			t.Errorf("%q: %v, want %v", c.printed, got, c.want)
		}
	}
}
