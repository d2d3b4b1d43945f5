package pdftext

import (
	"cmp"
	"slices"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"predate"
)

// Distances between glyphs, in parts of the type size.
const (
	wordGap    = 0.13 // a wider gap parts two words
	overlapGap = -0.3 // glyphs that overlap more are not neighbours
)

// run is glyphs of one word, or of a part of it.
type run struct {
	text      []rune
	box       predate.Box
	size      float64
	direction int
	bold      bool
	spaced    bool // a space follows in the content
}

// wordsOf groups glyphs into words, in reading order: lines from top to
// bottom, words from left to right; text along another edge comes last.
func wordsOf(glyphs []glyph, bold map[uint32]bool) []predate.Word {
	runs := runsOf(glyphs, bold)
	var level, other []run
	for _, r := range runs {
		if r.direction == 0 {
			level = append(level, r)
		} else {
			other = append(other, r)
		}
	}
	words := slices.Grow([]predate.Word(nil), len(runs))
	for _, line := range linesOf(level) {
		for _, r := range mergeLine(line) {
			words = append(words, r.word())
		}
	}
	for _, r := range other {
		words = append(words, r.word())
	}
	return words
}

func (r run) word() predate.Word {
	return predate.Word{Text: norm.NFC.String(string(r.text)), Box: r.box, Size: r.size, Bold: r.bold}
}

// runsOf joins glyphs that follow one another in the content and on the page.
func runsOf(glyphs []glyph, bold map[uint32]bool) []run {
	const usual = 5 // letters
	runs := make([]run, 0, len(glyphs)/usual)
	open := false // whether the last run may go on
	var before glyph
	for _, g := range glyphs {
		switch {
		case isSpace(g.r):
			if open && !g.invented {
				runs[len(runs)-1].spaced = true
			}
			open = open && g.invented
			continue
		case isMute(g.r):
			continue
		}
		letters := lettersOf(g.r)
		tied := tied(before, g)
		before = g
		if open && (tied || follows(runs[len(runs)-1], g)) {
			last := &runs[len(runs)-1]
			last.text = append(last.text, letters...)
			last.box = last.box.Union(g.box)
			last.size = max(last.size, g.size)
			continue
		}
		runs = append(runs, run{text: letters, box: g.box, size: g.size, direction: g.direction, bold: bold[g.font]})
		open = true
	}
	return runs
}

// tied reports whether a glyph shares the place of the one before it, drawn by the
// same operator: the letters of a ligature, or one kerned far under another.
func tied(before, g glyph) bool {
	if g.object == 0 || g.object != before.object || g.direction != 0 {
		return false
	}
	kerned := g.box.X0 > before.box.X0+0.15*g.size && g.box.X0 < before.box.X1 && g.box.X1 >= before.box.X1
	return g.box == before.box || kerned
}

// follows reports whether a glyph goes on with a run in its reading direction.
func follows(r run, g glyph) bool {
	if r.direction != g.direction || g.size > 2*r.size || r.size > 2*g.size {
		return false
	}
	var gap, across, height float64
	switch g.direction {
	case 0:
		gap, across, height = g.box.X0-r.box.X1, overlap(r.box.Y0, r.box.Y1, g.box.Y0, g.box.Y1), g.box.Height()
	case 1:
		gap, across, height = g.box.Y0-r.box.Y1, overlap(r.box.X0, r.box.X1, g.box.X0, g.box.X1), g.box.Width()
	case 2:
		gap, across, height = r.box.X0-g.box.X1, overlap(r.box.Y0, r.box.Y1, g.box.Y0, g.box.Y1), g.box.Height()
	case 3:
		gap, across, height = r.box.Y0-g.box.Y1, overlap(r.box.X0, r.box.X1, g.box.X0, g.box.X1), g.box.Width()
	default: // askew: loose boxes overlap, so content order decides
		return gapBetween(r.box, g.box) < wordGap*g.size
	}
	em := max(r.size, g.size)
	return gap <= wordGap*em && gap >= overlapGap*em && across >= 0.5*height
}

func gapBetween(a, b predate.Box) float64 {
	return max(0, max(a.X0, b.X0)-min(a.X1, b.X1), max(a.Y0, b.Y0)-min(a.Y1, b.Y1))
}

func overlap(a0, a1, b0, b1 float64) float64 { return min(a1, b1) - max(a0, b0) }

// linesOf groups level runs by the heights they stand at, top first.
func linesOf(runs []run) [][]run {
	slices.SortStableFunc(runs, func(a, b run) int {
		return cmp.Compare(a.box.Y0+a.box.Y1, b.box.Y0+b.box.Y1)
	})
	var lines [][]run
	for _, r := range runs {
		placed := false
		for i := len(lines) - 1; i >= 0 && i >= len(lines)-4 && !placed; i-- {
			last := lines[i][len(lines[i])-1]
			h := min(last.box.Height(), r.box.Height())
			if overlap(last.box.Y0, last.box.Y1, r.box.Y0, r.box.Y1) > 0.6*h {
				lines[i] = append(lines[i], r)
				placed = true
			}
		}
		if !placed {
			lines = append(lines, []run{r})
		}
	}
	return lines
}

// mergeLine puts the runs of a line from left to right, drops those printed
// twice at one place, and joins those whose gap is too small for a space.
func mergeLine(line []run) []run {
	slices.SortStableFunc(line, func(a, b run) int { return cmp.Compare(a.box.X0, b.box.X0) })
	var out []run
	for _, r := range line {
		if printedTwice(out, r) {
			continue
		}
		if n := len(out); n > 0 && joins(out[n-1], r) {
			last := &out[n-1]
			last.text = append(last.text, r.text...)
			last.box = last.box.Union(r.box)
			last.size = max(last.size, r.size)
			last.spaced = r.spaced
			continue
		}
		out = append(out, r)
	}
	return out
}

// printedTwice reports whether the same text stands already at the same place, as
// where bold is made by printing twice.
func printedTwice(line []run, r run) bool {
	for i := len(line) - 1; i >= 0 && i >= len(line)-3; i-- {
		have := line[i]
		em := max(have.size, r.size)
		if !near(have.box.Y0, r.box.Y0, 0.25*em) {
			continue
		}
		if near(have.box.X0, r.box.X0, 0.15*em) && near(have.box.X1, r.box.X1, 0.25*em) && slices.Equal(have.text, r.text) {
			return true
		}
		// A lone glyph printed twice, its first print already joined to a word.
		if len(r.text) == 1 && have.text[len(have.text)-1] == r.text[0] && near(have.box.X1, r.box.X1, 0.12*em) {
			return true
		}
	}
	return false
}

func near(a, b, within float64) bool { return a-b <= within && b-a <= within }

// joins reports whether two runs of a line are parts of one word. A line that
// holds big type holds the small type beneath it too.
func joins(a, b run) bool {
	em := max(a.size, b.size)
	gap := b.box.X0 - a.box.X1
	level := overlap(a.box.Y0, a.box.Y1, b.box.Y0, b.box.Y1) >= 0.5*min(a.box.Height(), b.box.Height())
	return level && !a.spaced && gap <= wordGap*em && gap >= overlapGap*em && a.size <= 2*b.size && b.size <= 2*a.size
}

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\u200b' || r == '\u2060' }

// isMute reports whether a character prints nothing.
func isMute(r rune) bool {
	return r == 0 || r == '\ufeff' || r == '\ufffe' || r < ' ' && r != endHyphen || unicode.Is(unicode.Cf, r) && r != '\u00ad'
}

// endHyphen is how the engine reports the hyphen of a word cut at a line end.
const endHyphen = 2

// lettersOf opens the typographic ligatures and plain hyphens.
func lettersOf(r rune) []rune {
	switch r {
	case endHyphen, '\u00ad':
		return []rune{'-'}
	case 'ﬀ':
		return []rune("ff")
	case 'ﬁ':
		return []rune("fi")
	case 'ﬂ':
		return []rune("fl")
	case 'ﬃ':
		return []rune("ffi")
	case 'ﬄ':
		return []rune("ffl")
	}
	return []rune{r}
}
