package compute

import (
	"cmp"
	"slices"

	"predate"
)

// dueLine is a line of part 1 and the nature of the debts that it holds.
type dueLine struct {
	key    predate.Key
	nature predate.Nature
}

// dueLines are the lines of part 1 that share the debit balance; debts of
// earlier exercises have no nature of their own there.
func dueLines() []dueLine {
	return []dueLine{
		{predate.KeyDueBudgetProvisions, predate.NatureBudget},
		{predate.KeyDueOffBudgetProvisions, predate.NatureWorks},
		{predate.KeyDueAdvances, predate.NatureAdvance},
		{predate.KeyDueWorksFund, predate.NatureWorksFund},
		{predate.KeyDuePrivateFees, predate.NatureFees},
		{predate.KeyDuePriorYears, predate.NatureUnknown},
	}
}

// due states part 1 of the notaries' model: what the seller owes, by nature,
// and what the syndicat owes back.
func (r *reckoning) due() {
	r.readLedger()
	balance, decided := ruled[predate.Money](r.sheet, predate.KeyAccountBalance)
	switch {
	case decided:
		r.dueByRuling(predate.Cents(balance))
	case r.rulings[predate.KeyAccountBalance].Status != "": // what the papers say of it is not taken
		r.dueUnknown(r.rulings[predate.KeyAccountBalance].Derivation, predate.StatusMissing, nil)
	case len(r.accounts) > 0 && !r.unreadNewerAccount().IsZero():
		r.review(r.unreadNewerAccount())
		r.dueUnknown(r.unreadNewerAccount(), predate.StatusMissing, nil)
	case len(r.accounts) > 0 && r.isRecent(r.accountsHoldOn()):
		r.dueByAccount()
	case !r.unreadAccount().IsZero(): // what it says may belie the seller's word
		r.review(r.unreadAccount())
		r.dueUnknown(r.unreadAccount(), predate.StatusMissing, nil)
	case r.balanceAtOdds():
	case r.creditByLastCall():
	case r.order.AllDuePaid:
		r.dueDeclared()
	default:
		r.dueByLastCall()
	}
	r.triggeredBySale()
}

// isRecent reports whether a balance of a day may still be told of the reference
// date. An older one says nothing of what was called and paid since.
func (r *dossier) isRecent(on predate.Date) bool { return on.AddMonths(freshMonths).After(r.at) }

// dueByAccount reads the balance of the accounts and splits it.
func (r *reckoning) dueByAccount() {
	var balance predate.Cents
	var proof []predate.Evidence
	on := r.accountsHoldOn()
	for _, a := range r.accounts {
		balance += a.balance()
		proof = append(proof, a.closing[len(a.closing)-1].Evidence...)
	}
	for _, a := range r.accounts {
		if why := a.doubt(); !why.IsZero() {
			r.dueUnknown(why, predate.StatusConflicting, append(proof, proofs(candidatesOf(a.disputed)...)...))
			return
		}
	}
	if !r.held() && balance != 0 {
		why := predate.Because(predate.ReasonAccountOfOtherLots, balance)
		r.review(why)
		r.dueUnknown(why, predate.StatusConflicting, proof)
		return
	}
	f := confirmed(predate.KeyAccountBalance, predate.Money(balance), proof...)
	f.AsOf = on
	if len(r.accounts) > 1 {
		f.Derivation = predate.Because(predate.ReasonBalancesSummed)
	}
	r.put(f)
	r.put(confirmed(predate.KeyAccountBalanceDate, predate.Day(on), proof...))
	if r.order.AllDuePaid && balance > 0 {
		r.review(predate.Because(predate.ReasonOrderSaysPaid, on, balance))
	}
	if balance <= 0 {
		r.notInDebit(balance, proof)
		return
	}
	r.put(none(predate.KeyCreditBalancePrior, predate.Money(0), predate.Because(predate.ReasonInDebit), proof...))
	r.splitDebit(balance, proof)
}

// accountsHoldOn returns the day on which the balances of all the seller's accounts
// hold: that of the oldest one.
func (r *accountBook) accountsHoldOn() predate.Date {
	on := r.accounts[0].closedOn()
	for _, a := range r.accounts[1:] {
		if a.closedOn().Before(on) {
			on = a.closedOn()
		}
	}
	return on
}

// notInDebit states that nothing is owed, and what the syndicat owes back.
func (r *reckoning) notInDebit(balance predate.Cents, proof []predate.Evidence) {
	for _, line := range dueLines() {
		r.put(none(line.key, predate.Money(0), predate.Because(predate.ReasonNotInDebit), proof...))
	}
	if balance == 0 {
		r.put(none(predate.KeyCreditBalancePrior, predate.Money(0), predate.Because(predate.ReasonSettled), proof...))
		return
	}
	r.put(confirmed(predate.KeyCreditBalancePrior, predate.Money(-balance), proof...))
}

// splitDebit lays the debit balance on the natures: payments on the oldest
// debts, adjustments on their own nature first; budget and works debts of
// exercises before the running one stand apart (décret 67-223 art. 5, 1° c).
func (r *reckoning) splitDebit(balance predate.Cents, proof []predate.Evidence) {
	if reason := r.splitDoubt(balance); !reason.IsZero() {
		for _, line := range dueLines() {
			f := missing(line.key, reason)
			f.Evidence = proof
			r.put(f)
		}
		r.review(reason)
		return
	}
	how := predate.Because(predate.ReasonDebitSplit)
	for _, line := range dueLines() {
		amount, from := r.ledger.unpaid(func(d debt) bool { return dueLineOf(&r.dated, d) == line.key })
		r.put(computed(line.key, predate.Money(amount), how, append(from, proof...)...))
	}
}

// dueLineOf says which line of part 1 a debt belongs to.
func dueLineOf(r *dated, d debt) predate.Key {
	earlier := d.year.IsZero() || d.year.To.Before(r.years.n.From)
	if earlier && (d.nature == predate.NatureBudget || d.nature == predate.NatureWorks) {
		return predate.KeyDuePriorYears
	}
	for _, line := range dueLines() {
		if line.nature == d.nature && d.nature != predate.NatureUnknown {
			return line.key
		}
	}
	return ""
}

// splitDoubt returns why the balance cannot be split; nothing when it can.
func (r *reckoning) splitDoubt(balance predate.Cents) predate.Reason {
	if !r.ledger.applies {
		return predate.Because(predate.ReasonMovementsDoNotLead)
	}
	if r.years.n.IsZero() {
		return predate.Because(predate.ReasonOldDebtsMixed)
	}
	unknown, _ := r.ledger.unpaid(func(d debt) bool { return dueLineOf(&r.dated, d) == "" })
	if unknown > 0 {
		return predate.Because(predate.ReasonNatureNotKnown, unknown)
	}
	all, _ := r.ledger.unpaid(func(debt) bool { return true })
	if all-r.ledger.credit != balance {
		return predate.Because(predate.ReasonSplitNotBalance, all-r.ledger.credit, balance)
	}
	return r.printedSplitDoubt()
}

// printedSplitDoubt compares with the split that the extract prints.
func (r *reckoning) printedSplitDoubt() predate.Reason {
	printed := map[predate.Nature]predate.Cents{}
	negative := false
	for _, a := range r.accounts {
		for _, n := range a.natures {
			printed[n.value.Nature] += n.value.Amount
			negative = negative || n.value.Amount < 0
		}
	}
	if len(printed) == 0 || negative {
		return predate.Reason{} // raw balances of the sub-accounts, not a split of what is owed
	}
	ours := map[predate.Nature]predate.Cents{}
	for _, d := range r.ledger.debts {
		n := d.nature
		if n == predate.NatureFees && printed[n] == 0 {
			n = predate.NatureBudget // account 450-1 holds both
		}
		ours[n] += d.left
	}
	for _, line := range dueLines() {
		if n := line.nature; ours[n] != printed[n] {
			return predate.Because(predate.ReasonPrintedSplitDiffers, printed[n], n, ours[n])
		}
	}
	return predate.Reason{}
}

// dueDeclared prints the seller's word, as such, where no account is at hand.
func (r *reckoning) dueDeclared() {
	word := predate.Because(predate.ReasonSaidPaid)
	r.put(r.declared(predate.KeyAccountBalance, predate.Money(0), word))
	r.put(r.declared(predate.KeyAccountBalanceDate, predate.Day(r.at), word))
	for _, line := range dueLines() {
		r.put(r.declared(line.key, predate.Money(0), word))
	}
	credit := r.declared(predate.KeyCreditBalancePrior, predate.Money(0), word)
	credit.Status = predate.StatusNone
	r.put(credit)
}

// lastBalance is the balance printed before the last calls of the accounts, and
// what those calls then asked.
type lastBalance struct {
	before, asked predate.Cents
	on, due       predate.Date
	from          []candidate
	odds          []candidate // what papers that are not apart say otherwise
}

// beforeLastCall reads it; every account of the lots sold must tell.
func (r *callBook) beforeLastCall() (lastBalance, bool) {
	calls := keep(r.calls, func(c call) bool { return !c.Issued.After(r.at) })
	calls = latest(calls, func(c call) predate.Date { return c.Due })
	var b lastBalance
	found := false
	for _, family := range families(calls, func(a, b call) bool { return a.holder().apart(b.holder()) }) {
		one, ok := r.balanceBefore(family)
		switch {
		case !ok:
			return lastBalance{}, false
		case !found:
			b, found = one, true
		case one.before != b.before:
			b.odds = append(b.odds, one.from...)
		}
		b.odds = append(b.odds, one.odds...)
	}
	for _, c := range calls {
		b.asked += c.Total
		found = found && c.HasTotal
	}
	return b, found
}

// balanceBefore adds the balances that calls which are apart print.
func (r *sale) balanceBefore(family []call) (lastBalance, bool) {
	var b lastBalance
	var covered []string
	for _, c := range family {
		said := c.told(predate.FactPreviousBalance)
		if len(said) == 0 || !c.exact {
			return lastBalance{}, false
		}
		b.before += predate.Cents(said[0].value)
		b.from = append(b.from, said[0].candidate)
		b.odds = append(b.odds, candidatesOf(said[1:])...)
		b.due = c.Due
		b.on = cmp.Or(said[0].AsOf, c.Issued)
		covered = append(covered, c.lots...)
	}
	return b, !b.on.IsZero() && (r.sold.assumed || r.sold.covered(covered))
}

// balanceAtOdds states that papers which are not apart print different balances
// before the last call.
func (r *reckoning) balanceAtOdds() bool {
	b, ok := r.beforeLastCall()
	if !ok || len(b.odds) == 0 {
		return false
	}
	all := append(slices.Clone(b.from), b.odds...)
	why := conflict(predate.KeyAccountBalance, all).Derivation
	r.review(why)
	r.dueUnknown(why, predate.StatusConflicting, proofs(all...))
	return true
}

// creditByLastCall states a balance that stays in the seller's favour after the
// last call: no payment is needed to know it.
func (r *reckoning) creditByLastCall() bool {
	b, ok := r.beforeLastCall()
	balance, on := b.before, b.on
	if !b.due.After(r.at) {
		balance, on = b.before+b.asked, b.due
	}
	if !ok || balance >= 0 || !r.isRecent(on) || !r.unreadCalls().IsZero() {
		return false
	}
	r.put(computed(predate.KeyAccountBalance, predate.Money(balance), predate.Because(predate.ReasonCreditBeforeCall), proofs(b.from...)...))
	r.put(computed(predate.KeyAccountBalanceDate, predate.Day(on), predate.Because(predate.ReasonLastCallDay), proofs(b.from...)...))
	r.notInDebit(balance, proofs(b.from...))
	return true
}

// dueByLastCall uses the balance before the last call, the only one at hand. It
// says nothing of a call that fell due since.
func (r *reckoning) dueByLastCall() {
	b, ok := r.beforeLastCall()
	switch why := r.unreadCalls(); {
	case !ok && len(r.accounts) > 0:
		r.dueUnknown(predate.Because(predate.ReasonBalanceTooOld, r.accountsHoldOn()), predate.StatusMissing, nil)
		return
	case !ok:
		r.dueUnknown(predate.Because(predate.ReasonNoBalance), predate.StatusMissing, nil)
		return
	case !why.IsZero(): // it may be the last one
		r.dueUnknown(why, predate.StatusMissing, proofs(b.from...))
		return
	}
	if !b.due.After(r.at) {
		r.dueUnknown(predate.Because(predate.ReasonMayBePaid, b.due), predate.StatusMissing, proofs(b.from...))
		return
	}
	balance, proof := b.before, proofs(b.from...)
	f := confirmed(predate.KeyAccountBalance, predate.Money(balance), proof...)
	f.AsOf, f.Derivation = b.on, predate.Because(predate.ReasonBalanceBeforeCall)
	r.put(f)
	r.put(confirmed(predate.KeyAccountBalanceDate, predate.Day(b.on), proof...))
	if balance > 0 {
		why := predate.Because(predate.ReasonBalanceWithoutNature, balance)
		r.review(why)
		for _, line := range dueLines() {
			r.put(missing(line.key, why))
		}
		r.put(none(predate.KeyCreditBalancePrior, predate.Money(0), predate.Because(predate.ReasonInDebit), proof...))
		return
	}
	r.notInDebit(balance, proof)
}

// dueUnknown states that part 1 is not known.
func (r *reckoning) dueUnknown(why predate.Reason, status predate.Status, proof []predate.Evidence) {
	all := []predate.Key{predate.KeyAccountBalance, predate.KeyAccountBalanceDate, predate.KeyCreditBalancePrior}
	for _, line := range dueLines() {
		all = append(all, line.key)
	}
	for _, k := range all {
		r.put(predate.Figure{Key: k, Status: status, Derivation: why, Evidence: proof})
	}
}
