package extract

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"predate"
)

const (
	ordinals = `(1er|1ere|2e|2eme|2nd|3e|3eme|4e|4eme|premier|deuxieme|second|troisieme|quatrieme)`
	months   = `(janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre)`
)

var (
	slicePeriod  = regexp.MustCompile(`\b` + ordinals + ` (trimestre|semestre)(?: de l'annee| annee)? (20\d\d)\b`)
	shortPeriod  = regexp.MustCompile(`\b([ts])([1-4])[ /-]?(20\d\d)\b`)
	monthsPeriod = regexp.MustCompile(`\b` + months + ` (?:a|au|-) ` + months + ` (20\d\d)\b`)
	monthPeriod  = regexp.MustCompile(`\b(?:mois de |mois d')` + months + ` (20\d\d)\b`)
)

// namedPeriod reads a period told in words of the calendar: "2e trimestre
// 2026", "1er semestre 2026", "T3 2026", "janvier à mars 2026", "mars 2026".
// The quarter of an exercise is not one of the calendar, so that words about an
// exercise are left alone.
func namedPeriod(text string) (predate.Period, bool) {
	if strings.Contains(text, "exercice") {
		return predate.Period{}, false
	}
	if m := slicePeriod.FindStringSubmatch(text); m != nil {
		return slice(rank(m[1]), map[string]int{"trimestre": 3, "semestre": 6}[m[2]], m[3])
	}
	if m := shortPeriod.FindStringSubmatch(text); m != nil {
		return slice(int(m[2][0]-'0'), map[string]int{"t": 3, "s": 6}[m[1]], m[3])
	}
	if m := monthsPeriod.FindStringSubmatch(text); m != nil {
		return monthsOf(monthOf(m[1]), monthOf(m[2]), m[3])
	}
	if m := monthPeriod.FindStringSubmatch(text); m != nil {
		return monthsOf(monthOf(m[1]), monthOf(m[1]), m[2])
	}
	return predate.Period{}, false
}

// rank reads an ordinal from one to four.
func rank(word string) int {
	for i, names := range [][]string{{"1", "premier"}, {"2", "deux", "second"}, {"3", "trois"}, {"4", "quatr"}} {
		for _, n := range names {
			if strings.HasPrefix(word, n) {
				return i + 1
			}
		}
	}
	return 0
}

// slice is the nth slice of some months of a calendar year.
func slice(n, months int, year string) (predate.Period, bool) {
	if n < 1 || n*months > 12 {
		return predate.Period{}, false
	}
	return monthsOf(time.Month((n-1)*months+1), time.Month(n*months), year)
}

func monthsOf(from, to time.Month, year string) (predate.Period, bool) {
	y, err := strconv.Atoi(year)
	if err != nil || from < 1 || to < from {
		return predate.Period{}, false
	}
	start := predate.Date{Year: y, Month: from, Day: 1}
	last := predate.Date{Year: y, Month: to, Day: 1}
	return predate.Period{From: start, To: last.AddMonths(1).AddDays(-1)}, true
}

func monthOf(name string) time.Month {
	for i, m := range []string{"janvier", "fevrier", "mars", "avril", "mai", "juin", "juillet", "aout", "septembre", "octobre", "novembre", "decembre"} {
		if m == name {
			return time.Month(i + 1)
		}
	}
	return 0
}

// wrappedSpan is a period printed in a cell of two lines.
type wrappedSpan struct {
	piece
	row    int
	period predate.Period
}

// wrappedSpans reads the spans that go on in the line under them, in their own
// column: on a card, "du 1er janvier 2026 au 30 juin" over "2026". The form
// takes the two days as its groups, the first ones or the next.
func (o owned) wrappedSpans(form *regexp.Regexp) []wrappedSpan {
	var out []wrappedSpan
	for i, r := range o.rows {
		if i+1 == len(o.rows) {
			break
		}
		for _, first := range pieces(r) {
			below, ok := aligned(o.rows[i+1], first)
			if !ok || below.Box.Y0-first.Box.Y1 > 0.8*r.typeSize() {
				continue
			}
			both := joinedPieces(first, below)
			m := form.FindStringSubmatch(both.text)
			if m == nil {
				continue
			}
			from, to := m[1], m[2]
			if len(m) > 4 {
				from, to = m[1]+m[3], m[2]+m[4]
			}
			if p, ok := spanOf(from, to); ok {
				out = append(out, wrappedSpan{both, i, p})
			}
		}
	}
	return out
}

// labelledBy reports whether a word stands alone in the column of a cell, right over
// or right under it.
func (o owned) labelledBy(w wrappedSpan, labels ...string) bool {
	for j := max(w.row-1, 0); j < len(o.rows) && j <= w.row+3; j++ {
		if p, ok := aligned(o.rows[j], w.piece); ok && o.rows[j].Page == w.Page && slices.Contains(labels, strings.Trim(p.text, " .:")) {
			return true
		}
	}
	return false
}
