package building

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// Marks are the words by which some pages name a building. They depend on the
// pages alone.
type Marks struct {
	Recognised bool     // a page was read by character recognition
	Numbers    []string // of the register, "AB1-234-567"
	Places     []Place
	Names      []Name   // each beside a word that announces it
	Codes      []string // folded, likewise
	Accounts   []string // folded: what the numbers of owners' accounts begin with
	Heads      []string // folded short runs at the head and foot of pages
}

// Name is what a paper calls its building.
type Name struct{ Folded, Printed string }

// Place is a printed address of a building, or the several that a corner
// building has: "58 avenue Haute et 2 rue Basse".
type Place struct {
	Addresses []fold.Address
	Printed   string
	// Announced says that words around it make it the building's; without them
	// it is only mentioned.
	Announced bool
}

// most bounds what is kept of one part: a list of owners prints hundreds of
// addresses.
const most = 60

// MarksOf finds the marks of a range of pages.
func MarksOf(doc layout.Doc, first, last int) Marks {
	var m Marks
	for _, page := range doc.Pages {
		if page.Number < first || page.Number > last {
			continue
		}
		m.Recognised = m.Recognised || page.OCR
		s := gridOf(page)
		for _, n := range numbersIn(s.text()) {
			m.Numbers = keepOnce(m.Numbers, n)
		}
		for i := range s.spots {
			s.placesAt(i, &m)
			s.namesAt(i, &m)
		}
		s.heads(&m)
	}
	return m
}

func keepOnce(list []string, s string) []string {
	if s == "" || len(list) == most || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// The number that the register gives is two letters and seven digits: with
// hyphens, wrapped at one of them or not, or close; with spaces only after a word
// that announces it, since "marché OP1 780 000,00" is no number of the register.
var (
	numberForm   = regexp.MustCompile(`\b([a-z]{2}\d)(?:- ?)?(\d{3})(?:- ?)?(\d{3})\b`)
	spacedNumber = regexp.MustCompile(`\b(?:immat[a-z.]*|registre|rnic)[a-z' ]{0,40}(?: n°)? ?:? ([a-z]{2}\d) (\d{3}) (\d{3})\b`)
)

// numbersIn finds the numbers of the register in a folded text, written the way
// the register prints them.
func numbersIn(text string) []string {
	var out []string
	for _, m := range append(numberForm.FindAllStringSubmatch(text, -1), spacedNumber.FindAllStringSubmatch(text, -1)...) {
		out = keepOnce(out, strings.ToUpper(m[1]+"-"+m[2]+"-"+m[3]))
	}
	return out
}

// spot is a run of words on a page.
type spot struct {
	raw, text string // as printed, and folded
	box       predate.Box
	line      int
}

// grid is a page as runs of words that lie around one another.
type grid struct {
	page  layout.Page
	spots []spot
}

func gridOf(page layout.Page) grid {
	g := grid{page: page}
	for i, line := range page.Lines {
		for _, cell := range line.Segments(0) {
			if text := fold.Text(cell.Text); text != "" {
				g.spots = append(g.spots, spot{raw: cell.Text, text: text, box: cell.Box, line: i})
			}
		}
	}
	return g
}

func (g grid) text() string {
	texts := make([]string, len(g.spots))
	for i, s := range g.spots {
		texts[i] = s.text
	}
	return strings.Join(texts, " ")
}

// left returns the spots before one on its line, nearest first.
func (g grid) left(i int) []spot {
	var out []spot
	for j := i - 1; j >= 0 && g.spots[j].line == g.spots[i].line; j-- {
		out = append(out, g.spots[j])
	}
	return out
}

// next returns the spot that follows on the line, if one does within a distance in
// heights of the type.
func (g grid) next(i int, within float64) []spot {
	s := g.spots[i]
	if i+1 < len(g.spots) && g.spots[i+1].line == s.line && g.spots[i+1].box.X0-s.box.X1 < within*s.box.Height() {
		return g.spots[i+1 : i+2]
	}
	return nil
}

// stack returns the spots over (step -1) or under (+1) a spot, nearest first, as
// long as they follow closely: the lines of one block.
func (g grid) stack(i, step, lines int) []spot {
	var out []spot
	at := g.spots[i]
	for j := i + step; j >= 0 && j < len(g.spots) && len(out) < lines; j += step {
		s := g.spots[j]
		if s.line == at.line {
			continue
		}
		if gap := max(s.box.Y0-at.box.Y1, at.box.Y0-s.box.Y1); gap > 1.3*max(at.box.Height(), s.box.Height()) {
			break
		}
		if aligned(s.box, at.box) {
			out = append(out, s)
			at = s
		}
	}
	return out
}

// aligned reports whether two boxes lie over one another.
func aligned(a, b predate.Box) bool {
	return min(a.X1, b.X1)-max(a.X0, b.X0) > 0
}

// heads keeps the short runs near the edges of the page, where papers name
// their building without announcing it.
func (g grid) heads(m *Marks) {
	for _, s := range g.spots {
		edge := s.box.Y1 < 0.3*g.page.Height || s.box.Y0 > 0.9*g.page.Height
		if edge && len(s.text) <= 100 && len(s.text) >= 4 {
			m.Heads = keepOnce(m.Heads, s.text)
		}
	}
}
