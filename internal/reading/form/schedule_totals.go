package form

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate"
	"predate/internal/reading/layout"
)

// columnTotals returns what current charges come to in every column, with what the
// provisions leave of them, where one row sums the lines of a table that is cut by no key. In annexe 2 these are accounts of
// charges of current operations, and nothing but provisions stands against them
// (décret 2005-240, annexe 2); elsewhere nothing else is in the table.
func (r *reader) columnTotals(years exercises) []predate.Figure {
	for i := range r.Lines {
		t, ok := r.plainTotal(i)
		if !ok || !(r.Kind == predate.KindSchedule2 && r.currentCharges(t)) && !(r.wholeTable(t, i) && (r.Kind == predate.KindSchedule3 || !r.numbered(t))) {
			continue
		}
		if t.names = r.nameColumns(t, years); t.names == nil {
			return nil
		}
		spent := !r.underWay(t, years)
		out := slices.DeleteFunc(r.footOfKeys(i, t, years.withBudgets()), func(f predate.Figure) bool {
			return f.Value == predate.Money(0) || f.Key == predate.FactNetCharges && !spent
		})
		for k := range out {
			if r.Kind == predate.KindSchedule2 && out[k].Key == predate.FactBalance3 {
				out[k].Key = predate.FactBalance2Current
			}
		}
		return out
	}
	return nil
}

// numbered reports whether lines of a table bear the numbers of accounts.
func (r *reader) numbered(t keyTable) bool {
	return slices.ContainsFunc(t.grand[0].children, func(n *node) bool { return r.numberOf(n) != "" })
}

// underWay reports whether a budget stands beside what was spent of it so far: the
// two columns are of one exercise, and nothing shows that the paper was made after
// its end.
func (r *reader) underWay(t keyTable, years exercises) bool {
	for _, c := range t.names {
		if c.column != predate.ColumnClosed && c.column != predate.ColumnClosedBudget {
			return false
		}
	}
	made := r.onlyDay("issue_date")
	return !years.closed.To.Before(made)
}

// plainTotal reads a row that sums, in two columns at least, the same lines right
// over it.
func (r *reader) plainTotal(i int) (keyTable, bool) {
	row := r.at[i]
	if len(row) < 2 {
		return keyTable{}, false
	}
	var summed []int
	for _, n := range row {
		if len(n.children) == 0 {
			return keyTable{}, false
		}
		for _, c := range n.children {
			if len(c.children) > 0 {
				return keyTable{}, false
			}
			if !slices.Contains(summed, c.cell.Line) {
				summed = append(summed, c.cell.Line)
			}
		}
	}
	slices.Sort(summed)
	for j := summed[0]; j < i; j++ {
		if r.hasAmounts(j) && !slices.Contains(summed, j) {
			return keyTable{}, false
		}
	}
	t := keyTable{grand: row, keys: []int{i}, first: map[int]int{i: summed[0]}}
	return t, len(summed) > 1
}

// currentCharges reports whether the lines of a table are accounts of charges of
// current operations, and the paper has no income of these but provisions: the
// charges are net.
func (r *reader) currentCharges(t keyTable) bool {
	current := false
	for i := range r.Lines {
		within := i >= t.first[t.keys[0]] && i < t.keys[0]
		for _, n := range r.at[i] {
			number := r.numberOf(n)
			switch {
			case within && (number == "" || number[0] != '6' || worksAccount.MatchString(number)):
				return false
			case within:
				current = current || currentAccount.MatchString(number)
			case strings.HasPrefix(number, "71") && n.value() != 0 && !worksAccount.MatchString(number):
				return false
			}
		}
	}
	return current
}

// wholeTable reports whether a table has no amount but the lines that its total
// sums, and a foot that sets provisions against them.
func (r *reader) wholeTable(t keyTable, total int) bool {
	var foot []int
	for i := range r.Lines {
		switch {
		case !r.hasAmounts(i) || i == total || i >= t.first[total] && i < total:
		case i < total:
			return false
		case strings.HasPrefix(r.numberOf(r.at[i][0]), "6"):
			return false
		case !strings.HasPrefix(r.numberOf(r.at[i][0]), "7"):
			foot = append(foot, i)
		}
	}
	return len(foot) == 0 || len(foot) == 2 && r.balancesKeys(t, foot[0], foot[1])
}

// calendarYear is a year that words name, no day and no part of a longer exercise.
var calendarYear = regexp.MustCompile(`(?:^|[^\d/-])(20\d\d)(?:$|[^\d/-])`)

// calendarPeriod returns the calendar year that a head names: «Budget exercice
// 2026». A syndicat of other exercises names two years, or the paper their days.
func calendarPeriod(head string, years exercises) predate.Period {
	year := years.closed
	if calendar := year.From.Month == 1 && year.From.Day == 1 && year.Months() == 12; !year.From.IsZero() && !calendar || len(layout.DatesIn(head)) > 0 {
		return predate.Period{}
	}
	found := calendarYear.FindAllStringSubmatch(head, -1)
	if len(found) != 1 {
		return predate.Period{}
	}
	n, err := strconv.Atoi(found[0][1])
	if err != nil {
		return predate.Period{}
	}
	return predate.Period{From: predate.Date{Year: n, Month: 1, Day: 1}, To: predate.Date{Year: n, Month: 12, Day: 31}}
}

// lastSpent returns the latest exercise of which a head says that it was spent.
func (r *reader) lastSpent(heads []string, columns []namedColumn) predate.Period {
	var last predate.Period
	for k, c := range columns {
		if r.Says(heads[k], "column_closed") && c.year.To.After(last.To) {
			last = c.year
		}
	}
	return last
}
