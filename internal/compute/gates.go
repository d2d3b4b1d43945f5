package compute

import (
	"cmp"
	"fmt"
	"slices"

	"predate"
)

// gateNames lists every gate with what it says when it lacks its papers.
func gateNames() []gateName {
	return []gateName{
		{"account.balance", "Relevé : ouverture + débits − crédits = solde."},
		{"account.running", "Relevé : chaque solde intermédiaire suit du précédent."},
		{"account.totals", "Relevé : totaux imprimés des débits et des crédits."},
		{"advances.cap", "Avance de trésorerie ≤ un sixième du budget (décret du 17 mars 1967, art. 35)."},
		{"advances.mirror", "Avances à reconstituer par l’acquéreur = avances dues au vendeur."},
		{"calls.budget", "Budgets portés sur les appels = budgets votés par clé."},
		{"calls.exercise_n", "Appels de l’exercice en cours = budget annuel des lots."},
		{"calls.sums", "Appels : lignes = sous-totaux = total."},
		{"calls.year_n1", "Appels de l’exercice N-1 = provisions du décompte."},
		{"calls.year_n2", "Appels de l’exercice N-2 = provisions du décompte."},
		{"charges.adjustment_n1", "Régularisation de l’exercice N-1 inscrite au compte."},
		{"charges.adjustment_n2", "Régularisation de l’exercice N-2 inscrite au compte."},
		{"charges.keys", "Décompte : clés = total de chaque lot."},
		{"charges.recomputation_n1", "Charges N-1 : décompte = annexe 3 × tantièmes."},
		{"charges.recomputation_n2", "Charges N-2 : décompte = annexe 3 × tantièmes."},
		{"charges.works_n1", "Travaux clos N-1 : quote-part = dépense × tantièmes."},
		{"charges.works_n2", "Travaux clos N-2 : quote-part = dépense × tantièmes."},
		{"part_1.sum", "Ventilation de la partie 1 = solde débiteur."},
		{"schedule_1.balance", "Annexe 1 : total de gauche = total de droite."},
		{"schedule_1.list", "Annexe 1 : liste individuelle = comptes 45."},
		{"schedule_1.suspense", "Annexe 1 : compte 47 soldé."},
		{"schedule_1.works_pending", "Annexe 1, compte 12 = annexe 5, colonne E."},
		{"schedule_2.current", "Annexe 2, partie courante = annexe 3."},
		{"schedule_2.works", "Annexe 2, partie travaux = annexe 4."},
		{"schedule_4.lines", "Annexe 4 : solde = provisions − dépenses."},
		{"schedule_5.lines", "Annexe 5 : E = D − C."},
		{"works.calendar", "Travaux : voté = financé + appelé + à appeler."},
		{"works_fund.share", "Quote-part du fonds de travaux ≈ fonds × tantièmes."},
	}
}

// gateName is a gate and the identity that it checks.
type gateName struct{ id, about string }

// check records an evaluation of a gate. A gate evaluated several times is red
// as soon as one is.
func (r *reckoning) check(id string, ok bool, detail string, evidence []predate.Evidence) {
	g := predate.Gate{ID: id, Status: predate.GateGreen, Detail: detail, Evidence: distinct(evidence)}
	if !ok {
		g.Status = predate.GateRed
		r.review("Contrôle non satisfait : " + detail)
	}
	i := slices.IndexFunc(r.gates, func(o predate.Gate) bool { return o.ID == id })
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
	for _, g := range gateNames() {
		if !slices.ContainsFunc(r.gates, func(o predate.Gate) bool { return o.ID == g.id }) {
			r.gates = append(r.gates, predate.Gate{ID: g.id, Status: predate.GateNotApplicable, Detail: g.about + " Pièces absentes ou sans objet."})
		}
	}
	slices.SortStableFunc(r.gates, func(a, b predate.Gate) int { return cmp.Compare(a.ID, b.ID) })
}

// equal checks that two amounts are the same to the cent.
func (r *reckoning) equal(id, what string, a, b predate.Cents, evidence []predate.Evidence) {
	r.check(id, a == b, fmt.Sprintf("%s : %s et %s.", what, euros(a), euros(b)), evidence)
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
			when := day(x.AsOf)
			if x.AsOf.IsZero() {
				when = x.Year.Label()
			}
			r.equal(p.id, p.what+" ("+when+")", predate.Cents(x.value), predate.Cents(y.value), proofs(x.candidate, y.candidate))
		})
	}
	r.checkWorksSchedules()
	for _, s := range typed[predate.Money](r.find(predate.FactSuspense, predate.KindSchedule1)) {
		if s.value != 0 && s.AsOf == r.years.n1.To {
			r.warn(fmt.Sprintf("Annexe 1 au %s : compte d’attente 47 non soldé (%s).", day(s.AsOf), euros(predate.Cents(s.value))))
		} else if s.AsOf == r.years.n1.To {
			r.check("schedule_1.suspense", true, "Annexe 1 au "+day(s.AsOf)+" : compte 47 soldé.", s.Evidence)
		}
	}
}

// checkWorksSchedules evaluates annexes 4 and 5, and their ties with 1 and 2.
func (r *reckoning) checkWorksSchedules() {
	for _, c := range typed[predate.ClosedWorks](append(r.find(predate.FactClosedWorks), r.find(predate.FactClosedTotal)...)) {
		for _, w := range c.value {
			r.equal("schedule_4.lines", fmt.Sprintf("Annexe 4 (%s), « %s » : solde et provisions − dépenses", c.Year.Label(), orText(w.Title, "total")), w.Balance, w.Received-w.Spent, c.Evidence)
		}
	}
	for _, c := range typed[predate.OpenWorks](append(r.find(predate.FactOpenWorks), r.find(predate.FactOpenTotal)...)) {
		for _, w := range c.value {
			r.equal("schedule_5.lines", fmt.Sprintf("Annexe 5 (%s), « %s » : E et D − C", c.Year.Label(), orText(w.Title, "total")), w.Pending, w.Received-w.Done, c.Evidence)
		}
	}
	for _, pending := range typed[predate.Money](r.find(predate.FactWorksPending, predate.KindSchedule1)) {
		for _, total := range typed[predate.Money](r.find(predate.FactPendingTotal, predate.KindSchedule5)) {
			if total.Year.To == pending.AsOf && total.paper.boundWith(pending.paper) {
				r.equal("schedule_1.works_pending", "Annexe 1, compte 12 et annexe 5, total E ("+day(pending.AsOf)+")", predate.Cents(pending.value), predate.Cents(total.value), proofs(pending.candidate, total.candidate))
			}
		}
	}
	for _, balance := range typed[predate.Money](r.find(predate.FactBalance2Works)) {
		for _, total := range typed[predate.ClosedWorks](r.find(predate.FactClosedTotal)) {
			if total.Year == balance.Year && total.paper.boundWith(balance.paper) && len(total.value) == 1 {
				r.equal("schedule_2.works", "Annexe 2 (travaux) et annexe 4 ("+balance.Year.Label()+")", predate.Cents(balance.value), total.value[0].Balance, proofs(balance.candidate, total.candidate))
			}
		}
	}
}

// checkAccounts evaluates the arithmetic of the extracts of account.
func (r *reckoning) checkAccounts() {
	for _, a := range r.accounts {
		sum := a.opened()
		var debit, credit predate.Cents
		running, followed := true, false
		for _, l := range a.lines {
			m := l.value.Movement
			sum += m.Debit - m.Credit
			debit, credit = debit+m.Debit, credit+m.Credit
			if m.HasBalance {
				followed = true
				running = running && m.Balance == sum
			}
		}
		name := orText(a.number, a.paper.File)
		proof := proofs(append(candidatesOf(a.opening), candidatesOf(a.closing)...)...)
		r.equal("account.balance", fmt.Sprintf("Compte %s : %s + %s − %s, solde imprimé et calculé", name, euros(a.opened()), euros(debit), euros(credit)), a.balance(), sum, proof)
		if followed {
			r.check("account.running", running, "Compte "+name+" : soldes intermédiaires"+map[bool]string{true: " suivis ligne à ligne.", false: " qui ne suivent pas des mouvements."}[running], proof)
		}
		for _, t := range a.totals {
			ok := t.value.Debit == debit && t.value.Credit == credit ||
				t.value.Debit == debit+max(0, a.opened()) && t.value.Credit == credit+max(0, -a.opened())
			r.check("account.totals", ok, fmt.Sprintf("Compte %s : totaux imprimés %s et %s, mouvements %s et %s.", name, euros(t.value.Debit), euros(t.value.Credit), euros(debit), euros(credit)), t.Evidence)
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
			r.equal("calls.sums", name+", "+natureName(n)+" : sous-total et lignes", printed, lines, c.head.Evidence)
		}
		if c.HasTotal {
			r.equal("calls.sums", name+" : total et lignes", c.Total, sum, c.head.Evidence)
		}
	}
	r.checkCallBudgets()
}

// checkCallBudgets compares the yearly budgets that the calls of the running
// exercise print with those of annexe 3.
func (r *reckoning) checkCallBudgets() {
	nets, proof, ok := r.keyNetsIn(r.years.n, predate.ColumnRunning)
	if !ok {
		return
	}
	for _, c := range r.callsIn(r.years.n) {
		for _, l := range c.of(predate.NatureBudget) {
			net, found := netOf(nets, predate.AllocationKey{Code: l.value.Code, Label: l.value.Label, Total: l.value.Base})
			if found && l.value.Budget != 0 {
				r.equal("calls.budget", fmt.Sprintf("Appel du %s, %s : budget appelé et budget voté", day(c.Due), orText(l.value.Label, l.value.Code)), l.value.Budget, net, append(slices.Clone(proof), l.Evidence...))
			}
		}
	}
}
