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
	g.rules = levelRules(page, areaOf(nil, body))
	return g
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

// anchor says that a line begins or holds a row by itself: it has an amount,
// or cells in several columns.
func (g *grid) anchor(i int) bool {
	return g.body[i].hasAmount() || len(g.body[i].segments) > 1
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
	k := g.column(i)
	if k < 0 || len(g.cells[i-1][k]) == 0 || !g.body[i-1].hasAmount() && len(groups[len(groups)-1]) == 1 && g.body[i-1].allBold() != g.body[i].allBold() {
		return false
	}
	above, below := g.space(i), g.space(i+1)
	switch {
	case above < 0.7*below && below-above > 1:
		return true
	case below < 0.7*above && above-below > 1 && i+1 < len(g.body):
		return false
	}
	return g.full(i-1, i, k) || g.startsLow(i)
}

// announces says that line i is the beginning of the text of the row below.
func (g *grid) announces(i int) bool {
	if i+1 >= len(g.body) || g.body[i].hasAmount() || !g.tight(i, i+1) {
		return false
	}
	k := g.column(i)
	if k < 0 || len(g.cells[i+1][k]) == 0 || g.body[i].allBold() != g.textBold(i+1, k) {
		return false
	}
	return g.full(i, i+1, k)
}

func (g *grid) textBold(i, k int) bool {
	return !slices.ContainsFunc(g.cells[i][k], func(s segment) bool { return !s.bold })
}

// column is the only column in which line i has text, or -1.
func (g *grid) column(i int) int {
	at := -1
	for k, cell := range g.cells[i] {
		if len(cell) > 0 {
			if at >= 0 {
				return -1
			}
			at = k
		}
	}
	return at
}

// full says that the first word of line j would not have fitted after the text
// of line i in column k, as where a text was wrapped.
func (g *grid) full(i, j, k int) bool {
	last := g.cells[i][k][len(g.cells[i][k])-1]
	first := g.cells[j][k][0]
	if len(last.words) < 2 && len([]rune(last.text())) < 12 {
		return false
	}
	limit := g.limits[k]
	space := 0.25 * max(first.words[0].Size, 0.6*first.box.Height())
	return last.box.X1+space+first.words[0].Box.Width() > limit-1
}

// startsLow says that the text of line i begins with a small letter.
func (g *grid) startsLow(i int) bool {
	text := strings.TrimLeft(g.body[i].Text(), "(«\"'– ")
	for _, r := range text {
		return unicode.IsLower(r)
	}
	return false
}
