package terminal

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

// Printer writes French text for a terminal: long lines go on below
// themselves. The first error stays.
type Printer struct {
	to  io.Writer
	Err error
}

// NewPrinter makes a printer that writes to a terminal.
func NewPrinter(to io.Writer) *Printer { return &Printer{to: to} }

// Line writes a line behind an indent; what is too long goes on under it, two
// columns further in.
func (p *Printer) Line(indent int, format string, args ...any) {
	p.Hang(indent, indent+2, fmt.Sprintf(format, args...))
}

// Item writes a line with a dash.
func (p *Printer) Item(indent int, text string) { p.Hang(indent, indent+2, "– "+text) }

// Heading writes a title with a blank line before it.
func (p *Printer) Heading(title string) {
	p.write("\n" + title + "\n" + strings.Repeat("─", utf8.RuneCountInString(title)) + "\n")
}

// Hang fills lines with words: the first behind one indent, the others behind
// another. A no-break space holds its words together, and is written as a
// plain one.
func (p *Printer) Hang(first, rest int, text string) {
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

func (p *Printer) write(text string) {
	if p.Err == nil {
		_, p.Err = io.WriteString(p.to, strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(text))
	}
}

// OrDash is a text, or a dash for none.
func OrDash(text string) string {
	if strings.TrimSpace(text) == "" {
		return "–"
	}
	return text
}

// Day is a date as the French write it.
func Day(d predate.Date) string {
	if d.IsZero() {
		return "sans date"
	}
	return wording.Day(d)
}

// Evidence prints where something was read, a few places of many.
func (p *Printer) Evidence(indent int, places []predate.Evidence) {
	const most = 6
	for n, e := range places {
		if n == most {
			p.Item(indent, fmt.Sprintf("et %d autres lectures", len(places)-most))
			return
		}
		if e.Rule != predate.OperatorRule {
			p.Item(indent, fmt.Sprintf("« %s » — %s, p. %d — %s", e.Text, e.File, e.Page, e.Rule))
		}
	}
}
