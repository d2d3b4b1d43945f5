package paper

import (
	"slices"
	"strings"

	"predate/internal/reading/layout"
)

// cards is on which side of its value a paper prints a label, where it stacks
// them. One paper keeps to one side: the labels that have a value on one side
// only tell it for those that have something on both.
type cards struct {
	side  int  // where the value stands: −1 over its label, +1 under it, 0 unknown
	mixed bool // the labels do not agree: what is stacked cannot be told
	// label and value are how both are set, where that tells them apart.
	label, value face
	faced        bool
}

// face is how words are set.
type face struct {
	size int // tenths of a point
	bold bool
}

// vote is a label with a value on one side only: over, under, or 0 for beside.
type vote struct {
	side         int
	label, value face
}

// CardSide reports on which side of its value this paper prints a label: +1 for a value under
// it, -1 for one over it, 0 where the paper does not tell.
func (p Paper) CardSide() int { return p.cards().side }

func (p Paper) cards() cards {
	return Derived(p.Doc, func(doc Source) cards { return settled(Of(doc).votes()) })
}

// votes asks every label that stands alone in its cell. One with something at
// its right tells only where nothing else is near: its value is beside it.
func (p Paper) votes() []vote {
	var out []vote
	for i, r := range p.Rows {
		cells := Pieces(r)
		if p.Doc.IsColumnHead(r) {
			continue
		}
		for k, c := range cells {
			if !p.announces(c) {
				continue
			}
			over, up := p.aligned(i, c.Cell, -1)
			under, down := p.aligned(i, c.Cell, +1)
			switch beside := k+1 < len(cells) && !p.announces(cells[k+1]); {
			case beside && up == down:
				out = append(out, vote{}) // nothing is stacked with it
			case beside:
			case up < down*0.8:
				out = append(out, vote{-1, p.face(c.Cell), p.face(over)})
			case down < up*0.8:
				out = append(out, vote{+1, p.face(c.Cell), p.face(under)})
			}
		}
	}
	return out
}

// settled takes the side of three stacked labels in four, two at least, and not
// fewer than those with their value beside.
func settled(votes []vote) cards {
	count := map[int]int{}
	for _, v := range votes {
		count[v.side]++
	}
	var c cards
	switch stacked := count[-1] + count[+1]; {
	case stacked < 2, stacked < count[0]:
		return cards{}
	case count[-1] >= 3*count[+1]:
		c.side = -1
	case count[+1] >= 3*count[-1]:
		c.side = +1
	default:
		return cards{mixed: true}
	}
	faces, most := map[vote]int{}, 0
	for _, v := range votes {
		faces[v]++
		if v.side == c.side && faces[v] > most {
			most, c.label, c.value = faces[v], v.label, v.value
		}
	}
	c.faced = c.label != c.value && 4*most >= 3*count[c.side]
	return c
}

// announces reports whether a cell is a label and nothing else: no colon, no figure.
func (p Paper) announces(c Piece) bool {
	if strings.ContainsAny(c.Folded, ":0123456789") {
		return false
	}
	if p.isLabel(c.Cell) {
		return true
	}
	if len(c.Folded) > 60 {
		return false // a sentence
	}
	for _, l := range []string{
		"coproprietaire", "compte", "appel n°", "exigib", "date limite", "periode", "provisions", "total", "montant", "solde", "net a", "reste",
		"report", "avance", "fonds de", "reserve", "votre part", "quote-part", "exercice", "assemblee du", "approuve", "charges", "vos lots", "mes lots", "n° de compte", "a payer", "a regler",
	} {
		if strings.HasPrefix(c.Folded, l) {
			return true
		}
	}
	return false
}

// face is how a cell is set, by its first word.
func (p Paper) face(c layout.Cell) face {
	for _, r := range p.Rows {
		if r.Page != c.Page || r.Box.Y1 < c.Box.Y0 || r.Box.Y0 > c.Box.Y1 {
			continue
		}
		for _, w := range r.Words {
			if w.Box.X0 >= c.Box.X0-0.5 && w.Box.X1 <= c.Box.X1+0.5 && w.Box.Y0 >= c.Box.Y0-0.5 && w.Box.Y1 <= c.Box.Y1+0.5 {
				return face{int(10*w.Size + 0.5), w.Bold}
			}
		}
	}
	return face{}
}

// ValueOnCard reads the value stacked with a label. The last result says whether
// the paper tells: nothing that stands beside the label is then its value.
func (p Paper) ValueOnCard(i int, label layout.Cell) (value layout.Cell, ok, told bool) {
	c := p.cards()
	switch {
	case c.mixed:
		_, up := p.aligned(i, label, -1)
		_, down := p.aligned(i, label, +1)
		return layout.Cell{}, false, min(up, down) < 0.9
	case c.side == 0, c.faced && p.face(label) != c.label:
		return layout.Cell{}, false, false
	}
	lines := p.stackOf(i, label, c.side)
	if len(lines) > 0 && !c.faced && p.isLabel(lines[0]) {
		return layout.Cell{}, false, false
	}
	if c.faced {
		for len(lines) > 0 && c.side > 0 && p.face(lines[0]) == c.label {
			lines = lines[1:] // the label goes on
		}
		lines = p.inFace(lines, c.value)
	}
	return oneCell(lines, c.side), len(lines) > 0, len(lines) > 0
}

// stackOf returns the cells that begin where one begins, over it or under it, one
// close to the other and set alike, the nearest first. Labels end it, unless it
// starts with one.
func (p Paper) stackOf(i int, from layout.Cell, step int) []layout.Cell {
	var out []layout.Cell
	last, first := from, 0.0
	for j := i + step; j >= 0 && j < len(p.Rows) && p.Rows[j].Page == from.Page; j += step {
		k := slices.IndexFunc(Pieces(p.Rows[j]), func(c Piece) bool { return Overlapped(c.Box, from.Box) })
		if k < 0 {
			continue
		}
		c := Pieces(p.Rows[j])[k].Cell
		d, white := c.Box.X0-from.Box.X0, max(c.Box.Y0-last.Box.Y1, last.Box.Y0-c.Box.Y1)
		height := max(last.Box.Height(), 4)
		switch {
		case d > 0.6*height || d < -0.6*height || white > 0.9*height:
			return out
		case len(out) > 0 && (white > 1.3*first+1 || p.isLabel(c) != p.isLabel(out[0])):
			return out
		case len(out) == 0:
			first = white
		}
		out, last = append(out, c), c
	}
	return out
}

// inFace returns the first of some lines that are set in a face.
func (p Paper) inFace(lines []layout.Cell, f face) []layout.Cell {
	for n, l := range lines {
		if p.face(l) != f {
			return lines[:n]
		}
	}
	return lines
}

// oneCell joins lines, given from the nearest in a direction, from top to
// bottom.
func oneCell(lines []layout.Cell, step int) layout.Cell {
	lines = slices.Clone(lines)
	if step < 0 {
		slices.Reverse(lines)
	}
	var out layout.Cell
	for _, l := range lines {
		out.Text, out.Box, out.Page = strings.TrimSpace(out.Text+" "+l.Text), out.Box.Union(l.Box), l.Page
	}
	return out
}
