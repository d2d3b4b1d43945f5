package fundcall

import (
	"slices"
)

// lotsOfSections assigns lines without a lot to the lot whose heading is above them, if
// the call is sorted by lot. It changes nothing if any line has its lot, if only one
// lot has lines, or if a lot would pay for one thing twice.
func (c *fundCall) lotsOfSections() {
	if slices.ContainsFunc(c.lines, func(l callLine) bool { return l.Lot != "" }) {
		return
	}
	lots := make([]string, len(c.lines))
	for k, l := range c.lines {
		if lots[k] = c.lotOver(l.row); lots[k] == "" {
			return
		}
		for j := range k {
			o := c.lines[j]
			if lots[j] == lots[k] && o.Label == l.Label && o.Code == l.Code && o.Nature == l.Nature && o.Title == l.Title && o.Called == l.Called {
				return
			}
		}
	}
	if !slices.ContainsFunc(lots, func(lot string) bool { return lot != lots[0] }) {
		return
	}
	for k := range c.lines {
		c.lines[k].Lot = lots[k]
	}
}

// lotOver returns the lot that the nearest heading over a row names.
func (c *fundCall) lotOver(row int) string {
	for i := row - 1; i >= 0; i-- {
		r := c.Rows[i]
		if len(r.Amounts) > 0 {
			continue
		}
		if lot := c.LotTitled(r.Folded); lot != "" {
			return lot
		}
	}
	return ""
}
