package form

import (
	"slices"
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
	wide.Box = width
	on = r.groupEnd(wide, years)
	heads := r.HeadLines(top, width, r.headsSection)
	for k := len(heads) - 1; k >= 0 && on.IsZero() && !named; k-- {
		over := strings.Join(heads[k:], " ")
		on = r.columnEnd(over, years)
		named = r.Says(over, "column_previous", "column_closed", "column_closed_year")
	}
	return on, named || !on.IsZero()
}

// withWhite returns the box of a column with the white on its left, up to what its
// first line prints before it: small amounts end under a head that begins left of them.
func (r *reader) withWhite(top cell, width predate.Box) predate.Box {
	left := -1.0
	for _, c := range r.Lines[top.Line].Cells {
		if c.Box.X1 < width.X0 {
			left = max(left, c.Box.X1)
		}
	}
	if left >= 0 {
		width.X0 = left
	}
	return width
}

// sideOfParts weighs on which side a sum of a scan stands of which one part alone is the
// total of lines that do not make it, as where a stamp hides one of them: the other
// parts are sums of accounts, which say it. Both sides must balance all the same.
func (r *reader) sideOfParts(n *node) int {
	var known []account
	unmade := 0
	for _, c := range n.children {
		switch {
		case len(c.children) > 0:
			for _, leaf := range c.leaves() {
				known = append(known, r.accountAt(leaf))
			}
		case c.total:
			unmade++
		default:
			return 0
		}
	}
	if unmade != 1 {
		return 0
	}
	return lean(known)
}

// dated returns the sections of a state of two exercises with those under no heading
// in the exercise that the section beside is not of: the totals show whether it is so.
// Where headings name one exercise alone, all of the state is of it.
func dated(sections []section, years exercises) []section {
	var days, named []predate.Date
	for k, s := range append([]section{{on: years.closed.To}, {on: years.previous.To}}, sections...) {
		if !s.on.IsZero() && !slices.Contains(days, s.on) {
			days = append(days, s.on)
		}
		if k > 1 && !s.on.IsZero() && !slices.Contains(named, s.on) {
			named = append(named, s.on)
		}
	}
	out := slices.Clone(sections)
	for i, s := range sections {
		var beside []section
		for _, o := range sections {
			if o.assets == s.assets && o.total != s.total && o.total.cell.Line == s.total.cell.Line {
				beside = append(beside, o)
			}
		}
		switch {
		case s.headed || !s.on.IsZero():
		case len(days) == 2 && len(beside) == 1 && !beside[0].on.IsZero():
			out[i].on = days[1-slices.Index(days, beside[0].on)]
		case len(named) == 1 && len(beside) == 0:
			out[i].on = named[0]
		}
	}
	for i, s := range out { // what dates one section of a column dates them all
		k := slices.IndexFunc(out, func(o section) bool { return o.total.column == s.total.column && !o.on.IsZero() })
		if len(days) == 2 && !s.headed && s.on.IsZero() && k >= 0 {
			out[i].on = out[k].on
		}
	}
	return out
}
