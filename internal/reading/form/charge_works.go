package form

import (
	"cmp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/keyname"
)

// works returns the operations closed in the exercise, where their sum is printed
// apart from them: some of them alone would be too little. Their total may hold
// rows besides them, which no share explains to the cent.
func (c *charges) works(lots []lotCharges) []predate.Figure {
	for _, others := range [][]*node{beside(lots), c.unexplained(lots)} {
		if out := c.worksWith(lots, others); out != nil {
			return out
		}
	}
	return nil
}

// worksWith returns the operations of some lots and the rows besides them, where
// the sum of all is printed apart.
func (c *charges) worksWith(lots []lotCharges, others []*node) []predate.Figure {
	var out []predate.Figure
	var sum predate.Cents
	own := map[int]bool{} // lines: what an operation prints of itself sums nothing
	for _, l := range lots {
		for _, k := range l.keys {
			if len(c.known) > 1 && !k.ownLot && lotOfWork(c, k) == "" {
				return nil // of which lot nothing says
			}
			out = append(out, c.work(k))
			sum += k.part.value()
			own[k.part.cell.Line] = true
		}
	}
	for _, n := range others {
		row := chargeKey{quote: quote{part: n}, lines: [2]int{n.cell.Line, n.cell.Line}}
		lot := c.lotInRow(n.cell.Line)
		if named := c.LotNames(c.workTitle(row)); lot == "" && len(named) == 1 {
			lot = named[0]
		}
		if lot == "" {
			return nil
		}
		w := predate.ChargeWork{Lot: lot, Amount: n.value()}
		w.Key, w.Title = c.workName(row)
		out = append(out, predate.Figure{Key: predate.FactChargeWork, Year: c.year, Value: w, Evidence: []predate.Evidence{n.cell.Proof("form.charge_statement.work")}})
		sum += n.value()
		own[n.cell.Line] = true
	}
	for _, p := range c.printedAs(sum) {
		if !own[p.Line] && len(out) > 0 {
			return append(out, predate.Figure{
				Key: predate.FactChargeWorkSum, Year: c.year, Value: c.workSum(out, sum),
				Evidence: []predate.Evidence{p.Proof("form.charge_statement.work")},
			})
		}
	}
	return nil
}

// workSum returns the sum of some works, with what was called for all of them where
// every one says it and their sum is printed too.
func (c *charges) workSum(works []predate.Figure, sum predate.Cents) predate.ChargeTotals {
	total := predate.ChargeTotals{Actual: sum, HasActual: true}
	var called predate.Cents
	for _, f := range works {
		w, ok := f.Value.(predate.ChargeWork)
		if !ok || !w.HasCalled {
			return total
		}
		called += w.Called
	}
	if len(works) > 1 && len(c.printedAs(called)) > 0 {
		total.Called, total.HasCalled = called, true
	}
	return total
}

// calledPart is a row that prints what was called and what was apportioned.
type calledPart struct{ called, part *node }

// worksByHeads returns the operations of a table that prints what was called and
// what was apportioned, without shares: the calls of all rows make a sum that
// words name as called for works.
func (c *charges) worksByHeads() []predate.Figure {
	if len(c.known) > 1 {
		return nil // of which lot nothing says
	}
	for _, rows := range c.calledTables() {
		var sum predate.Cents
		for _, row := range rows {
			sum += row.called.value()
		}
		if p, ok := c.calledForWorks(sum); ok {
			return c.calledWorks(rows, p)
		}
	}
	return nil
}

// calledTables finds the rows under a head of calls and a head of parts, table
// by table.
func (c *charges) calledTables() [][]calledPart {
	at := map[[2]int]int{}
	var out [][]calledPart
	for i := range c.Lines {
		for _, a := range c.at[i] {
			for _, b := range c.at[i] {
				if a == b || len(a.children) > 0 {
					continue
				}
				k, seen := at[[2]int{a.column, b.column}]
				switch over, beside := c.heads(a), c.heads(b); {
				case c.Says(over, "column_called") && c.Says(beside, "column_part"):
					at[[2]int{a.column, b.column}] = len(out)
					out = append(out, []calledPart{{a, b}})
				case seen && over == "" && beside == "":
					out[k] = append(out[k], calledPart{a, b})
				}
			}
		}
	}
	return out
}

// calledWorks returns the operations of some rows, whose calls make a printed sum.
func (c *charges) calledWorks(rows []calledPart, sum cell) []predate.Figure {
	const rule = "form.charge_statement.work"
	var out []predate.Figure
	for _, row := range rows {
		w := predate.ChargeWork{Amount: row.part.value(), Called: row.called.value(), HasCalled: true}
		w.Key, w.Title = keyname.Split(c.rowName(row.part.cell.Line, row.part.cell.Box.X1))
		out = append(out, predate.Figure{
			Key: predate.FactChargeWork, Year: c.year, Value: w,
			Evidence: []predate.Evidence{row.part.cell.Proof(rule), row.called.cell.Proof(rule), sum.Proof(rule)},
		})
	}
	return out
}

// calledForWorks finds an amount that words name as called for works.
func (c *charges) calledForWorks(sum predate.Cents) (cell, bool) {
	for _, p := range c.printedAs(sum) {
		for _, words := range c.labels(p) {
			if sum > 0 && c.Says(words, "provisions_total") && c.NatureOf(words) == predate.NatureWorks {
				return p, true
			}
		}
	}
	return cell{}, false
}

// beside returns the lines that the total of some works sums besides them; none
// where it does not hold them all.
func beside(lots []lotCharges) []*node {
	var total *node
	parts := map[*node]bool{}
	for _, l := range lots {
		for _, k := range l.keys {
			parts[k.part] = true
			total = k.part.parent
		}
	}
	if total == nil {
		return nil
	}
	var out []*node
	var sum predate.Cents
	for _, leaf := range total.leaves() {
		sum += leaf.term()
		if !parts[leaf] {
			out = append(out, leaf)
		}
	}
	if len(out)+len(parts) != len(total.leaves()) || sum != total.value() {
		return nil
	}
	return out
}

// unexplained returns the rows and cards of the table of some works whose share
// does not make their part: a yearly part that is the sum of several calls, each
// rounded.
func (c *charges) unexplained(lots []lotCharges) []*node {
	var rows []chargeKey
	for _, l := range lots {
		rows = append(rows, l.keys...)
	}
	const near = 12 // lines from one row or card of the table to the next
	var out []*node
	for k, row := range rows {
		end := len(c.Lines)
		if k+1 < len(rows) {
			end = rows[k+1].lines[0]
		}
		for i := row.lines[1] + 1; i < min(end, row.lines[1]+near); i++ {
			part := c.inColumn(i, row.part.column)
			if part != nil && c.inColumn(i, row.apportioned.column) != nil && c.certainShare(i) {
				out = append(out, part)
			}
		}
	}
	return out
}

// certainShare reports whether a row, or a card that begins on it, prints a share
// with its base.
func (c *charges) certainShare(i int) bool {
	for j := i; j < min(len(c.Lines), i+3) && c.Lines[j].Page == c.Lines[i].Page; j++ {
		if slices.ContainsFunc(c.sharesAt(j), func(s shares) bool { return s.certain }) {
			return true
		}
	}
	return false
}

// markWorks tells the keys under a heading of works from those of current
// charges: a heading holds until the next one of the other nature, and that of a
// summary, which has totals alone, until a lot is named.
func (c *charges) markWorks() {
	works, summed, at := false, false, 0
	for k := range c.keys {
		for ; at < c.keys[k].lines[0]; at++ {
			words := c.LineText(at)
			if c.hasAmounts(at) {
				summed = summed || c.Says(words, "closing_balance", "adjustment_due", "adjustment_refund")
				if c.keys[k].lines[0]-at <= totalFar && c.Says(words, "nature_current") {
					works = false // the keys of a lot stand under its total
				}
				continue
			}
			if c.isHeadLine(at) || c.headsColumns(at, c.keys[k].lines[0]) || isTitleAgain(c.reader, at) {
				continue
			}
			switch {
			case c.keys[k].block.found() && at >= c.keys[k].block.head:
			case c.Says(words, "nature_current"), summed && len(c.LotNames(words)) > 0:
				works = false
			case c.NatureOf(words) == predate.NatureWorks:
				works, summed = true, false
			}
		}
		c.keys[k].works, summed = works, false
	}
}

// ofWorks reports whether an amount stands under a heading of works and its own
// words do not speak of charges: the same words sum works and charges.
func (c *charges) ofWorks(a cell) bool {
	if c.isCalled(a, "nature_current") {
		return false
	}
	for i := a.Line - 1; i >= 0; i-- {
		if c.hasAmounts(i) || c.isHeadLine(i) || isTitleAgain(c.reader, i) {
			continue
		}
		switch words := c.LineText(i); {
		case c.Says(words, "nature_current"):
			return false
		case c.NatureOf(words) == predate.NatureWorks:
			return true
		}
	}
	return false
}

// isTitleAgain reports whether a line at the top of a page says the title of the
// paper over again.
func isTitleAgain(r *reader, i int) bool {
	return i > 0 && r.Lines[i-1].Page != r.Lines[i].Page && r.TitleKind(r.LineText(i)) == r.Kind
}

// work returns an operation closed in the exercise: its net cost, the part of the
// lot and what was called, which differ by an amount that is printed.
func (c *charges) work(k chargeKey) predate.Figure {
	w := predate.ChargeWork{
		Lot: k.lot, Net: k.apportioned.value(), Base: k.base, Share: k.share, Amount: k.part.value(),
	}
	if lot := lotOfWork(c, k); !k.ownLot && lot != "" {
		w.Lot = lot
	}
	w.Key, w.Title = c.workName(k)
	e := []predate.Evidence{k.part.cell.Proof("form.charge_statement.work")}
	if called := k.block.called; called != nil {
		w.Called, w.HasCalled = called.value(), true
		e = append(e, called.cell.Proof("form.charge_statement.work"))
	}
	for _, n := range c.at[k.part.cell.Line] {
		for _, gap := range c.at[k.part.cell.Line] {
			if n == k.part || n == k.apportioned || gap == n || gap == k.part || n.value() <= 0 {
				continue
			}
			if d := w.Amount - n.value(); (d == gap.value() || d == -gap.value()) && !w.HasCalled && c.called(n) {
				w.Called, w.HasCalled = n.value(), true
				e = append(e, n.cell.Proof("form.charge_statement.work"))
			}
		}
	}
	return predate.Figure{Key: predate.FactChargeWork, Year: c.year, Value: w, Evidence: e}
}

// lotOfWork returns the lot that the words of a work name, else the one that the line
// under its row names, where it has that share in a key of the charges; empty for none.
func lotOfWork(c *charges, k chargeKey) string {
	if named := c.LotNames(c.workTitle(k)); len(named) == 1 {
		return named[0]
	}
	under := k.lines[1] + 1
	if under >= len(c.Lines) || c.hasAmounts(under) {
		return ""
	}
	named := c.LotNames(c.LineText(under))
	known := slices.ContainsFunc(c.keys, func(other chargeKey) bool {
		return !other.works && other.share == k.share && other.base == k.base && slices.Contains(named, other.lot)
	})
	if len(named) != 1 || !known {
		return ""
	}
	return named[0]
}

// workTitle returns the words of a work: those of its line, else, of a card,
// those on the line over it.
func (c *charges) workTitle(k chargeKey) string {
	if words := c.rowName(k.lines[0], k.part.cell.Box.X1); words != "" {
		return words
	}
	if i := titleOverRows(c, k); i >= 0 && !c.hasAmounts(i) && c.Lines[i].Page == c.Lines[k.lines[0]].Page {
		return c.LineText(i)
	}
	return ""
}

// titleOverRows returns the line over a row of a work, or over the rows of other lots that
// print no words either.
func titleOverRows(c *charges, k chargeKey) int {
	i := k.lines[0] - 1
	for i >= 0 && c.hasAmounts(i) && c.rowName(i, k.part.cell.Box.X1) == "" {
		i--
	}
	return i
}

// workName returns the code of the key and the title of a work, from its line,
// else from the one over it.
func (c *charges) workName(k chargeKey) (code, title string) {
	if k.block.found() {
		return keyname.Split(k.block.title)
	}
	if name, ok := keyname.InSentence(c.Lines[k.lines[0]].Cells[0].Text); ok || k.foot > 0 {
		return keyname.Split(cmp.Or(name, c.noteName(k.quote)))
	}
	for _, i := range []int{k.lines[0], titleOverRows(c, k)} {
		if title != "" || i < 0 || i < k.lines[0] && c.hasAmounts(i) {
			break
		}
		var words []string
		for _, x := range c.Lines[i].Cells {
			switch {
			case x.Nature != text || x.Box.X0 > k.part.cell.Box.X1 || len(c.LotNames(x.Text)) > 0 || c.isLotCell(x):
			case codeAlone.MatchString(x.Text) && code == "":
				code = x.Text
			case glued.MatchString(x.Text) && c.lotInRow(i) != "":
				lotCode, rest := c.unglued(x.Text)
				code = cmp.Or(code, lotCode)
				words = append(words, rest)
			default:
				words = append(words, x.Text)
			}
		}
		if len(words) > 0 && c.continues(i+1) {
			words = append(words, c.Lines[i+1].Cells[0].Text)
		}
		title = strings.Join(words, " ")
	}
	if code == "" {
		code, _ = c.keyName(k)
	}
	return code, withoutKeyAndLot(c, title)
}

// withoutKeyAndLot drops the parts after the title of a work that say its key or its
// lot: "Réparation de la toiture – clé GEN – lot n° 7".
func withoutKeyAndLot(c *charges, title string) string {
	parts := strings.Split(title, " – ")
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool {
		return part != parts[0] && (len(c.LotNames(part)) == 1 || keyed.MatchString(part+" "))
	}), " – ")
}

// unglued parts a lot, the code of a key that the legend explains, and a title that
// stand in one cell.
func (c *charges) unglued(words string) (code, rest string) {
	_, rest, _ = strings.Cut(words, " ")
	for _, e := range c.legends {
		if title, found := strings.CutPrefix(rest, e.code+" "); found {
			return e.code, title
		}
	}
	return "", rest
}
