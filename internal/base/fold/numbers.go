package fold

import (
	"slices"
	"strings"
)

// spelledOut returns how many words write a number in letters and, between brackets, in
// figures, as deeds do: "soixante-trois (63)"; 0 where they do not begin so.
func spelledOut(words []string) int {
	for k, w := range words {
		figures, _, closed := strings.Cut(strings.TrimPrefix(w, "("), ")")
		switch {
		case k > 0 && strings.HasPrefix(w, "(") && closed && figures != "" && strings.Trim(figures, "0123456789") == "":
			return k + 1
		case !isNumeral(w):
			return 0
		}
	}
	return 0
}

// isNumeral reports whether a word is of a number in letters: "dix-sept", "cent".
func isNumeral(word string) bool {
	return !slices.ContainsFunc(strings.Split(word, "-"), func(part string) bool {
		return !slices.Contains([]string{
			"un", "une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize", "quatorze", "quinze", "seize",
			"vingt", "vingts", "trente", "quarante", "cinquante", "soixante", "cent", "cents", "mille", "et",
		}, part)
	})
}
