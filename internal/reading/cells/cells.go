package cells

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate"
	"predate/internal/reading/layout"
)

// Nature is what a cell is by its form alone.
type Nature int

// Natures of cells.
const (
	Text   Nature = iota // words
	Amount               // one amount of money
	Count                // a whole number, with its unit if one is printed
	Ratio                // two whole numbers, "173 / 10 000"
	Day                  // a date
	Dash                 // what accounts print for nothing
	Unread               // an amount in whose digits two readings of a scan differ
)

// Cell is one piece of a line, between wide gaps: some words, or one number.
type Cell struct {
	Nature Nature
	Text   string // as printed
	Box    predate.Box
	Page   int
	Line   int // its index among all lines of the document

	Amount layout.Amount
	Wider  predate.Cents // the amount with the thousands that may have wrapped over it; 0 for none
	Counts []int64       // one of a count, share and base of a ratio
	Unit   string        // of counts, as printed
	Date   predate.Date
}

// Line is one printed line cut into cells, from left to right.
type Line struct {
	Cells    []Cell
	Words    []predate.Word
	Box      predate.Box
	Page     int
	Size     float64
	Repeated bool // at the head or foot of most pages
}

// linesOf cuts the lines of a document into cells.
func linesOf(doc layout.Doc, isUnit func(string) bool) []Line {
	var out []Line
	for _, page := range doc.Pages {
		for _, l := range page.Lines {
			cells := cellsOf(l, isUnit)
			for i := range cells {
				cells[i].Line = len(out)
			}
			if len(out) > 0 && out[len(out)-1].Page == l.Page {
				widen(cells, out[len(out)-1])
			}
			out = append(out, Line{
				Cells: cells, Words: l.Words, Box: l.Box, Page: l.Page, Size: l.Size(),
				Repeated: slices.ContainsFunc(page.Repeated, func(r layout.Line) bool { return r.Box == l.Box && r.Page == l.Page }),
			})
		}
	}
	return out
}

// unitsForm is the last three digits of an amount and its cents.
var unitsForm = regexp.MustCompile(`^(\d{3})[.,](\d{2})(?: ?€)?$`)

// widen gives amounts of a line the value that they have with thousands printed
// right over them, as a narrow column wraps them: "10" over "441,26 €". An
// identity decides which is meant, but "041,26" has no other meaning.
func widen(cells []Cell, above Line) {
	for i := range cells {
		c := &cells[i]
		m := unitsForm.FindStringSubmatch(strings.TrimSpace(c.Text))
		if m == nil || c.Box.Y0-above.Box.Y1 > 0.6*max(above.Size, 5) {
			continue
		}
		for _, o := range above.Cells {
			aligned := Near(o.Box.X0, c.Box.X0) || Near(o.Box.X1, c.Box.X1)
			if o.Nature != Count || o.Unit != "" || !aligned || o.Counts[0] <= 0 || len(strings.TrimSpace(o.Text)) > 3 {
				continue
			}
			units, err := strconv.ParseInt(m[1]+m[2], 10, 64)
			if err != nil {
				continue
			}
			c.Wider = predate.Cents(o.Counts[0]*100000 + units)
			if c.Nature == Text && m[1][0] == '0' {
				c.Nature = Amount
				c.Amount = layout.Amount{Cents: c.Wider, Box: c.Box, Text: o.Text + " " + c.Text, Page: c.Page}
			}
		}
	}
}

// cellsOf cuts a line at its wide gaps, and before and after each number.
func cellsOf(l layout.Line, isUnit func(string) bool) []Cell {
	amounts := layout.Amounts(l)
	var out []Cell
	var words []predate.Word
	flush := func() {
		if len(words) > 0 {
			out = append(out, wordCells(layout.Line{Words: words, Page: l.Page, Box: boxOf(words)}, isUnit)...)
		}
		words = nil
	}
	var last layout.Amount
	for _, w := range l.Words {
		a, inside := holder(amounts, w)
		switch {
		case !inside:
			words = append(words, w)
		case a != last:
			flush()
			out = append(out, Cell{Nature: Amount, Text: a.Text, Box: a.Box, Page: l.Page, Amount: a})
			last = a
		}
	}
	flush()
	return out
}

// holder returns the amount that a word is a part of.
func holder(amounts []layout.Amount, w predate.Word) (layout.Amount, bool) {
	x := (w.Box.X0 + w.Box.X1) / 2
	for _, a := range amounts {
		if x > a.Box.X0-0.1 && x < a.Box.X1+0.1 {
			return a, true
		}
	}
	return layout.Amount{}, false
}

func boxOf(words []predate.Word) predate.Box {
	var b predate.Box
	for _, w := range words {
		b = b.Union(w.Box)
	}
	return b
}

// wordCells cuts words without amounts at wide gaps, and numbers from words.
func wordCells(l layout.Line, isUnit func(string) bool) []Cell {
	var out []Cell
	for _, s := range l.Segments(0) {
		var inside []predate.Word
		for _, w := range l.Words {
			if w.Box.X0 >= s.Box.X0-0.1 && w.Box.X1 <= s.Box.X1+0.1 {
				inside = append(inside, w)
			}
		}
		c := Cell{Text: s.Text, Box: s.Box, Page: l.Page}
		c.read(inside, isUnit)
		out = append(out, c)
	}
	return out
}

// unreadForm is an amount whose digits are taken out, as they were read in two ways.
var unreadForm = regexp.MustCompile(`^-?(\?{1,3}([ .]\?{3})*)[.,]\?{2}-?(?: ?€)?$`)

// read says what a cell without an amount is.
func (c *Cell) read(words []predate.Word, isUnit func(string) bool) {
	plain := strings.TrimSpace(c.Text)
	if strings.Trim(strings.TrimSuffix(plain, "€"), "-–—_.· ") == "" {
		c.Nature = Dash
		return
	}
	if unreadForm.MatchString(plain) {
		c.Nature = Unread
		return
	}
	if d, ok := layout.ParseDate(strings.TrimSuffix(plain, ".")); ok {
		c.Nature, c.Date = Day, d
		return
	}
	counts, unit := layout.Counts(words)
	if unit != "" && !isUnit(unit) {
		return
	}
	c.Counts, c.Unit = counts, unit
	switch len(counts) {
	case 1:
		c.Nature = Count
	case 2:
		c.Nature = Ratio
	}
}

// Proof is the evidence of a cell.
func (c Cell) Proof(rule string) predate.Evidence {
	return predate.Evidence{Page: c.Page, Box: c.Box, Text: strings.TrimRight(c.Text, " ,;:"), Rule: rule}
}

// Near reports whether two abscissas are the same to the eye.
func Near(a, b float64) bool { return a-b < 4 && b-a < 4 }
