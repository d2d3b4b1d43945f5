package form

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/layout"
)

// entryRole is what the words of a line of an account say that it is. Words
// hint; what the sums make decides.
type entryRole int

const (
	plainEntry   entryRole = iota
	openingEntry           // the balance before the movements
	carriedEntry           // what one page hands to the next
	totalEntry             // the sums of movements
	closingEntry           // a balance
)

// entry is a line of an account with its sums.
type entry struct {
	line  int
	day   predate.Date // zero where the line prints none before its words
	label string
	sub   string // the co-owners' account of the chart of accounts
	role  entryRole
	sums  []posted
	lot   string // of the account, where words over its table name one
	opens bool   // the account of another lot
}

// posted is a sum of an entry, in its column.
type posted struct {
	cell   cell
	room   predate.Box // with the mark beside it
	column int
	mark   predate.Cents // 1 where words or letters beside it say owed, -1 in favour
	told   bool          // the words right before it say that it is a balance
	side   columnRole    // of a total whose words name its side, wherever it stands
}

// entries returns the lines of a paper that print sums, as an account may.
func (r *reader) entries() []entry {
	var out []entry
	places := sums{}
	inside := amountsBeforeWords(r)
	for i, l := range r.Lines {
		if l.Repeated {
			continue
		}
		e := entry{line: i}
		first := len(l.Cells)
		var after []cell
		for k, c := range l.Cells {
			if len(e.sums) > 0 && r.opensPanel(c) && r.totalOfSide(c) == noRole {
				if inside && after == nil && !hasWords(l.Cells[:first]) {
					after = l.Cells[k : k+1]
					continue
				}
				break
			}
			if c.Nature != amount {
				continue
			}
			first = min(first, k)
			p := posted{cell: c}
			p.mark, p.room = r.markOf(l, k)
			c.Box = p.room
			p.column = places.columnFor(c)
			if k > 0 {
				p.told, p.side = r.saysBalance(l.Cells[k-1]), r.totalOfSide(l.Cells[k-1])
			}
			if p.told && first == k {
				first--
			}
			e.sums = append(e.sums, p)
		}
		if len(e.sums) == 0 {
			continue
		}
		e.day, e.sub, e.label = named450(slices.Concat(l.Cells[:first], after))
		e.role = r.roleOf(e.label)
		out = append(out, e)
	}
	return r.bound(oldestFirst(r.byLot(r.joinCards(r.across(r.dayUnder(r.dayAfter(out))), len(places.columns)))))
}

// fewestAmountsFirst is how many movements must have their amounts before their words for
// all of them to be read so.
const fewestAmountsFirst = 3

// amountsBeforeWords reports whether the movements of an account print their sums between
// the day and the words: "Date | Doit | Avoir | Écriture | Solde".
func amountsBeforeWords(r *reader) bool {
	before, behind := 0, 0
	for _, l := range r.Lines {
		first := slices.IndexFunc(l.Cells, func(c cell) bool { return c.Nature == amount })
		if first < 1 || l.Cells[0].Nature != day {
			continue
		}
		switch {
		case hasWords(l.Cells[:first]):
			behind++
		case hasWords(l.Cells[first:]):
			before++
		}
	}
	return before >= fewestAmountsFirst && before > behind
}

// hasWords reports whether one of some cells has words.
func hasWords(cells []cell) bool {
	return slices.ContainsFunc(cells, func(c cell) bool { return c.Nature == text })
}

// dayUnder sets the day of each entry to the one printed alone on the line below it, if
// no entry has one on its own line: portals print the day below the words.
func (r *reader) dayUnder(entries []entry) []entry {
	if slices.ContainsFunc(entries, func(e entry) bool { return !e.day.IsZero() }) {
		return entries
	}
	for k, e := range entries {
		if i := e.line + 1; i < len(r.Lines) && r.Lines[i].Page == r.Lines[e.line].Page && len(r.Lines[i].Cells) == 1 && r.isMovement(e) {
			entries[k].day = r.Lines[i].Cells[0].Date
		}
	}
	return entries
}

// isMovement reports whether an entry has words that call it no total.
func (r *reader) isMovement(e entry) bool { return e.label != "" && e.role != totalEntry }

// bound names the balances before and after the movements by what their words
// leave out: «Solde au 30/06» of a first line of that day or a later one is the one
// before, and «Solde» without more, on a line of its own, the one after.
func (r *reader) bound(entries []entry) []entry {
	first := slices.IndexFunc(entries, func(e entry) bool { return !e.day.IsZero() })
	for k := range entries {
		e := &entries[k]
		days := layout.DatesIn(e.label)
		switch {
		case k == first && e.role == closingEntry && len(days) == 1 && !e.day.Before(days[0]) && !nextDay(entries[k+1:]).Before(e.day):
			e.role = openingEntry
		case k > first && e.role == plainEntry && e.label == "" && len(e.sums) == 1 && e.sums[0].told:
			e.role = closingEntry
		}
	}
	return entries
}

// nextDay is the first day that entries print; zero where they print none.
func nextDay(entries []entry) predate.Date {
	for _, e := range entries {
		if !e.day.IsZero() {
			return e.day
		}
	}
	return predate.Date{}
}

// oldestFirst turns the movements of a paper that prints the latest one first:
// no day is after the one printed before it, and each line has its own.
func oldestFirst(entries []entry) []entry {
	undated := func(e entry) bool { return e.day.IsZero() }
	first := slices.IndexFunc(entries, func(e entry) bool { return !undated(e) })
	last := len(entries) - 1
	for last > first && undated(entries[last]) {
		last--
	}
	if first < 0 || !entries[last].day.Before(entries[first].day) {
		return entries
	}
	for k := first + 1; k <= last; k++ {
		if undated(entries[k]) || entries[k-1].day.Before(entries[k].day) {
			return entries
		}
	}
	slices.Reverse(entries)
	return entries
}

// saysBalance reports whether words say that the sum after them is a balance,
// and nothing besides, unless they are a sentence that ends so.
func (r *reader) saysBalance(c cell) bool {
	words := strings.Trim(c.Text, " :.+")
	return c.Nature == text && (r.Names("closing_balance", words) || r.Names("column_balance", words) ||
		strings.HasSuffix(words, " de") && r.Says(words, "said_closing"))
}

// totalOfSide returns the side of which words say that the sum after them is the
// total: "Total débit".
func (r *reader) totalOfSide(c cell) columnRole {
	debit, credit := r.Says(c.Text, "column_debit"), r.Says(c.Text, "column_credit")
	switch {
	case c.Nature != text || debit == credit || !r.IsTotal(c.Text) || len(strings.Fields(c.Text)) > 4:
	case debit:
		return debitSide
	default:
		return creditSide
	}
	return noRole
}

// joinCards joins each movement to the balance that is told on the line under
// it, where a paper prints its movements so: one under another, without columns.
func (r *reader) joinCards(entries []entry, column int) []entry {
	told := 0
	for _, e := range entries {
		if len(e.sums) == 1 && e.sums[0].told {
			told++
		}
	}
	if told < 3 || 3*told < len(entries) {
		return entries
	}
	var out []entry
	for _, e := range entries {
		if len(e.sums) != 1 || !e.sums[0].told {
			out = append(out, e)
			continue
		}
		e.sums[0].column = column
		if n := len(out); n > 0 && r.isUnder(e, out[n-1]) && e.role == plainEntry {
			over := &out[n-1]
			if over.day.IsZero() {
				over.day = e.day
			}
			over.sums = append(over.sums, e.sums[0])
			continue
		}
		out = append(out, e)
	}
	return out
}

// isUnder reports whether a line of a balance is right under that of a
// movement.
func (r *reader) isUnder(balance, moved entry) bool {
	a, b := r.Lines[balance.line], r.Lines[moved.line]
	under := balance.line == moved.line+1 && a.Page == b.Page && a.Box.Y0-b.Box.Y1 < 1.2*max(a.Size, 6)
	return (under || r.turnsTo(balance.line, moved.line)) && len(moved.sums) == 1 && !moved.sums[0].told && (moved.day.IsZero() || balance.day.IsZero())
}

// turnsTo reports whether a line is the first of a page and another the last of the
// page before, but for what each page prints.
func (r *reader) turnsTo(next, last int) bool {
	for i := last + 1; i < next; i++ {
		if !r.Lines[i].Repeated {
			return false
		}
	}
	return r.Lines[next].Page == r.Lines[last].Page+1
}

// opensPanel reports whether words after the sums of a line begin something
// that is printed beside the table.
func (r *reader) opensPanel(c cell) bool {
	return c.Nature == text && len([]rune(c.Text)) > 8 && !r.Says("1 "+c.Text, "sign_debit", "sign_credit", "closing_balance", "column_balance")
}

// markOf returns the side that is printed beside cell k, after it or before it,
// and the room that it takes with the words after it.
func (r *reader) markOf(l line, k int) (predate.Cents, predate.Box) {
	c := l.Cells[k]
	box := c.Box
	var words string
	if k+1 < len(l.Cells) && l.Cells[k+1].Nature == text && len(l.Cells[k+1].Text) < 30 && !marksNext(l, k+1) {
		words = l.Cells[k+1].Text
	}
	if k > 0 && marksNext(l, k-1) {
		switch before := "1 " + l.Cells[k-1].Text; {
		case r.Says(before, "sign_debit"):
			return 1, box
		case r.Says(before, "sign_credit"):
			return -1, box
		}
	}
	switch mark := c.Amount.Mark; {
	case layout.IsDebit(mark), words != "" && r.Says("1 "+words, "sign_debit"):
		return 1, joinedBox(l.Cells, k)
	case layout.IsCredit(mark), words != "" && r.Says("1 "+words, "sign_credit"):
		return -1, joinedBox(l.Cells, k)
	}
	if words != "" && len(words) < 14 && l.Cells[k+1].Box.X0-box.X1 < l.Size {
		return 0, joinedBox(l.Cells, k) // a side said in words of their own
	}
	return 0, box
}

// marksNext reports whether words between two amounts are of the one after them,
// which is nearer: "601,24     À régler 601,24".
func marksNext(l line, k int) bool {
	if k == 0 || k+1 >= len(l.Cells) || l.Cells[k].Nature != text || l.Cells[k-1].Nature != amount || l.Cells[k+1].Nature != amount {
		return false
	}
	words := l.Cells[k].Box
	return l.Cells[k+1].Box.X0-words.X1 < words.X0-l.Cells[k-1].Box.X1
}

// joinedBox is the room of an amount with the words after it.
func joinedBox(cells []cell, k int) predate.Box {
	if k+1 < len(cells) && cells[k+1].Nature == text {
		return cells[k].Box.Union(cells[k+1].Box)
	}
	return cells[k].Box
}

// named450 parts the cells before the sums of a line: its day, the co-owners'
// account it is booked on, its words.
func named450(cells []cell) (on predate.Date, sub, label string) {
	var words []string
	for k, c := range cells {
		rest := strings.Fields(c.Text)
		if c.Nature == dash {
			continue
		}
		if on.IsZero() && k < 3 && len(words) == 0 {
			on, rest = layout.LeadingDay(rest)
		}
		if len(rest) > 0 && sub == "" {
			n := 0
			if len(rest) > 1 && strings.Trim(rest[0], "0123456789") == "" && !predate.OwnersAccount(rest[0]) {
				n = 1 // after the number of the entry
			}
			if code := strings.Trim(rest[n], ".,;:()[]"); predate.OwnersAccount(code) {
				sub, rest = code, slices.Delete(slices.Clone(rest), n, n+1)
			}
		}
		words = append(words, rest...)
	}
	return on, sub, strings.TrimRight(strings.Join(words, " "), " -−–+")
}

// roleOf reads what the words of an entry say that it is.
func (r *reader) roleOf(label string) entryRole {
	switch {
	case r.Says(label, "running_total"):
		return carriedEntry
	case r.Says(label, "brought_forward", "opening_balance"):
		return openingEntry
	case r.Says(label, "movements_total", "total", "subtotal") || r.IsTotal(label):
		return totalEntry
	case r.Says(label, "closing_balance"):
		return closingEntry
	}
	return plainEntry
}

// wholeLabel returns the words of an entry with those of the lines around that
// print no sum: the rest of a label that wraps, or a label set about its sums.
func (r *reader) wholeLabel(entries []entry, k int) string {
	e := entries[k]
	words := e.label
	if words == "" {
		words = r.wordsBetween(entries, k, -1)
	}
	return strings.TrimSpace(words + " " + r.wordsBetween(entries, k, 1))
}

// wordsBetween returns the words of the lines right over (step -1) or under
// (step 1) an entry that belong to it.
func (r *reader) wordsBetween(entries []entry, k, step int) string {
	e := entries[k]
	var parts []string
	edge := r.Lines[e.line].Box
	for i := e.line + step; i >= 0 && i < len(r.Lines) && len(parts) < 3; i += step {
		l := r.Lines[i]
		gap := max(l.Box.Y0, edge.Y0) - min(l.Box.Y1, edge.Y1)
		if l.Page != r.Lines[e.line].Page || l.Repeated || gap > 0.9*max(l.Size, 6) || hasSum(l) || r.nearer(entries, k, i) {
			break
		}
		held := ""
		for _, c := range l.Cells {
			if c.Box.X0 < e.sums[0].cell.Box.X0 && c.Nature != dash && c.Nature != day {
				held = strings.TrimSpace(held + " " + c.Text)
			}
		}
		if held == "" {
			break
		}
		if step > 0 {
			parts = append(parts, held)
		} else {
			parts = append([]string{held}, parts...)
		}
		edge = l.Box
	}
	return strings.Join(parts, " ")
}

// nearer reports whether a line of words is nearer to another entry that
// has none of its own.
func (r *reader) nearer(entries []entry, k, i int) bool {
	own := apartY(r.Lines[i].Box, r.Lines[entries[k].line].Box)
	for _, j := range []int{k - 1, k + 1} {
		if j >= 0 && j < len(entries) && entries[j].label == "" && r.Lines[entries[j].line].Page == r.Lines[i].Page &&
			apartY(r.Lines[i].Box, r.Lines[entries[j].line].Box) < own {
			return true
		}
	}
	return false
}

func apartY(a, b predate.Box) float64 {
	return max((a.Y0+a.Y1)-(b.Y0+b.Y1), (b.Y0+b.Y1)-(a.Y0+a.Y1)) / 2
}

func hasSum(l line) bool {
	return slices.ContainsFunc(l.Cells, func(c cell) bool { return c.Nature == amount })
}
