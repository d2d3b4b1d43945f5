package layout

import (
	"testing"

	"predate"
)

// TestTypedWordsBesideAnotherType splits a line of two types: words typed with
// one space between them are one cell, whatever stands before them.
func TestTypedWordsBesideAnotherType(t *testing.T) {
	at := func(x0, x1 float64, text string) predate.Word {
		return predate.Word{Text: text, Box: predate.Box{X0: x0, Y0: 113.7, X1: x1, Y1: 121.6}}
	}
	line := Line{Box: predate.Box{X0: 30, Y0: 113.7, X1: 441.4, Y1: 121.6}, Words: []predate.Word{
		at(30, 71, "SYNDICAT"), at(74, 92, "DES"),
		at(333.4, 345.4, "M."), at(351.4, 405.4, "Kermadiou"), at(411.4, 441.4, "Joris"),
	}}
	cells := line.Segments(0)
	if len(cells) != 2 || cells[1].Text != "M. Kermadiou Joris" {
		t.Errorf("cells %+v", cells)
	}
	numbers := Line{Box: line.Box, Words: []predate.Word{at(30, 90, "Charges"), at(200, 224, "1234"), at(230, 254, "5678")}}
	if cells := numbers.Segments(0); len(cells) != 3 {
		t.Errorf("numbers of two columns are one cell: %+v", cells)
	}
}
