package compute

import (
	"cmp"
	"regexp"
	"slices"

	"predate"
	"predate/internal/base/fold"
)

// debt is a sum that the account debits, and what is left of it once payments
// are imputed.
type debt struct {
	date   predate.Date
	nature predate.Nature
	year   predate.Period // the exercise it belongs to; zero before those known
	amount predate.Cents
	left   predate.Cents
	label  string
	proof  []predate.Evidence
}

// ledger is what is left of each debt of the accounts at their closing day.
// Imputation is chronological: a payment goes to the oldest debt, an adjustment
// in the owner's favour goes first to the debts of its own nature (C. civ.
// art. 1342-10 for payments).
type ledger struct {
	debts   []debt
	credit  predate.Cents // paid in advance
	applies bool          // there are accounts, read whole
}

// entry is what a movement does to an account.
type entry int

const (
	entryCall       entry = iota // a sum called
	entryAdjustment              // the year-end adjustment, either way
	entryFee                     // private costs, art. 10-1
	entryPayment
	entryReversal // a payment that failed: the debt revives
)

var (
	adjustmentWords = regexp.MustCompile(`\bregul|\brepartition\b|\bsolde (de )?(l'|d')?exercice|\bsolde (de |des )?(charges|travaux)\b|\barretes? (des |de )?comptes\b|\bapurement|\bdecompte (de |annuel )|\bcloture (de |d')?(exercice|travaux)`)
	feeWords        = regexp.MustCompile(`\bmises? en demeure|\bsommation|\b(?:lettre de )?rappel(?: simple| (?:n° ?)?\d)\b|\blettre de rappel|\brelance|\blrar\b|\betat date|\bpenalite|\binterets? de retard|\bhuissier|\bcommissaire de justice|\bcommandement\b|\bcontentieux|\bart(icle|\.)? ?10-1`)
	callWords       = regexp.MustCompile(`\bappel|\bprovision|\bcotisation|\bbudget|\btravaux|\bavance|\bfonds\b`)
	looseFeeWords   = regexp.MustCompile(`\bfrais\b|\bhonoraires\b`)
	reversalWords   = regexp.MustCompile(`\bimpaye|\brejet|\brejete|\bannulation|\bretour (de )?(prelevement|cheque|virement)`)
	dayInLabel      = regexp.MustCompile(`\b(\d{2})[/.](\d{2})[/.](\d{4})\b`)
)

// classify reads a movement's label; the column of the amount decides between
// debt and payment.
func classify(m predate.Movement) entry {
	label := fold.Text(m.Label)
	switch {
	case adjustmentWords.MatchString(label):
		return entryAdjustment
	case m.Credit != 0 && m.Debit == 0:
		return entryPayment
	case reversalWords.MatchString(label):
		return entryReversal
	case m.Nature == predate.NatureFees, feeWords.MatchString(label):
		return entryFee
	case !callWords.MatchString(label) && looseFeeWords.MatchString(label):
		return entryFee
	}
	return entryCall
}

// readLedger imputes the movements of every account at hand.
func (r *reckoning) readLedger() {
	r.ledger.applies = len(r.accounts) > 0
	for _, a := range r.accounts {
		if !a.sound() {
			r.ledger.applies = false
		}
		one := r.impute(a)
		r.ledger.debts = append(r.ledger.debts, one.debts...)
		r.ledger.credit += one.credit
	}
}

// impute plays the movements of an account in order.
func (r *reckoning) impute(a account) ledger {
	var l ledger
	if opened := a.opened(); opened > 0 {
		l.owe(debt{date: a.period.From, nature: predate.NatureBudget, amount: opened, left: opened, label: "à nouveau", proof: proofs(candidatesOf(a.opening)...)})
	} else {
		l.credit = -opened
	}
	lines := slices.Clone(a.lines)
	slices.SortStableFunc(lines, func(x, y valued[predate.AccountLine]) int { return x.value.Date.Compare(y.value.Date) })
	for _, line := range lines {
		m := line.value.Movement
		kind := r.classify(m)
		if m.Debit != 0 {
			for _, d := range r.debtsOf(m, kind, line.Evidence) {
				l.owe(d)
			}
		}
		if m.Credit != 0 {
			own := predate.NatureUnknown
			if kind == entryAdjustment {
				own = adjustedNature(m)
			}
			l.pay(m.Credit, own)
		}
	}
	return l
}

// debtsOf makes debts of a debit: one, or those of the call for funds that an
// unsplit line repeats.
func (r *accountBook) debtsOf(m predate.Movement, kind entry, proof []predate.Evidence) []debt {
	d := debt{date: m.Date, nature: m.Nature, amount: m.Debit, left: m.Debit, label: m.Label, proof: proof, year: r.yearOf(m.Date)}
	switch kind {
	case entryAdjustment:
		d.nature, d.year = adjustedNature(m), r.adjustedYear(m)
	case entryFee:
		d.nature = predate.NatureFees
	case entryReversal:
		d.nature = predate.NatureUnknown
	case entryCall:
		if y, ok := r.namedYear(m.Label); ok && m.Nature == predate.NatureBudget && y.To.Before(m.Date) {
			d.year = y // called late, for an exercise that had ended
		}
		if m.Nature == predate.NatureBudget && !r.isProvision(m) {
			d.nature = predate.NatureUnknown
		}
		if m.Nature == predate.NatureUnknown {
			if parts := r.splitByCall(d); len(parts) > 0 {
				return parts
			}
		}
	}
	return []debt{d}
}

// splitByCall splits a debit like the one call for funds of that day and that
// total. Where that call is not at hand, the calls of the exercise that ask the
// same sum show how: the provisions of an exercise are equal (loi 65-557 art.
// 14-1).
func (r *callBook) splitByCall(d debt) []debt {
	days := []predate.Date{d.date}
	if m := dayInLabel.FindStringSubmatch(d.label); m != nil {
		if on, err := predate.ParseDate(m[3] + "-" + m[2] + "-" + m[1]); err == nil {
			days = append(days, on)
		}
	}
	equals := keep(r.calls, func(c call) bool { return c.HasTotal && c.Total == d.amount })
	of := keep(equals, func(c call) bool { return slices.Contains(days, c.Due) })
	if len(of) == 1 {
		return d.splitLike(of[0])
	}
	term := keep(equals, func(c call) bool { return r.yearOf(c.on()) == d.year && !d.year.IsZero() })
	atHand := slices.ContainsFunc(r.calls, func(c call) bool { return slices.Contains(days, c.Due) })
	if atHand || len(term) == 0 {
		return nil
	}
	out := d.splitLike(term[0])
	for _, c := range term[1:] {
		if !slices.EqualFunc(out, d.splitLike(c), func(a, b debt) bool { return a.nature == b.nature && a.amount == b.amount }) {
			return nil
		}
	}
	return out
}

// splitLike splits a debit as a call does; nil where the natures of the call do
// not make it.
func (d debt) splitLike(c call) []debt {
	var out []debt
	var sum predate.Cents
	for _, n := range natures() {
		if amount, proof, ok := c.amount(n); ok && amount != 0 {
			part := d
			part.nature, part.amount, part.left, part.proof = n, amount, amount, append(slices.Clone(d.proof), proof...)
			out, sum = append(out, part), sum+amount
		}
	}
	if sum != d.amount {
		return nil
	}
	return out
}

// natures in the order in which a call prints them.
func natures() []predate.Nature {
	return []predate.Nature{
		predate.NatureBudget, predate.NatureWorks, predate.NatureAdvance, predate.NatureLoan, predate.NatureWorksFund, predate.NatureFees,
	}
}

// owe adds a debt; what was paid in advance goes to it at once.
func (l *ledger) owe(d debt) {
	used := min(l.credit, d.left)
	d.left -= used
	l.credit -= used
	l.debts = append(l.debts, d)
}

// pay imputes a sum: first to the debts of its own nature when it has one, then
// to the oldest; the rest waits.
func (l *ledger) pay(amount predate.Cents, own predate.Nature) {
	order := make([]int, len(l.debts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := l.debts[a], l.debts[b]
		if own != predate.NatureUnknown && (x.nature == own) != (y.nature == own) {
			if x.nature == own {
				return -1
			}
			return 1
		}
		return cmp.Or(x.date.Compare(y.date), cmp.Compare(a, b))
	})
	for _, i := range order {
		used := min(amount, l.debts[i].left)
		l.debts[i].left -= used
		amount -= used
	}
	l.credit += amount
}

// unpaid sums what is left of the debts that a test keeps, with proofs.
func (l ledger) unpaid(ok func(debt) bool) (predate.Cents, []predate.Evidence) {
	var sum predate.Cents
	var proof []predate.Evidence
	for _, d := range l.debts {
		if d.left > 0 && ok(d) {
			sum += d.left
			proof = append(proof, d.proof...)
		}
	}
	return sum, proof
}
