package fundcall

import (
	"slices"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
	"predate/internal/reading/quotepart"
)

// tableBox is the width of the lines: from their first word to their quote-part.
func (c *fundCall) tableBox(quotes map[int]quotepart.Quote) predate.Box {
	var box predate.Box
	for i, q := range quotes {
		right := max(q.Part.Box.X1, q.Base.Box.X1, q.Apportioned.Box.X1)
		if !paper.OnRow(q.Part.Box, c.Rows[i]) {
			right = c.Rows[i].Box.X1
		}
		box = box.Union(predate.Box{X0: c.Rows[i].Box.X0, Y0: c.Rows[i].Box.Y0, X1: right, Y1: q.Part.Box.Y1})
	}
	return box
}

// inside returns the words of a row within the table's width, and those before them
// that are of the same phrase: a heading may begin further left than the lines.
func inside(r paper.Row, box predate.Box) []predate.Word {
	first := slices.IndexFunc(r.Words, func(w predate.Word) bool { return w.Box.X0 >= box.X0-12 && w.Box.X0 <= box.X1 })
	if first < 0 {
		return nil
	}
	for first > 0 && r.Words[first].Box.X0-r.Words[first-1].Box.X1 < 0.8*r.TypeSize() {
		first--
	}
	end := first
	for end < len(r.Words) && r.Words[end].Box.X0 <= box.X1 {
		end++
	}
	return r.Words[first:end]
}

// headsColumns reports whether all pieces of a row stand over amounts of the next line,
// right of its name: heads of columns, which a page repeats over its lines.
func (c *fundCall) headsColumns(i int, quotes map[int]quotepart.Quote) bool {
	for j := i + 1; j < min(len(c.Rows), i+8) && c.Rows[j].Page == c.Rows[i].Page; j++ {
		if _, ok := quotes[j]; !ok || len(c.Rows[j].Amounts) == 0 {
			continue
		}
		amounts := c.Rows[j].Amounts
		name := paper.WordsBetween(c.Rows[j], 0, amounts[0].Box.X0)
		own := paper.Pieces(c.Rows[i])
		return len(own) > 1 && len(name) > 0 && own[0].Box.X0 > name[len(name)-1].Box.X1 &&
			!slices.ContainsFunc(own, func(p paper.Piece) bool {
				return !slices.ContainsFunc(amounts, func(a layout.Amount) bool { return a.Box.X0 < p.Box.X1 && p.Box.X0 < a.Box.X1 })
			})
	}
	return false
}
