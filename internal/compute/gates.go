package compute

import (
	"cmp"
	"fmt"
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
func (r *reckoning) check(at gateAt, ok bool, detail string, evidence []predate.Evidence) {
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
	case known.Detail == detail:
	case ok == (known.Status == predate.GateGreen):
		known.Detail += " " + detail
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
			r.gates = append(r.gates, predate.Gate{ID: g.ID, Status: predate.GateNotApplicable, Detail: g.Holds + " Pièces absentes ou sans objet."})
		}
	}
	slices.SortStableFunc(r.gates, func(a, b predate.Gate) int { return cmp.Compare(a.ID, b.ID) })
}

// equal checks that two amounts are the same to the cent.
func (r *reckoning) equal(at gateAt, what string, a, b predate.Cents, evidence []predate.Evidence) {
	r.check(at, a == b, fmt.Sprintf("%s : %s et %s.", what, euros(a), euros(b)), evidence)
}

// pairUp gives, for the papers of a kind, the amounts of two keys that hold for
// the same exercise or day.
func (r *reckoning) pairUp(a, b predate.Key, visit func(x, y valued[predate.Money])) {
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
		id, what string
		a, b     predate.Key
	}{
		{"schedule_1.balance", "Annexe 1, total général", predate.FactAssetsTotal, predate.FactLiabilitiesTotal},
		{"schedule_1.list", "Annexe 1, compte 45 débiteur et liste individuelle", predate.FactOwnersDebit, predate.FactListDebit},
		{"schedule_1.list", "Annexe 1, compte 45 créditeur et liste individuelle", predate.FactOwnersCredit, predate.FactListCredit},
		{"schedule_2.current", "Annexe 2 (opérations courantes) et annexe 3", predate.FactBalance2Current, predate.FactBalance3},
	}
	for _, p := range pairs {
		r.pairUp(p.a, p.b, func(x, y valued[predate.Money]) {
			if p.a == predate.FactOwnersDebit && x.value != y.value {
				x = withDoubtful(x) // the list may hold the doubtful claims, which have a row of their own
			}
			when := day(x.AsOf)
			if x.AsOf.IsZero() {
				when = x.Year.Label()
			}
			r.equal(gateAt{p.id, cmp.Or(x.AsOf, x.Year.To)}, p.what+" ("+when+")", predate.Cents(x.value), predate.Cents(y.value), proofs(x.candidate, y.candidate))
		})
	}
	r.checkWorksSchedules()
	for _, s := range typed[predate.Money](r.find(predate.FactSuspense, predate.KindSchedule1)) {
		if s.value != 0 && s.AsOf == r.years.n1.To {
			r.warn(fmt.Sprintf("Annexe 1 au %s : compte d’attente 47 non soldé (%s).", day(s.AsOf), euros(predate.Cents(s.value))))
		} else if s.AsOf == r.years.n1.To {
			r.check(gateAt{"schedule_1.suspense", s.AsOf}, true, "Annexe 1 au "+day(s.AsOf)+" : compte 47 soldé.", s.Evidence)
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
			r.equal(gateAt{"schedule_4.lines", c.Year.To}, fmt.Sprintf("Annexe 4 (%s), « %s » : solde et provisions − dépenses", c.Year.Label(), orText(w.Title, "total")), w.Balance, w.Received-w.Spent, c.Evidence)
		}
	}
	for _, c := range typed[predate.OpenWorks](append(r.find(predate.FactOpenWorks), r.find(predate.FactOpenTotal)...)) {
		for _, w := range c.value {
			r.equal(gateAt{"schedule_5.lines", c.Year.To}, fmt.Sprintf("Annexe 5 (%s), « %s » : E et D − C", c.Year.Label(), orText(w.Title, "total")), w.Pending, w.Received-w.Done, c.Evidence)
		}
	}
	for _, pending := range typed[predate.Money](r.find(predate.FactWorksPending, predate.KindSchedule1)) {
		for _, total := range typed[predate.Money](r.find(predate.FactPendingTotal, predate.KindSchedule5)) {
			if total.Year.To == pending.AsOf && total.paper.boundWith(pending.paper) {
				r.equal(gateAt{"schedule_1.works_pending", pending.AsOf}, "Annexe 1, compte 12 et annexe 5, total E ("+day(pending.AsOf)+")", predate.Cents(pending.value), predate.Cents(total.value), proofs(pending.candidate, total.candidate))
			}
		}
	}
	for _, balance := range typed[predate.Money](r.find(predate.FactBalance2Works)) {
		for _, total := range typed[predate.ClosedWorks](r.find(predate.FactClosedTotal)) {
			if total.Year == balance.Year && total.paper.boundWith(balance.paper) && len(total.value) == 1 {
				r.equal(gateAt{"schedule_2.works", balance.Year.To}, "Annexe 2 (travaux) et annexe 4 ("+balance.Year.Label()+")", predate.Cents(balance.value), total.value[0].Balance, proofs(balance.candidate, total.candidate))
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
		name := orText(a.number, a.paper.File)
		proof := proofs(append(candidatesOf(a.opening), candidatesOf(a.closing)...)...)
		if sums, ok := a.closingTotals(); ok && t.closing != a.balance() {
			detail := fmt.Sprintf("Compte %s : %s + %s − %s d’après les totaux imprimés, solde imprimé %s.", name, euros(a.opened()), euros(sums.value.Debit), euros(sums.value.Credit), euros(a.balance()))
			r.check(gateAt{id: "account.balance"}, true, detail, append(proof, sums.Evidence...))
		} else {
			r.equal(gateAt{id: "account.balance"}, fmt.Sprintf("Compte %s : %s + %s − %s, solde imprimé et calculé", name, euros(a.opened()), euros(t.debit), euros(t.credit)), a.balance(), t.closing, proof)
		}
		if t.followed {
			r.check(gateAt{id: "account.running"}, t.running, "Compte "+name+" : soldes intermédiaires"+map[bool]string{true: " suivis ligne à ligne.", false: " qui ne suivent pas des mouvements."}[t.running], proof)
		}
		for _, sums := range a.totals {
			detail := fmt.Sprintf("Compte %s : totaux imprimés %s et %s, mouvements %s et %s.", name, euros(sums.value.Debit), euros(sums.value.Credit), euros(t.debit), euros(t.credit))
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
		name := "Appel du " + day(c.Due)
		for _, n := range natures() {
			printed, found := c.subtotal(n)
			if !found {
				continue
			}
			var lines predate.Cents
			for _, l := range c.of(n) {
				lines += l.value.Amount
			}
			r.equal(gateAt{"calls.sums", c.on()}, name+", "+natureName(n)+" : sous-total et lignes", printed, lines, c.head.Evidence)
		}
		if c.HasTotal {
			r.equal(gateAt{"calls.sums", c.on()}, name+" : total et lignes", c.Total, sum, c.head.Evidence)
		}
	}
	r.checkCallBudgets()
}

// onBudgetBefore reports whether a line is called on the budget of the exercise
// before the running one, as annexe 3 prints it for its key.
func (r *reckoning) onBudgetBefore(l predate.CallLine) bool {
	nets, _, ok := r.keyNetsIn(r.years.n1, predate.ColumnClosedBudget)
	net, found := netOf(nets, predate.AllocationKey{Code: l.Code, Label: l.Label, Total: l.Base})
	return ok && found && net == l.Budget
}

// checkCallBudgets compares the yearly budgets that the calls of the running
// exercise print with those of annexe 3. Calls before the meeting are made on the
// budget of the exercise before (décret 67-223, art. 43).
func (r *reckoning) checkCallBudgets() {
	nets, proof, ok := r.keyNetsIn(r.years.n, predate.ColumnRunning)
	if !ok {
		return
	}
	for _, c := range r.callsIn(r.years.n) {
		for _, l := range c.of(predate.NatureBudget) {
			net, found := netOf(nets, predate.AllocationKey{Code: l.value.Code, Label: l.value.Label, Total: l.value.Base})
			if found && l.value.Budget != 0 && !r.onBudgetBefore(l.value) {
				r.equal(gateAt{id: "calls.budget"}, fmt.Sprintf("Appel du %s, %s : budget appelé et budget voté", day(c.Due), orText(l.value.Label, l.value.Code)), l.value.Budget, net, append(slices.Clone(proof), l.Evidence...))
			}
		}
	}
}
