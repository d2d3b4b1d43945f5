package form

import "predate"

// groupEnd returns the last day of the exercise over a group of two columns,
// debit and credit, in which an amount stands: the heads of exercises share the
// pairs of columns among them in their order, wherever they stand over them.
func (r *reader) groupEnd(c cell, y exercises) predate.Date {
	for i := c.Line - 1; i > 0 && r.Lines[i].Page == c.Page; i-- {
		sides := r.sideHeads(i)
		if len(sides) < 4 {
			continue
		}
		for j := i - 1; j >= max(0, i-3); j-- {
			ends := r.exerciseHeads(j, y)
			if len(ends) < 2 || 2*len(ends) != len(sides) {
				continue
			}
			for k, head := range sides {
				if over(head.Box, c.Box) > 0.35 || near(head.Box.X1, c.Box.X1) {
					return ends[k/2]
				}
			}
		}
		return predate.Date{}
	}
	return predate.Date{}
}

// sideHeads returns the heads of a line that say debit and credit in turn, or what
// is owed to the syndicat and what it owes; none
// where they do not take turns.
func (r *reader) sideHeads(i int) []cell {
	var out []cell
	debit := false
	for _, c := range r.Lines[i].Cells {
		isDebit, isCredit := r.Says(c.Text, "column_debit", "column_assets"), r.Says(c.Text, "column_credit", "column_debts")
		if c.Nature != text || isDebit == isCredit {
			continue
		}
		if len(out) > 0 && isDebit == debit {
			return nil
		}
		debit = isDebit
		out = append(out, c)
	}
	return out
}

// exerciseHeads returns the last days of the exercises that the cells of a line
// name, from left to right; none where two name the same.
func (r *reader) exerciseHeads(i int, y exercises) []predate.Date {
	var out []predate.Date
	for _, c := range r.Lines[i].Cells {
		on := r.columnEnd(c.Text, y)
		if c.Nature == amount || on.IsZero() {
			continue
		}
		for _, other := range out {
			if other == on {
				return nil
			}
		}
		out = append(out, on)
	}
	return out
}
