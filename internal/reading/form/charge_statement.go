package form

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/period"
)

// charges is a charge statement under reading.
type charges struct {
	*reader
	year    predate.Period
	quotes  map[int]quote
	keys    []chargeKey
	lots    []lotCharges
	known   []string // every lot that the paper names
	legends []legendEntry
}

// chargeKey is what one key cost one lot.
type chargeKey struct {
	quote
	lot    string
	lines  [2]int // first and last
	works  bool
	ownLot bool // its line names the lot
	headed bool // the line that gives its share is its heading
	proved bool // its lines sum to it in two columns
	block  workBlock
}

// lotCharges is what one lot bore.
type lotCharges struct {
	lot    string
	keys   []chargeKey
	total  cell // the printed sum
	called cell // zero where none is printed
}

// chargeStatement reads the charges of an exercise: keys that prove
// themselves, their sums by lot, and the totals that those make.
func chargeStatement(r *reader) []predate.Figure {
	c := &charges{reader: r, year: r.exercise()}
	if c.year.IsZero() {
		c.year = r.namedYear()
	}
	if c.year.IsZero() {
		return nil
	}
	c.quotes, c.legends = r.quotes(), r.keyLegend()
	if across := c.figuresAcross(); across != nil {
		return across
	}
	c.findKeys()
	c.markWorks()
	c.findLots()
	c.keysOfGroups()
	if c.laysOther() {
		return nil
	}
	return c.figures()
}

// exercise returns the period that the paper is about: the first one printed
// after the word exercise or in the title, and failing that the only one.
func (r *reader) exercise() predate.Period {
	var all []predate.Period
	for i := range r.Lines {
		if len(r.at[i]) > 0 {
			continue
		}
		words := r.LineText(i)
		if i+1 < len(r.Lines) && len(period.SpansIn(words)) == 0 {
			words += " " + r.LineText(i+1)
		}
		for _, p := range period.SpansIn(words) {
			if citesLaw(words) {
				break
			}
			if r.Says(words, "exercise", "period") || strings.HasPrefix(string(r.TitleKind(words)), string(r.Kind)) {
				return p
			}
			if !slices.Contains(all, p) {
				all = append(all, p)
			}
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return predate.Period{}
}

// findKeys keeps the sums of lines of one share and base that prove themselves,
// and the lines that no such sum holds.
func (c *charges) findKeys() {
	var at []int
	for i := range c.quotes {
		at = append(at, i)
	}
	slices.Sort(at)
	held := map[int]bool{}
	for _, i := range at {
		q := c.quotes[i]
		if len(q.part.children) > 0 && c.sameShare(q) {
			for _, leaf := range q.part.leaves() {
				held[leaf.cell.Line] = true
			}
			c.keys = append(c.keys, chargeKey{quote: q, lines: [2]int{q.part.first(), i}, proved: true})
		}
	}
	for _, i := range at {
		if q := c.quotes[i]; len(q.part.children) == 0 && !held[i] {
			c.keys = append(c.keys, chargeKey{quote: q, lines: [2]int{i, i}, block: blockOf(c, q)})
		}
	}
	slices.SortStableFunc(c.keys, func(a, b chargeKey) int { return a.lines[1] - b.lines[1] })
}

// sameShare reports whether the lines that a quote sums have its share and base
// where they prove themselves.
func (c *charges) sameShare(q quote) bool {
	for _, leaf := range q.part.leaves() {
		if own, ok := c.quotes[leaf.cell.Line]; ok && own.part == leaf && (own.share != q.share || own.base != q.base) {
			return false
		}
	}
	return true
}

// findLots assigns to each key the lot whose heading is printed above it, and finds the
// printed sum of each lot.
func (c *charges) findLots() {
	lot, at, until, listed := "", 0, len(c.keys), c.listsLots()
	if c.known = c.lotsNamed(); len(c.known) == 1 {
		lot = c.known[0]
	}
	for k := range c.keys {
		key := &c.keys[k]
		if k >= until {
			lot, until = "", len(c.keys)
		}
		for ; at < key.lines[0]; at++ {
			names := c.LotNames(c.LineText(at))
			if n := c.makeAmountOf(at, k); len(names) == 1 && !listed && n > 0 {
				lot, until = names[0], k+n
			}
		}
		own := c.lotInRow(key.lines[0])
		if own != "" {
			lot = own
		}
		key.lot, key.ownLot = lot, own != "" || key.works && key.block.found()
	}
	for k := 0; k < len(c.keys); {
		j := k
		for j < len(c.keys) && c.keys[j].lot == c.keys[k].lot && c.keys[j].works == c.keys[k].works {
			j++
		}
		for k < j {
			l, n := c.firstTotal(k, j)
			if !l.hasCalled() {
				l.called = calledOver(c, l)
			}
			c.lots = append(c.lots, l)
			k += n
		}
	}
	c.dropLooseCalls()
}

// makeAmountOf counts the keys from k on that make the only amount of a line over them: all
// of them where the line has none or says what was called for its lot, no key where they do
// not make it.
func (c *charges) makeAmountOf(i, k int) int {
	if lot, _ := calledHeading(c, i); lot != "" || !c.hasAmounts(i) {
		return len(c.keys)
	}
	var sum predate.Cents
	for n, key := range c.keys[k:] {
		if sum += key.part.value(); len(c.at[i]) == 1 && sum == c.at[i][0].value() {
			return n + 1
		}
	}
	return 0
}

// firstTotal finds the shortest run of keys of one lot, from k on and before j,
// whose sum is printed before the next key; all of them where there is none.
func (c *charges) firstTotal(k, j int) (lotCharges, int) {
	for n := 1; k+n <= j; n++ {
		end := len(c.Lines)
		if k+n < len(c.keys) {
			end = c.keys[k+n].lines[0]
		}
		if l := c.lotTotal(c.keys[k:k+n], end); l.found() {
			return l, n
		}
		if l := totalOver(c, c.keys[k:k+n]); l.found() {
			return l, n
		}
	}
	from := 0
	if k > 0 {
		from = c.keys[k-1].lines[1] + 1
	}
	all := totalAmong(c, c.keys[k:j], from)
	if j-k == 1 {
		all.total = c.keys[k].part.cell // the only key of a lot is its sum
	}
	return all, j - k
}

// found reports whether the sum of the lot is printed.
func (l lotCharges) found() bool { return l.total.Box != predate.Box{} }

// underHead reports whether a cell stands under the head of a column: one of the
// nearest line of heads above, on its page or on the one before.
func (r *reader) underHead(c cell, id lexicon.ID) bool {
	for i := c.Line - 1; i >= 0 && r.Lines[i].Page >= c.Page-1; i-- {
		if !r.isHeadLine(i) {
			continue
		}
		for j := max(i-1, 0); j <= i+1; j++ {
			for _, head := range r.Lines[j].Cells {
				if head.Nature == text && r.Names(id, head.Text) && (over(head.Box, c.Box) > 0.3 || near(head.Box.X0, c.Box.X0)) {
					return true
				}
			}
		}
		return false
	}
	return false
}

// sumsMore reports whether a line sums an amount with others.
func (c *charges) sumsMore(i int, part cell) bool {
	return slices.ContainsFunc(c.at[i], func(n *node) bool {
		return len(n.children) > 1 && slices.ContainsFunc(n.children, func(k *node) bool { return k.cell.Box == part.Box && k.cell.Page == part.Page })
	})
}

// lotTotal finds the sum of some keys among what is printed from the last of
// them on, and what was called for the lot.
func (c *charges) lotTotal(keys []chargeKey, end int) lotCharges {
	l := lotCharges{lot: keys[0].lot, keys: keys}
	sum := partsOf(keys)
	last := keys[len(keys)-1].lines[1]
	named := false // words of its own say what was called, not those under them
	for i := last; i < end && i < last+12; i++ {
		if lot, _ := calledHeading(c, i); c.sumsMore(i, l.total) || i > last && lot != "" && lot != l.lot {
			break // what follows is of all lots, or of another
		}
		for _, n := range c.at[i] {
			label := c.isCalled(n.cell, "provisions_total")
			own := label && c.ownWordsSay(n.cell, "provisions_total")
			switch {
			case n.value() == sum && !l.found() && i > last && (!label || n.column == keys[0].part.column):
				l.total = n.cell
				l.called, named = calledBeside(c, i, n)
			case l.found() && i == l.total.Line && !c.endsInWords(i) && c.calledByHead(n):
				l.called, named = n.cell, true
			case label && l.found() && (!l.hasCalled() || own && !named):
				l.called, named = n.cell, own
			}
		}
	}
	return l
}

// figures returns what the paper proves: nothing unless the lots make, with what
// was called, a balance that is printed too. Works follow the current charges.
func (c *charges) figures() []predate.Figure {
	for n := len(c.lots); n > 0; n-- {
		if !c.worksFrom(n) || c.lots[n-1].keys[0].works {
			continue
		}
		current := c.current(c.lots[:n])
		total, ok := c.total(current)
		if !ok {
			continue
		}
		out := append(current, total)
		if n == len(c.lots) {
			return append(out, c.worksByHeads()...)
		}
		return append(out, c.works(c.lots[n:])...)
	}
	if out := c.balanced(); out != nil {
		return out
	}
	return c.namedTotals()
}

// namedTotals returns charges, provisions and their difference where words name
// all three and they balance: a statement that prints no shares proves nothing
// of its lots, unless a list of them makes the totals. Two readings are none.
func (c *charges) namedTotals() []predate.Figure {
	var found []predate.ChargeTotals
	var proof []predate.Evidence
	for _, a := range c.amounts() {
		if a.Amount.Cents <= 0 || !c.isCalled(a, "charges_total") || c.ofWorks(a) || c.holdsOther(a) {
			continue
		}
		for _, t := range c.triples(a.Amount.Cents) {
			if v := t.totals(); t.actual.Box == a.Box && v.Adjustment != 0 && !slices.Contains(found, v) {
				found, proof = append(found, v), t.proof()
			}
		}
	}
	if len(found) == 1 {
		return append(c.lotsOf(found[0]), predate.Figure{Key: predate.FactChargeTotals, Year: c.year, Value: found[0], Evidence: proof})
	}
	if f, ok := c.paidTotals(0); ok && len(found) == 0 {
		return []predate.Figure{f}
	}
	return nil
}

// worksFrom reports whether the lots from n on all stand under a heading of
// works.
func (c *charges) worksFrom(n int) bool {
	return !slices.ContainsFunc(c.lots[n:], func(l lotCharges) bool { return !l.keys[0].works })
}

// current returns the current charges of some lots, by lot and by key.
func (c *charges) current(lots []lotCharges) []predate.Figure {
	var out []predate.Figure
	for _, l := range lots {
		if !l.found() {
			return nil
		}
		v := predate.ChargeLot{Lot: l.lot, Actual: l.total.Amount.Cents}
		e := []predate.Evidence{l.total.Proof("form.charge_statement.lot")}
		if l.hasCalled() {
			v.Called, v.HasCalled = l.called.Amount.Cents, true
			if len(lots) == 1 {
				v.Called = deducted(l.called)
			}
			e = append(e, l.called.Proof("form.charge_statement.lot"))
		}
		out = append(out, predate.Figure{Key: predate.FactChargeLot, Value: v, Year: c.year, Evidence: e})
		for _, k := range l.keys {
			out = append(out, c.key(k))
		}
	}
	return out
}

// total finds what the sums of the lots make with what was called: the charges
// of all lots, the provisions and their difference, all printed. Two readings
// are none.
func (c *charges) total(lots []predate.Figure) (predate.Figure, bool) {
	var sum, called predate.Cents
	n, known := 0, true
	for _, f := range lots {
		if l, ok := f.Value.(predate.ChargeLot); ok {
			sum, called, n = sum+l.Actual, called+l.Called, n+1
			known = known && l.HasCalled
		}
	}
	var best predate.Figure
	for _, t := range c.triples(sum) {
		if known && n > 1 && called != deducted(t.called) {
			continue
		}
		f := predate.Figure{Key: predate.FactChargeTotals, Year: c.year, Value: t.totals(), Evidence: t.proof()}
		if best.Key != "" && best.Value != f.Value {
			return predate.Figure{}, false
		}
		best = f
	}
	if best.Key == "" && n > 0 && (!known || n == 1) {
		return c.paidTotals(sum)
	}
	return best, n > 0 && best.Key != ""
}

// deducted is the amount of a cell, whose sign may say that it is taken from another.
func deducted(c cell) predate.Cents { return max(c.Amount.Cents, -c.Amount.Cents) }

// triple is charges, provisions and their difference.
type triple struct{ actual, called, gap cell }

// triples lists the ways in which charges of a sum balance with an amount that
// was called; with one that is printed as deducted, where no other does.
func (c *charges) triples(sum predate.Cents) []triple {
	var out, minus []triple
	for i := range c.Lines {
		if s, ok := c.situationAt(i); ok && s.nature == predate.NatureBudget && s.actual.Amount.Cents == sum {
			out = append(out, triple{s.actual, s.called, s.gap})
		}
	}
	for _, b := range c.amounts() {
		called := deducted(b)
		borne := slices.ContainsFunc(c.lots, func(l lotCharges) bool { return l.total.Box == b.Box && l.total.Page == b.Page })
		if called == 0 || borne || !c.isCalled(b, "provisions_total") {
			continue
		}
		for _, a := range c.printedAs(sum) {
			for _, d := range c.printedAs(sum - called) {
				apart := a.Box != b.Box && a.Box != d.Box && b.Box != d.Box
				switch {
				case !apart || sum != called && !c.isCalled(d, "adjustment", "adjustment_due", "adjustment_refund", "closing_balance", "amount_to_pay"):
				case b.Amount.Cents < 0:
					minus = append(minus, triple{a, b, d})
				default:
					out = append(out, triple{a, b, d})
				}
			}
		}
	}
	if len(out) == 0 {
		return minus
	}
	return out
}

func (t triple) totals() predate.ChargeTotals {
	a, b := t.actual.Amount.Cents, deducted(t.called)
	return predate.ChargeTotals{Actual: a, Called: b, Adjustment: a - b, HasActual: true, HasCalled: true, HasAdjustment: true}
}

func (t triple) proof() []predate.Evidence {
	const rule = "form.charge_statement.totals"
	return []predate.Evidence{t.actual.Proof(rule), t.called.Proof(rule), t.gap.Proof(rule)}
}

// key returns what a key cost a lot.
func (c *charges) key(k chargeKey) predate.Figure {
	code, label := c.keyName(k)
	return predate.Figure{Key: predate.FactChargeKey, Year: c.year, Value: predate.ChargeKey{
		Lot: k.lot, Code: code, Label: label, Total: k.apportioned.value(), Base: k.base, Share: k.share,
		Unit: c.UnitOfShares(k.unit), Amount: k.part.value(),
		Metered: c.Says(c.LineText(k.head)+" "+c.keyHeading(k), "unit_meter", "unit_cubic_metres"),
	}, Evidence: []predate.Evidence{k.part.cell.Proof("form.charge_statement.key")}}
}
