package chargestatement

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/coowner"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/paper"
	"predate/internal/reading/quotepart"
)

// totalOfKey reads the total of a key for a lot. It must be the sum of the
// lines above, to the cent that rounding each line may lose, or prove itself.
// The lines that it sums are the posts of the key, and no keys themselves.
func (c *charges) totalOfKey(i int) {
	r, g := c.Rows[i], c.group
	if g.lines == 0 && (g.base.N == 0 || c.lot == "" && len(c.lots) > 0) || len(r.Amounts) == 0 {
		return
	}
	total, part, ok := g.match(r.Amounts)
	if !ok {
		return
	}
	key := predate.ChargeKey{
		Lot: c.lot, Code: g.code, Label: g.label, Total: total.Cents, Base: g.base.N, Share: g.share.N,
		Unit: cmp.Or(g.base.Unit, g.share.Unit, "tantièmes"), Amount: part.Cents,
	}
	code, name := quotepart.SplitKey(c.Doc.Meaning, totalName(r), "")
	if name != "" && !fold.Has(fold.Text(key.Label), fold.Text(name)) && fold.Text(name) != fold.Text(key.Code) {
		key.Code, key.Label = code, name // the heading was another column's
	}
	if c.grouped > 0 && (namesNoKey(key.Label) || c.grouped < g.lines) {
		return // the sum of several keys
	}
	text := g.heading + " " + fold.Text(key.Label)
	key.Metered = key.Unit == "m3" || strings.Contains(text, "compteur") || fold.Has(text, "m3")
	if key.Metered {
		key.Unit = "m3"
	}
	c.keys = append(c.keys, predate.Figure{Key: predate.FactChargeKey, Value: key, Year: c.year, Evidence: paper.ProofOfAmount(part)})
	c.loose = c.loose[:len(c.loose)-c.grouped]
	c.begin(keyGroup{})
}

// namesNoKey reports whether words could head or sum any key.
func namesNoKey(label string) bool {
	for _, w := range strings.Fields(fold.Text(label)) {
		switch w {
		case "charges", "depenses", "courantes", "general", "exercice", "l'exercice", "lot", "lots", "de", "des", "du", "vos", "a", "repartir":
		default:
			if !quotepart.IsGeneric(w) {
				return false
			}
		}
	}
	return true
}

// looseKeys returns the lines that are keys without posts: all of them where no
// key has a total, and otherwise those that a lot's printed total asks for;
// rough ones only where the lot's total is not made without them.
func (c *charges) looseKeys() []predate.Figure {
	var out []predate.Figure
	for _, l := range c.loose {
		sure, withRough := c.asksForLoose(l.lot, false), c.asksForLoose(l.lot, true)
		if l.rough && withRough && !sure || !l.rough && (len(c.keys) == 0 || sure || withRough) {
			out = append(out, l.figure)
		}
	}
	return out
}

// asksForLoose reports whether the total of a lot is that of its keys with the lines
// that no total sums, the rough ones among them or not.
func (c *charges) asksForLoose(lot string, rough bool) bool {
	var sum predate.Cents
	for _, f := range c.keys {
		if k := f.Value.(predate.ChargeKey); k.Lot == lot {
			sum += k.Amount
		}
	}
	for _, l := range c.loose {
		if l.lot == lot && (rough || !l.rough) {
			sum += l.figure.Value.(predate.ChargeKey).Amount
		}
	}
	return slices.Contains(c.order, lot) && c.byLot[lot].Actual == sum
}

// match finds the total to apportion and the quote-part among the amounts of a
// total row.
func (g keyGroup) match(amounts []layout.Amount) (total, part layout.Amount, ok bool) {
	slack := predate.Cents(max(g.lines, 1))
	for i, t := range amounts {
		for j, p := range amounts {
			if i == j {
				continue
			}
			expected, fair := t.Cents.Share(g.share.N, g.base.N)
			if g.lines > 0 && t.Cents == g.apportioned && (p.Cents-g.part).Abs() <= slack ||
				g.lines == 0 && fair && (expected-p.Cents).Abs() <= 20 {
				return t, p, true
			}
		}
	}
	return layout.Amount{}, layout.Amount{}, false
}

// totalName is the name of a key in its total's label.
func totalName(r paper.Row) string {
	var out []string
	for _, w := range paper.WordsBetween(r, 0, r.Amounts[0].Box.X0) {
		f := fold.Text(w.Text)
		if quotepart.IsKeyWord(f) || f == "totaux" || strings.Trim(w.Text, "._…0123456789") == "" {
			continue
		}
		out = append(out, w.Text)
	}
	return strings.Join(out, " ")
}

// lotOf returns the record of a lot.
func (c *charges) lotOf(number string) *predate.ChargeLot {
	if c.byLot[number] == nil {
		c.byLot[number] = &predate.ChargeLot{Lot: number}
	}
	return c.byLot[number]
}

// sumOfLot takes an amount of a row as the total of a lot: the sum of its keys,
// or the first amount when no key was read.
func (c *charges) sumOfLot(number string, r paper.Row) {
	var sum predate.Cents
	n := 0
	for _, f := range c.keys {
		if k := f.Value.(predate.ChargeKey); k.Lot == number {
			sum, n = sum+k.Amount, n+1
		}
	}
	for _, l := range c.loose {
		if k := l.figure.Value.(predate.ChargeKey); n == 0 && k.Lot == number {
			sum += k.Amount
		}
	}
	amount, proven := r.Amounts[0], false
	for _, a := range r.Amounts {
		if a.Cents == sum && sum != 0 {
			amount, proven = a, true
			break
		}
	}
	if !proven && c.Recognised() {
		return
	}
	lot := c.lotOf(number)
	if slices.Contains(c.order, number) {
		if lot.Actual != amount.Cents {
			c.order = slices.DeleteFunc(c.order, func(s string) bool { return s == number })
		}
		return
	}
	lot.Actual = amount.Cents
	c.order = append(c.order, number)
	c.proofs[number] = append(c.proofs[number], paper.ProofOfAmount(amount)...)
	c.begin(keyGroup{})
}

// calledOfLot reads the provisions called for a lot.
func (c *charges) calledOfLot(i int) {
	r := c.Rows[i]
	number := c.lot
	for _, n := range c.lots {
		if strings.Contains(r.Folded, "lot n° "+strings.ToLower(n)+" ") || strings.HasSuffix(r.Folded, "lot n° "+strings.ToLower(n)) || fold.Has(r.Folded, "lot "+strings.ToLower(n)) {
			number = n
		}
	}
	if number == "" || len(r.Amounts) != 1 {
		return
	}
	lot := c.lotOf(number)
	if lot.HasCalled && lot.Called != r.Amounts[0].Cents {
		lot.HasCalled = false
		return
	}
	lot.Called, lot.HasCalled = r.Amounts[0].Cents, true
	c.proofs[number] = append(c.proofs[number], paper.ProofOfAmount(r.Amounts[0])...)
}

// summary reads the totals of the statement over its lots. Actual less called
// must make the balance printed, whose words give the side; and the actual must
// be that of the lots when they were read.
func (c *charges) summary() (predate.ChargeTotals, []predate.Evidence, bool) {
	labels := c.Labels()
	for _, a := range labels {
		if !saysActual(c.Doc.Meaning, a.Label) || c.notSummary(a) || !c.makesLots(a.Amount.Cents) || c.ofWorks[a.Row] && !c.makesKeys(a.Amount.Cents) || c.holdsOther(a) {
			continue
		}
		for _, b := range labels {
			if b.Row < a.Row && !sideBySide(a, b) || !saysCalled(c.Doc.Meaning, b.Label) || c.notSummary(b) || c.ofWorks[b.Row] && !c.ofWorks[a.Row] {
				continue
			}
			if s, ok := c.balanceFor(labels, a, b); ok {
				t := predate.ChargeTotals{Actual: a.Amount.Cents, Called: b.Amount.Cents, Adjustment: a.Amount.Cents - b.Amount.Cents, HasActual: true, HasCalled: true, HasAdjustment: true}
				return t, slices.Concat(paper.ProofOfAmount(a.Amount), paper.ProofOfAmount(b.Amount), paper.ProofOfAmount(s.Amount)), true
			}
		}
	}
	return predate.ChargeTotals{}, nil, false
}

// sideBySide reports whether the labels of two cards begin on one line: the card
// whose label has more lines prints its amount lower.
func sideBySide(a, b coowner.Labelled) bool {
	return a.Amount.Page == b.Amount.Page && a.Row-b.Row <= 2 && math.Abs(a.Box.Y0-b.Box.Y0) < a.Box.Height()/4
}

// notSummary keeps the lines of one lot or of works out of the summary.
func (c *charges) notSummary(l coowner.Labelled) bool {
	return saysLotCalled(c.Doc.Meaning, l.Label) || c.Doc.Says(l.Label, "nature_works", "nature_works_fund")
}

// makesLots reports whether an amount is the sum of the lots, where they were read.
func (c *charges) makesLots(amount predate.Cents) bool {
	if len(c.order) == 0 {
		return true
	}
	var sum predate.Cents
	for _, n := range c.order {
		sum += c.byLot[n].Actual
	}
	return sum == amount
}

// makesKeys reports whether an amount is the sum of the lots or of the keys that were
// read. Nothing else under a heading of works is of current charges: what was
// called there was called for works.
func (c *charges) makesKeys(amount predate.Cents) bool {
	var sum predate.Cents
	for _, f := range slices.Concat(c.keys, c.looseKeys()) {
		sum += f.Value.(predate.ChargeKey).Amount
	}
	return len(c.order) > 0 && c.makesLots(amount) || sum == amount && sum != 0
}

// balanceFor finds the balance that two totals make. Its words must not say the
// other side.
func (c *charges) balanceFor(labels []coowner.Labelled, a, b coowner.Labelled) (coowner.Labelled, bool) {
	gap := a.Amount.Cents - b.Amount.Cents
	for _, s := range labels {
		if s.Row < b.Row || s.Amount.Cents.Abs() != gap.Abs() || !saysBalance(c.Doc.Meaning, s.Label) {
			continue
		}
		side, sure := c.Signed(s)
		if c.sideWords(s) != 0 {
			side, sure = predate.Cents(c.sideWords(s))*gap.Abs(), true
		}
		if !sure || side == gap {
			return s, true
		}
	}
	return coowner.Labelled{}, false
}

// sideWords reads the side that only charge statements say: an excess goes to
// the owner, an insufficiency is owed.
func (c *charges) sideWords(l coowner.Labelled) int {
	refund, due := c.Doc.Says(l.Label, "adjustment_refund", "said_favour"), c.Doc.Says(l.Label, "adjustment_due", "said_owed")
	switch {
	case refund && !due:
		return -1
	case due && !refund:
		return 1
	}
	return 0
}

// facts returns everything read in the statement.
func (c *charges) facts() []predate.Figure {
	if c.year.IsZero() {
		return nil
	}
	head := predate.ChargeHead{Issued: c.Issued(), Lots: c.lots}
	head.Account, _ = c.AccountNumber()
	evidence := []predate.Evidence{}
	if day, proof, ok := approved(c); ok {
		head.Approved, evidence = day, proof
	}
	out := []predate.Figure{{Key: predate.FactCharges, Value: head, Year: c.year, Evidence: evidence}}
	out = append(out, c.keys...)
	out = append(out, c.looseKeys()...)
	totals, proofs, ok := c.summary()
	if c.laysOther() {
		totals, ok = predate.ChargeTotals{}, false
	} else {
		for _, n := range c.order {
			out = append(out, predate.Figure{Key: predate.FactChargeLot, Value: *c.byLot[n], Year: c.year, Evidence: c.proofs[n]})
		}
	}
	if ok {
		out = append(out, predate.Figure{Key: predate.FactChargeTotals, Value: totals, Year: c.year, Evidence: proofs})
	}
	if !c.Recognised() && !c.placed && !c.missed || c.worksProven() {
		out = append(out, c.works...)
		out = append(out, c.worksum...)
	}
	if none, proven := c.noWorks(totals, ok); proven {
		out = append(out, predate.Figure{Key: predate.FactChargeNoWorks, Value: predate.Flag(true), Year: c.year, Evidence: none})
	}
	return out
}

// approved reads the day of the meeting that approved the accounts: on one row, then
// beside or under its label, and in the end over two rows, of which the second may begin
// with the words of another column.
func approved(c *charges) (predate.Date, []predate.Evidence, bool) {
	rows := c.Sentences()
	if day, proof, ok := approvedIn(rows[:len(c.Rows)]); ok {
		return day, proof, true
	}
	if day, value, ok := c.approvalBeside(); ok {
		return day, paper.ProofOf(value), true
	}
	return approvedIn(rows[len(c.Rows):])
}

func approvedIn(sentences []coowner.Sentence) (predate.Date, []predate.Evidence, bool) {
	for _, s := range sentences {
		if m := chargeApproved.FindStringSubmatch(s.Folded); m != nil {
			day, ok := layout.ParseDate(m[1])
			return day, s.Proof, ok
		}
	}
	return predate.Date{}, nil, false
}

// approvalBeside reads the day of the approval beside or under its label.
func (c *charges) approvalBeside() (predate.Date, layout.Cell, bool) {
	if day, value, ok := c.DayOf("approval_day"); ok {
		return day, value, true
	}
	if day, value, ok := dayBesideWrapped(c.Paper.Paper, "approval_day"); ok {
		return day, value, true
	}
	return c.DateField("approval_day")
}

// dayBesideWrapped reads the day beside the first line of a label that wraps.
func dayBesideWrapped(o paper.Paper, id lexicon.ID) (predate.Date, layout.Cell, bool) {
	for i := 0; i+1 < len(o.Rows); i++ {
		next := o.Rows[i+1]
		if next.Page != o.Rows[i].Page || paper.Distance(next.Box, o.Rows[i].Box) > 1.8*next.TypeSize() {
			continue
		}
		cells := paper.Pieces(o.Rows[i])
		for k := 0; k+1 < len(cells); k++ {
			wraps := slices.ContainsFunc(paper.Pieces(next), func(p paper.Piece) bool {
				return paper.Overlapped(p.Box, cells[k].Box) && o.Doc.Is(cells[k].Folded+" "+p.Folded, id)
			})
			if day, ok := layout.ParseDate(cells[k+1].Folded); ok && wraps {
				return day, cells[k+1].Cell, true
			}
		}
	}
	return predate.Date{}, layout.Cell{}, false
}
