package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"predate"
	"predate/internal/reading/wording"
)

// terminalWidth is the columns that a terminal is taken to have.
const terminalWidth = 120

// printer writes French text for a terminal: long lines go on below
// themselves. The first error stays.
type printer struct {
	to  io.Writer
	err error
}

func newPrinter(to io.Writer) *printer { return &printer{to: to} }

// line writes a line behind an indent; what is too long goes on under it, two
// columns further in.
func (p *printer) line(indent int, format string, args ...any) {
	p.hang(indent, indent+2, fmt.Sprintf(format, args...))
}

// item writes a line with a dash.
func (p *printer) item(indent int, text string) { p.hang(indent, indent+2, "– "+text) }

// heading writes a title with a blank line before it.
func (p *printer) heading(title string) {
	p.write("\n" + title + "\n" + strings.Repeat("─", utf8.RuneCountInString(title)) + "\n")
}

// hang fills lines with words: the first behind one indent, the others behind
// another. A no-break space holds its words together, and is written as a
// plain one.
func (p *printer) hang(first, rest int, text string) {
	line, width := strings.Repeat(" ", first), first
	empty := true
	for word := range strings.FieldsFuncSeq(unbroken(text), func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }) {
		size := utf8.RuneCountInString(word)
		if !empty && width+1+size > terminalWidth {
			p.write(line + "\n")
			line, width, empty = strings.Repeat(" ", rest), rest, true
		}
		if !empty {
			line, width = line+" ", width+1
		}
		line, width, empty = line+word, width+size, false
	}
	p.write(line + "\n")
}

// unbroken keeps signs on the line of what they belong to.
func unbroken(text string) string {
	return strings.NewReplacer(" :", "\u00a0:", " ;", "\u00a0;", " »", "\u00a0»", "« ", "«\u00a0", " €", "\u00a0€", "p. ", "p.\u00a0", "n° ", "n°\u00a0").Replace(text)
}

func (p *printer) write(text string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.to, strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(text))
	}
}

func orDash(text string) string {
	if strings.TrimSpace(text) == "" {
		return "–"
	}
	return text
}

func day(d predate.Date) string {
	if d.IsZero() {
		return "sans date"
	}
	return wording.Day(d)
}

// evidence prints where something was read, a few places of many.
func (p *printer) evidence(indent int, places []predate.Evidence) {
	const most = 6
	for n, e := range places {
		if n == most {
			p.item(indent, fmt.Sprintf("et %d autres lectures", len(places)-most))
			return
		}
		if e.Rule != predate.OperatorRule {
			p.item(indent, fmt.Sprintf("« %s » — %s, p. %d — %s", e.Text, e.File, e.Page, e.Rule))
		}
	}
}
