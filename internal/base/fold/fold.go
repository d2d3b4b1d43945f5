package fold

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Text returns the form in which words are compared: lower case, without
// accents, ligatures opened, every dash "-", every apostrophe "'", "n°" for all
// the ways of writing "number", shortened words in full, single spaces.
func Text(s string) string { return joinSpaced(numberSign(strings.Fields(letters(s)))) }

// Letters is Text without its care for words: lower case, without accents, plain
// apostrophes and hyphens, single spaces.
func Letters(s string) string { return strings.Join(strings.Fields(letters(s)), " ") }

// letters folds every letter by itself. The letters of French, of which nearly all
// texts are made, need no table of Unicode; one other, and the whole text does.
func letters(s string) string {
	out := make([]byte, 0, len(s)+len(s)/8)
	for _, r := range s {
		var known bool
		if out, known = appendFolded(out, r); !known {
			return decomposed(s)
		}
	}
	return string(out)
}

// appendFolded folds one letter, mark or space of French onto a buffer; false for
// any other.
func appendFolded(out []byte, r rune) ([]byte, bool) {
	switch {
	case r >= 'A' && r <= 'Z':
		return append(out, byte(r)+'a'-'A'), true
	case r == '`' || r == '’':
		return append(out, '\''), true
	case r == '\t' || r == '\n' || r == '\u00a0' || r == '\u202f':
		return append(out, ' '), true
	case r >= ' ' && r < utf8.RuneSelf:
		return append(out, byte(r)), true
	case r >= 'À' && r <= 'ÿ' && latin[r-'À'] != '.':
		return append(out, latin[r-'À']), true
	case r == '–' || r == '—':
		return append(out, '-'), true
	case r == 'œ' || r == 'Œ':
		return append(out, "oe"...), true
	case r == '°' || r == '€' || r == '«' || r == '»' || r == '·' || r == '•':
		return utf8.AppendRune(out, r), true
	}
	return out, false
}

// decomposed folds letters of any script.
func decomposed(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFKD.String(s) {
		writeFolded(&b, r)
	}
	return b.String()
}

// Squeeze is Letters without any space, for words that were spread or whose
// spaces were lost.
func Squeeze(s string) string { return strings.ReplaceAll(Letters(s), " ", "") }

// Append folds the letters of one word onto a buffer: case, accents, ligatures,
// dashes and apostrophes, and nothing that needs another word.
func Append(buffer []byte, word string) []byte {
	start := len(buffer)
	for _, r := range word {
		switch {
		case r >= 'A' && r <= 'Z':
			buffer = append(buffer, byte(r)+'a'-'A')
		case r == '`':
			buffer = append(buffer, '\'')
		case r < utf8.RuneSelf:
			buffer = append(buffer, byte(r))
		case r >= 'À' && r <= 'ÿ' && latin[r-'À'] != '.':
			buffer = append(buffer, latin[r-'À'])
		case r == '’':
			buffer = append(buffer, '\'')
		case r == '–' || r == '—':
			buffer = append(buffer, '-')
		case r == '°' || r == '€':
			buffer = utf8.AppendRune(buffer, r)
		default:
			return append(buffer[:start], Letters(word)...)
		}
	}
	return buffer
}

// latin is the plain letters of those from À to ÿ; a dot where there is none.
const latin = "aaaaaa.ceeeeiiii.nooooo..uuuuy..aaaaaa.ceeeeiiii.nooooo..uuuuy.y"

func writeFolded(b *strings.Builder, r rune) {
	switch r {
	case 'œ', 'Œ':
		b.WriteString("oe")
	case 'æ', 'Æ':
		b.WriteString("ae")
	case '’', '‘', 'ʼ', '`', '´', '\u2032':
		b.WriteByte('\'')
	case '–', '—', '‑', '‒', '−', '‐', '\u2015':
		b.WriteByte('-')
	case '\u00ad', '\u200b', '\ufeff':
	default:
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
}

// numberSign writes "n°", "nº" (folded to "no" by compatibility) and "n °"
// alike, when a number follows, and a number that is spelt out by its figures.
func numberSign(words []string) []string {
	out := make([]string, 0, len(words))
	for i := 0; i < len(words); i++ {
		w := words[i]
		next := i+1 < len(words) && startsWithDigit(words[i+1])
		written := 0
		if w == "numero" {
			written = spelledOut(words[i+1:])
		}
		switch {
		case written > 0: // "numero soixante-trois (63)"
			i += written
			out = append(out, "n°", strings.Replace(words[i][1:], ")", "", 1))
		case w == "°" && len(out) > 0 && out[len(out)-1] == "n":
			out[len(out)-1] = "n°"
		case (w == "no" || w == "no." || w == "num." || w == "numero") && next:
			out = append(out, "n°")
		case strings.HasPrefix(w, "n°") && len(w) > len("n°"):
			out = append(out, "n°", strings.TrimPrefix(w, "n°"))
		case strings.HasPrefix(w, "no") && startsWithDigit(w[2:]):
			out = append(out, "n°", w[2:])
		default:
			out = append(out, inFull(w))
		}
	}
	return out
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// joinSpaced closes up letter-spaced titles, "p r o c e s", once there are at
// least five letters standing alone.
func joinSpaced(words []string) string {
	if !slices.ContainsFunc(words, func(w string) bool { return len(w) == 1 }) {
		return strings.Join(words, " ")
	}
	out := make([]string, 0, len(words))
	for i := 0; i < len(words); {
		j := i
		for j < len(words) && len(words[j]) == 1 && words[j][0] >= 'a' && words[j][0] <= 'z' {
			j++
		}
		if j-i >= 5 {
			out = append(out, strings.Join(words[i:j], ""))
			i = j
			continue
		}
		out = append(out, words[i])
		i++
	}
	return strings.Join(out, " ")
}

// Has reports whether the folded text holds the folded phrase between word
// boundaries.
func Has(text, phrase string) bool { return Index(text, phrase) >= 0 }

// Index returns where the phrase stands in the text between word boundaries, or
// -1. Both are folded.
func Index(text, phrase string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], phrase)
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(phrase)
		if !wordByte(text, i-1, phrase[0]) && !wordByte(text, end, phrase[len(phrase)-1]) {
			return i
		}
		from = i + 1
	}
}

// wordByte reports whether the byte at i continues a word that edge belongs to.
func wordByte(text string, i int, edge byte) bool {
	return i >= 0 && i < len(text) && alphanumeric(text[i]) && alphanumeric(edge)
}

func alphanumeric(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

// Near is Has with the tolerance that recognised characters need: about one
// wrong letter in eight, over the same number of words and spread over them, so
// that a word is not taken for the one that it ends (compte, décompte).
func Near(text, phrase string) bool {
	if Has(text, phrase) {
		return true
	}
	allowed := len(phrase) / 8
	if allowed == 0 {
		return false
	}
	words := strings.Fields(text)
	wanted := strings.Fields(phrase)
	n := len(wanted)
	for i := 0; i+n <= len(words); i++ {
		window := strings.Join(words[i:i+n], " ")
		if abs(len(window)-len(phrase)) <= allowed && Distance(window, phrase) <= allowed && nearWords(words[i:i+n], wanted) {
			return true
		}
	}
	return false
}

func nearWords(words, wanted []string) bool {
	for i, w := range words {
		if Distance(w, wanted[i]) > max(1, len(wanted[i])/8) {
			return false
		}
	}
	return true
}

// Distance is the Levenshtein distance in bytes.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		left := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := left
			if a[i-1] != b[j-1] {
				change++
			}
			left = row[j]
			row[j] = min(change, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
