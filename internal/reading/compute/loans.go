package compute

import (
	"slices"

	"predate"
)

// triggeredBySale states the deferred annuities of art. 33, the share of
// collective loans and the guarantee: nothing where the papers say so or may be
// silent about it, a person's business where there is a loan.
func (r *reckoning) triggeredBySale() {
	if r.borrowed() {
		why := predate.Because(predate.ReasonLoanToCheck)
		r.review(why)
		for _, k := range []predate.Key{predate.KeyDueTriggeredBySale, predate.KeyLoanShareDue, predate.KeyGuarantee} {
			r.put(missing(k, why, r.loanMentions()...))
		}
		return
	}
	r.put(r.notMentioned(predate.KeyDueTriggeredBySale, predate.Money(0), predate.ReasonNoAnnuityIn))
	r.put(noLoan(&r.dated, predate.KeyLoanShareDue, predate.Money(0)))
	r.put(r.notMentioned(predate.KeyGuarantee, nil, predate.ReasonNoGuaranteeIn))
}

// borrowed reports whether a paper shows a collective loan.
func (r *reckoning) borrowed() bool {
	for _, c := range typed[predate.LoanList](r.find(predate.KeyLoans)) {
		if len(c.value) > 0 {
			return true
		}
	}
	for _, c := range typed[predate.Money](r.find(predate.FactLoansOutstanding)) {
		if c.value != 0 {
			return true
		}
	}
	if len(r.loanMentions()) > 0 {
		return true
	}
	debts, _ := r.ledger.unpaid(func(d debt) bool { return d.nature == predate.NatureLoan })
	return debts > 0 || slices.ContainsFunc(r.calls, func(c call) bool { return len(c.of(predate.NatureLoan)) > 0 })
}

// loanMentions lists where papers speak of a loan.
func (r *dossier) loanMentions() []predate.Evidence {
	var out []predate.Evidence
	for _, c := range r.find(predate.FactLoanMentioned) {
		out = append(out, c.Evidence...)
	}
	return out
}

// noLoan states that there is no loan where annexe 1 prints so and no meeting
// since decided one, or where the papers may be silent about it.
func noLoan(r *dated, key predate.Key, value predate.Value) predate.Figure {
	var proof []predate.Evidence
	for _, c := range r.find(predate.FactLoansOutstanding, predate.KindSchedule1) {
		if c.AsOf == r.years.n1.To && !c.AsOf.IsZero() {
			proof = append(proof, c.Evidence...)
		}
	}
	if len(proof) > 0 && r.years.minuted && r.unreadMinutes(r.years.n1.To).IsZero() {
		return none(key, value, predate.Because(predate.ReasonNoLoan), proof...)
	}
	return r.notMentioned(key, value, predate.ReasonNoLoanIn)
}

// loans lists the collective loans that meetings decided.
func (r *reckoning) loans() predate.Figure {
	const key = predate.KeyLoans
	var list predate.LoanList
	var proof []predate.Evidence
	for _, c := range typed[predate.LoanList](r.find(key)) {
		if c.Status == predate.StatusConflicting {
			return missing(key, predate.Because(predate.ReasonLoanUnclear, predate.FileName(c.paper.File)))
		}
		for _, l := range c.value {
			if !slices.Contains(list, l) {
				list = append(list, l)
			}
		}
		proof = append(proof, c.Evidence...)
	}
	if len(list) > 0 {
		return confirmed(key, list, proof...)
	}
	if r.borrowed() {
		return missing(key, predate.Because(predate.ReasonLoanNotDescribed), r.loanMentions()...)
	}
	return noLoan(&r.dated, key, predate.LoanList{})
}
