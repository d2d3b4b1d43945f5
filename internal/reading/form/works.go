package form

import (
	"slices"

	"predate"
	"predate/internal/reading/lexicon"
)

// workLetter names an amount of a work, as annexe 5 prints it over its columns: A
// voted, B paid, C carried out or spent, D called and received, E = D − C, F to
// receive (décret 2005-240, annexes 4 et 5).
type workLetter byte

// work is one work of annexe 4 or 5, or a total of works: a row or a card.
type work struct {
	amounts     map[workLetter]cell
	lines       [2]int // first and last
	words       []int  // the lines over a card that name it
	total       bool
	exceptional bool // not of article 14-2
}

func (w work) value(l workLetter) predate.Cents { return w.amounts[l].Amount.Cents }

// balances reports whether E is D − C in every work, or C − D in every one: a
// paper prints a lack with a minus or without, never both ways. Nothing is often
// not printed at all.
func balances(list []work) bool {
	plus, minus := true, true
	for _, w := range list {
		e, printed := w.amounts['E']
		d := w.value('D') - w.value('C')
		plus = plus && (printed || d == 0) && e.Amount.Cents == d
		minus = minus && (printed || d == 0) && e.Amount.Cents == -d
	}
	return plus || minus
}

// works is annexe 4 or 5 under reading.
type works struct {
	*reader
	list     []work // in the order of the paper, totals too
	sections []worksPart
	table    []workColumn // of rows; none where works are cards
}

// worksPart is a heading under which works stand.
type worksPart struct {
	line        int
	exceptional bool
}

// worksSchedule reads annexe 4 or 5, works by row or by card: nothing unless each
// balances and they make every total that is printed.
func worksSchedule(r *reader) []predate.Figure {
	w := &works{reader: r}
	year := w.worksYear()
	if year.From.IsZero() || year.To.IsZero() {
		return nil
	}
	w.findSections()
	w.findRows()
	if len(w.list) == 0 {
		w.findCards()
	}
	items, total, ok := w.proved()
	if proof := w.nothing(); len(items) == 0 && proof != nil {
		return w.none(proof, year)
	}
	if !ok || len(items) == 0 {
		return nil
	}
	return w.figures(items, total, year)
}

// findSections finds the headings that part works of article 14-2 from
// exceptional operations.
func (w *works) findSections() {
	for i := range w.Lines {
		if w.hasAmounts(i) {
			continue
		}
		switch words := w.LineText(i); {
		case w.Names("part_exceptional", words):
			w.sections = append(w.sections, worksPart{i, true})
		case w.Names("part_works", words):
			w.sections = append(w.sections, worksPart{i, false})
		}
	}
}

// isSection reports whether a line is the heading of works.
func (w *works) isSection(i int) bool {
	return slices.ContainsFunc(w.sections, func(s worksPart) bool { return s.line == i })
}

// add takes a work, under the section that it stands in.
func (w *works) add(found work) {
	for _, s := range w.sections {
		if s.line < found.lines[0] {
			found.exceptional = s.exceptional
		}
	}
	w.list = append(w.list, found)
}

// proved parts the works from their totals: every total is the sum of all works
// or of some that follow one another, in every column, and every work is in one.
// Without a total, works that balance are enough, unless the page was recognised.
func (w *works) proved() (items []work, total *work, ok bool) {
	var totals []work
	for _, x := range w.list {
		if x.total {
			totals = append(totals, x)
		} else if !w.repeats(x, items) {
			items = append(items, x)
		}
	}
	if !balances(w.list) {
		return nil, nil, false
	}
	if len(totals) == 0 {
		known := slices.ContainsFunc(items, func(x work) bool { return x.value('C') != 0 && x.value('D') != 0 })
		return items, nil, known && !w.OCR
	}
	held := make([]bool, len(items))
	for k := range totals {
		from, to, ok := sumRun(totals[k], items)
		if !ok {
			return nil, nil, false
		}
		for i := from; i < to; i++ {
			held[i] = true
		}
		if to-from == len(items) {
			total = &totals[k]
		}
	}
	return items, total, !slices.Contains(held, false)
}

// repeats reports whether a row without the words of a total is one all the
// same: the sum of two works before it or more, in every column.
func (w *works) repeats(x work, before []work) bool {
	from, to, ok := sumRun(x, before)
	return ok && to == len(before) && to-from > 1
}

// sumRun finds the works, all or some that follow one another, that a total sums
// in every column; none for a total of nothing.
func sumRun(total work, items []work) (from, to int, ok bool) {
	for n := len(items); n >= 0; n-- {
		for from := 0; from+n <= len(items); from++ {
			if makes(items[from:from+n], total) {
				return from, from + n, true
			}
		}
	}
	return 0, 0, false
}

// makes reports whether works sum to a total in every column of either.
func makes(items []work, total work) bool {
	for l := workLetter('A'); l <= 'F'; l++ {
		var sum predate.Cents
		for _, x := range items {
			sum += x.value(l)
		}
		if _, printed := total.amounts[l]; sum != total.value(l) || !printed && sum != 0 {
			return false
		}
	}
	return true
}

// figures returns the works with their words, and their total.
func (w *works) figures(items []work, total *work, year predate.Period) []predate.Figure {
	closed, open := predate.ClosedWorks{}, predate.OpenWorks{}
	var proof []predate.Evidence
	const rule = "form.works"
	for _, x := range items {
		title, key, voted := w.naming(x)
		c, o := x.sums()
		c.Title, c.Key, c.VotedOn, c.Exceptional = title, key, voted, x.exceptional
		o.Title, o.Key, o.VotedOn = title, key, voted
		closed, open = append(closed, c), append(open, o)
		proof = append(proof, x.proof(rule)...)
	}
	list := predate.Figure{Key: predate.FactClosedWorks, Value: closed, Year: year, AsOf: year.To, Evidence: proof}
	if w.Kind == predate.KindSchedule5 {
		list.Key, list.Value = predate.FactOpenWorks, open
	}
	out := []predate.Figure{list}
	if total == nil {
		return out
	}
	c, o := total.sums()
	sum := predate.Figure{Key: predate.FactClosedTotal, Value: predate.ClosedWorks{c}, Year: year, AsOf: year.To, Evidence: total.proof(rule)}
	if w.Kind == predate.KindSchedule4 {
		return append(out, sum)
	}
	sum.Key, sum.Value = predate.FactOpenTotal, predate.OpenWorks{o}
	pending := predate.Figure{Key: predate.FactPendingTotal, Value: predate.Money(o.Pending), Year: year, AsOf: year.To, Evidence: []predate.Evidence{total.amounts['E'].Proof(rule)}}
	return append(out, sum, pending)
}

// sums returns the amounts of a work as annexe 4 and as annexe 5 name them.
func (w work) sums() (predate.ClosedWork, predate.OpenWork) {
	pending := w.value('D') - w.value('C')
	return predate.ClosedWork{Voted: w.value('A'), Spent: w.value('C'), Received: w.value('D'), Balance: pending},
		predate.OpenWork{Voted: w.value('A'), Paid: w.value('B'), Done: w.value('C'), Received: w.value('D'), Pending: pending, ToReceive: w.value('F')}
}

func (w work) proof(rule string) []predate.Evidence {
	var out []predate.Evidence
	for l := workLetter('A'); l <= 'F'; l++ {
		if c, printed := w.amounts[l]; printed && c.Nature == amount {
			out = append(out, c.Proof(rule))
		}
	}
	return out
}

// none returns the figure that says that there are no works.
func (w *works) none(proof []predate.Evidence, year predate.Period) []predate.Figure {
	f := predate.Figure{Key: predate.FactClosedWorks, Value: predate.ClosedWorks{}, Status: predate.StatusNone, Year: year, AsOf: year.To, Evidence: proof}
	if w.Kind == predate.KindSchedule5 {
		f.Key, f.Value = predate.FactOpenWorks, predate.OpenWorks{}
	}
	return []predate.Figure{f}
}

// nothing is the evidence that there are no works: words that say so, on a paper
// that prints no amount but zeros, else its totals of zero. A recognised page
// may have lost its amounts: there the words are not enough.
func (w *works) nothing() []predate.Evidence {
	var said, zeros []predate.Evidence
	for i, l := range w.Lines {
		for k, c := range l.Cells {
			switch {
			case c.Nature == amount && c.Amount.Cents != 0:
				return nil
			case c.Nature == amount && w.IsTotal(w.LineText(i)):
				zeros = append(zeros, c.Proof("form.works"))
			case c.Nature == text && k == 0 && w.startsWithNone(c.Text):
				said = []predate.Evidence{c.Proof("form.works")}
			}
		}
	}
	for _, x := range w.list {
		if x.total {
			zeros = append(zeros, x.proof("form.works")...)
		}
	}
	if len(said) > 0 && (!w.OCR || len(zeros) > 0) {
		return said
	}
	return zeros
}

// startsWithNone reports whether words begin by saying that there is nothing.
func (w *works) startsWithNone(words string) bool {
	return slices.ContainsFunc(w.Meanings(words), func(s lexicon.Span) bool { return s.Concept == "none" && s.From == 0 })
}
