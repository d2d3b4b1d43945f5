package classify

import (
	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// Glance is what a page says of itself, where only some of its lines may be known.
type Glance struct {
	// Other reports whether something on the page speaks for a paper of another kind
	// than the one asked for: a title, words of such papers, or an amount.
	Other bool
	Leaf  int // the page's own number in its paper; zero when none is printed
	Days  []predate.Date
}

// faint is the weight under which the words of a kind are found in any paper.
const faint = 10

// Glance looks at a page of a paper of some kind.
func (c Classifier) Glance(page layout.Page, kind predate.Kind) Glance {
	s := c.newSheet(page)
	g := Glance{Leaf: s.leaf, Days: layout.DatesIn(s.text)}
	for _, line := range page.Lines {
		g.Other = g.Other || sumsIn(fold.Text(line.Text())) > 0
	}
	for _, h := range s.heads {
		for _, m := range c.titles {
			if _, words := h.heaviest([]mark{m}, []head{h}); m.kind != kind && words != "" {
				g.Other = true
			}
		}
	}
	weights := map[predate.Kind]int{}
	for _, m := range c.contents {
		if s.says(m.ids) != "" {
			weights[m.kind] += m.weight
		}
	}
	for other, weight := range weights {
		g.Other = g.Other || other != kind && weight >= faint
	}
	return g
}
