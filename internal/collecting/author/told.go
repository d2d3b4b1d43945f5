package author

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"predate/internal/collecting/recipe"
)

// teller tells of a text of a page the words that the recipe or any site names, and
// letters that stand alone; what stands in the place of others, and of tokens, tells
// neither what they were nor how many.
func teller(r *recipe.Recipe) func(string) string {
	token := regexp.MustCompile(`(?:\pL+\d+){2,}\pL*|(?:\d+\pL+){2,}\d*`)
	return func(text string) string {
		var kept []string
		for _, one := range recipe.Pieces(token.ReplaceAllString(text, without)) {
			if !one.Letters || utf8.RuneCountInString(one.Text) == 1 || r.Knows(one.Text) {
				kept = append(kept, one.Text)
				continue
			}
			n := len(kept)
			if n > 1 && blank(kept[n-1]) && kept[n-2] == without {
				n--
			}
			if kept = kept[:n]; n == 0 || kept[n-1] != without {
				kept = append(kept, without)
			}
		}
		return strings.Join(kept, "")
	}
}

// blank reports whether what stands between two words says nothing of its own.
func blank(text string) bool { return strings.Trim(text, " -_.,'’0123456789"+without) == "" }
