package lookstest

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// eachSpan gives every cell that says one concept, with its words. Words that
// wrap over two lines of a column are one cell; a heading stands by itself.
func eachSpan(words *lexicon.Lexicon, kind predate.Kind, pages []predate.Page, do func(int, []predate.Word, lexicon.Span)) {
	for at, page := range layout.Analyse(pages).Pages {
		var cells [][]predate.Word
		for _, line := range page.Lines {
			for _, cell := range line.Segments(0) {
				cells = append(cells, slices.DeleteFunc(slices.Clone(line.Words), func(w predate.Word) bool {
					return w.Box.X0 < cell.Box.X0-0.5 || w.Box.X1 > cell.Box.X1+0.5
				}))
			}
		}
		codes := slices.DeleteFunc(slices.Clone(cells), func(own []predate.Word) bool {
			return !saysAny(words, kind, own, "column_key_number", "column_reference", "column_journal")
		})
		says := func(own []predate.Word) []lexicon.Span {
			text := textOf(own)
			if !lettered(text) || slices.ContainsFunc(codes, func(head []predate.Word) bool { return heads(head, own) }) {
				return nil
			}
			return words.Is(words.Text(text), lexicon.Context{Kind: kind})
		}
		taken := map[int]bool{}
		for i, own := range cells {
			if taken[i] {
				continue
			}
			said := says(own)
			for k := i + 1; k < len(cells) && k < i+24; k++ {
				heading := slices.ContainsFunc(said, func(s lexicon.Span) bool { return s.Role == lexicon.Heading })
				whole := slices.Concat(own, cells[k])
				if both := says(whole); !heading && len(both) > 0 && lettered(textOf(cells[k])) && wraps(own, cells[k], both[0].Role == lexicon.Column) {
					own, said, taken[k] = whole, both, true
				}
			}
			if len(said) == 1 {
				do(at, own, said[0])
			}
		}
	}
}

// heads reports whether words stand in the column that others head: codes are
// values, whatever they say elsewhere.
func heads(head, own []predate.Word) bool {
	a, b := boxOf(head), boxOf(own)
	return a.Y1 <= b.Y0 && a.X0 < b.X1 && b.X0 < a.X1 && len(own) == 1
}

// saysAny reports whether words say one of the concepts and nothing besides.
func saysAny(words *lexicon.Lexicon, kind predate.Kind, own []predate.Word, ids ...lexicon.ID) bool {
	return slices.ContainsFunc(words.Is(words.Text(textOf(own)), lexicon.Context{Kind: kind}), func(s lexicon.Span) bool { return slices.Contains(ids, s.Concept) })
}

// textOf joins words.
func textOf(words []predate.Word) string {
	var out []string
	for _, w := range words {
		out = append(out, w.Text)
	}
	return strings.Join(out, " ")
}

// wraps reports whether words stand right under others, in their column; a head
// of two lines may stand above and below one of a single line.
func wraps(above, below []predate.Word, head bool) bool {
	most := 0.6
	if head {
		most = 2.2
	}
	a, b := boxOf(above), boxOf(below)
	white := b.Y0 - a.Y1
	last := above[len(above)-1].Text
	return !strings.ContainsAny(last[len(last)-1:], "):;,.") && a.X0 < b.X1 && b.X0 < a.X1 && white > -0.5*a.Height() && white < most*a.Height() && b.Y0 > a.Y0+0.5*a.Height()
}

func boxOf(words []predate.Word) predate.Box {
	box := predate.Box{}
	for _, w := range words {
		box = box.Union(w.Box)
	}
	return box
}

// made returns the pages of the golden with the concept said in the other form,
// in the place of the words that said it.
func (s swap) made(words *lexicon.Lexicon) []predate.Page {
	out := slices.Clone(s.pages)
	galleys := make([]*galley, len(out))
	eachSpan(words, s.kind, s.pages, func(page int, old []predate.Word, said lexicon.Span) {
		number := lastNumber(old)
		if said.Concept != s.concept || (number != "") != strings.Contains(s.way, anyNumber) {
			return
		}
		if galleys[page] == nil {
			for i := range galleys {
				galleys[i] = galleyOf(s.pages, i)
			}
			for _, g := range galleys {
				g.all = galleys
			}
		}
		galleys[page].say(old, strings.ReplaceAll(s.way, anyNumber, number), said.Role == lexicon.Column && said.Concept != "column_label")
	})
	for i, one := range galleys {
		if one != nil {
			out[i].Words, out[i].Width = one.left(), out[i].Width+one.wider
		}
	}
	return out
}

// galley is a page on which words take the place of others.
type galley struct {
	printed []predate.Word // as the golden has them
	words   []predate.Word // where they stand now; without text where they are gone
	cells   [][]int
	wider   float64
	all     []*galley // of all pages, this one among them
}

func galleyOf(pages []predate.Page, page int) *galley {
	s := &galley{printed: pages[page].Words, words: slices.Clone(pages[page].Words)}
	for _, line := range layout.Analyse(pages).Pages[page].Lines {
		for _, c := range line.Segments(0) {
			var cell []int
			for i, w := range s.printed {
				if w.Box.X0 > c.Box.X0-0.5 && w.Box.X1 < c.Box.X1+0.5 && w.Box.Y0 > c.Box.Y0-0.5 && w.Box.Y1 < c.Box.Y1+0.5 {
					cell = append(cell, i)
				}
			}
			s.cells = append(s.cells, cell)
		}
	}
	return s
}

// left lists the words of the page.
func (s *galley) left() []predate.Word {
	return slices.DeleteFunc(slices.Clone(s.words), func(w predate.Word) bool { return w.Text == "" })
}

// say prints a text in the place of words, on as many lines. Words begin where
// the others began; the head of a column stays over the middle of it, or ends
// where its numbers end. A column is as wide as its words need: what stands at
// its right gives way.
func (s *galley) say(old []predate.Word, text string, head bool) {
	var now []predate.Word
	for _, w := range old {
		i := slices.Index(s.printed, w)
		if i < 0 {
			return // a word that the layout took apart
		}
		now = append(now, s.words[i])
		s.words[i].Text = ""
	}
	lines, words := linesOf(now), strings.Fields(asPrinted(text, now[0].Text))
	if len(words) < len(lines) {
		from := (len(lines) - len(words) + 1) / 2 // the middle of three, of two the nearer to a value
		if valued := slices.IndexFunc(lines, s.valued); !head && valued >= 0 {
			from = min(valued, len(lines)-len(words)) // the name of a row stands beside its numbers
		}
		lines = lines[from : from+len(words)]
	}
	var rows [][]string
	for i := range lines {
		n := (len(words) + len(lines) - i - 1) / (len(lines) - i)
		rows, words = append(rows, words[:n]), words[n:]
	}
	letter, box := usualAdvance(now), boxOf(now)
	width := 0.0
	for _, row := range rows {
		width = max(width, letter*float64(utf8.RuneCountInString(strings.Join(row, " "))))
	}
	head = head && !s.flushLeft(box)
	end, flush := s.flushRight(box)
	if flush = flush && head; flush {
		box.X1 = min(box.X1, end)
	}
	if grown := width - box.Width(); grown > 0 {
		switch left, right := s.white(box, head); {
		case flush && left > grown:
			box.X0 -= grown
		case !head && left > grown && right < grown && s.valued(box) && !s.flushLeft(box):
			box.X0 -= grown // the name of a sum stands beside its numbers
		case head && !flush && min(left, right) > grown/2:
			box.X0, box.X1 = box.X0-grown/2, box.X1+grown/2
		default:
			s.widen(box, grown, max(0, grown-right), head, flush)
			box.X1 += grown
		}
	}
	for i, row := range rows {
		own := letter * float64(utf8.RuneCountInString(strings.Join(row, " ")))
		x := box.X0
		switch {
		case flush:
			x = box.X1 - own
		case head:
			x = (box.X0 + box.X1 - own) / 2
		}
		s.put(row, x, letter, lines[i])
	}
}

// asPrinted gives a text the capitals of the word that it begins in place of.
func asPrinted(text, word string) string {
	first, size := utf8.DecodeRuneInString(text)
	switch begins, _ := utf8.DecodeRuneInString(word); {
	case word == strings.ToUpper(word) && utf8.RuneCountInString(word) > 1:
		return strings.ToUpper(text)
	case unicode.IsUpper(begins):
		return string(unicode.ToUpper(first)) + text[size:]
	}
	return text
}

// put prints words of one line.
func (s *galley) put(words []string, x, letter float64, line predate.Box) {
	var cell []int
	for _, w := range words {
		size := letter * float64(utf8.RuneCountInString(w))
		cell = append(cell, len(s.words))
		s.words = append(s.words, predate.Word{Text: w, Size: line.Height(), Box: predate.Box{X0: x, Y0: line.Y0, X1: x + size - 0.1*letter, Y1: line.Y1}})
		x += size + letter
	}
	s.cells = append(s.cells, cell)
}

// white is how far words may grow to their left and to their right: up to the
// words beside them, and a label up to a column of numbers.
func (s *galley) white(box predate.Box, head bool) (left, right float64) {
	left, right = box.X0, 1000
	for _, cell := range s.cells {
		b := s.boxOfCell(cell)
		beside := b.Y0 < box.Y1 && b.Y1 > box.Y0
		column := !head && s.numeric(cell) && b.Y0 < box.Y1+2*box.Height() && b.Y1 > box.Y0-2*box.Height()
		if (beside || column) && b.X0 > box.X1-0.5 {
			right = min(right, b.X0-box.X1-2*box.Height())
		}
		if beside && b.X1 < box.X0+0.5 {
			left = min(left, box.X0-b.X1-2*box.Height())
		}
	}
	return max(0, left), max(0, right)
}

// widen makes room for words at the right of a box: what stands on its right
// moves, and the column of a head stays under it.
func (s *galley) widen(box predate.Box, grown, further float64, head, flush bool) {
	if head {
		further = grown
	}
	s.wider += further
	moves := make([]float64, len(s.cells))
	for k, cell := range s.cells {
		b, by := s.boxOfCell(cell), 0.0
		switch column := b.X0 < box.X1 && b.X1 > box.X0 && (s.numeric(cell) || b.X0 > box.X0-10); {
		case b.X0 > box.X1-0.5, s.numeric(cell) && b.X0+b.X1 > 2*box.X1:
			by = further
		case head && column && flush:
			by = grown
		case head && column:
			by = grown / 2
		}
		moves[k] = by
	}
	s.follow(box, further, moves)
	for k, cell := range s.cells {
		s.move(cell, max(moves[k], s.movedUnder(cell, moves)))
	}
}

func (s *galley) move(cell []int, by float64) {
	for _, i := range cell {
		s.words[i].Box.X0 += by
		s.words[i].Box.X1 += by
	}
}

// follow moves what stands on the right on the other pages on which the table goes
// on: those with numbers that end where numbers that move end.
func (s *galley) follow(box predate.Box, further float64, moves []float64) {
	var ends []float64
	for k, cell := range s.cells {
		if b := s.boxOfCell(cell); moves[k] > 0 && s.numeric(cell) && b.Height() > 0 {
			ends = append(ends, b.X1)
		}
	}
	for _, other := range s.all {
		goesOn := func(cell []int) bool {
			return other.numeric(cell) && slices.Contains(ends, other.boxOfCell(cell).X1)
		}
		if other == s || !slices.ContainsFunc(other.cells, goesOn) {
			continue
		}
		other.wider += further
		for _, cell := range other.cells {
			if b := other.boxOfCell(cell); b.X0 > box.X1-0.5 || other.numeric(cell) && b.X0+b.X1 > 2*box.X1 {
				other.move(cell, further)
			}
		}
	}
}

// movedUnder is how far the number moves that stands right under words: they
// head it and move along.
func (s *galley) movedUnder(cell []int, moves []float64) float64 {
	box := s.boxOfCell(cell)
	if s.numeric(cell) || box.Height() == 0 {
		return 0
	}
	most := 0.0
	for k, other := range s.cells {
		b := s.boxOfCell(other)
		if s.numeric(other) && b.X0 < box.X1 && b.X1 > box.X0 && b.Y0 > box.Y1-1 && b.Y0 < box.Y1+1.5*box.Height() {
			most = max(most, moves[k])
		}
	}
	return most
}

func (s *galley) boxOfCell(cell []int) predate.Box {
	box := predate.Box{}
	for _, i := range cell {
		if s.words[i].Text != "" {
			box = box.Union(s.words[i].Box)
		}
	}
	return box
}

// numeric reports whether a cell is written in figures.
func (s *galley) numeric(cell []int) bool {
	return !slices.ContainsFunc(cell, func(i int) bool { return lettered(s.words[i].Text) })
}

// flushRight reports whether words end where numbers under them end, or at most a
// character beside, and where these end.
func (s *galley) flushRight(box predate.Box) (end float64, ok bool) {
	k := slices.IndexFunc(s.words, func(w predate.Word) bool {
		return w.Text != "" && !lettered(w.Text) && w.Box.Y0 >= box.Y1 && w.Box.X1 > box.X1-6 && w.Box.X1 < box.X1+6
	})
	if k < 0 {
		return 0, false
	}
	return s.words[k].Box.X1, true
}

// flushLeft reports whether words begin where words under them begin.
func (s *galley) flushLeft(box predate.Box) bool {
	return slices.ContainsFunc(s.words, func(w predate.Word) bool {
		near := w.Box.Y0 >= box.Y1 && w.Box.Y0 < box.Y1+3*box.Height()
		return near && lettered(w.Text) && w.Box.X0 > box.X0-1 && w.Box.X0 < box.X0+1
	})
}

// valued reports whether numbers stand at the right of a line of words.
func (s *galley) valued(line predate.Box) bool {
	return slices.ContainsFunc(s.cells, func(cell []int) bool {
		b := s.boxOfCell(cell)
		return s.numeric(cell) && b.X0 > line.X1 && b.Y0 < line.Y1 && b.Y1 > line.Y0
	})
}

// linesOf returns the boxes of the lines that words stand on.
func linesOf(words []predate.Word) []predate.Box {
	out := []predate.Box{words[0].Box}
	for _, w := range words[1:] {
		if last := &out[len(out)-1]; w.Box.Y0 > last.Y0+0.5*last.Height() {
			out = append(out, w.Box)
		} else {
			*last = last.Union(w.Box)
		}
	}
	return out
}

// usualAdvance is how far apart the letters of the longest word are.
func usualAdvance(words []predate.Word) float64 {
	longest := slices.MaxFunc(words, func(a, b predate.Word) int {
		return cmp.Compare(utf8.RuneCountInString(a.Text), utf8.RuneCountInString(b.Text))
	})
	return longest.Box.Width() / float64(utf8.RuneCountInString(longest.Text))
}
