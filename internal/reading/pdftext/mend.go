package pdftext

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"predate"
)

// Recognition loses the small dots of days in a column: 0107.23, 071124.
var (
	wholeDay  = regexp.MustCompile(`^\d\d([./-])\d\d[./-](\d\d|\d{4})$`)
	brokenDay = regexp.MustCompile(`^(\d\d)[./-]?(\d\d)[./-]?(\d\d|\d{4})$`)
)

const (
	leastDays = 3 // whole days that make a column of them
	sameEdge  = 4 // points between the left edges of a column's words
)

// mendDays gives back the separators of the days that stand in a column of
// whole days. Elsewhere six digits may be anything, and stay what they are.
func mendDays(words []predate.Word) {
	for i, w := range words {
		part := brokenDay.FindStringSubmatch(w.Text)
		if part == nil || wholeDay.MatchString(w.Text) || !calendar(part[1], part[2]) {
			continue
		}
		whole, separator := 0, ""
		for _, other := range words {
			if m := wholeDay.FindStringSubmatch(other.Text); m != nil && len(m[2]) == len(part[3]) && math.Abs(other.Box.X0-w.Box.X0) < sameEdge {
				whole, separator = whole+1, m[1]
			}
		}
		if whole >= leastDays {
			words[i].Text = strings.Join(part[1:], separator)
		}
	}
}

// calendar reports whether two digits each can be a day and a month.
func calendar(day, month string) bool {
	d, _ := strconv.Atoi(day)
	m, _ := strconv.Atoi(month)
	return d >= 1 && d <= 31 && m >= 1 && m <= 12
}
