package extract

import (
	"bytes"
	"slices"
	"strings"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// schedule45Rules read annexe 4, operations closed in the exercise, and annexe
// 5, operations voted and not closed.
func schedule45Rules() []Rule {
	four, five := predate.KindSchedule4, predate.KindSchedule5
	return []Rule{
		{"schedule_4.works", four, predate.FactClosedWorks, closedWorks},
		{"schedule_4.total", four, predate.FactClosedTotal, closedTotal},
		{"schedule_5.works", five, predate.FactOpenWorks, openWorks},
		{"schedule_5.total", five, predate.FactOpenTotal, openTotal},
		{"schedule_5.pending", five, predate.FactPendingTotal, pendingTotal},
	}
}

// heading gives a column of annexe 4 or 5 its letter, by the words of the
// decree; the order matters where a heading has words of two.
type heading struct {
	letter byte
	words  []string
}

func headings4() []heading {
	return []heading{
		{'D', []string{"provisions", "prov", "emprunts", "appelees", "appele"}},
		{'E', []string{"solde"}},
		{'A', []string{"votees", "votes", "vote"}},
		{'C', []string{"depenses", "depense"}},
	}
}

func headings5() []heading {
	return []heading{
		{'F', []string{"recevoir"}},
		{'D', []string{"provisions", "prov", "emprunts", "appele"}},
		{'E', []string{"solde", "attente"}},
		{'A', []string{"votes", "votees", "vote"}},
		{'B', []string{"payes", "paye"}},
		{'C', []string{"realises", "realise"}},
	}
}

// worksTable is annexe 4 or 5 as read: one item a work, and its printed total.
type worksTable struct {
	items    []workItem
	total    map[byte]layout.Amount
	nothing  *row // "Néant"
	year     predate.Period
	evidence []predate.Evidence
}

// workItem is one work with its amounts by letter.
type workItem struct {
	workText
	amounts     map[byte]layout.Amount
	rows        []row
	exceptional bool
}

// worksTableOf reads annexe 4 or 5. It is false unless every column is told,
// and the works add up to the total in each column.
func worksTableOf(p paper, headings []heading) (worksTable, bool) {
	t := worksTable{year: exercisesOf(p).closed}
	if t.nothing = nothingIn(p); t.nothing != nil {
		return t, true
	}
	for _, b := range p.bands(isWorksHead) {
		if len(b.sides) == 0 {
			continue
		}
		b.merge()
		letters, ok := lettersOf(b.sides[0], headings)
		if !ok {
			return t, false
		}
		t.read(b, letters)
	}
	for i := range p.rows {
		if strings.Trim(p.rows[i].text, " .-") == "neant" {
			t.nothing = &p.rows[i]
		}
	}
	t.dropSubtotals()
	return t, t.addsUp(p.recognised())
}

// nothingIn finds the row that says that there are no works, where all that the
// paper totals is zero: its columns need not be told then.
func nothingIn(p paper) *row {
	var said *row
	total := false
	for i := range p.rows {
		r := &p.rows[i]
		switch strings.Trim(r.text, " .-") {
		case "aucune operation", "aucuns travaux", "neant":
			said = r
		}
		if slices.ContainsFunc(r.amounts, func(a layout.Amount) bool { return a.Cents != 0 }) {
			return nil
		}
		total = total || len(r.amounts) > 0 && strings.HasPrefix(r.text, "total")
	}
	if !total {
		return nil
	}
	return said
}

// dropSubtotals leaves out the rows that total the works above them under
// another word than "total": rows of the sums of the works so far, in every
// column, while the printed total holds without them.
func (t *worksTable) dropSubtotals() {
	if t.total == nil {
		return
	}
	sums := map[byte]predate.Cents{}
	works := worksTable{total: t.total}
	for _, item := range t.items {
		again := true
		for letter, a := range item.amounts {
			again = again && a.Cents == sums[letter]
		}
		if again {
			continue
		}
		works.items = append(works.items, item)
		for letter, a := range item.amounts {
			sums[letter] += a.Cents
		}
	}
	if len(works.items) < len(t.items) && works.addsUp(true) {
		t.items = works.items
	}
}

// merge takes the columns of a band as one side: between the amounts of annexe
// 5 stand dates, and a wrapped word is no reason to part it.
func (b *band) merge() {
	var columns []column
	for _, s := range b.sides {
		columns = append(columns, s.columns...)
	}
	b.sides = []side{{left: 0, columns: columns}}
	for k := range columns {
		b.sides[0].columns[k].head = ""
	}
	b.head(0)
}

func isWorksHead(r row) bool {
	n := 0
	for _, w := range []string{"travaux votes", "travaux payes", "depenses", "votees", "provisions appelees", "montant", "solde", "marche"} {
		if fold.Has(r.text, w) {
			n++
		}
	}
	return n >= 2 || n+singleHeads(r) >= 3
}

// singleHeads counts the columns that one word of the decree heads, in the
// singular: "Voté", "B Payé".
func singleHeads(r row) int {
	n := 0
	for _, p := range pieces(r) {
		words := strings.Fields(p.text)
		if len(words) == 2 && len(words[0]) == 1 {
			words = words[1:]
		}
		if len(words) > 0 && len(words) < 5 && slices.Contains([]string{"vote", "depense", "paye", "realise", "appele"}, words[0]) {
			n++
		}
	}
	return n
}

func lettersOf(s side, headings []heading) ([]byte, bool) {
	out := make([]byte, len(s.columns))
	seen := map[byte]bool{}
	for k, c := range s.columns {
		for _, h := range headings {
			if out[k] == 0 && hasAny(c.head, h.words) {
				out[k] = h.letter
			}
		}
		if out[k] == 0 && len(headings) == 6 {
			out[k] = printedLetter(c.head)
		}
		if out[k] == 0 || seen[out[k]] {
			return nil, false
		}
		seen[out[k]] = true
	}
	return out, true
}

// printedLetter is the letter, A to F, that annexe 5 prints over a column; "à"
// is none.
func printedLetter(head string) byte {
	found := byte(0)
	for _, w := range strings.Fields(head) {
		w = strings.Trim(w, "().:-")
		if strings.HasPrefix(w, "e=") {
			w = "e"
		}
		if len(w) != 1 || w < "a" || w > "f" || w == "a" && fold.Has(head, "recevoir") {
			continue
		}
		if found != 0 {
			return 0
		}
		found = w[0] - 'a' + 'A'
	}
	return found
}

func hasAny(text string, words []string) bool {
	for _, w := range words {
		if fold.Has(text, w) {
			return true
		}
	}
	return false
}

// read takes the works of a band.
func (t *worksTable) read(b band, letters []byte) {
	exceptional := false
	var items []workItem
	var last *workItem
	var lastRow row
	for _, e := range b.entries(0) {
		switch {
		case strings.HasPrefix(e.label, "total") || strings.HasPrefix(e.label, "totaux"):
			if len(e.amounts) > 0 {
				t.total = lettered(e, letters)
				last = nil
			}
			continue
		case len(e.amounts) == 0:
			switch strings.Trim(e.label, " :.") {
			case "operations exceptionnelles":
				exceptional, last = true, nil
			case "travaux de l'article 14-2", "travaux art. 14-2":
				exceptional, last = false, nil
			}
			continue
		}
		amounts := lettered(e, letters)
		if last != nil && disjoint(last.amounts, amounts) && gap(lastRow, e.row) < 1.2 {
			for letter, a := range amounts {
				last.amounts[letter] = a
			}
			last.rows, lastRow = append(last.rows, e.row), e.row
			continue
		}
		items = append(items, workItem{amounts: amounts, exceptional: exceptional, rows: []row{e.row}})
		last, lastRow = &items[len(items)-1], e.row
	}
	voted := b.sides[0].columns[max(0, bytes.IndexByte(letters, 'A'))]
	for i := range items {
		items[i].workText = b.textOf(items[i], voted)
	}
	t.items = append(t.items, items...)
}

func lettered(e entry, letters []byte) map[byte]layout.Amount {
	out := map[byte]layout.Amount{}
	for k, a := range e.amounts {
		out[letters[k]] = a
	}
	return out
}

func disjoint(a, b map[byte]layout.Amount) bool {
	for letter := range b {
		if _, both := a[letter]; both {
			return false
		}
	}
	return true
}

// addsUp checks every column against the printed total.
func (t *worksTable) addsUp(strict bool) bool {
	if t.total == nil {
		return len(t.items) > 0 && !strict
	}
	sums := map[byte]predate.Cents{}
	for _, item := range t.items {
		for _, letter := range []byte("ABCDEF") {
			if a, ok := item.amounts[letter]; ok {
				sums[letter] += a.Cents
				t.evidence = append(t.evidence, proofOfAmount(a)...)
			}
		}
	}
	for letter, total := range t.total {
		if sums[letter] != total.Cents {
			return false
		}
	}
	for letter, sum := range sums {
		if _, printed := t.total[letter]; !printed && sum != 0 {
			return false
		}
	}
	return true
}

// proof is the evidence of the works, or of their absence.
func (t worksTable) proof() []predate.Evidence {
	if len(t.items) > 0 {
		return t.evidence
	}
	if t.nothing != nil {
		return proof(t.nothing.Page, t.nothing.Box, t.nothing.Text())
	}
	var out []predate.Evidence
	for _, letter := range []byte("ACDE") {
		if a, ok := t.total[letter]; ok {
			out = append(out, proofOfAmount(a)...)
		}
	}
	return out
}

// status says that an empty table proves an absence.
func (t worksTable) status() predate.Status {
	if len(t.items) == 0 {
		return predate.StatusNone
	}
	return predate.StatusConfirmed
}

func closedWorks(doc source) []predate.Figure {
	t, ok := worksTableOf(paperOf(doc), headings4())
	if !ok || whole(t.year).IsZero() {
		return nil
	}
	list := predate.ClosedWorks{}
	for _, i := range t.items {
		list = append(list, predate.ClosedWork{
			Title: i.title, Key: i.key, VotedOn: i.votedOn, Exceptional: i.exceptional,
			Voted: i.amounts['A'].Cents, Spent: i.amounts['C'].Cents, Received: i.amounts['D'].Cents, Balance: i.amounts['E'].Cents,
		})
	}
	return []predate.Figure{{Value: list, Status: t.status(), Year: t.year, AsOf: t.year.To, Evidence: t.proof()}}
}

func closedTotal(doc source) []predate.Figure {
	t, ok := worksTableOf(paperOf(doc), headings4())
	if !ok || t.total == nil || whole(t.year).IsZero() {
		return nil
	}
	total := predate.ClosedWork{Voted: t.total['A'].Cents, Spent: t.total['C'].Cents, Received: t.total['D'].Cents, Balance: t.total['E'].Cents}
	return []predate.Figure{{Value: predate.ClosedWorks{total}, Year: t.year, AsOf: t.year.To, Evidence: totalProof(t)}}
}

func openWorks(doc source) []predate.Figure {
	t, ok := worksTableOf(paperOf(doc), headings5())
	if !ok || whole(t.year).IsZero() {
		return nil
	}
	list := predate.OpenWorks{}
	for _, i := range t.items {
		list = append(list, predate.OpenWork{
			Title: i.title, Key: i.key, VotedOn: i.votedOn,
			Voted: i.amounts['A'].Cents, Paid: i.amounts['B'].Cents, Done: i.amounts['C'].Cents,
			Received: i.amounts['D'].Cents, Pending: i.amounts['E'].Cents, ToReceive: i.amounts['F'].Cents,
		})
	}
	return []predate.Figure{{Value: list, Status: t.status(), Year: t.year, AsOf: t.year.To, Evidence: t.proof()}}
}

func openTotal(doc source) []predate.Figure {
	t, ok := worksTableOf(paperOf(doc), headings5())
	if !ok || t.total == nil || whole(t.year).IsZero() {
		return nil
	}
	total := predate.OpenWork{
		Voted: t.total['A'].Cents, Paid: t.total['B'].Cents, Done: t.total['C'].Cents,
		Received: t.total['D'].Cents, Pending: t.total['E'].Cents, ToReceive: t.total['F'].Cents,
	}
	return []predate.Figure{{Value: predate.OpenWorks{total}, Year: t.year, AsOf: t.year.To, Evidence: totalProof(t)}}
}

func pendingTotal(doc source) []predate.Figure {
	t, ok := worksTableOf(paperOf(doc), headings5())
	total, printed := t.total['E']
	if !ok || !printed || whole(t.year).IsZero() {
		return nil
	}
	return []predate.Figure{{Value: predate.Money(total.Cents), Year: t.year, AsOf: t.year.To, Evidence: proofOfAmount(total)}}
}

func totalProof(t worksTable) []predate.Evidence {
	var out []predate.Evidence
	for _, letter := range []byte("ABCDEF") {
		if a, ok := t.total[letter]; ok {
			out = append(out, proofOfAmount(a)...)
		}
	}
	return out
}
