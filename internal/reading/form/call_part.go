package form

import (
	"slices"

	"predate"
	"predate/internal/reading/lexicon"
)

// ofOneSection reports whether a sum is the one of some lines only: a printed total
// sums it with that of other lines, or what is called for is all that its column
// has before it.
func (r *reader) ofOneSection(total cell, column int) bool {
	held := func(n *node) bool {
		return n.cell.Box == total.Box && n.parent != nil && slices.ContainsFunc(n.parent.children, func(o *node) bool { return o != n && len(o.children) > 0 })
	}
	if slices.ContainsFunc(r.at[total.Line], held) {
		return true
	}
	var sum predate.Cents
	for i := range r.Lines {
		for _, n := range r.at[i] {
			if n.cell.Box != total.Box && n.value() == sum && i > total.Line && sum != total.Amount.Cents && r.isCalled(n.cell, "call_total") {
				return true
			}
			if n.column == column && n.parent == nil {
				sum += n.value()
			}
		}
	}
	return false
}

// sumsBelow reports whether a column goes on under a line with lines that make
// another sum: what the line sums is one part of a call and not the whole.
func (r *reader) sumsBelow(total, column int) bool {
	for i := total + 1; i < len(r.Lines); i++ {
		for _, n := range r.at[i] {
			if n.column == column && len(n.children) > 1 && n.first() > total {
				return true
			}
		}
	}
	return false
}

// sumsQuotesBelow returns the last of the lines that prove themselves under a line and make
// an amount of it: some programs print the sum of a section beside its heading. It
// returns the line itself where they do not, or where another amount stands between in its
// column: then both are rows of a summary.
func sumsQuotesBelow(r *reader, n *node, line int, quotes map[int]quote) int {
	var sum predate.Cents
	last := line
	for i, reach := line+1, line+60; i < reach && sum < n.value(); i++ {
		if q, ok := quotes[i]; ok && len(q.part.children) == 0 {
			sum, last = sum+q.part.value(), i
		} else if last == line && r.inColumn(i, n.column) != nil {
			return line
		}
	}
	if sum != n.value() {
		return line
	}
	return last
}

// columnUnderLast returns the column of the amounts under the last head of a table, where
// that head says a concept: it may stand left in the cells that hold them right. No line
// of the table has another amount right of it.
func (r *reader) columnUnderLast(id lexicon.ID) (column, from int) {
	for i := range r.Lines {
		if !r.isHeadLine(i) {
			continue
		}
		cells := r.Lines[i].Cells
		head := cells[len(cells)-1]
		if head.Nature != text || !r.Says(head.Text, id) {
			continue
		}
		for j := i + 1; j < len(r.Lines) && r.Lines[j].Page == head.Page; j++ {
			if !r.hasAmounts(j) {
				continue
			}
			if n := r.at[j]; len(n) == 1 && n[0].cell.Box.X0 >= head.Box.X0 {
				return n[0].column, i
			}
			break
		}
	}
	return -1, len(r.Lines)
}
