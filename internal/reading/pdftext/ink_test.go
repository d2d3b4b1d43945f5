package pdftext

import (
	"testing"

	"predate"
)

// TestTheInkOfNarrowDigitsPartsNoNumber reads numbers in a font of type 3, of which the
// engine gives the ink alone: two ones leave more white than words of other fonts do.
func TestTheInkOfNarrowDigitsPartsNoNumber(t *testing.T) {
	const size, type3, other = 10.0, 1, 2
	put := func(r rune, font uint32, from, to, loose float64) glyph {
		return glyph{r: r, font: font, size: size, loose: loose, box: predate.Box{X0: from, X1: to, Y0: 100, Y1: 112}}
	}
	glyphs := []glyph{
		put('1', type3, 52, 54, 0.73), put('1', type3, 58, 60, 0.73), put(',', type3, 64, 65, 0.28), put('3', type3, 68, 73, 0.75), put('6', type3, 74, 79, 0.75),
		put(' ', other, 80, 83, 1.18), put('€', other, 83, 89, 1.18),
		put('L', other, 150, 155, 1.18), put('e', other, 157, 161, 1.18), // two cells, close to one another
	}
	fillInk(glyphs)
	var texts []string
	for _, w := range wordsOf(glyphs, nil) {
		texts = append(texts, w.Text)
	}
	if len(texts) != 4 || texts[0] != "11,36" {
		t.Errorf("read %q, want 11,36 € L e", texts)
	}
	if right := glyphs[4].box.X1; right != 80 {
		t.Errorf("the last digit ends at %v, want where the space begins", right)
	}
}
