package pdftext

import "cmp"

// Of ink, in parts of the size: type is as high for all glyphs of a font, and higher.
const inkHeight, inkVaries, inkBearing = 0.8, 0.1, 0.5

// fillInk widens the boxes of glyphs that are their ink alone, up to the next glyph of the
// word: of fonts of type 3 (ISO 32000-1, 9.6.5) the engine tells no width, and the white
// beside a narrow digit would part a number in two. Spaces part their words in the content.
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
