package layout

import (
	"cmp"
	"math"
	"slices"

	"predate"
)

// column is a strip of a table: where its cells stand.
type column struct {
	x0, x1 float64
	right  float64 // where its amounts end; 0 when it has none
	money  bool    // its cells are amounts
}

func (c column) middle() float64 { return (c.x0 + c.x1) / 2 }

// cluster is segments that share an edge, one under the other.
type cluster struct {
	segments []segment
	lines    map[int]bool // the lines they stand on
	x0, x1   float64
	heads    map[int]bool // the heading segments above it
}

func (c cluster) money() bool { return c.segments[0].nature == natureAmount }

// columnsOf finds the columns of a table from its heading and its lines.
func columnsOf(page Page, heading []segment, body []band) []column {
	if columns := ruledColumns(page, heading, body); columns != nil {
		return columns
	}
	clusters := clustersOf(heading, body)
	clusters = mergeClusters(clusters)
	clusters = dropSpans(clusters, heading, body)
	clip(clusters)
	columns := make([]column, 0, len(clusters))
	for _, c := range clusters {
		columns = append(columns, column{x0: c.x0, x1: c.x1, money: c.money()})
	}
	for k := range heading {
		columns = addHeading(columns, heading, k)
	}
	slices.SortFunc(columns, func(a, b column) int { return cmp.Compare(a.middle(), b.middle()) })
	return columns
}

// addHeading makes an empty column of a heading under which nothing is printed.
// A heading beside its figures, centred over a wide cell where they stand at
// the right, widens their column instead.
func addHeading(columns []column, heading []segment, k int) []column {
	h := heading[k]
	for _, c := range columns {
		if min(c.x1, h.box.X1) > max(c.x0, h.box.X0) {
			return columns
		}
	}
	for i, c := range columns {
		headed := len(headsOf(heading, predate.Box{X0: c.x0, X1: c.x1})) > 0
		if !headed && withinPart(heading, k, c.middle()) && !between(columns, i, h) {
			columns[i].x0, columns[i].x1 = min(c.x0, h.box.X0), max(c.x1, h.box.X1)
			return columns
		}
	}
	return append(columns, column{x0: h.box.X0, x1: h.box.X1})
}

// withinPart says that an abscissa lies in the part of the line that heading k
// has: halfway to its neighbours, or as far past its end as cells are wide.
func withinPart(heading []segment, k int, x float64) bool {
	h := heading[k].box
	outside := max(h.Width(), 4*h.Height())
	left, right := h.X0-outside, h.X1+outside
	if k > 0 {
		left = (heading[k-1].box.X1 + h.X0) / 2
	}
	if k+1 < len(heading) {
		right = (h.X1 + heading[k+1].box.X0) / 2
	}
	return x > left && x < right
}

// between says that another column stands between column i and a heading.
func between(columns []column, i int, h segment) bool {
	lo, hi := min(columns[i].x1, h.box.X1), max(columns[i].x0, h.box.X0)
	for j, c := range columns {
		if j != i && c.x0 >= lo-1 && c.x1 <= hi+1 {
			return true
		}
	}
	return false
}

// clustersOf gathers segments by their edges: amounts by the right one, other
// figures by either, text by the left one. Text that lies over several
// headings says nothing of columns, nor does a line of one sentence.
func clustersOf(heading []segment, body []band) []cluster {
	var clusters []cluster
	for i, b := range body {
		for _, s := range b.segments {
			title := len(b.segments) == 1 && s.nature == natureText && len(s.words) > 1
			if title || s.nature == natureText && len(headsOf(heading, s.box)) > 1 {
				continue
			}
			clusters = gather(clusters, s, i)
		}
	}
	for i := range clusters {
		clusters[i].heads = headsOf(heading, predate.Box{X0: clusters[i].x0, X1: clusters[i].x1})
	}
	return clusters
}

// headsOf gives the headings that share some width with a box.
func headsOf(heading []segment, box predate.Box) map[int]bool {
	heads := map[int]bool{}
	for k, h := range heading {
		if overlapX(h.box, box) > 0 {
			heads[k] = true
		}
	}
	return heads
}

func gather(clusters []cluster, s segment, line int) []cluster {
	for i := range clusters {
		c := &clusters[i]
		if !c.lines[line] && c.alike(s) {
			c.segments = append(c.segments, s)
			c.lines[line] = true
			c.x0, c.x1 = min(c.x0, s.box.X0), max(c.x1, s.box.X1)
			return clusters
		}
	}
	return append(clusters, cluster{segments: []segment{s}, lines: map[int]bool{line: true}, x0: s.box.X0, x1: s.box.X1})
}

// alike says that a segment is set as the first of the cluster.
func (c cluster) alike(s segment) bool {
	first := c.segments[0]
	if first.nature != s.nature {
		return false
	}
	tolerance := 0.45 * max(s.words[0].Size, 0.8*s.box.Height())
	left, right := math.Abs(first.box.X0-s.box.X0), math.Abs(first.right-s.right)
	switch s.nature {
	case natureText:
		return left <= tolerance
	case natureAmount:
		return right <= tolerance
	}
	return min(left, right) <= tolerance
}

// mergeClusters joins clusters that cover one another and never stand on one
// line: indented labels, centred codes, counts aligned on the right.
func mergeClusters(clusters []cluster) []cluster {
	slices.SortStableFunc(clusters, func(a, b cluster) int { return cmp.Compare(len(b.segments), len(a.segments)) })
	for i := 0; i < len(clusters); i++ {
		for j := i + 1; j < len(clusters); j++ {
			if !sameColumn(clusters[i], clusters[j]) {
				continue
			}
			a, b := &clusters[i], clusters[j]
			a.segments = append(a.segments, b.segments...)
			for l := range b.lines {
				a.lines[l] = true
			}
			for h := range b.heads {
				a.heads[h] = true
			}
			a.x0, a.x1 = min(a.x0, b.x0), max(a.x1, b.x1)
			clusters = slices.Delete(clusters, j, j+1)
			j = i
		}
	}
	return clusters
}

// clip cuts from a column what spans the next one: a title or a long label on
// a line where the next column is blank.
func clip(clusters []cluster) {
	for i := range clusters {
		a := &clusters[i]
		for j, b := range clusters {
			start := b.start()
			if i == j || start <= a.start() || a.x1 <= start {
				continue
			}
			a.x1 = a.start()
			for _, s := range a.segments {
				if s.box.X1 <= start {
					a.x1 = max(a.x1, s.box.X1)
				}
			}
		}
	}
}

// start is where most segments of the cluster begin.
func (c cluster) start() float64 {
	starts := make([]float64, len(c.segments))
	for i, s := range c.segments {
		starts[i] = s.box.X0
	}
	slices.Sort(starts)
	return starts[len(starts)/4]
}

func sameColumn(a, b cluster) bool {
	for l := range b.lines {
		if a.lines[l] {
			return false
		}
	}
	overlap := min(a.x1, b.x1) - max(a.x0, b.x0)
	if overlap <= 0 {
		return false
	}
	narrow := min(a.x1-a.x0, b.x1-b.x0)
	if a.money() != b.money() {
		// A label far longer than the amounts spans; it is not their column.
		return overlap > 0.5*narrow && max(a.x1-a.x0, b.x1-b.x0) < 2*narrow
	}
	return overlap > 0.3*narrow
}

// dropSpans leaves out what is no column: text seen once or twice that lies
// over others.
func dropSpans(clusters []cluster, heading []segment, body []band) []cluster {
	strong := func(c cluster) bool { return len(c.segments) >= 3 || len(c.segments)*2 >= len(body) }
	out := clusters[:0:0]
	for i, c := range clusters {
		over := 0
		for j, d := range clusters {
			if i != j && strong(d) && min(c.x1, d.x1)-max(c.x0, d.x0) > 0 {
				over++
			}
		}
		loose := len(heading) > 0 && len(c.heads) == 0 && c.segments[0].nature == natureText
		switch {
		case loose && len(c.segments)*5 < len(body):
			continue // a word beside the columns, such as that of a carried total
		case strong(c):
		case over >= 2 || over == 1 && !c.money():
			continue
		}
		out = append(out, c)
	}
	return out
}

// ruledColumns takes the columns from upright rules that run along most of the
// table; nil when there are none, or when they do not part the cells.
func ruledColumns(page Page, heading []segment, body []band) []column {
	if len(body) == 0 {
		return nil
	}
	area := areaOf(heading, body)
	edges := uprightEdges(page, area)
	if len(edges) < 2 {
		return nil
	}
	var columns []column
	if edges[0] > area.X0+3 {
		edges = append([]float64{area.X0 - 1}, edges...)
	}
	if edges[len(edges)-1] < area.X1-3 {
		edges = append(edges, area.X1+1)
	}
	if len(edges) < 3 {
		return nil
	}
	for i := 1; i < len(edges); i++ {
		columns = append(columns, column{x0: edges[i-1], x1: edges[i]})
	}
	if !parts(columns, body) {
		return nil
	}
	return columns
}

// parts says that hardly any line has two amounts in one of the columns.
func parts(columns []column, body []band) bool {
	bad, all := 0, 0
	for _, b := range body {
		used := map[int]bool{}
		for _, s := range b.segments {
			if s.nature != natureAmount {
				continue
			}
			k := columnOf(columns, s)
			if used[k] {
				bad++
			}
			used[k] = true
			all++
		}
	}
	return bad*20 <= all
}

func areaOf(heading []segment, body []band) predate.Box {
	var area predate.Box
	for _, h := range heading {
		area = area.Union(h.box)
	}
	for _, b := range body {
		area = area.Union(b.Box)
	}
	return area
}

// uprightEdges gives the abscissas at which upright rules cover at least six
// tenths of the area's height, from left to right.
func uprightEdges(page Page, area predate.Box) []float64 {
	covered := map[int]float64{}
	sum := map[int]float64{}
	for _, r := range uprightRules(page.Rules) {
		length := min(r.Y1, area.Y1) - max(r.Y0, area.Y0)
		if length <= 0 || r.X0 < area.X0-15 || r.X1 > area.X1+15 {
			continue
		}
		key := int(math.Round((r.X0 + r.X1) / 2 / 3))
		covered[key] += length
		sum[key] += length * (r.X0 + r.X1) / 2
	}
	var edges []float64
	for key, length := range covered {
		if length+covered[key-1]+covered[key+1] >= 0.6*area.Height() {
			edges = append(edges, sum[key]/length)
		}
	}
	slices.Sort(edges)
	return slices.CompactFunc(edges, func(a, b float64) bool { return b-a < 4 })
}

// columnOf gives the column in which a segment stands: where most of it lies;
// what spans several stands where it begins, an amount where it ends.
func columnOf(columns []column, s segment) int {
	best, at := math.Inf(-1), 0
	for i, c := range columns {
		o := min(c.x1, s.box.X1) - max(c.x0, s.box.X0)
		if s.nature == natureAmount {
			o = -math.Abs(c.x1 - s.right)
			if !c.money {
				o = min(min(c.x1, s.right)-max(c.x0, s.box.X0), 0)
			}
		} else if o > 0 {
			o = min(o, 0.6*s.box.Width()) - 0.001*max(0, c.x0-s.box.X0)
		}
		if o > best {
			best, at = o, i
		}
	}
	return at
}
