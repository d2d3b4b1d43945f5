package pdftext

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"predate"
)

const (
	leastSure    = 60.0 // confidence of a word that the second reading alone has
	leastCertain = 80.0 // confidence of an amount of which the other reading makes none
)

// amountForm is an amount in its usual print, thousands parted or not.
var amountForm = regexp.MustCompile(`^[-+(]?\d{1,3}(?:[ .]?\d{3})*,\d\d[-)]?$|^[-+(]?\d{1,3}(?: ?\d{3})*\.\d\d[-)]?$`)

// merger puts two readings of one page together.
type merger struct {
	page          prepared
	first, second recognition
}

// again returns the words of the first reading that are read a second time, and
// those that are not. A weak word is read again with its neighbours: alone it is
// too little for tesseract to see a line in.
func (m merger) again() (again, settled []predate.Word) {
	words := m.first.words
	var weak []predate.Word
	for i := range words {
		if m.weak(m.first.reading([]int{i})) {
			weak = append(weak, words[i])
		}
	}
	for _, w := range words {
		if hasFigure(w) || slices.ContainsFunc(weak, func(v predate.Word) bool { return neighbours(v, w) }) {
			again = append(again, w)
		} else {
			settled = append(settled, w)
		}
	}
	return again, settled
}

// weak reports whether a reading is unsure, or has a ruling line in it that it may have
// taken for a letter.
func (m merger) weak(g reading) bool {
	return slices.Min(g.sure) < leastSure || slices.ContainsFunc(m.page.rules, func(r predate.Rule) bool {
		b := g.box()
		return standing(r) && r.Box.X0 > b.X0-1 && r.Box.X0 < b.X1+1 && overlap(r.Box.Y0, r.Box.Y1, b.Y0, b.Y1) > b.Height()/2
	})
}

// neighbours reports whether two words stand on one line, no more than a few apart.
func neighbours(a, b predate.Word) bool {
	const near = 12 // heights
	gap := max(a.Box.X0-b.Box.X1, b.Box.X0-a.Box.X1)
	return gap < near*a.Box.Height() && overlap(a.Box.Y0, a.Box.Y1, b.Box.Y0, b.Box.Y1) > 0.5*min(a.Box.Height(), b.Box.Height())
}

// reading is what one recognition has at a place.
type reading struct {
	words []predate.Word
	sure  []float64
	text  string // without what recognition makes of edges and of the currency
}

func (f recognition) reading(at []int) reading {
	var g reading
	parts := make([]string, len(at))
	for i, n := range at {
		g.words, g.sure = append(g.words, f.words[n]), append(g.sure, f.sure[n])
		parts[i] = f.words[n].Text
	}
	g.text = strings.Trim(strings.Join(parts, " "), "|!][}{€ :;_'’")
	if !strings.Contains(g.text, "(") {
		g.text = strings.TrimRight(g.text, ")")
	}
	return g
}

func (g reading) amount() bool   { return amountForm.MatchString(g.text) }
func (g reading) negative() bool { return strings.ContainsAny(g.text, "-(") }
func (g reading) certain() bool  { return slices.Min(g.sure) >= leastCertain }
func (g reading) surer(other reading) bool {
	return slices.Min(g.sure) >= leastSure && slices.Min(g.sure) > slices.Min(other.sure)
}

func (g reading) digits() string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, g.text)
}

func (g reading) box() predate.Box {
	var b predate.Box
	for _, w := range g.words {
		b = b.Union(w.Box)
	}
	return b
}

// doubted marks the words with what the other reading has.
func (g reading) doubted(other reading) reading {
	for i := range g.words {
		g.words[i].Doubt = other.text
	}
	return g
}

// merged returns the words of the first reading, what both make of the amounts,
// and what the second alone has, but for lone figures that are not certain, which
// it gives apart.
func (m merger) merged() (out recognition, figures []predate.Word) {
	out = recognition{confidence: m.first.confidence}
	keep := func(g reading) {
		out.words, out.sure = append(out.words, g.words...), append(out.sure, g.sure...)
	}
	alone := make([]bool, len(m.second.words))
	for i := range alone {
		alone[i] = true
	}
	for _, p := range m.pairs() {
		a, b := m.first.reading(p.first), m.second.reading(p.second)
		for _, n := range p.second {
			alone[n] = false
		}
		keep(m.decide(a, b))
	}
	for n, w := range m.second.words {
		switch bare := strings.Trim(w.Text, "-—_.,:;'’|"); {
		case !alone[n] || m.second.sure[n] < leastSure:
		case utf8.RuneCountInString(bare) > 1, hasFigure(w) && m.second.sure[n] >= leastCertain && bare != w.Text:
			keep(m.second.reading([]int{n}))
		case hasFigure(w):
			figures = append(figures, w)
		}
	}
	return out, figures
}

// pair is words of both readings, by their numbers, that lie at one place.
type pair struct{ first, second []int }

// pairs groups the words that lie at one place; each word of the first reading
// is in one group, in reading order.
func (m merger) pairs() []pair {
	var out []pair
	in := map[int]int{} // the group of a word of the second reading
	for i, w := range m.first.words {
		group, with := len(out), []int(nil)
		for n, v := range m.second.words {
			if !samePlace(w.Box, v.Box) {
				continue
			}
			if known, ok := in[n]; ok {
				group = known
			} else {
				with = append(with, n)
			}
		}
		if group == len(out) {
			out = append(out, pair{})
		}
		for _, n := range with {
			in[n] = group
		}
		out[group] = pair{append(out[group].first, i), append(out[group].second, with...)}
	}
	return out
}

func samePlace(a, b predate.Box) bool {
	return overlap(a.X0, a.X1, b.X0, b.X1) > 0.25*min(a.Width(), b.Width()) &&
		overlap(a.Y0, a.Y1, b.Y0, b.Y1) > 0.5*min(a.Height(), b.Height())
}

// decide chooses between two readings of one place. Of a word that is no amount
// the first counts, unless it is weak. Of amounts the reading with the comma counts, and two that differ in their digits or in
// their sign are a doubt, unless one of them is no amount at all.
func (m merger) decide(a, b reading) reading {
	switch {
	case len(b.words) == 0:
		return a
	case a.text == b.text, !a.amount() && !b.amount():
		if m.weak(a) && slices.Min(b.sure) > min(slices.Min(a.sure), leastSure) {
			return b
		}
		return a
	case a.amount() && b.amount() && a.digits() == b.digits():
		return m.signed(a, b)
	case a.amount() && (a.digits() == b.digits() || !b.amount() && (a.certain() || a.surer(b))):
		return a
	case b.amount() && (a.digits() == b.digits() || !a.amount() && (b.certain() || b.surer(a))):
		return b
	case a.amount():
		return a.doubted(b)
	}
	return b.doubted(a)
}

// signed chooses between two readings that have the same digits. A sign that
// one of them alone has counts where there is ink for it.
func (m merger) signed(a, b reading) reading {
	switch {
	case a.negative() == b.negative():
		return a
	case a.negative() && m.inkBeyond(a.box(), b.box()):
		return a
	case b.negative() && m.inkBeyond(b.box(), a.box()):
		return b
	}
	return a.doubted(b)
}

// inkBeyond reports whether there is ink where one box reaches over another.
func (m merger) inkBeyond(over, under predate.Box) bool {
	before, after := over, over
	before.X1, after.X0 = under.X0, under.X1
	return before.Width() > 1 && m.page.inked(before) || after.Width() > 1 && m.page.inked(after)
}
