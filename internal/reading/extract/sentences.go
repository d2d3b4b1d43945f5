package extract

import (
	"regexp"
	"slices"
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
