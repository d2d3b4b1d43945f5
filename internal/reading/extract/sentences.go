package extract

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate/internal/base/fold"
)

// phrase is a sentence of a paper, as printed and folded, with the row on which it
// begins.
type phrase struct {
	raw, text string
	at        row
}

// shortStop is a full stop that ends no sentence.
var shortStop = regexp.MustCompile(`(?:^|[ (])(?:m|mm|mme|mlle|me|art|n°|av|bd|st|ste|cf|etc|tel|dr|pr|r|l|p|pp|al|bat|[a-z])\.$`)

// sentencesIn cuts rows into sentences. A heading, a title and a wide gap end
// one as a full stop does.
func sentencesIn(rows []row) []phrase {
	var out []phrase
	var words []string
	var at row
	flush := func() {
		if raw := strings.Join(words, " "); raw != "" {
			out = append(out, phrase{raw, fold.Text(raw), at})
		}
		words = nil
	}
	for i, r := range rows {
		heading := namedPoint.MatchString(r.text) || numbered.MatchString(r.text)
		if heading || i > 0 && (rows[i-1].Page == r.Page && gap(rows[i-1], r) > 1.2) {
			flush()
		}
		for _, w := range strings.Fields(r.Text()) {
			if len(words) == 0 {
				at = r
			}
			words = append(words, w)
			if strings.HasSuffix(w, ".") && !shortStop.MatchString(fold.Text(w)) {
				flush()
			}
		}
		if heading {
			flush()
		}
	}
	flush()
	return out
}

// hasAny reports whether a folded text has one of some words.
func hasAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return fold.Has(text, w) })
}

// wordedNumber is a number below a hundred in words, folded.
const wordedNumber = `(?:un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante)(?:[- ](?:et[- ])?(?:une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?))*`

var (
	wordedYear = regexp.MustCompile(`\bdeux[- ]mil(?:le)?[- ](` + wordedNumber + `)\b`)
	wordedDay  = regexp.MustCompile(`\b(premier|` + wordedNumber + `) (janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre)\b`)
)

// inFigures writes the days and years of a folded text in figures: "l'an deux
// mille vingt-six, le douze mars".
func inFigures(text string) string {
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
