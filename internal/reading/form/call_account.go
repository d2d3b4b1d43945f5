package form

import (
	"slices"

	"predate"
)

// callInAccount reads a call that is printed as the account of its owner: the
// movements since the exercise opened, proved to the balance that is to be paid,
// of which the last day's are what it asks for. Amounts that are no part of the
// account leave it unread.
func (r *reader) callInAccount() []predate.Figure {
	found, ok := r.proved(r.entries())
	if !ok || len(found) != 1 || !r.endsInPayment(found[0]) {
		return nil
	}
	asked := found[0].lastDebits()
	if len(asked) == 0 {
		return nil
	}
	head := predate.CallHead{Due: r.onlyDay("due_date"), Period: r.onlyPeriod(), HasTotal: true}
	if on := asked[0].day; head.Due.IsZero() && on.Day == 1 {
		head.Due = on // provisions are due on the first day of their period (loi 65-557, art. 14-1)
	}
	var proof []predate.Evidence
	var lines []predate.Figure
	for _, w := range asked {
		e := found[0].entries[w.entry]
		label := r.wholeLabel(found[0].entries, w.entry)
		line := predate.CallLine{Amount: w.amount, Nature: r.natureOfMovement(label), Label: label}
		if line.Nature == predate.NatureWorks || line.Nature == predate.NatureLoan {
			line.Title = label
		}
		evidence := found[0].sidesProof(e, "form.fund_call.line")
		head.Total += w.amount
		proof = append(proof, evidence...)
		lines = append(lines, predate.Figure{Key: predate.FactCallLine, Value: line, Evidence: evidence})
	}
	return append([]predate.Figure{{Key: predate.FactCall, Value: head, Evidence: proof}}, lines...)
}

// endsInPayment reports whether what an account leads to is what the paper asks
// to pay, and nothing else is printed on it but that.
func (r *reader) endsInPayment(l ledger) bool {
	asked := false
	for i := range r.Lines {
		held := slices.ContainsFunc(l.steps, func(w *walk) bool { return l.entries[w.entry].line == i })
		for _, c := range r.Lines[i].Cells {
			if c.Nature != amount {
				continue
			}
			if !held && c.Amount.Cents != l.last.sum {
				return false
			}
			asked = asked || c.Amount.Cents == l.last.sum && r.isCalled(c, "amount_to_pay")
		}
	}
	return asked && l.last.sum > 0
}

// lastDebits returns the movements of the last day of an account, where all are
// owed.
func (l ledger) lastDebits() []*walk {
	var out []*walk
	for _, w := range slices.Backward(l.steps) {
		switch {
		case w.did != moved:
			continue
		case w.day != l.last.day:
			return out
		case w.amount <= 0:
			return nil
		}
		out = append([]*walk{w}, out...)
	}
	return nil
}

// repeatedAmount returns what a call asks for where it prints no other amount, and
// prints it twice at least, once after words that say what it is.
func (r *reader) repeatedAmount() (cell, bool) {
	all := r.amounts()
	if len(all) < 2 || slices.ContainsFunc(all, func(c cell) bool { return c.Amount.Cents != all[0].Amount.Cents || c.Amount.Cents <= 0 }) {
		return cell{}, false
	}
	k := slices.IndexFunc(all, func(c cell) bool { return r.isCalled(c, "call_total", "call_for_funds") })
	return all[max(k, 0)], k >= 0
}
