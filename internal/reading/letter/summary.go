package letter

import (
	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/meaning"
)

// Stated is an amount of a summary with the words that name it.
type Stated struct {
	Amount predate.Cents
	Words  []string // any of them may name it
	Proof  predate.Evidence
}

// side is what an amount of a summary is.
type side int

const (
	noSide side = iota
	debitSide
	creditSide
	balanceSide
)

// accountReminder reads a letter to an owner that says what makes the balance that
// he owes: «Le solde de votre lot 4 s'élève à … au …», what was called, what was paid.
// Words that do not speak to the owner may tell the syndicat's own sums.
func (l letter) accountReminder() []predate.Figure {
	var all []Stated
	on := predate.Date{}
	for _, s := range l.all {
		all = append(all, Stated{s.cents, []string{s.words}, s.proof})
		if l.means(s, "said_closing") {
			if on = l.dayOf(s); on.IsZero() || !l.means(s, "said_to_owner") {
				return nil
			}
		}
	}
	return Summary(l.Reader, all, on)
}

// Summary states an account of which only the sums are printed. Each amount is
// called, paid or their balance, by its words; the balance must follow, and none
// may be its own proof.
func Summary(r *meaning.Reader, all []Stated, on predate.Date) []predate.Figure {
	var balance *Stated
	var called, paid predate.Cents
	var proofs []predate.Evidence
	seen := map[predate.Cents]bool{}
	debits, credits := 0, 0
	for k := range all {
		s := &all[k]
		of, ok := sideOf(r, *s)
		switch {
		case !ok:
			return nil
		case of == balanceSide && balance != nil && balance.Amount != s.Amount:
			return nil
		case of == balanceSide:
			balance = s
			continue
		case seen[s.Amount] && s.Amount != 0:
			return nil // one sum twice: which is part of which is not said
		case of == debitSide:
			called, debits = called+s.Amount, debits+1
		case of == creditSide:
			paid, credits = paid+s.Amount.Abs(), credits+1
		}
		seen[s.Amount] = true
		proofs = append(proofs, s.Proof)
	}
	if balance == nil || on.IsZero() || debits == 0 || credits == 0 || called == 0 || paid == 0 {
		return nil
	}
	owed := called - paid
	if owed == 0 || balance.Amount.Abs() != owed.Abs() {
		return nil
	}
	closing := []predate.Evidence{balance.Proof}
	return []predate.Figure{
		{Key: predate.FactAccount, Value: predate.AccountHead{Period: predate.Period{To: on}}, Evidence: closing},
		{Key: predate.FactAccountTotals, Value: predate.AccountTotals{Debit: called, Credit: paid}, Evidence: proofs},
		{Key: predate.FactAccountClosing, AsOf: on, Value: predate.AccountBalance{Date: on, Amount: owed}, Evidence: closing},
	}
}

// sideOf returns what an amount of a summary is; false where its words do not say,
// or say two things.
func sideOf(r *meaning.Reader, s Stated) (side, bool) {
	for _, words := range s.Words {
		balance := r.Says(words, "closing_balance", "column_balance", "said_closing")
		credit := r.Says(words, "payments_total", "movement_payment", "said_payment", "column_credit")
		debit := r.Says(words, "movement_call", "said_call", "column_debit") || r.NatureOf(words) != predate.NatureUnknown
		switch {
		case len(layout.DatesIn(words)) > 1 || r.Says(words, "opening_balance", "brought_forward"):
			return noSide, false
		case balance && !credit:
			return balanceSide, true
		case credit && !balance:
			return creditSide, true
		case debit && !balance:
			return debitSide, true
		}
	}
	return noSide, false
}
