package fold

import "strings"

// Lot is how papers name a lot, in folded words: by its number, which the letter
// of its building or staircase may begin: "14", "14a", "a12", "c-7".
const Lot = `(?:[a-z]{1,2}-?)?\d{1,5}[a-z]?`

// LotName reduces the name of a lot to what identifies it: "A-012", "a12" and
// "A 12" are one lot, and so are "07" and "7".
func LotName(s string) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, Letters(s))
	at := strings.IndexAny(name, "0123456789")
	if at < 0 {
		return name
	}
	return name[:at] + strings.TrimLeft(name[at:], "0")
}
