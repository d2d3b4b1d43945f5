package layout

import (
	"slices"

	"predate"
)

// heading is the lines that head a table: from the first one, included, to the
// last one, excluded, and the line among them that names the most columns.
type heading struct {
	from, to, finest int
}

// tablesOf finds the tables of a page: one under each heading, and those that
// have none where amounts stand at the end of lines one under the other.
func tablesOf(page Page) []Table {
	bands := slices.DeleteFunc(bandsOf(page), func(b band) bool { return isFooter(page, b) })
	heads := headingsOf(page, bands)
	var tables []Table
	at := 0
	for i, h := range heads {
		tables = append(tables, bareTables(page, bands[at:h.from])...)
		end := len(bands)
		if i+1 < len(heads) {
			end = heads[i+1].from
		}
		n := tableEnd(bands[h.to:end])
		if t, ok := build(page, bands[h.from:h.to], bands[h.finest].segments, bands[h.to:h.to+n]); ok {
			tables = append(tables, t)
		}
		at = h.to + n
	}
	return append(tables, bareTables(page, bands[min(at, len(bands)):])...)
}

// build makes the table of a heading and the lines under it.
func build(page Page, head []band, finest []segment, body []band) (Table, bool) {
	if len(body) == 0 {
		return Table{}, false
	}
	columns := columnsOf(page, finest, body)
	if len(columns) < 2 {
		return Table{}, false
	}
	g := newGrid(page, columns, body)
	t := Table{Rows: g.rows(), Pages: []int{page.Number}}
	if len(head) > 0 {
		t.Header = headerCells(columns, head, finest)
	}
	return t, true
}

// headerCells gives each column the words above it, from the top. A heading
// over several columns counts for each of them.
func headerCells(columns []column, head []band, finest []segment) []Cell {
	words := make([][]predate.Word, len(columns))
	page := head[0].Page
	for _, b := range head {
		for _, s := range b.segments {
			for _, k := range headed(columns, s, finest) {
				words[k] = append(words[k], s.words...)
			}
		}
	}
	cells := make([]Cell, len(columns))
	for k := range columns {
		if len(words[k]) > 0 {
			cells[k] = cellOf(words[k], page)
		}
	}
	return cells
}

// headed gives the columns that a heading segment names: those whose middle,
// or the middle of whose own heading, lies under it; else the one in which it
// stands.
func headed(columns []column, s segment, finest []segment) []int {
	var out []int
	for k, c := range columns {
		x := c.middle()
		for _, f := range finest {
			if columnOf(columns, f) == k {
				x = (f.box.X0 + f.box.X1) / 2
			}
		}
		if x > s.box.X0-2 && x < s.box.X1+2 {
			out = append(out, k)
		}
	}
	if len(out) == 0 {
		out = append(out, nearestColumn(columns, s))
	}
	return out
}

func nearestColumn(columns []column, s segment) int {
	best, at := 0.0, 0
	for k, c := range columns {
		o := min(c.x1, s.box.X1) - max(c.x0, s.box.X0)
		if k == 0 || o > best {
			best, at = o, k
		}
	}
	return at
}

// headingsOf finds the lines that head tables, from top to bottom.
func headingsOf(page Page, bands []band) []heading {
	var heads []heading
	for i := 0; i < len(bands); i++ {
		if !isHeading(bands, i) || i+1 < len(bands) && isHeading(bands, i+1) && partOfHeading(page, bands, i+1, i) {
			continue // a line that goes over the next one is taken up from there
		}
		h := heading{from: i, to: i + 1, finest: i}
		for h.to < len(bands) && partOfHeading(page, bands, h.to-1, h.to) {
			if len(bands[h.to].segments) > len(bands[h.finest].segments) {
				h.finest = h.to
			}
			h.to++
		}
		floor := 0
		if len(heads) > 0 {
			floor = heads[len(heads)-1].to
		}
		for h.from > floor && partOfHeading(page, bands, h.from, h.from-1) {
			h.from--
		}
		heads = append(heads, h)
		i = h.to - 1
	}
	return heads
}

// isHeading says that line i names the columns of the lines below: it has no
// amount, and stands over cells that are figures, or over several columns of
// text in a type of its own.
func isHeading(bands []band, i int) bool {
	b := bands[i]
	if len(b.segments) < 2 || b.hasAmount() || !wordy(b) {
		return false
	}
	v := viewBelow(bands, i)
	set := b.allBold() && i+1 < len(bands) && !bands[i+1].allBold()
	switch {
	case v.score >= 3 && len(b.segments) >= 3, v.score >= 2 && set:
		return true
	case v.score >= 2 && len(b.segments) == 2:
		return v.aligned && !labelled(b)
	}
	return set && len(b.segments) >= 3 && v.rows >= 2
}

// view is what stands under the segments of a line.
type view struct {
	score   int  // how many of them have figures below: one each, amounts two
	rows    int  // lines of several cells
	aligned bool // an amount right below shares the last one's right edge
}

// viewBelow looks at the next lines, up to the first amounts, a wide white or
// a larger type.
func viewBelow(bands []band, i int) view {
	const reach = 7
	b := bands[i]
	var v view
	counted := map[int]bool{}
	for j := i + 1; j < len(bands) && j <= i+reach; j++ {
		below := bands[j]
		if below.Box.Y0-bands[j-1].Box.Y1 > 1.6*b.Box.Height() || below.Size() > 1.25*b.Size() {
			break
		}
		if len(below.segments) > 1 {
			v.rows++
		}
		for _, s := range below.segments {
			for k, h := range b.segments {
				if counted[k] || s.nature == natureText || overlapX(h.box, s.box) <= 0 {
					continue
				}
				counted[k] = true
				v.score++
				if s.nature == natureAmount {
					v.score++
					v.aligned = v.aligned || k == len(b.segments)-1 && j <= i+2 && near(h.box.X1, s.box.X1, 4)
				}
			}
		}
		if below.hasAmount() {
			break
		}
	}
	return v
}

func near(a, b, within float64) bool { return a-b <= within && b-a <= within }

// wordy says that a line holds words and not values: a heading may have a year
// or a date, not mostly figures.
func wordy(b band) bool {
	texts := 0
	for _, s := range b.segments {
		if s.nature == natureText {
			texts++
		}
		if len(s.words) > 16 {
			return false
		}
	}
	return texts*2 > len(b.segments)
}

// labelled says that a line is a label with its value, not two headings.
func labelled(b band) bool {
	first := b.segments[0].text()
	return first != "" && first[len(first)-1] == ':' || b.segments[0].bold != b.segments[1].bold
}

// partOfHeading says that line j, next to line i of a heading, belongs to it:
// set tightly, without figures, and not a title over the left edge.
func partOfHeading(page Page, bands []band, i, j int) bool {
	a, b := bands[min(i, j)], bands[max(i, j)]
	head, other := bands[i], bands[j]
	if b.Box.Y0-a.Box.Y1 > 0.6*min(a.Box.Height(), b.Box.Height()) || other.hasAmount() {
		return false
	}
	if head.allBold() != other.allBold() || !wordyOrDates(other) {
		return false
	}
	if ruledBetween(page, a.Box, b.Box) && j > i {
		return false
	}
	if j < i { // above: a title is one segment that begins at the left edge
		return len(other.segments) > 1 || other.segments[0].box.X0 > head.segments[0].box.X1
	}
	// Below: the rest of headings of several lines lies under them.
	for _, s := range other.segments {
		if !slices.ContainsFunc(head.segments, func(h segment) bool {
			return min(h.box.X1, s.box.X1)-max(h.box.X0, s.box.X0) > 0.5*s.box.Width()
		}) {
			return false
		}
	}
	return true
}

func wordyOrDates(b band) bool {
	return !slices.ContainsFunc(b.segments, func(s segment) bool { return len(s.words) > 12 })
}

// ruledBetween says that a level rule parts two lines.
func ruledBetween(page Page, above, below predate.Box) bool {
	for _, r := range page.Rules {
		b := r.Box
		if b.Width() > b.Height() && middle(b) > middle(above) && middle(b) < middle(below) && overlapX(b, above.Union(below)) > 20 {
			return true
		}
	}
	return false
}

// tableEnd says how many of the lines under a heading belong to the table: up
// to a wide white, a sentence, or the last line with cells.
func tableEnd(bands []band) int {
	end := 0
	usual := usualSpace(bands)
	for i, b := range bands {
		if i > 0 && !b.hasAmount() && b.Box.Y0-bands[i-1].Box.Y1 > max(2*usual, 0.3*b.Box.Height())+b.Box.Height() {
			break
		}
		if i > 0 && b.Box.Y0-bands[i-1].Box.Y1 > 3.5*b.Box.Height() && !(len(b.segments) > 1 && b.hasAmount()) {
			break
		}
		if i == 0 && len(b.segments) == 1 && len(b.segments[0].words) > 15 {
			break
		}
		if sentence(b) && (i+1 >= len(bands) || sentence(bands[i+1])) {
			break
		}
		if b.hasAmount() || len(b.segments) > 1 || i == end && tightTo(bands, i) {
			end = i + 1
		}
	}
	return end
}

// usualSpace is the middle white between neighbouring lines.
func usualSpace(bands []band) float64 {
	if len(bands) < 2 {
		return 0
	}
	spaces := make([]float64, 0, len(bands))
	for i := 1; i < len(bands); i++ {
		spaces = append(spaces, max(0, bands[i].Box.Y0-bands[i-1].Box.Y1))
	}
	slices.Sort(spaces)
	return spaces[len(spaces)/2]
}

// tightTo says that line i is set close under the one above.
func tightTo(bands []band, i int) bool {
	return i > 0 && bands[i].Box.Y0-bands[i-1].Box.Y1 <= 0.4*bands[i].Box.Height() && len(bands[i].segments) == 1 && len(bands[i].segments[0].words) < 12
}

// sentence says that a line is running text.
func sentence(b band) bool {
	return len(b.segments) == 1 && len(b.segments[0].words) >= 12 && !b.hasAmount()
}

// bareTables finds tables without a heading: at least two neighbouring lines,
// each of a label and one amount or more at its end.
func bareTables(page Page, bands []band) []Table {
	var tables []Table
	start := -1
	flush := func(end int) {
		if start >= 0 && end-start >= 2 {
			if t, ok := build(page, nil, nil, bands[start:end]); ok {
				tables = append(tables, t)
			}
		}
		start = -1
	}
	for i, b := range bands {
		fits := len(b.segments) >= 2 && b.hasAmount()
		if start >= 0 && b.Box.Y0-bands[i-1].Box.Y1 > 2.5*b.Box.Height() {
			flush(i)
		}
		switch {
		case fits && start < 0:
			start = i
		case !fits:
			flush(i)
		}
	}
	flush(len(bands))
	return tables
}
