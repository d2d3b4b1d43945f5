package form

import (
	"slices"

	"predate"
	"predate/internal/base/fold"
)

// spentByCash returns the total of what was paid, of two totals of dated rows, in
// a paper whose words do not say which is which: what was in the till and was
// received, less what was paid, is in the till at the end, and what is received
// comes from the owners. Nil where the paper does not say so.
func spentByCash(r *reader) *node {
	totals := datedTotals(r)
	if len(totals) != 2 || !tillMoves(r, totals[0], totals[1]) {
		return nil
	}
	first, second := rowsOfOwners(r, totals[0]), rowsOfOwners(r, totals[1])
	switch {
	case 2*first > len(totals[0].leaves()) && second == 0:
		return totals[1]
	case 2*second > len(totals[1].leaves()) && first == 0:
		return totals[0]
	default:
		return nil
	}
}

// datedTotals lists the totals of rows that each print a day.
func datedTotals(r *reader) []*node {
	var out []*node
	for i := range r.Lines {
		for _, n := range r.at[i] {
			if n.total && len(n.children) > 1 && !slices.ContainsFunc(n.leaves(), func(row *node) bool { return isUndated(r, row) }) {
				out = append(out, n)
			}
		}
	}
	return out
}

// isUndated reports whether the row of an amount prints no day.
func isUndated(r *reader, n *node) bool {
	_, dated := r.dayOf(n.cell.Line)
	return !dated
}

// tillMoves reports whether two amounts of a paper differ as two totals do: the
// first and the last state of the till. Amounts of the totals' own rows are none,
// and neither are the totals, which differ by themselves.
func tillMoves(r *reader, a, b *node) bool {
	held := map[predate.Cents]bool{}
	for _, c := range r.amounts() {
		if v := c.Amount.Cents; v != a.value() && v != b.value() && !isLeaf(c, a) && !isLeaf(c, b) {
			held[v] = true
		}
	}
	moved := a.value() - b.value()
	for state := range held {
		if moved != 0 && held[state+moved] {
			return true
		}
	}
	return false
}

// isLeaf reports whether a cell is one of the amounts that a total sums.
func isLeaf(c cell, total *node) bool {
	return slices.ContainsFunc(total.leaves(), func(n *node) bool { return n.cell.Line == c.Line && n.cell.Box == c.Box })
}

// rowsOfOwners counts the rows of a total that name an owner of the paper's table.
func rowsOfOwners(r *reader, total *node) int {
	var owners []string
	for _, o := range r.ownerLines() {
		owners = append(owners, fold.NameWords(o.Owner)...)
	}
	rows := 0
	for _, n := range total.leaves() {
		words := fold.NameWords(r.rowName(n.cell.Line, n.cell.Box.X0))
		if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(owners, w) }) {
			rows++
		}
	}
	return rows
}
