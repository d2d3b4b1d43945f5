package fundcall

import (
	"slices"
	"strings"

	"predate/internal/base/fold"
	"predate/internal/reading/coowner"
	"predate/internal/reading/paper"
)

// lotsUnderLines gives the lines of a call the lots that are printed right under the
// names of their keys, "Cave lot 38" in small type. A heading stands over its lines: so
// all lines must have a lot under them, the last one too, and none a lot of its own.
func (c *fundCall) lotsUnderLines(lots []string) {
	under := make([]string, len(c.lines))
	for k, l := range c.lines {
		if under[k] = c.lotUnder(l.row, lots); l.Lot != "" || under[k] == "" {
			return
		}
	}
	for k := range c.lines {
		c.lines[k].Lot = under[k]
	}
}

// lotUnder returns the only lot of a paper that the row under a line names; empty where
// the row prints amounts, stands apart or names another.
func (c *fundCall) lotUnder(i int, lots []string) string {
	const apart = 1.6 // lines
	if i+1 >= len(c.Rows) {
		return ""
	}
	r, line := c.Rows[i+1], c.Rows[i]
	if r.Page != line.Page || len(r.Amounts) > 0 || paper.Distance(r.Box, line.Box) > apart*line.TypeSize() {
		return ""
	}
	found := ""
	for _, p := range paper.Pieces(r) {
		if !fold.Has(p.Folded, "lot") || !slices.ContainsFunc(paper.Pieces(line), func(name paper.Piece) bool { return paper.Overlapped(name.Box, p.Box) }) {
			continue
		}
		lot := coowner.LoneLot(p.Folded[strings.Index(p.Folded, "lot"):])
		if lot == "" || !slices.Contains(lots, lot) || found != "" {
			return ""
		}
		found = lot
	}
	return found
}
