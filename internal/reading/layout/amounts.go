package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
)

// Amounts finds every printed amount of a line, from left to right. Words that
// make one amount are joined when the gap between them is no wider than a
// space between thousands; numbers of neighbouring columns stay apart. What
// follows a number may unmake it: "12,50 %" is no amount.
func Amounts(l Line) []Amount {
	if !slices.ContainsFunc(l.Words, func(w predate.Word) bool { return hasDecimals(w.Text) }) {
		return nil
	}
	s := newScan(l)
	var found []Amount
	for i := range l.Words {
		if a, ok := s.at(i); ok {
			found = append(found, a)
		}
	}
	return found
}

// hasDecimals reports whether a word holds a comma or a point with two digits after
// it: what no amount goes without.
func hasDecimals(text string) bool {
	for i := 0; i+2 < len(text); i++ {
		if (text[i] == ',' || text[i] == '.') && isDigit(text[i+1]) && isDigit(text[i+2]) {
			return true
		}
	}
	return false
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// Amount reads a cell that holds one amount and nothing else but its mark.
func (c Cell) Amount() (Amount, bool) {
	text, mark := c.Text, ""
	if fields := strings.Fields(c.Text); len(fields) > 1 && isMark(fields[len(fields)-1]) {
		mark = fields[len(fields)-1]
		text = strings.Join(fields[:len(fields)-1], " ")
	}
	cents, ok := ParseAmount(text)
	if !ok {
		return Amount{}, false
	}
	return Amount{Cents: cents, Mark: mark, Box: c.Box, Text: c.Text, Page: c.Page}, true
}

// thousandsGap is the widest space between thousands, in parts of the type.
const thousandsGap = 0.45

// scan looks for amounts on one line.
type scan struct {
	line  Line
	words []predate.Word
	plain []string
	page  int
	habit habit
	// listing says that every character has the same width.
	listing bool
	join    float64 // widest gap inside an amount
	near    float64 // widest gap before a unit or a mark
}

func newScan(l Line) scan {
	s := scan{line: l, words: l.Words, page: l.Page, habit: l.habit, plain: make([]string, len(l.Words))}
	for i, w := range l.Words {
		s.plain[i] = plainAmount(w.Text)
	}
	s.join = thousandsGap * l.Size()
	s.listing = l.listing()
	if s.listing {
		s.join = 1.3 * widestRune(l.Words)
	}
	s.near = max(2.2*s.join, l.Size())
	return s
}

// gap is the white before word i; across a bar it is too wide for anything.
func (s scan) gap(i int) float64 {
	if s.line.parted(i) {
		return math.Inf(1)
	}
	return s.words[i].Box.X0 - s.words[i-1].Box.X1
}

// at reads the amount whose decimals stand in word i.
func (s scan) at(i int) (Amount, bool) {
	core := strings.TrimRight(s.plain[i], ".,;:")
	if !hasDecimals(core) || !coreGrammar.MatchString(core) || s.foreign(i, core) {
		return Amount{}, false
	}
	from, text, sure := s.leftwards(i, core)
	if !sure {
		return Amount{}, false
	}
	to, text := s.rightwards(i, text)
	next := to + 1
	if next < len(s.words) && s.gap(next) <= s.near && notMoney(s.words[next].Text) {
		return Amount{}, false
	}
	text = s.unwrap(from, text)
	cents, ok := parsePlain(text)
	if !ok {
		return Amount{}, false
	}
	a := Amount{Cents: cents, Page: s.page}
	if next < len(s.words) && s.gap(next) <= s.near && isMark(s.words[next].Text) {
		a.Mark = strings.TrimRight(s.words[next].Text, ".,;:)")
	}
	a.Text = joinWords(s.words[from : to+1])
	for _, w := range s.words[from : to+1] {
		a.Box = a.Box.Union(w.Box)
	}
	return a, true
}

// joinAt is the widest gap inside an amount before word i: words whose characters,
// a comma among them, are all as wide are set in the type of a listing, and parted
// by a whole character. A large amount beside small print has the spaces of its own type.
func (s scan) joinAt(i int) float64 {
	if own := s.words[i].Size; own == s.words[i-1].Size {
		s.join = max(s.join, thousandsGap*own)
	}
	number, before := s.words[i], runeWidth(s.words[i-1:i])
	width := runeWidth([]predate.Word{number})
	if hasDecimals(number.Text) && max(width, before) <= 1.02*min(width, before) {
		return max(s.join, 1.3*width)
	}
	return s.join
}

// leftwards joins the thousands, the sign, the currency and the parenthesis
// that stand before word i. It is not sure when a figure stands so close that
// it may be the amount's thousands or something else.
func (s scan) leftwards(i int, text string) (from int, joined string, sure bool) {
thousands:
	for i > 0 && s.gap(i) <= s.joinAt(i) && wantsThousands(text) {
		group, whole := groupIn(s.plain[i-1])
		switch {
		case text[0] == ',' || text[0] == '.':
			if !whole {
				return i, text, false
			}
			i--
			text = s.plain[i] + text
			continue
		case s.habit.solid:
			// Other amounts show that no thousands are parted here: in a listing
			// it is the column before, in other print nobody can tell.
			if group != "" {
				return i, text, s.listing
			}
			break thousands
		case group == "":
			if endsInFigure(s.plain[i-1]) {
				return i, text, false
			}
			break thousands // a sign may be before it
		}
		i--
		text = group + " " + text
		if !whole {
			return i, text, true // the rest of the word is what the amount follows
		}
	}
	for i > 0 && s.gap(i) <= s.join && s.prefix(i-1) {
		i--
		text = s.plain[i] + " " + text
	}
	return i, text, true
}

// groupIn returns the one to three digits that a word is, sign or parenthesis
// before them included, or that it ends with after a colon, an equals sign or
// a leader: "1", "(1", "Solde:1". Whole says that the word is nothing else.
func groupIn(word string) (group string, whole bool) {
	if isGroup(word) {
		return word, true
	}
	at := strings.LastIndexAny(word, ":=…_·")
	if at < 0 {
		if at = strings.LastIndex(word, ".."); at >= 0 {
			at++
		}
	}
	if at < 0 {
		return "", false
	}
	_, size := utf8.DecodeRuneInString(word[at:])
	if group = word[at+size:]; !isGroup(group) {
		return "", false
	}
	return group, false
}

// endsInFigure reports whether a word that is no number, no date and no time ends
// with one to three digits: "n°1", "450-1".
func endsInFigure(word string) bool {
	rest := strings.TrimRight(word, "0123456789")
	digits := len(word) - len(rest)
	if digits == 0 || digits > 3 || rest == "" {
		return false
	}
	return len(datesIn(word)) == 0
}

// foreign reports whether a number with a decimal point stands alone in a document
// that writes commas: the number of an article, of a version, an hour.
func (s scan) foreign(i int, core string) bool {
	if !s.habit.comma || strings.Contains(core, ",") || strings.Contains(core, "€") {
		return false
	}
	return i+1 >= len(s.plain) || s.gap(i+1) > s.near || !strings.HasPrefix(s.plain[i+1], "€") && !strings.HasPrefix(s.plain[i+1], "eur")
}

// wantsThousands reports whether a number may go on to the left: it starts with
// three digits right before its decimals, with a group of three, or with its
// decimals alone.
func wantsThousands(text string) bool {
	n := leadingDigits(text)
	switch {
	case n == 0:
		return text != "" && (text[0] == ',' || text[0] == '.')
	case n != 3:
		return false
	}
	// "428.165,00" has its own thousands already; "428.16" has not.
	return text[n:] == "" || text[n] != '.' || leadingDigits(text[n+1:]) == 2
}

// isGroup reports whether a word is one to three digits, a sign or an opening
// parenthesis before them allowed.
func isGroup(word string) bool {
	digits := strings.TrimLeft(word, "(-+€")
	if digits == "" || len(digits) > 3 {
		return false
	}
	return strings.Trim(digits, "0123456789") == ""
}

// prefix reports whether word i belongs to the number after it: a currency, a
// parenthesis, or a minus that is not the dash of a sentence.
func (s scan) prefix(i int) bool {
	switch s.plain[i] {
	case "€", "eur", "(":
		return true
	case "-", "+":
		// A hyphen with the same small gap on both sides parts two pieces of
		// a sentence; U+2212 is always a minus.
		return s.words[i].Text == "−" || i == 0 || s.gap(i) > s.near || strings.HasSuffix(s.plain[i-1], ":")
	}
	return false
}

// rightwards joins the currency, the trailing minus and the parenthesis.
func (s scan) rightwards(i int, text string) (int, string) {
	for i+1 < len(s.words) && s.gap(i+1) <= s.near {
		word := strings.TrimRight(s.plain[i+1], ".,;:")
		switch word {
		case "€", "eur", "euro", "euros", "€)", "eur)", ")", "€-":
		case "-":
			if s.gap(i+1) > s.join || i+2 < len(s.words) && s.gap(i+2) <= s.near {
				return i, text
			}
		default:
			return i, text
		}
		i++
		text += " " + word
	}
	return i, text
}

// unwrap drops the parentheses of a sentence: a lone one, or a pair that
// follows other words at the distance of a space. A pair that stands alone is
// the accountants' minus and stays.
func (s scan) unwrap(from int, text string) string {
	opens, closes := strings.HasPrefix(text, "("), strings.HasSuffix(text, ")")
	if opens && closes && !s.inSentence(from) {
		return text
	}
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(text, "("), ")"))
}

// inSentence reports whether word i goes on with a sentence: it stands at the distance
// of a space from the one before, or at that of a wide space from one that is no
// number, since a number so far is another column's.
func (s scan) inSentence(i int) bool {
	if i == 0 || s.gap(i) > s.near {
		return false
	}
	return s.gap(i) <= s.join || !s.listing && strings.IndexFunc(s.plain[i-1], unicode.IsLetter) >= 0
}
