package form

import (
	"cmp"
	"maps"
	"slices"

	"predate"
	"predate/internal/reading/keyname"
	"predate/internal/reading/layout"
)

// callSection is what a call asks for one nature: its lines, or its sum alone.
type callSection struct {
	heading int // the line that names the nature
	words   string
	nature  predate.Nature
	end     int // the line after the last
	lines   []callLine
	sum     predate.Cents
	total   cell   // the printed sum; zero for the lines' own
	code    string // with which its lines begin; empty where a heading stands over them
}

// callLine is a line that proves itself.
type callLine struct {
	quote
	line int
}

// fundCall reads a call: the sums by nature that make its total (décret 67-223,
// art. 35-2), with the lines that make these.
func fundCall(r *reader) []predate.Figure {
	if t, ok := lotsAcrossCall(r); ok {
		return callAcross(r, t)
	}
	sections := codedSections(r)
	total, ok := codedTotal(r, sections)
	if !ok {
		if sections, total, ok = r.makeTotal(r.callSections()); ok {
			sections, total = asSummedUp(r, sections, total)
		}
	}
	if ok {
		return sectionsFigures(r, total, sections)
	}
	recap, sum, summed := recapSections(r)
	if rows, total, ok := r.callByRows(recap); ok && (!summed || maps.Equal(natureSums(sectionsOfRows(rows)), natureSums(recap))) {
		if !summed {
			recap = summedAgain(r, rows, total.Line)
		}
		return append(r.callHead(total, []callSection{{sum: sumOfRows(rows)}}), r.rowFigures(rows, recap)...)
	}
	if summed {
		return sectionsFigures(r, sum, recap)
	}
	if out := r.callInAccount(); out != nil {
		return out
	}
	return r.callOfSum()
}

// sectionsFigures returns the head of a call and its sections.
func sectionsFigures(r *reader, total cell, sections []callSection) []predate.Figure {
	out := r.callHead(total, sections)
	for _, s := range sections {
		out = append(out, r.sectionFigures(s)...)
	}
	return out
}

// callSections cuts a call at the headings that name a nature. A heading has no
// amount in the columns of the lines under it, and lines or a sum follow it. Words
// between one that prints the sum of lines and these are of it, and head nothing.
func (r *reader) callSections() []callSection {
	quotes := r.quotes()
	var out []callSection
	summed := -1
	for i := range r.Lines {
		words := r.headingOver(i, quotes)
		nature := r.NatureOf(words)
		if nature == predate.NatureUnknown || len(words) > 120 || !chargesNear(r, i) {
			continue
		}
		if n := len(out); n > 0 {
			if out[n-1].heading == i-1 && citesLaw(words) {
				continue // the article under a heading
			}
			if last := &out[n-1]; last.heading == i-1 && last.nature == nature && r.hasAmounts(i-1) && !r.hasAmounts(i) {
				last.words += " " + words // its heading wraps beside its sum
				continue
			}
			if i < summed {
				continue
			}
			out[n-1].end = i
		}
		out = append(out, callSection{heading: i, words: words, nature: nature, end: len(r.Lines)})
		for _, n := range r.at[i] {
			summed = max(summed, sumsQuotesBelow(r, n, i, quotes))
		}
	}
	for k := range out {
		s := &out[k]
		for i := s.heading; i < s.end; i++ {
			if q, ok := quotes[i]; ok && len(q.part.children) == 0 {
				s.lines = append(s.lines, callLine{q, i})
				s.sum += q.part.value()
			}
		}
	}
	for _, s := range out {
		if !r.ofOneNature(s, quotes) {
			return nil
		}
	}
	return slices.DeleteFunc(out, func(s callSection) bool {
		return len(s.lines) == 0 && r.firstLine(s.heading, s.end, r.hasAmounts) < 0
	})
}

// chargesNear reports whether amounts follow a line closely; the heads of their columns and
// an article of law may stand between.
func chargesNear(r *reader, i int) bool {
	const near = 4 // lines
	for j, n := i+1, 0; j < len(r.Lines) && n < near; j++ {
		switch {
		case r.hasAmounts(j):
			return true
		case !r.isHeadLine(j) && !citesLaw(r.LineText(j)):
			n++
		}
	}
	return false
}

// ofOneNature reports whether no row of a section says another nature than its
// heading does: such a row is of that nature, or heads others with their sum.
func (r *reader) ofOneNature(s callSection, quotes map[int]quote) bool {
	if len(s.lines) == 0 {
		return true
	}
	named := map[int]bool{} // the rows that name the key of lines under them
	notes := map[int]bool{} // what the amounts of others are made of: any number
	for _, l := range s.lines {
		named[l.name] = true
		for i := l.name + 1; i <= l.foot; i++ {
			notes[i] = true
		}
	}
	for i := s.heading + 1; i <= s.lines[len(s.lines)-1].line; i++ {
		q, proven := quotes[i]
		for _, words := range r.labelsOf(q, proven) {
			switch r.NatureOf(words) {
			case predate.NatureUnknown, predate.NatureBudget, s.nature:
			case predate.NatureFees: // what is laid by shares is no private fee
			default:
				return false
			}
		}
		_, ofKey := r.keySum(i, s.lines)
		for _, c := range r.Lines[i].Cells {
			if notes[i] {
				break
			}
			n := r.NatureOf(c.Text)
			if (proven || named[i] || ofKey) && (n == predate.NatureBudget || n == predate.NatureFees) {
				n = s.nature // the names of keys speak of charges, and of what is read of meters
			}
			if r.hasAmounts(i) && c.Nature == text && c.Box.X0 < s.lines[0].part.cell.Box.X0 && n != predate.NatureUnknown && n != s.nature {
				return false
			}
		}
	}
	return true
}

// headingOver returns the words of a line that may head the lines under it:
// those that begin left of their amounts, where no amount of the line stands in
// their columns. A panel beside the table is none of its headings.
func (r *reader) headingOver(i int, quotes map[int]quote) string {
	if r.isHeadLine(i) || isTitleAgain(r, i) {
		return ""
	}
	left, right := r.Lines[i].Box.X1, r.Lines[i].Box.X1
	for j := i + 1; j < min(len(r.Lines), i+8); j++ {
		if q, ok := quotes[j]; ok {
			if r.headsColumns(i, j) {
				return ""
			}
			left, right = min(q.apportioned.cell.Box.X0, q.part.cell.Box.X0), max(q.apportioned.cell.Box.X1, q.part.cell.Box.X1)
			break
		}
	}
	for _, n := range r.at[i] {
		if n.cell.Box.X0 < right+1 && sumsQuotesBelow(r, n, i, quotes) == i {
			return ""
		}
	}
	return r.headingWords(i, left)
}

// makeTotal keeps the sections that make the printed total of
// the call, and gives each its sum: that of its lines where it has some, else an
// amount printed in it. Two ways to make a total are none. What stands before
// and after them has no line of the call.
func (r *reader) makeTotal(sections []callSection) ([]callSection, cell, bool) {
	hasLines := func(s callSection) bool { return len(s.lines) > 0 }
	for m := 0; m < len(sections) && !slices.ContainsFunc(sections[:m], hasLines); m++ {
		for n := m + 1; n <= min(len(sections), m+8); n++ {
			if slices.ContainsFunc(sections[n:], hasLines) {
				continue
			}
			if total, ok := r.total(sections[m:n]); ok {
				return sections[m:n], total, true
			}
		}
	}
	return nil, cell{}, false
}

// total finds the printed amount that some sections make in one way only, and
// gives each its part of it.
func (r *reader) total(sections []callSection) (cell, bool) {
	options := make([][]cell, len(sections))
	for k, s := range sections {
		options[k] = r.sumsIn(s)
	}
	for _, total := range r.amounts() {
		if total.Amount.Cents <= 0 || !r.isCalled(total, "call_total", "call_provisions_total", "amount_to_pay") {
			continue
		}
		ways := r.choose(options, total.Amount.Cents)
		if len(ways) != 1 || wholeWithoutLines(sections, ways[0], total.Amount.Cents) {
			continue
		}
		for k := range sections {
			sections[k].total = ways[0][k]
			sections[k].sum = ways[0][k].Amount.Cents
		}
		return total, true
	}
	return cell{}, false
}

// labelsOf returns the words that may name a line that proves itself, with those
// that wrap around it; a note wraps around none.
func (r *reader) labelsOf(q quote, proven bool) []string {
	switch {
	case !proven:
		return nil
	case q.foot > 0:
		all := r.labels(q.part.cell)
		return all[:min(1, len(all))]
	}
	return append(r.labels(q.part.cell), r.labels(q.apportioned.cell)...)
}

// wholeWithoutLines reports whether a section of which no line proves itself
// would be the whole call, or as much as all others: the total would then prove
// itself, and what is their sum may be one.
func wholeWithoutLines(sections []callSection, chosen []cell, total predate.Cents) bool {
	for k, s := range sections {
		if own := chosen[k].Amount.Cents; len(s.lines) == 0 && (own == total || len(sections) > 2 && 2*own == total) {
			return true
		}
	}
	return false
}

// sumsIn lists the amounts that may be the sum of a section: the one that its
// lines make, and no other where they make one that is printed.
func (r *reader) sumsIn(s callSection) []cell {
	if len(s.lines) > 0 && r.summedBefore(s) {
		return nil
	}
	if len(s.lines) > 0 {
		last := s.lines[len(s.lines)-1]
		for i := last.line; i < s.end; i++ {
			for _, n := range r.at[i] {
				if n.value() == s.sum && n != last.part {
					return []cell{n.cell}
				}
			}
		}
		c := last.part.cell
		c.Amount.Cents = s.sum
		return []cell{c}
	}
	var out []cell
	for i := s.heading; i < s.end && len(out) < 12; i++ {
		for _, n := range r.at[i] {
			again := slices.ContainsFunc(out, func(c cell) bool { return c.Amount.Cents == n.value() })
			if !again && !r.isCalled(n.cell, "opening_balance", "brought_forward", "closing_balance") {
				out = append(out, n.cell)
			}
		}
	}
	return out
}

// choose lists the choices, one for each section, that make a total: two at the
// most, since a second one is enough to doubt.
func (r *reader) choose(options [][]cell, total predate.Cents) [][]cell {
	var out [][]cell
	var walk func(k int, left predate.Cents, chosen []cell)
	walk = func(k int, left predate.Cents, chosen []cell) {
		if len(out) > 1 {
			return
		}
		if k == len(options) {
			if left == 0 {
				out = append(out, slices.Clone(chosen))
			}
			return
		}
		for _, c := range options[k] {
			walk(k+1, left-c.Amount.Cents, append(chosen, c))
		}
	}
	walk(0, total, nil)
	return out
}

// sectionFigures returns the sum of a section and its lines, where they make it.
func (r *reader) sectionFigures(s callSection) []predate.Figure {
	title, voted := s.words, r.votedOn(s.words)
	out := []predate.Figure{{Key: predate.FactCallSubtotal, Value: predate.CallSubtotal{Nature: s.nature, Title: title, VotedOn: voted, Amount: s.sum}, Evidence: []predate.Evidence{s.total.Proof("form.fund_call.subtotal")}}}
	var sum predate.Cents
	var lines []predate.Figure
	for _, l := range s.lines {
		sum += l.part.value()
		line := predate.CallLine{
			Lot: r.lotInRow(l.line), Called: l.apportioned.value(), Base: l.base, Share: l.share, Unit: r.UnitOfShares(l.unit),
			Amount: l.part.value(), Nature: s.nature, Title: title, VotedOn: voted,
		}
		line.Code, line.Label = r.rowKey(l.name, l.part.cell.Box.X1)
		if s.code != "" {
			_, words := leadingCode(r, l.line)
			line.Code, line.Label = keyname.Split(words)
			line.Lot = cmp.Or(line.Lot, lotHeading(r, l.line))
		}
		if l.foot > 0 {
			line.Code, line.Label = keyname.Split(r.noteName(l.quote))
			line.Code = cmp.Or(line.Code, r.codeBesideLot(l.name))
		}
		line.Metered = r.Says(l.unit, "unit_meter", "unit_cubic_metres")
		if b, ok := r.budgetOf(l); ok {
			line.Budget = b
		}
		lines = append(lines, predate.Figure{Key: predate.FactCallLine, Value: line, Evidence: []predate.Evidence{l.part.cell.Proof("form.fund_call.line")}})
	}
	if sum == s.sum {
		out = append(out, lines...)
	}
	return out
}

// budgetOf returns the yearly amount of which a part is called: the amount on
// the side of the apportioned one, or before it in its note, that is no less than it.
func (r *reader) budgetOf(l callLine) (predate.Cents, bool) {
	for i := min(l.name, l.apportioned.cell.Line); i <= l.apportioned.cell.Line; i++ {
		for _, n := range r.at[i] {
			if n != l.apportioned && n.column != l.part.column && n.value() >= l.apportioned.value() {
				return n.value(), true
			}
		}
	}
	return 0, false
}

// votedOn returns the day of the meeting that words name.
func (r *reader) votedOn(words string) predate.Date {
	if days := layout.DatesIn(words); len(days) == 1 {
		return days[0]
	}
	return predate.Date{}
}
