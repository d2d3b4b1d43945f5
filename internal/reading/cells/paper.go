package cells

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/layout"
)

// Paper is the lines of a paper, cut into cells.
type Paper struct {
	Lines  []Line
	OCR    bool // its words were recognised
	groups map[int][]Group
}

// Of cuts a document into cells. isUnit reports whether words after a number name what it
// counts.
func Of(doc layout.Doc, isUnit func(string) bool) *Paper {
	return &Paper{
		Lines:  linesOf(doc, isUnit),
		OCR:    slices.ContainsFunc(doc.Pages, func(p layout.Page) bool { return p.OCR }),
		groups: map[int][]Group{},
	}
}

// Drop takes a line out of the reading; how the lines around it are parted may
// hang on it.
func (p *Paper) Drop(i int) {
	p.Lines[i].Cells = nil
	clear(p.groups)
}

// Over returns by how much of the narrower one two boxes share their width.
func Over(a, b predate.Box) float64 {
	shared := min(a.X1, b.X1) - max(a.X0, b.X0)
	narrow := min(a.Width(), b.Width())
	if shared <= 0 || narrow <= 0 {
		return 0
	}
	return shared / narrow
}

// Group is amounts of one line that share the words on their left.
type Group struct {
	Line    int    // on which they stand
	Label   string // of the line alone
	Box     predate.Box
	Amounts []Cell
	Number  string // a number printed before the words: an account
	Unnamed bool   // numbers alone stand before the amounts: the words before them hold
}

// GroupsAt returns the groups of a line, cut at the first call and kept: nobody
// changes them.
func (p *Paper) GroupsAt(i int) []Group {
	groups, ok := p.groups[i]
	if !ok {
		groups = p.groupsOf(i)
		p.groups[i] = groups
	}
	return groups
}

// groupsOf cuts a line into groups: words or a number after amounts begin
// another one, and so do words beyond a column of the lines around.
func (p *Paper) groupsOf(i int) []Group {
	var out []Group
	current, names := Group{Line: i}, []Cell(nil)
	flush := func() {
		for k := len(names) - 1; k > 0; k-- {
			if p.columnBetween(i, names[k-1].Box, names[k].Box) {
				out = append(out, named(Group{Line: i}, names[:k]))
				names = names[k:]
				break
			}
		}
		out = append(out, named(current, names))
		current, names = Group{Line: i}, nil
	}
	for _, c := range p.Lines[i].Cells {
		switch c.Nature {
		case Amount:
			current.Amounts = append(current.Amounts, c)
		case Text, Count, Ratio:
			if len(current.Amounts) > 0 {
				flush()
			}
			names = append(names, c)
		}
	}
	if len(names) > 0 || len(current.Amounts) > 0 {
		flush()
	}
	return out
}

// named returns the group with its words set from names.
func named(g Group, names []Cell) Group {
	g.Unnamed = !slices.ContainsFunc(names, func(c Cell) bool { return c.Nature == Text })
	for _, c := range names {
		if c.Nature == Count && g.Label == "" {
			g.Number = strings.Trim(c.Text, "[]() .")
		}
		g.Label = strings.TrimSpace(g.Label + " " + c.Text)
		g.Box = g.Box.Union(c.Box)
	}
	return g
}

// Around is how many lines over and under a line show its columns: a section of
// annexe 1 in which nothing is printed has up to seven.
const Around = 8

// columnBetween reports whether amounts of the lines around stand between two
// cells of a line, or what stands for none in a column of the page.
func (p *Paper) columnBetween(i int, left, right predate.Box) bool {
	between := func(c Cell) bool { return c.Box.X1 > left.X1 && c.Box.X0 > left.X0 && c.Box.X1 < right.X0+1 }
	if slices.ContainsFunc(p.Lines[i].Cells, func(c Cell) bool {
		return (c.Nature == Dash || c.Nature == Unread) && between(c) && p.underAmounts(c)
	}) {
		return true
	}
	for j := max(0, i-Around); j <= min(len(p.Lines)-1, i+Around); j++ {
		if p.Lines[j].Page != p.Lines[i].Page {
			continue
		}
		for _, c := range p.Lines[j].Cells {
			if c.Nature == Amount && between(c) {
				return true
			}
		}
	}
	return false
}

// underAmounts reports whether amounts of the page stand over or under a Cell.
func (p *Paper) underAmounts(c Cell) bool {
	for _, l := range p.Lines {
		if l.Page == c.Page && slices.ContainsFunc(l.Cells, func(a Cell) bool {
			return a.Nature == Amount && (Over(a.Box, c.Box) > 0.5 || Near(a.Box.X1, c.Box.X1))
		}) {
			return true
		}
	}
	return false
}

// HeadsOver returns the words over a column of a width, top first, as far up as they go on:
// from the line of an amount to the next line over it with amounts of the same column.
func (p *Paper) HeadsOver(n Cell, box predate.Box) string {
	return strings.Join(p.HeadLines(n, box, func(Cell) bool { return false }), " ")
}

// HeadLines returns the words of HeadsOver line by line, but for cells that head
// no column.
func (p *Paper) HeadLines(n Cell, box predate.Box, aside func(Cell) bool) []string {
	var parts []string
	for i := n.Line - 1; i >= 0 && len(parts) < 4; i-- {
		l := p.Lines[i]
		if l.Page != n.Page {
			break
		}
		held := ""
		for _, c := range l.Cells {
			if Over(c.Box, box) < 0.35 || c.Nature == Text && p.spansColumns(c.Box, n) || aside(c) {
				continue
			}
			if c.Nature == Amount {
				return parts
			}
			if c.Nature != Dash {
				held = strings.TrimSpace(held + " " + c.Text)
			}
		}
		if held != "" {
			parts = append([]string{held}, parts...)
		} else if len(parts) > 0 && l.Box.Y1 < p.Lines[i+1].Box.Y0+1 {
			break // what is set at mid-height of two lines parts none
		}
	}
	return parts
}

// spansColumns reports whether a box stands over an amount and over another of
// its line: it heads neither.
func (p *Paper) spansColumns(b predate.Box, n Cell) bool {
	return slices.ContainsFunc(p.Lines[n.Line].Cells, func(c Cell) bool { return c.Nature == Amount && c.Box != n.Box && Over(c.Box, b) > 0.35 })
}

// Next returns the words right under (step +1) or over (step −1) a group that
// belong to no amount: the rest of a label that wraps. The other half of a sheet
// may have lines in between.
func (p *Paper) Next(g Group, step int) string {
	own := p.Lines[g.Line]
	for i := g.Line + step; i >= 0 && i < len(p.Lines) && p.Lines[i].Page == own.Page; i += step {
		l := p.Lines[i]
		if max(l.Box.Y0, own.Box.Y0)-min(l.Box.Y1, own.Box.Y1) > 0.9*own.Size {
			return ""
		}
		for _, other := range p.GroupsAt(i) {
			if Over(other.Box, g.Box) > 0.5 {
				if len(other.Amounts) > 0 {
					return ""
				}
				return other.Label
			}
		}
	}
	return ""
}

// LineText joins the cells of a line.
func (p *Paper) LineText(i int) string {
	var parts []string
	for _, c := range p.Lines[i].Cells {
		parts = append(parts, c.Text)
	}
	return strings.Join(parts, " ")
}

// WordsAt returns the words of a line without its numbers.
func (p *Paper) WordsAt(i int) string {
	var parts []string
	for _, c := range p.Lines[i].Cells {
		if c.Nature == Text {
			parts = append(parts, c.Text)
		}
	}
	return strings.Join(parts, " ")
}

// CentsAt lists the amounts of a line.
func (p *Paper) CentsAt(i int) []predate.Cents {
	var out []predate.Cents
	for _, c := range p.Lines[i].Cells {
		if c.Nature == Amount {
			out = append(out, c.Amount.Cents)
		}
	}
	return out
}
