package compute

import (
	"fmt"
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
func (r *reckoning) twoYears() []yearKeys {
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

func (r *reckoning) purchase() (purchase, bool) {
	found := typed[predate.Day](r.find(predate.FactPurchase))
	if len(found) == 0 {
		return purchase{}, false
	}
	last := latest(found, func(v valued[predate.Day]) predate.Date { return predate.Date(v.value) })
	return purchase{on: predate.Date(last[0].value), from: candidatesOf(last)}, true
}

// charges states what each of the two exercises cost the lots sold.
func (r *reckoning) charges() {
	for _, y := range r.twoYears() {
		if y.year.IsZero() {
			for _, k := range []predate.Key{y.actual, y.called, y.offActual, y.offCalled} {
				r.put(missing(k, "L’exercice "+y.name+" n’est pas connu."))
			}
			continue
		}
		if y.purchasedDuring || y.purchasedAfter {
			r.boughtLate(y)
		}
		st, found := r.chargeStatement(y.year)
		r.put(r.actual(y, st, found))
		r.put(r.called(y, st, found))
		r.put(r.offActual(y, st, found))
	}
	for _, y := range slices.Backward(r.twoYears()) { // the adjustment of one stands among the calls of the next
		if !y.year.IsZero() {
			r.put(r.offCalled(y))
		}
	}
}

func (r *reckoning) boughtLate(y yearKeys) {
	bought, _ := r.purchase()
	if y.purchasedAfter {
		r.review(fmt.Sprintf("Le vendeur est propriétaire depuis le %s : il n’a pas supporté les charges de l’exercice %s.", day(bought.on), y.year.Label()))
		return
	}
	r.review(fmt.Sprintf("Le vendeur est propriétaire depuis le %s : il n’a supporté qu’en partie les charges de l’exercice %s.", day(bought.on), y.year.Label()))
}

// chargeStatement is the charge statement of one exercise: one paper, or one
// for each account.
type chargeStatement struct {
	lots   []string
	byLot  []valued[predate.ChargeLot]
	keys   []valued[predate.ChargeKey]
	totals []valued[predate.ChargeTotals]
	works  []valued[predate.ChargeWork]
	sums   []valued[predate.ChargeTotals]
	none   []valued[predate.Flag]
	papers []*paper
}

// chargeStatement gathers the statements of an exercise.
func (r *reckoning) chargeStatement(y predate.Period) (chargeStatement, bool) {
	var st chargeStatement
	inYear := func(c candidate) bool { return c.Year == y }
	for _, p := range r.ofKind(predate.KindChargeStatement) {
		byLot := typed[predate.ChargeLot](keep(p.find(predate.FactChargeLot), inYear))
		totals := typed[predate.ChargeTotals](keep(p.find(predate.FactChargeTotals), inYear))
		if len(byLot)+len(totals) == 0 {
			continue
		}
		lots := r.lotsCharged(p, byLot)
		if len(lots) > 0 && !r.sold.some(lots) {
			continue
		}
		st.lots = append(st.lots, lots...)
		st.byLot = append(st.byLot, byLot...)
		st.totals = append(st.totals, totals...)
		st.keys = append(st.keys, typed[predate.ChargeKey](keep(p.find(predate.FactChargeKey), inYear))...)
		st.works = append(st.works, typed[predate.ChargeWork](keep(p.find(predate.FactChargeWork), inYear))...)
		st.sums = append(st.sums, typed[predate.ChargeTotals](keep(p.find(predate.FactChargeWorkSum), inYear))...)
		st.none = append(st.none, typed[predate.Flag](keep(p.find(predate.FactChargeNoWorks), inYear))...)
		st.papers = append(st.papers, p)
	}
	return st, len(st.papers) > 0
}

// lotsCharged are the lots that a charge statement is about.
func (r *reckoning) lotsCharged(p *paper, byLot []valued[predate.ChargeLot]) []string {
	var out []string
	for _, l := range byLot {
		if l.value.Lot != "" && !slices.Contains(out, l.value.Lot) {
			out = append(out, l.value.Lot)
		}
	}
	if len(out) > 0 {
		return out
	}
	if head, _, ok := first[predate.ChargeHead](p, predate.FactCharges); ok && len(head.Lots) > 0 {
		return head.Lots
	}
	for _, c := range typed[predate.LotList](p.find(predate.KeyLots)) {
		for _, l := range c.value {
			out = append(out, l.Number)
		}
	}
	return out
}

// whole says that the statement is about exactly the lots sold, so that its
// totals are theirs.
func (r *reckoning) whole(st chargeStatement) bool {
	return r.sold.covered(st.lots) || r.sold.assumed && r.sold.all(st.lots)
}

// lotTotals adds a figure of the lots sold; false when a lot is not there, or
// is there twice with two values.
func (r *reckoning) lotTotals(st chargeStatement, pick func(predate.ChargeLot) (predate.Cents, bool)) (predate.Cents, []candidate, bool) {
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

// statedOrSummed gives a figure of a charge statement: from its totals when it
// is about the lots sold only, else from the lots. Both must agree when both
// can be had.
func (r *reckoning) statedOrSummed(key predate.Key, st chargeStatement, total func(predate.ChargeTotals) (predate.Cents, bool), lot func(predate.ChargeLot) (predate.Cents, bool)) predate.Figure {
	var stated predate.Cents
	var from []candidate
	hasTotal := false
	if r.whole(st) {
		for _, t := range st.totals {
			if amount, ok := total(t.value); ok {
				stated, hasTotal = stated+amount, true
				from = append(from, t.candidate)
			}
		}
	}
	summed, lots, hasLots := r.lotTotals(st, lot)
	switch {
	case hasTotal && hasLots && stated != summed && len(st.papers) == 1:
		f := missing(key, fmt.Sprintf("Le décompte totalise %s alors que ses lots font %s.", euros(stated), euros(summed)))
		f.Status, f.Evidence = predate.StatusConflicting, append(proofs(from...), proofs(lots...)...)
		return f
	case hasTotal:
		return confirmed(key, predate.Money(stated), proofs(from...)...)
	case hasLots:
		f := confirmed(key, predate.Money(summed), proofs(lots...)...)
		if len(lots) > 1 {
			f.Derivation = "Somme des lots " + enumerate(r.sold.numbers) + " du décompte de charges."
		}
		return f
	}
	return missing(key, "")
}

// actual is the quote-part of the net current charges of an exercise.
func (r *reckoning) actual(y yearKeys, st chargeStatement, found bool) predate.Figure {
	stated := missing(y.actual, "")
	if found {
		stated = r.statedOrSummed(y.actual, st,
			func(t predate.ChargeTotals) (predate.Cents, bool) { return t.Actual, t.HasActual },
			func(l predate.ChargeLot) (predate.Cents, bool) { return l.Actual, true })
	}
	if stated.Status == predate.StatusMissing {
		stated = r.lightActual(y)
	}
	again, proof, ok := r.recompute(y.year)
	unread := r.unreadCharges(y.year)
	switch {
	case stated.Status == predate.StatusMissing && unread != "":
		return missing(y.actual, unread)
	case stated.Status == predate.StatusMissing && ok:
		return computed(y.actual, predate.Money(again), "Charges nettes de chaque clé × tantièmes des lots ÷ total de la clé.", proof...)
	case stated.Status == predate.StatusMissing:
		return missing(y.actual, "Ni décompte individuel ni annexe 3 pour l’exercice "+y.year.Label()+".")
	case stated.Known() && ok:
		return r.confront(y, stated, again, proof)
	}
	return stated
}

// confront checks a stated amount against annexe 3: quote-parts are rounded
// line by line, so they may differ by cents, not more than a euro a key
// (domain gate 8).
func (r *reckoning) confront(y yearKeys, stated predate.Figure, again predate.Cents, proof []predate.Evidence) predate.Figure {
	amount := predate.Cents(stated.Value.(predate.Money))
	gap := abs(amount - again)
	limit := predate.Cents(100 * max(1, len(r.keys)))
	id := "charges.recomputation_" + idOf(y.name)
	detail := fmt.Sprintf("Exercice %s : %s d’après le décompte, %s d’après les charges nettes du syndicat et les tantièmes.", y.year.Label(), euros(amount), euros(again))
	r.check(id, gap <= limit, detail, append(slices.Clone(stated.Evidence), proof...))
	if gap > limit {
		stated.Status, stated.Value = predate.StatusConflicting, nil
		stated.Derivation = detail
	}
	return stated
}

// recompute applies the lots' tantièmes to the net of each key in annexe 3. It
// needs every key of the lots, and no metered one.
func (r *reckoning) recompute(y predate.Period) (predate.Cents, []predate.Evidence, bool) {
	nets, proof, ok := r.keyNets(y)
	if r.keysDoubt() != "" || len(r.keys) == 0 {
		return 0, nil, false
	}
	if !ok && len(r.keys) == 1 && len(r.ofKind(predate.KindSchedule3)) == 0 {
		return r.recomputeWhole(y)
	}
	if !ok {
		return 0, nil, false
	}
	var sum predate.Cents
	for _, k := range r.keys {
		net, found := netOf(nets, k)
		if k.Metered || !found {
			return 0, nil, false
		}
		part, ok := apportion(net, k)
		if !ok {
			return 0, nil, false
		}
		sum += part
	}
	return sum, proof, true
}

// recomputeWhole applies the only key to the net charges of the whole syndicat,
// as the summary sheet gives them, where no annexe 3 tells the keys of the
// building: those of the lots may not be all.
func (r *reckoning) recomputeWhole(y predate.Period) (predate.Cents, []predate.Evidence, bool) {
	for _, c := range typed[predate.Money](r.find(predate.FactSheetNetCharges, predate.KindSummarySheet)) {
		if c.Year == y && !r.keys[0].Metered {
			part, ok := apportion(predate.Cents(c.value), r.keys[0])
			return part, c.Evidence, ok
		}
	}
	return 0, nil, false
}

// netOf finds a key's net.
func netOf(nets []keyNet, k predate.AllocationKey) (predate.Cents, bool) {
	for _, n := range nets {
		if sameKey(n.code, n.label, k.Code, k.Label) && (n.total == 0 || k.Total == 0 || n.total == k.Total) {
			return n.amount, true
		}
	}
	return 0, false
}

// keyNet is the net of a key for one exercise.
type keyNet struct {
	code, label string
	total       int64
	amount      predate.Cents
}

// keyNets reads annexe 3 for an exercise: the closed column of its own annexe,
// else the "previous" column of the next one.
func (r *reckoning) keyNets(y predate.Period) ([]keyNet, []predate.Evidence, bool) {
	for _, column := range []predate.Column{predate.ColumnClosed, predate.ColumnPrevious} {
		if nets, proof, ok := r.keyNetsIn(y, column); ok {
			return nets, proof, true
		}
	}
	return nil, nil, false
}

func (r *reckoning) keyNetsIn(y predate.Period, column predate.Column) ([]keyNet, []predate.Evidence, bool) {
	for _, c := range typed[predate.KeyNets](r.find(predate.FactKeyNets)) {
		var nets []keyNet
		for _, k := range c.value {
			for _, a := range k.Amounts {
				if a.Column == column && r.columnYear(a, c.Year) == y {
					nets = append(nets, keyNet{k.Code, k.Label, k.Total, a.Amount})
				}
			}
		}
		if len(nets) > 0 && len(nets) == len(c.value) {
			return nets, c.Evidence, true
		}
	}
	return nil, nil, false
}

// columnYear tells which exercise a column is about: the one its heading
// prints, else by its place around the closed exercise of the annexe.
func (r *reckoning) columnYear(a predate.ColumnAmount, closed predate.Period) predate.Period {
	if !a.Year.IsZero() || closed.IsZero() {
		return a.Year
	}
	switch a.Column {
	case predate.ColumnPrevious:
		return r.before(closed)
	case predate.ColumnRunning:
		return r.after(closed)
	case predate.ColumnNext:
		return r.after(r.after(closed))
	}
	return closed
}

// called is what the budget's provisions of an exercise asked of the lots.
func (r *reckoning) called(y yearKeys, st chargeStatement, found bool) predate.Figure {
	stated := missing(y.called, "")
	if found {
		stated = r.statedOrSummed(y.called, st,
			func(t predate.ChargeTotals) (predate.Cents, bool) { return t.Called, t.HasCalled },
			func(l predate.ChargeLot) (predate.Cents, bool) { return l.Called, l.HasCalled })
	}
	if stated.Status == predate.StatusMissing {
		stated = r.lightCalled(y)
	}
	sum, proof, ok := r.sumCalls(y.year, predate.NatureBudget)
	ok = ok && (stated.Known() || r.unreadCharges(y.year) == "")
	switch {
	case (y.purchasedAfter || y.purchasedDuring) && stated.Status == predate.StatusMissing:
		return missing(y.called, "Les provisions de l’exercice "+y.year.Label()+" ont été appelées, au moins en partie, au propriétaire précédent.")
	case stated.Status == predate.StatusMissing && ok:
		return computed(y.called, predate.Money(sum), "Somme des appels de provisions de l’exercice.", proof...)
	case stated.Status == predate.StatusMissing:
		return missing(y.called, "Ni décompte individuel ni suite complète d’appels de fonds pour l’exercice "+y.year.Label()+".")
	case stated.Known() && ok && !y.purchasedDuring && !y.purchasedAfter:
		amount := predate.Cents(stated.Value.(predate.Money))
		detail := fmt.Sprintf("Exercice %s : %s de provisions d’après le décompte, %s d’après les appels de fonds.", y.year.Label(), euros(amount), euros(sum))
		r.check("calls.year_"+idOf(y.name), abs(amount-sum) <= 5, detail, append(slices.Clone(stated.Evidence), proof...))
		if abs(amount-sum) > 5 {
			stated.Status, stated.Value, stated.Derivation = predate.StatusConflicting, nil, detail
		}
	}
	return stated
}

// sumCalls adds the calls of one nature of an exercise; only a complete set of
// calls proves a sum.
func (r *reckoning) sumCalls(y predate.Period, n predate.Nature) (predate.Cents, []predate.Evidence, bool) {
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

func abs(c predate.Cents) predate.Cents {
	if c < 0 {
		return -c
	}
	return c
}

// idOf makes "n1" of "N-1".
func idOf(name string) string { return map[string]string{"N-1": "n1", "N-2": "n2"}[name] }
