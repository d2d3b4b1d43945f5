package extract

import (
	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// accountRow is one row of an extract, its amounts in their columns.
type accountRow struct {
	date          predate.Date
	label         string
	sub           string
	debit, credit *layout.Amount
	amount        *layout.Amount // of a side that the balances tell
	balance       *layout.Amount
	unsided       bool // no mark tells the side
	lost          bool // a movement of a side that nothing tells
	side          int  // of the balance: +1 debit, −1 credit, 0 not told
}

func (r accountRow) empty() bool {
	return r.debit == nil && r.credit == nil && r.balance == nil && r.amount == nil
}

// left is where the columns of amounts begin.
func (c accountColumns) left() float64 {
	x := 1e9
	for _, b := range []predate.Box{c.debit, c.credit, c.amount} {
		if b != (predate.Box{}) {
			x = min(x, b.X0)
		}
	}
	return x
}

// decide puts a single amount on its side: by its mark, else by the balance
// that it leads to. It leaves alone what neither decides.
func (r accountRow) decide(before predate.Cents) accountRow {
	if r.amount == nil || r.amount.Cents == 0 {
		return r
	}
	size := *r.amount
	size.Cents = magnitude(size.Cents)
	debit, credit := layout.IsDebit(size.Mark), layout.IsCredit(size.Mark)
	if !debit && !credit && r.balance != nil {
		r.unsided = r.side == 0
		if r.unsided && r.balance.Cents == before+r.amount.Cents {
			debit, credit = r.amount.Cents > 0, r.amount.Cents < 0
		} else {
			debit, credit = r.leadsTo(before+size.Cents), r.leadsTo(before-size.Cents)
		}
	}
	switch {
	case debit == credit: // nothing tells, or both would do
		r.lost = true
	case debit:
		r.debit = &size
	default:
		r.credit = &size
	}
	return r
}

// leadsTo says that the row's balance is an expected one.
func (r accountRow) leadsTo(expected predate.Cents) bool {
	if r.side != 0 {
		return predate.Cents(r.side)*magnitude(r.balance.Cents) == expected
	}
	return r.balance.Cents == expected || magnitude(r.balance.Cents) == -expected && expected < 0
}

// balanceSide reads the side of a balance from its mark or from the words after
// it.
func (l *accountPaper) balanceSide(r row, a layout.Amount) int {
	after := wordsAfter(r, a)
	switch {
	case layout.IsDebit(a.Mark), l.doc.surely(after, "sign_debit"):
		return 1
	case layout.IsCredit(a.Mark), l.doc.surely(after, "sign_credit"):
		return -1
	}
	return 0
}

// signedBalance gives a balance its side: told, or the one that the arithmetic
// of the account allows. A balance that neither explains is not read.
func (r accountRow) signedBalance(expected predate.Cents) (predate.Cents, bool) {
	size := magnitude(r.balance.Cents)
	switch {
	case size == 0:
		return 0, true
	case r.side != 0:
		return predate.Cents(r.side) * size, true
	case expected == size || expected == -size:
		return expected, true
	}
	return 0, false
}

// told reads a balance that a sentence tells, whatever column its sum happens to
// stand in: "votre compte présente un solde de 244,55 € en votre faveur".
func (l *accountPaper) told(i int, row accountRow) accountRow {
	r := l.rows[i]
	if row.balance != nil || len(r.amounts) != 1 || !l.forms.told.MatchString(fold.Text(before(r, r.amounts[0]))) {
		return row
	}
	if side := l.balanceSide(r, r.amounts[0]); side != 0 {
		row.balance, row.side = &r.amounts[0], side
		row.debit, row.credit, row.lost = nil, nil, false
	}
	return row
}

// leadsHere says that a row is the closing one by the arithmetic of the
// account, whatever its words: it bears one day, not before the last movement,
// the balance that the movements lead to, and no movement follows.
func (l *accountPaper) leadsHere(a *oneAccount, i int, r accountRow) bool {
	days := layout.DatesIn(l.rows[i].Line.Text())
	if len(days) != 1 || len(a.lines) == 0 || len(l.rows[i].amounts) != 1 {
		return false
	}
	last := a.lines[len(a.lines)-1].Value.(predate.AccountLine).Movement
	amount, _, ok := l.closingAmount(a, r)
	if !ok || amount != a.sum || days[0].Before(last.Date) {
		return false
	}
	for j := i + 1; j < len(l.rows); j++ {
		if next := l.entry(j); !next.date.IsZero() && (next.debit != nil || next.credit != nil || next.amount != nil) {
			return false
		}
	}
	return true
}
