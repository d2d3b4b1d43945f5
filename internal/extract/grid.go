package extract

import (
	"cmp"
	"slices"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// band is the rows printed under one heading: amounts in columns, with the
// words that head each column.
type band struct {
	page  int
	rows  []row
	sides []side
}

// side is a group of neighbouring columns with the labels on their left; a
// schedule in two halves has two.
type side struct {
	left    float64 // where its labels may begin
	columns []column
}

// column is where the amounts of one column stand.
type column struct {
	x0, x1 float64
	head   string // the folded words above
}

// bands cuts the pages into bands: a heading line after rows begins a new one.
func (p paper) bands(isHead func(row) bool) []band {
	var out []band
	start, seen := 0, false
	flush := func(end int) {
		if rows := p.rows[start:end]; slices.ContainsFunc(rows, hasAmounts) {
			out = append(out, bandOf(rows))
		}
		start, seen = end, false
	}
	for i, r := range p.rows {
		turned := i > 0 && r.Page != p.rows[i-1].Page
		if i > start && (turned || seen && len(r.amounts) == 0 && isHead(r)) {
			flush(i)
		}
		seen = seen || hasAmounts(r)
	}
	flush(len(p.rows))
	return out
}

func hasAmounts(r row) bool { return len(r.amounts) > 0 }

func bandOf(rows []row) band {
	b := band{page: rows[0].Page, rows: rows}
	columns := columnsOf(rows)
	b.sides = sidesOf(rows, columns)
	for i := range b.sides {
		b.head(i)
	}
	return b
}

// columnsOf gathers the amounts that stand one under the other.
func columnsOf(rows []row) []column {
	var all []layout.Amount
	for _, r := range rows {
		all = append(all, r.amounts...)
	}
	slices.SortFunc(all, func(a, b layout.Amount) int { return cmp.Compare(a.Box.X1, b.Box.X1) })
	var out []column
	for _, a := range all {
		last := len(out) - 1
		if last >= 0 && a.Box.X0 < out[last].x1-0.3*a.Box.Width() {
			out[last].x0, out[last].x1 = min(out[last].x0, a.Box.X0), max(out[last].x1, a.Box.X1)
			continue
		}
		out = append(out, column{x0: a.Box.X0, x1: a.Box.X1})
	}
	return withBlanks(rows, out)
}

// withBlanks adds the columns that have no amount at all: a dash stands in
// their place on every row that has amounts. Their headings would pass for those
// of the columns beside them.
func withBlanks(rows []row, columns []column) []column {
	var blanks []column
	marks := map[int]int{}
	filled := 0
	for _, r := range rows {
		if !hasAmounts(r) {
			continue
		}
		filled++
		for _, c := range pieces(r) {
			apart := func(other column) bool { return c.Box.X1 < other.x0-1 || c.Box.X0 > other.x1+1 }
			if c.text != "-" || slices.ContainsFunc(columns, func(other column) bool { return !apart(other) }) {
				continue
			}
			k := slices.IndexFunc(blanks, func(other column) bool { return !apart(other) })
			if k < 0 {
				k, blanks = len(blanks), append(blanks, column{x0: c.Box.X0, x1: c.Box.X1})
			}
			marks[k]++
		}
	}
	for k, b := range blanks {
		if marks[k] == filled {
			columns = append(columns, b)
		}
	}
	slices.SortFunc(columns, func(a, b column) int { return cmp.Compare(a.x1, b.x1) })
	return columns
}

// sidesOf starts a new side at each column before which labels are printed.
func sidesOf(rows []row, columns []column) []side {
	var out []side
	for k, c := range columns {
		left := 0.0
		if k > 0 {
			left = columns[k-1].x1
			if labelsBetween(rows, left, c.x0) < 2 {
				last := &out[len(out)-1]
				last.columns = append(last.columns, c)
				continue
			}
		}
		out = append(out, side{left: left, columns: []column{c}})
	}
	return out
}

// labelsBetween counts the rows with an amount that print letters between two
// abscissas.
func labelsBetween(rows []row, left, right float64) int {
	n := 0
	for _, r := range rows {
		if !hasAmounts(r) {
			continue
		}
		letters := 0
		for _, w := range r.Words {
			if w.Box.X0 > left-1 && w.Box.X1 < right+1 {
				letters += countLetters(w.Text)
			}
		}
		if letters >= 4 {
			n++
		}
	}
	return n
}

func countLetters(s string) int {
	n := 0
	for _, r := range fold.Text(s) {
		if r >= 'a' && r <= 'z' {
			n++
		}
	}
	return n
}

// head gives the columns of a side the words printed above them.
func (b *band) head(i int) {
	s := &b.sides[i]
	for _, r := range b.headLines(*s) {
		words, told := s.inOrder(r)
		if !told {
			words = s.centred(r)
		}
		for k, w := range words {
			s.columns[k].head += " " + fold.Text(joined(w))
		}
	}
	for k := range s.columns {
		s.columns[k].head = fold.Text(s.columns[k].head)
	}
}

// centred gives the words of a heading line to the columns over which they are
// centred.
func (s side) centred(r row) [][]predate.Word {
	out := make([][]predate.Word, len(s.columns))
	for _, segment := range r.Segments(0) {
		for _, w := range r.Words {
			k := s.under(w)
			if k < 0 || w.Box.X0 < segment.Box.X0-0.5 || w.Box.X1 > segment.Box.X1+0.5 {
				continue
			}
			if left, right := s.territory(k); segment.Box.Width() <= 4.5*(right-left) { // wider is a title over the whole table
				out[k] = append(out[k], w)
			}
		}
	}
	return out
}

// inOrder reads a heading line that has one heading a column, set any way over
// it: the last ones are the columns', in order. It is false when one of them
// stands over another column than its own, or as well: a sentence over the table
// heads none.
func (s side) inOrder(r row) ([][]predate.Word, bool) {
	n := len(s.columns)
	last := s.columns[n-1]
	pitch := last.x1 - last.x0
	if n > 1 {
		pitch = (last.x1 - s.columns[0].x1) / float64(n-1)
	}
	words := slices.DeleteFunc(slices.Clone(r.Words), func(w predate.Word) bool {
		return w.Box.X0 < s.left-1 || w.Box.X0 > last.x1+pitch/2
	})
	cells := apart(words)
	if n < 2 || len(cells) < n {
		return nil, false
	}
	cells = cells[len(cells)-n:]
	for k, c := range cells {
		x0, x1 := c[0].Box.X0, c[len(c)-1].Box.X1
		if x0 > s.columns[k].x1 || x1 < s.columns[k].x0 || s.reaches(k, x0, x1) {
			return nil, false
		}
	}
	return cells, true
}

// reaches reports whether a heading of column k lies over most of another column
// too.
func (s side) reaches(k int, x0, x1 float64) bool {
	for other, c := range s.columns {
		if other != k && min(x1, c.x1)-max(x0, c.x0) > (c.x1-c.x0)/2 {
			return true
		}
	}
	return false
}

// apart splits words where the white is clearly wider than the line's usual
// space, which is that of most words.
func apart(words []predate.Word) [][]predate.Word {
	var gaps []float64
	for i := 1; i < len(words); i++ {
		gaps = append(gaps, words[i].Box.X0-words[i-1].Box.X1)
	}
	if len(gaps) == 0 {
		return [][]predate.Word{words}
	}
	slices.Sort(gaps)
	usual := max(gaps[len(gaps)/4], 1)
	out := [][]predate.Word{{words[0]}}
	for i := 1; i < len(words); i++ {
		if words[i].Box.X0-words[i-1].Box.X1 > 1.9*usual {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], words[i])
	}
	return out
}

// headLines are the lines of the heading of a side: the nearest line above the
// first amounts that has words over several columns, and those right next to
// it.
func (b *band) headLines(s side) []row {
	first := slices.IndexFunc(b.rows, hasAmounts)
	anchor := -1
	for j := first - 1; j >= 0 && j >= first-10 && anchor < 0; j-- {
		if gap(b.rows[j], b.rows[j+1]) > 2.5 {
			break
		}
		if s.covered(b.rows[j]) >= min(2, len(s.columns)) {
			anchor = j
		}
	}
	if anchor < 0 {
		return nil
	}
	from, to := anchor, anchor+1
	for above := b.headAbove(s, from); above < from; above = b.headAbove(s, from) {
		from = above
	}
	for to < first && gap(b.rows[to-1], b.rows[to]) <= 0.9 {
		to++
	}
	return b.rows[from:to]
}

// headAbove gives the row that goes on with a heading upwards, or the same: right
// above, or beyond one that stands at mid-height of both and over no column.
func (b *band) headAbove(s side, from int) int {
	for j := from - 1; j >= 0 && j >= from-2 && gap(b.rows[j], b.rows[from]) <= 0.9; j-- {
		if s.covered(b.rows[j]) > 0 {
			return j
		}
	}
	return from
}

// gap is the white between two lines, in heights of their type.
func gap(above, below row) float64 {
	return (below.Box.Y0 - above.Box.Y1) / max(min(above.Box.Height(), below.Box.Height()), 4)
}

// covered counts the columns that a line has words over.
func (s side) covered(r row) int {
	seen := map[int]bool{}
	for _, w := range r.Words {
		if k := s.under(w); k >= 0 {
			seen[k] = true
		}
	}
	return len(seen)
}

// under gives the column over which a word is centred, or -1.
func (s side) under(w predate.Word) int {
	centre := (w.Box.X0 + w.Box.X1) / 2
	for k := range s.columns {
		if left, right := s.territory(k); centre > left && centre <= right {
			return k
		}
	}
	return -1
}

// territory is where the heading of column k may stand: from the column before
// to a little past its right edge.
func (s side) territory(k int) (left, right float64) {
	c := s.columns[k]
	switch {
	case k > 0:
		left = s.columns[k-1].x1
	case len(s.columns) > 1:
		left = max(s.left, c.x1-(s.columns[1].x1-c.x1))
	default:
		left = max(s.left, c.x0-2*(c.x1-c.x0))
	}
	switch {
	case k+1 < len(s.columns):
		right = min(c.x1+8, s.columns[k+1].x0)
	case k > 0:
		right = c.x1 + (c.x1-s.columns[k-1].x1)/2
	default:
		right = c.x1 + 8
	}
	return left, right
}

// entry is one row of a side: its label and its amounts by column.
type entry struct {
	row     row
	label   string // folded words of the side, account included
	words   []predate.Word
	amounts map[int]layout.Amount
}

// entries reads one side of the band from top to bottom. A row without words
// nor amounts on this side is left out.
func (b band) entries(i int) []entry {
	s := b.sides[i]
	right := s.columns[len(s.columns)-1].x1
	var out []entry
	for _, r := range b.rows {
		e := entry{row: r, amounts: map[int]layout.Amount{}}
		for _, a := range r.amounts {
			for k, c := range s.columns {
				if a.Box.X1 > c.x0 && a.Box.X0 < c.x1 && a.Box.X0 >= s.left-1 {
					e.amounts[k] = a
				}
			}
		}
		for _, w := range r.Words {
			if w.Box.X0 > s.left-1 && w.Box.X0 < right && !inAmounts(w, r.amounts) {
				e.words = append(e.words, w)
			}
		}
		e.label = fold.Text(joined(e.words))
		if e.label != "" || len(e.amounts) > 0 {
			out = append(out, e)
		}
	}
	for j := range out {
		out[j].labelAround(out, j)
	}
	return out
}

// labelAround gives amounts that are printed at mid-height of a label of two
// or three lines the words right above and below them.
func (e *entry) labelAround(all []entry, j int) {
	if e.label != "" || j == 0 {
		return
	}
	above := all[j-1]
	if len(above.amounts) > 0 || gap(above.row, e.row) > 0.6 {
		return
	}
	e.words, e.label = above.words, above.label
	if j+1 < len(all) && len(all[j+1].amounts) == 0 && gap(e.row, all[j+1].row) <= 0.6 {
		e.label += " " + all[j+1].label
	}
}

func inAmounts(w predate.Word, amounts []layout.Amount) bool {
	for _, a := range amounts {
		if w.Box.X0 >= a.Box.X0-0.5 && w.Box.X1 <= a.Box.X1+0.5 {
			return true
		}
	}
	return false
}
