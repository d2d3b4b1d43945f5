package fundcall

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
	for _, l := range c.Labels() {
		if !c.Doc.Says(l.Label, "opening_balance", "brought_forward") {
			continue
		}
		amount, sure := c.Signed(l)
		proven := false
		if hasTotal && hasPay {
			for _, guess := range []predate.Cents{amount, l.Amount.Cents.Abs(), -l.Amount.Cents.Abs()} {
				if total.Cents+guess == pay {
					amount, sure, proven = guess, true, true
					break
				}
			}
		}
		if !sure && l.Amount.Cents != 0 || !proven && c.RecognisedPage(l.Amount.Page) {
			continue
		}
		f := predate.Figure{Value: predate.Money(amount), Evidence: paper.ProofOfAmount(l.Amount)}
		if days := layout.DatesIn(c.Rows[l.Row].Line.Text()); len(days) == 1 {
			f.AsOf = days[0]
		} else {
			f.AsOf = c.Issued()
		}
		return []predate.Figure{f}
	}
	return nil
}

// toPay reads what the call asks to pay in the end, signed; nothing to pay is
// a credit. A balance before the call that is still to be paid is only a part of it.
func (c *fundCall) toPay() (predate.Cents, bool) {
	for _, l := range c.Labels() {
		if c.Doc.Says(l.Label, "amount_to_pay", "nothing_to_pay") && !c.Doc.Says(l.Label, "call_total", "opening_balance", "brought_forward") {
			amount, _ := c.Signed(l)
			if c.Doc.Says(l.Label, "sign_credit", "nothing_to_pay") {
				amount = -amount.Abs()
			}
			return amount, true
		}
	}
	return 0, false
}
