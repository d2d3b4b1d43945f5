package typeset

import "predate/internal/statement/tagged"

// column is one column of a table. A width of 0 takes what the others leave.
type column struct {
	title string
	width float64
	align align
}

// row is one line of a table.
type row struct {
	cells []cell
	// strong draws the rule above in ink: a total.
	strong bool
	// bare leaves out the rule above and most of the white: the row belongs to
	// the one before.
	bare bool
	// full says that the only cell spans all columns: a heading between rows.
	full  bool
	dense bool // of a dense table
	// target is a link of the PDF library that leads here; 0 for none.
	target int
	// elements are those of the cells in the structure, once it is there.
	elements []*tagged.Element
}

type table struct {
	columns []column
	rows    []row
	// dense takes most of the white between rows away: long lists in small type.
	dense bool
}

const (
	rowPadTop    = 2.7
	rowPadBottom = 2.9
	denseSaving  = 1.1 // taken from each
	// A row higher than breakable goes on over the page, if breakKeep of it fits.
	breakable = (bodyBottom - bodyTop) / 2
	breakKeep = 80.0
	// slack absorbs the rounding of sums of heights.
	slack = 0.01
)

// laid is a row broken into lines.
type laid struct {
	row
	lines  [][]line
	drop   []float64 // by cell: how far its first line sinks to share a baseline
	height float64
}

// table sets the table from the current height on. Its head is set again on
// every page; the head never stands without two rows, nor the last row alone.
func (s *sheet) table(t table) {
	if len(t.rows) == 0 {
		return
	}
	columns := t.measured()
	head := s.head(columns)
	rows := make([]laid, len(t.rows))
	for i, r := range t.rows {
		r.dense = t.dense
		rows[i] = s.lay(r, columns)
	}
	s.need(min(head.height+together(rows, 0, 2), bodyBottom-bodyTop))
	all := s.block.Add(tagged.Table)
	if head.height > 0 {
		head.elements = headCells(all.Add(tagged.Head).Add(tagged.Row), len(columns))
		s.drawHead(head, columns)
		head.elements = nil
	}
	body := all.Add(tagged.Rows)
	for i, r := range rows {
		if s.room()+slack < keep(rows, i) {
			s.closeTable()
			s.open()
			s.drawHead(head, columns)
			s.rule(marginLeft, rightEdge, s.y, 0.4, hairline)
			if r.bare {
				s.y += rowPadTop
			}
		}
		if r.target > 0 {
			s.lead(r.target, s.y)
		}
		r.elements = rowCells(body.Add(tagged.Row), r.row, len(columns), head.height > 0)
		s.drawRow(r, columns, head)
	}
	s.closeTable()
}

// least is the height of a table's head with its first two rows, which must follow the
// head of its section.
func least(s *sheet, t table) float64 {
	columns := t.measured()
	height := s.head(columns).height
	for _, r := range t.rows[:min(2, len(t.rows))] {
		r.dense = t.dense
		height += s.lay(r, columns).height
	}
	return height
}

// keep is the height that a row needs on its page: its own, and that of the
// next when neither may stand without the other. A row that is very high may
// break.
func keep(rows []laid, i int) float64 {
	r := rows[i]
	leads := i+1 < len(rows) && (r.full || i == len(rows)-2 || rows[i+1].bare && !r.bare)
	switch {
	case r.height > breakable:
		return breakKeep
	case leads:
		return min(r.height+keep(rows, i+1), bodyBottom-bodyTop)
	}
	return r.height
}

func together(rows []laid, from, n int) float64 {
	h := 0.0
	for i := from; i < len(rows) && i < from+n; i++ {
		h += rows[i].height
	}
	return h
}

// measured gives every column its width.
func (t table) measured() []column {
	left, flexible := contentWidth-columnGap*float64(len(t.columns)-1), 0
	for _, c := range t.columns {
		left -= c.width
		if c.width == 0 {
			flexible++
		}
	}
	out := append([]column(nil), t.columns...)
	for i := range out {
		if out[i].width == 0 {
			out[i].width = left / float64(flexible)
		}
	}
	return out
}

func (s *sheet) head(columns []column) laid {
	cells := make([]cell, len(columns))
	titled := false
	for i, c := range columns {
		cells[i] = say(c.title, columnHead)
		cells[i].align = c.align
		titled = titled || c.title != ""
	}
	if !titled {
		return laid{}
	}
	return s.lay(row{cells: cells}, columns)
}

// lay breaks the cells of a row and aligns their first baselines.
func (s *sheet) lay(r row, columns []column) laid {
	out := laid{row: r, lines: make([][]line, len(r.cells)), drop: make([]float64, len(r.cells))}
	first := 0.0
	for i, c := range r.cells {
		w := columns[i].width
		if r.full {
			w = contentWidth
		}
		out.lines[i] = s.lines(c, w-c.indent)
		if len(out.lines[i]) > 0 {
			first = max(first, out.lines[i][0].style.look().baseline())
		}
	}
	for i, lines := range out.lines {
		if len(lines) > 0 {
			out.drop[i] = first - lines[0].style.look().baseline()
		}
		out.height = max(out.height, out.drop[i]+height(lines))
	}
	out.height += out.padTop() + out.padBottom()
	return out
}

func (r row) padTop() float64 {
	switch {
	case r.bare:
		return 0
	case r.dense:
		return rowPadTop - denseSaving
	}
	return rowPadTop
}

func (r row) padBottom() float64 {
	if r.dense {
		return rowPadBottom - denseSaving
	}
	return rowPadBottom
}

// headCells are the elements of the head of a table.
func headCells(tr *tagged.Element, n int) []*tagged.Element {
	out := make([]*tagged.Element, n)
	for i := range out {
		out[i] = tr.Add(tagged.Header)
		out[i].Scope = tagged.OverColumn
	}
	return out
}

// rowCells are the elements of a row: its first cell names it. Where no head names the
// columns, blank cells before the first words are part of the cell that has them.
func rowCells(tr *tagged.Element, r row, columns int, titled bool) []*tagged.Element {
	if r.full {
		heading := tr.Add(tagged.Header)
		heading.Scope, heading.Columns = tagged.OverColumn, columns
		return []*tagged.Element{heading}
	}
	names := 0
	for !titled && names < len(r.cells)-1 && len(r.cells[names].paras) == 0 {
		names++
	}
	out := make([]*tagged.Element, len(r.cells))
	for i, c := range r.cells {
		switch {
		case i < names:
		case i == names && len(c.paras) > 0:
			out[i] = tr.Add(tagged.Header)
			out[i].Scope, out[i].Columns = tagged.OverRow, i+1
		default:
			out[i] = tr.Add(tagged.Cell)
		}
	}
	for i := range names {
		out[i] = out[names]
	}
	return out
}

// drawHead draws the head of a table; one that has no elements repeats that of
// a page before.
func (s *sheet) drawHead(head laid, columns []column) {
	switch {
	case head.height == 0:
		return
	case head.elements == nil:
		s.artifact(tagged.Repeated, func() { s.drawCells(head, columns) })
	default:
		s.drawCells(head, columns)
	}
	s.y += head.height
}

// drawRow draws a row; what does not fit goes on over the page.
func (s *sheet) drawRow(r laid, columns []column, head laid) {
	switch {
	case r.strong:
		s.rule(marginLeft, rightEdge, s.y, 0.8, ink)
	case !r.bare:
		s.rule(marginLeft, rightEdge, s.y, 0.4, hairline)
	}
	for s.room() < r.height {
		var rest laid
		r, rest = r.split(s.room())
		s.drawCells(r, columns)
		s.open()
		s.drawHead(head, columns)
		s.rule(marginLeft, rightEdge, s.y, 0.4, hairline)
		r = rest
	}
	s.drawCells(r, columns)
	s.y += r.height
}

func (s *sheet) drawCells(r laid, columns []column) {
	outer := s.block
	defer func() { s.block = outer }()
	x := marginLeft
	for i, lines := range r.lines {
		w := columns[i].width
		if r.full {
			w = contentWidth
		}
		in := r.cells[i].indent
		if r.elements != nil {
			s.block = r.elements[i]
			direct(lines, s.block)
		}
		s.draw(lines, x+in, s.y+r.padTop()+r.drop[i], w-in, r.cells[i].align)
		x += w + columnGap
	}
}

// split cuts a row so that the first piece is at most h high. Each piece gets
// at least one line of every cell that has any left.
func (r laid) split(h float64) (first, rest laid) {
	first, rest = r, r
	first.lines, rest.lines = make([][]line, len(r.lines)), make([][]line, len(r.lines))
	rest.drop = make([]float64, len(r.drop))
	rest.height = 0
	for i, lines := range r.lines {
		n, used := 0, r.padTop()+r.drop[i]
		for n < len(lines) && (n == 0 || used+lines[n].style.look().leading <= h-r.padBottom()) {
			used += lines[n].style.look().leading
			n++
		}
		first.lines[i], rest.lines[i] = lines[:n], lines[n:]
		rest.height = max(rest.height, height(lines[n:]))
	}
	rest.height += rest.padTop() + rest.padBottom()
	return first, rest
}

func (s *sheet) closeTable() {
	s.rule(marginLeft, rightEdge, s.y, 0.4, hairline)
}
