package form

import (
	"predate"
	"predate/internal/reading/layout"
)

// stated is an amount of a summary with the words that name it.
type stated struct {
	cents predate.Cents
	words []string // any of them may name it
	proof predate.Evidence
}

// accountSummary reads a paper that lists no movement: what was called and what
// was paid make the balance that it prints, and nothing else is printed.
func (r *reader) accountSummary() []predate.Figure {
	var all []stated
	for _, c := range r.amounts() {
		all = append(all, stated{c.amount.Cents, r.labels(c), c.proof("account_statement.summary")})
	}
	on := r.onlyDay("state_date")
	if on.IsZero() {
		on = r.onlyDay("issue_date")
	}
	return r.summaryOf(all, on)
}

// accountReminder reads a letter to an owner that says what makes the balance that
// he owes: «Le solde de votre lot 4 s'élève à … au …», what was called, what was paid.
// Words that do not speak to the owner may tell the syndicat's own sums.
func (l letter) accountReminder() []predate.Figure {
	var all []stated
	on := predate.Date{}
	for _, s := range l.all {
		all = append(all, stated{s.cents, []string{s.words}, s.proof})
		if l.means(s, "said_closing") {
			if on = l.dayOf(s); on.IsZero() || !l.means(s, "said_to_owner") {
				return nil
			}
		}
	}
	return l.summaryOf(all, on)
}

// summaryOf states an account of which only the sums are printed. Each amount is
// called, paid or their balance, by its words; the balance must follow, and none
// may be its own proof.
func (r *reader) summaryOf(all []stated, on predate.Date) []predate.Figure {
	var balance *stated
	var called, paid predate.Cents
	var proofs []predate.Evidence
	seen := map[predate.Cents]bool{}
	debits, credits := 0, 0
	for k := range all {
		s := &all[k]
		side, ok := r.sideStated(*s)
		switch {
		case !ok:
			return nil
		case side == balanceSide && balance != nil && balance.cents != s.cents:
			return nil
		case side == balanceSide:
			balance = s
			continue
		case seen[s.cents] && s.cents != 0:
			return nil // one sum twice: which is part of which is not said
		case side == debitSide:
			called, debits = called+s.cents, debits+1
		case side == creditSide:
			paid, credits = paid+size(s.cents), credits+1
		}
		seen[s.cents] = true
		proofs = append(proofs, s.proof)
	}
	if balance == nil || on.IsZero() || debits == 0 || credits == 0 || called == 0 || paid == 0 {
		return nil
	}
	owed := called - paid
	if owed == 0 || size(balance.cents) != size(owed) {
		return nil
	}
	closing := []predate.Evidence{balance.proof}
	return []predate.Figure{
		{Key: predate.FactAccount, Value: predate.AccountHead{Period: predate.Period{To: on}}, Evidence: closing},
		{Key: predate.FactAccountTotals, Value: predate.AccountTotals{Debit: called, Credit: paid}, Evidence: proofs},
		{Key: predate.FactAccountClosing, AsOf: on, Value: predate.AccountBalance{Date: on, Amount: owed}, Evidence: closing},
	}
}

// sideStated returns what an amount of a summary is; false where its words do not say,
// or say two things.
func (r *reader) sideStated(s stated) (columnRole, bool) {
	for _, words := range s.words {
		balance := r.says(words, "closing_balance", "column_balance", "said_closing")
		credit := r.says(words, "payments_total", "movement_payment", "said_payment", "column_credit")
		debit := r.says(words, "movement_call", "said_call", "column_debit") || r.natureOf(words) != predate.NatureUnknown
		switch {
		case len(layout.DatesIn(words)) > 1 || r.says(words, "opening_balance", "brought_forward"):
			return noRole, false
		case balance && !credit:
			return balanceSide, true
		case credit && !balance:
			return creditSide, true
		case debit && !balance:
			return debitSide, true
		}
	}
	return noRole, false
}
