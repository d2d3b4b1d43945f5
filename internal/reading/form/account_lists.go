package form

import (
	"cmp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/layout"
)

// sideList is one side of an account that is printed as two lists: what was
// called, or what was paid, with its printed sum.
type sideList struct {
	sum  *node
	rows []sideRow
}

// sideRow is a movement of one side, on the day printed on its line or under it.
type sideRow struct {
	node  *node
	day   predate.Date
	label string
}

// accountOfLists reads an account that lists what was called and what was paid,
// each with its sum, and prints the balance that the two make. It holds on the
// day of its last movement. Any other amount, or a movement without a day, leaves it
// unread.
func (r *reader) accountOfLists() []predate.Figure {
	called, paid, ok := r.twoSides()
	if !ok {
		return nil
	}
	owed := called.sum.value() - paid.sum.value()
	balance, ok := r.balanceBeside(called, paid, owed)
	if !ok {
		return nil
	}
	var out []predate.Figure
	var last predate.Date
	first := called.rows[0].day
	for _, side := range []sideList{called, paid} {
		for _, row := range side.rows {
			m := predate.Movement{Date: row.day, Label: row.label, Debit: row.node.value()}
			if side.sum == paid.sum {
				m.Debit, m.Credit = 0, row.node.value()
			}
			m.Nature = r.natureOfMovement(row.label)
			if row.day.After(last) {
				last = row.day
			}
			if row.day.Before(first) {
				first = row.day
			}
			out = append(out, predate.Figure{Key: predate.FactAccountLine, Value: predate.AccountLine{Movement: m}, Evidence: []predate.Evidence{row.node.cell.Proof("account_statement.line")}})
		}
	}
	slices.SortStableFunc(out, func(a, b predate.Figure) int {
		x, _ := a.Value.(predate.AccountLine)
		y, _ := b.Value.(predate.AccountLine)
		return cmp.Or(x.Date.Compare(y.Date), cmp.Compare(x.Credit, y.Credit))
	})
	closing := []predate.Evidence{balance.Proof("account_statement.closing")}
	head := predate.AccountHead{Period: predate.Period{From: first, To: last}, Lots: r.lotsNamed()}
	return append([]predate.Figure{{Key: predate.FactAccount, Value: head, Evidence: closing}}, append(out,
		predate.Figure{Key: predate.FactAccountTotals, Value: predate.AccountTotals{Debit: called.sum.value(), Credit: paid.sum.value()}, Evidence: []predate.Evidence{
			called.sum.cell.Proof("account_statement.totals"), paid.sum.cell.Proof("account_statement.totals"),
		}},
		predate.Figure{Key: predate.FactAccountClosing, AsOf: last, Value: predate.AccountBalance{Date: last, Amount: owed}, Evidence: closing},
	)...)
}

// twoSides finds the list of what was called and that of what was paid: the only
// two sums of lines, one of each sense.
func (r *reader) twoSides() (called, paid sideList, ok bool) {
	for i := range r.Lines {
		for _, n := range r.at[i] {
			if len(n.children) == 0 {
				continue
			}
			side := &called
			switch {
			case r.isCalled(n.cell, "payments_total", "movement_payment"):
				side = &paid
			case !r.isCalled(n.cell, "amount_to_pay", "movement_call"):
				return called, paid, false
			}
			if side.sum != nil {
				return called, paid, false
			}
			side.sum = n
			for _, leaf := range n.children {
				row, dated := r.sideRow(leaf)
				if !dated || len(leaf.children) > 0 {
					return called, paid, false
				}
				side.rows = append(side.rows, row)
			}
		}
	}
	return called, paid, called.sum != nil && paid.sum != nil && len(called.rows)+len(paid.rows) > 2
}

// sideRow reads a movement of one side: the words of its line and the only day of
// the line or, failing that, of the line under it.
func (r *reader) sideRow(n *node) (sideRow, bool) {
	row := sideRow{node: n}
	i := n.cell.Line
	var words []string
	for _, c := range r.Lines[i].Cells {
		if c.Nature == text {
			words = append(words, c.Text)
		}
	}
	days := layout.DatesIn(r.LineText(i))
	if next := i + 1; len(days) != 1 && next < len(r.Lines) && !r.hasAmounts(next) && r.Lines[next].Page == n.cell.Page {
		days = layout.DatesIn(r.LineText(next))
	} else if next < len(r.Lines) && len(words) == 0 && !r.hasAmounts(next) {
		words = append(words, r.LineText(next)) // a day alone, with its words under it
	}
	row.label = strings.TrimSpace(strings.Join(words, " "))
	if len(days) != 1 || len(r.at[i]) != 1 {
		return row, false
	}
	row.day = days[0]
	return row, true
}

// balanceBeside returns the printed balance of two lists. Every amount that is in
// neither is that balance or one of their sums again.
func (r *reader) balanceBeside(called, paid sideList, owed predate.Cents) (cell, bool) {
	held := map[int]bool{}
	for _, side := range []sideList{called, paid} {
		held[side.sum.cell.Line] = true
		for _, row := range side.rows {
			held[row.node.cell.Line] = true
		}
	}
	var balance cell
	for _, c := range r.amounts() {
		v := c.Amount.Cents
		switch {
		case held[c.Line]:
		case (v == owed || v == -owed) && r.isCalled(c, "closing_balance", "column_balance", "amount_to_pay"):
			balance = c
		case v != called.sum.value() && v != paid.sum.value():
			return cell{}, false
		}
	}
	return balance, balance.Text != "" && owed != 0
}
