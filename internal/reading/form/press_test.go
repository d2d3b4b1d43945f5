package form_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon/lexicontest"
)

// press prints pages: it places words, as a program of accounts would, and
// knows nothing of how they are read.
type press struct {
	pages []predate.Page
	y     float64
}

const (
	typeSize = 9.0
	letter   = 4.6 // width of a letter
)

// line moves to the next line, and to another page at the foot of one.
func (p *press) line() {
	p.y += 14
	if len(p.pages) == 0 || p.y > 780 {
		p.pages = append(p.pages, predate.Page{Number: len(p.pages) + 1, Width: 595, Height: 842})
		p.y = 50
	}
}

// left prints words from an abscissa on.
func (p *press) left(x float64, words string) {
	page := &p.pages[len(p.pages)-1]
	for _, w := range strings.Fields(words) {
		width := letter * float64(len([]rune(w)))
		page.Words = append(page.Words, predate.Word{Text: w, Size: typeSize, Box: predate.Box{X0: x, Y0: p.y, X1: x + width, Y1: p.y + typeSize}})
		x += width + 2.5
	}
}

// right prints words that end at an abscissa.
func (p *press) right(x float64, words string) {
	width := -2.5
	for _, w := range strings.Fields(words) {
		width += letter*float64(len([]rune(w))) + 2.5
	}
	p.left(x-width, words)
}

// print prints a whole line from the left margin.
func (p *press) print(words string) {
	p.line()
	p.left(40, words)
}

// figures reads what was printed as a paper of a kind.
func (p *press) figures(t testing.TB, kind predate.Kind) []predate.Figure {
	t.Helper()
	return form.Figures(kind, layout.Analyse(p.pages), lexicontest.House(t))
}

// money writes cents as French accounts do.
func money(c predate.Cents) string {
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	whole := fmt.Sprint(int64(c) / 100)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + " " + whole[i:]
	}
	return fmt.Sprintf("%s%s,%02d", sign, whole, int64(c)%100)
}

// one chooses among some ways to say a thing.
func one(r *rand.Rand, ways ...string) string { return ways[r.IntN(len(ways))] }

// share is a part as apportionment rounds it.
func share(c predate.Cents, n, base int64) predate.Cents {
	part, _ := c.Share(n, base)
	return part
}
