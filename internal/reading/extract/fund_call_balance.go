package extract

import (
	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// previousBalance reads the balance of the account before the call. Its side
// comes from a mark, from words or from the column's heading; else from the
// total to pay, which only one sign explains. An unsigned balance that nothing
// explains is not read.
func previousBalance(doc paper.Source) []predate.Figure {
	c := callOf(doc)
	total, hasTotal := c.total()
	pay, hasPay := c.toPay()
	for _, l := range c.labels() {
		if !c.Doc.Says(l.label, "opening_balance", "brought_forward") {
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
		if !sure && l.amount.Cents != 0 || !proven && c.RecognisedPage(l.amount.Page) {
			continue
		}
		f := predate.Figure{Value: predate.Money(amount), Evidence: paper.ProofOfAmount(l.amount)}
		if days := layout.DatesIn(c.Rows[l.row].Line.Text()); len(days) == 1 {
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
		if c.Doc.Says(l.label, "amount_to_pay", "nothing_to_pay") && !c.Doc.Says(l.label, "call_total", "opening_balance", "brought_forward") {
			amount, _ := c.signed(l)
			if c.Doc.Says(l.label, "sign_credit", "nothing_to_pay") {
				amount = -amount.Abs()
			}
			return amount, true
		}
	}
	return 0, false
}
