package extranetsim

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"
)

// doubled is what the double of a document has more in its identifier.
const doubled = 500

// withoutFile is the title of a row that has no file.
const withoutFile = "Courrier en cours de numérisation"

// rows gives what a listing shows of some documents: all of them, but for the
// trouble and the shapes.
func (s *Site) rows(entries []Entry) []Entry {
	if s.has(NothingListed) || len(entries) == 0 {
		return nil
	}
	list := slices.Clone(entries)
	if s.shaped(DuplicateRows) {
		list = slices.Insert(list, 1, list[0])
	}
	if s.shaped(Doubles) {
		double := list[0]
		double.id += doubled
		list = append(list, double)
	}
	if s.shaped(RowsWithoutFile) {
		list = append(list, Entry{Title: withoutFile, Category: list[0].Category, Space: list[0].Space, id: list[0].id + 2*doubled})
	}
	return list
}

// total is how many rows a listing announces.
func (s *Site) total(list []Entry) int {
	if s.has(ShortListing) {
		return len(list) + 2
	}
	return len(list)
}

// size is how many rows a page has when so many are asked for; zero means that
// nothing is said.
func (s *Site) size(asked int) int {
	if s.shaped(SmallPages) {
		return 2
	}
	if asked <= 0 {
		return s.options.PageSize
	}
	return min(asked, s.options.PageSize)
}

// cut gives one page of a list, counted from 1, and says whether others follow.
func (s *Site) cut(list []Entry, page, size int) (rows []Entry, more bool) {
	if s.has(SamePage) {
		return list[:min(size, len(list))], true
	}
	first := min(max(page-1, 0)*size, len(list))
	last := min(first+size, len(list))
	rows = list[first:last]
	if s.shaped(OverlappingPages) && first > 0 && first < last {
		rows = append([]Entry{list[first-1]}, rows...)
	}
	return rows, last < len(list)
}

// number reads a positive number of a query.
func number(r *http.Request, name string, otherwise int) int {
	n, err := strconv.Atoi(r.URL.Query().Get(name))
	if err != nil || n < 1 {
		return otherwise
	}
	return n
}

// The ways to write a date.
const (
	slashed = "02/01/2006"
	dotted  = "02.01.2006"
)

// date writes the date of a document as the family does, or as the shape asks;
// empty when there is none.
func (s *Site) date(e Entry, layout string) string {
	day, err := time.Parse(time.DateOnly, e.Date)
	if err != nil || s.shaped(NoDates) {
		return ""
	}
	switch {
	case s.shaped(DatesInWords):
		return inWords(day)
	case s.shaped(DottedDates):
		layout = dotted
	case s.shaped(SlashedDates):
		layout = slashed
	}
	return day.Format(layout)
}

// inWords writes 1er mars 2024.
func inWords(day time.Time) string {
	months := []string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}
	first := ""
	if day.Day() == 1 {
		first = "er"
	}
	return fmt.Sprintf("%d%s %s %d", day.Day(), first, months[day.Month()-1], day.Year())
}

// midnight writes a date as the instant at which it begins in Paris, in UTC: the
// day before, at 22:00 or 23:00. Empty when there is none.
func (s *Site) midnight(e Entry) string {
	day, err := time.Parse(time.DateOnly, e.Date)
	if err != nil || s.shaped(NoDates) {
		return ""
	}
	offset := time.Hour
	if summer(day) {
		offset = 2 * time.Hour
	}
	return day.Add(-offset).Format("2006-01-02T15:04:05.000Z")
}

// summer says whether a day begins in summer time: after the last Sunday of
// March, up to and with that of October (directive 2000/84/CE).
func summer(day time.Time) bool {
	last := func(month time.Month) time.Time {
		end := time.Date(day.Year(), month+1, 0, 0, 0, 0, 0, time.UTC)
		return end.AddDate(0, 0, -int(end.Weekday()))
	}
	return day.After(last(time.March)) && !day.After(last(time.October))
}

// windows1252 writes a text in the encoding of the old sites; what it lacks
// becomes a question mark.
func windows1252(text string) []byte {
	var out []byte
	for _, c := range strings.ToValidUTF8(text, "?") {
		b, ok := charmap.Windows1252.EncodeRune(c)
		if !ok {
			b = '?'
		}
		out = append(out, b)
	}
	return out
}
