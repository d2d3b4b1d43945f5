package pdftext

import (
	"strings"
	"unicode"

	"predate"
)

// layer judges the text layer of a page.
type layer struct {
	printed int // visible characters
	hidden  int // characters drawn invisibly, as over a scan
	broken  int // characters that no font tells
}

func layerOf(glyphs []glyph) layer {
	var l layer
	for i, g := range glyphs {
		if isSpace(g.r) || g.invented || isHighByte(glyphs, i) {
			continue
		}
		if g.hidden {
			l.hidden++
		} else {
			l.printed++
		}
		if g.unmapped || g.r == 0 || g.r == '\ufffd' || unicode.Is(unicode.Co, g.r) || g.r < ' ' && g.r != endHyphen {
			l.broken++
		}
	}
	return l
}

// isHighByte reports whether a glyph is the zero that precedes each character of a text
// in two bytes, which some programs print in a font of one: the zeros print nothing.
func isHighByte(glyphs []glyph, i int) bool {
	pair := func(k int) bool {
		return k >= 0 && k+1 < len(glyphs) && glyphs[k].r == 0 && glyphs[k+1].r >= ' ' && glyphs[k+1].r < 0x100
	}
	return pair(i) && (pair(i-2) || pair(i+2))
}

// recognised reports whether the layer was made by character recognition.
func (l layer) recognised() bool { return l.hidden > l.printed }

// useless reports whether the layer does not tell what is printed: fonts without a
// map to characters, or no text at all where an image fills the page.
func (l layer) useless(words []predate.Word, d drawings) bool {
	total := l.printed + l.hidden
	switch {
	case total == 0:
		return d.images > 0.02 || d.paths > 20
	case d.images > 0.5 && total < 150:
		return true
	case l.broken*20 > total && l.broken > 10:
		return true
	}
	return nonsense(words)
}

// nonsense reports whether words do not sound like words: in every language written
// in our alphabet, nearly all have a vowel. Codes and short labels do not, so
// only a page of text is judged.
func nonsense(words []predate.Word) bool {
	judged, voiced := 0, 0
	for _, w := range words {
		letters := 0
		for _, r := range w.Text {
			if unicode.IsLetter(r) {
				letters++
			}
		}
		if letters < 4 {
			continue
		}
		judged++
		if strings.ContainsAny(w.Text, "aeiouyAEIOUYàâäéèêëîïôöùûüÀÂÄÉÈÊËÎÏÔÖÙÛÜœŒ") {
			voiced++
		}
	}
	return judged >= 20 && voiced*10 < judged*6
}
