package layout

import (
	"slices"
	"strings"
	"unicode"

	"predate"
)

// Counts reads a cell that is a whole number or a fraction, with or without
// a unit after it: "10 000", "173 / 10 000 tantièmes". Other cells have none.
func Counts(words []predate.Word) ([]int64, string) {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	s := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, b.String())
	first, rest, ok := Whole(strings.TrimLeft(s, "( "))
	if !ok {
		return nil, ""
	}
	rest = strings.TrimLeft(rest, " ")
	for _, over := range []string{"/", "sur ", "èmes ", "eme "} {
		if after, found := strings.CutPrefix(rest, over); found {
			second, tail, ok := Whole(strings.TrimLeft(after, " "))
			if !ok || second < first {
				return nil, ""
			}
			return []int64{first, second}, UnitOf(tail)
		}
	}
	if u := strings.Trim(rest, " ):;."); !shortWords(u) {
		return nil, ""
	}
	return []int64{first}, UnitOf(rest)
}

// UnitOf returns the words that follow a number, without brackets and stops.
func UnitOf(s string) string { return strings.Trim(s, " ():;.,") }

// shortWords reports whether a text can be a unit: two words at most, without
// a figure but that of m3.
func shortWords(s string) bool {
	fields := strings.Fields(s)
	if len(fields) > 2 {
		return false
	}
	return !slices.ContainsFunc(fields, func(f string) bool { return strings.ContainsAny(f, "0124567890/%:") })
}

// Whole reads a whole number at the beginning of a text, thousands parted by a
// space or a point or not at all, or followed by zero decimals.
func Whole(s string) (int64, string, bool) {
	i, n, group := 0, int64(0), 0
	for i < len(s) && isDigit(s[i]) {
		n = 10*n + int64(s[i]-'0')
		i++
		group++
		if i > 9 {
			return 0, "", false
		}
	}
	if i == 0 {
		return 0, "", false
	}
	for group <= 3 && i+3 < len(s)+0 && (s[i] == ' ' || s[i] == '.' || s[i] == '\'') && threeDigits(s[i+1:]) {
		for k := 1; k <= 3; k++ {
			n = 10*n + int64(s[i+k]-'0')
		}
		i += 4
	}
	for _, zero := range []string{",00", ".00", ",0", ".0"} {
		if after, ok := strings.CutPrefix(s[i:], zero); ok && (after == "" || !isDigit(after[0])) {
			return n, after, true
		}
	}
	if i < len(s) && (s[i] == ',' || s[i] == '.' && i+1 < len(s) && isDigit(s[i+1])) {
		return 0, "", false
	}
	return n, s[i:], true
}

// threeDigits reports whether a text begins with three digits and no fourth.
func threeDigits(s string) bool {
	return len(s) >= 3 && isDigit(s[0]) && isDigit(s[1]) && isDigit(s[2]) && (len(s) == 3 || !isDigit(s[3]))
}
