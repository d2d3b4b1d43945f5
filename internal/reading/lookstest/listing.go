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
	Minus     bool     // credit balances end with a minus instead of CR
	Short     bool     // two-digit years
	Words     []string // pairs: a word of the listing, and what is printed for it
	Thousands string   // between thousands; "" stands for a point, "none" for nothing
	Slash     string   // between the parts of a day; "" stands for a slash
	Sides     string   // of balances: "" DB and CR, "letters", "words" or "columns"
	Negative  string   // amounts below zero: "" minus behind, "front", "brackets"
	Swapped   bool     // credit before debit, closed exercise before the one before
	Apart     bool     // shares and base in two columns
	Anonymous bool     // no account numbers on the rows of schedule 1
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
	said  bool // already in the listing's own words
}

func at(col int, text string) cell { return cell{col: col, text: text} }

func upTo(col int, text string) cell { return cell{col: col, text: text, right: true} }

func said(col int, text string) cell { return cell{col: col, text: text, said: true} }

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

// sum writes 1.234,56 with the minus behind, or as the listing does.
func (l Listing) sum(c predate.Cents) string {
	thousands := map[string]string{"": ".", "none": ""}[l.Thousands]
	if l.Thousands == " " {
		thousands = " "
	}
	text := grouped(abs(c), thousands, ",")
	switch {
	case c >= 0:
		return text
	case l.Negative == "front":
		return "-" + text
	case l.Negative == "brackets":
		return "(" + text + ")"
	}
	return text + "-"
}

// balance writes a balance with its side.
func (l Listing) balance(c predate.Cents) string {
	marks := [2]string{" DB", " CR"}
	switch l.Sides {
	case "letters":
		marks = [2]string{" D", " C"}
	case "words":
		marks = [2]string{" DEBITEUR", " CREDITEUR"}
	}
	switch {
	case c == 0:
		return "0,00"
	case l.Minus:
		return l.sum(c)
	case c < 0:
		return l.sum(-c) + marks[1]
	}
	return l.sum(c) + marks[0]
}

func (l Listing) day(d predate.Date) string {
	text := day(d)
	if l.Short {
		text = fmt.Sprintf("%02d/%02d/%02d", d.Day, int(d.Month), d.Year%100)
	}
	if l.Slash != "" {
		text = strings.ReplaceAll(text, "/", l.Slash)
	}
	return text
}

// say writes capitals in the listing's own words.
func (l Listing) say(s string) string { return strings.NewReplacer(l.Words...).Replace(capitals(s)) }

// newPage begins a page with the head of the listing.
func (l *list) newPage() {
	l.pages = append(l.pages, nil)
	side := max(l.width-46, 56)
	l.put(at(0, l.d.Agent.Name), at(side, "EDITION "+l.Listing.day(l.day)), upTo(l.width, fmt.Sprintf("PAGE %4d", len(l.pages))))
	l.put(at(0, l.d.Agent.Street+" "+l.d.Agent.Town))
	l.put(at(0, "IMMEUBLE "+l.d.Code+" "+l.d.Name), at(side, "IMMAT. "+l.d.Registration))
	l.put(at(9, " "+l.d.Street+" "+l.d.Zip+" "+l.d.City))
	l.skip()
	if title := l.say(l.title); title != "" {
		margin := max(0, (l.width-len(title))/2)
		l.put(said(margin, title))
		l.put(at(margin, strings.Repeat("=", len(title))))
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
		text := c.text
		if !c.said {
			text = l.say(text)
		}
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
	label = l.say(label)
	dots := max(2, end-14-col-len(label)-2)
	l.put(said(col, label+" "+strings.Repeat(".", dots)), upTo(end, value))
}

func (l *list) skip() { l.put() }

func (l *list) rule(mark string, from, to int) { l.put(at(from, strings.Repeat(mark, to-from))) }

// paragraph wraps a text.
func (l *list) paragraph(col int, text string) {
	line := ""
	for _, word := range strings.Fields(l.say(text)) {
		if len(line)+1+len(word) > l.width-col {
			l.put(said(col, line))
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	l.put(said(col, line))
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
