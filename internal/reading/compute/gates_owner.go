package compute

import (
	"slices"

	"predate"
)

// checkCharges evaluates the charge statements: keys make lots, and the
// adjustments stand in the account from the approving meeting on.
func (r *gateStage) checkCharges() {
	for _, y := range r.twoYears() {
		st, found := r.chargeStatement(y.year)
		if !found {
			continue
		}
		r.checkKeysOfLots(st)
		r.checkClosedWorks(y, st)
		r.checkAdjustment(y, st)
	}
}

// checkKeysOfLots checks that the keys of each lot make its total.
func (r *gateStage) checkKeysOfLots(st chargeStatement) {
	for _, lot := range st.byLot {
		if sum, found := st.keysOf(lot); found {
			r.equal(gateAt{"charges.keys", lot.Year.To}, predate.Because(predate.ReasonKeysOfLot, lot.Year, predate.Text(lot.value.Lot)), lot.value.Actual, sum, lot.Evidence)
		}
	}
}

// checkClosedWorks checks the quote-part of each operation closed: what is to be
// apportioned × share ÷ base, to the cent that rounding may take.
func (r *gateStage) checkClosedWorks(y yearKeys, st chargeStatement) {
	for _, w := range st.works {
		v := w.value
		again, ok := v.Net.Share(v.Share, v.Base)
		if v.Lot != "" && !r.sold.has(v.Lot) || !ok || v.Net == 0 || (again-v.Amount).Abs() <= 1 {
			continue
		}
		r.check(gateAt{id: "charges.works_" + idOf(y.name)}, false, predate.Because(predate.ReasonWorksShare, predate.Text(v.Title), v.Net, predate.Count(v.Share), predate.Count(v.Base), again, v.Amount), w.Evidence)
	}
}

// checkAdjustment looks for the adjustment of an exercise in the account, on or
// after the meeting that approved it.
func (r *gateStage) checkAdjustment(y yearKeys, st chargeStatement) {
	actual, a := r.figures[y.actual].Value.(predate.Money)
	called, b := r.figures[y.called].Value.(predate.Money)
	if !a || !b || !r.held() || y.approvedOn.IsZero() || y.purchasedDuring || y.purchasedAfter {
		return
	}
	var posted predate.Cents
	var proof []predate.Evidence
	for _, acc := range r.accounts {
		if acc.closedOn().Before(y.approvedOn) || acc.period.From.After(y.approvedOn) || !acc.sound() {
			return
		}
		for _, l := range acc.lines {
			m := l.value.Movement
			if r.classify(m) != entryAdjustment || adjustedNature(m) != predate.NatureBudget || r.adjustedYear(m) != y.year {
				continue
			}
			posted += m.Debit - m.Credit
			proof = append(proof, l.Evidence...)
		}
	}
	expected := predate.Cents(actual - called)
	if len(proof) == 0 {
		if expected != 0 {
			r.warn(predate.Because(predate.ReasonAdjustmentNotFound, y.year, expected))
		}
		return
	}
	id := gateAt{id: "charges.adjustment_" + idOf(y.name)}
	r.equal(id, predate.Because(predate.ReasonAdjustment, y.year), expected, posted, append(proof, proofs(candidatesOf(st.totals)...)...))
}

// checkAdvances evaluates the cap of the cash advance and the mirror of part 3.
func (r *gateStage) checkAdvances() {
	sum, proof, found := r.syndicatAmounts([]predate.Key{predate.FactCashAdvance})
	budget, from, known := budgetOf(&r.dossier, r.years.n)
	if found && known && sum > 0 {
		limit := budget / 6
		detail := predate.Because(predate.ReasonAdvanceAndBudget, sum, limit)
		if sum <= limit+100 {
			r.check(gateAt{id: "advances.cap"}, true, detail, append(proof, from...))
		} else {
			r.warn(predate.Because(predate.ReasonAdvanceOverCap, detail))
		}
	}
	parts := []predate.Key{predate.KeyCashAdvance, predate.KeySpecialAdvance, predate.KeyLoanAdvance}
	total, ok := r.figures[predate.KeyAdvancesToReconstitute].Value.(predate.Money)
	if !ok {
		return
	}
	var mirror predate.Cents
	for _, k := range parts {
		if m, ok := r.figures[k].Value.(predate.Money); ok {
			mirror += predate.Cents(m)
		}
	}
	r.equal(gateAt{id: "advances.mirror"}, predate.Because(predate.ReasonAdvancesMirrored), mirror, predate.Cents(total), nil)
}

// budgetOf is the whole syndicat's budget for an exercise.
func budgetOf(r *dossier, y predate.Period) (predate.Cents, []predate.Evidence, bool) {
	for _, k := range []predate.Key{predate.FactBudgetVoted, predate.FactBudget} {
		for _, c := range typed[predate.Money](r.find(k)) {
			if c.Year == y && c.value > 0 {
				return predate.Cents(c.value), c.Evidence, true
			}
		}
	}
	return 0, nil, false
}

// checkPartOne checks that the lines of part 1 make the debit balance.
func (r *gateStage) checkPartOne() {
	f := r.figures[predate.KeyAccountBalance]
	balance, ok := f.Value.(predate.Money)
	if !ok || sellersWord(f) {
		return
	}
	var sum predate.Cents
	for _, line := range dueLines() {
		amount, ok := r.figures[line.key].Value.(predate.Money)
		if !ok {
			return
		}
		sum += predate.Cents(amount)
	}
	r.equal(gateAt{id: "part_1.sum"}, predate.Because(predate.ReasonPartOne), max(0, predate.Cents(balance)), sum, slices.Clone(f.Evidence))
}
