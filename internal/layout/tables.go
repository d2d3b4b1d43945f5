package layout

import "slices"

// tail is what the last table of a page leaves to the next page, should it go
// on there without repeating its heading.
type tail struct {
	columns []column
	header  []Cell
}

// tablesOf finds the tables of a page: one under each heading, those that have
// none where amounts stand at the end of lines one under the other, and at the
// top the rest of the table that ended the page before.
func tablesOf(page Page, all []band, before *tail) ([]Table, *tail) {
	bands := withoutFeet(page, all)
	heads := headingsOf(page, bands)
	var tables []Table
	var left *tail
	at := 0
	if top := bands[:firstHead(heads, bands)]; before != nil {
		if n := before.rest(top); n > 0 {
			g := newGrid(page, before.columns, top[:n])
			tables = append(tables, Table{Header: before.header, Rows: g.rows(), Pages: []int{page.Number}})
			at = n
			if n == len(bands) {
				left = before
			}
		}
	}
	for i, h := range heads {
		tables = append(tables, bareTables(page, bands[at:h.from])...)
		end := len(bands)
		if i+1 < len(heads) {
			end = heads[i+1].from
		}
		n := tableEnd(bands[h.to:end])
		if t, columns := build(page, bands[h.from:h.to], bands[h.finest].segments, bands[h.to:h.to+n]); columns != nil {
			tables = append(tables, t)
			if h.to+n == len(bands) {
				left = &tail{columns, t.Header}
			}
		}
		at = h.to + n
	}
	return append(tables, bareTables(page, bands[min(at, len(bands)):])...), left
}

// withoutFeet drops the lines that are repeated on the pages, but for those
// that head a table again.
func withoutFeet(page Page, all []band) []band {
	heads := headingsOf(page, all)
	bands := make([]band, 0, len(all))
	for i, b := range all {
		inHead := slices.ContainsFunc(heads, func(h heading) bool { return i >= h.from && i < h.to })
		if inHead || !isFooter(page, b) {
			bands = append(bands, b)
		}
	}
	return bands
}

func firstHead(heads []heading, bands []band) int {
	if len(heads) > 0 {
		return heads[0].from
	}
	return len(bands)
}

// rest says how many lines at the top of the next page go on with the table:
// their amounts end where its amounts ended.
func (t *tail) rest(bands []band) int {
	n, fits, all := tableEnd(bands), 0, 0
	for _, b := range bands[:n] {
		for _, s := range b.segments {
			if s.nature != natureAmount {
				continue
			}
			all++
			if slices.ContainsFunc(t.columns, func(c column) bool { return s.right > c.x0 && near(c.right, s.right, 4) }) {
				fits++
			}
		}
	}
	if all == 0 || fits*5 < all*4 {
		return 0
	}
	return n
}

// build makes the table of a heading and the lines under it; no columns when
// it is none.
func build(page Page, head []band, finest []segment, body []band) (Table, []column) {
	if len(body) == 0 {
		return Table{}, nil
	}
	columns := refine(columnsOf(page, finest, body), body)
	if len(columns) < 2 {
		return Table{}, nil
	}
	g := newGrid(page, columns, body)
	for k := range columns {
		columns[k].right = g.right(k)
	}
	t := Table{Rows: g.rows(), Pages: []int{page.Number}}
	if len(head) > 0 {
		t.Header = headerCells(columns, head, finest)
	}
	return t, columns
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
			if t, columns := build(page, nil, nil, bands[start:end]); columns != nil {
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
