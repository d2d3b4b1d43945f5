package layout

import (
	"strings"
	"testing"
	"unicode/utf8"

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

// TestSpeltDays joins a line spelt letter by letter that holds more figures than
// letters, as an exercise with its days.
func TestSpeltDays(t *testing.T) {
	const advance, size = 5.2, 8.6
	var words []predate.Word
	for i, r := range []rune("E X E R C I C E   D U   0 1 / 0 1 / 2 4   A U   3 1 / 1 2 / 2 4") {
		if r != ' ' {
			x := 40 + advance*float64(i)
			words = append(words, predate.Word{Text: string(r), Size: size, Box: predate.Box{X0: x, Y0: 100, X1: x + advance, Y1: 100 + size}})
		}
	}
	got := ""
	for _, w := range untracked(words) {
		got += w.Text + " "
	}
	if want := "EXERCICE DU 01/01/24 AU 31/12/24 "; got != want {
		t.Errorf("read %q, want %q", got, want)
	}
}

// TestUnkernedCapitals joins what stands nearer than any two words are set, in
// capitals and days; small letters and sums stay as they are.
func TestUnkernedCapitals(t *testing.T) {
	const size, kerned, space = 10.0, 1.3, 3.5
	for printed, want := range map[string]string{
		"TO_TA_L À PAY_E_R":      "TOTAL À PAYER ",
		"M_E_S LOTS":             "MES LOTS ",
		"TR_AVAUX AU 3_1/1_2/25": "TRAVAUX AU 31/12/25 ",
		"a_b c_d":                "a b c d ",
		"LOT_1 234,56_12,00":     "LOT1 234,56 12,00 ",
		"1_2 1_000":              "1 2 1 000 ",
		"L_OT 4_3 – C_AV_E":      "LOT 43 – CAVE ",
	} {
		var words []predate.Word
		x := 40.0
		for _, piece := range strings.Split(printed, " ") {
			for _, text := range strings.Split(piece, "_") {
				width := 0.6 * size * float64(utf8.RuneCountInString(text))
				words = append(words, predate.Word{Text: text, Size: size, Box: predate.Box{X0: x, Y0: 100, X1: x + width, Y1: 100 + size}})
				x += width + kerned
			}
			x += space - kerned
		}
		got := ""
		for _, w := range unkerned(words) {
			got += w.Text + " "
		}
		if got != want {
			t.Errorf("%q: read %q, want %q", printed, got, want)
		}
	}
}
