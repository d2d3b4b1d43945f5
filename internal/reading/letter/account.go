package letter

import (
	"predate"
	"predate/internal/reading/layout"
)

// accountLetter reads an account told in sentences: the opening balance, each
// movement with its day, and the balance to which they lead. Every amount
// between the two has its place in the sum. Two accounts are none.
func accountLetter(l letter) []predate.Figure {
	var found []predate.Figure
	for i := range l.all {
		if read := l.accountFrom(i); read != nil && found != nil {
			return nil
		} else if read != nil {
			found = read
		}
	}
	if found == nil {
		return l.accountReminder()
	}
	return found
}

// accountFrom reads the account that an amount opens.
func (l letter) accountFrom(first int) []predate.Figure {
	from := l.dayOf(l.all[first])
	open, ok := l.balanceOf(l.all[first], true)
	if !ok || from.IsZero() {
		return nil
	}
	sum := open
	var moves []predate.Figure
	for _, s := range l.all[first+1:] {
		if to, ok := l.balanceOf(s, false); ok {
			on := l.dayOf(s)
			if to != sum || len(moves) == 0 || !from.Before(on) {
				return nil
			}
			head := predate.AccountHead{Period: predate.Period{From: from, To: on}}
			out := []predate.Figure{
				{Key: predate.FactAccount, Value: head, Evidence: []predate.Evidence{s.proof}},
				{Key: predate.FactAccountOpening, AsOf: from, Value: predate.AccountBalance{Date: from, Amount: open}, Evidence: []predate.Evidence{l.all[first].proof}},
			}
			closing := predate.Figure{Key: predate.FactAccountClosing, AsOf: on, Value: predate.AccountBalance{Date: on, Amount: sum}, Evidence: []predate.Evidence{s.proof}}
			return append(append(out, moves...), closing)
		}
		m, ok := l.moved(s)
		if !ok || m.Date.Before(from) {
			return nil
		}
		sum += m.Debit - m.Credit
		moves = append(moves, predate.Figure{Key: predate.FactAccountLine, Value: predate.AccountLine{Movement: m}, Evidence: []predate.Evidence{s.proof}})
	}
	return nil
}

// balanceOf reads an opening or a closing balance with its side; false where the
// words do not say both.
func (l letter) balanceOf(s said, opening bool) (predate.Cents, bool) {
	opens, closes := l.means(s, "said_opening"), l.means(s, "said_closing")
	owed, favour := l.sides(s)
	switch {
	case opens == closes, opens != opening, owed == favour && s.cents != 0:
		return 0, false
	case favour:
		return -s.cents, true
	}
	return s.cents, true
}

// moved reads a movement: called or paid, on the only day of its words.
func (l letter) moved(s said) (predate.Movement, bool) {
	m := predate.Movement{Date: l.dayOf(s), Label: l.label(s)}
	called, paid := l.means(s, "said_call", "movement_call"), l.means(s, "said_payment", "movement_payment")
	if m.Date.IsZero() || called == paid || s.cents == 0 {
		return m, false
	}
	if paid {
		m.Credit = s.cents
		return m, true
	}
	m.Debit, m.Nature = s.cents, l.purpose(s)
	return m, true
}

// dayOf returns the only day among the words of an amount.
func (l letter) dayOf(s said) predate.Date {
	day, _ := onlyReading(layout.DatesIn(s.words))
	return day
}

// label is the words of a movement, without the mark of its amount.
func (l letter) label(s said) string {
	return trimClause(letterBar.ReplaceAllString(s.words, " "))
}
