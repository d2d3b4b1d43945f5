package extract

import (
	"strings"

	"predate"
	"predate/internal/reading/layout"
)

// previousBalance reads the balance of the account before the call. Its side
// comes from a mark, from words or from the column's heading; else from the
// total to pay, which only one sign explains. An unsigned balance that nothing
// explains is not read.
func previousBalance(doc source) []predate.Figure {
	c := callOf(doc)
	total, hasTotal := c.total()
	pay, hasPay := c.toPay()
	for _, l := range c.labels() {
		if !c.doc.says(l.label, "opening_balance", "brought_forward") {
			continue
		}
		amount, sure := c.signed(l)
		proven := false
		if hasTotal && hasPay {
			for _, guess := range []predate.Cents{amount, l.amount.Cents.Abs(), -l.amount.Cents.Abs()} {
				if total.Cents+guess == pay {
					amount, sure, proven = guess, true, true
					break
				}
			}
		}
		if !sure && l.amount.Cents != 0 || !proven && c.recognisedPage(l.amount.Page) {
			continue
		}
		f := predate.Figure{Value: predate.Money(amount), Evidence: proofOfAmount(l.amount)}
		if days := layout.DatesIn(c.rows[l.row].Line.Text()); len(days) == 1 {
			f.AsOf = days[0]
		} else {
			f.AsOf = c.issued()
		}
		return []predate.Figure{f}
	}
	return nil
}

// toPay reads what the call asks to pay in the end, signed; nothing to pay is
// a credit. A balance before the call that is still to be paid is only a part of it.
func (c *fundCall) toPay() (predate.Cents, bool) {
	for _, l := range c.labels() {
		if c.doc.says(l.label, "amount_to_pay", "nothing_to_pay") && !c.doc.says(l.label, "call_total", "opening_balance", "brought_forward") {
			amount, _ := c.signed(l)
			if c.doc.says(l.label, "sign_credit", "nothing_to_pay") {
				amount = -amount.Abs()
			}
			return amount, true
		}
	}
	return 0, false
}

// signed returns an amount with its sign: positive is owed by the co-owner. The second
// result is true if the paper shows the side by more than the number's own sign.
func (o owned) signed(l labelled) (predate.Cents, bool) {
	size := l.amount.Cents.Abs()
	after := wordsAfter(o.rows[l.row], l.amount)
	words := l.label + " " + after
	switch {
	case layout.IsCredit(l.amount.Mark), o.doc.surely(words, "sign_credit"):
		return -size, true
	case layout.IsDebit(l.amount.Mark), o.doc.surely(words, "sign_debit"):
		return size, true
	}
	if side := o.columnSide(l); side != 0 {
		return predate.Cents(side) * size, true
	}
	return l.amount.Cents, l.amount.Cents == 0
}

// wordsAfter is the folded words right after an amount.
func wordsAfter(r row, a layout.Amount) string {
	var out []string
	for _, w := range r.Words {
		if w.Box.X0 >= a.Box.X1-0.5 && w.Box.X0 < a.Box.X1+90 {
			out = append(out, w.Text)
		}
	}
	return foldWords(out)
}

// columnSide looks above an amount for the heading of a debit or a credit
// column: +1, −1, or 0 when there is none.
func (o owned) columnSide(l labelled) int {
	for j := l.row - 1; j >= 0 && l.row-j < 12 && o.rows[j].Page == l.amount.Page; j-- {
		debit, credit := 0.0, 0.0
		for _, p := range pieces(o.rows[j]) {
			centre := (p.Box.X0 + p.Box.X1) / 2
			switch {
			case strings.Contains(p.text, "debit") && len(p.text) < 24:
				debit = centre
			case strings.Contains(p.text, "credit") && len(p.text) < 24:
				credit = centre
			}
		}
		if debit == 0 || credit == 0 {
			continue
		}
		centre := (l.amount.Box.X0 + l.amount.Box.X1) / 2
		toDebit, toCredit := max(centre-debit, debit-centre), max(centre-credit, credit-centre)
		switch {
		case toDebit < 0.6*toCredit:
			return 1
		case toCredit < 0.6*toDebit:
			return -1
		}
		return 0
	}
	return 0
}
