package extract

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// row is one printed line, ready to be searched and read.
type row struct {
	layout.Line
	text    string // folded
	amounts []layout.Amount
	cells   []piece // of the line; nil where rows were joined
}

// paper is a part under reading: its lines in order, over all its pages.
type paper struct {
	doc  source
	rows []row
}

func paperOf(doc source) paper { return derived(doc, takePaper) }

func takePaper(doc source) paper {
	p := paper{doc: doc}
	for _, page := range doc.Pages {
		for _, line := range page.Lines {
			p.rows = append(p.rows, rowOf(line))
		}
	}
	return p
}

func rowOf(line layout.Line) row {
	return row{Line: line, text: fold.Text(line.Text()), amounts: layout.Amounts(line), cells: cellsOf(line)}
}

// lineOf is some words of a line.
func lineOf(words []predate.Word, page int) layout.Line {
	c := cell(words, page)
	return layout.Line{Words: words, Box: c.Box, Page: page}
}

// recognised reports whether a page of the paper was read by character recognition.
func (p paper) recognised() bool {
	for _, page := range p.doc.Pages {
		if page.OCR {
			return true
		}
	}
	return false
}

// text is the folded text of the paper, one line after the other.
func (p paper) text() string {
	lines := make([]string, len(p.rows))
	for i, r := range p.rows {
		lines[i] = r.text
	}
	return strings.Join(lines, " ")
}

// proof is the evidence of some printed words.
func proof(page int, box predate.Box, text string) []predate.Evidence {
	return []predate.Evidence{{Page: page, Box: box, Text: text}}
}

// proofOf is the evidence of a cell.
func proofOf(c layout.Cell) []predate.Evidence { return proof(c.Page, c.Box, c.Text) }

// proofOfAmount is the evidence of a printed amount.
func proofOfAmount(a layout.Amount) []predate.Evidence {
	return proof(a.Page, a.Box, strings.TrimRight(a.Text, " ,;:"))
}

// dayForm is a printed day in folded text, as one group.
const dayForm = layout.DayForm

// spanForm is a printed period in folded text, as two groups.
const spanForm = `(?:du )?` + dayForm + `\s*(?:au|-|a|/)\s*` + dayForm

var spanWords = regexp.MustCompile(spanForm)

// spanIn reads the first period of a folded text; both ends must be days and
// in order.
func spanIn(text string) (predate.Period, bool) {
	m := spanWords.FindStringSubmatch(text)
	if m == nil {
		return predate.Period{}, false
	}
	return spanOf(m[1], m[2])
}

func spanOf(from, to string) (predate.Period, bool) {
	a, okA := layout.ParseDate(from)
	b, okB := layout.ParseDate(to)
	if !okA || !okB || !a.Before(b) {
		return predate.Period{}, false
	}
	return predate.Period{From: a, To: b}, true
}

func countLetters(s string) int {
	n := 0
	for _, r := range fold.Text(s) {
		if r >= 'a' && r <= 'z' {
			n++
		}
	}
	return n
}

// gap is the white between two lines, in heights of their type.
func gap(above, below row) float64 {
	return (below.Box.Y0 - above.Box.Y1) / max(min(above.Box.Height(), below.Box.Height()), 4)
}

func inAmounts(w predate.Word, amounts []layout.Amount) bool {
	for _, a := range amounts {
		if w.Box.X0 >= a.Box.X0-0.5 && w.Box.X1 <= a.Box.X1+0.5 {
			return true
		}
	}
	return false
}
