package form

import (
	"strings"

	"predate"
)

// exerciseOver returns the last day of the exercise that the words over a column of
// some width name, from its first amount on, and whether they name one: its day may
// be known from nowhere.
func (r *reader) exerciseOver(top cell, width predate.Box, years exercises) (on predate.Date, named bool) {
	if on, named = r.exerciseIn(top, width, years); on.IsZero() && !named {
		on, _ = r.exerciseIn(top, r.withWhite(top, width), years)
	}
	return on, named || !on.IsZero()
}

// exerciseIn is exerciseOver for what stands over a box.
func (r *reader) exerciseIn(top cell, width predate.Box, years exercises) (on predate.Date, named bool) {
	wide := top
	wide.box = width
	on = r.groupEnd(wide, years)
	heads := r.headLines(top, width, r.headsSection)
	for k := len(heads) - 1; k >= 0 && on.IsZero() && !named; k-- {
		over := strings.Join(heads[k:], " ")
		on = r.columnEnd(over, years)
		named = r.says(over, "column_previous", "column_closed", "column_closed_year")
	}
	return on, named || !on.IsZero()
}

// withWhite returns the box of a column with the white on its left, up to what its
// first line prints before it: small amounts end under a head that begins left of them.
func (r *reader) withWhite(top cell, width predate.Box) predate.Box {
	left := -1.0
	for _, c := range r.lines[top.line].cells {
		if c.box.X1 < width.X0 {
			left = max(left, c.box.X1)
		}
	}
	if left >= 0 {
		width.X0 = left
	}
	return width
}
