package fraction

import (
	"regexp"
	"strings"
)

// NumberForm finds a whole number in an expression: a space or a point may set its
// thousands apart.
const NumberForm = `\d{1,3}(?:[ .]\d{3})+|\d{1,7}`

// pointed is a whole number whose thousands points set apart: "1.885". A number
// below one is none.
var pointed = regexp.MustCompile(`^[1-9]\d{0,2}(?:\.\d{3})+$`)

// Number reads digits alone, thousands set apart or not.
func Number(s string) (int64, bool) {
	if pointed.MatchString(s) {
		s = strings.ReplaceAll(s, ".", "")
	}
	var n int64
	digits := 0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			n, digits = n*10+int64(r-'0'), digits+1
		case r == ' ' || r == '\u00a0' || r == '\u202f' || r == '\u2009':
		default:
			return 0, false
		}
	}
	return n, digits > 0 && digits < 12
}
