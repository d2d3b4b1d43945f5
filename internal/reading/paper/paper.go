package paper

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// Row is one printed line, ready to be searched and read.
type Row struct {
	layout.Line
	Folded  string          // its text, folded
	Amounts []layout.Amount // printed on it, from left to right
	cells   []Piece         // of the line; nil where rows were joined
}

// Paper is a part under reading: its lines in order, over all its pages.
type Paper struct {
	Doc  Source // what the paper was read from
	Rows []Row  // of all its pages, from top to bottom
}

// Of returns the lines of a part, read once for all who ask.
func Of(doc Source) Paper { return Derived(doc, takePaper) }

func takePaper(doc Source) Paper {
	p := Paper{Doc: doc}
	for _, page := range doc.Pages {
		for _, line := range page.Lines {
			p.Rows = append(p.Rows, RowOf(line))
		}
	}
	return p
}

// RowOf is a line with its folded text, its amounts and its cells.
func RowOf(line layout.Line) Row {
	return Row{Line: line, Folded: fold.Text(line.Text()), Amounts: layout.Amounts(line), cells: cellsOf(line)}
}

// With is a row that goes on with the words of the next one; its amounts are its own.
func (r Row) With(next Row) Row {
	r.Words = append(slices.Clone(r.Words), next.Words...)
	r.Box = r.Box.Union(next.Box)
	r.Folded, r.cells = r.Folded+" "+next.Folded, nil
	return r
}

// LineOf is some words of a line.
func LineOf(words []predate.Word, page int) layout.Line {
	c := Cell(words, page)
	return layout.Line{Words: words, Box: c.Box, Page: page}
}

// Recognised reports whether a page of the paper was read by character recognition.
func (p Paper) Recognised() bool {
	for _, page := range p.Doc.Pages {
		if page.OCR {
			return true
		}
	}
	return false
}

// Text is the folded text of the paper, one line after the other.
func (p Paper) Text() string {
	lines := make([]string, len(p.Rows))
	for i, r := range p.Rows {
		lines[i] = r.Folded
	}
	return strings.Join(lines, " ")
}

// Proof is the evidence of some printed words.
func Proof(page int, box predate.Box, text string) []predate.Evidence {
	return []predate.Evidence{{Page: page, Box: box, Text: text}}
}

// ProofOf is the evidence of a cell.
func ProofOf(c layout.Cell) []predate.Evidence { return Proof(c.Page, c.Box, c.Text) }

// ProofOfAmount is the evidence of a printed amount.
func ProofOfAmount(a layout.Amount) []predate.Evidence {
	return Proof(a.Page, a.Box, strings.TrimRight(a.Text, " ,;:"))
}

// SpanForm is a printed period in folded text, as two groups.
const SpanForm = `(?:du )?` + layout.DayForm + `\s*(?:au|-|a|/)\s*` + layout.DayForm

var spanWords = regexp.MustCompile(SpanForm)

// SpansIn returns the periods of a folded text, each with two days that are in order.
func SpansIn(text string) []predate.Period {
	var out []predate.Period
	for _, m := range spanWords.FindAllStringSubmatch(text, -1) {
		if span, ok := SpanOf(m[1], m[2]); ok {
			out = append(out, span)
		}
	}
	return out
}

// SpanIn reads the first period of a folded text; both ends must be days and
// in order.
func SpanIn(text string) (predate.Period, bool) {
	m := spanWords.FindStringSubmatch(text)
	if m == nil {
		return predate.Period{}, false
	}
	return SpanOf(m[1], m[2])
}

// SpanOf is the period between two printed days, where both are days and in order.
func SpanOf(from, to string) (predate.Period, bool) {
	a, okA := layout.ParseDate(from)
	b, okB := layout.ParseDate(to)
	if !okA || !okB || !a.Before(b) {
		return predate.Period{}, false
	}
	return predate.Period{From: a, To: b}, true
}

// RecognisedPage reports whether a page was read by character recognition.
func (p Paper) RecognisedPage(number int) bool {
	return slices.ContainsFunc(p.Doc.Pages, func(page layout.Page) bool { return page.Number == number && page.OCR })
}
