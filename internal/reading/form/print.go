package form

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate"
	"predate/internal/reading/layout"
)

// Kinds of cells.
type nature int

const (
	text   nature = iota
	amount        // one amount of money
	count         // a whole number, with its unit if one is printed
	ratio         // two whole numbers, "173 / 10 000"
	day           // a date
	dash          // what accounts print for nothing
	unread        // an amount in whose digits two readings of a scan differ
)

// cell is what stands apart on a line: some words, or one number.
type cell struct {
	nature nature
	text   string // as printed
	box    predate.Box
	page   int
	line   int // index in the print's lines

	amount layout.Amount
	wider  predate.Cents // the amount with the thousands that may have wrapped over it; 0 for none
	counts []int64       // one of a count, share and base of a ratio
	unit   string        // of counts, as printed
	date   predate.Date
}

// line is one printed line cut into cells, from left to right.
type line struct {
	cells    []cell
	words    []predate.Word
	box      predate.Box
	page     int
	size     float64
	repeated bool // at the head or foot of most pages
}

// printed is a paper as the engine sees it.
type printed struct {
	lines    []line
	ocr      bool
	oneTable bool // its tables are one, which the next page may set otherwise
	groups   map[int][]group
}

// drop takes a line out of the reading; how the lines around it are parted may
// hang on it.
func (p *printed) drop(i int) {
	p.lines[i].cells = nil
	clear(p.groups)
}

// printOf cuts the lines of a document into cells. isUnit reports whether words
// after a number name what it counts.
func printOf(doc layout.Doc, isUnit func(string) bool) *printed {
	p := &printed{groups: map[int][]group{}}
	for _, page := range doc.Pages {
		p.ocr = p.ocr || page.OCR
		for _, l := range page.Lines {
			at := len(p.lines)
			cells := cellsOf(l, isUnit)
			for i := range cells {
				cells[i].line = at
			}
			if at > 0 && p.lines[at-1].page == l.Page {
				widen(cells, p.lines[at-1])
			}
			p.lines = append(p.lines, line{
				cells: cells, words: l.Words, box: l.Box, page: l.Page, size: l.Size(),
				repeated: slices.ContainsFunc(page.Repeated, func(r layout.Line) bool { return r.Box == l.Box && r.Page == l.Page }),
			})
		}
	}
	return p
}

// unitsForm is the last three digits of an amount and its cents.
var unitsForm = regexp.MustCompile(`^(\d{3})[.,](\d{2})(?: ?€)?$`)

// widen gives amounts of a line the value that they have with thousands printed
// right over them, as a narrow column wraps them: "10" over "441,26 €". An
// identity decides which is meant, but "041,26" has no other meaning.
func widen(cells []cell, above line) {
	for i := range cells {
		c := &cells[i]
		m := unitsForm.FindStringSubmatch(strings.TrimSpace(c.text))
		if m == nil || c.box.Y0-above.box.Y1 > 0.6*max(above.size, 5) {
			continue
		}
		for _, o := range above.cells {
			aligned := near(o.box.X0, c.box.X0) || near(o.box.X1, c.box.X1)
			if o.nature != count || o.unit != "" || !aligned || o.counts[0] <= 0 || len(strings.TrimSpace(o.text)) > 3 {
				continue
			}
			units, err := strconv.ParseInt(m[1]+m[2], 10, 64)
			if err != nil {
				continue
			}
			c.wider = predate.Cents(o.counts[0]*100000 + units)
			if c.nature == text && m[1][0] == '0' {
				c.nature = amount
				c.amount = layout.Amount{Cents: c.wider, Box: c.box, Text: o.text + " " + c.text, Page: c.page}
			}
		}
	}
}

// cellsOf cuts a line where a gap or a number stands.
func cellsOf(l layout.Line, isUnit func(string) bool) []cell {
	amounts := layout.Amounts(l)
	var out []cell
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
			out = append(out, cell{nature: amount, text: a.Text, box: a.Box, page: l.Page, amount: a})
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
func wordCells(l layout.Line, isUnit func(string) bool) []cell {
	var out []cell
	for _, s := range l.Segments(0) {
		var inside []predate.Word
		for _, w := range l.Words {
			if w.Box.X0 >= s.Box.X0-0.1 && w.Box.X1 <= s.Box.X1+0.1 {
				inside = append(inside, w)
			}
		}
		c := cell{text: s.Text, box: s.Box, page: l.Page}
		c.read(inside, isUnit)
		out = append(out, c)
	}
	return out
}

// unreadForm is an amount whose digits are taken out, as they were read in two ways.
var unreadForm = regexp.MustCompile(`^-?(\?{1,3}([ .]\?{3})*)[.,]\?{2}-?(?: ?€)?$`)

// read says what a cell without an amount is.
func (c *cell) read(words []predate.Word, isUnit func(string) bool) {
	plain := strings.TrimSpace(c.text)
	if strings.Trim(strings.TrimSuffix(plain, "€"), "-–—_.· ") == "" {
		c.nature = dash
		return
	}
	if unreadForm.MatchString(plain) {
		c.nature = unread
		return
	}
	if d, ok := layout.ParseDate(strings.TrimSuffix(plain, ".")); ok {
		c.nature, c.date = day, d
		return
	}
	counts, unit := layout.Counts(words)
	if unit != "" && !isUnit(unit) {
		return
	}
	c.counts, c.unit = counts, unit
	switch len(counts) {
	case 1:
		c.nature = count
	case 2:
		c.nature = ratio
	}
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// proof is the evidence of a cell.
func (c cell) proof(rule string) predate.Evidence {
	return predate.Evidence{Page: c.page, Box: c.box, Text: strings.TrimRight(c.text, " ,;:"), Rule: rule}
}

// over returns by how much of the narrower one two boxes share their width.
func over(a, b predate.Box) float64 {
	shared := min(a.X1, b.X1) - max(a.X0, b.X0)
	narrow := min(a.Width(), b.Width())
	if shared <= 0 || narrow <= 0 {
		return 0
	}
	return shared / narrow
}
