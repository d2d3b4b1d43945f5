package form

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/meaning"
)

// reader is a paper of one kind under reading, with what its words mean.
type reader struct {
	*printed
	*meaning.Reader
	sums
}

// isTakenOff reports whether words say that their amount is taken off: a minus
// before them. A dash between a number and its words parts them: "601 - Eau".
func isTakenOff(words string) bool {
	rest := strings.TrimLeft(words, "0123456789 ")
	numbered := len(strings.TrimSpace(words)) > len(rest) && words != rest
	return strings.HasPrefix(rest, "−") || !numbered && (strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "– "))
}

// group is amounts of one line that share the words on their left.
type group struct {
	line    int
	label   string // of the line alone
	box     predate.Box
	amounts []cell
	number  string // a number printed before the words: an account
	unnamed bool   // numbers alone stand before the amounts: the words before them hold
}

// groupsAt returns the groups of a line, cut at the first call and kept: nobody
// changes them.
func (p *printed) groupsAt(i int) []group {
	groups, ok := p.groups[i]
	if !ok {
		groups = p.groupsOf(i)
		p.groups[i] = groups
	}
	return groups
}

// groupsOf cuts a line into groups: words or a number after amounts begin
// another one, and so do words beyond a column of the lines around.
func (p *printed) groupsOf(i int) []group {
	var out []group
	current, names := group{line: i}, []cell(nil)
	flush := func() {
		for k := len(names) - 1; k > 0; k-- {
			if p.columnBetween(i, names[k-1].Box, names[k].Box) {
				out = append(out, named(group{line: i}, names[:k]))
				names = names[k:]
				break
			}
		}
		out = append(out, named(current, names))
		current, names = group{line: i}, nil
	}
	for _, c := range p.lines[i].Cells {
		switch c.Nature {
		case amount:
			current.amounts = append(current.amounts, c)
		case text, count, ratio:
			if len(current.amounts) > 0 {
				flush()
			}
			names = append(names, c)
		}
	}
	if len(names) > 0 || len(current.amounts) > 0 {
		flush()
	}
	return out
}

// named returns the group with its words set from names.
func named(g group, names []cell) group {
	g.unnamed = !slices.ContainsFunc(names, func(c cell) bool { return c.Nature == text })
	for _, c := range names {
		if c.Nature == count && g.label == "" {
			g.number = strings.Trim(c.Text, "[]() .")
		}
		g.label = strings.TrimSpace(g.label + " " + c.Text)
		g.box = g.box.Union(c.Box)
	}
	return g
}

// around is how many lines over and under a line show its columns: a section of
// annexe 1 in which nothing is printed has up to seven.
const around = 8

// columnBetween reports whether amounts of the lines around stand between two
// cells of a line, or what stands for none in a column of the page.
func (p *printed) columnBetween(i int, left, right predate.Box) bool {
	between := func(c cell) bool { return c.Box.X1 > left.X1 && c.Box.X0 > left.X0 && c.Box.X1 < right.X0+1 }
	if slices.ContainsFunc(p.lines[i].Cells, func(c cell) bool {
		return (c.Nature == dash || c.Nature == unread) && between(c) && p.underAmounts(c)
	}) {
		return true
	}
	for j := max(0, i-around); j <= min(len(p.lines)-1, i+around); j++ {
		if p.lines[j].Page != p.lines[i].Page {
			continue
		}
		for _, c := range p.lines[j].Cells {
			if c.Nature == amount && between(c) {
				return true
			}
		}
	}
	return false
}

// underAmounts reports whether amounts of the page stand over or under a cell.
func (p *printed) underAmounts(c cell) bool {
	for _, l := range p.lines {
		if l.Page == c.Page && slices.ContainsFunc(l.Cells, func(a cell) bool {
			return a.Nature == amount && (over(a.Box, c.Box) > 0.5 || near(a.Box.X1, c.Box.X1))
		}) {
			return true
		}
	}
	return false
}

// next returns the words right under (step +1) or over (step −1) a group that
// belong to no amount: the rest of a label that wraps. The other half of a sheet
// may have lines in between.
func (r *reader) next(g group, step int) string {
	own := r.lines[g.line]
	for i := g.line + step; i >= 0 && i < len(r.lines) && r.lines[i].Page == own.Page; i += step {
		l := r.lines[i]
		if max(l.Box.Y0, own.Box.Y0)-min(l.Box.Y1, own.Box.Y1) > 0.9*own.Size {
			return ""
		}
		for _, other := range r.groupsAt(i) {
			if over(other.box, g.box) > 0.5 {
				if len(other.amounts) > 0 {
					return ""
				}
				return other.label
			}
		}
	}
	return ""
}

// heads returns the words over a column, top first, as far up as they go on:
// from the line of its first amount to the next line with amounts of the same
// column.
func (r *reader) heads(n *node) string { return r.headsOver(n.cell, n.cell.Box) }

// headByRank returns the head of an amount where the line of heads over it has
// as many cells as its own line: heads that begin where amounts end stand over
// none of them.
func (r *reader) headByRank(n *node) string {
	row := r.lines[n.cell.Line].Cells
	rank := slices.IndexFunc(row, func(c cell) bool { return c.Box == n.cell.Box })
	for i := n.cell.Line - 1; i >= 0 && r.lines[i].Page == n.cell.Page; i-- {
		if r.isHeadLine(i) {
			if heads := r.lines[i].Cells; len(heads) == len(row) && rank >= 0 {
				return heads[rank].Text
			}
			return ""
		}
	}
	return ""
}

// headsOver is heads for a column of a known width.
func (p *printed) headsOver(n cell, box predate.Box) string {
	return strings.Join(p.headLines(n, box, func(cell) bool { return false }), " ")
}

// headLines returns the words of headsOver line by line, but for cells that head
// no column.
func (p *printed) headLines(n cell, box predate.Box, aside func(cell) bool) []string {
	var parts []string
	for i := n.Line - 1; i >= 0 && len(parts) < 4; i-- {
		l := p.lines[i]
		if l.Page != n.Page {
			break
		}
		held := ""
		for _, c := range l.Cells {
			if over(c.Box, box) < 0.35 || c.Nature == text && p.spansColumns(c.Box, n) || aside(c) {
				continue
			}
			if c.Nature == amount {
				return parts
			}
			if c.Nature != dash {
				held = strings.TrimSpace(held + " " + c.Text)
			}
		}
		if held != "" {
			parts = append([]string{held}, parts...)
		} else if len(parts) > 0 && l.Box.Y1 < p.lines[i+1].Box.Y0+1 {
			break // what is set at mid-height of two lines parts none
		}
	}
	return parts
}

// spansColumns reports whether a box stands over an amount and over another of
// its line: it heads neither.
func (p *printed) spansColumns(b predate.Box, n cell) bool {
	return slices.ContainsFunc(p.lines[n.Line].Cells, func(c cell) bool { return c.Nature == amount && c.Box != n.Box && over(c.Box, b) > 0.35 })
}
