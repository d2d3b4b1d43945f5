package form

import (
	"slices"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// HasLotsAcross reports whether a call has columns for each of several lots, whose sum
// ends its rows: what stands in one column is called for one lot alone.
func HasLotsAcross(kind predate.Kind, doc layout.Doc, words *lexicon.Lexicon) bool {
	heads := newReader(kind, doc, words) // most calls have none: their sums need not be sought again
	if kind != predate.KindFundCall || heads.firstLine(0, len(heads.Lines), heads.namesLots) < 0 {
		return false
	}
	_, across := lotsAcrossCall(readerOf(kind, doc, words))
	return across
}

// namesLots reports whether the heads of a line name lots, one each.
func (r *reader) namesLots(i int) bool {
	_, ok := r.headsOfLots(i)
	return ok
}

// lotsAcrossCall returns the columns of lots of a call.
func lotsAcrossCall(r *reader) (lotsAcross, bool) {
	for i := range r.Lines {
		if t, ok := r.headsOfLots(i); ok && r.firstLine(i+1, len(r.Lines), r.endsInItsSum) >= 0 {
			return t, true
		}
	}
	return lotsAcross{}, false
}

// endsInItsSum reports whether the last amount of a line is the sum of the two or more
// before it.
func (r *reader) endsInItsSum(i int) bool {
	row := r.at[i]
	if len(row) < 3 {
		return false
	}
	left := row[len(row)-1].value()
	for k := len(row) - 2; k >= 0; k-- {
		if left -= row[k].value(); left == 0 && k < len(row)-2 {
			return row[len(row)-1].value() != 0
		}
	}
	return false
}

// callAcross reads a call with columns for each lot: rows of keys under headings of natures,
// each with its base, and for each lot that bears it a share and a part. The rows must make
// the total that ends the row of totals; else nothing is told but the head.
func callAcross(r *reader, t lotsAcross) []predate.Figure {
	var sections []callSection
	var sum predate.Cents
	lots := map[*node]string{}  // of each part
	columns := map[string]int{} // of each lot
	for i := t.line + 1; i < len(r.Lines); i++ {
		if row := r.at[i]; len(row) > 0 && sum > 0 && row[len(row)-1].value() == sum && r.IsTotal(r.WordsAt(i)) && saysCallTotal(r, i) {
			return callAcrossFigures(r, row[len(row)-1].cell, sections, lots)
		}
		if words := r.headingWords(i, r.Lines[i].Box.X1); !r.hasAmounts(i) && r.NatureOf(words) != predate.NatureUnknown && !r.isHeadLine(i) {
			sections = append(sections, callSection{heading: i, words: words, nature: r.NatureOf(words), total: r.Lines[i].Cells[0]})
			continue
		}
		parts, ok := partsAcross(r, i)
		if !ok || len(sections) == 0 {
			continue
		}
		s := &sections[len(sections)-1]
		for _, q := range parts {
			lot := t.lotOver(q.part.cell)
			if column, known := columns[lot]; known && column != q.part.column {
				return r.callHead(cell{}, nil) // one of the lots has no head that was read
			}
			lots[q.part], columns[lot] = lot, q.part.column
			s.lines, s.sum = append(s.lines, callLine{q, i}), s.sum+q.part.value()
			s.total, sum = q.part.cell, sum+q.part.value()
		}
	}
	return r.callHead(cell{}, nil)
}

// saysCallTotal reports whether the words of a line are those of the total of a call.
func saysCallTotal(r *reader, i int) bool {
	return r.Says(r.WordsAt(i), "call_total", "call_provisions_total", "amount_to_pay")
}

// partsAcross returns what a row lays on each lot: its base is the first whole number, and
// each share after it makes the part that follows. The sum of the parts may end the row.
func partsAcross(r *reader, i int) ([]quote, bool) {
	at := slices.IndexFunc(r.Lines[i].Cells, func(c cell) bool { return c.Nature == count })
	if at < 1 {
		return nil, false
	}
	base := r.Lines[i].Cells[at]
	var called *node
	var parts []*node
	for _, n := range r.at[i] {
		if n.cell.Box.X0 < base.Box.X0 {
			called = n
		} else {
			parts = append(parts, n)
		}
	}
	var out []quote
	for _, c := range r.Lines[i].Cells[at+1:] {
		if c.Nature != count || called == nil {
			continue
		}
		k := slices.IndexFunc(parts, func(n *node) bool { return n.cell.Box.X0 > c.Box.X0 })
		s := shares{c.Counts[0], base.Counts[0], base.Unit, true}
		if k < 0 || s.share >= s.base || !explains(s, called, parts[k]) {
			return nil, false
		}
		out = append(out, quoted(called, parts[k], s, i))
	}
	return out, len(out) > 0 && (len(parts) == len(out) || len(parts) == len(out)+1)
}

// callAcrossFigures returns the head of a call and its sections, whose lines each name
// their lot.
func callAcrossFigures(r *reader, total cell, sections []callSection, lots map[*node]string) []predate.Figure {
	sections = slices.DeleteFunc(sections, func(s callSection) bool { return len(s.lines) == 0 })
	out := r.callHead(total, sections)
	for _, s := range sections {
		k := 0
		for _, f := range r.sectionFigures(s) {
			if line, ok := f.Value.(predate.CallLine); ok {
				line.Lot = lots[s.lines[k].part]
				f.Value = line
				k++
			}
			out = append(out, f)
		}
	}
	return out
}
