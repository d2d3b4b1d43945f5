package form

import "slices"

// lotsAcross is a table that has a column, or a pair of them, for each lot.
type lotsAcross struct {
	line  int // of the heads that name the lots
	lots  []cell
	names []string
	cols  []int // of each lot, once its keys prove it
}

// keyAcross is a key of such a table: its heading with the base and a share for
// each lot that has one, and the line that sums what it cost.
type keyAcross struct {
	head, first, sum int
	base             int64
	unit             string
	shares           []int64
	lots             []string // of the shares, where the heading names them
	total            *node
	parts            [][]*node // for each share, the amounts that it explains
}

// readAcross reads a statement in which each lot has columns of its own: the words
// of a key give its base, and the shares stand under the lots. It reports whether
// every key proves itself and the statement prints the total of each lot.
func (c *charges) readAcross() bool {
	for i := range c.Lines {
		table, ok := c.headsOfLots(i)
		if !ok {
			continue
		}
		for _, head := range []func(int) (keyAcross, bool){c.headAcross, func(i int) (keyAcross, bool) { return headOfCounts(c.reader, i) }} {
			t := table
			keys, ok := c.keysAcross(t, head)
			if !ok || !t.findColumns(keys) {
				continue
			}
			if lots, ok := c.lotsOfTable(t, keys); ok {
				c.lots = lots
				return true
			}
		}
	}
	return false
}

// headsOfLots returns the lots that the heads of a line name, one each.
func (r *reader) headsOfLots(i int) (lotsAcross, bool) {
	t := lotsAcross{line: i}
	if r.hasAmounts(i) {
		return t, false
	}
	for _, x := range r.Lines[i].Cells {
		names := r.LotNames(x.Text)
		if x.Nature != text || len(names) == 0 {
			continue
		}
		if len(names) > 1 || slices.Contains(t.names, names[0]) {
			return t, false
		}
		t.lots, t.names = append(t.lots, x), append(t.names, names[0])
	}
	return t, len(t.lots) > 1
}

// keysAcross lists the keys under the heads of lots; false where one of them does
// not prove itself.
func (c *charges) keysAcross(t lotsAcross, head func(int) (keyAcross, bool)) ([]keyAcross, bool) {
	var keys []keyAcross
	for i := t.line + 1; i < len(c.Lines); i++ {
		if next, another := c.headsOfLots(i); another && !slices.Equal(next.names, t.names) {
			break
		}
		if k, ok := head(i); ok {
			keys = append(keys, k)
		}
	}
	for n := range keys {
		end := len(c.Lines)
		if n+1 < len(keys) {
			end = keys[n+1].head
		}
		if !c.proveAcross(&keys[n], end) {
			return nil, false
		}
	}
	return keys, len(keys) > 0
}

// headAcross reads the heading of a key: a base that its words name, and counts in
// the columns of lots.
func (c *charges) headAcross(i int) (keyAcross, bool) {
	k := keyAcross{head: i}
	if c.hasAmounts(i) {
		return k, false
	}
	for _, x := range c.Lines[i].Cells {
		switch {
		case k.base == 0 && x.Nature == text && c.Says(x.Text, "column_base"):
			if s, both := ratioIn(x.Text, c.IsUnit); both {
				k.base, k.unit, k.shares = s.base, s.unit, []int64{s.share}
			} else if n, unit, ok := c.countIn(x.Text); ok {
				k.base, k.unit = n, unit
			}
		case k.base > 0 && x.Nature == count:
			k.shares = append(k.shares, x.Counts[0])
		case k.base > 0 && x.Nature == text:
			return k, false
		}
	}
	return k, k.base > 1 && len(k.shares) > 0
}

// headOfCounts reads the heading of a key whose base has a column of its own, left of
// those of the lots: "GEN | Charges générales | 10 000 | 343 | 8".
func headOfCounts(r *reader, i int) (keyAcross, bool) {
	k, cells := keyAcross{head: i}, r.Lines[i].Cells
	if r.hasAmounts(i) || len(cells) == 0 || cells[0].Nature != text {
		return k, false
	}
	for _, x := range cells {
		switch {
		case x.Nature != count:
		case k.base == 0:
			k.base, k.unit = x.Counts[0], x.Unit
		case x.Counts[0] >= k.base:
			return k, false
		default:
			k.shares = append(k.shares, x.Counts[0])
		}
	}
	return k, k.base > 1 && len(k.shares) > 0 && cells[len(cells)-1].Nature == count
}

// proveAcross finds the line that sums the lines of a key in the column of what is
// apportioned and, by its share, in one of each lot.
func (c *charges) proveAcross(k *keyAcross, end int) bool {
	for i := k.head + 1; i < end; i++ {
		if len(c.at[i]) < 2 || len(c.at[i][0].children) == 0 || c.at[i][0].first() <= k.head {
			continue
		}
		total, parts := c.at[i][0], make([][]*node, len(k.shares))
		for n, share := range k.shares {
			s := shares{share: share, base: k.base}
			for _, part := range c.at[i][1:] {
				if len(part.children) > 0 && part.first() > k.head && part.value() != 0 && explains(s, total, part) {
					parts[n] = append(parts[n], part)
				}
			}
		}
		if slices.ContainsFunc(parts, func(p []*node) bool { return len(p) == 0 }) {
			continue
		}
		k.first, k.sum, k.total, k.parts = total.first(), i, total, parts
		return true
	}
	return false
}

// findColumns finds the column of each lot: the first one, right of that of the lot
// before it, that the shares of all keys of every lot explain.
func (t *lotsAcross) findColumns(keys []keyAcross) bool {
	left := -1.0
	for n := range t.lots {
		var in []*node
		for _, k := range keys {
			if len(k.shares) != len(t.lots) {
				continue
			}
			if in == nil {
				in = slices.Clone(k.parts[n])
				continue
			}
			in = slices.DeleteFunc(in, func(p *node) bool { return columnOf(k.parts[n], p.column) == nil })
		}
		in = slices.DeleteFunc(in, func(p *node) bool { return p.cell.Box.X0 <= left })
		if len(in) == 0 {
			return false
		}
		t.cols, left = append(t.cols, in[0].column), in[0].cell.Box.X0
	}
	return true
}

// columnOf returns the amount of a column.
func columnOf(nodes []*node, column int) *node {
	for _, n := range nodes {
		if n.column == column {
			return n
		}
	}
	return nil
}

// partsByLot returns what a key cost each lot, and its share; nil for a lot that
// has none. It is false where a share may be that of several lots.
func (t lotsAcross) partsByLot(k keyAcross) ([]*node, []int64, bool) {
	parts, of, next := make([]*node, len(t.lots)), make([]int64, len(t.lots)), 0
	for n, share := range k.shares {
		found := -1
		for lot := next; lot < len(t.lots); lot++ {
			if columnOf(k.parts[n], t.cols[lot]) == nil {
				continue
			}
			if found >= 0 && len(k.shares) < len(t.lots) {
				return nil, nil, false
			}
			if found < 0 {
				found = lot
			}
		}
		if found < 0 {
			return nil, nil, false
		}
		parts[found], of[found], next = columnOf(k.parts[n], t.cols[found]), share, found+1
	}
	return parts, of, true
}

// lotsOfTable returns the lots of a table, each with its keys, the total under them and
// what was called for it.
func (c *charges) lotsOfTable(t lotsAcross, keys []keyAcross) ([]lotCharges, bool) {
	out := make([]lotCharges, len(t.lots))
	for _, k := range keys {
		parts, of, ok := t.partsByLot(k)
		if !ok {
			return nil, false
		}
		for n, part := range parts {
			out[n].lot = t.names[n]
			if part == nil {
				continue
			}
			q := quote{apportioned: k.total, part: part, share: of[n], base: k.base, unit: k.unit, head: k.head, name: k.head}
			out[n].keys = append(out[n].keys, chargeKey{quote: q, lot: t.names[n], lines: [2]int{k.first, k.sum}, ownLot: true, headed: true, proved: true})
		}
	}
	const near = 6 // lines from the last key to the totals, and from these to what was called
	last := keys[len(keys)-1].sum
	at := c.firstLine(last+1, last+near, func(i int) bool { return c.totalsLots(i, t, out) })
	if at < 0 {
		return nil, false
	}
	called := c.firstLine(at+1, at+near, func(i int) bool {
		return c.Says(c.LineText(i), "provisions_total") && len(c.inColumns(i, t.cols)) == len(t.cols)
	})
	for n := range out {
		out[n].total = c.inColumn(at, t.cols[n]).cell
		if called >= 0 {
			out[n].called = c.inColumn(called, t.cols[n]).cell
		}
	}
	return out, true
}

// firstLine returns the first line of some that has what is asked; -1 for none.
func (r *reader) firstLine(from, to int, has func(int) bool) int {
	for i := from; i < min(to, len(r.Lines)); i++ {
		if has(i) {
			return i
		}
	}
	return -1
}

// totalsLots reports whether a line prints the total of each lot in its column.
func (c *charges) totalsLots(i int, t lotsAcross, lots []lotCharges) bool {
	for n, l := range lots {
		sum := partsOf(l.keys)
		if total := c.inColumn(i, t.cols[n]); total == nil || total.value() != sum || sum == 0 {
			return false
		}
	}
	return true
}

// inColumns returns the amounts of a line in some columns.
func (r *reader) inColumns(i int, columns []int) []*node {
	var out []*node
	for _, column := range columns {
		if n := r.inColumn(i, column); n != nil {
			out = append(out, n)
		}
	}
	return out
}
