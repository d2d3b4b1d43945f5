package form

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/merge"
)

// ledger is an account that its sums prove, under one reading.
type ledger struct {
	shape   shape
	entries []entry
	steps   []*walk // in printed order
	last    *walk
}

// accountStatement reads the extracts of a co-owner's account: the columns in
// which its opening balance and its movements lead to the balances that it
// prints.
func accountStatement(r *reader) []predate.Figure {
	entries := r.entries()
	found, ok := r.proved(entries)
	if !ok {
		if lists := r.accountOfLists(); lists != nil {
			return lists
		}
		return r.accountSummary()
	}
	numbers, ok := r.accountNumbers(found)
	if !ok {
		return nil
	}
	var out []predate.Figure
	from := 0
	for k, l := range found {
		figures := r.accountFigures(l)
		if figures == nil {
			return nil
		}
		figures = append(figures, r.sumsOver(l, from)...)
		from = l.entries[l.last.entry].line
		head := predate.AccountHead{Account: numbers[k]}
		if lot := l.lot(); len(found) > 1 && lot != "" {
			head.Lots = []string{lot}
		}
		out = append(out, merge.OfAccount(figures, head)...)
	}
	return out
}

// accountNumbers returns the numbers printed over several accounts, or the lot of
// each; false where two have the same or none. A single account may have none; one of several that
// an owner has, by what they are for, is called by that.
func (r *reader) accountNumbers(found []ledger) ([]string, bool) {
	numbers := make([]string, len(found))
	if len(found) == 1 {
		numbers[0] = r.accountName(found[0])
		return numbers, true
	}
	from := 0
	for k, l := range found {
		to := l.entries[l.steps[0].entry].line
		for i := to - 1; i >= from && numbers[k] == ""; i-- {
			for _, c := range r.Lines[i].Cells {
				if n := r.accountNumber(c.Text); n != "" {
					numbers[k] = n
				}
			}
		}
		if lot := l.lot(); numbers[k] == "" && lot != "" {
			numbers[k] = predate.LotAccount(lot)
		}
		if numbers[k] == "" || slices.Contains(numbers[:k], numbers[k]) {
			return nil, false
		}
		from = l.entries[l.last.entry].line + 1
	}
	return numbers, true
}

// lot is the one that words over the table of an account name.
func (l ledger) lot() string { return l.entries[l.steps[0].entry].lot }

// accountName returns what an account without a number is for, where words over
// it say so: "Compte : Fonds de travaux". The owner has others beside it.
func (r *reader) accountName(l ledger) string {
	name := ""
	for i := range l.entries[l.steps[0].entry].line {
		words := strings.TrimSpace(r.LineText(i))
		if r.accountNumber(words) != "" {
			return ""
		}
		head, rest, cut := strings.Cut(words, ":")
		if rest = strings.TrimSpace(rest); cut && r.Names("owner_account", strings.TrimSpace(head)) && len(rest) < 60 && r.NatureOf(rest) != predate.NatureUnknown {
			name = rest
		}
	}
	return name
}

// accountNumber returns the number of an account that words end with.
func (r *reader) accountNumber(words string) string {
	fields := strings.Fields(words)
	if len(fields) < 2 || !r.Says(words, "owner_account") {
		return ""
	}
	last := strings.Trim(fields[len(fields)-1], ".,;:()")
	if !strings.ContainsAny(last, "0123456789") || predate.OwnersAccount(last) || len(layout.DatesIn(last)) > 0 {
		return ""
	}
	return strings.ToUpper(last)
}

// accountFigures states a proved account; nil where no day is printed on which
// its balance holds.
func (r *reader) accountFigures(l ledger) []predate.Figure {
	on := r.closedOn(l)
	if on.IsZero() {
		return nil
	}
	head := predate.AccountHead{Period: predate.Period{From: l.firstDay(), To: on}}
	closing := r.closingProof(l)
	out := []predate.Figure{{Key: predate.FactAccount, Value: head, Evidence: closing}}
	for _, w := range l.steps {
		e := l.entries[w.entry]
		switch w.did {
		case opened:
			out = append(out, r.openingFigure(l, w.amount, e))
		case moved:
			out = append(out, r.movement(l, w))
		case summed:
			t := l.shape.take(e)
			if l.last.summedAll(t) {
				out = append(out, predate.Figure{Key: predate.FactAccountTotals, Value: predate.AccountTotals{Debit: t.debit, Credit: t.credit}, Evidence: l.sidesProof(e, "account_statement.totals")})
			}
		}
	}
	if first := l.steps[0]; first.did == moved && first.first != 0 {
		out = append(out, r.openingFigure(l, first.first, l.entries[first.entry]))
	}
	out = append(out, r.split(l)...)
	out = append(out, r.bought(l)...)
	return append(out, predate.Figure{
		Key: predate.FactAccountClosing, AsOf: on, Evidence: closing,
		Value: predate.AccountBalance{Date: on, Amount: l.last.sum},
	})
}

// summedAll reports whether printed sums are those of all movements.
func (w *walk) summedAll(t taken) bool {
	d, c := max(0, w.first), max(0, -w.first)
	return t.debit == w.debit && t.credit == w.credit || t.debit == w.debit+d && t.credit == w.credit+c
}

// openingFigure states the balance before the movements: the one printed, or
// the one that the first movement leaves of the balance after it.
func (r *reader) openingFigure(l ledger, amount predate.Cents, e entry) predate.Figure {
	on := e.day
	if on.IsZero() {
		on = l.firstDay()
	}
	var proofs []predate.Evidence
	for _, p := range e.sums {
		proofs = append(proofs, p.cell.Proof("account_statement.opening"))
	}
	return predate.Figure{Key: predate.FactAccountOpening, AsOf: on, Value: predate.AccountBalance{Date: on, Amount: amount}, Evidence: proofs}
}

// movement states a movement.
func (r *reader) movement(l ledger, w *walk) predate.Figure {
	e := l.entries[w.entry]
	m := predate.Movement{Date: w.day, Label: r.wholeLabel(l.entries, w.entry), Account: e.sub, Balance: w.sum, HasBalance: l.shape.take(e).balance != nil}
	if !m.HasBalance {
		m.Balance = 0
	}
	if w.amount >= 0 {
		m.Debit = w.amount
	} else {
		m.Credit = -w.amount
	}
	if m.Nature = predate.NatureOfAccount(e.sub); m.Nature == predate.NatureUnknown {
		m.Nature = r.natureOfMovement(m.Label)
	}
	return predate.Figure{Key: predate.FactAccountLine, Value: predate.AccountLine{Movement: m}, Evidence: l.sidesProof(e, "account_statement.line")}
}

// bought returns the day of the first movement that sets up the advance of an
// owner after a sale: he owns since then.
func (r *reader) bought(l ledger) []predate.Figure {
	for _, w := range l.steps {
		e := l.entries[w.entry]
		if label := r.wholeLabel(l.entries, w.entry); w.did == moved && w.amount > 0 && r.Says(label, "purchase") && r.Says(label, "nature_advance") {
			return []predate.Figure{{Key: predate.FactPurchase, Value: predate.Day(w.day), Evidence: l.sidesProof(e, "account_statement.purchase")}}
		}
	}
	return nil
}

// natureOfMovement is what a movement's words say it is for. A call for funds
// alone names everything that a call holds, hence nothing; neither do words that
// name two things.
func (r *reader) natureOfMovement(label string) predate.Nature {
	if r.Says(label, "call_for_funds") && !r.Says(label, "nature_works", "nature_works_fund", "nature_advance") && !strings.Contains(foldedWords(label), "provision") || r.namesTwo(label) {
		return predate.NatureUnknown
	}
	return r.NatureOf(label)
}

// namesTwo reports whether words name the budget and something else beside it:
// «budget prévisionnel et fonds de travaux».
func (r *reader) namesTwo(words string) bool {
	budget, other := false, false
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(words, " et ", " + "), func(c rune) bool { return c == '+' || c == '&' }) {
		switch r.NatureOf(part) {
		case predate.NatureBudget:
			budget = true
		case predate.NatureWorksFund, predate.NatureWorks, predate.NatureAdvance, predate.NatureLoan:
			other = true
		}
	}
	return budget && other
}

// sidesProof is the evidence of the sums of an entry in the columns of
// movements.
func (l ledger) sidesProof(e entry, rule string) []predate.Evidence {
	var out []predate.Evidence
	for _, p := range e.sums {
		if role := l.shape.roles[p.column]; role == debitSide || role == creditSide || role == oneSide {
			out = append(out, p.cell.Proof(rule))
		}
	}
	return out
}

// closingSum returns the entry of the last printed balance, and that balance.
func (l ledger) closingSum() (entry, cell, bool) {
	for _, w := range slices.Backward(l.steps) {
		e := l.entries[w.entry]
		t := l.shape.take(e)
		switch {
		case w.did == summed:
			continue
		case t.balance != nil:
			return e, t.balance.cell, true
		case w.did == checked:
			return e, e.sums[len(e.sums)-1].cell, true
		}
		return entry{}, cell{}, false
	}
	return entry{}, cell{}, false
}

func (r *reader) closingProof(l ledger) []predate.Evidence {
	if _, c, ok := l.closingSum(); ok {
		return []predate.Evidence{c.Proof("account_statement.closing")}
	}
	return nil
}

// firstDay is the day of the first entry.
func (l ledger) firstDay() predate.Date {
	for _, w := range l.steps {
		if d := l.entries[w.entry].day; !d.IsZero() {
			return d
		}
	}
	return predate.Date{}
}
