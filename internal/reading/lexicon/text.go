package lexicon

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate/internal/base/fold"
)

// Text is words ready to be searched: folded, parted, abbreviations in full.
type Text struct {
	letters []byte
	words   []word
}

// word is one word of a text.
type word struct {
	id     uint32 // in the vocabulary; 0 for a word that no form has
	lo, hi int32  // its letters
	from   int32  // the printed word that it comes from
	class  class
	full   bool // a full stop follows it
}

type class uint8

const (
	plain  class = iota
	number       // begins with a digit
	small        // an article or a preposition, which a form may leave out
	dash         // a dash between spaces, which a form may leave out too
	pause        // a colon, a semicolon, a comma, a bar or a slash: no form goes over one that it does not write
)

// Words makes printed words searchable. The spans found in them are of these
// words.
func (l *Lexicon) Words(printed []string) Text {
	size := 0
	for _, w := range printed {
		size += len(w) + 1
	}
	t := Text{letters: make([]byte, 0, size+size/8), words: make([]word, 0, len(printed)+len(printed)/4+2)}
	for i, w := range printed {
		l.add(&t, w, int32(i))
	}
	t.tidy()
	for i := range t.words {
		l.name(&t, &t.words[i])
	}
	return t
}

// Text makes a line of text searchable; its words are those between spaces.
func (l *Lexicon) Text(line string) Text { return l.Words(strings.Fields(line)) }

// Words lists the words of the text as they are compared.
func (t Text) Words() []string {
	out := make([]string, len(t.words))
	for i, w := range t.words {
		out[i] = string(t.of(w))
	}
	return out
}

func (t *Text) of(w word) []byte { return t.letters[w.lo:w.hi] }

// add parts one printed word.
func (l *Lexicon) add(t *Text, printed string, from int32) {
	lo := len(t.letters)
	t.letters = fold.Append(t.letters, printed)
	folded := t.letters[lo:]
	if short, ok := l.short[string(bytes.TrimRight(folded, ".,;:"))]; ok && (!short.stopped || bytes.Contains(folded, []byte("."))) {
		ends := len(folded) > 0 && folded[len(folded)-1] == ':'
		t.letters = append(t.letters[:lo], short.full...)
		if ends {
			t.letters = append(t.letters, ':')
		}
	}
	l.part(t, lo, from)
}

// part cuts the folded letters from lo on into words.
func (l *Lexicon) part(t *Text, lo int, from int32) {
	end := len(t.letters)
	for at := lo; at < end; {
		r, size := utf8.DecodeRune(t.letters[at:end])
		switch {
		case alphanumeric(r):
			stop := at
			for stop < end {
				next, n := utf8.DecodeRune(t.letters[stop:end])
				if next == '°' && stop == at+1 && t.letters[at] == 'n' {
					stop += n
					break
				}
				if !alphanumeric(next) {
					break
				}
				stop += n
			}
			w := word{lo: int32(at), hi: int32(stop), from: from, full: stop < end && t.letters[stop] == '.'}
			if r >= '0' && r <= '9' {
				w.class = number
			}
			l.inFull(t, w)
			at = stop
			continue
		case r == ':' || r == ';' || r == ',' || r == '|' || r == '/':
			t.words = append(t.words, word{lo: int32(at), hi: int32(at + 1), from: from, class: pause})
		case r == '&' || r == '+' || r == '-' || r == '%':
			t.words = append(t.words, word{lo: int32(at), hi: int32(at + 1), from: from})
		case r == '°' && len(t.words) > 0 && string(t.of(t.words[len(t.words)-1])) == "n":
			t.words[len(t.words)-1] = t.append("n°", from)
		}
		at += size
	}
}

// inFull adds a word, and writes it out where it is shortened and others are
// glued to it by a bracket or a slash.
func (l *Lexicon) inFull(t *Text, w word) {
	short, ok := l.short[string(t.of(w))]
	if !ok || short.stopped && !w.full {
		t.words = append(t.words, w)
		return
	}
	for _, one := range strings.FieldsFunc(short.full, func(r rune) bool { return r == ' ' || r == '-' }) {
		t.words = append(t.words, t.append(one, w.from))
	}
}

// append puts letters that are not printed at the end of the buffer.
func (t *Text) append(letters string, from int32) word {
	lo := len(t.letters)
	t.letters = append(t.letters, letters...)
	return word{lo: int32(lo), hi: int32(len(t.letters)), from: from}
}

func alphanumeric(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// tidy joins what belongs together over several printed words: "N - 1",
// "no 12", the letters of a spaced title. It drops the dashes inside words.
func (t *Text) tidy() {
	out := t.words[:0]
	for i := 0; i < len(t.words); i++ {
		w := t.words[i]
		switch letters := t.of(w); {
		case string(letters) == "n" && i+2 < len(t.words) && t.isSign(i+1) && t.words[i+2].class == number && t.words[i+2].hi-t.words[i+2].lo == 1:
			joined := t.append("n"+string(t.of(t.words[i+1]))+string(t.of(t.words[i+2])), w.from)
			joined.class = plain
			out = append(out, joined)
			i += 2
		case (string(letters) == "no" || string(letters) == "num" || string(letters) == "numero") && i+1 < len(t.words) && t.words[i+1].class == number:
			out = append(out, t.append("n°", w.from))
		case t.spaced(i) >= 5:
			n := t.spaced(i)
			var whole strings.Builder
			for _, one := range t.words[i : i+n] {
				whole.Write(t.of(one))
			}
			out = append(out, t.append(whole.String(), w.from))
			i += n - 1
		case string(letters) == "-" && (i > 0 && t.words[i-1].from == w.from || i+1 < len(t.words) && t.words[i+1].from == w.from):
		case string(letters) == "-":
			w.class = dash
			out = append(out, w)
		case string(letters) == "&":
			out = append(out, t.append("et", w.from))
		default:
			out = append(out, w)
		}
	}
	t.words = out
}

// isSign reports whether word i is a plus or a minus.
func (t *Text) isSign(i int) bool {
	letters := t.of(t.words[i])
	return len(letters) == 1 && (letters[0] == '+' || letters[0] == '-')
}

// spaced counts the single letters, each printed as a word, from word i on.
func (t *Text) spaced(i int) int {
	n := 0
	for i+n < len(t.words) {
		w := t.words[i+n]
		if w.hi-w.lo != 1 || w.class != plain || !alphanumeric(rune(t.letters[w.lo])) || n > 0 && w.from == t.words[i+n-1].from {
			break
		}
		n++
	}
	return n
}

// name puts a word into its normal form and looks it up.
func (l *Lexicon) name(t *Text, w *word) {
	if w.class == plain && isSmall(string(t.of(*w))) {
		w.class = small
	}
	w.hi = w.lo + int32(normal(t.letters[w.lo:w.hi]))
	w.id = l.vocabulary[string(t.of(*w))]
}

// isSmall reports whether a form may do without the word.
func isSmall(w string) bool {
	switch w {
	case "de", "des", "d", "du", "la", "le", "les", "l":
		return true
	}
	return false
}

// normal takes number and gender off a word: "votées", "votés" and "voté" are
// one word, "totaux" and "total" too. It changes the letters in place and gives
// how many are left.
func normal(w []byte) int {
	n := len(w)
	if n >= 6 && string(w[n-3:]) == "aux" {
		w[n-2] = 'l'
		return n - 1
	}
	if n >= 4 && w[n-1] == 's' && w[n-2] != 's' {
		n--
	}
	if n >= 5 && w[n-1] == 'e' && w[n-2] == 'e' {
		n--
	}
	return n
}
