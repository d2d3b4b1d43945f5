package form

import (
	"slices"
	"strings"
	"unicode"

	"predate"
	"predate/internal/reading/cells"
	"predate/internal/reading/lexicon"
)

// labels returns the words that may name an amount, nearest first: those on its
// left with what wraps around them, those stacked under or over it, those over
// its column. A sign between two amounts is no word.
func (r *reader) labels(c cell) []string {
	var out []string
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	for _, g := range r.GroupsAt(c.Line) {
		for _, a := range g.Amounts {
			if a.Box != c.Box || !strings.ContainsFunc(g.Label, unicode.IsLetter) {
				continue
			}
			if r.endsCard(g, c) {
				add(r.stacked(c, -1))
				return out
			}
			if opensCard(r, g, c) {
				add(r.stacked(c, -1))
			}
			below, above := r.Next(g, 1), r.Next(g, -1)
			add(g.Label)
			add(g.Label + " " + below)
			add(above + " " + g.Label)
			return out
		}
	}
	add(r.stacked(c, 1))
	add(r.stacked(c, -1))
	return out
}

// endsCard reports whether the words left of an amount are the rest of a label
// that wraps over an amount of its own: both begin where cells of the line above
// begin, and the words go on in a small letter.
func (r *reader) endsCard(g group, c cell) bool {
	i := g.Line - 1
	if !startsLower(g.Label) || i < 0 || r.Lines[i].Page != c.Page || r.hasAmounts(i) {
		return false
	}
	under := func(box predate.Box) bool {
		return slices.ContainsFunc(r.Lines[i].Cells, func(o cell) bool { return o.Nature == text && near(o.Box.X0, box.X0) })
	}
	return under(g.Box) && under(c.Box)
}

// opensCard reports whether an amount begins right under words that begin where it
// does, far from the words left of it: a panel beside the card of another matter.
func opensCard(r *reader, g group, c cell) bool {
	i := c.Line - 1
	if i < 0 || r.Lines[i].Page != c.Page || r.hasAmounts(i) || c.Box.X0-g.Box.X1 < farApart*r.Lines[c.Line].Size {
		return false
	}
	return slices.ContainsFunc(r.Lines[i].Cells, func(o cell) bool {
		return o.Nature == text && near(o.Box.X0, c.Box.X0) && strings.ContainsFunc(o.Text, unicode.IsLetter)
	})
}

// farApart is how many letters of white are between two panels at least.
const farApart = 4

// stacked returns the words right under (step +1) or over (step −1) an amount
// that stands alone, up to three lines of them.
func (r *reader) stacked(c cell, step int) string {
	var parts []string
	edge := c.Box
	for i := c.Line + step; i >= 0 && i < len(r.Lines) && len(parts) < 3; i += step {
		l := r.Lines[i]
		gap := max(l.Box.Y0, edge.Y0) - min(l.Box.Y1, edge.Y1)
		if l.Page != c.Page || gap > 1.6*max(l.Size, 6) || r.hasAmounts(i) && (step > 0 || !wrapsOver(r, i, c)) {
			break
		}
		held := ""
		for _, other := range l.Cells {
			near := over(other.Box, c.Box) > 0.3 || other.Box.X0 > c.Box.X0-4 && other.Box.X0 < c.Box.X0+4
			if near && other.Nature == day {
				return strings.Join(parts, " ")
			}
			if near && other.Nature == text {
				held = strings.TrimSpace(held + " " + other.Text)
			}
		}
		if held == "" {
			if len(parts) > 0 {
				break
			}
			continue
		}
		edge = l.Box
		if step > 0 {
			parts = append(parts, held)
		} else {
			parts = append([]string{held}, parts...)
		}
	}
	return strings.Join(parts, " ")
}

// wrapsOver reports whether a line has the rest of a label that wraps over an amount: it
// begins where the amount does and goes on in a small letter. The amounts of the line are
// of cards beside it, whose labels are shorter.
func wrapsOver(r *reader, i int, c cell) bool {
	return slices.ContainsFunc(r.Lines[i].Cells, func(o cell) bool {
		return o.Nature == text && near(o.Box.X0, c.Box.X0) && startsLower(o.Text)
	})
}

// isCalled reports whether words that may name an amount say one of some
// concepts.
func (r *reader) isCalled(c cell, ids ...lexicon.ID) bool {
	return slices.ContainsFunc(r.labels(c), func(s string) bool { return r.Says(s, ids...) })
}

// ownWordsSay reports whether the words before an amount on its line say one of
// some concepts: those that wrap around them are not asked.
func (r *reader) ownWordsSay(c cell, ids ...lexicon.ID) bool {
	return slices.ContainsFunc(r.GroupsAt(c.Line), func(g group) bool {
		return r.Says(g.Label, ids...) && slices.ContainsFunc(g.Amounts, func(a cell) bool { return a.Box == c.Box })
	})
}

// headsColumns reports whether all cells of a line stand over amounts of another
// one, right of its name: what they say is of the columns.
func (r *reader) headsColumns(i, line int) bool {
	row := r.Lines[line].Cells
	first := slices.IndexFunc(row, func(c cell) bool { return c.Nature == amount })
	cells := r.Lines[i].Cells
	wraps := i+1 < len(r.Lines) && r.isHeadLine(i+1)
	if first < 1 || len(cells) == 0 || len(cells) == 1 && !wraps || cells[0].Box.X0 < row[first-1].Box.X1 {
		return false
	}
	return !slices.ContainsFunc(cells, func(head cell) bool {
		return !slices.ContainsFunc(row, func(c cell) bool { return c.Nature == amount && over(c.Box, head.Box) > 0 })
	})
}

// near reports whether two abscissas are the same to the eye.
func near(a, b float64) bool { return cells.Near(a, b) }
