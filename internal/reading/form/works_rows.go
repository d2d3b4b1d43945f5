package form

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
	"predate/internal/reading/lexicon"
)

// worksLetters lists what words call each amount. The first that is said wins: what
// is to be received is not received yet, and a call may be one "of works voted".
func worksLetters() []struct {
	letter   workLetter
	concepts []lexicon.ID
} {
	return []struct {
		letter   workLetter
		concepts []lexicon.ID
	}{
		{'F', []lexicon.ID{"column_receivable"}},
		{'D', []lexicon.ID{"column_called", "column_funds_received"}},
		{'E', []lexicon.ID{"column_pending", "column_balance", "row_excess_or_lack", "row_excess", "row_lack"}},
		{'A', []lexicon.ID{"column_voted"}},
		{'B', []lexicon.ID{"column_paid"}},
		{'C', []lexicon.ID{"column_done", "column_spent"}},
	}
}

// letterSaid returns the amount that words name; zero where they name none, or
// both what was spent and what was called.
func (r *reader) letterSaid(words string) workLetter {
	spent, called := r.Says(words, "column_done", "column_spent"), r.Says(words, "column_called", "column_funds_received")
	for _, l := range worksLetters() {
		if l.letter == 'D' && spent && called && !r.Says(words, "column_pending", "column_balance") {
			return 0
		}
		if r.Says(words, l.concepts...) {
			return l.letter
		}
	}
	return 0
}

// letterPrinted returns the only letter that annexe 5 prints in a head, of
// "E = D − C" the first; zero where there is none, or two. An A right before a word
// may be the preposition: "A RECEVOIR".
func letterPrinted(head string) workLetter {
	head, _, _ = strings.Cut(head, "=")
	var found workLetter
	words := strings.Fields(head)
	for i, s := range words {
		if s == "A" && i+1 < len(words) && startsWithLetter(words[i+1]) {
			continue
		}
		if s = strings.Trim(s, "().:-–"); len(s) != 1 || s < "A" || s > "F" {
			continue
		}
		if found != 0 && found != workLetter(s[0]) {
			return 0
		}
		found = workLetter(s[0])
	}
	return found
}

func startsWithLetter(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLetter(first)
}

// workColumn is a column of works on one page.
type workColumn struct {
	page   int
	x0, x1 float64
	letter workLetter
}

// findRows reads works printed one a row. Columns on a page without heads are
// those of the page before, where they end alike.
func (w *works) findRows() {
	for first := 0; first < len(w.Lines); {
		last := first
		for last < len(w.Lines) && w.Lines[last].Page == w.Lines[first].Page {
			last++
		}
		if rows := w.rowsIn(first, last); len(rows) > 0 {
			columns := w.columnsOf(rows)
			if !w.letter(columns, rows[0]) && !w.inherit(columns) {
				w.list, w.table = nil, nil // cards perhaps
				return
			}
			w.table = append(w.table, columns...)
			for _, i := range rows {
				w.addRow(i, columns)
			}
		}
		first = last
	}
}

// rowsIn lists the lines of a page with several amounts, or dashes for nothing. A line that
// begins with an amount and has words before the next one is of cards.
func (w *works) rowsIn(first, last int) []int {
	var out []int
	for i := first; i < last; i++ {
		cells := w.Lines[i].Cells
		ofCards := len(cells) > 1 && cells[0].Nature == amount && cells[1].Nature == text && cells[len(cells)-1].Nature == amount
		if n := len(w.figuresAt(i)); n > 1 && w.hasAmounts(i) && !ofCards {
			out = append(out, i)
		}
	}
	return out
}

// figuresAt lists the amounts of a line, and the dashes that print nothing.
func (r *reader) figuresAt(i int) []cell {
	var out []cell
	words := false
	for _, c := range r.Lines[i].Cells {
		words = words || c.Nature == text
		if c.Nature == amount || c.Nature == dash && words {
			out = append(out, c)
		}
	}
	return out
}

// columnsOf gathers the amounts of rows that end alike, from left to right.
func (w *works) columnsOf(rows []int) []workColumn {
	var out []workColumn
	for _, i := range rows {
		for _, c := range w.figuresAt(i) {
			k := slices.IndexFunc(out, func(x workColumn) bool {
				return near(x.x1, c.Box.X1) || c.Box.X0 < x.x1 && x.x0 < c.Box.X1
			})
			if k < 0 {
				out = append(out, workColumn{page: c.Page, x0: c.Box.X0, x1: c.Box.X1})
				continue
			}
			out[k].x0, out[k].x1 = min(out[k].x0, c.Box.X0), max(out[k].x1, c.Box.X1)
		}
	}
	slices.SortFunc(out, func(a, b workColumn) int { return int(a.x1 - b.x1) })
	return out
}

// letter names the columns by the words over them, the last one by what is left
// of those of the annexe. It is false unless the annexe has C, D and E, each once,
// C and D by their own words: nothing else tells these two apart.
func (w *works) letter(columns []workColumn, top int) bool {
	heads := w.headWords(columns, top)
	left := []workLetter("ABCDEF")
	if w.Kind == predate.KindSchedule4 {
		left = []workLetter("ACDE")
	}
	untold := -1
	for k := range columns {
		l := cmp.Or(letterPrinted(heads[k]), w.letterSaid(heads[k]))
		at := slices.Index(left, l)
		switch {
		case at >= 0:
			columns[k].letter, left = l, slices.Delete(left, at, at+1)
		case l == 0 && untold < 0:
			untold = k
		default:
			return false
		}
	}
	if untold >= 0 && len(left) == 1 && left[0] != 'C' && left[0] != 'D' {
		columns[untold].letter, left = left[0], nil
	} else if untold >= 0 {
		return false
	}
	return !slices.ContainsFunc(left, func(l workLetter) bool { return l >= 'C' && l <= 'E' })
}

// headWords joins the words over each column: those between it and the column
// on its left, from the nearest line that names an amount up as long as lines
// are close to one another.
func (w *works) headWords(columns []workColumn, top int) []string {
	heads := make([]string, len(columns))
	began := false
	for i := top - 1; i >= max(0, top-18) && w.Lines[i].Page == w.Lines[top].Page && !w.hasAmounts(i); i-- {
		own := w.Lines[i]
		if began && w.Lines[i+1].Box.Y0-own.Box.Y1 > 0.9*own.Size {
			break
		}
		line := make([]string, len(columns))
		for _, c := range own.Cells {
			for _, piece := range pieces(c, columns) {
				if k := columnUnder(columns, piece); k >= 0 {
					line[k] = strings.TrimSpace(line[k] + " " + piece.Text)
				}
			}
		}
		for k, words := range line {
			heads[k] = strings.TrimSpace(words + " " + heads[k])
			began = began || w.letterSaid(words) != 0 || letterPrinted(words) != 0
		}
	}
	return heads
}

// pieces returns the words of a cell one by one where it is too wide for a column.
func pieces(c cell, columns []workColumn) []cell {
	pitch := c.Box.Width()
	if n := len(columns); n > 1 {
		pitch = (columns[n-1].x1 - columns[0].x1) / float64(n-1)
	}
	if c.Box.Width() <= 2.2*pitch {
		return []cell{c}
	}
	var out []cell
	all := []rune(c.Text)
	at, letter := 0, c.Box.Width()/float64(len(all))
	for _, word := range strings.Fields(c.Text) {
		n := len([]rune(word))
		piece := c
		piece.Text, piece.Box.X0 = word, c.Box.X0+letter*float64(at)
		piece.Box.X1 = piece.Box.X0 + letter*float64(n)
		out = append(out, piece)
		at += n + 1
	}
	return out
}

// columnUnder returns the column over which words are centred; −1 for none.
func columnUnder(columns []workColumn, c cell) int {
	const past = 8 // a head may be a little wider than its amounts
	centre := (c.Box.X0 + c.Box.X1) / 2
	for k, x := range columns {
		left := x.x0 - x.x1 + x.x0 // of the first column: twice as wide as its amounts
		switch {
		case k > 0:
			left = columns[k-1].x1
		case len(columns) > 1:
			left = x.x1 - (columns[1].x1 - x.x1)
		}
		if centre > left && centre <= x.x1+past && (k+1 == len(columns) || centre < columns[k+1].x0) {
			return k
		}
	}
	return -1
}

// inherit gives columns the letters of those of the page before that end alike.
func (w *works) inherit(columns []workColumn) bool {
	for k := range columns {
		columns[k].letter = 0
		for _, known := range w.table {
			if near(known.x1, columns[k].x1) {
				columns[k].letter = known.letter
			}
		}
		if columns[k].letter == 0 {
			return false
		}
	}
	return true
}

// addRow takes the work of a row. Amounts right under those of a work, in other
// columns, are its own.
func (w *works) addRow(i int, columns []workColumn) {
	found := work{amounts: map[workLetter]cell{}, lines: [2]int{i, i}}
	left := columns[0].x0
	for _, c := range w.figuresAt(i) {
		for _, x := range columns {
			if near(x.x1, c.Box.X1) || c.Box.X0 < x.x1 && x.x0 < c.Box.X1 {
				found.amounts[x.letter] = c
			}
		}
		left = min(left, c.Box.X0)
	}
	found.total = w.IsTotal(w.rowName(i, left))
	if n := len(w.list); n > 0 && !found.total && !w.list[n-1].total && w.goesOn(w.list[n-1], found) {
		for l, c := range found.amounts {
			w.list[n-1].amounts[l] = c
		}
		w.list[n-1].lines[1] = i
		return
	}
	w.add(found)
}

// goesOn reports whether amounts complete those of a work right over them.
func (w *works) goesOn(above, below work) bool {
	for l := range below.amounts {
		if _, both := above.amounts[l]; both {
			return false
		}
	}
	a, b := w.Lines[above.lines[1]], w.Lines[below.lines[0]]
	return a.Page == b.Page && b.Box.Y0-a.Box.Y1 < 1.2*a.Size
}

// findCards reads works printed as cards, each amount beside its name or stacked
// with it: a name that returns opens the next work.
func (w *works) findCards() {
	current, next := work{amounts: map[workLetter]cell{}}, 0
	flush := func(at int) {
		if len(current.amounts) > 0 {
			w.addCard(current, next)
			next = current.lines[1] + 1
		}
		current = work{amounts: map[workLetter]cell{}, lines: [2]int{at, at}}
	}
	for i := range w.Lines {
		for _, g := range w.GroupsAt(i) {
			for _, c := range g.Amounts {
				l := w.letterOnCard(g, c)
				if l == 0 {
					continue
				}
				if _, again := current.amounts[l]; again || len(current.amounts) == 0 {
					flush(i)
				}
				current.amounts[l], current.lines[1] = c, i
			}
		}
	}
	flush(len(w.Lines))
}

// letterOnCard returns what an amount of a card is called: by the words beside
// it, else by those under or over it.
func (w *works) letterOnCard(g group, c cell) workLetter {
	if g.Label != "" && len(g.Amounts) == 1 {
		first, _, _ := strings.Cut(g.Label, " ")
		return cmp.Or(w.letterSaid(g.Label), letterPrinted(first))
	}
	return cmp.Or(w.letterSaid(w.stacked(c, 1)), w.letterSaid(w.stacked(c, -1)))
}

// addCard takes the work of a card, with the lines over it that name it.
func (w *works) addCard(found work, from int) {
	for i := from; i < found.lines[0]; i++ {
		switch words := w.LineText(i); {
		case w.Lines[i].Repeated || words == "" || w.hasAmounts(i):
		case w.isSection(i), w.Names("none", words):
			found.words = nil
		default:
			found.words = append(found.words, i)
		}
	}
	if n := len(found.words); n > 0 {
		found.total = w.IsTotal(w.LineText(found.words[n-1]))
	}
	w.add(found)
}
