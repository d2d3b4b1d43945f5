package period

import (
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// SpansIn returns the periods of 6 to 24 months that a text prints: two days,
// the first right before the second.
func SpansIn(s string) []predate.Period {
	var out []predate.Period
	days := layout.DatesIn(s)
	for i := 0; i+1 < len(days); i++ {
		p := predate.Period{From: days[i], To: days[i+1]}
		if days[i].Before(days[i+1]) && p.Months() >= 6 && p.Months() <= 24 {
			out = append(out, p)
			i++
		}
	}
	return out
}

// UntilDay returns the words of a text up to its first day: what names a period
// stands before it.
func UntilDay(words string) string {
	fields := strings.Fields(words)
	n := sort.Search(len(fields), func(i int) bool { return len(layout.DatesIn(strings.Join(fields[:i], " "))) > 0 })
	return strings.Join(fields[:n], " ")
}

// Clauses cuts a text before each exercise that it names.
func Clauses(words string) []string {
	var out []string
	folded := fold.Text(words)
	for start := 0; start < len(folded); {
		next := strings.Index(folded[start+1:], "exercice")
		if next < 0 {
			return append(out, folded[start:])
		}
		out = append(out, folded[start:start+1+next])
		start += 1 + next
	}
	return out
}

// YearBefore returns the twelve months before an exercise of twelve months.
func YearBefore(p predate.Period) predate.Period {
	return predate.Period{From: p.From.AddMonths(-12), To: p.From.AddDays(-1)}
}

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

// Named reads a period told in words of the calendar: "2e trimestre
// 2026", "1er semestre 2026", "T3 2026", "janvier à mars 2026", "mars 2026".
// The quarter of an exercise is not one of the calendar, so that words about an
// exercise are left alone.
func Named(text string) (predate.Period, bool) {
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
