package form

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/period"
)

// exercises are the accounting years of a paper of accounts.
type exercises struct {
	previous, closed, running, next predate.Period
}

// years finds which exercises a paper of accounts is about: legends that name a
// column and print its period, a period after the word exercise, or the day
// after which the state is drawn up.
func (r *reader) years() exercises {
	var y exercises
	for i := range r.Lines {
		if r.hasAmounts(i) {
			continue
		}
		words := r.LineText(i)
		if i+1 < len(r.Lines) && !r.hasAmounts(i+1) && len(layout.DatesIn(words))%2 == 1 {
			words += " " + r.LineText(i+1) // a period that wraps
		}
		for _, side := range r.sides(i, words) {
			name := ""
			for _, part := range period.Clauses(side) {
				name += part
				if p := period.SpansIn(part); len(p) > 0 {
					r.legend(&y, period.UntilDay(name), p[0])
				}
				if len(layout.DatesIn(part)) > 0 {
					name = "" // what a day follows names no other one
				}
			}
		}
	}
	r.stackedLegends(&y)
	if y.closed.IsZero() {
		y.closed.To = r.stateDay()
	}
	if y.closed.To.IsZero() {
		y.closed = r.yearOfLastDay()
	}
	if y.closed.To.IsZero() {
		y.closed = r.namedYear()
	}
	twelve := y.closed
	if twelve.From.IsZero() && !twelve.To.IsZero() {
		twelve.From = twelve.To.AddDays(1).AddMonths(-12) // the length that the law gives one (décret 2005-240, art. 5)
	}
	if y.previous.IsZero() && !twelve.From.IsZero() && twelve.Months() == 12 {
		y.previous = period.YearBefore(twelve)
	}
	return y
}

// sides cuts the words of a line after each cell with a period, where it has two
// such cells: what names a period stands before it.
func (r *reader) sides(i int, words string) []string {
	out := []string{""}
	periods := 0
	for _, c := range r.Lines[i].Cells {
		out[len(out)-1] += c.Text + " "
		if len(period.SpansIn(c.Text)) > 0 {
			out = append(out, "")
			periods++
		}
	}
	if periods < 2 {
		return []string{words}
	}
	return out
}

// stackedLegends takes the periods that stand in cards, under the words that name
// their column.
func (r *reader) stackedLegends(y *exercises) {
	for i := range len(r.Lines) - 1 {
		for _, c := range r.Lines[i].Cells {
			previous, closed := r.Says(c.Text, "column_previous"), r.Says(c.Text, "column_closed", "column_closed_year")
			if c.Nature != text || previous == closed || len(period.SpansIn(c.Text)) > 0 {
				continue
			}
			for _, under := range r.Lines[i+1].Cells {
				p := period.SpansIn(under.Text)
				switch {
				case len(p) != 1 || !near(under.Box.X0, c.Box.X0):
				case previous && y.previous.IsZero():
					y.previous = p[0]
				case closed && y.closed.IsZero():
					y.closed = p[0]
				}
			}
		}
	}
}

// legend takes a period for the column that the words before it name.
func (r *reader) legend(y *exercises, words string, p predate.Period) {
	set := func(into *predate.Period) {
		if into.IsZero() {
			*into = p
		}
	}
	switch {
	case r.Says(words, "column_previous"):
		set(&y.previous)
	case r.Says(words, "column_running"):
		set(&y.running)
	case r.Says(words, "column_next"):
		set(&y.next)
	case slices.Contains(r.Words.Text(words).Words(), "exercice"): // "ex." is short for it
		set(&y.closed)
	}
}

// stateDay returns the day of a state: the one printed after its title, in its
// cell, on the line or on the next. A cell is nearer than a line: beside another
// title stands the day of printing.
func (r *reader) stateDay() predate.Date {
	for _, about := range []func(int, cell) string{
		func(_ int, c cell) string { return c.Text },
		func(i int, _ cell) string { return r.LineText(i) },
		func(i int, _ cell) string { return r.LineText(i) + " " + r.LineText(min(i+1, len(r.Lines)-1)) },
	} {
		for i, l := range r.Lines {
			for _, c := range l.Cells {
				if !r.Says(c.Text, "title_schedule_1") {
					continue
				}
				if words := about(i, c); len(layout.DatesIn(words)) == 1 && !r.Says(words, "issue_date") {
					return layout.DatesIn(words)[0]
				}
			}
		}
	}
	return predate.Date{}
}

// yearOfLastDay returns the exercise of which only the last day is printed: twelve
// months, the length that the law gives one (décret 2005-240, art. 5). Two days
// are none.
func (r *reader) yearOfLastDay() predate.Period {
	var end predate.Date
	for _, l := range r.Lines {
		for _, c := range l.Cells {
			days := layout.DatesIn(c.Text)
			if len(days) != 1 || !r.Says(period.UntilDay(c.Text), "exercise_end") {
				continue
			}
			if !end.IsZero() && end != days[0] {
				return predate.Period{}
			}
			end = days[0]
		}
	}
	if end.IsZero() {
		return predate.Period{}
	}
	return predate.Period{From: end.AddDays(1).AddMonths(-12), To: end}
}

func (r *reader) hasAmounts(i int) bool { return len(r.at[i]) > 0 }

// columnEnd returns the last day of the exercise that the words over a column
// name; zero where they name none, or two.
func (r *reader) columnEnd(head string, y exercises) predate.Date {
	if days := layout.DatesIn(head); len(days) > 0 {
		return days[len(days)-1]
	}
	previous, closed := r.Says(head, "column_previous"), r.Says(head, "column_closed", "column_closed_year")
	switch {
	case previous && !closed:
		return y.previous.To
	case closed && !previous:
		return y.closed.To
	}
	for _, w := range strings.Fields(head) {
		for _, p := range []predate.Period{y.closed, y.previous} {
			if !p.To.IsZero() && w == p.Label() {
				return p.To
			}
		}
	}
	return predate.Date{}
}
