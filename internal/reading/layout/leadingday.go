package layout

import (
	"strings"

	"predate"
)

// LeadingDay reads the day with which words begin, and returns the words after it; the
// zero day where they begin with none. Six digits are a day too, "010725".
func LeadingDay(words []string) (predate.Date, []string) {
	for n := min(3, len(words)); n > 0; n-- {
		if d, ok := ParseDate(strings.Trim(strings.Join(words[:n], " "), ".,;:·")); ok {
			return d, words[n:]
		}
	}
	if len(words) > 0 {
		if d, ok := packedDay(words[0]); ok {
			return d, words[1:]
		}
	}
	return predate.Date{}, words
}

// packedDay reads a day of six digits, "010725".
func packedDay(word string) (predate.Date, bool) {
	if len(word) != 6 || strings.Trim(word, "0123456789") != "" {
		return predate.Date{}, false
	}
	return ParseDate(word[:2] + "/" + word[2:4] + "/" + word[4:])
}
