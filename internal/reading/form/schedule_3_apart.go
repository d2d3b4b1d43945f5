package form

import (
	"slices"

	"predate"
	"predate/internal/reading/keyname"
)

// keysApart reads annexe 3 where every key has a table of its own, with its total
// in every column, and the paper prints what they make together for one column at
// least: that their number is whole is proved by it.
func (r *reader) keysApart(years exercises) []predate.Figure {
	t := keyTable{keys: r.tableTotals(), first: map[int]int{}}
	if len(t.keys) < 2 {
		return nil
	}
	for _, at := range t.keys {
		t.first[at] = r.at[at][0].first()
	}
	var proof []predate.Evidence
	for _, n := range r.at[t.keys[0]] {
		grand := &node{column: n.column}
		for _, at := range t.keys {
			k := r.inColumn(at, n.column)
			grand.children = append(grand.children, k)
			grand.cell.Amount.Cents += k.value()
		}
		last := grand.children[len(grand.children)-1].cell
		last.Amount.Cents = grand.cell.Amount.Cents
		grand.cell = last
		t.grand = append(t.grand, grand)
		if printed, ok := r.printedTotal(t.keys[len(t.keys)-1], grand.value()); ok {
			proof = append(proof, printed.Proof("form.schedule_3.key_nets"))
		}
	}
	if t.names = r.nameColumns(t, years); t.names == nil || len(proof) == 0 || years.closed.From.IsZero() {
		return nil
	}
	return r.netsApart(t, years, proof)
}

// tableTotals lists the rows that close tables of the same columns and that no
// other row sums.
func (r *reader) tableTotals() []int {
	var out []int
	for i := range r.Lines {
		if row := r.at[i]; closesTable(row) && (len(out) == 0 || sameColumnsAs(row, r.at[out[0]])) {
			out = append(out, i)
		}
	}
	return out
}

// closesTable reports whether a row is the last total of the lines over it in every
// column, two at least.
func closesTable(row []*node) bool {
	if len(row) < 2 || !row[0].total {
		return false
	}
	return !slices.ContainsFunc(row, func(n *node) bool {
		return len(n.children) == 0 || n.parent != nil || n.first() != row[0].first()
	})
}

func sameColumnsAs(a, b []*node) bool {
	return slices.EqualFunc(a, b, func(x, y *node) bool { return x.column == y.column })
}

// printedTotal finds the amount after a line that words call a total and that has
// a value.
func (r *reader) printedTotal(after int, value predate.Cents) (cell, bool) {
	for i := after + 1; i < len(r.Lines); i++ {
		for _, n := range r.at[i] {
			if n.total && n.value() == value && value != 0 {
				return n.cell, true
			}
		}
	}
	return cell{}, false
}

// netsApart returns the keys with what each cost in every column.
func (r *reader) netsApart(t keyTable, years exercises, proof []predate.Evidence) []predate.Figure {
	var nets predate.KeyNets
	for row, at := range t.keys {
		k := r.keyOfNet(at, t)
		if k.Total == 0 {
			k.Code, k.Label = keyname.Split(r.nameOver(t.first[at]))
		}
		if k.Code+k.Label == "" || slices.ContainsFunc(nets, func(o predate.KeyNet) bool { return o.Code+o.Label == k.Code+k.Label }) {
			return nil
		}
		for i, g := range t.grand {
			if t.names[i].column != indicative {
				k.Amounts = append(k.Amounts, predate.ColumnAmount{Column: t.names[i].column, Year: t.names[i].year, Amount: g.children[row].value()})
			}
		}
		nets = append(nets, k)
	}
	out := []predate.Figure{{Key: predate.FactKeyNets, Value: nets, Year: years.closed, AsOf: years.closed.To, Evidence: proof}}
	return append(out, t.sumsApart(years)...)
}

// sumsApart returns what the keys make together in every column: the net charges of
// the exercises that are over, the budgets of the others, which follow the closed one
// (décret 2005-240, annexe 3: N+1 and N+2).
func (t keyTable) sumsApart(years exercises) []predate.Figure {
	years = years.withBudgets()
	var out []predate.Figure
	for k, g := range t.grand {
		key, named := footKey(t.names[k].column)
		if !named {
			continue
		}
		f := t.footFigure(k, key, predate.Money(g.value()), years, g.children[0].cell)
		for _, c := range g.children[1:] {
			f.Evidence = append(f.Evidence, c.cell.Proof("form.schedule_3.foot"))
		}
		out = append(out, f)
	}
	return keepDated(out)
}

// withBudgets adds the exercises of the budgets, which follow the closed one.
func (y exercises) withBudgets() exercises {
	if y.running.IsZero() && y.closed.Months() == 12 {
		y.running = yearAfter(y.closed)
	}
	if y.next.IsZero() && y.running.Months() == 12 {
		y.next = yearAfter(y.running)
	}
	return y
}

// yearAfter returns the twelve months after an exercise of twelve months.
func yearAfter(p predate.Period) predate.Period {
	return predate.Period{From: p.To.AddDays(1), To: p.To.AddDays(1).AddMonths(12).AddDays(-1)}
}

// nameOver returns the words over the heads of a table that begins on a line.
func (r *reader) nameOver(first int) string {
	for i := first - 1; i >= 0 && r.Lines[i].Page == r.Lines[first].Page && !r.hasAmounts(i); i-- {
		if len(r.Lines[i].Cells) > 1 || r.isHeadLine(i) {
			continue
		}
		if words := r.LineText(i); !r.Says(words, "title_schedule_3", "exercise") {
			return words
		}
		return ""
	}
	return ""
}
