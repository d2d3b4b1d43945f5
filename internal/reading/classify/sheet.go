package classify

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// sheet is one page prepared for looking up words.
type sheet struct {
	number int
	text   string // the whole page, folded
	// stacked is the words of cells over those that continue them on the next
	// line: the headings of columns wrap.
	stacked string
	heads   []head                // folded runs that may be titles, in reading order
	said    map[lexicon.ID]string // the concepts that speak for a kind, each with its words
	words   int
	ocr     bool
	// leaf of leaves is the paper's own page number; zero when not printed.
	leaf, leaves int
	balances     int // dated lines that end with the balance they lead to
	page         layout.Page
}

// titleZone is the part of a page where a title may stand: its upper three
// fifths, since letterheads and addresses may push it down.
const titleZone = 0.6

// withoutSubject returns the words that a letter has for a title, without the label
// before them: "Objet : appel de fonds".
func (c Classifier) withoutSubject(run string) string {
	label, title, cut := strings.Cut(run, ":")
	said := cut && slices.ContainsFunc(c.words.Is(c.words.Text(label), lexicon.Context{}), func(s lexicon.Span) bool { return s.Concept == "letter_subject" })
	if !said {
		return run
	}
	return strings.TrimSpace(title)
}

func (c Classifier) newSheet(page layout.Page) sheet {
	s := sheet{number: page.Number, ocr: page.OCR, page: page, words: len(page.Words)}
	var all, stacked []string
	lines := foldedLines(page)
	for i, line := range lines {
		folded := line.folded
		if folded == "" {
			continue
		}
		all = append(all, folded)
		// A row of a table, with its day and its sum or with several sums, holds
		// no title; nor does a movement whose day stands under it.
		sums := sumsIn(folded)
		entry := sums > 1 || sums > 0 && (len(layout.DatesIn(folded)) > 0 || i+1 < len(lines) && isDated(lines[i+1].folded))
		if sums > 0 && isDated(folded) && runningBalance.MatchString(folded) {
			s.balances++
		}
		edge := line.Box.Y0 < page.Height*0.15 || line.Box.Y1 > page.Height*0.85
		if m := lineCount.FindStringSubmatch(folded); edge && s.leaf == 0 && m != nil {
			s.leaf, _ = strconv.Atoi(m[1])
		}
		for k, cell := range line.cells {
			if i+1 < len(lines) {
				stacked = append(stacked, stackedUnder(cell, lines[i+1])...)
			}
			run := c.withoutArticle(c.withoutSubject(cell.folded))
			if edge && s.leaf == 0 && sums == 0 { // a share beside sums is no page number
				s.leaf, s.leaves = leafOf(run)
			}
			if !entry && line.Box.Y0 < page.Height*titleZone && mayBeTitle(run) && !goesOnFrom(lines[:i], cell) {
				h := head{run: run, said: c.words.All(c.words.Text(run), lexicon.Context{Roles: []lexicon.Role{lexicon.Title, lexicon.Heading}, Recognised: page.OCR})}
				if k+1 < len(line.cells) {
					h.beside = line.cells[k+1].folded
				}
				if !page.OCR {
					h.size = cell.Box.Height()
				}
				s.heads = append(s.heads, h)
				s.heads = append(s.heads, c.wrapped(h, cell, lines[i+1:min(i+3, len(lines))])...)
			}
		}
	}
	s.text, s.stacked = strings.Join(all, " "), strings.Join(stacked, " | ")
	s.said = map[lexicon.ID]string{}
	for _, text := range []string{s.text, s.stacked} {
		printed := strings.Fields(text)
		for _, said := range c.words.All(c.words.Words(printed), lexicon.Context{Recognised: page.OCR}) {
			if !said.Weak && s.said[said.Concept] == "" {
				s.said[said.Concept] = strings.Trim(strings.Join(printed[said.From:said.To], " "), ",:; ")
			}
		}
	}
	return s
}

var (
	dottedDay = regexp.MustCompile(`\b\d{1,2}\.\d{1,2}\.\d{2,4}\b`)
	pageCount = regexp.MustCompile(`\bpage\s*:?\s*(?:n° )?(\d{1,3})(?:\s*(?:/|sur|de)\s*(\d{1,3}))?\b`)
	lineCount = regexp.MustCompile(`\b(?:page|folio|feuillet)\s*:?\s*(\d{1,3})$`)
	bareCount = regexp.MustCompile(`^(\d{1,3})\s*/\s*(\d{1,3})$`)
	dashCount = regexp.MustCompile(`^-\s*(\d{1,3})(?:\s*/\s*(\d{1,3}))?\s*-$`)
	firstDay  = regexp.MustCompile(`^\d{1,2}(?:[/.-]\d{1,2}[/.-]\d{2,4}| [a-z]+ \d{4})\b`)

	// numberedAccount tells whose paper it is; the title of none.
	numberedAccount = regexp.MustCompile(`^(?:votre |mon )?compte(?: (?:de |du )?coproprietaire)? ?:?(?: n°)? ?:? ?[a-z]{0,4}-?\d[a-z0-9./-]*$`)

	runningBalance = regexp.MustCompile(`\bsolde(?: apres)? ?:? ?[-+]? ?[\d .]*[.,]\d\d(?: ?€)?$`)
)

// isDated reports whether a folded line begins with a day and bears a sum.
func isDated(line string) bool {
	day := firstDay.FindString(line)
	return day != "" && len(layout.DatesIn(day)) > 0 && sumsIn(line[len(day):]) > 0
}

// longSentence is from how many letters on a line is taken for prose.
const longSentence = 60

// article opens the title of a paper in plain words: "La fiche synthétique".
var article = regexp.MustCompile(`^(?:l[ae]s? |l')`)

// withoutArticle drops the article before a title that is all of a run; a sentence may
// begin alike and goes on.
func (c Classifier) withoutArticle(run string) string {
	rest := article.ReplaceAllString(run, "")
	whole := rest != run && slices.ContainsFunc(c.words.All(c.words.Text(rest), lexicon.Context{Roles: []lexicon.Role{lexicon.Title}}), func(s lexicon.Span) bool { return s.Whole })
	if !whole {
		return run
	}
	return rest
}

// goesOnFrom reports whether a cell goes on with the sentence of the line over it: it
// begins with a small letter, under a long line of the same margin that no mark ends.
func goesOnFrom(over []foldedLine, cell foldedCell) bool {
	first, _ := utf8.DecodeRuneInString(cell.Text)
	if !unicode.IsLower(first) || len(over) == 0 {
		return false
	}
	line := over[len(over)-1]
	if len(line.cells) != 1 || len(line.folded) < longSentence || strings.ContainsAny(line.folded[len(line.folded)-1:], ".:;!?") {
		return false
	}
	gap := cell.Box.Y0 - line.Box.Y1
	return math.Abs(line.Box.X0-cell.Box.X0) <= 4 && gap < cell.Box.Height()
}

// mayBeTitle refuses what holds an amount, since rows of tables do, and what
// is longer than any title.
func mayBeTitle(run string) bool {
	return len(run) <= 160 && sumsIn(run) == 0
}

// sumsIn counts the amounts of a run: a digit, a comma or a dot, two digits at the
// end of a word. It does not count a day that is written with dots, 01.03.2024.
func sumsIn(run string) int {
	if strings.Count(run, ".") > 1 {
		run = dottedDay.ReplaceAllString(run, " ")
	}
	sums := 0
	for i := 0; i+4 <= len(run); i++ {
		if digit(run[i]) && (run[i+1] == '.' || run[i+1] == ',') && digit(run[i+2]) && digit(run[i+3]) && (i+4 == len(run) || !wordByte(run[i+4])) {
			sums++
			i += 3
		}
	}
	return sums
}

func digit(b byte) bool { return b >= '0' && b <= '9' }

// wordByte reports whether a folded word goes on with a byte.
func wordByte(b byte) bool {
	return digit(b) || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_'
}

// leafOf reads a page number with its count, "page 2 sur 3", "2/3", "- 2 -",
// "- 2/3 -".
func leafOf(run string) (leaf, leaves int) {
	for _, form := range []*regexp.Regexp{pageCount, bareCount, dashCount} {
		m := form.FindStringSubmatch(run)
		if m == nil {
			continue
		}
		leaf, _ = strconv.Atoi(m[1])
		if len(m) > 2 && m[2] != "" {
			leaves, _ = strconv.Atoi(m[2])
		}
		if leaf == 0 || leaves != 0 && leaf > leaves {
			return 0, 0
		}
		return leaf, leaves
	}
	return 0, 0
}

// wrapped returns the title that a run begins and a line right under it ends, from
// the same margin or about the same middle: what the two say together and the first
// does not alone.
func (c Classifier) wrapped(h head, cell foldedCell, next []foldedLine) []head {
	if len(h.said) == 0 {
		return nil
	}
	for _, line := range next {
		for _, under := range line.cells {
			gap := under.Box.Y0 - cell.Box.Y1
			if !aligned(under.Box, cell.Box) || gap < 0 || gap > cell.Box.Height() {
				continue
			}
			over := len(strings.Fields(h.run))
			h.run += " " + under.folded
			h.said = slices.DeleteFunc(c.words.All(c.words.Text(h.run), lexicon.Context{Roles: []lexicon.Role{lexicon.Title}}), func(s lexicon.Span) bool {
				return !s.Begins || s.To <= over
			})
			if len(h.said) == 0 || !mayBeTitle(h.run) {
				return nil
			}
			return []head{h}
		}
	}
	return nil
}

// aligned reports whether two boxes begin at one margin or have one middle.
func aligned(a, b predate.Box) bool {
	return math.Abs(a.X0-b.X0) <= 4 || math.Abs(a.X0+a.X1-b.X0-b.X1) <= 8
}

// stackedUnder joins a cell to those under it, where both are short words of a
// heading rather than sums.
func stackedUnder(cell foldedCell, next foldedLine) []string {
	if !cell.short() || next.Box.Y0-cell.Box.Y1 > cell.Box.Y1-cell.Box.Y0 {
		return nil
	}
	var out []string
	for _, under := range next.cells {
		if under.Box.X0 < cell.Box.X1 && cell.Box.X0 < under.Box.X1 && under.short() {
			out = append(out, cell.folded+" "+under.folded)
		}
	}
	return out
}

// foldedLine is a line of a page with its cells, folded.
type foldedLine struct {
	layout.Line
	folded string
	cells  []foldedCell
}

// foldedCell is a cell with its words folded.
type foldedCell struct {
	layout.Cell
	folded string
}

// short reports whether a cell is short words rather than a sum.
func (c foldedCell) short() bool { return len(c.folded) <= 40 && sumsIn(c.folded) == 0 }

// foldedLines folds the lines of a page, each once.
func foldedLines(page layout.Page) []foldedLine {
	lines := make([]foldedLine, len(page.Lines))
	for i, line := range page.Lines {
		lines[i] = foldedLine{Line: line, folded: fold.Text(line.Text())}
		for _, cell := range line.Segments(0) {
			lines[i].cells = append(lines[i].cells, foldedCell{cell, fold.Text(cell.Text)})
		}
	}
	return lines
}

// head is a run of words that may be a title, with the titles said in it.
type head struct {
	run    string
	said   []lexicon.Span
	beside string  // the next run of its line
	size   float64 // of its type, in points; zero on recognised pages
}

// words of the run that say a title.
func (h head) words(s lexicon.Span) string {
	return strings.Trim(strings.Join(strings.Fields(h.run)[s.From:s.To], " "), ",:; ")
}

// says returns the words with which the page says one of the concepts; "" when it
// says none.
func (s sheet) says(ids []lexicon.ID) string {
	for _, id := range ids {
		if words := s.said[id]; words != "" {
			return words
		}
	}
	return ""
}

// title returns the mark with which the page announces itself: the first run
// that begins with a known title, and the heaviest mark of that run. A weak
// title yields to a stronger one further down, and each to one as strong in
// clearly larger type: the references of a letterhead name accounts and meetings
// before the title does.
func (s sheet) title(marks []mark) (best mark, words string) {
	size := 0.0
	for i, h := range s.heads {
		about := []head{h}
		if len(h.run) < 16 && i+1 < len(s.heads) {
			about = append(about, s.heads[i+1]) // a number alone on its line: the next one says of what
		}
		m, said := h.heaviest(marks, about)
		if m.kind == predate.KindOther && best.kind == predate.KindMinutes && h.size <= size {
			continue // a heading within minutes: the list of those present, the powers given
		}
		heavier := m.weight > best.weight && best.weight < strongTitle
		larger := m.weight >= min(best.weight, strongTitle) && h.size > largerType*size
		if m.weight > 0 && (heavier || larger) {
			best, words, size = m, said, h.size
		}
	}
	return best, words
}

// largerType is how much larger the type of a title must be to be seen as such.
const largerType = 1.15

// heaviest returns the heaviest mark that a run announces, and its words.
func (h head) heaviest(marks []mark, about []head) (best mark, words string) {
	for _, m := range marks {
		if m.weight = m.weightIn(about); m.weight <= best.weight {
			continue
		}
		for _, said := range h.said {
			if slices.Contains(m.ids, said.Concept) && h.announces(said, m.kind) {
				best, words = m, h.words(said)
				break
			}
		}
	}
	return best, words
}

// strongTitle is the weight from which a title needs no better one.
const strongTitle = 60

// weightIn is the weight of a mark in some runs.
func (m mark) weightIn(runs []head) int {
	about := func(s lexicon.Span) bool { return s.Role == lexicon.Heading }
	if m.weight == numbered && slices.ContainsFunc(runs, func(h head) bool { return slices.ContainsFunc(h.said, about) }) {
		return 2 * m.weight
	}
	return m.weight
}

// announces reports whether words of a run are its title. The statutory headings
// of the schedules are long and peculiar enough to be looked for inside a run:
// "Annexe n° 1 – État financier après répartition".
func (h head) announces(said lexicon.Span, kind predate.Kind) bool {
	words := h.words(said)
	if said.Begins && !(kind == predate.KindAccountStatement && (numberedAccount.MatchString(h.run) || numberedAccount.MatchString(h.run+" "+h.beside))) {
		// What is none of ours is told by a title, never by a sentence that
		// begins alike.
		return kind != predate.KindOther || len(h.run) <= 2*len(words)+12
	}
	return len(words) > 18 && strings.HasPrefix(string(kind), "schedule_")
}
