package pdftext

import (
	"testing"

	"predate"
)

// A day that lost its dots is mended in a column of days, and nowhere else.
func TestMendDays(t *testing.T) {
	at := func(x, y float64, text string) predate.Word {
		return predate.Word{Text: text, Box: predate.Box{X0: x, X1: x + 40, Y0: y, Y1: y + 9}}
	}
	words := []predate.Word{
		at(42, 10, "01.07.23"), at(42, 20, "0107.23"), at(43, 30, "071124"), at(42, 40, "01.10.23"), at(41, 50, "08.10.23"),
		at(42, 60, "4999.23"), at(42, 70, "450-1"), at(390, 20, "0107.23"), at(390, 30, "123456"),
	}
	mendDays(words)
	want := []string{"01.07.23", "01.07.23", "07.11.24", "01.10.23", "08.10.23", "4999.23", "450-1", "0107.23", "123456"}
	for i, w := range words {
		if w.Text != want[i] {
			t.Errorf("word %d: %q, want %q", i, w.Text, want[i])
		}
	}
}
