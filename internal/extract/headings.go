package extract

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// exercises are the exercises that a set of accounts speaks of.
type exercises struct {
	closed, previous predate.Period // From may be zero when only the end is told
}

var (
	closedSpan   = regexp.MustCompile(`exercice(?: clos| du| comptable)?[^;|]{0,24}? ` + spanForm)
	previousSpan = regexp.MustCompile(`exercice precedent[^;|]{0,24}? ` + spanForm)
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

// columnNamed tells a column of the statutory schedules by its heading, which
// the decree fixes; "" when the heading does not say, or says two things.
func columnNamed(head string) predate.Column {
	var found []predate.Column
	add := func(c predate.Column, words ...string) {
		for _, w := range words {
			if fold.Has(head, w) {
				found = append(found, c)
				return
			}
		}
	}
	add(predate.ColumnPrevious, "precedent", "prec", "ex prec", "(n-1)", "n-1", "n - 1", "(n - 1)")
	add(predate.ColumnNext, "(n+2)", "n+2", "n + 2", "a voter", "propose")
	add(predate.ColumnRunning, "(n+1)", "n+1", "n + 1", "en cours")
	add(predate.ColumnClosed, "realise", "a approuver", "realisees")
	if len(found) == 0 && fold.Has(head, "clos") {
		if fold.Has(head, "budget") || fold.Has(head, "vote") {
			return predate.ColumnClosedBudget
		}
		return predate.ColumnClosed
	}
	if len(found) == 0 && (fold.Has(head, "budget vote") || fold.Has(head, "budget previsionnel vote") || closedBudget.MatchString(head)) {
		return predate.ColumnClosedBudget
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// closedBudget is the heading of the closed exercise's budget by itself: "Voté",
// "N voté", "Budget N".
var closedBudget = regexp.MustCompile(`^[. ]*(?:\(?n\)? )?(?:vote|budget)(?: \(?n\)?)?[. ]*$`)

// named is a column of a side with what it is for.
type named struct {
	column predate.Column
	year   predate.Period
}

// nameColumns reads the headings of a side. Every column must be told, each
// one differently, and agree with the exercises; otherwise none is.
func nameColumns(s side, e exercises) []named {
	out := make([]named, len(s.columns))
	seen := map[predate.Column]bool{}
	for k, c := range s.columns {
		column := columnNamed(c.head)
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

// isHead says that a line heads columns: no amount, and at least two words of
// those that head the columns of accounts.
func isHead(r row) bool {
	n := 0
	for _, w := range strings.FieldsFunc(r.text, func(c rune) bool { return c == ' ' || c == '.' }) {
		switch strings.Trim(w, "(),:-") {
		case "exercice", "ex", "exer", "prec", "precedent", "clos", "approuve", "budget", "realise", "voter", "vote", "n-1", "n", "n+1", "n+2", "approuver", "montant":
			n++
		}
	}
	return n >= 2
}
