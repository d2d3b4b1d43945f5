package form

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/keyname"
	"predate/internal/reading/layout"
)

// callRow is a line of a call that says for itself what it asks for.
type callRow struct {
	part   *node
	quote  quote // of a line that prints its share
	shared bool
	words  []string // its cells, each with what wraps around it
	lines  []int    // on which they stand
	nature predate.Nature
}

// callByRows reads a call that is one table without headings of natures: each
// row says what it asks for, and all of them make the total (décret 67-223, art.
// 35-2), with the adjustment that the paper says is in it. A row that proves its
// share and says nothing leaves the whole call unread. What sums the rows up by nature, if
// anything does, is no row.
func (r *reader) callByRows(recap []callSection) ([]callRow, cell, bool) {
	quotes := r.quotes()
	column, from := r.partColumn(quotes)
	if column < 0 {
		return nil, cell{}, false
	}
	var rows []callRow
	var sum, summed predate.Cents
	adjusted := r.adjustedBy()
	for i := from; i < len(r.Lines); i++ {
		if total, ok := r.callTotalAt(i, sum, adjusted); ok && len(rows) > 0 && r.everyQuote(quotes, rows) && !r.ofOneSection(total, column) {
			return rows, total, r.nameRows(rows) && !r.headedOtherwise(rows, i) && (!r.sumsBelow(i, column) || summedAgain(r, rows, i) != nil)
		}
		for _, n := range r.at[i] {
			again := slices.ContainsFunc(recap, func(s callSection) bool { return s.heading == i })
			if _, own := quotes[i]; !own && n.column == column && sum > summed && n.value() == sum-summed && r.NatureOf(r.WordsAt(i)) == predate.NatureUnknown {
				summed = sum // what the rows of one lot or key make
				continue
			}
			if n.column == column && len(n.children) == 0 && !again {
				if r.isCalled(n.cell, "opening_balance", "brought_forward", "closing_balance") {
					if n.value() == 0 {
						continue
					}
					return nil, cell{}, false // what follows holds more than the call
				}
				row := callRow{part: n}
				row.quote, row.shared = quotes[i]
				rows, sum = append(rows, row), sum+n.value()
			}
		}
	}
	return nil, cell{}, false
}

// partColumn returns the column in which most lines that prove themselves have
// their part, with the line under the heads of their table. A table in which no
// line does has a column headed as the owner's part, or one that makes what is to
// be paid.
func (r *reader) partColumn(quotes map[int]quote) (column, from int) {
	wins := map[int]int{}
	column, from = -1, len(r.Lines)
	for i := range r.Lines {
		if q, ok := quotes[i]; ok && len(q.part.children) == 0 {
			wins[q.part.column]++
			if column < 0 || wins[q.part.column] > wins[column] {
				column = q.part.column
			}
			from = min(from, i)
		}
	}
	for i := 0; column < 0 && i < len(r.Lines); i++ {
		for _, n := range r.at[i] {
			if column < 0 && (i == 0 || !r.hasAmounts(i-1)) && r.Says(r.heads(n), "column_part") {
				column, from = n.column, i
			}
		}
	}
	if column < 0 {
		column, from = r.columnUnderLast("column_part")
	}
	for i := 0; column < 0 && i < len(r.Lines); i++ {
		for _, n := range r.at[i] {
			if column < 0 && len(n.children) > 1 && r.isCalled(n.cell, "amount_to_pay") && !r.isCalled(n.cell, "building_total_called") {
				column, from = n.column, n.first()
			}
		}
	}
	for i := from; column >= 0 && i > 0 && r.Lines[i].Page == r.Lines[from].Page; i-- {
		if r.isHeadLine(i) {
			return column, i
		}
	}
	return column, from
}

// sumOfRows is what the rows of a call ask for.
func sumOfRows(rows []callRow) predate.Cents {
	var sum predate.Cents
	for _, row := range rows {
		sum += row.part.value()
	}
	return sum
}

// adjustedBy returns the adjustment of earlier charges that a paper says is in
// what it asks for: the only amount whose words speak of one. Zero for none.
func (r *reader) adjustedBy() predate.Cents {
	var found predate.Cents
	for i, l := range r.Lines {
		for k, c := range l.Cells {
			if c.Nature != amount || k == 0 || !r.Says(l.Cells[k-1].Text, "movement_adjustment") || !r.Says(r.LineText(i), "amount_to_pay") {
				continue
			}
			if found != 0 && found != c.Amount.Cents {
				return 0
			}
			found = c.Amount.Cents
		}
	}
	return found
}

// callTotalAt finds the total of some lines on a line: an amount of their sum
// whose words, or the last of them, say so. What is to be paid may hold an
// adjustment besides.
func (r *reader) callTotalAt(i int, sum, adjusted predate.Cents) (cell, bool) {
	cells := r.Lines[i].Cells
	for k, c := range cells {
		if c.Nature == amount && adjusted != 0 && c.Amount.Cents == sum+adjusted && r.isCalled(c, "amount_to_pay") {
			return c, true
		}
		if c.Nature != amount || c.Amount.Cents != sum || sum == 0 {
			continue
		}
		if r.isCalled(c, "call_total", "call_provisions_total", "amount_to_pay") || k > 0 && r.IsShortTotal(cells[k-1].Text) || slices.ContainsFunc(r.labels(c), r.IsShortTotal) {
			return c, true
		}
	}
	return cell{}, false
}

// everyQuote reports whether rows hold every line that proves itself.
func (r *reader) everyQuote(quotes map[int]quote, rows []callRow) bool {
	last := rows[len(rows)-1].part.cell.Line
	for i, q := range quotes {
		if i > last && len(q.part.children) == 0 {
			return false
		}
	}
	return true
}

// nameRows gives each row its words and its nature, and reports whether what
// proves its share has one. What is laid by shares, or is a row of the nomenclature
// of charges, is no private fee; such a row is of the budget unless it says
// otherwise.
func (r *reader) nameRows(rows []callRow) bool {
	all := r.callNature()
	for k := range rows {
		row := &rows[k]
		posted := false
		for _, c := range r.nameCells(*row) {
			words, lines := r.wrapped(c)
			if row.quote.foot > 0 { // a note follows its row: what is over it is another's
				words, lines = c.Text, []int{c.Line}
			}
			row.words, row.lines = append(row.words, words), append(row.lines, lines...)
			posted = posted || r.IsPost(words)
			row.nature = narrower(row.nature, r.NatureOf(words))
		}
		if words := strings.Join(row.words, " "); row.nature == predate.NatureUnknown && !posted && r.Says(words, "meeting_cited") && len(layout.DatesIn(words)) == 1 {
			row.nature = predate.NatureWorks // what a meeting voted on a day, and no budget (loi 65-557, art. 14-2)
		}
		if row.nature == predate.NatureUnknown && posted || row.nature == predate.NatureFees && (posted || row.shared) {
			row.nature = predate.NatureBudget
		}
		if row.nature == predate.NatureUnknown {
			row.nature = all
		}
		if row.nature == predate.NatureUnknown && row.shared {
			return false
		}
	}
	r.nameRest(rows)
	return true
}

// nameRest gives the rows that say nothing to the budget, where a heading says
// that the call is for the budget, or for it and something else, and other rows are that.
// Fees of such a call are a post of the budget, unless they say whose fault they
// are: those of the syndic, not of a reminder.
func (r *reader) nameRest(rows []callRow) {
	other := func(row callRow) bool { return narrower(row.nature, predate.NatureFees) != predate.NatureFees }
	headed, budget := false, false
	for i := range rows[0].part.cell.Line {
		words := r.LineText(i)
		if len(words) > 120 || r.hasAmounts(i) {
			continue
		}
		headed = headed || r.namesTwo(words)
		budget = budget || r.Says(words, "call_for_funds") && r.NatureOf(words) == predate.NatureBudget && !r.namesTwo(words)
	}
	if !budget && (!headed || !slices.ContainsFunc(rows, other)) {
		return
	}
	for k := range rows {
		row := &rows[k]
		_, rest, _ := strings.Cut(strings.Join(row.words, " "), " ")
		if row.nature == predate.NatureUnknown || row.nature == predate.NatureFees && r.NatureOf(rest) == predate.NatureUnknown {
			row.nature = predate.NatureBudget
		}
	}
}

// headedOtherwise reports whether words above the total that belong to no row
// name a nature: rows under a heading of works are works, whatever their keys
// say. A heading of the budget says nothing against a row that is narrower.
func (r *reader) headedOtherwise(rows []callRow, total int) bool {
	held := map[int]bool{}
	for _, row := range rows {
		for _, i := range row.lines {
			held[i] = true
		}
	}
	for i := range total {
		if held[i] || r.hasAmounts(i) || r.isHeadLine(i) {
			continue
		}
		words := r.LineText(i)
		n := r.NatureOf(words)
		if len(words) > 120 || n == predate.NatureUnknown || n == predate.NatureBudget || r.namesTwo(words) {
			continue
		}
		if slices.ContainsFunc(rows, func(row callRow) bool { return row.nature != n }) {
			return true
		}
	}
	return false
}

// callNature returns what the whole call is for, where the paper says it once.
func (r *reader) callNature() predate.Nature {
	for i := range r.Lines {
		for k, c := range r.Lines[i].Cells {
			if c.Nature != text || !r.Says(c.Text, "call_nature") {
				continue
			}
			words := c.Text
			if k+1 < len(r.Lines[i].Cells) {
				words += " " + r.Lines[i].Cells[k+1].Text
			}
			if n := r.NatureOf(words); n != predate.NatureUnknown {
				return n
			}
		}
	}
	return predate.NatureUnknown
}

// narrower returns the nature that says more: the works fund more than works,
// and anything more than the budget, since keys speak of charges.
func narrower(a, b predate.Nature) predate.Nature {
	order := []predate.Nature{
		predate.NatureWorksFund, predate.NatureLoan, predate.NatureAdvance, predate.NatureWorks, predate.NatureFees, predate.NatureBudget,
	}
	for _, n := range order {
		if a == n || b == n {
			return n
		}
	}
	return predate.NatureUnknown
}

// wrapped returns the words of a cell with those of the lines around that the
// same cell of the table holds: lines nearer to one another than rows are. Where
// they lead to another row, nothing says whose they are.
func (r *reader) wrapped(c cell) (words string, lines []int) {
	parts, box := []string{c.Text}, c.Box
	lines = []int{c.Line}
	for _, step := range []int{-1, 1} {
		edge := c.Box
		for i := c.Line + step; i >= 0 && i < len(r.Lines) && r.Lines[i].Page == c.Page; i += step {
			l := r.Lines[i]
			gap := max(l.Box.Y0, edge.Y0) - min(l.Box.Y1, edge.Y1)
			if gap > 0.6*max(l.Size, 5) {
				break
			}
			k := slices.IndexFunc(l.Cells, func(o cell) bool { return o.Nature != amount && over(o.Box, box) > 0.3 })
			if k < 0 {
				continue
			}
			if r.sameColumns(i, c.Line) {
				return c.Text, []int{c.Line}
			}
			if r.isColumnHead(l.Cells[k].Text) {
				break
			}
			lines = append(lines, i)
			edge, box = l.Cells[k].Box, box.Union(l.Cells[k].Box)
			if step < 0 {
				parts = append([]string{l.Cells[k].Text}, parts...)
			} else {
				parts = append(parts, l.Cells[k].Text)
			}
		}
	}
	return strings.Join(parts, " "), lines
}

// sameColumns reports whether two lines have an amount in one column: they are
// rows of one table.
func (r *reader) sameColumns(i, j int) bool {
	for _, a := range r.Lines[i].Cells {
		for _, b := range r.Lines[j].Cells {
			if a.Nature == amount && b.Nature == amount && (over(a.Box, b.Box) > 0.3 || near(a.Box.X1, b.Box.X1)) {
				return true
			}
		}
	}
	return false
}

// rowFigures returns the lines of a call and, for each nature, what they make. What a
// summary prints for the only works of the call is the title of rows that name one works.
func (r *reader) rowFigures(rows []callRow, recap []callSection) []predate.Figure {
	var lines []predate.Figure
	var sums []predate.CallSubtotal
	proofs := map[predate.Nature][]predate.Evidence{}
	lots := lotsOfRows(r, rows)
	for n, row := range rows {
		line := predate.CallLine{Amount: row.part.value(), Nature: row.nature, Lot: lots[n]}
		if row.shared {
			line.Called, line.Base, line.Share = row.quote.apportioned.value(), row.quote.base, row.quote.share
			line.Unit = r.UnitOfShares(row.quote.unit)
			line.Metered = r.Says(row.quote.unit, "unit_meter", "unit_cubic_metres")
		}
		line.Code, line.Label = keyname.Split(r.keyCell(row))
		if code, label := keyOverRow(r, rows, row); label != "" {
			line.Code, line.Label = code, label
		}
		if row.nature == predate.NatureWorks || row.nature == predate.NatureLoan {
			line.Title, line.VotedOn = r.titleIn(row), r.votedOn(strings.Join(row.words, " "))
			if only, ok := onlyOf(recap, row.nature); ok && line.VotedOn.IsZero() && r.nameOneWorks(rows, row.nature) {
				line.Title, line.VotedOn = only.words, r.votedOn(only.words)
			}
		}
		e := row.part.cell.Proof("form.fund_call.line")
		lines = append(lines, predate.Figure{Key: predate.FactCallLine, Value: line, Evidence: []predate.Evidence{e}})
		k := slices.IndexFunc(sums, func(s predate.CallSubtotal) bool { return s.Nature == line.Nature && s.Title == line.Title })
		if k < 0 {
			k = len(sums)
			sums = append(sums, predate.CallSubtotal{Nature: line.Nature, Title: line.Title, VotedOn: line.VotedOn})
		}
		sums[k].Amount += line.Amount
		proofs[line.Nature] = append(proofs[line.Nature], e)
	}
	var out []predate.Figure
	if slices.ContainsFunc(sums, func(s predate.CallSubtotal) bool { return s.Nature == predate.NatureUnknown }) {
		return lines // what says nothing may be of any nature: no sum of one is known
	}
	for _, s := range sums {
		out = append(out, predate.Figure{Key: predate.FactCallSubtotal, Value: s, Evidence: proofs[s.Nature]})
	}
	return append(out, lines...)
}
