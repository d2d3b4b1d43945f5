package lookstest

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"predate"
)

// Listing draws papers as an old accounting system prints them: one fixed
// pitch, capitals without accents, leaders of dots, totals between double lines.
type Listing struct {
	Minus bool // credit balances end with a minus instead of CR
	Short bool // two-digit years
}

// list is one paper being printed.
type list struct {
	Listing
	d     *Dossier
	width int
	depth int
	title string
	day   predate.Date
	pages [][]string
	head  []string // repeated on each page, under the title
}

// cell is a piece of a line: at a column, or ending before it.
type cell struct {
	col   int
	text  string
	right bool
}

func at(col int, text string) cell { return cell{col, text, false} }

func upTo(col int, text string) cell { return cell{col, text, true} }

// capitals writes as the printer does: capitals, no accents, no marks.
func capitals(s string) string {
	from := "ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜàâäçéèêëîïôöùûü’«»–—³²°\u00a0\u202f−"
	to := []rune("AAACEEEEIIOOUUUAAACEEEEIIOOUUU'\"\"--32   -")
	s = regexp.MustCompile(`(\d)\x{a0}(\d)`).ReplaceAllString(s, "$1.$2")
	s = strings.NewReplacer("Œ", "OE", "œ", "oe", "€", "EUR", "n° ", "NO ").Replace(s)
	runes := []rune(from)
	return strings.ToUpper(strings.Map(func(r rune) rune {
		for i, f := range runes {
			if f == r {
				return to[i]
			}
		}
		return r
	}, s))
}

// sum writes 1.234,56 with the minus behind.
func (l Listing) sum(c predate.Cents) string {
	if c < 0 {
		return grouped(-c, ".", ",") + "-"
	}
	return grouped(c, ".", ",")
}

// balance writes a balance with its side.
func (l Listing) balance(c predate.Cents) string {
	switch {
	case c == 0:
		return "0,00"
	case l.Minus:
		return l.sum(c)
	case c < 0:
		return l.sum(-c) + " CR"
	}
	return l.sum(c) + " DB"
}

func (l Listing) day(d predate.Date) string {
	if l.Short {
		return fmt.Sprintf("%02d/%02d/%02d", d.Day, int(d.Month), d.Year%100)
	}
	return day(d)
}

// newPage begins a page with the head of the listing.
func (l *list) newPage() {
	l.pages = append(l.pages, nil)
	side := max(l.width-46, 56)
	l.put(at(0, l.d.Agent.Name), at(side, "EDITION "+l.Listing.day(l.day)), upTo(l.width, fmt.Sprintf("PAGE %4d", len(l.pages))))
	l.put(at(0, l.d.Agent.Street+" "+l.d.Agent.Town))
	l.put(at(0, "IMMEUBLE "+l.d.Code+" "+l.d.Name), at(side, "IMMAT. "+l.d.Registration))
	l.put(at(9, " "+l.d.Street+" "+l.d.Zip+" "+l.d.City))
	l.skip()
	if l.title != "" {
		l.put(at(max(0, (l.width-len(l.title))/2), l.title))
		l.put(at(max(0, (l.width-len(l.title))/2), strings.Repeat("=", len(l.title))))
	}
	for _, h := range l.head {
		l.print(h)
	}
}

func (l *list) print(line string) {
	page := len(l.pages) - 1
	l.pages[page] = append(l.pages[page], strings.TrimRight(line, " "))
}

// put writes a line made of cells; a full page gives a new one first.
func (l *list) put(cells ...cell) {
	if len(l.pages[len(l.pages)-1]) >= l.depth {
		l.newPage()
	}
	l.print(l.compose(cells...))
}

func (l *list) compose(cells ...cell) string {
	line := bytes.Repeat([]byte{' '}, l.width)
	for _, c := range cells {
		text := capitals(c.text)
		start := c.col
		if c.right {
			start -= len(text)
		}
		if start < 0 {
			start = 0
		}
		copy(line[start:], text)
	}
	return string(line)
}

// total writes a label, dots, and an amount that ends at a column.
func (l *list) total(col int, label, value string, end int) {
	label = capitals(label)
	dots := max(2, end-14-col-len(label)-2)
	l.put(at(col, label+" "+strings.Repeat(".", dots)), upTo(end, value))
}

func (l *list) skip() { l.put() }

func (l *list) rule(mark string, from, to int) { l.put(at(from, strings.Repeat(mark, to-from))) }

// paragraph wraps a text.
func (l *list) paragraph(col int, text string) {
	line := ""
	for _, word := range strings.Fields(capitals(text)) {
		if len(line)+1+len(word) > l.width-col {
			l.put(at(col, line))
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	l.put(at(col, line))
}

// Draw prints a paper and gives the number of pages of each part.
func (style Listing) Draw(d *Dossier, p Paper) ([]byte, []int, error) {
	pdf := fpdf.New("L", "pt", "A4", "")
	pdf.SetCreationDate(p.Parts[0].Issued.Time())
	pdf.SetModificationDate(p.Parts[0].Issued.Time())
	pdf.SetCatalogSort(true)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetCompression(true)
	var counts []int
	for _, part := range p.Parts {
		l := &list{Listing: style, d: d, width: 132, depth: 51, day: part.Issued}
		if style.narrow(part.Kind) {
			l.width, l.depth = 84, 64
		}
		l.draw(part)
		for _, page := range l.pages {
			size, pitch, orientation := 9.0, 10.6, "L"
			if l.width < 132 {
				size, pitch, orientation = 10.0, 11.9, "P"
			}
			pdf.AddPageFormat(orientation, fpdf.SizeType{Wd: 595.28, Ht: 841.89})
			pdf.SetFont("Courier", "", size)
			for i, line := range page {
				if line != "" {
					pdf.Text(36, 40+float64(i)*pitch, line)
				}
			}
		}
		counts = append(counts, len(l.pages))
	}
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		return nil, nil, fmt.Errorf("print %s: %w", p.File, err)
	}
	return out.Bytes(), counts, nil
}

func (style Listing) narrow(kind string) bool {
	switch kind {
	case "minutes", "meeting_notice", "summary_sheet", "maintenance_log", "registration_certificate", "coownership_rules", "insurance", "agent_contract":
		return true
	}
	return false
}

func (l *list) draw(p Part) {
	switch p.Kind {
	case "fund_call":
		l.fundCall(p.Call)
	case "account_statement":
		l.statement(p)
	case "charge_statement":
		l.apportionment(p)
	case "schedule_1":
		l.schedule1(p.Exercise)
	case "schedule_2", "schedule_3":
		l.schedule23(p)
	case "schedule_4":
		l.schedule4(p.Exercise)
	case "schedule_5":
		l.schedule5(p.Exercise)
	case "minutes", "meeting_notice":
		l.meeting(p)
	default:
		l.plain(p)
	}
}
