package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
)

// Text joins the words with a space.
func (l Line) Text() string { return joinWords(l.Words) }

// Size is the height of the line's most common type in points, or of its box
// when no word tells its size.
func (l Line) Size() float64 {
	best, count := 0.0, map[float64]int{}
	for _, w := range l.Words {
		count[w.Size] += len(w.Text)
		if w.Size > 0 && (best == 0 || count[w.Size] > count[best]) {
			best = w.Size
		}
	}
	if best == 0 {
		return l.Box.Height()
	}
	return best
}

// Segments splits the line where the gap between two words is wider than gap
// points. A gap of zero or less takes the usual one for the line's size:
// wider than a space between words, narrower than one between columns.
func (l Line) Segments(gap float64) []Cell {
	var cells []Cell
	for _, words := range splitWords(l, gap) {
		cells = append(cells, cellOf(words, l.Page))
	}
	return cells
}

// splitWords returns the words of each segment of a line.
func splitWords(l Line, gap float64) [][]predate.Word {
	usual := gap <= 0
	if usual {
		gap = columnGap(l)
	}
	var out [][]predate.Word
	start := 0
	for i := 1; i <= len(l.Words); i++ {
		if i == len(l.Words) || l.Words[i].Box.X0-l.Words[i-1].Box.X1 > gap && !(usual && typed(l.Words[i-1], l.Words[i])) || l.parted(i) {
			out = append(out, l.Words[start:i])
			start = i
		}
	}
	return out
}

// typed reports whether two words are typed one after the other, with one space,
// in a type whose characters are equally wide: labels in another type may stand
// on the same line. Numbers are left out: most types give digits one width.
func typed(a, b predate.Word) bool {
	if !strings.ContainsFunc(a.Text, unicode.IsLetter) || !strings.ContainsFunc(b.Text, unicode.IsLetter) {
		return false
	}
	x, y := runeWidth([]predate.Word{a}), runeWidth([]predate.Word{b})
	return x > 0 && x <= 1.01*y && y <= 1.01*x && b.Box.X0-a.Box.X1 <= 1.1*x
}

// parted reports whether a bar is drawn before word i.
func (l Line) parted(i int) bool {
	return slices.ContainsFunc(l.bars, func(x float64) bool {
		return x > l.Words[i-1].Box.X1-1 && x < l.Words[i].Box.X0+1
	})
}

// columnGap is the least gap that separates columns on a line: a little over
// the widest space between words. Monospaced listings have wide spaces.
func columnGap(l Line) float64 {
	if l.listing() {
		return 1.6 * widestRune(l.Words)
	}
	return max(0.75*l.Size(), 3)
}

// linesOf groups the words of a page by baseline, and gives the rules that are
// drawn with characters.
func linesOf(page predate.Page) ([]Line, []predate.Rule) {
	words := slices.DeleteFunc(slices.Clone(page.Words), func(w predate.Word) bool { return strings.TrimSpace(w.Text) == "" })
	words = withoutUpright(words)
	lines := linesBesidePanels(page, words)
	var rules []predate.Rule
	kept := lines[:0]
	for _, l := range lines {
		words, drawn := undrawn(l.Words)
		rules = append(rules, drawn...)
		if len(words) > 0 {
			line := lineOf(words, l.Page)
			for _, r := range uprightRules(drawn) {
				line.bars = append(line.bars, r.X0)
			}
			kept = append(kept, line)
		}
	}
	return kept, rules
}

// groupedLines groups words by baseline, from top to bottom.
func groupedLines(words []predate.Word, page int) []Line {
	slices.SortStableFunc(words, func(a, b predate.Word) int {
		return cmp.Compare(middle(a.Box), middle(b.Box))
	})
	var lines []Line
	for _, level := range levelsOf(words) {
		lines = placed(lines, level, page)
	}
	var parted []Line
	for _, l := range lines {
		parted = append(parted, unlaid(l)...)
	}
	lines = parted
	for i := range lines {
		slices.SortStableFunc(lines[i].Words, func(a, b predate.Word) int {
			return cmp.Compare(a.Box.X0, b.Box.X0)
		})
		lines[i].Words = untracked(unkerned(lines[i].Words))
	}
	slices.SortStableFunc(lines, func(a, b Line) int {
		return cmp.Compare(middle(a.Box), middle(b.Box))
	})
	return lines
}

// levelsOf gathers the words that are typed at one height in one size; words come from
// top to bottom. A recognised word, whose size is that of its box, is for itself.
func levelsOf(words []predate.Word) [][]predate.Word {
	const apart = 0.3 // points
	var levels [][]predate.Word
	open := 0 // levels before it are too high for the words to come
	for _, w := range words {
		for open < len(levels) && middle(w.Box)-middle(levels[open][0].Box) > apart {
			open++
		}
		k := slices.IndexFunc(levels[open:], func(level []predate.Word) bool {
			return w.Size > 0 && level[0].Size == w.Size && near(level[0].Box.Height(), w.Box.Height(), apart)
		})
		if k >= 0 {
			levels[open+k] = append(levels[open+k], w)
			continue
		}
		levels = append(levels, []predate.Word{w})
	}
	return levels
}

// placed puts the words of a level on their lines, on a new one where none is theirs.
// The values of a row are centred beside a label of two lines: what stands left and
// right of it is on one line, that of the label if any of it is.
func placed(lines []Line, level []predate.Word, page int) []Line {
	found := -1
	for _, w := range level {
		i := lineFor(lines, w)
		if i >= 0 && found >= 0 && i != found {
			found = -1
			break // beside two texts of different lines
		}
		found = max(found, i)
	}
	for _, w := range level {
		i := found
		if i < 0 || covers(lines[i], w) {
			i = lineFor(lines, w)
		}
		if i < 0 {
			lines = append(lines, Line{Words: []predate.Word{w}, Box: w.Box, Page: page})
			continue
		}
		lines[i].Words = append(lines[i].Words, w)
		lines[i].Box = lines[i].Box.Union(w.Box)
	}
	return lines
}

// covers says that a line has a word over or under which another would stand.
func covers(l Line, w predate.Word) bool {
	return slices.ContainsFunc(l.Words, func(o predate.Word) bool {
		return overlapX(o.Box, w.Box) > 0.5*min(o.Box.Width(), w.Box.Width())
	})
}

// lineFor finds the line on which a word stands: the last ones only, since
// words come from top to bottom. The nearest word of the line decides, so that
// a slightly skewed line still holds together. What is centred in height beside
// a cell of two lines is on the first of them: it shares less than half its
// height with either, lines of text far less.
func lineFor(lines []Line, w predate.Word) int {
	for i := len(lines) - 1; i >= 0 && i >= len(lines)-4; i-- {
		near := nearest(lines[i].Words, w)
		if overlapY(near.Box, w.Box) > 0.4*min(near.Box.Height(), w.Box.Height()) && !captions(w, near) {
			return i
		}
	}
	return -1
}

// captions reports whether a word in small type stands under one in big type, at the
// height where the big type has only the tails of its letters.
func captions(w, big predate.Word) bool {
	const tail = 0.25 // of the type size, under the base line
	return w.Size > 0 && big.Size > 1.5*w.Size && w.Box.Y1-tail*w.Size > big.Box.Y1-tail*big.Size+0.3*w.Size
}

func nearest(words []predate.Word, w predate.Word) predate.Word {
	best := words[0]
	for _, c := range words[1:] {
		if gapX(c.Box, w.Box) < gapX(best.Box, w.Box) {
			best = c
		}
	}
	return best
}

func cellOf(words []predate.Word, page int) Cell {
	c := Cell{Text: joinWords(words), Page: page}
	for _, w := range words {
		c.Box = c.Box.Union(w.Box)
	}
	return c
}

func joinWords(words []predate.Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}

func middle(b predate.Box) float64 { return (b.Y0 + b.Y1) / 2 }

func overlapY(a, b predate.Box) float64 { return min(a.Y1, b.Y1) - max(a.Y0, b.Y0) }

func overlapX(a, b predate.Box) float64 { return min(a.X1, b.X1) - max(a.X0, b.X0) }

// gapX is the horizontal distance between two boxes, zero when they overlap.
func gapX(a, b predate.Box) float64 { return max(0, -overlapX(a, b)) }

// runeWidth is the mean advance of a rune in points.
func runeWidth(words []predate.Word) float64 {
	width, runes := 0.0, 0
	for _, w := range words {
		width += w.Box.Width()
		runes += len([]rune(w.Text))
	}
	if runes == 0 {
		return 0
	}
	return width / float64(runes)
}

// widestRune is the mean rune width of the words in the widest type of a line: a
// label in narrower type does not part the groups of a sum beside it.
func widestRune(words []predate.Word) float64 {
	width := runeWidth(words)
	for _, w := range words {
		if utf8.RuneCountInString(w.Text) >= 3 {
			width = max(width, runeWidth([]predate.Word{w}))
		}
	}
	return width
}

// listing reports whether the line is of a type whose characters are equally wide.
func (l Line) listing() bool { return l.habit.mono || monospaced(l.Words) }

// monospaced reports whether every word of three runes or more has the same mean
// rune width, as typewriters and old listings print.
func monospaced(words []predate.Word) bool {
	least, most, n := 0.0, 0.0, 0
	for _, w := range words {
		runes := len([]rune(w.Text))
		if runes < 3 {
			continue
		}
		width := w.Box.Width() / float64(runes)
		if n == 0 {
			least, most = width, width
		}
		least, most, n = min(least, width), max(most, width), n+1
	}
	return n >= 2 && most <= 1.06*least
}
