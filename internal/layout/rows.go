package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"predate"
)

// grid is a table under construction: its columns and its lines.
type grid struct {
	columns []column
	body    []band
	cells   [][][]segment // for each line and column, the segments there
	rules   []float64     // heights of the level rules across the table
	limits  []float64     // for each column, how far its text goes to the right
}

func newGrid(page Page, columns []column, body []band) *grid {
	g := &grid{columns: columns, body: body, limits: make([]float64, len(columns))}
	for _, b := range body {
		cells := make([][]segment, len(columns))
		for _, s := range b.segments {
			k := columnOf(columns, s)
			cells[k] = append(cells[k], s)
			if k+1 == len(columns) || s.box.X1 <= columns[k+1].x1 {
				g.limits[k] = max(g.limits[k], s.box.X1)
			}
		}
		g.cells = append(g.cells, cells)
	}
	g.settle()
	g.rules = levelRules(page, areaOf(nil, body))
	return g
}

// right is where most amounts of column k end; 0 when it has none.
func (g *grid) right(k int) float64 {
	var edges []float64
	for i := range g.body {
		for _, s := range g.cells[i][k] {
			if s.nature == natureAmount {
				edges = append(edges, s.right)
			}
		}
	}
	if len(edges) == 0 {
		return 0
	}
	slices.Sort(edges)
	return edges[len(edges)/2]
}

// levelRules gives the heights at which level rules cover half of the area's
// width or more.
func levelRules(page Page, area predate.Box) []float64 {
	covered := map[int]float64{}
	for _, r := range page.Rules {
		b := r.Box
		if b.Width() < b.Height() || b.Y0 < area.Y0-6 || b.Y1 > area.Y1+6 {
			continue
		}
		if length := min(b.X1, area.X1) - max(b.X0, area.X0); length > 0 {
			covered[int(math.Round((b.Y0+b.Y1)/2))] += length
		}
	}
	var heights []float64
	for y, length := range covered {
		if length >= 0.5*area.Width() {
			heights = append(heights, float64(y))
		}
	}
	slices.Sort(heights)
	return heights
}

// rows joins the lines of the table into rows.
func (g *grid) rows() []Row {
	groups := g.ruledGroups()
	if groups == nil {
		groups = g.groups()
	}
	rows := make([]Row, 0, len(groups))
	for _, lines := range groups {
		rows = append(rows, g.row(lines))
	}
	return rows
}

// row makes one row of lines: the texts of each column joined from the top.
func (g *grid) row(lines []int) Row {
	r := Row{Cells: make([]Cell, len(g.columns)), Page: g.body[lines[0]].Page}
	for k := range g.columns {
		var words []predate.Word
		for _, i := range lines {
			for _, s := range g.cells[i][k] {
				words = append(words, s.words...)
			}
		}
		if len(words) > 0 {
			r.Cells[k] = cellOf(words, r.Page)
			r.Box = r.Box.Union(r.Cells[k].Box)
		}
	}
	return r
}

// ruledGroups takes the rows from level rules when they part the lines well: no
// band between two rules holds two lines with amounts.
func (g *grid) ruledGroups() [][]int {
	if len(g.rules) < 3 {
		return nil
	}
	var groups [][]int
	last := math.Inf(-1)
	for i, b := range g.body {
		rule := math.Inf(-1)
		for _, y := range g.rules {
			if y <= middle(b.Box) {
				rule = y
			}
		}
		if rule == last && len(groups) > 0 {
			groups[len(groups)-1] = append(groups[len(groups)-1], i)
		} else {
			groups = append(groups, []int{i})
		}
		last = rule
	}
	for _, lines := range groups {
		n := 0
		for _, i := range lines {
			if g.body[i].hasAmount() {
				n++
			}
		}
		if n > 1 {
			return nil
		}
	}
	return groups
}

// groups joins lines into rows without the help of rules: a line of text alone
// goes with the row that it continues.
func (g *grid) groups() [][]int {
	var groups [][]int
	var waiting []int // text lines that belong to the row below
	for i := range g.body {
		switch {
		case g.overlaps(i), g.continues(i, groups, waiting):
			if len(waiting) > 0 {
				waiting = append(waiting, i)
				continue
			}
			groups[len(groups)-1] = append(groups[len(groups)-1], i)
		case g.announces(i):
			if len(waiting) > 0 && !g.tight(i-1, i) {
				groups = append(groups, waiting)
				waiting = nil
			}
			waiting = append(waiting, i)
		default:
			groups = append(groups, append(waiting, i))
			waiting = nil
		}
	}
	if len(waiting) > 0 {
		groups = append(groups, waiting)
	}
	return groups
}

// overlaps says that a line stands partly beside the one above: a cell centred
// in height next to a label of several lines.
func (g *grid) overlaps(i int) bool {
	if i == 0 {
		return false
	}
	above, here := g.body[i-1], g.body[i]
	o := overlapY(above.Box, here.Box)
	return o > 0.25*min(above.Box.Height(), here.Box.Height()) && !(above.hasAmount() && here.hasAmount())
}

// space is the white above line i; the first line has none.
func (g *grid) space(i int) float64 {
	if i <= 0 || i >= len(g.body) {
		return math.Inf(1)
	}
	return g.body[i].Box.Y0 - g.body[i-1].Box.Y1
}

// tight says that two neighbouring lines are set like lines of one paragraph.
func (g *grid) tight(above, below int) bool {
	return g.space(below) <= 0.5*min(g.body[above].Box.Height(), g.body[below].Box.Height())
}

// continues says that line i is more text of the row above.
func (g *grid) continues(i int, groups [][]int, waiting []int) bool {
	if i == 0 || len(groups) == 0 || len(waiting) > 0 || !g.tight(i-1, i) || g.body[i].hasAmount() {
		return false
	}
	if !g.goesOn(i-1, i) {
		return false
	}
	above, below := g.space(i), g.space(i+1)
	switch {
	case above < 0.7*below && below-above > 1:
		return true
	case below < 0.7*above && above-below > 1 && i+1 < len(g.body):
		return false
	}
	return g.startsLow(i) || g.full(i-1, i)
}

// announces says that line i is the beginning of the text of the row below.
func (g *grid) announces(i int) bool {
	if i+1 >= len(g.body) || g.body[i].hasAmount() || !g.tight(i, i+1) || len(g.columnsAt(i)) != 1 {
		return false
	}
	return g.goesOn(i, i+1) && g.full(i, i+1)
}

// goesOn says that every cell of line j may continue the cell over it, or of
// line i the cell under it: set in the same type from the same edge.
func (g *grid) goesOn(i, j int) bool {
	shared := 0
	for k := range g.columns {
		over, under := g.cells[i][k], g.cells[j][k]
		if len(over) == 0 && len(under) > 0 && !g.body[j].hasAmount() {
			return false
		}
		if len(under) == 0 && len(over) > 0 && !g.body[i].hasAmount() {
			return false
		}
		if len(over) == 0 || len(under) == 0 {
			continue
		}
		a, b := over[0], under[0]
		size := max(a.words[0].Size, 0.8*a.box.Height())
		left, right := math.Abs(a.box.X0-b.box.X0), math.Abs(a.box.X1-b.box.X1)
		centre := math.Abs(a.box.X0 + a.box.X1 - b.box.X0 - b.box.X1)
		sized := near(a.words[0].Size, b.words[0].Size, 0.1*size)
		if min(left, right, centre/2) > 0.5*size || a.bold != b.bold || !sized {
			return false
		}
		shared++
	}
	return shared > 0
}

// columnsAt gives the columns in which line i has text.
func (g *grid) columnsAt(i int) []int {
	var at []int
	for k, cell := range g.cells[i] {
		if len(cell) > 0 {
			at = append(at, k)
		}
	}
	return at
}

// full says that the first word of line j would not have fitted after the text
// of line i, in one of the columns that they share, as where text was wrapped.
func (g *grid) full(i, j int) bool {
	for k := range g.columns {
		if len(g.cells[i][k]) == 0 || len(g.cells[j][k]) == 0 {
			continue
		}
		last := g.cells[i][k][len(g.cells[i][k])-1]
		first := g.cells[j][k][0]
		if len(last.words) < 2 && len([]rune(last.text())) < 12 {
			continue
		}
		space := 0.25 * max(first.words[0].Size, 0.6*first.box.Height())
		if last.box.X1+space+first.words[0].Box.Width() > g.limits[k]-1 {
			return true
		}
	}
	return false
}

// startsLow says that the text of line i begins with a small letter.
func (g *grid) startsLow(i int) bool {
	text := strings.TrimLeft(g.body[i].Text(), "(«\"'– ")
	for _, r := range text {
		return unicode.IsLower(r)
	}
	return false
}
