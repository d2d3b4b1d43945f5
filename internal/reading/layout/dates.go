package layout

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"predate"
	"predate/internal/base/fold"
)

// dateForm is every printed form of a day, over folded text.
const dateForm = `(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2}) ?([/.-]) ?(\d{1,2}) ?([/.-]) ?(\d{4}|\d{2})|(\d{1,2})(?: ?er)? ?(janvier|janv|fevrier|fevr|fev|mars|avril|avr|mai|juin|juillet|juil|aout|septembre|sept|octobre|oct|novembre|nov|decembre|dec)\.? ?(\d{4})`

var dateGrammar = regexp.MustCompile(dateForm)

// ParseDate reads text that is one printed day and nothing else: "2025-03-12",
// "12/03/25", "12.03.2025", "12-03-2025", "12 mars 2025", "1er janvier 2025".
// A day that is not in the calendar is refused. A year of two digits is of the
// past century from 50 on.
func ParseDate(s string) (predate.Date, bool) {
	found := datesIn(s)
	text := strings.TrimSpace(strings.TrimRight(strings.TrimSpace(s), ".,;"))
	if len(found) != 1 || found[0].from != 0 || found[0].to != len([]rune(text)) {
		return predate.Date{}, false
	}
	return found[0].date, true
}

// DatesIn finds the printed days of a text, in order.
func DatesIn(s string) []predate.Date {
	var dates []predate.Date
	for _, f := range datesIn(s) {
		dates = append(dates, f.date)
	}
	return dates
}

// Dates finds the printed days of a line, from left to right.
func Dates(l Line) []DatedText {
	text, owner := l.runes()
	var dates []DatedText
	for _, f := range datesIn(text) {
		d := DatedText{Date: f.date, Page: l.Page}
		words := l.Words[owner[f.from] : owner[f.to-1]+1]
		d.Text = string([]rune(text)[f.from:f.to])
		for _, w := range words {
			d.Box = d.Box.Union(w.Box)
		}
		dates = append(dates, d)
	}
	return dates
}

// runes returns the text of a line and, for each rune, the word that holds it.
func (l Line) runes() (string, []int) {
	var b strings.Builder
	var owner []int
	for i, w := range l.Words {
		if i > 0 {
			b.WriteByte(' ')
			owner = append(owner, i-1)
		}
		for _, r := range w.Text {
			b.WriteRune(r)
			owner = append(owner, i)
		}
	}
	return b.String(), owner
}

// found is a day and where it stands, in runes of the text.
type found struct {
	date     predate.Date
	from, to int
}

func datesIn(s string) []found {
	folded := foldInPlace(s)
	if !mayHoldDay(folded) {
		return nil
	}
	var out []found
	for _, m := range dateGrammar.FindAllStringSubmatchIndex(folded, -1) {
		if !standsAlone(folded, m[0], m[1]) {
			continue
		}
		if d := dateOf(folded, m); d.Valid() {
			out = append(out, found{d, m[0], m[1]})
		}
	}
	return out
}

// mayHoldDay reports whether a digit is followed, at once or after a space, by what
// parts the numbers of a day or by the first letter of "er" or of a month: what
// every form of a day has, and no amount with a comma.
func mayHoldDay(folded string) bool {
	for i := range len(folded) {
		if !isDigit(folded[i]) {
			continue
		}
		rest := strings.TrimPrefix(folded[i+1:], " ")
		if rest != "" && strings.IndexByte("/.-ejfmasond", rest[0]) >= 0 {
			return true
		}
	}
	return false
}

// foldInPlace folds rune for byte, so that places stay: a rune that has no
// ASCII form becomes a zero byte.
func foldInPlace(s string) string {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		switch {
		case r >= 'A' && r <= 'Z':
			out = append(out, byte(r)+'a'-'A')
		case r < 0x80:
			out = append(out, byte(r))
		case r == '\u00a0' || r == '\u202f' || r == '\u2009' || r == '\u2007':
			out = append(out, ' ')
		default:
			f := fold.Letters(string(r))
			if len(f) != 1 {
				f = "\x00"
			}
			out = append(out, f[0])
		}
	}
	return string(out)
}

// standsAlone refuses a date cut out of something longer: a telephone number,
// an amount, an account number.
func standsAlone(s string, from, to int) bool {
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	if digit(from-1) || digit(to) {
		return false
	}
	sep := byte(0)
	for i := from; i < to && sep == 0; i++ {
		if strings.IndexByte("/.-", s[i]) >= 0 {
			sep = s[i]
		}
	}
	before := from > 0 && sep != 0 && s[from-1] == sep && digit(from-2)
	after := to < len(s) && sep != 0 && s[to] == sep && digit(to+1)
	return !before && !after
}

// dateOf reads the groups of one match of dateForm.
func dateOf(s string, m []int) predate.Date {
	group := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return s[m[2*i]:m[2*i+1]]
	}
	number := func(i int) int {
		n, _ := strconv.Atoi(group(i)) // digits only, by the form
		return n
	}
	switch {
	case group(1) != "":
		return day(number(1), number(2), number(3))
	case group(4) != "":
		if group(5) != group(7) {
			return predate.Date{}
		}
		return day(fullYear(group(8)), number(6), number(4))
	default:
		return day(number(11), monthNumber(group(10)), number(9))
	}
}

// day makes a date that a paper of a building may bear.
func day(year, month, d int) predate.Date {
	if year < 1800 || year > 2199 || month < 1 || month > 12 || d < 1 || d > 31 {
		return predate.Date{}
	}
	return predate.Date{Year: year, Month: time.Month(month), Day: d}
}

func fullYear(s string) int {
	n, _ := strconv.Atoi(s) // digits only, by the form
	switch {
	case len(s) > 2:
		return n
	case n >= 50:
		return 1900 + n
	default:
		return 2000 + n
	}
}

func monthNumber(name string) int {
	for i, prefix := range []string{"janv", "fev", "mars", "avr", "mai", "juin", "juil", "aout", "sept", "oct", "nov", "dec"} {
		if strings.HasPrefix(name, prefix) {
			return i + 1
		}
	}
	return 0
}
