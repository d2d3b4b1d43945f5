package form

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/layout"
)

// lightAccounts reads accounts kept in the light form that small syndicats may
// use (loi 65-557, art. 14-3): owners whose charges less what was called make
// their balance, all of them alike, and expenses that make their total.
func lightAccounts(r *reader) []predate.Figure {
	year := r.exercise()
	if year.IsZero() {
		if year = r.namedYear(); year.IsZero() {
			return nil
		}
	}
	var out []predate.Figure
	for _, f := range []predate.Figure{r.ownerTable(), r.expenseList(), r.budgetStated()} {
		if f.Key != "" {
			f.Year = year
			out = append(out, f)
		}
	}
	for i := range out {
		if out[i].Key == predate.FactOwnerRows {
			out[i].AsOf = year.To
		}
	}
	return out
}

// ownerLine is what a table says of an owner.
type ownerLine struct {
	predate.OwnerRow
	line  int
	other []predate.Cents // beside charges and calls
}

// ownerTable returns the owners of a table whose every row prints what charges and
// calls differ by, or whose charges are all the same part of what was called:
// both are laid on the owners by their shares.
func (r *reader) ownerTable() predate.Figure {
	rows := r.ownerLines()
	if !differencesPrinted(rows) && !proportional(rows) {
		return predate.Figure{}
	}
	f := predate.Figure{Key: predate.FactOwnerRows}
	var list predate.OwnerRows
	for _, o := range rows {
		l := r.Lines[o.line]
		list = append(list, o.OwnerRow)
		f.Evidence = append(f.Evidence, predate.Evidence{Page: l.Page, Box: l.Box, Text: r.LineText(o.line), Rule: "form.light_accounts.owners"})
	}
	f.Value = list
	return f
}

// ownerLines lists the rows that name an owner and his lots, where words over
// their columns say charges and calls.
func (r *reader) ownerLines() []ownerLine {
	var out []ownerLine
	heads := map[int]string{} // of each column, as its first row has them
	for i := range r.Lines {
		var charges, called *node
		o := ownerLine{line: i}
		for _, n := range r.at[i] {
			if head := r.ownerHead(n); head != "" {
				heads[n.column] = head
			}
			switch head := heads[n.column]; {
			case charges == nil && r.Says(head, "column_charges_laid"):
				charges = n
			case called == nil && r.Says(head, "column_called"):
				called = n
			default:
				o.other = append(o.other, n.value())
				if r.Says(head, "column_paid") {
					o.Paid = n.value()
				}
			}
		}
		if charges == nil || called == nil {
			continue
		}
		o.Owner, o.Lots = r.ownerWords(i, charges.cell.Box.X0)
		o.Charges, o.Called, o.Balance = charges.value(), called.value(), charges.value()-called.value()
		if o.Owner != "" && o.Lots != "" {
			out = append(out, o)
		}
	}
	return out
}

// ownerHead returns the words over an amount of an owner. Line printers set them
// off their columns: where as many heads of amounts stand over a row as it has
// amounts, their order is that of the amounts.
func (r *reader) ownerHead(n *node) string {
	row := r.at[n.cell.Line]
	for i := n.cell.Line - 1; i >= 0 && r.Lines[i].Page == n.cell.Page; i-- {
		if !r.isHeadLine(i) {
			continue
		}
		var heads []string
		for _, c := range r.Lines[i].Cells {
			if r.Says(c.Text, "column_charges_laid", "column_called", "column_paid", "column_balance") {
				heads = append(heads, c.Text)
			}
		}
		if len(heads) == len(row) {
			return heads[slices.Index(row, n)]
		}
		break
	}
	return cmp.Or(r.headByRank(n), r.heads(n))
}

// differencesPrinted reports whether every row prints what charges and calls
// differ by; two of them at least differ.
func differencesPrinted(rows []ownerLine) bool {
	differ := 0
	for _, o := range rows {
		if !slices.Contains(o.other, o.Balance) && !slices.Contains(o.other, -o.Balance) {
			return false
		}
		if o.Balance != 0 {
			differ++
		}
	}
	return differ > 1
}

// proportional reports whether three rows and more of different amounts bear the
// same part of the charges as of the calls, to the cent.
func proportional(rows []ownerLine) bool {
	var charges, called predate.Cents
	unlike := map[predate.Cents]bool{}
	for _, o := range rows {
		charges, called = charges+o.Charges, called+o.Called
		unlike[o.Charges] = true
	}
	for _, o := range rows {
		want, ok := charges.Share(int64(o.Called), int64(called))
		if off := want - o.Charges; !ok || off > 2 || off < -2 {
			return false
		}
	}
	return len(unlike) > 2 && charges != called
}

// lotList is a cell that holds numbers of lots and nothing else.
var lotList = regexp.MustCompile(`^\d{1,4}(?: ?[,;+] ?\d{1,4})*$`)

// ownerWords returns the owner that a row names left of its amounts, and his lots.
func (r *reader) ownerWords(i int, left float64) (owner, lots string) {
	var words []string
	for _, c := range r.Lines[i].Cells {
		switch {
		case c.Box.X0 > left:
		case lotList.MatchString(c.Text) && lots == "":
			lots = strings.NewReplacer(";", ",", "+", ",").Replace(c.Text)
		case c.Nature == text:
			words = append(words, c.Text)
		}
	}
	return strings.Join(words, " "), lots
}

// sumsExpenses reports whether a sum is one of expenses: its words say so, or
// those over its column, and its own that it is a total.
func (r *reader) sumsExpenses(n *node) bool {
	return r.isCalled(n.cell, "expenses_total") || n.total && r.Says(r.nearestHead(n.leaves()[0].cell), "column_spent")
}

// nearestHead returns the head whose middle is nearest to that of a cell, of the
// nearest line of heads above: line printers set heads off the amounts under them.
func (r *reader) nearestHead(c cell) string {
	const far = 60
	for i := c.Line - 1; i >= 0 && r.Lines[i].Page == c.Page; i-- {
		if !r.isHeadLine(i) {
			continue
		}
		best, at := "", 2.0*far
		for _, head := range r.Lines[i].Cells {
			if off := math.Abs(head.Box.X0 + head.Box.X1 - c.Box.X0 - c.Box.X1); off < at {
				best, at = head.Text, off
			}
		}
		return best
	}
	return ""
}

// expenseList returns the dated expenses that make a printed total of expenses.
func (r *reader) expenseList() predate.Figure {
	spent := spentByCash(r)
	for i := range r.Lines {
		for _, n := range r.at[i] {
			if len(n.children) == 0 || n != spent && !r.sumsExpenses(n) {
				continue
			}
			if f, ok := r.expensesOf(n); ok {
				return f
			}
		}
	}
	return predate.Figure{}
}

// expensesOf returns the lines that a total sums, where each prints its day.
func (r *reader) expensesOf(total *node) (predate.Figure, bool) {
	f := predate.Figure{Key: predate.FactExpenses}
	var list predate.MovementList
	var sum predate.Cents
	for _, n := range total.leaves() {
		on, ok := r.dayOf(n.cell.Line)
		if !ok {
			return f, false
		}
		list = append(list, predate.Movement{Date: on, Label: expenseLabel(r, n), Debit: n.value()})
		f.Evidence = append(f.Evidence, n.cell.Proof("form.light_accounts.expenses"))
		sum += n.value()
	}
	f.Value = list
	f.Evidence = append(f.Evidence, total.cell.Proof("form.light_accounts.expenses"))
	return f, sum == total.value() && len(list) > 1
}

// expenseLabel returns the words of an expense without its day: where they begin
// with a small letter, they go on from a line over them that has no amount.
func expenseLabel(r *reader, n *node) string {
	label := strings.TrimSpace(dayBefore.ReplaceAllString(r.rowName(n.cell.Line, n.cell.Box.X0), ""))
	for i := n.cell.Line - 1; i >= 0 && startsLower(label); i-- {
		l := r.Lines[i]
		if len(l.Cells) != 1 || l.Cells[0].Nature != text || l.Page != n.cell.Page || r.isHeadLine(i) {
			break
		}
		label = l.Cells[0].Text + " " + label
	}
	return label
}

// budgetStated returns the budget of the exercise where one amount alone is called so,
// without another year.
func (r *reader) budgetStated() predate.Figure {
	var f predate.Figure
	for _, c := range r.amounts() {
		labels := r.labels(c)
		if len(labels) == 0 || !r.Names("budget_stated", strings.Trim(labels[0], " :")) {
			continue
		}
		if f.Key != "" && f.Value != predate.Money(c.Amount.Cents) {
			return predate.Figure{}
		}
		f = predate.Figure{Key: predate.FactBudget, Value: predate.Money(c.Amount.Cents), Evidence: []predate.Evidence{c.Proof("form.light_accounts.budget")}}
	}
	return f
}

// dayBefore is a day before the words of a row.
var dayBefore = regexp.MustCompile(`^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\s*`)

// dayOf returns the day that a row prints first: "12/03/2025", or "120325" as
// listings do.
func (r *reader) dayOf(i int) (predate.Date, bool) {
	if days := layout.DatesIn(r.LineText(i)); len(days) > 0 {
		return days[0], true
	}
	cells := r.Lines[i].Cells
	k := slices.IndexFunc(cells, func(c cell) bool { return c.Nature != dash })
	if k < 0 {
		return predate.Date{}, false
	}
	s, _, _ := strings.Cut(cells[k].Text, " ")
	if len(s) != 6 || strings.Trim(s, "0123456789") != "" {
		return predate.Date{}, false
	}
	return layout.ParseDate(s[:2] + "/" + s[2:4] + "/" + s[4:])
}
