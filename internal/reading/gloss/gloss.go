package gloss

import (
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// Place is where words stand seen from an amount.
type Place string

// The places, the nearest first.
const (
	Beside Place = "beside"
	Over   Place = "over"
	Under  Place = "under"
)

// Unknown is words near an amount that mean nothing to the lexicon.
type Unknown struct {
	Words string // folded, numbers left out
	Place Place
	Page  int
	Box   predate.Box // of the words
}

// Found is what the amounts of a paper have beside, over and under them.
type Found struct {
	Amounts int // all
	Mute    int // those with no known word in any place
	Unknown []Unknown
}

// reach is how far over an amount its heading may stand, in heights of its
// type: tables are long.
const reach = 60

// Look looks at every amount of a paper of a kind.
func Look(words *lexicon.Lexicon, kind predate.Kind, doc layout.Doc) Found {
	var f Found
	for _, page := range doc.Pages {
		g := glosser{words: words, in: lexicon.Context{Kind: kind, Recognised: page.OCR}, page: page}
		for i := range page.Lines {
			g.line(i, &f)
		}
	}
	return f
}

// glosser looks at one page.
type glosser struct {
	words *lexicon.Lexicon
	in    lexicon.Context
	page  layout.Page
}

// line looks at the amounts of a line.
func (g glosser) line(i int, f *Found) {
	left := 0.0
	known := false // a word that names the row serves all its amounts
	for _, a := range layout.Amounts(g.page.Lines[i]) {
		f.Amounts++
		beside := g.beside(i, left, a.Box.X0)
		left = a.Box.X1
		if beside.Text != "" {
			known = g.known(beside)
			if !known {
				f.Unknown = append(f.Unknown, unknown(beside, Beside))
			}
		}
		over, overKnown := g.over(i, a.Box)
		under, underKnown := g.under(i, a.Box)
		if known || overKnown || underKnown {
			continue
		}
		f.Mute++
		if beside.Text == "" && over.Text != "" {
			f.Unknown = append(f.Unknown, unknown(over, Over))
		}
		if beside.Text == "" && under.Text != "" {
			f.Unknown = append(f.Unknown, unknown(under, Under))
		}
	}
}

// beside returns the words of a line between two edges; no text when they have no
// three letters.
func (g glosser) beside(i int, from, to float64) layout.Cell {
	cell := layout.Cell{Page: g.page.Number}
	var texts []string
	for _, w := range g.page.Lines[i].Words {
		if w.Box.X0 >= from-0.5 && w.Box.X1 <= to+0.5 {
			texts = append(texts, w.Text)
			cell.Box = cell.Box.Union(w.Box)
		}
	}
	if text := strings.Join(texts, " "); letters(text) >= 3 {
		cell.Text = text
	}
	return cell
}

// over looks upwards from an amount for words in its column: the nearest, and
// whether any of them within reach is known.
func (g glosser) over(i int, box predate.Box) (nearest layout.Cell, known bool) {
	for j := i - 1; j >= 0 && box.Y0-g.page.Lines[j].Box.Y1 <= reach*box.Height(); j-- {
		for _, cell := range g.page.Lines[j].Segments(0) {
			if _, amount := cell.Amount(); amount || letters(cell.Text) < 3 || cell.Box.X0 > box.X1 || cell.Box.X1 < box.X0 {
				continue
			}
			if g.heads(cell) {
				return layout.Cell{}, true
			}
			if nearest.Text == "" {
				nearest = cell
			}
		}
	}
	return nearest, false
}

// under looks at the words right under an amount.
func (g glosser) under(i int, box predate.Box) (nearest layout.Cell, known bool) {
	for _, cell := range g.page.Below(box, 2*box.Height()) {
		if _, amount := cell.Amount(); amount || letters(cell.Text) < 3 {
			continue
		}
		return cell, g.heads(cell)
	}
	return layout.Cell{}, false
}

// known reports whether words mean something.
func (g glosser) known(cell layout.Cell) bool {
	return len(g.words.Spans(g.words.Text(cell.Text), g.in)) > 0
}

// heads reports whether words over or under an amount may say what it is: the
// title of a paper stands over all of them and says nothing of any.
func (g glosser) heads(cell layout.Cell) bool {
	in := g.in
	in.Roles = []lexicon.Role{lexicon.Column, lexicon.Label, lexicon.Row, lexicon.Heading, lexicon.Nature, lexicon.Key, lexicon.Unit, lexicon.Sign}
	return len(g.words.Spans(g.words.Text(cell.Text), in)) > 0
}

func unknown(cell layout.Cell, place Place) Unknown {
	var kept []string
	for _, w := range strings.Fields(fold.Text(cell.Text)) {
		if letters(w) > 0 && !strings.ContainsAny(w, "0123456789") {
			kept = append(kept, w)
		}
	}
	return Unknown{Words: strings.Join(kept, " "), Place: place, Page: cell.Page, Box: cell.Box}
}

func letters(s string) int {
	n := 0
	for _, r := range fold.Text(s) {
		if r >= 'a' && r <= 'z' {
			n++
		}
	}
	return n
}
