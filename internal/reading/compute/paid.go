package compute

import (
	"slices"

	"predate"
)

// paid states what the seller paid for each of the two exercises: the real
// charges less what his account still owes for them.
func (r *paidStage) paid() {
	for _, y := range r.twoYears() {
		r.put(r.paidFor(y, y.paid, y.actual, predate.NatureBudget))
		r.put(r.paidFor(y, y.paidOff, y.offActual, predate.NatureWorks))
	}
}

func (r *paidStage) paidFor(y yearKeys, key, actual predate.Key, nature predate.Nature) predate.Figure {
	if y.purchasedAfter {
		bought, _ := r.purchase()
		return none(key, predate.Money(0), predate.Because(predate.ReasonNotOwnerYet, bought.on), proofs(bought.from...)...)
	}
	if y.purchasedDuring {
		return missing(key, predate.Because(predate.ReasonOwnerForAPart, y.year))
	}
	bore := r.figures[actual]
	amount, ok := bore.Value.(predate.Money)
	if !ok || !bore.Known() {
		return missing(key, predate.Because(predate.ReasonChargesNotKnown, y.year))
	}
	if borne := bore.Status != predate.StatusNone || amount != 0; borne && !r.ownedSince(y.year.From) {
		return missing(key, predate.Because(predate.ReasonOwnerSinceUnknown, y.year.From))
	}
	left, proof, known := r.leftFor(y.year, nature)
	if !known {
		return missing(key, predate.Because(predate.ReasonAccountDoesNotTell, y.year))
	}
	if more, sure := r.notPosted(y, nature); !sure {
		return missing(key, predate.Because(predate.ReasonAdjustmentNotPosted, y.year))
	} else {
		left += more
	}
	how := predate.Because(predate.ReasonPaidInFull)
	if left > 0 {
		how = predate.Because(predate.ReasonPaidButDebt, left)
	}
	if sellersWord(r.figures[predate.KeyAccountBalance]) {
		how = predate.Because(predate.ReasonPaidSaysSeller)
	}
	return computed(key, amount-predate.Money(left), how, append(slices.Clone(bore.Evidence), proof...)...)
}

// ownedSince reports whether papers of the seller show him charged on a day or before it.
// A charge statement of the whole exercise does not: who bought within it has one too.
func (r *accountBook) ownedSince(day predate.Date) bool {
	year := predate.Period{From: day, To: day.AddMonths(12).AddDays(-1)}
	return len(r.lightRows(year)) > 0 || slices.ContainsFunc(r.accounts, func(a account) bool { return a.movedBy(day) }) ||
		slices.ContainsFunc(r.calls, func(c call) bool { return !c.on().IsZero() && !c.on().After(day) }) ||
		slices.ContainsFunc(r.ofKind(predate.KindChargeStatement), func(p *paper) bool {
			head := p.find(predate.FactCharges)
			return len(head) > 0 && !head[0].Year.IsZero() && head[0].Year.To.Before(day)
		})
}

// movedBy reports whether an account has a balance or a movement of a day or an earlier one.
func (a account) movedBy(day predate.Date) bool {
	return slices.ContainsFunc(a.lines, func(l valued[predate.AccountLine]) bool { return !l.value.Date.After(day) }) ||
		slices.ContainsFunc(a.opening, func(o valued[predate.AccountBalance]) bool { return !o.value.Date.IsZero() && !o.value.Date.After(day) })
}

// notPosted is the adjustment that the seller will owe for an exercise, when his
// account was closed before the meeting that approved it.
func (r *paidStage) notPosted(y yearKeys, nature predate.Nature) (predate.Cents, bool) {
	day, ok := r.figures[predate.KeyAccountBalanceDate].Value.(predate.Day)
	declared := sellersWord(r.figures[predate.KeyAccountBalance])
	if !ok || declared || !predate.Date(day).Before(y.approvedOn) {
		return 0, true
	}
	if nature == predate.NatureBudget {
		actual, a := r.figures[y.actual].Value.(predate.Money)
		called, b := r.figures[y.called].Value.(predate.Money)
		return max(0, predate.Cents(actual-called)), a && b
	}
	actual, known := r.figures[y.offActual].Value.(predate.Money)
	return 0, known && actual == 0
}

// leftFor is what the account still owes for an exercise and a nature.
func (r *paidStage) leftFor(y predate.Period, nature predate.Nature) (predate.Cents, []predate.Evidence, bool) {
	balance := r.figures[predate.KeyAccountBalance]
	amount, ok := balance.Value.(predate.Money)
	day, dated := r.figures[predate.KeyAccountBalanceDate].Value.(predate.Day)
	early := dated && predate.Date(day).Before(y.To) && !sellersWord(balance) // of what was called later it says nothing
	if !ok || !balance.Known() || early {
		return 0, nil, false
	}
	if amount <= 0 {
		return 0, balance.Evidence, true
	}
	if !r.figures[predate.KeyDueBudgetProvisions].Known() {
		return 0, nil, false
	}
	left, proof := r.ledger.unpaid(func(d debt) bool {
		return d.nature == nature && (d.year == y || d.year.IsZero() && y == r.years.n2)
	})
	return left, append(proof, balance.Evidence...), true
}
