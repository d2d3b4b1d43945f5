package extract

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"predate"
)

// namedPeriod reads a period told in words of the calendar: "2e trimestre
// 2026", "1er semestre 2026", "T3 2026", "janvier à mars 2026", "mars 2026".
// The quarter of an exercise is not one of the calendar, so that words about an
// exercise are left alone.
func namedPeriod(text string) (predate.Period, bool) {
	if strings.Contains(text, "exercice") {
		return predate.Period{}, false
	}
	const ordinals = `(1er|1ere|2e|2eme|2nd|3e|3eme|4e|4eme|premier|deuxieme|second|troisieme|quatrieme)`
	const months = `(janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre)`
	if m := regexp.MustCompile(`\b` + ordinals + ` (trimestre|semestre)(?: de l'annee| annee)? (20\d\d)\b`).FindStringSubmatch(text); m != nil {
		return slice(rank(m[1]), map[string]int{"trimestre": 3, "semestre": 6}[m[2]], m[3])
	}
	if m := regexp.MustCompile(`\b([ts])([1-4])[ /-]?(20\d\d)\b`).FindStringSubmatch(text); m != nil {
		return slice(int(m[2][0]-'0'), map[string]int{"t": 3, "s": 6}[m[1]], m[3])
	}
	if m := regexp.MustCompile(`\b` + months + ` (?:a|au|-) ` + months + ` (20\d\d)\b`).FindStringSubmatch(text); m != nil {
		return monthsOf(monthOf(m[1]), monthOf(m[2]), m[3])
	}
	if m := regexp.MustCompile(`\b(?:mois de |mois d')` + months + ` (20\d\d)\b`).FindStringSubmatch(text); m != nil {
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
