package decision

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate/internal/base/fold"
)

var (
	// majority is the rule of the vote behind a title, and all that follows it.
	majority = regexp.MustCompile(`(?i)\s*[\[(–—·|-]?\s*(?:(?:art?\.|article)\s*2[4-6](?:[- ]?\d)?|(?:vote )?(?:[aà] (?:la |une |double )|(?-i:[aàÀ]) )?(?:la |une )?(?:double )?majorit[eé]s?(?:\s|$|:)).*$`)
	// openRule is the start of a majority that the next line names.
	openRule = regexp.MustCompile(`(?i)\s*[\[(–—·|-]?\s*(?:art\.?|article)\s*$`)
	// sentenceAfter is the decision that follows a title on its line.
	sentenceAfter = regexp.MustCompile(`(?i)^(.{8,}?)\s*[:;–—-]\s+l['’]assembl[ée]e(?: g[ée]n[ée]rale)?,? .*$`)
	verdict       = regexp.MustCompile(`(?i)\s+(?:adopt[eé]e|approuv[eé]e|rejet[eé]e|refus[eé]e|report[eé]e|ajourn[eé]e|information)\.?$`)
	noVoteMark    = regexp.MustCompile(`(?i)\s*[\[(]?\s*(?:sans vote|pas de vote)\s*[\])]?\s*$`)
	workParts     = regexp.MustCompile(` [–—·-] | : `)
)

// Title returns the title of a resolution as printed, without the majority that it needs,
// what became of it, and a decision that follows on its line.
func Title(printed string) string {
	title := openRule.ReplaceAllString(majority.ReplaceAllString(printed, ""), "")
	title = verdict.ReplaceAllString(noVoteMark.ReplaceAllString(title, ""), "")
	return strings.Trim(sentenceAfter.ReplaceAllString(title, "$1"), " –—-·:|[(")
}

// WorkTitle returns the own name of works in a heading, without the words for works, the
// meeting that voted them and the section.
func WorkTitle(heading string) string {
	if at := strings.Index(heading, "("); at > 0 {
		if end := strings.Index(heading[at:], ")"); end > 0 {
			inside := fold.Text(heading[at : at+end])
			if strings.Contains(inside, "ag") || strings.Contains(inside, "assemblee") {
				heading = heading[:at] + heading[at+end+1:]
			}
		} else {
			heading = heading[:at]
		}
	}
	var kept []string
	for _, part := range workParts.Split(heading, -1) {
		if slices.ContainsFunc(strings.Fields(fold.Text(part)), func(w string) bool { return !isGenericWord(strings.Trim(w, "0123456789.,;:()/-")) }) {
			kept = append(kept, strings.TrimSpace(part))
		}
	}
	return strings.TrimSpace(strings.Join(kept, " – "))
}

func isGenericWord(w string) bool {
	if len(w) == 1 {
		return true // the letter of a section
	}
	switch w {
	case "", "a.g", "ag", "assemblee", "generale", "travaux", "travail", "art", "article", "hors", "budget", "vote", "votes", "appel", "appels", "de", "des", "du", "d'appel", "fonds", "provision", "provisions",
		"sur", "pour", "trx", "operations", "operation", "exceptionnelles", "exceptionnelle", "et", "n°", "previsionnel", "les", "la", "le":
		return true
	}
	return false
}

// Number reads the number of a point, in figures or in Roman letters.
func Number(s string) (int, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, true
	}
	values := map[rune]int{'i': 1, 'v': 5, 'x': 10, 'l': 50}
	n, before := 0, 0
	for _, letter := range s {
		v := values[letter]
		if v == 0 {
			return 0, false
		}
		n += v
		if before > 0 && before < v {
			n -= 2 * before
		}
		before = v
	}
	return n, n > 0
}
