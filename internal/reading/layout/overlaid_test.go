package layout

import (
	"testing"

	"predate"
)

// TestTwoLinesOfAScanThatTouch parts the words of two lines whose boxes a scan makes so
// high that they touch: the words of one line never stand over one another.
func TestTwoLinesOfAScanThatTouch(t *testing.T) {
	at := func(x0, x1, y0, y1 float64, text string) predate.Word {
		return predate.Word{Text: text, Box: predate.Box{X0: x0, Y0: y0, X1: x1, Y1: y1}}
	}
	up := func(x0, x1 float64, text string) predate.Word { return at(x0, x1, 213.4, 224, text) }
	down := func(x0, x1 float64, text string) predate.Word { return at(x0, x1, 219.5, 234.1, text) }
	page := predate.Page{Number: 1, Width: 840, Height: 600, Words: []predate.Word{
		down(31, 59, "Escalier"), down(62, 67, "A"),
		up(117, 151, "Réfection"), up(153, 163, "de"), up(166, 209, "l'étanchéité"),
		down(117, 126, "de"), down(129, 135, "la"), down(138, 167, "terrasse"), down(170, 191, "haute"),
		up(373, 415, "27/02/2025"), down(378, 387, "42"), down(390, 415, "600,00"),
	}}
	lines, _ := linesOf(page)
	var got []string
	for _, l := range lines {
		got = append(got, l.Text())
	}
	want := []string{"Réfection de l'étanchéité 27/02/2025", "Escalier A de la terrasse haute 42 600,00"}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("lines %q, want %q", got, want)
	}
	// Beside one another at two heights, as of two sizes, they are one line.
	beside := predate.Page{Number: 1, Width: 600, Height: 800, Words: []predate.Word{at(20, 60, 100, 112, "TOTAL"), at(70, 110, 104, 114, "12,50")}}
	if lines, _ := linesOf(beside); len(lines) != 1 {
		t.Errorf("%d lines, want one", len(lines))
	}
}
