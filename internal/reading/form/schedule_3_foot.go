package form

import (
	"strings"

	"predate"
)

// footOfKeys reads the foot of annexe 3: the total of every column, which the
// keys have proved, and the balance that the provisions leave. Under the accounts of annexe 2
// provisions are account 701 (décret 2005-240, annexe 2).
func (r *reader) footOfKeys(total int, t keyTable, years exercises) []predate.Figure {
	var out []predate.Figure
	for k, n := range t.grand {
		key, named := footKey(t.names[k].column)
		if !named {
			continue
		}
		out = append(out, t.footFigure(k, key, predate.Money(n.value()), years, n.cell))
	}
	accounts := r.Kind == predate.KindSchedule2 && t.keys[0] == total
	for i := total + 1; i < len(r.Lines); i++ {
		if accounts && (!r.hasAmounts(i) || !strings.HasPrefix(r.numberOf(r.at[i][0]), "701")) {
			continue
		}
		for j := i + 1; r.hasAmounts(i) && j < len(r.Lines); j++ {
			if r.balancesKeys(t, i, j) {
				out = append(out, r.balanceOfKeys(t, i, j, years)...)
				return keepDated(out)
			}
		}
	}
	return keepDated(out)
}

// balancesKeys reports whether a row holds, in every column, what the provisions
// of another leave of the net charges: in one column at least it is not zero.
func (r *reader) balancesKeys(t keyTable, provisions, balance int) bool {
	proved := false
	for _, n := range t.grand {
		called, left := r.inColumn(provisions, n.column), r.inColumn(balance, n.column)
		switch {
		case left == nil && (called == nil || called.value() == 0):
			continue // nothing is called of a budget to come
		case called == nil, left == nil && called.value() != n.value():
			return false
		case left == nil:
			continue
		}
		rest := called.value() - n.value()
		if rest != left.value() && rest != -left.value() {
			return false
		}
		proved = proved || rest != 0
	}
	return proved
}

// balanceOfKeys returns the provisions and the balance of the columns that were
// spent: what was called and not spent is above zero, whatever sign is printed.
func (r *reader) balanceOfKeys(t keyTable, provisions, balance int, years exercises) []predate.Figure {
	var out []predate.Figure
	for k, n := range t.grand {
		called, left := r.inColumn(provisions, n.column), r.inColumn(balance, n.column)
		if c := t.names[k].column; called == nil || left == nil || c != predate.ColumnClosed && c != predate.ColumnPrevious {
			continue
		}
		out = append(out,
			t.footFigure(k, predate.FactProvisionsCurrent, predate.Money(called.value()), years, called.cell),
			t.footFigure(k, predate.FactBalance3, predate.Money(called.value()-n.value()), years, left.cell))
	}
	return out
}

// footFigure is an amount of the foot in a column.
func (t keyTable) footFigure(k int, key predate.Key, value predate.Money, years exercises, c cell) predate.Figure {
	year := t.names[k].year
	if year.IsZero() {
		year = yearOf(t.names[k].column, years)
	}
	return predate.Figure{Key: key, Value: value, Year: year, AsOf: year.To, Evidence: []predate.Evidence{c.Proof("form.schedule_3.foot")}}
}

// keepDated keeps the figures whose exercise is known.
func keepDated(figures []predate.Figure) []predate.Figure {
	var out []predate.Figure
	for _, f := range figures {
		if !f.Year.IsZero() {
			out = append(out, f)
		}
	}
	return out
}

// footKey says what the sum of all keys in a column is; nothing of a budget that
// nobody votes.
func footKey(c predate.Column) (predate.Key, bool) {
	switch c {
	case predate.ColumnClosedBudget, predate.ColumnRunning, predate.ColumnNext:
		return predate.FactBudget, true
	case indicative:
		return "", false
	}
	return predate.FactNetCharges, true
}
