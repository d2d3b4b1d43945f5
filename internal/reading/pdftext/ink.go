package pdftext

import "cmp"

// The heights of boxes that tell ink from type, in parts of the size: the box of type is
// as high for every glyph of its font, and higher than any digit or capital.
const (
	inkHeight  = 0.8
	inkVaries  = 0.1
	inkBearing = 0.5 // the most white that two glyphs of one word leave between their ink
)

// fillInk widens the boxes of glyphs that are their ink alone, up to the next glyph of the
// word. Fonts of type 3 draw their glyphs (ISO 32000-1, 9.6.5), and the engine tells
// neither how wide these are nor how high: the white beside a narrow digit would part a
// number in two. Words in such fonts are parted by spaces in the content, whose place is
// known.
func fillInk(glyphs []glyph) {
	ink := inkFonts(glyphs)
	for i := 0; i+1 < len(glyphs); i++ {
		g, next := &glyphs[i], &glyphs[i+1]
		gap := next.box.X0 - g.box.X1
		if g.direction != 0 || next.direction != 0 || g.size != next.size || gap <= 0 || gap > inkBearing*g.size || g.invented || next.invented {
			continue
		}
		if ink[g.font] && (isSpace(next.r) || next.font == g.font && g.box.Y0 == next.box.Y0) {
			g.box.X1 = next.box.X0
		} else if isSpace(g.r) && ink[next.font] {
			next.box.X0 = g.box.X1
		}
	}
}

// inkFonts returns the fonts of whose glyphs the engine gives the ink.
func inkFonts(glyphs []glyph) map[uint32]bool {
	least, most, ink := map[uint32]float64{}, map[uint32]float64{}, map[uint32]bool{}
	for _, g := range glyphs {
		if g.loose > 0 && g.direction == 0 && !isSpace(g.r) && !g.invented {
			least[g.font], most[g.font] = min(cmp.Or(least[g.font], g.loose), g.loose), max(most[g.font], g.loose)
		}
	}
	for font, high := range most {
		ink[font] = high < inkHeight || high-least[font] > inkVaries
	}
	return ink
}
