package lookstest

import (
	"fmt"
	"strings"

	"predate"
)

// Printout writes papers as a line printer of the nineties did on continuous
// paper: frames of dashes and pipes, capitals without accents, a head on each
// sheet, totals carried from one to the next. It gives text; another program
// puts it on pages.
type Printout struct {
	Thousands, Point string
	Day              string // a layout of package time
	Trailing         bool   // a credit balance ends with a minus; else D and C stand in a column
	Spaced           bool   // titles are written letter by letter
	Deep             int    // lines of a sheet
}

// sheets is one paper being written.
type sheets struct {
	Printout
	d     *Dossier
	issue predate.Date
	pages [][]string
	again func() // what the next sheet begins with, after its head
}

const across = 130

// Sheets writes one part of a paper.
func (style Printout) Sheets(d *Dossier, p Part) []string {
	s := &sheets{Printout: style, d: d, issue: p.Issued}
	s.sheet()
	s.draw(p)
	var texts []string
	for _, page := range s.pages {
		texts = append(texts, strings.Join(page, "\n")+"\n")
	}
	return texts
}

func (s *sheets) draw(p Part) {
	switch p.Kind {
	case "fund_call":
		s.call(p.Call)
	case "account_statement":
		s.extract(p)
	case "charge_statement":
		s.yearly(p)
	case "schedule_1":
		s.financial(p.Exercise)
	case "schedule_2":
		s.management(p.Exercise)
	case "schedule_3":
		s.byKeys(p.Exercise)
	case "schedule_4", "schedule_5":
		s.operations(p)
	case "minutes", "meeting_notice":
		s.assembly(p)
	default:
		s.facts(p)
	}
}

func (s *sheets) sheet() {
	s.pages = append(s.pages, nil)
	edge := "+" + strings.Repeat("-", across-2) + "+"
	inside := func(left, right string) {
		left, right = capitals(left), capitals(right)
		s.raw("| " + left + strings.Repeat(" ", max(1, across-4-len(left)-len(right))) + right + " |")
	}
	s.raw(edge)
	inside(s.d.Agent.Name+"  -  SYNDIC DE COPROPRIETE", fmt.Sprintf("FOLIO %3d", len(s.pages)))
	inside(s.d.Agent.Street+"  "+s.d.Agent.Town+"  TEL "+s.d.Agent.Phone, "TIRAGE DU "+s.day(s.issue))
	inside("COPRO "+s.d.Code+" : "+s.d.Name+", "+s.d.Street+", "+s.d.Zip+" "+s.d.City, "IMMAT "+s.d.Registration)
	s.raw(edge)
	s.raw("")
}

func (s *sheets) raw(line string) {
	last := len(s.pages) - 1
	s.pages[last] = append(s.pages[last], strings.TrimRight(line, " "))
}

// line writes a line, on a new sheet when this one is full.
func (s *sheets) line(text string) {
	if len(s.pages[len(s.pages)-1]) >= s.Deep {
		s.sheet()
		if s.again != nil {
			s.again()
		}
	}
	s.raw(capitals(text))
}

func (s *sheets) title(lines ...string) {
	for _, text := range lines {
		text = capitals(text)
		if s.Spaced && len(text) < 44 {
			text = strings.Join(strings.Split(text, ""), " ")
		}
		s.line(strings.Repeat(" ", max(0, (across-len(text))/2)) + text)
	}
	s.line("")
}

func (s *sheets) day(d predate.Date) string { return d.Time().Format(s.Day) }

// sum writes an amount; what is below zero ends with a minus.
func (s *sheets) sum(c predate.Cents) string {
	text := grouped(abs(c), s.Thousands, s.Point)
	if c < 0 {
		return text + "-"
	}
	return text
}

func (s *sheets) some(c predate.Cents) string {
	if c == 0 {
		return ""
	}
	return s.sum(c)
}

// balance writes what an account owes, with its side.
func (s *sheets) balance(c predate.Cents) string {
	switch {
	case s.Trailing || c == 0:
		return s.sum(c)
	case c < 0:
		return s.sum(-c) + " C"
	}
	return s.sum(c) + " D"
}

// ruled is a table between pipes.
type ruled struct {
	*sheets
	widths []int // below zero: to the right
}

func (r ruled) edge() string {
	line := "+"
	for _, w := range r.widths {
		line += strings.Repeat("-", max(w, -w)+2) + "+"
	}
	return line
}

func (r ruled) row(cells ...string) string {
	line := "|"
	for i, w := range r.widths {
		text := ""
		if i < len(cells) {
			text = capitals(cells[i])
		}
		room := max(w, -w)
		if len(text) > room {
			text = text[:room]
		}
		fill := strings.Repeat(" ", room-len(text))
		if w < 0 {
			text = fill + text
		} else {
			text += fill
		}
		line += " " + text + " |"
	}
	return line
}

func (r ruled) put(cells ...string) { r.line(r.row(cells...)) }

func (r ruled) rule() { r.line(r.edge()) }

// open writes the head of the columns, again on each sheet.
func (r ruled) open(heads ...string) {
	head := func() {
		r.raw(r.edge())
		r.raw(r.row(heads...))
		r.raw(r.edge())
	}
	if len(r.pages[len(r.pages)-1]) > r.Deep-6 {
		r.sheet()
	}
	head()
	r.again = head
}

func (r ruled) shut() {
	r.rule()
	r.again = nil
}

// dotted writes a label, dots and a value at the right of a narrow column.
func (s *sheets) dotted(label, value string) {
	label = capitals(label)
	s.line(strings.Repeat(" ", 24) + label + " " + strings.Repeat(".", max(3, 74-len(label)-len(value))) + " " + value)
}

func (s *sheets) wrap(margin int, text string) {
	line := strings.Repeat(" ", margin)
	for _, word := range strings.Fields(capitals(text)) {
		if len(line)+1+len(word) > 100 {
			s.line(line)
			line = strings.Repeat(" ", margin)
		}
		if strings.TrimSpace(line) != "" {
			line += " "
		}
		line += word
	}
	s.line(line)
}

// owner writes to whom the paper goes and for which lots.
func (s *sheets) owner(lots []int) {
	s.line("CODE COPROPRIETAIRE : " + s.d.accountCode(lots) + strings.Repeat(" ", 40) + s.d.sellerName())
	s.line(strings.Repeat(" ", 62+len(s.d.accountCode(lots))) + s.d.Street)
	s.line(strings.Repeat(" ", 62+len(s.d.accountCode(lots))) + s.d.Zip + " " + s.d.City)
	for _, i := range lots {
		lot := s.d.Lots[i]
		s.line(fmt.Sprintf("LOT %d  %s  BAT %s  %s  (%d/%d)", lot.Number, lot.Type, lot.Building, lot.Floor, lot.Shares[0], s.d.Keys[0].Total))
	}
	s.line("")
}
