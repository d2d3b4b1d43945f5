package compute

import (
	"strings"
	"unicode"

	"predate/internal/base/fold"
)

// plain reduces a name to what matters when comparing: folded letters and
// digits, one space between words.
func plain(s string) string {
	return strings.Join(strings.FieldsFunc(fold.Text(s), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c)
	}), " ")
}

// words splits a name reduced by plain.
func words(s string) []string { return strings.Fields(plain(s)) }
