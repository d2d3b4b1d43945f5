package minutes

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
	"predate/internal/reading/decision"
	"predate/internal/reading/paper"
)

var (
	lostNumber  = regexp.MustCompile(`^[^a-z]{0,6}([a-z].{10,}? ?[-(\[|]+ ?art?(?:\.|icle)? ?2[4-8]\b.{0,12})$`)
	ruled       = regexp.MustCompile(`\bart(?:\.|icle)? ?2[4-6]|sans vote|pas de vote`)
	notATitle   = regexp.MustCompile(`^(?:est|a ete|sont|n'est|n'a|adoptee|rejetee|votee|de l'assemblee|du \d|ci-dessus|precedente|ne donne|et |a la majorite)\b`)
	notAHeading = regexp.MustCompile(`\bmajorite|\bresolution est|^(?:vote|votants|resultat|pour|contre|abstention|conditions|cle|base)\b`)
	endOfPoints = regexp.MustCompile(`^(?:\d+\.? )?(?:l'ordre du jour etant epuise|plus rien n'etant|la seance est levee|les actions en contestation|cloture(?: de la seance| de l.assemblee)?\W*$|article 42|l'ordre du jour est epuise|aucune autre question)`)
	stampForm   = regexp.MustCompile(`^[^a-z0-9]*(?:(?:non )?(?:adopte|approuve|accepte|rejete|refuse|repousse|ajourne|reporte)e?|sans vote|pas de vote|(?:point d'|pour )?information)[^a-z0-9]*$`)
)

// pointsOf cuts minutes at the headings of their points, whatever numbers them.
func pointsOf(rows []paper.Row, w paper.Meaning, recognised bool) []Point {
	a := agendaOf(rows, w, recognised)
	style, run := a.series()
	lost := recognised && style == stylePointed && marksRules(rows)
	var out []Point
	for i, h := range run {
		end, next := len(a.rows), ""
		if i+1 < len(run) {
			end, next = run[i+1].at, strconv.Itoa(run[i+1].number)
		}
		p := pointAt(rows[h.at], h)
		p.Body = rows[h.at+1 : end]
		points := []Point{p}
		if lost && i == 0 && h.number > 1 {
			out = append(out, lostHeadings(Point{Body: rows[:h.at]}, h.number-1)[1:]...)
		}
		if lost && next == "" {
			points = lostHeadings(p, len(rows))
		} else if missing := leadingNumber(next) - h.number - 1; lost && missing > 0 {
			points = lostHeadings(p, missing)
		}
		if recognised && style == styleNamed && next != "" {
			if cut := cutAtVerdicts(p, leadingNumber(next)-h.number-1); cut != nil {
				points = cut
			}
		}
		out = append(out, points...)
		if last := &out[len(out)-1]; next != "" {
			last.Broken = !follows(last.Number, next)
		}
	}
	for i := range out {
		if i > 0 {
			out[i].titleAround(&out[i-1])
		}
		out[i].ballot = ballotOf(w, out[i])
		out[i].Title = withoutVerdict(w, out[i])
		out[i].wrapTitle()
		out[i].Nameless = out[i].Nameless || recognised && fewLetters(fold.Text(out[i].Title))
	}
	return out
}

// pointAt is the point of a heading, without its words.
func pointAt(r paper.Row, h pointHead) Point {
	p := Point{Number: strconv.Itoa(h.number) + h.sub, Head: r}
	if h.number == 0 {
		return Point{Title: decision.Title(r.Text()), Head: r}
	}
	if isStamp(r, h.title) {
		p.stamp = h.title
	} else if h.title != "" {
		p.Title = printedTitle(r, h.title)
	}
	return p
}

// lostHeadings cuts the words of a point at headings whose number a scan lost,
// and which the article of their majority shows: as many as numbers are missing
// at most. More are none, and leave the point as it is.
func lostHeadings(p Point, missing int) []Point {
	out := []Point{p}
	last := leadingNumber(p.Number)
	out[0].Body = nil
	for _, r := range p.Body {
		if title := unnumbered(r); title != "" {
			last++
			out = append(out, Point{Number: strconv.Itoa(last), Title: printedTitle(r, title), Head: r})
			continue
		}
		at := &out[len(out)-1]
		at.Body = append(at.Body, r)
	}
	if len(out) > missing+1 {
		return []Point{p}
	}
	return out
}

// isStamp reports whether the last words of a heading are what became of the point,
// set apart at the end of the line as a stamp; its title is then below.
func isStamp(r paper.Row, words string) bool {
	segments := r.Segments(0)
	return len(segments) > 1 && stampForm.MatchString(words) && strings.HasSuffix(fold.Text(segments[len(segments)-1].Text), words)
}

// marksRules reports whether the headings of these minutes carry the article whose
// majority they need: one whose number a scan lost still shows by it.
func marksRules(rows []paper.Row) bool {
	count := 0
	for _, r := range rows {
		if h, ok := headingsIn(r, 0)[stylePointed]; ok && unnumbered(r) != "" && h.number > 0 {
			count++
		}
	}
	return count >= 3
}

// unnumbered returns the words of a row that ends in the article of its majority,
// whatever stands for its number.
func unnumbered(r paper.Row) string {
	f := lostNumber.FindStringSubmatch(r.Folded)
	if f == nil || notATitle.MatchString(f[1]) || notAHeading.MatchString(f[1]) {
		return ""
	}
	return f[1]
}

// follows reports whether no point is missing between two numbers.
func follows(a, b string) bool {
	x, y := leadingNumber(a), leadingNumber(b)
	return y == x || y == x+1
}

func leadingNumber(s string) int {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' {
			break
		}
		n = n*10 + int(r-'0')
	}
	return n
}

// printedTitle returns the words of the title as printed: the folded ones mark
// how many words they are.
func printedTitle(r paper.Row, folded string) string {
	words := strings.Fields(r.Text())
	n := len(strings.Fields(folded))
	for i := range words {
		if fold.Text(strings.Join(words[i:], " ")) == folded {
			return decision.Title(strings.Join(words[i:], " "))
		}
	}
	if n < len(words) {
		return decision.Title(strings.Join(words[len(words)-n:], " "))
	}
	return decision.Title(r.Text())
}

// wrapTitle takes into the title the line that continues it: the heading
// reached the right edge and the next line is no sentence of its own.
func (p *Point) wrapTitle() {
	if len(p.Body) == 0 || p.Nameless {
		return
	}
	next := p.Body[0]
	if under := decision.Title(next.Text()); p.Title == "" && !notAHeading.MatchString(fold.Text(under)) {
		// The number has a line of its own: the title is under it.
		p.Title = under
		if p.stamp != "" {
			p.Body = p.Body[1:]
		}
		return
	}
	over := p.Head
	for i, next := range p.Body[:min(3, len(p.Body))] {
		end, parted := strings.CutSuffix(over.Words[len(over.Words)-1].Text, "-")
		parted = parted && endsInLetter(end) && beginsInside(next)
		asked := i < 2 && openEnded(p.Title) && gap(p.Head, next) <= 2.8
		whole := strings.HasSuffix(p.Title, end) // no majority was cut off
		if !asked && !(whole && (parted || setAlike(over, next, p.Body[i+1:])) && gap(over, next) < 1.6) {
			return
		}
		joint := " "
		if parted {
			joint = "-"
		}
		p.Title = decision.Title(p.Title + joint + next.Text())
		p.wrapped++
		over = next
	}
}

// setAlike reports whether a row goes on with a heading over it: it is set like the end of
// that, in one size, bold or larger than the rows below, and begins in the middle of a sentence.
func setAlike(heading, next paper.Row, below []paper.Row) bool {
	if len(heading.Words) == 0 || !beginsInside(next) || stampForm.MatchString(next.Folded) {
		return false
	}
	last := heading.Words[len(heading.Words)-1]
	if last.Size <= 0 || slices.ContainsFunc(next.Words, func(w predate.Word) bool { return w.Size != last.Size }) {
		return false
	}
	return bold(next) && last.Bold || len(below) > 0 && !slices.ContainsFunc(below[:min(2, len(below))], func(r paper.Row) bool { return len(r.Words) == 0 || r.Words[0].Size > last.Size-0.5 })
}

// beginsInside reports whether a row begins in the middle of a sentence: in small letters,
// with brackets, or with the letter or number that names a building.
func beginsInside(r paper.Row) bool {
	word := r.Words[0].Text
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLower(first) || first == '(' || len(word) == 1 && len(r.Words) == 1
}

// endsInLetter reports whether the last character of a word is a letter.
func endsInLetter(word string) bool {
	last, _ := utf8.DecodeLastRuneInString(word)
	return unicode.IsLetter(last)
}

// titleAround takes for the title of a point without one the rows over and under
// its number, which stands between them as in the middle of a cell: they begin at
// one edge, and the one over it ends the words of the point before.
func (p *Point) titleAround(before *Point) {
	if len(p.Body) == 0 || len(before.Body) == 0 {
		return
	}
	over, under := before.Body[len(before.Body)-1], p.Body[0]
	if title, ok := p.titleBeside(over); ok {
		p.Title, p.Body = title, append([]paper.Row{p.Head}, p.Body...)
		before.Body = before.Body[:len(before.Body)-1]
		return
	}
	if p.Title != "" || over.Page != p.Head.Page || math.Abs(over.Box.X0-under.Box.X0) > 2 || over.Box.X0 < p.Head.Box.X0+10 || gap(over, under) > 1.5 || over.Box.Y1 > under.Box.Y0+2 {
		return
	}
	p.Title = decision.Title(over.Text() + " " + under.Text())
	before.Body, p.Body = before.Body[:len(before.Body)-1], p.Body[1:]
}

// pointWord is what a column of numbers prints over each.
var pointWord = regexp.MustCompile(`^(?:projet de )?(?:resolution|point|question|decision)s?(?: n°)?$`)

// titleBeside returns the title on the row over the number of a point, where the column of
// the number begins with the word for it, and the words beside the number are the sentence
// under that title: "RÉSOLUTION | Approbation des comptes" over "5 | L'assemblée approuve".
func (p *Point) titleBeside(over paper.Row) (string, bool) {
	cells, own := over.Segments(0), p.Head.Segments(0)
	if over.Page != p.Head.Page || len(cells) != 2 || len(own) < 2 || !OpensSentence(p.Title) ||
		!pointWord.MatchString(fold.Text(cells[0].Text)) || math.Abs(cells[1].Box.X0-own[1].Box.X0) > 3 {
		return "", false
	}
	return decision.Title(cells[1].Text), true
}

// openEnded reports whether a title goes on: it ends in a small word, or with a
// quotation or brackets open.
func openEnded(title string) bool {
	small := slices.ContainsFunc([]string{" est", " du", " au", " de", " la", " des", " à", " et", " le", " les"}, func(end string) bool {
		return strings.HasSuffix(title, end)
	})
	return small || strings.Count(title, "«") > strings.Count(title, "»") || strings.Count(title, "(") > strings.Count(title, ")")
}

// Text is the folded words of the point, its title first.
func (p Point) Text() string {
	lines := []string{fold.Text(p.Title)}
	for _, r := range p.Body[p.wrapped:] {
		lines = append(lines, r.Folded)
	}
	return strings.Join(lines, " ")
}

// Sentences is the sentences of the point, without its title and the row under it that says
// that the point asks for no vote.
func (p Point) Sentences(w paper.Meaning) []Sentence {
	rows := p.Body[p.wrapped:]
	asked := func(part string) bool { return verdictOf(w, part) != predate.VoteNone }
	if len(rows) > 0 && !slices.ContainsFunc(strings.Split(rows[0].Folded, ","), asked) {
		rows = rows[1:]
	}
	return Sentences(rows)
}

// Words is the words of the point as printed, without its title.
func (p Point) Words() string {
	var lines []string
	for _, r := range p.Body {
		lines = append(lines, r.Text())
	}
	return strings.Join(lines, " ")
}

// Line finds the row of the point that holds some folded words, its heading
// failing that.
func (p Point) Line(words ...string) paper.Row {
	for _, w := range words {
		for _, r := range p.Body {
			if w != "" && strings.Contains(r.Folded, w) {
				return r
			}
		}
	}
	return p.Head
}

// BodyText is the folded words of a point without its title.
func (p Point) BodyText() string {
	var lines []string
	for _, r := range p.Body {
		lines = append(lines, r.Folded)
	}
	return strings.Join(lines, " ")
}

var sentenceOpens = regexp.MustCompile(`(?i)^(?:l['’]assembl[eé]e|les copropri[eé]taires|apr[eè]s|il est|vu |sur proposition|connaissance prise|le syndicat)\b`)

// OpensSentence reports whether a title is the sentence of a point that has no title.
func OpensSentence(title string) bool { return sentenceOpens.MatchString(title) }
