package letter

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/meaning"
	"predate/internal/reading/period"
)

// said is an amount of a letter with the words that speak of it: those before it
// from the last pause on, and those after it up to the next.
type said struct {
	cents    predate.Cents
	words    string
	sentence int
	proof    predate.Evidence
}

// letter is a paper whose figures are in sentences.
type letter struct {
	*meaning.Reader
	text      string
	sentences []string
	all       []said
}

var (
	letterSum = regexp.MustCompile(`(?:^|[^\d.,])((?:\d{1,3}(?: \d{3})+|\d+),\d{2})(?: ?€| euros?\b)`)
	// letterPause parts the words of one amount from those of the next.
	letterPause = regexp.MustCompile(`[,;:]| (?:et|d'où) `)
)

// letterOf reads the sentences of a paper: the lines without columns, joined.
func letterOf(kind predate.Kind, doc layout.Doc, words *lexicon.Lexicon) letter {
	l := letter{Reader: meaning.NewReader(kind, words, false)}
	for _, run := range letterRuns(doc) {
		l.addSentences(run)
	}
	l.text = strings.Join(l.sentences, " ")
	return l
}

// letterWord is a word of a letter with its place.
type letterWord struct {
	text string
	page int
	box  predate.Box
}

// letterRuns joins the words of lines that follow each other without columns.
func letterRuns(doc layout.Doc) [][]letterWord {
	var out [][]letterWord
	var run []letterWord
	var above predate.Box
	for _, page := range doc.Pages {
		for _, line := range page.Lines {
			if len(run) > 0 && line.Box.Y0-above.Y1 > 1.4*(line.Box.Y1-line.Box.Y0) || len(line.Segments(0)) != 1 {
				out, run = append(out, run), nil
			}
			if len(line.Segments(0)) != 1 {
				continue
			}
			for _, w := range line.Words {
				run = append(run, letterWord{w.Text, page.Number, w.Box})
			}
			above = line.Box
		}
	}
	return append(out, run)
}

// addSentences cuts the words of a run into sentences and finds their amounts.
// plainSpaces makes the spaces and apostrophes of sentences plain.
var plainSpaces = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ", "’", "'")

func (l *letter) addSentences(run []letterWord) {
	from := 0
	for i, w := range run {
		last := i+1 == len(run)
		if last || strings.HasSuffix(w.text, ".") && len([]rune(w.text)) > 3 && startsUpper(run[i+1].text) || isBullet(w, run[i+1]) {
			l.addSentence(run[from : i+1])
			from = i + 1
		}
	}
}

// isBullet reports whether a word is the mark that opens an item of a list, on a line
// of its own.
func isBullet(before, w letterWord) bool {
	return strings.Trim(w.text, "•·▪◦*-–—") == "" && w.box.Y0 >= before.box.Y1
}

func startsUpper(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(first)
}

func (l *letter) addSentence(words []letterWord) {
	var text strings.Builder
	starts := make([]int, len(words))
	for i, w := range words {
		if i > 0 {
			text.WriteByte(' ')
		}
		starts[i] = text.Len()
		text.WriteString(plainSpaces.Replace(w.text))
	}
	s := text.String()
	l.sentences = append(l.sentences, s)
	found := letterSum.FindAllStringSubmatchIndex(s, -1)
	for i, m := range found {
		before, after := 0, len(s)
		if i > 0 {
			before = found[i-1][1]
			if at := letterPause.FindStringIndex(s[before:m[2]]); at != nil {
				before += at[0]
			}
		}
		if i+1 < len(found) {
			after = found[i+1][2]
		}
		if at := letterPause.FindStringIndex(s[m[1]:after]); at != nil {
			after = m[1] + at[0]
		}
		cents, _ := layout.ParseAmount(s[m[2]:m[3]])
		l.all = append(l.all, said{
			cents: cents, words: s[before:m[2]] + " | " + s[m[1]:after], sentence: len(l.sentences) - 1,
			proof: proofOfWords(words, starts, m[2], m[3]),
		})
	}
}

// proofOfWords quotes the words between two places of a sentence.
func proofOfWords(words []letterWord, starts []int, from, to int) predate.Evidence {
	var e predate.Evidence
	var text []string
	for i, w := range words {
		if i+1 < len(words) && starts[i+1] <= from || starts[i] >= to {
			continue
		}
		if len(text) == 0 || w.page != e.Page || w.box.Y0 > e.Box.Y1 {
			e.Page, e.Box = w.page, w.box
		}
		e.Box.X1 = w.box.X1
		text = append(text, strings.TrimRight(w.text, " ,;:.€"))
	}
	e.Text, e.Rule = strings.Join(text, " "), "form.letter"
	return e
}

// means reports whether the words of an amount say one of some concepts.
func (l letter) means(s said, ids ...lexicon.ID) bool {
	return slices.ContainsFunc(strings.Split(s.words, " | "), func(part string) bool { return l.Says(part, ids...) })
}

// sides returns whether words say that the co-owner owes an amount, or is owed
// it.
func (l letter) sides(s said) (owed, favour bool) {
	return l.means(s, "said_owed", "sign_debit"), l.means(s, "said_favour", "sign_credit")
}

// onlyReading returns the only distinct reading among some; false for none or two.
func onlyReading[T comparable](readings []T) (T, bool) {
	var zero T
	for _, r := range readings {
		if r != readings[0] {
			return zero, false
		}
	}
	if len(readings) == 0 {
		return zero, false
	}
	return readings[0], true
}

// letterYear returns the exercise that a letter is about: the period printed after
// the word, or the twelve months up to the day on which it was closed (décret
// 2005-240, art. 5). Two are none.
func (l letter) letterYear() predate.Period {
	var found []predate.Period
	for _, s := range l.sentences {
		for _, rest := range l.after(s, "exercise") {
			if spans := period.SpansIn(rest); len(spans) > 0 {
				found = append(found, spans[0])
			}
		}
		for _, rest := range l.after(s, "exercise_end") {
			if days := layout.DatesIn(rest); len(days) > 0 && len(period.SpansIn(rest)) == 0 {
				found = append(found, predate.Period{From: days[0].AddDays(1).AddMonths(-12), To: days[0]})
			}
		}
	}
	p, _ := onlyReading(found)
	return p
}

// after returns each naming of a concept in a sentence with the words that follow.
func (l letter) after(sentence string, id lexicon.ID) []string {
	const most = 12 // words
	fields := strings.Fields(sentence)
	var out []string
	for _, s := range l.Meanings(sentence) {
		if s.Concept == id {
			out = append(out, strings.Join(fields[s.From:min(len(fields), s.To+most)], " "))
		}
	}
	return out
}

// trimClause drops the marks at both ends of a clause.
func trimClause(s string) string { return strings.Trim(strings.Join(strings.Fields(s), " "), " ,;:.") }

// letters lists the readers of letters by kind.
func letters() map[predate.Kind]func(letter) []predate.Figure {
	return map[predate.Kind]func(letter) []predate.Figure{
		predate.KindChargeStatement:  chargeLetter,
		predate.KindFundCall:         callLetter,
		predate.KindAccountStatement: accountLetter,
	}
}

// Figures reads a part of a known kind as a letter: what its sentences prove. It
// is for papers of which neither rules nor forms read an amount: beside a table,
// a sentence repeats one of its sums and not the others.
func Figures(kind predate.Kind, doc layout.Doc, words *lexicon.Lexicon) []predate.Figure {
	read, ok := letters()[kind]
	if !ok {
		return nil
	}
	figures := read(letterOf(kind, doc, words))
	for i := range figures {
		figures[i].Status = predate.StatusConfirmed
	}
	return figures
}

// HoldAmounts reports whether some figures give an amount of a call, of charges
// or of an account.
func HoldAmounts(figures []predate.Figure) bool {
	return slices.ContainsFunc(figures, func(f predate.Figure) bool {
		switch v := f.Value.(type) {
		case predate.CallHead:
			return v.HasTotal
		case predate.CallLine, predate.CallSubtotal, predate.ChargeTotals, predate.ChargeLot, predate.ChargeKey, predate.AccountBalance, predate.AccountLine:
			return true
		}
		return false
	})
}

// KindOf returns the kind of paper that a letter is by what its sentences
// prove; false where they prove nothing, or two kinds.
func KindOf(doc layout.Doc, words *lexicon.Lexicon) (predate.Kind, bool) {
	var found []predate.Kind
	for kind, read := range letters() {
		if read(letterOf(kind, doc, words)) != nil {
			found = append(found, kind)
		}
	}
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}
