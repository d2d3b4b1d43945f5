package typeset

import (
	"math"
	"strings"
	"testing"
)

// Every rune that may be printed has a glyph in every face, so that no name
// ever loses a letter in silence.
func TestFacesCoverWhatIsPrinted(t *testing.T) {
	faces, err := loadFaces(false)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range faces {
		checked := 0
		for r := rune(0); r <= 0xFFFF; r++ {
			if !covered(r) {
				continue
			}
			checked++
			if f.kern.glyph(r) == 0 {
				t.Errorf("%s has no glyph for %U %q", cuts()[i].file, r, r)
			}
		}
		if checked < 700 {
			t.Fatalf("only %d runes checked", checked)
		}
		if f.kern.glyph('张') != 0 {
			t.Errorf("%s pretends to a glyph that it cannot have", cuts()[i].file)
		}
	}
}

func TestKerning(t *testing.T) {
	faces, err := loadFaces(false)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range faces {
		for _, pair := range []string{"To", "Va", "P."} {
			if by := f.kern.width(pair); by > -0.04 || by < -0.15 {
				t.Errorf("%s: %q is kerned by %.3f em", cuts()[i].file, pair, by)
			}
		}
		for _, text := range []string{"", "n", "2\u202f746,46\u00a0€", "11 174", "nn"} {
			if by := f.kern.width(text); by != 0 {
				t.Errorf("%s: %q is kerned by %.3f em", cuts()[i].file, text, by)
			}
		}
		// What the pieces and the gaps between them add up to is the width.
		text := "Total dû par Mme Vassorelle, Toulon"
		var pieces []string
		sum := 0.0
		for rest := text; rest != ""; {
			length, by := f.kern.cut(rest)
			pieces = append(pieces, rest[:length])
			sum, rest = sum+by, rest[length:]
		}
		if strings.Join(pieces, "") != text || math.Abs(sum-f.kern.width(text)) > 1e-9 || len(pieces) < 3 {
			t.Errorf("%s: pieces %q kerned by %.3f em, want %.3f", cuts()[i].file, pieces, sum, f.kern.width(text))
		}
	}
}
