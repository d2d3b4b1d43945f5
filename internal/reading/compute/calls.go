package compute

import (
	"cmp"
	"slices"

	"predate"
	"predate/internal/base/fold"
)

// call is one call for funds, with the lines that concern the lots sold.
type call struct {
	predate.CallHead
	papers   []*paper // the best proven, then those that say the same
	head     candidate
	lots     []string // every lot that it calls for
	exact    bool     // it calls for lots sold only
	whole    bool     // its lines make its printed total: none was missed
	lines    []valued[predate.CallLine]
	sums     []valued[predate.CallSubtotal]
	disputed []predate.Nature // on which papers that are not apart differ
	unplaced []predate.Nature // of lines that name no lot, where not all the lots are sold
}

// readCalls gathers the calls that concern the lots sold, oldest first. No two
// of them call the same thing from the same lots.
func (r *callStage) readCalls() {
	var all []call
	for _, p := range r.ofKind(predate.KindFundCall) {
		for _, head := range typed[predate.CallHead](p.find(predate.FactCall)) {
			all = append(all, r.gather(p, head))
		}
	}
	all = keep(all, func(c call) bool { return r.sold.some(c.lots) || len(c.lots) == 0 })
	r.calls = r.inForce(all)
	r.calls = append(r.calls, r.listedCalls(r.calls)...)
	slices.SortStableFunc(r.calls, func(a, b call) int {
		return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Account, b.Account), a.Issued.Compare(b.Issued), cmp.Compare(a.Number, b.Number))
	})
}

// gather makes a call of the figures of a paper.
func (r *sale) gather(p *paper, head valued[predate.CallHead]) call {
	c := call{CallHead: head.value, papers: []*paper{p}, head: head.candidate, lots: slices.Clone(head.value.Lots)}
	if c.Issued.IsZero() {
		c.Issued = p.Printed
	}
	if len(c.lots) == 0 {
		for _, l := range typed[predate.LotList](p.find(predate.KeyLots)) {
			for _, lot := range l.value {
				c.lots = append(c.lots, lot.Number)
			}
		}
	}
	lines := typed[predate.CallLine](p.find(predate.FactCallLine))
	for i, l := range lines {
		if l.value.Nature == predate.NatureBudget && l.value.Base == 0 && !l.value.Metered && adjustmentWords.MatchString(fold.Text(l.value.Label)) {
			lines[i].value.Nature = predate.NatureUnknown // the end of another exercise, and no provision
		}
	}
	if len(c.lots) == 0 {
		for _, l := range lines {
			if l.value.Lot != "" && !slices.Contains(c.lots, l.value.Lot) {
				c.lots = append(c.lots, l.value.Lot)
			}
		}
	}
	var sum predate.Cents
	for _, l := range lines {
		sum += l.value.Amount
	}
	c.sums = typed[predate.CallSubtotal](p.find(predate.FactCallSubtotal))
	c.whole = c.HasTotal && len(lines) > 0 && sum == c.Total && c.places(lines)
	c.exact = r.sold.all(c.lots) || (len(c.lots) == 0 && r.sold.assumed)
	for _, l := range lines {
		if l.value.Lot == "" && !c.exact {
			c.unplaced = append(c.unplaced, l.value.Nature)
		}
	}
	c.lines = keep(lines, func(l valued[predate.CallLine]) bool {
		return r.sold.has(l.value.Lot) || (l.value.Lot == "" && c.exact)
	})
	return c
}

// of gives the lines of one nature.
func (c call) of(n predate.Nature) []valued[predate.CallLine] {
	return keep(c.lines, func(l valued[predate.CallLine]) bool { return l.value.Nature == n })
}

// amount is what the call asks for one nature for the lots sold, with proofs.
// It is not known when the lines could not be tied to the lots, or when they
// make neither the printed sub-total nor the printed total of the call.
func (c call) amount(n predate.Nature) (predate.Cents, []predate.Evidence, bool) {
	var sum predate.Cents
	var proof []predate.Evidence
	lines := c.of(n)
	for _, l := range lines {
		sum += l.value.Amount
		proof = append(proof, l.Evidence...)
	}
	printed, found := c.subtotal(n)
	switch {
	case slices.Contains(c.disputed, n), slices.Contains(c.unplaced, n), n != predate.NatureWorksFund && n != predate.NatureAdvance && c.mixesBudgets():
		return 0, nil, false
	case c.exact && found && len(lines) == 0:
		return printed, proofs(candidatesOf(c.sums)...), true
	case c.exact && found && sum != printed:
		return 0, nil, false
	case !c.whole && !(c.exact && found):
		return 0, nil, false // a line may have been missed
	case !found && len(c.of(predate.NatureUnknown)) > 0:
		return 0, nil, false // a line that does not say what it is for may be for this
	case !c.exact && len(lines) == 0 && c.has(n):
		return 0, nil, false
	}
	return sum, proof, true
}

// mixesBudgets reports whether lines that stand as provisions ask for two budgets
// of one key from one lot, at different rates: every provision is the same part
// of the budget voted for its key (loi 65-557 art. 14-1), so one of them is for
// something else, whose heading was not understood.
func (c call) mixesBudgets() bool {
	lines := c.of(predate.NatureBudget)
	return slices.ContainsFunc(lines, func(l valued[predate.CallLine]) bool {
		return slices.ContainsFunc(lines, func(o valued[predate.CallLine]) bool {
			a, b := l.value, o.value
			if a.Budget <= b.Budget || b.Budget == 0 || a.Called == 0 || b.Called == 0 || lotName(a.Lot) != lotName(b.Lot) || !sameKey(a.Code, a.Label, b.Code, b.Label) {
				return false
			}
			x, y := a.Budget*b.Called, b.Budget*a.Called
			return 50*(x-y).Abs() > x+y
		})
	})
}

// places reports whether the lines of each nature make its printed sum, where one is
// printed: else some line is of another nature.
func (c call) places(lines []valued[predate.CallLine]) bool {
	all := call{lines: lines}
	return !slices.ContainsFunc(natures(), func(n predate.Nature) bool {
		sum, some := all.sum(n)
		printed, found := c.subtotal(n)
		return found && some && sum != printed
	})
}

// sum adds the lines of one nature; false where there are none.
func (c call) sum(n predate.Nature) (predate.Cents, bool) {
	var sum predate.Cents
	lines := c.of(n)
	for _, l := range lines {
		sum += l.value.Amount
	}
	return sum, len(lines) > 0
}

// isProven reports whether the lines of a call make its total, or those of each
// nature what the call prints as their total.
func (c call) isProven() bool {
	return c.whole || c.exact && len(c.lines) > 0 && !slices.ContainsFunc(c.natures(), func(n predate.Nature) bool {
		sum, _ := c.sum(n)
		printed, found := c.subtotal(n)
		return !found || sum != printed
	})
}

// has says that the call has a sub-total of a nature, whatever the lots.
func (c call) has(n predate.Nature) bool {
	_, found := c.subtotal(n)
	return found
}

func (c call) subtotal(n predate.Nature) (predate.Cents, bool) {
	var sum predate.Cents
	found := false
	for _, s := range c.sums {
		if s.value.Nature == n {
			sum, found = sum+s.value.Amount, true
		}
	}
	return sum, found
}

// candidatesOf drops the values.
func candidatesOf[T predate.Value](list []valued[T]) []candidate {
	out := make([]candidate, len(list))
	for i, v := range list {
		out[i] = v.candidate
	}
	return out
}

// callsIn gives the calls of an exercise: by the start of their period, else by
// their due date.
func (r *callBook) callsIn(y predate.Period) []call {
	return keep(r.calls, func(c call) bool { return y.Contains(c.on()) })
}

// complete says that calls cover a whole exercise without a hole, for every lot
// sold: those for the budget, which every term has. A call for works alone takes
// the place of no other.
func (r *sale) complete(calls []call, y predate.Period) bool {
	calls = keep(calls, func(c call) bool { return slices.Contains(c.natures(), predate.NatureBudget) })
	for _, lot := range r.sold.numbers {
		next := y.From
		for _, c := range calls {
			if !slices.ContainsFunc(c.lots, func(n string) bool { return lotName(n) == lotName(lot) }) && len(c.lots) > 0 {
				continue
			}
			if c.Period.IsZero() || c.Period.From.After(next) {
				continue
			}
			if end := c.Period.To.AddDays(1); end.After(next) {
				next = end
			}
		}
		if !next.After(y.To) {
			return false
		}
	}
	return len(r.sold.numbers) > 0
}

// lastCalls gives, for the lots sold, the calls of the latest due date not
// after a day; several when each account has its own.
func (r *callBook) lastCalls(not predate.Date) []call {
	before := keep(r.calls, func(c call) bool { return !c.Due.After(not) })
	return latest(before, func(c call) predate.Date { return c.Due })
}
