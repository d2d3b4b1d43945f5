package extract

import (
	"regexp"
	"slices"

	"predate"
	"predate/internal/layout"
	"predate/internal/lexicon"
)

// exercises are the exercises that a set of accounts speaks of.
type exercises struct {
	closed, previous predate.Period // From may be zero when only the end is told
}

var (
	closedSpan   = regexp.MustCompile(`exercice(?: clos| du| comptable)?[^;|]{0,24}? ` + spanForm)
	previousSpan = regexp.MustCompile(`exercice (?:precedent|(?:[a-z]+ )?n ?- ?1)\b[^;|]{0,24}? ` + spanForm)
	stateDate    = regexp.MustCompile(`(?:apres repartition.{0,24}?|(?:situation financiere|non (?:encore )?clotures|clos|arretes?|fin de l'exercice)[^0-9]{0,30})\b(?:au|le|a la date du) ` + dayForm)
)

// exercisesOf reads the exercises in the heading of accounts: "Exercice 2025 –
// du … au …", "Exercice précédent …", "après répartition au …". What does not
// agree is left out.
func exercisesOf(p paper) exercises {
	text := p.text()
	var e exercises
	if m := previousSpan.FindStringSubmatchIndex(text); m != nil {
		e.previous, _ = spanOf(text[m[2]:m[3]], text[m[4]:m[5]])
		text = text[:m[0]] + " ; " + text[m[1]:]
	}
	if m := closedSpan.FindStringSubmatch(text); m != nil {
		e.closed, _ = spanOf(m[1], m[2])
	}
	if e.previous.IsZero() && twoFollow(text, e.closed) {
		e.closed = predate.Period{} // the one before may be printed first
	}
	if m := stateDate.FindStringSubmatch(text); m != nil {
		if end, ok := layout.ParseDate(m[1]); ok && end != e.closed.To {
			e = exercises{closed: predate.Period{To: end}}
		}
	}
	if e.previous.To.IsZero() && !e.closed.From.IsZero() {
		e.previous = predate.Period{To: e.closed.From.AddDays(-1)}
	}
	if !e.closed.From.IsZero() && e.previous.To.AddDays(1) != e.closed.From {
		e.previous = predate.Period{}
	}
	if m := namedYear.FindStringSubmatch(text); m != nil && e.closed == (predate.Period{}) {
		e.closed = calendarYear(m[1])
	}
	return e.completed()
}

// twoFollow reports whether the exercise after another one is printed too, with
// no word between its name and its days that places it among others.
func twoFollow(text string, first predate.Period) bool {
	const bare = 12 // letters before the days
	for _, m := range closedSpan.FindAllStringSubmatchIndex(text, -1) {
		p, ok := spanOf(text[m[2]:m[3]], text[m[4]:m[5]])
		if ok && m[2]-m[0] <= bare && !first.IsZero() && p.From == first.To.AddDays(1) {
			return true
		}
	}
	return false
}

// namedYear is an exercise that accounts name by one calendar year.
var namedYear = regexp.MustCompile(`\bex(?:ercice|\.)? (20\d\d)(?:$|[^/\d-])`)

// completed gives twelve months, the length that the law gives an exercise
// (décret 2005-240, art. 5), to those of which only the end is told, and
// derives the one before. Another paper that tells otherwise will not agree,
// and then the figures are not used.
func (e exercises) completed() exercises {
	year := func(end predate.Date) predate.Period {
		return predate.Period{From: end.AddDays(1).AddMonths(-12), To: end}
	}
	if e.closed.From.IsZero() && !e.closed.To.IsZero() {
		e.closed = year(e.closed.To)
	}
	if e.previous.To.IsZero() && !e.closed.From.IsZero() {
		e.previous.To = e.closed.From.AddDays(-1)
	}
	if e.previous.From.IsZero() && !e.previous.To.IsZero() {
		e.previous = year(e.previous.To)
	}
	return e
}

// whole gives a period only when both its ends are known.
func whole(p predate.Period) predate.Period {
	if p.From.IsZero() || p.To.IsZero() {
		return predate.Period{}
	}
	return p
}

// of gives the exercise of a column.
func (e exercises) of(c predate.Column) predate.Period {
	switch c {
	case predate.ColumnPrevious:
		return e.previous
	case predate.ColumnClosed, predate.ColumnClosedBudget:
		return e.closed
	case predate.ColumnRunning:
		return following(e.closed)
	case predate.ColumnNext:
		return following(following(e.closed))
	}
	return predate.Period{}
}

// following is the twelve months after an exercise.
func following(p predate.Period) predate.Period {
	if p.To.IsZero() {
		return predate.Period{}
	}
	return predate.Period{From: p.To.AddDays(1), To: p.To.AddDays(1).AddMonths(12).AddDays(-1)}
}

// columnNamed tells a column of the statutory schedules by its heading; "" when
// the heading does not say, or says two things.
func (w wording) columnNamed(head string) predate.Column {
	said := w.said(head, lexicon.Column)
	is := func(id lexicon.ID) bool { return slices.Contains(said, id) }
	var found []predate.Column
	for _, c := range []struct {
		id     lexicon.ID
		column predate.Column
	}{
		{"column_previous", predate.ColumnPrevious},
		{"column_next", predate.ColumnNext},
		{"column_running", predate.ColumnRunning},
		{"column_closed", predate.ColumnClosed},
	} {
		if is(c.id) {
			found = append(found, c.column)
		}
	}
	switch {
	case len(found) == 1:
		return found[0]
	case len(found) > 1:
		return ""
	case is("column_closed_budget"):
		return predate.ColumnClosedBudget
	case is("column_closed_year"):
		return predate.ColumnClosed
	}
	return ""
}

// named is a column of a side with what it is for.
type named struct {
	column predate.Column
	year   predate.Period
}

// nameColumns reads the headings of a side. Every column must be told, each
// one differently, and agree with the exercises; otherwise none is.
func (w wording) nameColumns(s side, e exercises) []named {
	out := make([]named, len(s.columns))
	seen := map[predate.Column]bool{}
	for k, c := range s.columns {
		column := w.columnNamed(c.head)
		if column == "" || seen[column] {
			return nil
		}
		seen[column] = true
		out[k] = named{column, e.of(column)}
		if span, ok := spanIn(c.head); ok {
			if told := column == predate.ColumnClosed || column == predate.ColumnClosedBudget; told && span != e.closed && !e.closed.IsZero() {
				return nil
			}
			out[k].year = span
		}
	}
	return out
}

// isHead says that a line heads columns: at least two words of those that head
// the columns of accounts.
func (w wording) isHead(r row) bool {
	return w.words.Count(w.words.Text(r.text), lexicon.Context{Kind: w.kind}, "column_previous", "column_closed", "column_closed_year",
		"column_closed_budget", "column_running", "column_next", "column_amount") >= 2
}
