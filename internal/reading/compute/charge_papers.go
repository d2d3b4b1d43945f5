package compute

import (
	"cmp"
	"slices"

	"predate"
)

// chargeStatement is the charge statement of one exercise: one paper, or one
// for each account.
type chargeStatement struct {
	holder
	byLot  []valued[predate.ChargeLot]
	keys   []valued[predate.ChargeKey]
	totals []valued[predate.ChargeTotals]
	works  []valued[predate.ChargeWork]
	sums   []valued[predate.ChargeTotals]
	none   []valued[predate.Flag]
	papers []*paper
}

// chargeStatements gives the readings of the charge statement of an exercise,
// the best proven first: one, unless papers neither turn out to be one nor are
// shown to be apart. A paper whose lots are not known is a reading of its own.
func (r *sale) chargeStatements(y predate.Period) []chargeStatement {
	var single []chargeStatement
	for _, p := range r.ofKind(predate.KindChargeStatement) {
		st := chargesIn(p, y)
		if len(st.byLot)+len(st.totals) > 0 && (len(st.lots) == 0 || r.sold.some(st.lots)) {
			single = append(single, st)
		}
	}
	slices.SortStableFunc(single, func(a, b chargeStatement) int { return cmp.Compare(b.proven(), a.proven()) })
	var out []chargeStatement
	for _, family := range families(single, func(a, b chargeStatement) bool {
		return len(a.lots) > 0 && len(b.lots) > 0 && a.apart(b.holder)
	}) {
		out = append(out, gathered(family))
	}
	return out
}

// chargeStatement is the best proven reading.
func (r *sale) chargeStatement(y predate.Period) (chargeStatement, bool) {
	readings := r.chargeStatements(y)
	if len(readings) == 0 {
		return chargeStatement{}, false
	}
	return readings[0], true
}

// isRival reports whether a paper is read in another way of gathering the charge
// statement than the best proven.
func isRival(readings []chargeStatement, p *paper) bool {
	for i, st := range readings {
		if slices.Contains(st.papers, p) {
			return i > 0
		}
	}
	return false
}

// chargesIn reads what one paper says of an exercise.
func chargesIn(p *paper, y predate.Period) chargeStatement {
	inYear := func(c candidate) bool { return c.Year == y }
	return chargeStatement{
		holder: p.chargeHolder(),
		byLot:  typed[predate.ChargeLot](keep(p.find(predate.FactChargeLot), inYear)),
		totals: typed[predate.ChargeTotals](keep(p.find(predate.FactChargeTotals), inYear)),
		keys:   typed[predate.ChargeKey](keep(p.find(predate.FactChargeKey), inYear)),
		works:  typed[predate.ChargeWork](keep(p.find(predate.FactChargeWork), inYear)),
		sums:   typed[predate.ChargeTotals](keep(p.find(predate.FactChargeWorkSum), inYear)),
		none:   typed[predate.Flag](keep(p.find(predate.FactChargeNoWorks), inYear)),
		papers: []*paper{p},
	}
}

// gathered puts together the papers of a family, which are apart.
func gathered(family []chargeStatement) chargeStatement {
	st := chargeStatement{holder: holder{account: family[0].account}}
	for _, one := range family {
		st.lots = append(st.lots, one.lots...)
		st.byLot = append(st.byLot, one.byLot...)
		st.totals = append(st.totals, one.totals...)
		st.keys = append(st.keys, one.keys...)
		st.works = append(st.works, one.works...)
		st.sums = append(st.sums, one.sums...)
		st.none = append(st.none, one.none...)
		st.papers = append(st.papers, one.papers...)
	}
	return st
}

// proven counts the identities of a charge statement that hold: keys make lots,
// lots make the total, operations make theirs, and the total less what was
// called is the adjustment.
func (st chargeStatement) proven() int {
	n := 0
	var actual predate.Cents
	for _, lot := range st.byLot {
		actual += lot.value.Actual
		if sum, found := st.keysOf(lot); found && sum == lot.value.Actual {
			n++
		}
	}
	for _, t := range st.totals {
		if v := t.value; v.HasActual && v.HasCalled && v.HasAdjustment && v.Actual-v.Called == v.Adjustment {
			n++
		}
		if t.value.HasActual && len(st.byLot) > 0 && t.value.Actual == actual {
			n++
		}
	}
	var works predate.Cents
	for _, w := range st.works {
		works += w.value.Amount
	}
	for _, s := range st.sums {
		if s.value.HasActual && len(st.works) > 0 && s.value.Actual == works {
			n++
		}
	}
	return n
}

// keysOf adds the keys that make the total of a lot.
func (st chargeStatement) keysOf(lot valued[predate.ChargeLot]) (predate.Cents, bool) {
	var sum predate.Cents
	found := false
	for _, k := range st.keys {
		if k.paper == lot.paper && lotName(k.value.Lot) == lotName(lot.value.Lot) {
			sum, found = sum+k.value.Amount, true
		}
	}
	return sum, found
}

// chargeHolder is the account and the lots that a charge statement is about.
func (p *paper) chargeHolder() holder {
	head, _, _ := first[predate.ChargeHead](p, predate.FactCharges)
	h := holder{account: head.Account}
	for _, l := range typed[predate.ChargeLot](p.find(predate.FactChargeLot)) {
		if l.value.Lot != "" && !slices.Contains(h.lots, l.value.Lot) {
			h.lots = append(h.lots, l.value.Lot)
		}
	}
	if len(h.lots) == 0 {
		h.lots = head.Lots
	}
	if len(h.lots) > 0 {
		return h
	}
	for _, c := range typed[predate.LotList](p.find(predate.KeyLots)) {
		for _, l := range c.value {
			h.lots = append(h.lots, l.Number)
		}
	}
	return h
}

// whole says that the statement is about exactly the lots sold, so that its
// totals are theirs.
func (r *sale) whole(st chargeStatement) bool {
	return r.sold.covered(st.lots) || r.sold.assumed && r.sold.all(st.lots)
}

// lotTotals adds a figure of the lots sold; false when a lot is not there, or
// is there twice with two values.
func (r *sale) lotTotals(st chargeStatement, pick func(predate.ChargeLot) (predate.Cents, bool)) (predate.Cents, []candidate, bool) {
	var sum predate.Cents
	var from []candidate
	for _, n := range r.sold.numbers {
		mine := keep(st.byLot, func(l valued[predate.ChargeLot]) bool { return lotName(l.value.Lot) == lotName(n) })
		if len(mine) == 0 {
			return 0, nil, false
		}
		amount, ok := pick(mine[0].value)
		if !ok {
			return 0, nil, false
		}
		for _, other := range mine[1:] {
			if b, _ := pick(other.value); b != amount {
				return 0, nil, false
			}
		}
		sum += amount
		from = append(from, mine[0].candidate)
	}
	return sum, from, true
}

// printedTotal adds the totals of the papers of a statement that is about the
// lots sold only; false where one of them gives none.
func (r *sale) printedTotal(st chargeStatement, pick func(predate.ChargeTotals) (predate.Cents, bool)) (predate.Cents, []candidate, bool) {
	var sum predate.Cents
	var from []candidate
	for _, p := range st.papers {
		found := false
		for _, t := range st.totals {
			if amount, ok := pick(t.value); ok && t.paper == p {
				sum, found = sum+amount, true
				from = append(from, t.candidate)
			}
		}
		if !found {
			return 0, nil, false
		}
	}
	return sum, from, r.whole(st)
}

// amounts picks one amount of what a charge statement says of all its lots, and
// of one lot.
type amounts struct {
	total func(predate.ChargeTotals) (predate.Cents, bool)
	lot   func(predate.ChargeLot) (predate.Cents, bool)
}

// stated gives a figure of the charge statement of an exercise, on which all its
// readings must agree.
func (r *sale) stated(key predate.Key, readings []chargeStatement, pick amounts) predate.Figure {
	var all []predate.Figure
	for _, st := range readings {
		all = append(all, r.statedOrSummed(key, st, pick))
	}
	f := reconcile(key, all)
	for _, st := range readings {
		if odd := st.atOdds(key, readings, pick); f.Known() && len(odd) > 0 {
			return contradiction(key, append([]predate.Figure{f}, odd...))
		}
	}
	return f
}

// atOdds gives what a paper whose lots are not known says that no other paper
// does, unless its account shows it to be about other lots.
func (st chargeStatement) atOdds(key predate.Key, readings []chargeStatement, pick amounts) []predate.Figure {
	if len(st.lots) > 0 {
		return nil
	}
	var told []predate.Cents
	another := false
	for _, o := range readings {
		for _, p := range o.papers {
			another = another || len(o.lots) > 0 && p.chargeHolder().account != "" && st.account != "" && !nearAccount(p.chargeHolder().account, st.account)
		}
		for _, l := range o.byLot {
			amount, _ := pick.lot(l.value)
			told = append(told, amount)
		}
		for _, t := range o.totals {
			if amount, ok := pick.total(t.value); ok && len(o.lots) > 0 {
				told = append(told, amount)
			}
		}
	}
	var out []predate.Figure
	for _, t := range st.totals {
		if amount, ok := pick.total(t.value); ok && !another && !slices.Contains(told, amount) {
			out = append(out, confirmed(key, predate.Money(amount), t.Evidence...))
		}
	}
	return out
}

// statedOrSummed gives a figure of one reading: from its totals when it is about
// the lots sold only, else from the lots. Both must agree when both can be had.
func (r *sale) statedOrSummed(key predate.Key, st chargeStatement, pick amounts) predate.Figure {
	stated, from, hasTotal := r.printedTotal(st, pick.total)
	summed, lots, hasLots := r.lotTotals(st, pick.lot)
	switch {
	case hasTotal && hasLots && stated != summed:
		f := missing(key, predate.Because(predate.ReasonChargesNotTheirLots, stated, summed))
		f.Status, f.Evidence = predate.StatusConflicting, append(proofs(from...), proofs(lots...)...)
		return f
	case hasTotal:
		return confirmed(key, predate.Money(stated), proofs(from...)...)
	case hasLots:
		f := confirmed(key, predate.Money(summed), proofs(lots...)...)
		if len(lots) > 1 {
			f.Derivation = predate.Because(predate.ReasonLotsSummed, predate.Texts(r.sold.numbers))
		}
		return f
	}
	return missing(key, predate.Reason{})
}
