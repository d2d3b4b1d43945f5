package typeset

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"predate"
	"predate/internal/reading/wording"
)

// The spaces of French typography.
const (
	nbsp = "\u00a0" // before : and inside « »
	thin = "\u202f" // between thousands, before ; ! ?
	// hyphen is one at which no line breaks.
	hyphen = "\u2010"
)

// exercise names an accounting year: "2025", or its two ends.
func exercise(p predate.Period) string {
	if p.IsZero() {
		return ""
	}
	if p.From.Year == p.To.Year && p.From.Month == 1 && p.To.Month == 12 {
		return strconv.Itoa(p.To.Year)
	}
	return "du " + spoken(p.From) + " au " + spoken(p.To)
}

// plural chooses the form of a noun: French has the singular up to one.
func plural(n int, one, many string) string {
	if n > 1 {
		return many
	}
	return one
}

// counted says "1 lot", "3 lots".
func counted(n int, one, many string) string {
	return wording.Number(int64(n)) + nbsp + plural(n, one, many)
}

// quoted puts words between French quotation marks.
func quoted(s string) string { return "«" + nbsp + s + nbsp + "»" }

// typographic mends the spaces and apostrophes of a French sentence, and says its
// days in words. Words that quote a paper are not sent through it.
func typographic(s string) string {
	return ordinals(joinThousands(daysInWords(strings.NewReplacer(
		"'", "’",
		" :", nbsp+":", " ;", thin+";", " !", thin+"!", " ?", thin+"?",
		"« ", "«"+nbsp, " »", nbsp+"»", " €", nbsp+"€", " %", nbsp+"%", "n° ", "n°"+nbsp, "art. ", "art."+nbsp,
		"1er janvier ", "1er"+nbsp+"janvier"+nbsp, "1er juillet ", "1er"+nbsp+"juillet"+nbsp,
	).Replace(s))))
}

// daysInWords writes "18/05/2026" as it is said, but for what stands between
// quotation marks: those are the words of a paper.
func daysInWords(s string) string {
	const shape = "00/00/0000"
	var out strings.Builder
	quotes := 0
	for i := 0; i < len(s); {
		switch {
		case strings.HasPrefix(s[i:], "«"):
			quotes++
		case strings.HasPrefix(s[i:], "»"):
			quotes--
		case quotes == 0 && s[i] >= '0' && s[i] <= '3' && (i == 0 || !partOfDay(s[i-1])) && len(s)-i >= len(shape) && (len(s)-i == len(shape) || !partOfDay(s[i+len(shape)])):
			if d, ok := dayOf(s[i : i+len(shape)]); ok {
				out.WriteString(spoken(d))
				i += len(shape)
				continue
			}
		}
		out.WriteByte(s[i])
		i++
	}
	return out.String()
}

func partOfDay(c byte) bool { return c >= '0' && c <= '9' || c == '/' }

// dayOf reads a day in figures; false for anything else.
func dayOf(s string) (predate.Date, bool) {
	at, err := time.Parse("02/01/2006", s)
	if err != nil {
		return predate.Date{}, false
	}
	return predate.DateOf(at), true
}

// joinThousands keeps "2 746,46" on one line: a plain space between one to three
// digits and exactly three becomes a narrow no-break one.
func joinThousands(s string) string {
	runes := []rune(s)
	digits := func(i, step int) int {
		n := 0
		for i >= 0 && i < len(runes) && runes[i] >= '0' && runes[i] <= '9' {
			n, i = n+1, i+step
		}
		return n
	}
	for i, r := range runes {
		if before := digits(i-1, -1); r == ' ' && before >= 1 && before <= 3 && digits(i+1, 1) == 3 {
			runes[i] = '\u202f'
		}
	}
	return string(runes)
}

// printable gives what the font can show: composed letters, plain spaces for
// controls, □ for what Lato has no glyph for.
func printable(s string) string {
	s = norm.NFC.String(strings.ToValidUTF8(s, "□"))
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r' || r == '\v' || r == '\f' || r == '\u0085' || r == '\u2028' || r == '\u2029':
			return ' '
		case r == '\u2011':
			return '\u2010'
		case r < ' ' || r == '\u00ad' || r == '\u200b' || r == '\u200c' || r == '\u200d' || r == '\ufeff' || r == '\u2060':
			return -1
		case covered(r):
			return r
		}
		return '□'
	}, s)
}

// onPage names a page of a paper.
func onPage(n int) string { return "p." + nbsp + strconv.Itoa(n) }

// ordinals raises the letters of ordinals, "1er" and "3e", outside of quotation marks.
func ordinals(s string) string {
	var out strings.Builder
	quotes := 0
	for i := 0; i < len(s); {
		switch {
		case strings.HasPrefix(s[i:], "«"):
			quotes++
		case strings.HasPrefix(s[i:], "»"):
			quotes--
		case quotes == 0 && s[i] >= '0' && s[i] <= '9' && !inWord(lastRune(s[:i])):
			digits := len(s[i:]) - len(strings.TrimLeft(s[i:], "0123456789"))
			rest := s[i+digits:]
			for _, end := range []struct{ plain, raised string }{{"er", "ᵉʳ"}, {"re", "ʳᵉ"}, {"e", "ᵉ"}} {
				after, ok := strings.CutPrefix(rest, end.plain)
				if ok && digits > 0 && digits < 4 && !inWord(firstRune(after)) {
					out.WriteString(s[i:i+digits] + end.raised)
					i += digits + len(end.plain)
					break
				}
			}
		}
		if i < len(s) {
			out.WriteByte(s[i])
			i++
		}
	}
	return out.String()
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// inWord reports whether a rune is of a word.
func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// spoken writes a day as it is said: "1ᵉʳ mai 2026".
func spoken(d predate.Date) string { return ordinals(wording.DayInWords(d)) }
