package extract

import (
	"regexp"
	"slices"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// otherColumn are words of headings that annexe 1 has no column for: one that
// bears them is neither the exercise closed nor the one before it.
var otherColumn = regexp.MustCompile(`\bn ?\+ ?\d|\bbudget|\bvote|\bvariation|\becart|\bmouvement|\bdebit|\bcredit|\bprevision`)

// olderColumn is a heading of an exercise before the previous one, whatever else
// stands with it: words of two headings may run into one.
var olderColumn = regexp.MustCompile(`\bn ?- ?[2-9]`)

// closedWords are what heads the column of the exercise closed where the other
// one says that it is of the exercise before.
var closedWords = regexp.MustCompile(`\bexercices?\b|\bexerc?\b|\bex\b|\bclos\b|\bannee\b|\ban\b|\bn\b|\bcloture\b|\barretes?\b|\bapprouver\b|\bcourant\b`)

// nameHalf tells the two columns of a side of annexe 1, which the decree fixes:
// the exercise closed and the one approved before it. The days or the years in
// the headings say which is which; failing that, a heading that names the
// exercise before leaves the other column to the exercise closed.
func (w wording) nameHalf(s side, e exercises) []named {
	if slices.ContainsFunc(s.columns, func(c column) bool { return olderColumn.MatchString(c.head) }) {
		return nil
	}
	if named := w.nameColumns(s, e); named != nil {
		return named
	}
	if len(s.columns) != 2 {
		return nil
	}
	var columns [2]predate.Column
	for k, c := range s.columns {
		if otherColumn.MatchString(c.head) {
			return nil
		}
		columns[k] = e.endedIn(c.head)
		if columns[k] == "" {
			columns[k] = w.columnNamed(c.head)
		}
	}
	for k := range columns {
		other := &columns[1-k]
		if columns[k] == predate.ColumnPrevious && *other == "" && closedWords.MatchString(s.columns[1-k].head) {
			*other = predate.ColumnClosed
		}
	}
	if columns != [2]predate.Column{predate.ColumnPrevious, predate.ColumnClosed} && columns != [2]predate.Column{predate.ColumnClosed, predate.ColumnPrevious} {
		return nil
	}
	return []named{{columns[0], e.of(columns[0])}, {columns[1], e.of(columns[1])}}
}

// endedIn tells the exercise whose last day, or whose name, stands in a heading.
func (e exercises) endedIn(head string) predate.Column {
	for _, c := range []predate.Column{predate.ColumnPrevious, predate.ColumnClosed} {
		year := whole(e.of(c))
		if year.IsZero() {
			continue
		}
		if days := layout.DatesIn(head); len(days) > 0 && days[len(days)-1] == year.To || fold.Has(head, fold.Text(year.Label())) {
			return c
		}
	}
	return ""
}
