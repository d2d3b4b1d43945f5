package fraction

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"predate"
	"predate/internal/reading/layout"
)

// Fraction is a share and its base, in parts of the key; the unit as printed, empty where
// none is.
type Fraction struct {
	Share, Base int64
	Unit        string
}

// outOf is a share in words: "133 sur 1 000", "133 tantièmes sur 1 000".
var outOf = regexp.MustCompile(`(?i)(\d)\s+(?:(\pL+\.?|m3|m³)\s+)?sur\s+(\d)`)

// baseFirst is a base with the share behind it: "base 10 000 – votre part 173 tantièmes".
var baseFirst = regexp.MustCompile(`(?i)\bbase\s*:?\s*(\d[\d\s]*?)\s*[-–—,;(]*\s*(?:votre |vos )?(?:quote-)?parts?\s*:?\s*(\d(?:[\d\s]*\d)?)(?:\s+(\pL[\pL³\d.]*))?`)

// eachWithUnit is a base and the share right behind it, both with their unit: "base 10 000
// tantièmes 149 tantièmes".
var eachWithUnit = regexp.MustCompile(`(?i)\bbase\s*:?\s*(\d[\d\s]*?)\s+(\pL[\pL³]*)\s+(\d(?:[\d\s]*\d)?)\s+(\pL[\pL³]*)$`)

// InWords finds a share and base at the end of words, in parentheses among them, with
// its unit, or behind its base: "Ascenseur A (ASCA) – 40/1000 tantièmes". isUnit reports whether a word is a
// unit of shares; two years of an exercise are no fraction.
func InWords(words string, isUnit func(string) bool) (Fraction, bool) {
	said := ""
	if m := outOf.FindStringSubmatch(words); m != nil && (m[2] == "" || isUnit(strings.Trim(m[2], "."))) {
		words, said = outOf.ReplaceAllString(words, "$1 / $3"), strings.Trim(m[2], ".")
	}
	if m := baseFirst.FindStringSubmatch(words); m != nil && (m[3] == "" || isUnit(strings.Trim(m[3], "."))) {
		words, said = baseFirst.ReplaceAllString(words, "$2 / $1"), strings.Trim(m[3], ".")
	}
	if m := eachWithUnit.FindStringSubmatch(words); m != nil && isUnit(m[2]) && isUnit(m[4]) {
		words, said = m[3]+" / "+m[1], m[4]
	}
	for i := 1; i < len(words); i++ {
		if words[i] != '/' || !isDigit(words[i-1]) && words[i-1] != ' ' {
			continue
		}
		if strings.Count(words[max(0, i-6):min(len(words), i+6)], "/") > 1 {
			continue // a date
		}
		start := i
		for start > 0 && inNumber(words[start-1]) {
			start--
		}
		counts, unit := layout.Counts([]predate.Word{{Text: strings.TrimLeft(words[start:endOf(words, i, said != "")], " .")}})
		if len(counts) == 2 && counts[1] > 1 && counts[0] > 0 && !AreYears(counts[0], counts[1]) && (unit == "" || isUnit(unit)) {
			return Fraction{counts[0], counts[1], cmp.Or(unit, said)}, true
		}
	}
	return Fraction{}, false
}

// endOf returns where the words of a fraction end, whose slash stands at i: behind its
// base where a sentence goes on after it, "(40 / 1 000) est de", or where its unit is said
// already; before what is said again in parentheses, "40 / 1 000 tantièmes (4 %)"; else at
// the end of the words.
func endOf(words string, i int, hasUnit bool) int {
	end := i + 1
	for end < len(words) && inNumber(words[end]) {
		end++
	}
	if hasUnit || end < len(words) && words[end] == ')' {
		return end
	}
	if aside := strings.IndexByte(words[end:], '('); aside >= 0 {
		return end + aside
	}
	return len(words)
}

// percentForm is a share in percent, alone in its cell.
var percentForm = regexp.MustCompile(`^(\d{1,3})(?:[.,](\d{1,4}))? ?%$`)

// IsPercent reports whether words are a percent and nothing else.
func IsPercent(words string) bool { return percentForm.MatchString(words) }

// BaseOfPercent returns the base of a share that is so many percent of it, as words print
// them: 40 and "4.0 %" have 1,000. A percent that leaves no whole base was rounded and says
// nothing.
func BaseOfPercent(share int64, words string) (base int64, ok bool) {
	m := percentForm.FindStringSubmatch(strings.TrimSpace(words))
	if m == nil {
		return 0, false
	}
	percent, err := strconv.ParseInt(m[1]+m[2], 10, 64)
	hundred := int64(100)
	for range m[2] {
		hundred *= 10
	}
	if err != nil || share <= 0 || percent <= 0 || percent > hundred || share*hundred%percent != 0 {
		return 0, false
	}
	return share * hundred / percent, true
}

// AreYears reports whether two numbers name an exercise: "2024/2025".
func AreYears(a, b int64) bool { return a > 1950 && a < 2100 && b == a+1 }

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// inNumber reports whether a byte is a digit or what sets thousands apart: a point or a
// space, no-break too.
func inNumber(b byte) bool { return isDigit(b) || b == '.' || b == ' ' || b == 0xa0 || b == 0xc2 }
