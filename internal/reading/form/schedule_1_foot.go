package form

import (
	"slices"

	"predate"
	"predate/internal/reading/layout"
)

// loans reads the foot of annexe 1 on loans: an amount, or words that say that
// there is none.
func (r *reader) loans(on predate.Date) []predate.Figure {
	end := r.lineOf(func(s string) bool { return r.Says(s, "part_owners_list") })
	for i := range end {
		words := r.LineText(i)
		if !r.Says(words, "account_loan") {
			continue
		}
		l := r.Lines[i]
		sums := slices.DeleteFunc(slices.Clone(l.Cells), func(c cell) bool { return c.Nature != amount })
		f := predate.Figure{Key: predate.FactLoansOutstanding, AsOf: on}
		switch {
		case r.Says(words, "none"):
			f.Value, f.Status = predate.Money(0), predate.StatusNone
			f.Evidence = []predate.Evidence{{Page: l.Page, Box: l.Box, Text: words, Rule: "form.schedule_1.loans"}}
		case len(sums) == 1:
			f.Value, f.Evidence = predate.Money(sums[0].Amount.Cents), []predate.Evidence{sums[0].Proof("form.schedule_1.loans")}
		default:
			continue
		}
		return []predate.Figure{f}
	}
	return nil
}

// listTotals reads what debtors owe and what creditors are owed in the list of
// owners joined to annexe 1: the totals of its two columns, on top or at the foot.
func (r *reader) listTotals(on predate.Date) []predate.Figure {
	start := r.lineOf(func(s string) bool { return r.Says(s, "part_owners_list") })
	if start == len(r.Lines) {
		return nil
	}
	if days := layout.DatesIn(r.LineText(start)); len(days) == 1 {
		on = days[0]
	}
	var lists [][]*node
	for _, col := range r.columns {
		if list := slices.DeleteFunc(slices.Clone(col.nodes), func(n *node) bool { return n.cell.Line <= start }); len(list) > 0 {
			lists = append(lists, list)
		}
	}
	found := map[predate.Key][]predate.Figure{}
	for _, list := range lists {
		key, rule := r.listSide(start, list, lists)
		for _, n := range list {
			if key != "" && slices.ContainsFunc(r.at[n.cell.Line], func(o *node) bool { return o.total }) {
				found[key] = append(found[key], predate.Figure{Key: key, Value: predate.Money(n.value()), AsOf: on, Evidence: []predate.Evidence{n.cell.Proof(rule)}})
			}
		}
	}
	var out []predate.Figure
	for _, key := range []predate.Key{predate.FactListDebit, predate.FactListCredit} {
		if len(found[key]) == 1 {
			out = append(out, found[key]...)
		}
	}
	return out
}

// listSide returns the figure that the total of a column of the list of owners is,
// by the words over its amounts and the white before them: heads may run into one
// another.
func (r *reader) listSide(start int, list []*node, lists [][]*node) (predate.Key, string) {
	first := list[0].cell
	left := 0.0
	before := slices.Clone(r.Lines[first.Line].Cells)
	for _, other := range lists {
		before = append(before, other[0].cell)
	}
	for _, c := range before {
		if c.Box.X1 < first.Box.X0 && (c.Nature == amount || c.Nature == dash || c.Nature == unread) {
			left = max(left, c.Box.X1)
		}
	}
	debit, credit, head := false, false, ""
	for i := first.Line - 1; i > start && r.Lines[i].Page == first.Page; i-- {
		words := ""
		for _, w := range r.Lines[i].Words {
			if middle := (w.Box.X0 + w.Box.X1) / 2; middle > left && middle < first.Box.X1 {
				debit, credit = debit || r.Says(w.Text, "column_debit"), credit || r.Says(w.Text, "column_credit")
				words += " " + w.Text
			}
		}
		head = words + head
	}
	switch {
	case debit == credit, r.Says(head, "column_balance_before"):
		return "", ""
	case debit:
		return predate.FactListDebit, "form.schedule_1.list_debit"
	}
	return predate.FactListCredit, "form.schedule_1.list_credit"
}
