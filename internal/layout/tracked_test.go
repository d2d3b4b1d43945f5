package layout

import (
	"testing"

	"predate"
)

// TestKernedLetters joins a tracked label whose slanted capitals kerning brought
// together: "AVA" is three letters of a word, and the day after it is whole.
func TestKernedLetters(t *testing.T) {
	const size, gap, space = 7.5, 1.0, 4.0
	var words []predate.Word
	x := 40.0
	for _, text := range []string{"AVA", "N", "C", "E", "", "D", "E", "", "T", "R", "AVA", "U", "X", "", "A", "U", "", "3", "1", "/", "1", "2"} {
		if text == "" {
			x += space - gap
			continue
		}
		width := 0.65 * size * float64(len(text))
		words = append(words, predate.Word{Text: text, Size: size, Box: predate.Box{X0: x, Y0: 100, X1: x + width, Y1: 100 + size}})
		x += width + gap
	}
	got := ""
	for _, w := range untracked(words) {
		got += w.Text + " "
	}
	if want := "AVANCE DE TRAVAUX AU 31/12 "; got != want {
		t.Errorf("read %q, want %q", got, want)
	}
}
