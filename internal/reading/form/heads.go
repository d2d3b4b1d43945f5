package form

import "slices"

// isHeadLine reports whether a line holds the heads of columns, or their first words over
// a line that holds them.
func (r *reader) isHeadLine(i int) bool {
	return !r.hasAmounts(i) && (headsAt(r, i) > 1 || wrapIntoHeads(r, i))
}

// headsAt counts the heads of columns of a line.
func headsAt(r *reader, i int) int {
	heads := 0
	for _, c := range r.Lines[i].Cells {
		if c.Nature == text && r.isColumnHead(c.Text) {
			heads++
		}
	}
	return heads
}

// wrapIntoHeads reports whether every cell of a line, several, goes on in one of heads
// right under it: "Budget ou | Montant à" over "Clé | montant voté | répartir". What begins
// over the first of them heads the rows.
func wrapIntoHeads(r *reader, i int) bool {
	cells := r.Lines[i].Cells
	if len(cells) < 2 || i+1 >= len(r.Lines) || r.hasAmounts(i+1) || headsAt(r, i+1) < 2 || apart(r.Lines[i].Box, r.Lines[i+1].Box) > r.Lines[i].Size {
		return false
	}
	under := r.Lines[i+1].Cells
	return cells[0].Box.X0 > under[0].Box.X1 && !slices.ContainsFunc(cells, func(head cell) bool {
		return head.Nature != text || !slices.ContainsFunc(under, func(c cell) bool { return over(c.Box, head.Box) > 0 })
	})
}
