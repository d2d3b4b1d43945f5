package pdftext

// In parts of the size: the boxes of type are higher than inkHeight, whatever the glyph, and
// two glyphs of one word leave at most inkBearing of white between their ink.
const inkHeight, inkBearing = 0.8, 0.5

// fillInk widens the boxes of glyphs that are their ink alone, up to the next glyph of the
// word: of fonts of type 3 (ISO 32000-1, 9.6.5) the engine tells no width, and the white
// beside a narrow digit would part a number in two. Spaces part their words in the content.
func fillInk(glyphs []glyph) {
	for i := 0; i+1 < len(glyphs); i++ {
		g, next := &glyphs[i], &glyphs[i+1]
		gap := next.box.X0 - g.box.X1
		if g.direction != 0 || next.direction != 0 || g.size != next.size || gap <= 0 || gap > inkBearing*g.size || g.invented || next.invented {
			continue
		}
		word := next.font == g.font && g.box.Y0 == next.box.Y0 && !isSpace(g.r)
		switch {
		case g.isInk() && isSpace(next.r), word && !isSpace(next.r) && (g.isInk() || next.isInk()):
			g.box.X1 = next.box.X0
		case isSpace(g.r) && next.isInk():
			next.box.X0 = g.box.X1
		}
	}
}

// isInk reports whether the box of a glyph is lower than type is.
func (g glyph) isInk() bool { return g.loose > 0 && g.loose < inkHeight && !isSpace(g.r) }
