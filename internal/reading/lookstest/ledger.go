package lookstest

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"predate"
)

// Ledger draws papers as the programs of the eighties do: one pitch, pages cut
// by form feeds with their head again, sums carried from page to page.
type Ledger struct {
	Hand           int // which column of ledgerWords is spoken
	Width, Deep    int // of a page, in characters and lines
	Upper          bool
	Bars           string // between columns: "" none, "!" old printers, "|" boxes
	Thousands      string
	Negative       string // "behind" or "front"
	Sides          string // of balances: "letters" CR and DB, "words", "column" for C or D
	Day            string // as time.Format writes it
	Merged         bool   // one line by key in calls, whatever the lots
	Stacked        bool   // schedule 1 one side under the other
	Paired         bool   // facts stand in two columns
	Sheet          string // "green", "white" or "direct"
	Font           string
	Size           float64
	Portrait, Page bool // Page: numbers at the foot instead of the head
}

// writer fills the pages of one paper.
type writer struct {
	Ledger
	d     *Dossier
	part  Part
	pages [][]string
	title string
	head  func()        // what each new page repeats
	carry func() string // what is carried over a cut; nil for nothing
	inner bool          // a head is being written
}

// Sheets returns the pages of a part as lines.
func (l Ledger) Sheets(d *Dossier, p Part) [][]string {
	w := &writer{Ledger: l, d: d, part: p}
	switch p.Kind {
	case "fund_call":
		w.fundCall(p.Call)
	case "account_statement":
		w.statement(p.Lots)
	case "charge_statement":
		w.apportionment(p)
	case "schedule_1":
		w.schedule1()
	case "schedule_2":
		w.schedule2()
	case "schedule_3":
		w.schedule3()
	case "schedule_4":
		w.schedule4()
	case "schedule_5":
		w.schedule5()
	case "minutes", "meeting_notice":
		w.meeting(p)
	default:
		w.facts(p.Kind)
	}
	if l.Page {
		for i := range w.pages {
			foot := fmt.Sprintf("Page %d/%d", i+1, len(w.pages))
			w.pages[i] = append(w.pages[i], "", strings.Repeat(" ", (l.Width-len(foot))/2)+foot)
		}
	}
	return w.pages
}

func (w *writer) say(key string) string {
	words, known := ledgerWords()[key]
	if !known {
		return key
	}
	return words[min(w.Hand, len(words)-1)]
}

// flat writes text as the printer can.
func (w *writer) flat(s string) string {
	s = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "−", "-", "–", "-", "—", "-", "’", "'", "«", "\"", "»", "\"", "€", "EUR", "Œ", "OE", "œ", "oe", "²", "2", "³", "3").Replace(s)
	if !w.Upper {
		return s
	}
	return strings.ToUpper(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == '°':
			return 'o'
		}
		return r
	}, norm.NFD.String(s)))
}

func (w *writer) day(d predate.Date) string { return d.Time().Format(w.Day) }

func (w *writer) sum(c predate.Cents) string {
	text := strings.ReplaceAll(grouped(abs(c), w.Thousands, ","), "\u00a0", " ")
	switch {
	case c >= 0:
		return text
	case w.Negative == "behind":
		return text + "-"
	}
	return "-" + text
}

// filled is an amount that is left out when it is nil.
func (w *writer) filled(c predate.Cents) string {
	if c == 0 {
		return ""
	}
	return w.sum(c)
}

// balance writes a balance with its side.
func (w *writer) balance(c predate.Cents) string {
	marks := map[string][2]string{"letters": {" DB", " CR"}, "words": {" débiteur", " créditeur"}, "column": {" D", " C"}}[w.Sides]
	switch {
	case c > 0:
		return w.sum(c) + marks[0]
	case c < 0:
		return w.sum(-c) + marks[1]
	}
	return w.sum(0)
}

func (w *writer) newPage() {
	w.pages = append(w.pages, nil)
	w.inner = true
	number := fmt.Sprintf("PAGE %3d", len(w.pages))
	edited := w.say("edited") + " " + w.day(w.part.Issued)
	if w.Page {
		w.ends(w.d.Agent.Name, edited)
	} else {
		w.ends(w.d.Agent.Name, edited+"   "+number)
	}
	w.put(w.d.Agent.Street + " - " + w.d.Agent.Town + " - TEL " + w.d.Agent.Phone)
	w.ends(w.say("building")+" "+w.d.Code+"  "+w.d.Name, w.say("registration")+" "+w.d.Registration)
	w.put(strings.Repeat(" ", utf8.RuneCountInString(w.say("building")+" "+w.d.Code)+2) + w.d.Street + ", " + w.d.Zip + " " + w.d.City)
	w.put("")
	for i, line := range strings.Split(w.title, "\n") {
		mark := map[bool]string{true: "*** " + line + " ***", false: line}[i == 0]
		if len(w.pages) > 1 && i == 0 && !strings.Contains(line, "SUITE") {
			mark += " (SUITE)"
		}
		w.put(strings.Repeat(" ", max(0, (w.Width-utf8.RuneCountInString(mark))/2)) + mark)
	}
	w.put("")
	if w.head != nil {
		w.head()
	}
	w.inner = false
}

// put writes a line; a full page is cut, with what is carried over.
func (w *writer) put(line string) {
	page := len(w.pages) - 1
	if !w.inner && len(w.pages[page]) >= w.Deep-2 {
		carried := ""
		if w.carry != nil {
			carried = w.carry()
		}
		if carried != "" {
			w.pages[page] = append(w.pages[page], w.flat(strings.Replace(carried, "REPORT    ", "A REPORTER", 1)))
		}
		w.newPage()
		page++
		if carried != "" {
			w.pages[page] = append(w.pages[page], w.flat(carried))
		}
	}
	w.pages[page] = append(w.pages[page], strings.TrimRight(w.flat(line), " "))
}

// room cuts the page when fewer lines than asked are left.
func (w *writer) room(lines int) {
	if len(w.pages[len(w.pages)-1])+lines > w.Deep-2 {
		w.newPage()
	}
}

// ends writes two texts at the two ends of a line.
func (w *writer) ends(left, right string) {
	left, right = w.flat(left), w.flat(right)
	w.put(left + strings.Repeat(" ", max(1, w.Width-utf8.RuneCountInString(left)-utf8.RuneCountInString(right))) + right)
}

// dots writes a label, leaders and a value up to a column.
func (w *writer) dots(indent int, label, value string, end int) {
	label, value = w.flat(label), w.flat(value)
	leaders := end - indent - utf8.RuneCountInString(label) - utf8.RuneCountInString(value) - 2
	w.put(strings.Repeat(" ", indent) + label + " " + strings.Repeat(".", max(2, leaders)) + " " + value)
}

func (w *writer) rule(mark string) { w.put(strings.Repeat(mark, w.Width)) }

// prose wraps a text.
func (w *writer) prose(indent int, text string) {
	line := ""
	for _, word := range strings.Fields(w.flat(text)) {
		if line != "" && indent+utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > w.Width {
			w.put(strings.Repeat(" ", indent) + line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	w.put(strings.Repeat(" ", indent) + line)
}

// column is a column of a table; one has no width and takes what is left.
type column struct {
	head  string // a bar cuts it in two lines
	width int
	right bool
}

func text(head string, width int) column { return column{head, width, false} }

func money(head string, width int) column { return column{head, width, true} }

// register is a table, whose head comes again on each page.
type register struct {
	w    *writer
	cols []column
}

func (w *writer) table(cols ...column) register {
	used := 0
	for _, c := range cols {
		used += c.width + 1
	}
	for i := range cols {
		if cols[i].width == 0 {
			cols[i].width = w.Width - used - 1
		}
	}
	t := register{w, cols}
	t.begin()
	w.head = t.begin
	return t
}

func (t register) begin() {
	t.line()
	var heads [2][]string
	two := false
	for _, c := range t.cols {
		above, below, cut := strings.Cut(c.head, "|")
		if !cut {
			above, below = "", above
		}
		two = two || cut
		heads[0], heads[1] = append(heads[0], above), append(heads[1], below)
	}
	if two {
		t.row(heads[0]...)
	}
	t.row(heads[1]...)
	t.line()
}

func (t register) line() {
	if t.w.Bars == "" {
		t.w.rule("-")
		return
	}
	var b strings.Builder
	for _, c := range t.cols {
		b.WriteString("+" + strings.Repeat("-", c.width))
	}
	t.w.put(b.String() + "+")
}

// row writes cells; a label too long for its column goes on under itself.
func (t register) row(cells ...string) {
	left := make([]string, len(t.cols))
	for i := range min(len(cells), len(left)) {
		left[i] = t.w.flat(cells[i])
	}
	for first := true; first || strings.Join(left, "") != ""; first = false {
		line := make([]string, len(left))
		for i, c := range t.cols {
			line[i], left[i] = left[i], ""
			if !c.right {
				line[i], left[i] = cutAt(line[i], c.width)
			}
		}
		t.w.put(t.w.line(t, line...))
	}
}

// cutAt cuts a text before the word that passes a width.
func cutAt(s string, width int) (line, rest string) {
	runes := []rune(s)
	if len(runes) <= width {
		return s, ""
	}
	cut := strings.LastIndex(string(runes[:width+1]), " ")
	if cut <= 0 {
		cut = len(string(runes[:width]))
	}
	return s[:cut], strings.TrimSpace(s[cut:])
}

func (t register) fit(c column, cell string) string {
	gap := strings.Repeat(" ", max(0, c.width-utf8.RuneCountInString(cell)))
	if c.right {
		return gap + cell
	}
	return cell + gap
}

// over writes a title over all columns.
func (t register) over(title string) {
	if t.w.Bars == "" {
		t.w.put(title)
		return
	}
	title = t.w.flat(title)
	t.w.put(t.w.Bars + title + strings.Repeat(" ", max(0, t.w.Width-3-utf8.RuneCountInString(title))) + t.w.Bars)
}

// done ends a table.
func (t register) done() {
	t.line()
	t.w.head, t.w.carry = nil, nil
}
