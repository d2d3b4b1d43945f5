package layout

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold makes text comparable: lower case, no accents, plain apostrophes and
// hyphens, every run of spaces (no-break ones included) as one space.
func Fold(s string) string {
	if !isASCII(s) {
		s = norm.NFKD.String(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range s {
		if unicode.IsSpace(r) {
			space = b.Len() > 0
			continue
		}
		folded := foldRune(r)
		if folded == "" {
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteString(folded)
	}
	return b.String()
}

// foldRune gives the comparable form of one decomposed rune; "" drops it.
func foldRune(r rune) string {
	switch r {
	case '’', '‘', 'ʼ', '`', '´':
		return "'"
	case '‐', '‑', '‒', '–', '—', '−':
		return "-"
	case 'œ', 'Œ':
		return "oe"
	case 'æ', 'Æ':
		return "ae"
	case '\u00ad', '\u200b', '\ufeff':
		return ""
	}
	if unicode.Is(unicode.Mn, r) {
		return ""
	}
	return string(unicode.ToLower(r))
}

// Squeeze is Fold without any space, for texts whose letters were spread or
// whose spaces were lost.
func Squeeze(s string) string { return strings.ReplaceAll(Fold(s), " ", "") }

// Contains says whether the text holds the phrase, both folded and without
// regard to spaces.
func Contains(text, phrase string) bool {
	return strings.Contains(Squeeze(text), Squeeze(phrase))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
