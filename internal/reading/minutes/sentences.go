package minutes

import (
	"regexp"
	"strings"

	"predate/internal/base/fold"
	"predate/internal/reading/paper"
)

// Sentence is a sentence of a paper, as printed and folded, with the row on which it
// begins.
type Sentence struct {
	Raw    string    // as printed
	Folded string    // folded
	At     paper.Row // where it begins
}

// shortStop is a full stop that ends no sentence.
var shortStop = regexp.MustCompile(`(?:^|[ (])(?:m|mm|mme|mlle|me|art|n°|av|bd|st|ste|cf|etc|tel|dr|pr|r|l|p|pp|al|bat|[a-z])\.$`)

// Sentences cuts rows into sentences. A heading, a title and a wide gap end
// one as a full stop does.
func Sentences(rows []paper.Row) []Sentence {
	var out []Sentence
	var words []string
	var at paper.Row
	flush := func() {
		if raw := strings.Join(words, " "); raw != "" {
			out = append(out, Sentence{raw, fold.Text(raw), at})
		}
		words = nil
	}
	for i, r := range rows {
		heading := OpensPoint(r.Folded)
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

// The headings of points, by their name or by their number alone.
var (
	namedPoint = regexp.MustCompile(`^(?:\d+(?:\.\d+)* )?(?:projet de )?(?:resolution|resol\.?|point|question|decision)s?(?: de l'ordre du jour)? ?(?:n° ?)?(\d{1,3})((?:[.-]\d{1,2})?(?: ?bis| ?ter)?)\b ?[-:.)|]* ?(.*)$`)
	numbered   = regexp.MustCompile(`^[|\[( ]{0,3}(\d{1,2})((?:\.\d{1,2})?)(?:[.):]| -| :) ?-? ?(["«(]? ?[a-z].{3,})$`)
)

// OpensPoint reports whether a folded row begins a point of minutes.
func OpensPoint(text string) bool { return namedPoint.MatchString(text) || numbered.MatchString(text) }

// gap is the white between two lines, in heights of their type.
func gap(above, below paper.Row) float64 {
	return (below.Box.Y0 - above.Box.Y1) / max(min(above.Box.Height(), below.Box.Height()), 4)
}
