package layout_test

import (
	"testing"

	"predate"
	"predate/internal/reading/layout"
)

// TestUprightRun leaves the short words of a running title that goes up the margin
// out of the lines beside it, and keeps what stands alone in the margin.
func TestUprightRun(t *testing.T) {
	word := func(text string, x0, y0, x1, y1, size float64) predate.Word {
		return predate.Word{Text: text, Size: size, Box: predate.Box{X0: x0, Y0: y0, X1: x1, Y1: y1}}
	}
	doc := layout.Analyse([]predate.Page{{Number: 1, Width: 600, Height: 800, Words: []predate.Word{
		word("Résidence", 11, 100, 18, 128, 6), word("Les", 11, 130, 18, 139, 6), word("Glycines", 11, 141, 18, 163, 6),
		word("·", 11, 165, 18, 167, 6), word("Votre", 11, 169, 18, 183, 6),
		word("GEN", 60, 131, 72, 139, 8), word("charges", 74, 131, 100, 139, 8),
		word("ASC", 60, 171, 72, 179, 8), word("ascenseur", 74, 171, 110, 179, 8),
		word("S", 11, 240, 21, 246, 8.5), word("I", 11, 248, 21, 250, 8.5), word("M", 11, 252, 21, 259, 8.5),
		word("BAT", 60, 251, 72, 259, 8), word("bâtiment", 74, 251, 110, 259, 8),
		word("A", 11, 300, 18, 308, 8), word("travaux", 74, 300, 110, 308, 8),
	}}})
	var got []string
	for _, l := range doc.Pages[0].Lines {
		got = append(got, l.Text())
	}
	want := []string{"GEN charges", "ASC ascenseur", "BAT bâtiment", "A travaux"}
	if len(got) != len(want) {
		t.Fatalf("lines %q", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %q, want %q", got[i], want[i])
		}
	}
}
