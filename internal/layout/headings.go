package layout

import (
	"math"
	"slices"

	"predate"
)

// heading is the lines that head a table: from the first one, included, to the
// last one, excluded, and the line among them that names the most columns.
type heading struct {
	from, to, finest int
}

// headerCells gives each column the words above it, from the top. A heading
// over several columns counts for each of them.
func headerCells(columns []column, head []band, finest []segment) []Cell {
	words := make([][]predate.Word, len(columns))
	page := head[0].Page
	for _, b := range head {
		for _, s := range b.segments {
			for _, k := range headed(columns, b, s, finest) {
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

// headed gives the columns that a heading segment names. One that is wider
// than its column is centred over several, and names those which it covers and
// whose common middle is its own; never one that another segment of its line
// names.
func headed(columns []column, line band, s segment, finest []segment) []int {
	extent := make([]column, len(columns))
	for k, c := range columns {
		extent[k] = column{x0: c.x0, x1: c.x1}
		for _, f := range finest {
			if nearestColumn(columns, f) == k {
				extent[k].x0, extent[k].x1 = min(extent[k].x0, f.box.X0), max(extent[k].x1, f.box.X1)
			}
		}
	}
	own := nearestColumn(extent, s)
	if s.box.Width() <= extent[own].x1-extent[own].x0+4 {
		return []int{own}
	}
	first, last := free(extent, line, s)
	best, from, to := math.Inf(1), own, own
	for i := first; i <= last; i++ {
		for j := i + 1; j <= last; j++ {
			off := math.Abs(extent[i].x0 + extent[j].x1 - s.box.X0 - s.box.X1)
			if extent[i].x0 <= s.box.X0+3 && extent[j].x1 >= s.box.X1-3 && off < best {
				best, from, to = off, i, j
			}
		}
	}
	if best > 0.2*s.box.Width() {
		from, to = own, own
		for from > first && extent[from-1].middle() > s.box.X0 {
			from--
		}
		for to < last && extent[to+1].middle() < s.box.X1 {
			to++
		}
	}
	var out []int
	for k := from; k <= to; k++ {
		out = append(out, k)
	}
	return out
}

// free gives the first and the last column that a segment may name: those
// between the columns of its neighbours on the line.
func free(extent []column, line band, s segment) (first, last int) {
	first, last = 0, len(extent)-1
	for _, other := range line.segments {
		k := nearestColumn(extent, other)
		switch {
		case other.box.X1 <= s.box.X0:
			first = max(first, min(k+1, last))
		case other.box.X0 >= s.box.X1:
			last = min(last, max(k-1, first))
		}
	}
	return first, last
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
		if !isHeading(bands, i) || i+1 < len(bands) && isHeading(bands, i+1) && aboveHeading(bands[i+1], bands[i]) {
			continue // a line that goes over the next one is taken up from there
		}
		h := heading{from: i, to: i + 1}
		for h.to < len(bands) && belowHeading(page, bands[h.from:h.to], bands[h.to]) {
			h.to++
		}
		floor := 0
		if len(heads) > 0 {
			floor = heads[len(heads)-1].to
		}
		for h.from > floor && aboveHeading(bands[h.from], bands[h.from-1]) {
			h.from--
		}
		h.finest = finestOf(bands, h)
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
	case v.score >= 2 && set, v.score >= 3 && len(b.segments) >= 3 && v.money:
		return true
	case v.score >= 2 && len(b.segments) >= 3 && listLike(bands, i):
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
	money   bool // some of the figures are amounts
}

// listLike says that the two lines under line i have the same kinds of cells
// one under the other, as the rows of a list have and fields of a form do not.
func listLike(bands []band, i int) bool {
	if i+2 >= len(bands) || len(bands[i+1].segments) != len(bands[i+2].segments) {
		return false
	}
	for k, s := range bands[i+1].segments {
		if other := bands[i+2].segments[k]; s.nature != other.nature || overlapX(s.box, other.box) <= 0 {
			return false
		}
	}
	return true
}

// viewBelow looks at the next lines, up to the first amounts, a wide white or
// a larger type.
func viewBelow(bands []band, i int) view {
	const reach = 6
	b := bands[i]
	var v view
	counted := map[int]bool{}
	for j := i + 1; j < len(bands) && j <= i+reach; j++ {
		below := bands[j]
		if below.Box.Y0-bands[j-1].Box.Y1 > 1.6*b.Box.Height() || below.Size() > 1.25*b.Size() || likeHeading(b, below) {
			break
		}
		if len(below.segments) > 1 {
			v.rows++
		}
		for _, s := range below.segments {
			k := underWhich(b, s)
			if k < 0 || counted[k] || s.nature == natureText {
				continue
			}
			counted[k] = true
			v.score++
			if s.nature == natureAmount {
				v.score++
				v.money = true
				v.aligned = v.aligned || k == len(b.segments)-1 && j <= i+2 && near(b.segments[k].box.X1, s.box.X1, 4)
			}
		}
		if below.hasAmount() {
			break
		}
	}
	return v
}

// likeHeading says that a line would head columns as well as the one above:
// as many pieces of text, in the same type.
func likeHeading(b, below band) bool {
	return len(b.segments) > 2 && len(below.segments) >= len(b.segments) && !below.hasAmount() &&
		below.allBold() == b.allBold() && texts(below) == len(below.segments)
}

func texts(b band) int {
	n := 0
	for _, s := range b.segments {
		if s.nature == natureText {
			n++
		}
	}
	return n
}

// underWhich gives the piece of a heading under which a segment stands: the
// one that shares some width with it, else the only one within whose part of
// the line it is centred; -1 when there is none.
func underWhich(b band, s segment) int {
	for k, h := range b.segments {
		if overlapX(h.box, s.box) > 0 {
			return k
		}
	}
	for k := range b.segments {
		if withinPart(b.segments, k, (s.box.X0+s.box.X1)/2) && (len(b.segments) > 2 || b.allBold()) {
			return k
		}
	}
	return -1
}

func near(a, b, within float64) bool { return a-b <= within && b-a <= within }

// wordy says that a line holds words and not values: a heading may have a year
// or a date, not mostly figures.
func wordy(b band) bool {
	return texts(b)*2 > len(b.segments) && !slices.ContainsFunc(b.segments, func(s segment) bool { return len(s.words) > 16 })
}

// labelled says that a line is a label with its value, not two headings.
func labelled(b band) bool {
	first := b.segments[0].text()
	return first != "" && first[len(first)-1] == ':' || b.segments[0].bold != b.segments[1].bold
}

// finestOf is the line of a heading that names the most columns.
func finestOf(bands []band, h heading) int {
	finest := h.from
	for i := h.from + 1; i < h.to; i++ {
		if len(bands[i].segments) > len(bands[finest].segments) {
			finest = i
		}
	}
	return finest
}

// aboveHeading says that the line over a heading belongs to it: set tightly,
// without amounts, in the same type, and not a title over the left edge.
func aboveHeading(head, over band) bool {
	if head.Box.Y0-over.Box.Y1 > 0.6*min(over.Box.Height(), head.Box.Height()) || !short(over) || over.allBold() != head.allBold() {
		return false
	}
	if over.Size() > 1.15*head.Size() {
		return false
	}
	return len(over.segments) > 1 || over.segments[0].box.X0 > head.segments[0].box.X1
}

// belowHeading says that the line under a heading goes on with it: set
// tightly, each of its pieces under a piece of the heading, in the same type
// or nothing but dates.
func belowHeading(page Page, head []band, under band) bool {
	last := head[len(head)-1]
	if under.Box.Y0-last.Box.Y1 > 0.6*min(under.Box.Height(), last.Box.Height()) || !short(under) {
		return false
	}
	if last.allBold() != under.allBold() && !spans(under) || ruledBetween(page, last.Box, under.Box) {
		return false
	}
	for _, s := range under.segments {
		over := slices.ContainsFunc(head, func(b band) bool {
			return slices.ContainsFunc(b.segments, func(h segment) bool { return overlapX(h.box, s.box) > 0.5*s.box.Width() })
		})
		if !over {
			return false
		}
	}
	return true
}

// short says that a line has no amount and no running text.
func short(b band) bool {
	return !b.hasAmount() && !slices.ContainsFunc(b.segments, func(s segment) bool { return len(s.words) > 12 })
}

// spans says that a line holds several dates and hardly anything else, as
// where a heading gives the period of each column.
func spans(b band) bool {
	dates := 0
	for _, s := range b.segments {
		dates += len(DatesIn(s.text()))
	}
	return dates > 1 && dates*2 >= len(b.segments)
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
