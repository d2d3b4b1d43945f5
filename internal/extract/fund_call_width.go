package extract

import (
	"slices"

	"predate"
)

// tableBox is the width of the lines: from their first word to their quote-part.
func (c *fundCall) tableBox(quotes map[int]quote) predate.Box {
	var box predate.Box
	for i, q := range quotes {
		right := max(q.part.Box.X1, q.base.box.X1, q.apportioned.Box.X1)
		if !onRow(q.part.Box, c.rows[i]) {
			right = c.rows[i].Box.X1
		}
		box = box.Union(predate.Box{X0: c.rows[i].Box.X0, Y0: c.rows[i].Box.Y0, X1: right, Y1: q.part.Box.Y1})
	}
	return box
}

// inside gives the words of a row within the table's width, and those before them
// that are of the same phrase: a heading may begin further left than the lines.
func inside(r row, box predate.Box) []predate.Word {
	first := slices.IndexFunc(r.Words, func(w predate.Word) bool { return w.Box.X0 >= box.X0-12 && w.Box.X0 <= box.X1 })
	if first < 0 {
		return nil
	}
	for first > 0 && r.Words[first].Box.X0-r.Words[first-1].Box.X1 < 0.8*r.typeSize() {
		first--
	}
	end := first
	for end < len(r.Words) && r.Words[end].Box.X0 <= box.X1 {
		end++
	}
	return r.Words[first:end]
}
