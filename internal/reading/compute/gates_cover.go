package compute

import (
	"slices"

	"predate"
)

// A red gate is a doubt of everything under it: two numbers that should agree do
// not, and nothing says which of them is wrong. This file says what is under
// each gate, from what accounting makes it check (domain gates), and turns every
// figure under a red one into a contradiction.

// cover is what is under a gate in one exercise.
type cover struct {
	printed  []predate.Key // told by the very numbers that the gate compares
	computed []predate.Key // where they are computed from these numbers
	absent   []predate.Key // where these numbers prove that there is none
}

// gateRule is a gate of the catalogue and what is under it: in every exercise, or
// in the one for which it was evaluated.
type gateRule struct {
	id              string
	always          cover
	inN, inN1, inN2 cover
}

// gateRules lists every gate with what is under it.
func gateRules() []gateRule { return append(ownerGates(), syndicatGates()...) }

func coverOf(keys ...predate.Key) cover { return cover{printed: keys} }

func absenceOf(keys ...predate.Key) cover { return cover{absent: keys} }

func advanceKeys() []predate.Key {
	return []predate.Key{predate.KeyCashAdvance, predate.KeySpecialAdvance, predate.KeyLoanAdvance}
}

// ownerGates are those on the papers of the owner.
func ownerGates() []gateRule {
	var due []predate.Key
	for _, line := range dueLines() {
		due = append(due, line.key)
	}
	account := cover{printed: append([]predate.Key{predate.KeyAccountBalance, predate.KeyAccountBalanceDate, predate.KeyCreditBalancePrior}, due...)}
	movements := cover{computed: due}
	return []gateRule{
		{id: "account.balance", always: account},
		{id: "account.running", always: movements},
		{id: "account.totals", always: movements},
		{id: "advances.cap"},
		{
			id:     "advances.mirror",
			always: cover{printed: append(advanceKeys(), predate.KeyAdvancesToReconstitute)},
		},
		{
			id:     "calls.budget",
			always: coverOf(predate.KeyFutureBudget, predate.KeyNextYearBudgetShare),
		},
		{id: "calls.exercise_n", always: coverOf(predate.KeyFutureBudget)},
		{
			id:   "calls.sums",
			inN:  coverOf(predate.KeyFutureBudget, predate.KeyFutureOffBudget, predate.KeyFutureWorksFund, predate.KeyFutureLoan, predate.KeyWorksFundContribution),
			inN1: cover{computed: []predate.Key{predate.KeyCurrentCalledN1}, absent: []predate.Key{predate.KeyOffBudgetCalledN1}},
			inN2: cover{computed: []predate.Key{predate.KeyCurrentCalledN2}, absent: []predate.Key{predate.KeyOffBudgetCalledN2}},
		},
		{id: "calls.works_fund_n", always: coverOf(predate.KeyFutureWorksFund)},
		{
			id:     "calls.year_n1",
			always: coverOf(predate.KeyCurrentCalledN1, predate.KeyOffBudgetCalledN1),
		},
		{
			id:     "calls.year_n2",
			always: coverOf(predate.KeyCurrentCalledN2, predate.KeyOffBudgetCalledN2),
		},
		{
			id:     "charges.adjustment_n1",
			always: coverOf(predate.KeyCurrentActualN1, predate.KeyCurrentCalledN1),
		},
		{
			id:     "charges.adjustment_n2",
			always: coverOf(predate.KeyCurrentActualN2, predate.KeyCurrentCalledN2),
		},
		{
			id:   "charges.keys",
			inN1: coverOf(predate.KeyCurrentActualN1), inN2: coverOf(predate.KeyCurrentActualN2),
		},
		{id: "charges.recomputation_n1", always: coverOf(predate.KeyCurrentActualN1)},
		{id: "charges.recomputation_n2", always: coverOf(predate.KeyCurrentActualN2)},
		{id: "charges.works_n1", always: coverOf(predate.KeyOffBudgetActualN1)},
		{id: "charges.works_n2", always: coverOf(predate.KeyOffBudgetActualN2)},
		{id: "part_1.sum", always: account},
	}
}

// syndicatGates are those on the accounts of the syndicat and its works.
func syndicatGates() []gateRule {
	works := coverOf(predate.KeyVotedWorks, predate.KeyFutureOffBudget)
	return []gateRule{
		{
			id: "schedule_1.balance",
			inN1: cover{
				printed:  []predate.Key{predate.KeyArrears, predate.KeySupplierDebt, predate.KeyWorksFundBalance},
				computed: append(advanceKeys(), predate.KeyWorksFundLotShare),
				absent:   advanceKeys(),
			},
		},
		{id: "schedule_1.list", inN1: coverOf(predate.KeyArrears)},
		{id: "schedule_1.suspense"},
		{id: "schedule_1.works_pending", inN1: works},
		{
			id:   "schedule_2.current",
			inN1: cover{computed: []predate.Key{predate.KeyCurrentActualN1, predate.KeyNextYearBudgetShare}},
			inN2: cover{computed: []predate.Key{predate.KeyCurrentActualN2}},
		},
		{
			id:   "schedule_2.works",
			inN1: absenceOf(predate.KeyOffBudgetActualN1), inN2: absenceOf(predate.KeyOffBudgetActualN2),
		},
		{
			id:   "schedule_4.lines",
			inN1: absenceOf(predate.KeyOffBudgetActualN1), inN2: absenceOf(predate.KeyOffBudgetActualN2),
		},
		{id: "schedule_5.lines", inN1: works},
		{id: "works.calendar", always: works},
		{id: "works_fund.share"},
	}
}

// follows lists the figures that are derived from others: they are in doubt with
// them.
func follows() map[predate.Key][]predate.Key {
	return map[predate.Key][]predate.Key{
		predate.KeyPaidCurrentN1:          {predate.KeyCurrentActualN1, predate.KeyAccountBalance},
		predate.KeyPaidCurrentN2:          {predate.KeyCurrentActualN2, predate.KeyAccountBalance},
		predate.KeyPaidOffBudgetN1:        {predate.KeyOffBudgetActualN1, predate.KeyAccountBalance},
		predate.KeyPaidOffBudgetN2:        {predate.KeyOffBudgetActualN2, predate.KeyAccountBalance},
		predate.KeyAdvancesToReconstitute: {predate.KeyCashAdvance, predate.KeySpecialAdvance, predate.KeyLoanAdvance},
		predate.KeyWorksFundContribution:  {predate.KeyAccountBalance},
		predate.KeyFutureOffBudget:        {predate.KeyVotedWorks},
	}
}

// redGate is an evaluation of a gate that did not hold.
type redGate struct {
	gateAt
	detail   predate.Reason
	evidence []predate.Evidence
}

// under gives what is under a red gate, by its rule and its exercise.
func (r *reckoning) under(red redGate) cover {
	rules := gateRules()
	i := slices.IndexFunc(rules, func(g gateRule) bool { return g.id == red.id })
	if i < 0 {
		return cover{}
	}
	out := rules[i].always
	for _, in := range []struct {
		year predate.Period
		cover
	}{{r.years.n, rules[i].inN}, {r.years.n1, rules[i].inN1}, {r.years.n2, rules[i].inN2}} {
		if red.on.IsZero() || in.year.Contains(red.on) {
			out.printed = append(slices.Clone(out.printed), in.printed...)
			out.computed = append(slices.Clone(out.computed), in.computed...)
			out.absent = append(slices.Clone(out.absent), in.absent...)
		}
	}
	return out
}

// has reports whether a figure, as it is stated, is under a gate.
func (c cover) has(f predate.Figure) bool {
	return slices.Contains(c.printed, f.Key) || slices.Contains(c.computed, f.Key) && f.Status == predate.StatusComputed ||
		slices.Contains(c.absent, f.Key) && f.Status == predate.StatusNone
}

// doubt turns every figure under a red gate into a contradiction, and says once
// for each gate why a person must look. An operator's ruling wins.
func (r *reckoning) doubt() {
	for _, red := range r.reds {
		why := predate.Because(predate.ReasonGateNotMet, red.detail)
		r.review(why)
		under := r.under(red)
		for _, key := range slices.Concat(under.printed, under.computed, under.absent) {
			if f := r.figures[key]; under.has(r.unruled(f)) && (f.Known() || isRuled(f) || f.Derivation.Equal(red.detail)) {
				r.setInDoubt(key, why, red.evidence)
			}
		}
	}
}

// unruled gives a figure as it would be without a ruling on it: what is under a
// gate is what the papers say.
func (r *sheet) unruled(f predate.Figure) predate.Figure {
	if was, ok := r.overruled[f.Key]; ok && isRuled(f) {
		return was
	}
	return f
}

// setInDoubt makes a figure a contradiction, and whatever is derived from it. An
// operator who ruled on the figure answered the doubt.
func (r *sheet) setInDoubt(key predate.Key, why predate.Reason, proof []predate.Evidence) {
	f, stated := r.figures[key]
	switch {
	case isRuled(f):
		r.answer(why)
		return
	case !stated || f.Status == predate.StatusNotRequired || f.Status == predate.StatusDeclared || r.doubted[key]:
		return
	}
	r.doubted[key] = true
	f.Status, f.Value, f.Derivation = predate.StatusConflicting, nil, why
	f.Evidence = distinct(append(slices.Clone(f.Evidence), proof...))
	r.figures[key] = f
	for derived, from := range follows() {
		if slices.Contains(from, key) && r.figures[derived].Known() {
			r.setInDoubt(derived, why, proof)
		}
	}
}
