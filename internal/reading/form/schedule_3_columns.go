package form

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/period"
)

// indicative is a budget that nobody votes.
const indicative predate.Column = "indicative"

// nameColumns says what each column is about: the exercise that its head prints,
// and whether it was voted or spent. None where a head says neither, or where two
// columns would be the same.
func (r *reader) nameColumns(t keyTable, years exercises) []namedColumn {
	var out []namedColumn
	var heads []string
	for _, n := range t.grand {
		head := r.tallHead(t, n)
		heads = append(heads, head)
		out = append(out, namedColumn{year: r.headPeriod(head, years)})
	}
	closed := years.closed
	for k, c := range out {
		for _, other := range out[:k] {
			if !c.year.IsZero() && c.year == other.year {
				closed = c.year // the only exercise that is printed twice: voted and spent
			}
		}
	}
	if closed.IsZero() {
		closed = r.lastSpent(heads, out)
	}
	for k := range out {
		out[k].column = r.columnOf(heads[k], out[k].year, closed)
	}
	pairClosed(out, closed)
	for k, c := range out {
		if r.Says(heads[k], "column_indicative") {
			out[k].column = indicative
			continue
		}
		if c.column == "" || slices.ContainsFunc(out[:k], func(other namedColumn) bool { return other.column == c.column }) {
			return nil
		}
	}
	return out
}

// pairClosed names the second column of the closed exercise after the first: its
// budget stands beside what was spent (décret 2005-240, annexe 3). Heads that run
// into one another leave one of them its days alone.
func pairClosed(out []namedColumn, closed predate.Period) {
	var named, unnamed []int
	for k, c := range out {
		switch {
		case c.year != closed || closed.IsZero():
		case c.column == "":
			unnamed = append(unnamed, k)
		default:
			named = append(named, k)
		}
	}
	if len(named) != 1 || len(unnamed) != 1 {
		return
	}
	other := map[predate.Column]predate.Column{predate.ColumnClosedBudget: predate.ColumnClosed, predate.ColumnClosed: predate.ColumnClosedBudget}
	out[unnamed[0]].column = other[out[named[0]].column]
}

// columnOf says which of the five columns of annexe 3 a head names, by its
// exercise where it prints one.
func (r *reader) columnOf(head string, year, closed predate.Period) predate.Column {
	if !r.Says(head, statutoryColumns()...) {
		head = withoutNumbers(head)
	}
	said := func(ids ...lexicon.ID) bool { return r.Says(head, ids...) }
	budget, spent := said("column_closed_budget"), said("column_closed")
	switch {
	case year.IsZero() || closed.IsZero():
	case year.To.Before(closed.From) && budget && !spent:
		return "" // a budget is no charges
	case year.To.Before(closed.From):
		return predate.ColumnPrevious
	case year == closed && budget != spent:
		if budget {
			return predate.ColumnClosedBudget
		}
		return predate.ColumnClosed
	case year.From == closed.To.AddDays(1):
		return predate.ColumnRunning
	case year.From.After(closed.To):
		return predate.ColumnNext
	default:
		return ""
	}
	var found predate.Column
	for _, c := range []struct {
		id     lexicon.ID
		column predate.Column
	}{
		{"column_previous", predate.ColumnPrevious},
		{"column_closed_budget", predate.ColumnClosedBudget},
		{"column_closed", predate.ColumnClosed},
		{"column_running", predate.ColumnRunning},
		{"column_next", predate.ColumnNext},
	} {
		if !said(c.id) {
			continue
		}
		if found != "" {
			return ""
		}
		found = c.column
	}
	return found
}

// withoutNumbers returns the words of a head without its days in figures: a single
// word heads a column alone, whatever exercise is printed under it.
func withoutNumbers(head string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(head), func(w string) bool {
		return !strings.ContainsFunc(w, unicode.IsLetter)
	}), " ")
}

// headPeriod returns the exercise that a head prints: two days, or the last one
// of an exercise that the paper names. Of three days the first stands over the
// head: that on which the paper was made.
func (r *reader) headPeriod(head string, years exercises) predate.Period {
	days := layout.DatesIn(head)
	if len(days) == 3 {
		p := predate.Period{From: days[1], To: days[2]}
		if days[1].Before(days[2]) && p.Months() >= 6 && p.Months() <= 24 {
			return p
		}
		return predate.Period{}
	}
	if p := period.SpansIn(head); len(p) == 1 {
		return p[0]
	}
	for _, p := range []predate.Period{years.previous, years.closed, years.running, years.next} {
		if len(days) == 1 && !p.IsZero() && days[0] == p.To {
			return p
		}
	}
	return calendarPeriod(head, years)
}

// tallHead returns the words over a column of the table, however many lines they
// take, from its first line up to the next amount or the title of the annexe.
func (r *reader) tallHead(t keyTable, n *node) string {
	top := t.first[t.keys[0]]
	var parts []string
	box := n.cell.Box
	for _, leaf := range n.leaves() {
		if leaf.cell.Page == r.Lines[top].Page {
			box.X0, box.X1 = min(box.X0, leaf.cell.Box.X0), max(box.X1, leaf.cell.Box.X1)
		}
	}
	titled := false
	for i := top - 1; i >= max(0, top-14) && r.Lines[i].Page == r.Lines[top].Page && !r.hasAmounts(i) && !titled; i-- {
		titled = r.TitleKind(r.LineText(i)) == r.Kind && !headsColumnOf(r, i, t)
		if c, ok := r.headInTurn(i, t, n); ok {
			parts = append([]string{c.Text}, parts...)
			continue
		}
		for _, c := range r.Lines[i].Cells {
			switch {
			case over(c.Box, box) <= 0.35 || r.isTitleOver(c, box) && !r.overTwo(c.Box, t):
			case r.overTwo(c.Box, t):
				parts = append([]string{r.sharedHead(c, t, n)}, parts...)
			default:
				parts = append([]string{c.Text}, parts...)
			}
		}
	}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// headsColumnOf reports whether a line has the head of a column of a table: the title of the
// annexe may stand on it as the head of its labels.
func headsColumnOf(r *reader, i int, t keyTable) bool {
	return slices.ContainsFunc(r.Lines[i].Cells, func(c cell) bool {
		return r.TitleKind(c.Text) == "" && slices.ContainsFunc(t.grand, func(g *node) bool { return over(c.Box, g.cell.Box) > 0.35 })
	})
}

// sharedHead returns what a cell over several columns says of one: it names as
// many columns as it stands over, in their order.
func (r *reader) sharedHead(c cell, t keyTable, n *node) string {
	at, under := 0, 0
	for _, g := range t.grand {
		if over(c.Box, g.cell.Box) > 0.35 {
			if g == n {
				at = under
			}
			under++
		}
	}
	spans := slices.Clone(r.Meanings(c.Text))
	slices.SortStableFunc(spans, func(a, b lexicon.Span) int { return cmp.Or(a.From-b.From, b.To-a.To) })
	var heads []string
	end := 0
	for _, s := range spans {
		if s.From >= end && slices.Contains(statutoryColumns(), s.Concept) {
			heads = append(heads, strings.Join(strings.Fields(c.Text)[s.From:s.To], " "))
			end = s.To
		}
	}
	if len(heads) != under {
		return ""
	}
	return heads[at]
}

// statutoryColumns are the five columns of annexe 3 (décret 2005-240).
func statutoryColumns() []lexicon.ID {
	return []lexicon.ID{"column_previous", "column_closed_budget", "column_closed", "column_running", "column_next"}
}

// isTitleOver reports whether a cell, alone on its line, is a title of the whole
// table rather than the head of a column: most of it stands beside the column.
func (r *reader) isTitleOver(c cell, column predate.Box) bool {
	within := min(c.Box.X1, column.X1) - max(c.Box.X0, column.X0)
	return len(r.Lines[c.Line].Cells) == 1 && within < 0.35*(c.Box.X1-c.Box.X0)
}

// headInTurn returns the head of a column on a line that has one for each: a head
// in the middle of its column may stand beside amounts that end at its right. Each
// has its middle between the ends of the column before and of its own.
func (r *reader) headInTurn(i int, t keyTable, n *node) (cell, bool) {
	cells := r.Lines[i].Cells
	before := len(cells) - len(t.grand)
	if before < 0 || before > 0 && cells[before-1].Box.X1 > t.grand[0].cell.Box.X0 {
		return cell{}, false
	}
	var own cell
	for k, g := range t.grand {
		box := cells[before+k].Box
		middle := (box.X0 + box.X1) / 2
		if middle > g.cell.Box.X1 || k > 0 && middle < t.grand[k-1].cell.Box.X1 {
			return cell{}, false
		}
		if g == n {
			own = cells[before+k]
		}
	}
	return own, own.Text != ""
}

// overTwo reports whether a box stands over two columns of a table.
func (r *reader) overTwo(b predate.Box, t keyTable) bool {
	n := 0
	for _, g := range t.grand {
		if over(b, g.cell.Box) > 0.35 {
			n++
		}
	}
	return n > 1
}
