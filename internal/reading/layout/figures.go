package layout

import (
	"regexp"
	"strconv"
	"strings"
)

// wordedNumber is a number below a hundred in words, folded.
const wordedNumber = `(?:un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante)(?:[- ](?:et[- ])?(?:une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?))*`

var (
	wordedYear = regexp.MustCompile(`\bdeux[- ]mil(?:le)?[- ](` + wordedNumber + `)\b`)
	wordedDay  = regexp.MustCompile(`\b(premier|` + wordedNumber + `) (janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre)\b`)
)

// InFigures writes the days and years of a folded text in figures: "l'an deux
// mille vingt-six, le douze mars".
func InFigures(text string) string {
	text = wordedYear.ReplaceAllStringFunc(text, func(s string) string {
		return strconv.Itoa(2000 + numberOf(wordedYear.FindStringSubmatch(s)[1]))
	})
	return wordedDay.ReplaceAllStringFunc(text, func(s string) string {
		m := wordedDay.FindStringSubmatch(s)
		return strconv.Itoa(numberOf(m[1])) + " " + m[2]
	})
}

// numberOf reads a number below a hundred in words.
func numberOf(words string) int {
	units := []string{"", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize", "quatorze", "quinze", "seize"}
	values := map[string]int{"premier": 1, "une": 1, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60}
	for n, word := range units {
		values[word] = n
	}
	sum := 0
	for _, w := range strings.FieldsFunc(words, func(c rune) bool { return c == ' ' || c == '-' }) {
		switch {
		case (w == "vingt" || w == "vingts") && sum == 4:
			sum = 80
		case w == "vingt" || w == "vingts":
			sum += 20
		default:
			sum += values[w]
		}
	}
	return sum
}
