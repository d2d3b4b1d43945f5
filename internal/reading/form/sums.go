package form

import (
	"slices"

	"predate/internal/reading/cells"

	"predate"
)

// node is an amount of a column: a line of its own, or the printed sum of the
// nodes above it, or below it where sums stand above what they sum.
type node struct {
	cell     cell
	children []*node
	parent   *node
	column   int
	total    bool // its words say that it sums
	minus    bool // its words say that it is taken off
	single   bool // its words say that it sums nothing
}

func (n *node) value() predate.Cents { return n.cell.Amount.Cents }

// term is what a node adds to a sum: income printed without a sign is taken off
// where its words say so.
func (n *node) term() predate.Cents {
	if n.minus && n.value() > 0 {
		return -n.value()
	}
	return n.value()
}

// leaves returns the lines that a node sums; itself when it is a line.
func (n *node) leaves() []*node {
	if len(n.children) == 0 {
		return []*node{n}
	}
	var out []*node
	for _, c := range n.children {
		out = append(out, c.leaves()...)
	}
	return out
}

// first returns the line on which what a node sums begins.
func (n *node) first() int {
	for len(n.children) > 0 {
		n = n.children[0]
	}
	return n.cell.Line
}

// column is amounts one under another, page after page, from top to bottom.
type column struct {
	box   predate.Box // of the last amount
	page  int         // of the last amount
	open  []*node     // what no later amount sums yet
	nodes []*node
}

// sums is the amounts of a paper in columns, with the sums that close.
type sums struct {
	columns []column
	at      map[int][]*node // by line
	headed  []headedColumns
	above   bool // sums stand above what they sum
	// isSum reports whether words may stand beside a sum; nil where any may.
	isSum func(words string) bool
}

// headedColumns is the columns of a table with the words over them.
type headedColumns struct {
	heads   []string
	columns []int
}

// alike reports whether other heads are those of the table for the most part:
// what stands over them, a key or its total, is another in each table.
func (h headedColumns) alike(heads []string) bool {
	if len(h.heads) != len(heads) {
		return false
	}
	same := 0
	for k := range heads {
		if heads[k] == h.heads[k] {
			same++
		}
	}
	return same > 1 && 2*same > len(heads)
}

// budget limits how far above a sum its parts are looked for.
const budget = 160

// sumsOf finds columns and sums. An amount whose words say that it is a total may
// sum a single one.
func (r *reader) sumsOf() sums { return r.sumsWhere(nil) }

// sumsWhere is sumsOf where words say what may be a sum.
func (r *reader) sumsWhere(isSum func(words string) bool) sums {
	s := sums{at: map[int][]*node{}, isSum: isSum}
	for i, l := range r.Lines {
		if l.Repeated {
			continue
		}
		if r.oneTable {
			s.continueTable(r.Paper, i)
		}
		row := r.rowOf(&s, i)
		if r.carries(&s, i, row) {
			r.Drop(i)
			continue
		}
		s.add(i, row)
	}
	return s
}

// sumsAbove finds the sums that stand above what they sum.
func (r *reader) sumsAbove() sums {
	s := sums{at: map[int][]*node{}, above: true}
	for i, l := range slices.Backward(r.Lines) {
		if !l.Repeated {
			s.add(i, r.rowOf(&s, i))
		}
	}
	for _, col := range s.columns {
		slices.Reverse(col.nodes)
		for _, n := range col.nodes {
			slices.Reverse(n.children)
		}
	}
	return s
}

// rowOf returns the amounts of a line, each in its column.
func (r *reader) rowOf(s *sums, i int) []*node {
	var row []*node
	total := false
	for _, g := range r.GroupsAt(i) {
		total = r.IsTotal(g.Label) || total && g.Unnamed
		for _, c := range g.Amounts {
			row = append(row, &node{cell: c, column: s.columnFor(c), total: total, minus: isTakenOff(g.Label), single: s.isSum != nil && !total && !s.isSum(g.Label)})
		}
	}
	return row
}

// add lets the amounts of a line sum what is open in their columns, and be summed.
func (s *sums) add(i int, row []*node) {
	s.close(row)
	for _, n := range row {
		col := &s.columns[n.column]
		col.open = append(col.open, n)
		col.nodes = append(col.nodes, n)
	}
	if len(row) > 0 {
		s.at[i] = row
	}
}

// columnFor returns the column in which a cell stands, a new one if need be:
// amounts of a column end at the same abscissa, or stand over one another.
func (s *sums) columnFor(c cell) int {
	best, score := -1, 0.0
	for k, col := range s.columns {
		shared := over(col.box, c.Box)
		if d := col.box.X1 - c.Box.X1; d > -3 && d < 3 {
			shared += 1
		}
		if shared > 0.5 && shared > score {
			best, score = k, shared
		}
	}
	if best < 0 {
		s.columns = append(s.columns, column{})
		best = len(s.columns) - 1
	}
	s.columns[best].box, s.columns[best].page = c.Box, c.Page
	return best
}

// lastLine returns the line on which a table has its last amount so far.
func (s *sums) lastLine(h headedColumns) int {
	last := -1
	for _, k := range h.columns {
		if nodes := s.columns[k].nodes; len(nodes) > 0 {
			last = max(last, nodes[len(nodes)-1].cell.Line)
		}
	}
	return last
}

// turned reports whether columns ended on another page, not far from where cells
// stand: of two tables beside each other, the heads are alike too.
func (s *sums) turned(columns []int, cells []cell) bool {
	const far = 60
	for k, c := range cells {
		col := s.columns[columns[k]]
		if col.page == c.Page || col.box.X1-c.Box.X1 > far || c.Box.X1-col.box.X1 > far {
			return false
		}
	}
	return true
}

// continueTable lets a table that goes on, on another page, keep its columns
// where they have moved: those under the same heads in the same order.
func (s *sums) continueTable(p *cells.Paper, i int) {
	if i == 0 || slices.ContainsFunc(p.Lines[i-1].Cells, func(c cell) bool { return c.Nature == amount }) {
		return
	}
	var heads []string
	var cells []cell
	for _, c := range p.Lines[i].Cells {
		if c.Nature != amount {
			continue
		}
		head := foldedWords(p.HeadsOver(c, c.Box))
		if head == "" || slices.Contains(heads, head) {
			return
		}
		heads, cells = append(heads, head), append(cells, c)
	}
	if len(cells) < 2 {
		return
	}
	last := -1
	for k, h := range s.headed {
		if h.alike(heads) && (last < 0 || s.lastLine(h) > s.lastLine(s.headed[last])) {
			last = k
		}
	}
	if last >= 0 && s.turned(s.headed[last].columns, cells) {
		for k, c := range cells {
			column := &s.columns[s.headed[last].columns[k]]
			column.box, column.page = c.Box, c.Page
		}
		return
	}
	var columns []int
	for _, c := range cells {
		columns = append(columns, s.columnFor(c))
	}
	s.headed = append(s.headed, headedColumns{heads, columns})
}

// closing is a way in which an amount sums what is open above it.
type closing struct {
	n     *node
	parts []*node // the last open nodes
	start int     // the line where they begin
	exact bool
}

// echoes reports whether another way sums the same amounts: a column that prints
// another one again proves nothing of it.
func (c closing) echoes(other closing) bool {
	return c.n.value() == other.n.value() && slices.EqualFunc(c.parts, other.parts, func(a, b *node) bool {
		return a.value() == b.value()
	})
}

// close lets the amounts of a row sum what is open above them, where two of
// them sum the same lines, or where the words say that they are totals, or
// where only the sum of many lines can be meant.
func (s *sums) close(row []*node) {
	ways := make([][]closing, len(row))
	for i, n := range row {
		ways[i] = s.ways(n)
	}
	for i, n := range row {
		ways[i] = slices.DeleteFunc(ways[i], func(w closing) bool { return !n.total && s.denied(w, row) })
	}
	for i, n := range row {
		if w, ok := agreed(ways, i, n.total); ok {
			col := &s.columns[n.column]
			cut := len(col.open) - len(w.parts)
			n.children = append([]*node(nil), col.open[cut:]...)
			for _, c := range n.children {
				c.parent = n
			}
			col.open = col.open[:cut]
		}
	}
}

// denied reports whether a larger amount of the row is far from the sum of the same lines:
// small parts of larger amounts make a sum by chance, all of them alike.
func (s *sums) denied(w closing, row []*node) bool {
	return slices.ContainsFunc(row, func(n *node) bool {
		open := s.columns[n.column].open
		from := slices.IndexFunc(open, func(o *node) bool { return o.first() == w.start })
		if from < 0 || len(open)-from != len(w.parts) || size(n.value()) <= size(w.n.value()) {
			return false
		}
		sum := -n.value()
		for _, part := range open[from:] {
			sum += part.term()
		}
		return size(sum) > predate.Cents(len(w.parts)/2+1)
	})
}

// ways lists the runs of open nodes right above that an amount sums. A sum of
// rounded parts may be off by half a cent a part.
func (s *sums) ways(n *node) []closing {
	if n.single {
		return nil
	}
	open := s.columns[n.column].open
	var out []closing
	var sum predate.Cents
	for m := 1; m <= len(open) && m <= budget; m++ {
		part := open[len(open)-m]
		sum += part.term()
		off := sum - n.value()
		if off < 0 {
			off = -off
		}
		if n.value() == 0 && !n.total || m == 1 && (!n.total || off != 0) {
			continue
		}
		if off <= predate.Cents(m/2+1) {
			out = append(out, closing{n, open[len(open)-m:], part.first(), off == 0})
		}
	}
	return out
}

// agreed chooses the run that amount i sums: the longest that another amount of
// the row sums over the same lines, or exactly under the words of a total, or
// exactly over three lines and more.
func agreed(ways [][]closing, i int, total bool) (closing, bool) {
	var best closing
	found, seen := false, false
	for _, w := range ways[i] {
		witness := false
		for j := range ways {
			for _, v := range ways[j] {
				witness = witness || j != i && v.start == w.start && (v.exact || w.exact) && v.n.value() != 0 && (total || !v.echoes(w))
			}
		}
		switch {
		case seen && w.n.value() == 0 && !witness: // nothing is the sum of any number of nothings
		case witness, total && w.exact, w.exact && len(w.parts) >= 3 && w.n.value() > 10000:
			best, found, seen = w, true, seen || witness
		}
	}
	return best, found
}
