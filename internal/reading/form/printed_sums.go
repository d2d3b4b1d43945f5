package form

import (
	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// PrintedSum is an amount that sums amounts over it in its column, or that its
// words call a total although no run of amounts over it makes it.
type PrintedSum struct {
	Page   int
	Box    predate.Box
	Words  string // beside it
	Amount predate.Cents
	Parts  []Place // the amounts that it sums, or those that come nearest
	Off    predate.Cents
	Closed bool
}

// Place is where an amount is printed.
type Place struct {
	Page int
	Box  predate.Box
}

// PrintedSums lists the sums of a part from top to bottom: those that close, and
// totals that fail, with the amount by which the nearest run of lines misses them.
func PrintedSums(kind predate.Kind, doc layout.Doc, words *lexicon.Lexicon) []PrintedSum {
	r := readerOf(kind, doc, words)
	var out []PrintedSum
	for i := range r.Lines {
		for _, n := range r.at[i] {
			s := PrintedSum{Page: n.cell.Page, Box: n.cell.Box, Words: r.wordsBeside(n.cell), Amount: n.value()}
			switch {
			case len(n.children) > 0:
				s.Closed, s.Parts = true, placesOf(n.children)
			case n.total && n.value() != 0:
				s.Parts, s.Off = r.nearestRun(n)
			}
			if len(s.Parts) > 0 {
				out = append(out, s)
			}
		}
	}
	return out
}

// wordsBeside returns the words of the group of which an amount is.
func (r *reader) wordsBeside(c cell) string {
	for _, g := range r.GroupsAt(c.Line) {
		for _, a := range g.Amounts {
			if a.Box == c.Box {
				return g.Label
			}
		}
	}
	return ""
}

// nearestRun returns the run of open amounts right above a total whose sum is
// nearest to it, and what the sum has too much. A single amount is no run.
func (r *reader) nearestRun(n *node) (parts []Place, off predate.Cents) {
	var open []*node
	for _, m := range r.columns[n.column].nodes {
		if m == n {
			break
		}
		if m.parent == nil || m.parent.cell.Line > n.cell.Line {
			open = append(open, m)
		}
	}
	var sum predate.Cents
	for m := 1; m <= len(open) && m <= budget; m++ {
		sum += open[len(open)-m].term()
		if miss := sum - n.value(); m > 1 && (parts == nil || max(miss, -miss) < max(off, -off)) {
			parts, off = placesOf(open[len(open)-m:]), miss
		}
	}
	return parts, off
}

func placesOf(nodes []*node) []Place {
	var out []Place
	for _, n := range nodes {
		out = append(out, Place{n.cell.Page, n.cell.Box})
	}
	return out
}

// amounts lists every amount of the paper.
func (r *reader) amounts() []cell {
	var out []cell
	for _, l := range r.Lines {
		for _, c := range l.Cells {
			if c.Nature == amount {
				out = append(out, c)
			}
		}
	}
	return out
}

// printedAs lists the amounts of a magnitude.
func (r *reader) printedAs(v predate.Cents) []cell {
	var out []cell
	for _, c := range r.amounts() {
		if c.Amount.Cents == v || c.Amount.Cents == -v {
			out = append(out, c)
		}
	}
	return out
}
