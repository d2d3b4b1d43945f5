package extract

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate/internal/fold"
)

var (
	namedPoint  = regexp.MustCompile(`^(?:\d+(?:\.\d+)* )?(?:projet de )?(?:resolution|resol\.?|point|question|decision)s?(?: de l'ordre du jour)? ?(?:n° ?)?(\d{1,3})((?:[.-]\d{1,2})?(?: ?bis| ?ter)?)\b ?[-:.)|]* ?(.*)$`)
	numbered    = regexp.MustCompile(`^[|\[( ]{0,3}(\d{1,2})((?:\.\d{1,2})?)(?:[.):]| -| :) ?-? ?(["«(]? ?[a-z].{3,})$`)
	bareNumber  = regexp.MustCompile(`^[|\[( ]{0,3}(\d{1,2}) (["«(]? ?[a-z].{3,})$`)
	lostNumber  = regexp.MustCompile(`^[^a-z]{0,6}([a-z].{10,}? ?[-(\[|]+ ?art?(?:\.|icle)? ?2[4-8]\b.{0,12})$`)
	ruled       = regexp.MustCompile(`\bart(?:\.|icle)? ?2[4-6]|sans vote|pas de vote`)
	notATitle   = regexp.MustCompile(`^(?:est|a ete|sont|n'est|n'a|adoptee|rejetee|votee|de l'assemblee|du \d|ci-dessus|precedente|ne donne|et |a la majorite)\b`)
	notAHeading = regexp.MustCompile(`\bmajorite|\bresolution est|^(?:vote|votants|resultat|pour|contre|abstention|conditions|cle|base)\b`)
	endOfPoints = regexp.MustCompile(`^(?:\d+\.? )?(?:l'ordre du jour etant epuise|plus rien n'etant|la seance est levee|les actions en contestation|cloture(?: de la seance| de l.assemblee)?\W*$|article 42|l'ordre du jour est epuise|aucune autre question)`)
	majority    = regexp.MustCompile(`(?i)\s*[\[(–—-]?\s*(?:majorit[eé]\s*:?\s*)?(?:art?\.|article)\s*2[4-6](?:[- ]?\d)?.*$`)
	verdict     = regexp.MustCompile(`(?i)\s+(?:adopt[eé]e|approuv[eé]e|rejet[eé]e|refus[eé]e|report[eé]e|ajourn[eé]e|information)\.?$`)
	stampForm   = regexp.MustCompile(`^[^a-z0-9]*(?:(?:non )?(?:adopte|approuve|accepte|rejete|refuse|repousse|ajourne|reporte)e?|sans vote|pas de vote|(?:point d'|pour )?information)[^a-z0-9]*$`)
	noVoteMark  = regexp.MustCompile(`(?i)\s*[\[(]?\s*(?:sans vote|pas de vote)\s*[\])]?\s*$`)
)

// pointsOf cuts minutes at the headings of their points: "Résolution n° 5 – …",
// or plain numbers when none is named. Numbers follow each other, which tells a
// heading from a mention.
func pointsOf(rows []row) []point {
	form := enumerator(rows)
	marked := form == numbered && marksRules(rows)
	var out []point
	last := 0
	for _, r := range rows {
		if endOfPoints.MatchString(r.text) && len(out) > 0 {
			break
		}
		if startsPoint(r, form, last) {
			f := pointHeading(r, form)
			last, _ = ordinal(f[1])
			p := point{number: strconv.Itoa(last) + f[2], head: r}
			if isStamp(r, f[3]) {
				p.stamp = f[3]
			} else {
				p.title = printedTitle(r, f[3])
			}
			out = append(out, p)
			continue
		}
		if title := unnumbered(r); marked && title != "" {
			last++
			out = append(out, point{number: strconv.Itoa(last), title: printedTitle(r, title), head: r})
			continue
		}
		if len(out) > 0 {
			p := &out[len(out)-1]
			p.body = append(p.body, r)
		}
	}
	for i := range out {
		out[i].wrapTitle()
		out[i].broken = i+1 < len(out) && !follows(out[i].number, out[i+1].number)
	}
	return out
}

// Enumerators that few minutes use: they hold where the series of their numbers
// runs further through the paper than that of any other.
var (
	slashed     = regexp.MustCompile(`^(\d{1,2})((?:\.\d{1,2})?) ?/ ?(["«(]? ?[a-z].{3,})$`)
	hashed      = regexp.MustCompile(`^# ?(\d{1,2})((?:\.\d{1,2})?) ?[-–:.]? ?(["«(]? ?[a-z].{3,})$`)
	roman       = regexp.MustCompile(`^([ivxl]{1,6})()(?:[.)/:]| -) ?(["«(]? ?[a-z].{3,})$`)
	plainNumber = regexp.MustCompile(`^(\d{1,2})() (["«(]? ?[a-z].{3,})$`)
)

// enumerator returns the way in which minutes number their points: the one
// whose numbers, from the first on, follow each other furthest. Named points
// and plain numbers win where another way does no better.
func enumerator(rows []row) *regexp.Regexp {
	best, most := numbered, series(rows, numbered)
	if n := series(rows, namedPoint); n > 0 {
		best, most = namedPoint, n
	}
	for _, form := range []*regexp.Regexp{slashed, hashed, roman, plainNumber} {
		if n := series(rows, form); n >= 3 && n > most {
			best, most = form, n
		}
	}
	return best
}

// series counts the headings that a way of numbering finds.
func series(rows []row, form *regexp.Regexp) int {
	n, last := 0, 0
	for _, r := range rows {
		if n > 0 && endOfPoints.MatchString(r.text) {
			break
		}
		if startsPoint(r, form, last) {
			last, _ = ordinal(pointHeading(r, form)[1])
			n++
		}
	}
	return n
}

// ordinal reads the number of a point, in figures or in Roman letters.
func ordinal(s string) (int, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, true
	}
	values := map[rune]int{'i': 1, 'v': 5, 'x': 10, 'l': 50}
	n, before := 0, 0
	for _, letter := range s {
		v := values[letter]
		if v == 0 {
			return 0, false
		}
		n += v
		if before > 0 && before < v {
			n -= 2 * before
		}
		before = v
	}
	return n, n > 0
}

// isStamp says that the last words of a heading are what became of the point,
// set apart at the end of the line as a stamp; its title is then below.
func isStamp(r row, words string) bool {
	segments := r.Segments(0)
	return len(segments) > 1 && stampForm.MatchString(words) && fold.Text(segments[len(segments)-1].Text) == words
}

// marksRules says that the headings of these minutes carry the article whose
// majority they need: one whose number a scan lost still shows by it.
func marksRules(rows []row) bool {
	count := 0
	for _, r := range rows {
		if numbered.MatchString(r.text) && unnumbered(r) != "" {
			count++
		}
	}
	return count >= 3
}

// unnumbered gives the words of a row that ends in the article of its majority,
// whatever stands for its number.
func unnumbered(r row) string {
	f := lostNumber.FindStringSubmatch(r.text)
	if f == nil || notATitle.MatchString(f[1]) || notAHeading.MatchString(f[1]) {
		return ""
	}
	return f[1]
}

// follows says that no point is missing between two numbers.
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

// pointHeading gives the number, its sequel and the title of a heading. A number
// whose point was lost to recognition counts where the title names the majority
// that the law asks for.
func pointHeading(r row, form *regexp.Regexp) []string {
	if f := form.FindStringSubmatch(r.text); f != nil || form != numbered {
		return f
	}
	f := bareNumber.FindStringSubmatch(r.text)
	if f == nil || !ruled.MatchString(f[2]) {
		return nil
	}
	return []string{f[0], f[1], "", f[2]}
}

// startsPoint says whether a row is the heading of a point that may follow the
// one numbered last; zero for the first.
func startsPoint(r row, form *regexp.Regexp, last int) bool {
	f := pointHeading(r, form)
	if f == nil || notATitle.MatchString(f[3]) && !isStamp(r, f[3]) {
		return false
	}
	number, ok := ordinal(f[1])
	if !ok {
		return false
	}
	if form == slashed || form == hashed || form == roman || form == plainNumber {
		return number == last+1 || number == last && f[2] != ""
	}
	if form == numbered {
		return number == last+1 || number == last && f[2] != "" || number > last && number <= last+3 && last > 0 && ruled.MatchString(f[3])
	}
	return last == 0 && number <= 2 || number == last+1 || number == last+2 || number == last && f[2] != ""
}

// printedTitle gives the words of the title as printed: the folded ones mark
// how many words they are.
func printedTitle(r row, folded string) string {
	words := strings.Fields(r.Text())
	n := len(strings.Fields(folded))
	for i := range words {
		if fold.Text(strings.Join(words[i:], " ")) == folded {
			return cleanTitle(strings.Join(words[i:], " "))
		}
	}
	if n < len(words) {
		return cleanTitle(strings.Join(words[len(words)-n:], " "))
	}
	return cleanTitle(r.Text())
}

func cleanTitle(title string) string {
	title = majority.ReplaceAllString(title, "")
	title = verdict.ReplaceAllString(noVoteMark.ReplaceAllString(title, ""), "")
	return strings.Trim(title, " –—-:|[(")
}

// wrapTitle takes into the title the line that continues it: the heading
// reached the right edge and the next line is no sentence of its own.
func (p *point) wrapTitle() {
	if len(p.body) == 0 {
		return
	}
	next := p.body[0]
	if p.title == "" && !notAHeading.MatchString(next.text) {
		// The number has a line of its own: the title is under it.
		p.title = cleanTitle(next.Text())
		if p.stamp != "" {
			p.body = p.body[1:]
		}
		return
	}
	open := slices.ContainsFunc([]string{" est", " du", " au", " de", " la", " des", " à", " et", " le", " les"}, func(end string) bool {
		return strings.HasSuffix(p.title, end)
	})
	if open && gap(p.head, next) < 0.8 {
		p.title = cleanTitle(p.title + " " + next.Text())
	}
}

// text is the folded words of the point, its title first.
func (p point) text() string {
	lines := []string{fold.Text(p.title)}
	for _, r := range p.body {
		lines = append(lines, r.text)
	}
	return strings.Join(lines, " ")
}

// words is the words of the point as printed, without its title.
func (p point) words() string {
	var lines []string
	for _, r := range p.body {
		lines = append(lines, r.Text())
	}
	return strings.Join(lines, " ")
}

// line finds the row of the point that holds some folded words, its heading
// failing that.
func (p point) line(words ...string) row {
	for _, w := range words {
		for _, r := range p.body {
			if w != "" && strings.Contains(r.text, w) {
				return r
			}
		}
	}
	return p.head
}
