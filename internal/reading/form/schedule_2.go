package form

import (
	"cmp"
	"regexp"
	"slices"

	"predate"
)

// managed is one side of a part of annexe 2 in one column: charges or products,
// of current operations or of works, with the balance that makes its total.
type managed struct {
	name            namedColumn
	works, products bool
	lines, balance  predate.Cents
	total           predate.Cents
	proof           []predate.Evidence
}

// Accounts that only current operations have, and those that only works and
// exceptional operations have (décret 2005-240, annexe 2).
var (
	currentAccount = regexp.MustCompile(`^(?:60[0-9]|61[0-9]|62[0-4]|63[0-9]|64[0-9]|701)`)
	lastAccount    = regexp.MustCompile(`\b[67][0-9]{2}$`)
	worksAccount   = regexp.MustCompile(`^(?:661|671|672|673|677|678|702|703|704|705|712|718)`)
)

// schedule2 reads annexe 2: in each column charges and products, with their
// balance, make one total. Annexe 3 is often printed as its sequel.
func schedule2(r *reader) []predate.Figure {
	years := r.years()
	var sides []managed
	var out []predate.Figure
	known := map[int]namedColumn{}
	for i := range r.Lines {
		for _, g := range r.GroupsAt(i) {
			if r.IsTotal(g.Label) {
				found := r.managedSide(i, g, years, known)
				sides = append(sides, found...)
				if len(found) > 0 && found[0].works && !found[0].products && len(out) == 0 {
					out = r.noWorksBefore(i, years)
				}
			}
		}
	}
	for _, s := range sides {
		if s.name.year.IsZero() {
			s.name.year = yearOf(s.name.column, years)
		}
		if k := slices.IndexFunc(sides, s.faces); k >= 0 && !s.products && !s.name.year.IsZero() {
			out = append(out, s.balances(sides[k])...)
		}
	}
	if keys := schedule3(r); keys != nil {
		return append(out, keys...)
	}
	return append(out, slices.DeleteFunc(r.columnTotals(years), func(f predate.Figure) bool {
		return len(sides) > 0 && f.Key == predate.FactBalance2Current // two lists prove it
	})...)
}

// noWorksBefore states that works cost nothing in the exercise before the closed
// one, where their total prints a dash or zero under its head, as every line of it does
// and some line a dash.
func (r *reader) noWorksBefore(total int, years exercises) []predate.Figure {
	first := total
	for _, n := range r.at[total] {
		first = min(first, n.first())
	}
	nothing := func(c cell) bool { return c.Nature == dash || c.Nature == amount && c.Amount.Cents == 0 }
	for _, c := range r.Lines[total].Cells {
		head, dashes := "", 0
		if nothing(c) {
			head = r.HeadsOver(c, c.Box)
		}
		year := r.headPeriod(head, years)
		before := year == years.previous || r.Says(head, "column_previous")
		if !before || r.Says(head, "column_closed", "column_closed_budget") || year.IsZero() || year == years.closed {
			continue
		}
		for i := first; i <= total; i++ {
			k := slices.IndexFunc(r.Lines[i].Cells, func(o cell) bool { return nothing(o) && over(o.Box, c.Box) > 0 })
			if k < 0 && r.hasAmounts(i) {
				return nil
			}
			if k >= 0 && r.Lines[i].Cells[k].Nature == dash {
				dashes++
			}
		}
		if dashes == 0 {
			continue // zeros make their sum, as any amounts
		}
		return []predate.Figure{{
			Key: predate.FactClosedTotal, Value: predate.ClosedWorks{{}}, Year: year, AsOf: year.To,
			Evidence: []predate.Evidence{c.Proof("form.schedule_2.balance")},
		}}
	}
	return nil
}

// yearOf returns the exercise of a column whose head prints none.
func yearOf(c predate.Column, years exercises) predate.Period {
	switch c {
	case predate.ColumnClosed, predate.ColumnClosedBudget:
		return years.closed
	case predate.ColumnPrevious:
		return years.previous
	case predate.ColumnRunning:
		return years.running
	case predate.ColumnNext:
		return years.next
	}
	return predate.Period{}
}

// faces reports whether two sides are the charges and products of one part and
// column, with the same total.
func (s managed) faces(other managed) bool {
	return s.works == other.works && s.products != other.products && s.name.column == other.name.column && s.total == other.total
}

// balances returns the balance of a part, and what works cost in the exercise
// before the closed one.
func (s managed) balances(products managed) []predate.Figure {
	year := predate.Period{From: s.name.year.From, To: s.name.year.To}
	f := predate.Figure{Key: predate.FactBalance2Current, Year: year, AsOf: year.To, Evidence: append(slices.Clone(s.proof), products.proof...)}
	f.Value = predate.Money(s.balance - products.balance)
	if s.works {
		f.Key = predate.FactBalance2Works
	}
	switch {
	case s.name.column != predate.ColumnClosed && s.name.column != predate.ColumnPrevious:
		return nil
	case s.works && s.name.column == predate.ColumnPrevious:
		total := predate.ClosedWork{Spent: s.lines, Received: products.lines, Balance: products.lines - s.lines}
		return []predate.Figure{f, {Key: predate.FactClosedTotal, Value: predate.ClosedWorks{total}, Year: year, AsOf: year.To, Evidence: f.Evidence}}
	}
	return []predate.Figure{f}
}

// managedSide reads a total of annexe 2: accounts of one class with their sum,
// and a balance that brings it to the total.
func (r *reader) managedSide(i int, g group, years exercises, known map[int]namedColumn) []managed {
	t := keyTable{first: map[int]int{}}
	var out []managed
	for _, n := range r.at[i] {
		if !slices.ContainsFunc(g.Amounts, func(c cell) bool { return c.Box == n.cell.Box }) {
			continue
		}
		s, ok := r.sideOf(n)
		if !ok && n.value() == 0 && len(n.children) == 0 {
			continue // of dashes
		}
		if !ok {
			return nil
		}
		t.grand, out = append(t.grand, n), append(out, s)
		t.keys, t.first[n.first()] = append(t.keys, n.first()), n.first()
	}
	if len(out) == 0 {
		return nil
	}
	slices.Sort(t.keys)
	for k, c := range r.nameColumns(t, years) {
		known[t.grand[k].column] = c
	}
	for k, n := range t.grand {
		out[k].name = known[n.column]
		if out[k].works != out[0].works || out[k].products != out[0].products || out[k].name.column == "" {
			return nil
		}
	}
	return out
}

// sideOf reads what a total sums: a sum of accounts, then at most a balance.
func (r *reader) sideOf(n *node) (managed, bool) {
	s := managed{total: n.value()}
	if len(n.children) == 0 || len(n.children) > 2 || len(n.children[0].children) == 0 {
		return s, false
	}
	s.lines = n.children[0].value()
	s.balance = s.total - s.lines
	for _, c := range n.children {
		s.proof = append(s.proof, c.cell.Proof("form.schedule_2.balance"))
	}
	charges, works, current := false, false, false
	for _, leaf := range n.children[0].leaves() {
		number := r.numberOf(leaf)
		if number == "" || number[0] != '6' && number[0] != '7' {
			return s, false
		}
		s.products = s.products || number[0] == '7'
		charges = charges || number[0] == '6'
		works, current = works || worksAccount.MatchString(number), current || currentAccount.MatchString(number)
	}
	s.works = works
	return s, charges != s.products && works != current
}

// numberOf returns the account that a row bears before its words or after them, where
// they may wrap.
func (r *reader) numberOf(n *node) string {
	for _, g := range r.GroupsAt(n.cell.Line) {
		if slices.ContainsFunc(g.Amounts, func(c cell) bool { return c.Box == n.cell.Box }) {
			return cmp.Or(accountNumber(g), lastAccount.FindString(g.Label), lastAccount.FindString(r.Next(g, 1)))
		}
	}
	return ""
}
