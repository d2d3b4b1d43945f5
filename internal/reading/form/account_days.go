package form

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// closedOn returns the day on which the balance of an account holds: that of
// the line of the balance; of the words that announce one; the end of the
// period that the paper prints; where it prints no day for it, the one on which a
// browser printed the page, of an account that is still moved; that of the last
// movement. None is before the last movement.
func (r *reader) closedOn(l ledger) predate.Date {
	fits := func(d predate.Date) bool { return !d.IsZero() && !d.Before(l.last.day) }
	if e, _, ok := l.closingSum(); ok && l.last.checkedAlone {
		if days := layout.DatesIn(r.LineText(e.line)); len(days) > 0 && fits(days[len(days)-1]) {
			return days[len(days)-1]
		}
	}
	announced := func(ids ...lexicon.ID) []predate.Date {
		return r.fittingDays(fits, func(words string) []predate.Date {
			if r.Says(words, ids...) {
				return layout.DatesIn(words)
			}
			return nil
		})
	}
	stated := announced("closing_balance", "state_date")
	if len(stated) == 1 {
		return stated[0]
	}
	for i := range r.Lines {
		for _, c := range r.Lines[i].Cells {
			if days := layout.DatesIn(c.Text); len(days) == 2 && days[0].Before(days[1]) && fits(days[1]) && !hasSum(r.Lines[i]) {
				return days[1]
			}
		}
	}
	switch issued := announced("issue_date"); {
	case len(issued) == 1:
		return issued[0]
	case len(stated)+len(issued) > 0:
		return predate.Date{}
	}
	if on := r.printedOn(); fits(on) && on.Before(l.last.day.AddMonths(6)) {
		return on
	}
	return l.last.day
}

// fittingDays returns the days that fit among those that cells of a kind print.
func (r *reader) fittingDays(fits func(predate.Date) bool, in func(string) []predate.Date) []predate.Date {
	var found []predate.Date
	for i := range r.Lines {
		for _, c := range r.Lines[i].Cells {
			for _, d := range in(c.Text) {
				if fits(d) && !slices.Contains(found, d) {
					found = append(found, d)
				}
			}
		}
	}
	return found
}

// browserStamp is the day and the hour that a browser sets in a corner of a page.
var browserStamp = regexp.MustCompile(`^\d{1,2}/\d{1,2}/\d{4},? \d{1,2}:\d{2}$`)

// printedOn returns the day on which a browser printed the paper: day and hour in
// the first or the last line of its first page, with the address in the last. Zero
// where none did.
func (r *reader) printedOn() predate.Date {
	if len(r.Lines) == 0 {
		return predate.Date{}
	}
	last := 0
	for last+1 < len(r.Lines) && r.Lines[last+1].Page == r.Lines[0].Page {
		last++
	}
	if text := r.LineText(last); !strings.Contains(text, "://") {
		return predate.Date{}
	}
	for _, i := range []int{0, last} {
		for _, c := range r.Lines[i].Cells {
			if days := layout.DatesIn(c.Text); len(days) == 1 && browserStamp.MatchString(c.Text) {
				return days[0]
			}
		}
	}
	return predate.Date{}
}

// fewestDaysAfter is how many movements must end with a day for their column to be
// that of the days.
const fewestDaysAfter = 3

// dayAfter sets the day of each entry to the one at the end of its line, if no line begins
// with one: some papers print the days in the last column.
func (r *reader) dayAfter(entries []entry) []entry {
	found := make([]predate.Date, len(entries))
	n := 0
	for k, e := range entries {
		if !e.day.IsZero() {
			return entries
		}
		if found[k] = r.endsInDay(e); !found[k].IsZero() && r.isMovement(e) {
			n++
		}
	}
	if n < fewestDaysAfter {
		return entries
	}
	for k := range entries {
		if r.isMovement(entries[k]) {
			entries[k].day = found[k]
		}
	}
	return entries
}

// endsInDay returns the only day that is printed right of the last sum of an entry,
// at the end of its line.
func (r *reader) endsInDay(e entry) predate.Date {
	cells := r.Lines[e.line].Cells
	last := cells[len(cells)-1]
	days := layout.DatesIn(last.Text)
	if len(days) != 1 || last.Box.X0 < e.sums[len(e.sums)-1].cell.Box.X1 {
		return predate.Date{}
	}
	words := strings.Fields(last.Text)
	for n := 1; n <= min(3, len(words)); n++ {
		if d, ok := layout.ParseDate(strings.Join(words[len(words)-n:], " ")); ok && d == days[0] {
			return d
		}
	}
	return predate.Date{}
}
