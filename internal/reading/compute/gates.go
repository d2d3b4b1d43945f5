package compute

import (
	"cmp"
	"slices"

	"predate"
)

// gateAt is a gate and a day of the exercise for which it is evaluated; zero
// where it is about every exercise.
type gateAt struct {
	id string
	on predate.Date
}

// check records an evaluation of a gate. A gate evaluated several times is red
// as soon as one is.
func (r *sheet) check(at gateAt, ok bool, detail predate.Reason, evidence []predate.Evidence) {
	g := predate.Gate{ID: at.id, Status: predate.GateGreen, Detail: detail, Evidence: distinct(evidence)}
	if !ok {
		g.Status = predate.GateRed
		r.reds = append(r.reds, redGate{gateAt: at, detail: detail, evidence: g.Evidence})
	}
	i := slices.IndexFunc(r.gates, func(o predate.Gate) bool { return o.ID == at.id })
	if i < 0 {
		r.gates = append(r.gates, g)
		return
	}
	known := &r.gates[i]
	switch {
	case known.Detail.Equal(detail):
	case ok == (known.Status == predate.GateGreen):
		known.Detail = predate.Because(predate.ReasonAnd, known.Detail, detail)
		known.Evidence = distinct(append(slices.Clone(known.Evidence), g.Evidence...))
	case !ok:
		*known = g
	}
}

// checkGates evaluates the identities that no figure evaluated on its way, and
// lists those that lack their papers.
func (r *reckoning) checkGates() {
	r.checkSchedules()
	r.checkAccounts()
	r.checkCalls()
	r.checkCharges()
	r.checkAdvances()
	r.checkPartOne()
	for _, g := range predate.Gates() {
		if !slices.ContainsFunc(r.gates, func(o predate.Gate) bool { return o.ID == g.ID }) {
			r.gates = append(r.gates, predate.Gate{ID: g.ID, Status: predate.GateNotApplicable, Detail: predate.Because(predate.ReasonGateIdle, predate.Text(g.Holds))})
		}
	}
	slices.SortStableFunc(r.gates, func(a, b predate.Gate) int { return cmp.Compare(a.ID, b.ID) })
}

// equal checks that two amounts are the same to the cent.
func (r *sheet) equal(at gateAt, what predate.Reason, a, b predate.Cents, evidence []predate.Evidence) {
	r.check(at, a == b, predate.Because(predate.ReasonCompared, what, a, b), evidence)
}

// pairUp gives, for the papers of a kind, the amounts of two keys that hold for
// the same exercise or day.
func pairUp(r *dossier, a, b predate.Key, visit func(x, y valued[predate.Money])) {
	for _, x := range typed[predate.Money](r.find(a)) {
		for _, y := range typed[predate.Money](r.find(b)) {
			if x.AsOf == y.AsOf && x.Year == y.Year && (x.paper == y.paper || x.paper.Part.Kind != y.paper.Part.Kind) {
				visit(x, y)
				break
			}
		}
	}
}

// checkSchedules evaluates the identities within and between annexes 1 to 5.
func (r *reckoning) checkSchedules() {
	pairs := []struct {
		id   string
		what predate.ReasonCode
		a, b predate.Key
	}{
		{"schedule_1.balance", predate.ReasonTotalsOfAnnexe1, predate.FactAssetsTotal, predate.FactLiabilitiesTotal},
		{"schedule_1.list", predate.ReasonDebitList, predate.FactOwnersDebit, predate.FactListDebit},
		{"schedule_1.list", predate.ReasonCreditList, predate.FactOwnersCredit, predate.FactListCredit},
		{"schedule_2.current", predate.ReasonCurrentOfAnnexes, predate.FactBalance2Current, predate.FactBalance3},
	}
	for _, p := range pairs {
		pairUp(&r.dossier, p.a, p.b, func(x, y valued[predate.Money]) {
			if p.a == predate.FactOwnersDebit && x.value != y.value {
				x = withDoubtful(x) // the list may hold the doubtful claims, which have a row of their own
			}
			when := predate.Term(x.AsOf)
			if x.AsOf.IsZero() {
				when = x.Year
			}
			r.equal(gateAt{p.id, cmp.Or(x.AsOf, x.Year.To)}, predate.Because(p.what, when), predate.Cents(x.value), predate.Cents(y.value), proofs(x.candidate, y.candidate))
		})
	}
	r.checkWorksSchedules()
	for _, s := range typed[predate.Money](r.find(predate.FactSuspense, predate.KindSchedule1)) {
		if s.value != 0 && s.AsOf == r.years.n1.To {
			r.warn(predate.Because(predate.ReasonSuspenseOpen, s.AsOf, predate.Cents(s.value)))
		} else if s.AsOf == r.years.n1.To {
			r.check(gateAt{"schedule_1.suspense", s.AsOf}, true, predate.Because(predate.ReasonSuspenseSettled, s.AsOf), s.Evidence)
		}
	}
}

// withDoubtful adds account 459 to account 45, as a paper gives them for one day.
func withDoubtful(debit valued[predate.Money]) valued[predate.Money] {
	for _, more := range typed[predate.Money](debit.paper.find(predate.FactOwnersDoubtful)) {
		if more.AsOf == debit.AsOf {
			debit.value += more.value
			debit.Evidence = append(slices.Clone(debit.Evidence), more.Evidence...)
			return debit
		}
	}
	return debit
}

// checkWorksSchedules evaluates annexes 4 and 5, and their ties with 1 and 2.
func (r *reckoning) checkWorksSchedules() {
	for _, c := range typed[predate.ClosedWorks](append(r.find(predate.FactClosedWorks), r.find(predate.FactClosedTotal)...)) {
		for _, w := range c.value {
			r.equal(gateAt{"schedule_4.lines", c.Year.To}, lineOf(predate.ReasonLineOfAnnexe4, predate.ReasonTotalOfAnnexe4, c.Year, w.Title), w.Balance, w.Received-w.Spent, c.Evidence)
		}
	}
	for _, c := range typed[predate.OpenWorks](append(r.find(predate.FactOpenWorks), r.find(predate.FactOpenTotal)...)) {
		for _, w := range c.value {
			r.equal(gateAt{"schedule_5.lines", c.Year.To}, lineOf(predate.ReasonLineOfAnnexe5, predate.ReasonTotalOfAnnexe5, c.Year, w.Title), w.Pending, w.Received-w.Done, c.Evidence)
		}
	}
	for _, pending := range typed[predate.Money](r.find(predate.FactWorksPending, predate.KindSchedule1)) {
		for _, total := range typed[predate.Money](r.find(predate.FactPendingTotal, predate.KindSchedule5)) {
			if total.Year.To == pending.AsOf && total.paper.boundWith(pending.paper) {
				r.equal(gateAt{"schedule_1.works_pending", pending.AsOf}, predate.Because(predate.ReasonWorksOfAnnexes1And5, pending.AsOf), predate.Cents(pending.value), predate.Cents(total.value), proofs(pending.candidate, total.candidate))
			}
		}
	}
	for _, balance := range typed[predate.Money](r.find(predate.FactBalance2Works)) {
		for _, total := range typed[predate.ClosedWorks](r.find(predate.FactClosedTotal)) {
			if total.Year == balance.Year && total.paper.boundWith(balance.paper) && len(total.value) == 1 {
				r.equal(gateAt{"schedule_2.works", balance.Year.To}, predate.Because(predate.ReasonWorksOfAnnexes2And4, balance.Year), predate.Cents(balance.value), total.value[0].Balance, proofs(balance.candidate, total.candidate))
			}
		}
	}
}

// checkAccounts evaluates the arithmetic of the extracts of account. The balance
// is proven by the movements or, where some were not read, by the totals that
// the extract prints of them.
func (r *reckoning) checkAccounts() {
	for _, a := range r.accounts {
		t := a.tally()
		name := predate.Text(orText(a.number, a.paper.File))
		proof := proofs(append(candidatesOf(a.opening), candidatesOf(a.closing)...)...)
		if sums, ok := a.closingTotals(); ok && t.closing != a.balance() {
			detail := predate.Because(predate.ReasonAccountClosed, name, a.opened(), sums.value.Debit, sums.value.Credit, a.balance())
			r.check(gateAt{id: "account.balance"}, true, detail, append(proof, sums.Evidence...))
		} else {
			r.equal(gateAt{id: "account.balance"}, predate.Because(predate.ReasonAccountFollowed, name, a.opened(), t.debit, t.credit), a.balance(), t.closing, proof)
		}
		if t.followed {
			running := map[bool]predate.ReasonCode{true: predate.ReasonRunningBalances, false: predate.ReasonRunningBalancesBroken}[t.running]
			r.check(gateAt{id: "account.running"}, t.running, predate.Because(running, name), proof)
		}
		for _, sums := range a.totals {
			detail := predate.Because(predate.ReasonAccountTotals, name, sums.value.Debit, sums.value.Credit, t.debit, t.credit)
			r.check(gateAt{id: "account.totals"}, a.makes(sums.value, t), detail, sums.Evidence)
		}
	}
}

// checkCalls evaluates the arithmetic of the calls that the statement uses.
func (r *reckoning) checkCalls() {
	for _, c := range r.calls {
		if !c.exact || len(c.lines) == 0 {
			continue
		}
		var sum predate.Cents
		for _, l := range c.lines {
			sum += l.value.Amount
		}
		for _, n := range natures() {
			printed, found := c.subtotal(n)
			if !found {
				continue
			}
			var lines predate.Cents
			for _, l := range c.of(n) {
				lines += l.value.Amount
			}
			r.equal(gateAt{"calls.sums", c.on()}, predate.Because(predate.ReasonSubtotalOfCall, c.Due, n), printed, lines, c.head.Evidence)
		}
		if c.HasTotal {
			r.equal(gateAt{"calls.sums", c.on()}, predate.Because(predate.ReasonTotalOfCall, c.Due), c.Total, sum, c.head.Evidence)
		}
	}
	r.checkCallBudgets()
}

// onBudgetBefore reports whether a line is called on the budget of the exercise
// before the running one, as annexe 3 prints it for its key.
func onBudgetBefore(r *dated, l predate.CallLine) bool {
	nets, _, ok := r.keyNetsIn(predate.FactKeyNets, r.years.n1, predate.ColumnClosedBudget)
	net, found := netOf(nets, predate.AllocationKey{Code: l.Code, Label: l.Label, Total: l.Base})
	return ok && found && net == l.Budget
}

// checkCallBudgets compares the yearly budgets that the calls of the running
// exercise print with those of annexe 3. Calls before the meeting are made on the
// budget of the exercise before (décret 67-223, art. 43).
func (r *reckoning) checkCallBudgets() {
	nets, proof, ok := r.keyNetsIn(predate.FactKeyNets, r.years.n, predate.ColumnRunning)
	if !ok {
		return
	}
	for _, c := range r.callsIn(r.years.n) {
		for _, l := range c.of(predate.NatureBudget) {
			net, found := netOf(nets, predate.AllocationKey{Code: l.value.Code, Label: l.value.Label, Total: l.value.Base})
			if found && l.value.Budget != 0 && !onBudgetBefore(&r.dated, l.value) {
				r.equal(gateAt{id: "calls.budget"}, predate.Because(predate.ReasonBudgetOfCall, c.Due, predate.Text(orText(l.value.Label, l.value.Code))), l.value.Budget, net, append(slices.Clone(proof), l.Evidence...))
			}
		}
	}
}

// lineOf names a line of an annexe of works: its total where it has no title.
func lineOf(line, total predate.ReasonCode, year predate.Period, title string) predate.Reason {
	if title == "" {
		return predate.Because(total, year)
	}
	return predate.Because(line, year, predate.Text(title))
}
