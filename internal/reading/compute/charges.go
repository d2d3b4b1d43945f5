package compute

import (
	"slices"

	"predate"
)

// yearKeys are the keys of the statement for one of the two exercises.
type yearKeys struct {
	year                                                predate.Period
	name                                                string // "N-1"
	actual, called, offActual, offCalled, paid, paidOff predate.Key
	purchasedDuring, purchasedAfter                     bool
	approvedOn                                          predate.Date
}

// twoYears lists the exercises of CCH L.721-2 II 2° a.
func (r *dated) twoYears() []yearKeys {
	list := []yearKeys{
		{
			year: r.years.n1, name: "N-1", actual: predate.KeyCurrentActualN1, called: predate.KeyCurrentCalledN1,
			offActual: predate.KeyOffBudgetActualN1, offCalled: predate.KeyOffBudgetCalledN1,
			paid: predate.KeyPaidCurrentN1, paidOff: predate.KeyPaidOffBudgetN1, approvedOn: r.years.approvedOn,
		},
		{
			year: r.years.n2, name: "N-2", actual: predate.KeyCurrentActualN2, called: predate.KeyCurrentCalledN2,
			offActual: predate.KeyOffBudgetActualN2, offCalled: predate.KeyOffBudgetCalledN2,
			paid: predate.KeyPaidCurrentN2, paidOff: predate.KeyPaidOffBudgetN2, approvedOn: r.years.n2On,
		},
	}
	if bought, ok := r.purchase(); ok {
		for i := range list {
			list[i].purchasedDuring = list[i].year.Contains(bought.on) && bought.on != list[i].year.From
			list[i].purchasedAfter = bought.on.After(list[i].year.To)
		}
	}
	return list
}

// purchase is the day the seller became owner, when papers say so.
type purchase struct {
	on   predate.Date
	from []candidate
}

func (r *dossier) purchase() (purchase, bool) {
	found := typed[predate.Day](r.find(predate.FactPurchase))
	if len(found) == 0 {
		return purchase{}, false
	}
	last := latest(found, func(v valued[predate.Day]) predate.Date { return predate.Date(v.value) })
	return purchase{on: predate.Date(last[0].value), from: candidatesOf(last)}, true
}

// charges states what each of the two exercises cost the lots sold.
func (r *chargeStage) charges() {
	for _, y := range r.twoYears() {
		if y.year.IsZero() {
			for _, k := range []predate.Key{y.actual, y.called, y.offActual, y.offCalled} {
				r.put(missing(k, predate.Because(predate.ReasonYearNotKnown, predate.Text(y.name))))
			}
			continue
		}
		if y.purchasedDuring || y.purchasedAfter {
			r.boughtLate(y)
		}
		readings := r.chargeStatements(y.year)
		r.put(r.actual(y, readings))
		r.put(r.called(y, readings))
		r.put(r.offActual(y, readings))
	}
	for _, y := range slices.Backward(r.twoYears()) { // the adjustment of one stands among the calls of the next
		if !y.year.IsZero() {
			r.put(r.offCalled(y))
		}
	}
}

func (r *chargeStage) boughtLate(y yearKeys) {
	bought, _ := r.purchase()
	if y.purchasedAfter {
		r.review(predate.Because(predate.ReasonBoughtAfter, bought.on, y.year))
		return
	}
	r.review(predate.Because(predate.ReasonBoughtDuring, bought.on, y.year))
}

// actual is the quote-part of the net current charges of an exercise.
func (r *chargeStage) actual(y yearKeys, readings []chargeStatement) predate.Figure {
	stated := r.stated(y.actual, readings, amounts{
		func(t predate.ChargeTotals) (predate.Cents, bool) { return t.Actual, t.HasActual },
		func(l predate.ChargeLot) (predate.Cents, bool) { return l.Actual, true },
	})
	if stated.Status == predate.StatusMissing {
		stated = r.lightActual(y)
	}
	again, proof, ok := r.recompute(y.year)
	unread := r.unreadCharges(y.year)
	switch {
	case stated.Status == predate.StatusMissing && !unread.IsZero():
		return missing(y.actual, unread)
	case stated.Status == predate.StatusMissing && len(readings) > 0:
		// It rounds line by line, and prints what a computation would miss by cents.
		return missing(y.actual, predate.Because(predate.ReasonChargesHalfRead, predate.FileName(readings[0].papers[0].File)))
	case stated.Status == predate.StatusMissing && len(r.ofKind(predate.KindLightAccounts)) > 0:
		// They lay each expense on the owners by itself: their sum may be a cent off
		// the part of the whole.
		return missing(y.actual, predate.Because(predate.ReasonLightAccountsUnread, y.year))
	case stated.Status == predate.StatusMissing && ok:
		if _, _, whole := r.chargesByKeys(y.year); !whole {
			return missing(y.actual, predate.Because(predate.ReasonKeysMayLack, y.year))
		}
		return computed(y.actual, predate.Money(again), predate.Because(predate.ReasonNetsByShares), proof...)
	case stated.Status == predate.StatusMissing:
		return missing(y.actual, predate.Because(predate.ReasonNoChargesNorNets, y.year))
	case stated.Known() && ok:
		return r.confront(y, stated, again, proof)
	}
	return stated
}

// confront checks a stated amount against annexe 3: quote-parts are rounded
// line by line, so they may differ by cents, not more than a euro a key
// (domain gate 8).
func (r *chargeStage) confront(y yearKeys, stated predate.Figure, again predate.Cents, proof []predate.Evidence) predate.Figure {
	amount := predate.Cents(stated.Value.(predate.Money))
	gap := (amount - again).Abs()
	limit := predate.Cents(100 * max(1, len(r.keys)))
	id := gateAt{id: "charges.recomputation_" + idOf(y.name)}
	detail := predate.Because(predate.ReasonChargesRecomputed, y.year, amount, again)
	r.check(id, gap <= limit, detail, append(slices.Clone(stated.Evidence), proof...))
	if gap > limit {
		stated.Status, stated.Value = predate.StatusConflicting, nil
		stated.Derivation = detail
	}
	return stated
}

// called is what the budget's provisions of an exercise asked of the lots.
func (r *chargeStage) called(y yearKeys, readings []chargeStatement) predate.Figure {
	stated := r.stated(y.called, readings, amounts{
		func(t predate.ChargeTotals) (predate.Cents, bool) { return t.Called, t.HasCalled },
		func(l predate.ChargeLot) (predate.Cents, bool) { return l.Called, l.HasCalled },
	})
	if stated.Status == predate.StatusMissing {
		stated = lightCalled(&r.callBook, y)
	}
	sum, proof, ok := r.sumCalls(y.year, predate.NatureBudget)
	ok = ok && (stated.Known() || r.unreadCharges(y.year).IsZero())
	switch {
	case (y.purchasedAfter || y.purchasedDuring) && stated.Status == predate.StatusMissing:
		return missing(y.called, predate.Because(predate.ReasonCalledBeforeSale, y.year))
	case stated.Status == predate.StatusMissing && len(r.ofKind(predate.KindLightAccounts)) > 0:
		// They lay each expense on the owners by itself: their sum may be a cent off
		// the part of the whole.
		return missing(y.called, predate.Because(predate.ReasonLightAccountsUnread, y.year))
	case stated.Status == predate.StatusMissing && ok:
		return computed(y.called, predate.Money(sum), predate.Because(predate.ReasonProvisionsSummed), proof...)
	case stated.Status == predate.StatusMissing:
		if f, disputed := r.inDispute(y.called, y.year, predate.NatureBudget); disputed {
			return f
		}
		return missing(y.called, predate.Because(predate.ReasonNoChargesNorCalls, y.year))
	case stated.Known() && ok && !y.purchasedDuring && !y.purchasedAfter:
		amount := predate.Cents(stated.Value.(predate.Money))
		detail := predate.Because(predate.ReasonProvisionsCompared, y.year, amount, sum)
		r.check(gateAt{id: "calls.year_" + idOf(y.name)}, (amount-sum).Abs() <= 5, detail, append(slices.Clone(stated.Evidence), proof...))
		if (amount - sum).Abs() > 5 {
			stated.Status, stated.Value, stated.Derivation = predate.StatusConflicting, nil, detail
		}
	}
	return stated
}

// sumCalls adds the calls of one nature of an exercise; only a complete set of
// calls proves a sum.
func (r *callBook) sumCalls(y predate.Period, n predate.Nature) (predate.Cents, []predate.Evidence, bool) {
	calls := r.callsIn(y)
	if !r.complete(calls, y) {
		return 0, nil, false
	}
	var sum predate.Cents
	var proof []predate.Evidence
	for _, c := range calls {
		amount, from, ok := c.amount(n)
		if !ok {
			return 0, nil, false
		}
		sum += amount
		proof = append(proof, from...)
	}
	return sum, proof, true
}

// idOf makes "n1" of "N-1".
func idOf(name string) string { return map[string]string{"N-1": "n1", "N-2": "n2"}[name] }
