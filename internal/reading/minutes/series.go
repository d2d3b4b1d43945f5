package minutes

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/decision"
	"predate/internal/reading/paper"
)

// pointHead is a row that may begin a point of minutes: its number, in one style
// of numbering, and its title.
type pointHead struct {
	at     int // of the row
	number int
	sub    string // what follows the number: ".1", "bis"
	title  string // folded
}

// The styles in which minutes number their points. Each other style is called
// by the mark that parts number and title.
const (
	styleNamed   = "named"   // "Résolution n° 5", "Point 5", "5e question"
	stylePointed = "pointed" // "5.", "5)", "5 -", "5 :"
	styleBare    = "bare"    // "5 Quitus"
	styleAlone   = "alone"   // "5", in a frame or a disc
	styleRoman   = "roman"   // "V."
	styleLetter  = "letter"  // "E."
	styleHash    = "#"
	styleHeaded  = "headed" // no number: "Quitus au syndic" in the look of all headings
)

const pointNames = `resolution|resol|point|question|decision|deliberation|motion|sujet`

var (
	pointName   = regexp.MustCompile(`^(?:\d+(?:\.\d+)* ?[-.:)]? ?)?(?:projet de )?(?:` + pointNames + `)s?\.?(?: (?:de|a) l'ordre du jour)? ?(?:n°|#)? ?`)
	pointNumber = regexp.MustCompile(`^(0*\d{1,3})((?:[.-]\d{1,2}\b)?(?: ?bis\b| ?ter\b| ?quater\b)?)`)
	letters     = regexp.MustCompile(`^([ivxl]{1,6}|[a-z])(?:$|[^a-z'0-9])`)
	ordinalName = regexp.MustCompile(`^([a-z]+(?:[ -]et)?(?:[ -][a-z]+)?|\d{1,2} ?(?:ere?|e|eme|nde?)) (?:` + pointNames + `)\b`)
	// signRead is a sign before the name of a point, an arrow or a disc, that a scan or
	// the letters of the sign's own font give as letters.
	signRead    = regexp.MustCompile(`^(?:[b-z]|[bcdfghj-np-tv-xz]{2}) `)
	leadMarks   = regexp.MustCompile(`^[^a-z0-9"«“(]*[(]?`)
	stopMarks   = regexp.MustCompile(`^[^a-z0-9"«“(]*`)
	titleStart  = regexp.MustCompile(`^["«“(]? ?[a-z]`)
	pointedStop = regexp.MustCompile(`^[].:)–—-]+$`)
)

// headingsIn returns what a row may be as a heading, by style.
func headingsIn(r paper.Row, at int) map[string]pointHead {
	out := map[string]pointHead{}
	lead := leadMarks.FindString(r.Folded)
	text := r.Folded[len(lead):]
	if sign := signRead.FindString(text); sign != "" && namesPoint(text[len(sign):]) {
		lead, text = lead+sign, text[len(sign):]
	}
	add := func(style string, h pointHead, rest string) {
		h.at, h.title = at, strings.TrimSpace(rest)
		counts := h.title != "" && h.title[0] >= '0' && h.title[0] <= '9' && fewLetters(h.title) // the votes of a line, by thousands
		if !counts && (!notATitle.MatchString(h.title) || isStamp(r, h.title)) {
			out[style] = h
		}
	}
	if f := ordinalName.FindStringSubmatch(text); f != nil {
		if n := ordinalOf(f[1]); n > 0 {
			rest := text[len(f[0]):]
			add(styleNamed, pointHead{number: n}, rest[len(stopMarks.FindString(rest)):])
		}
	}
	if name := pointName.FindString(text); name != "" {
		if h, rest, ok := numberIn(text[len(name):], true); ok {
			add(styleNamed, h, rest[len(stopMarks.FindString(rest)):])
		}
	}
	if strings.Contains(lead, "(") {
		text = strings.TrimPrefix(text, "(")
	}
	h, rest, ok := numberIn(text, false)
	if !ok {
		return out
	}
	stop := stopMarks.FindString(rest)
	rest = rest[len(stop):]
	if under, err := strconv.Atoi(strings.TrimLeft(h.sub, ".-")); err == nil && isTitle(r, stylePointed, rest) {
		add(strconv.Itoa(h.number)+".", pointHead{number: under}, rest) // all points of one chapter
	}
	switch style := styleOf(text, lead, stop, rest); {
	case style == styleBare && h.sub != "" && isTitle(r, stylePointed, rest):
		add(stylePointed, h, rest)
	case style == styleBare && ruled.MatchString(rest):
		add(stylePointed, h, rest) // a scan lost the point
		add(styleBare, h, rest)
	case style != "" && isTitle(r, style, rest):
		add(style, h, rest)
		if style == styleRoman && len(stop) > 0 && text[1] != 'i' && text[1] != 'v' && text[1] != 'x' {
			add(styleLetter, pointHead{number: int(text[0]-'a') + 1}, rest)
		}
	}
	return out
}

// numberIn reads the number with which a folded text begins: in figures, in
// Roman letters, by a letter. One letter may be both: Roman ones are what the
// series makes of them.
func numberIn(text string, named bool) (h pointHead, rest string, ok bool) {
	if f := pointNumber.FindStringSubmatch(text); f != nil {
		rest = text[len(f[0]):]
		if rest != "" && (rest[0] >= 'a' && rest[0] <= 'z' || rest[0] >= '0' && rest[0] <= '9') {
			return pointHead{}, "", false
		}
		h.number, _ = strconv.Atoi(f[1])
		h.sub = f[2]
		return h, rest, true
	}
	f := letters.FindStringSubmatch(text)
	if f == nil {
		return pointHead{}, "", false
	}
	n, roman := decision.Number(f[1])
	if !roman {
		if named || len(f[1]) > 1 {
			return pointHead{}, "", false
		}
		n = int(f[1][0]-'a') + 1
	}
	return pointHead{number: n}, text[len(f[1]):], true
}

// styleOf names the style of a number that no name precedes; "" for none.
func styleOf(text, lead, stop, rest string) string {
	stop = strings.ReplaceAll(stop, " ", "")
	written := text[0] < '0' || text[0] > '9'
	_, roman := decision.Number(strings.TrimRight(strings.SplitN(text, " ", 2)[0], ".)/:-"))
	switch {
	case strings.Contains(lead, "#"):
		return styleHash
	case written && stop == "":
		return ""
	case written && roman:
		return styleRoman
	case written:
		return styleLetter
	case rest == "":
		return styleAlone
	case stop == "":
		return styleBare
	case pointedStop.MatchString(stop):
		return stylePointed
	}
	return stop
}

// isTitle reports whether the words after a number can be a title. After a mere
// number they begin with a capital, or stand in a column of their own.
func isTitle(r paper.Row, style, rest string) bool {
	if style == styleAlone {
		return len(r.Words) <= 2
	}
	if fewLetters(rest) || !titleStart.MatchString(rest) || namesPoint(rest) {
		return false
	}
	if style != styleBare {
		return true
	}
	for _, w := range r.Words {
		for _, letter := range w.Text {
			if unicode.IsLetter(letter) {
				return unicode.IsUpper(letter)
			}
		}
	}
	return false
}

// namesPoint reports whether folded words begin with the name of a point.
func namesPoint(text string) bool {
	name := pointName.FindString(text)
	if name == "" {
		return false
	}
	_, _, ok := numberIn(text[len(name):], true)
	return ok
}

func fewLetters(s string) bool {
	n := 0
	for i := range len(s) {
		if s[i] >= 'a' && s[i] <= 'z' {
			n++
		}
	}
	return n < 4
}

// ordinalOf reads an ordinal word or number: "premiere", "5e"; zero for none.
func ordinalOf(word string) int {
	if n := leadingNumber(word); n > 0 {
		return n
	}
	word = strings.NewReplacer("-", " ", "second", "deuxieme", "seconde", "deuxieme").Replace(strings.TrimSuffix(word, "s"))
	stems := []string{
		"premier", "deuxiem", "troisiem", "quatriem", "cinquiem", "sixiem", "septiem", "huitiem", "neuviem", "dixiem", "onziem", "douziem",
		"treiziem", "quatorziem", "quinziem", "seiziem", "dix septiem", "dix huitiem", "dix neuviem", "vingtiem",
	}
	unit := func(word string) int {
		return 1 + slices.IndexFunc(stems, func(stem string) bool { return word == stem || word == stem+"e" || word == stem+"ee" })
	}
	if n := unit(word); n > 0 {
		return n
	}
	for tens, base := range map[string]int{"vingt ": 20, "trente ": 30} {
		if rest, ok := strings.CutPrefix(word, tens); ok {
			if rest == "et uniem" || rest == "et unieme" {
				return base + 1
			}
			if n := unit(rest); n > 1 && n < 10 {
				return base + n
			}
		}
	}
	return 0
}

// agenda is the rows of minutes with what shows where points end.
type agenda struct {
	rows       []paper.Row
	recognised bool // from a scan, where numbers may be lost and no type is bold
	// signs counts, up to each row, those that say a vote or an outcome.
	signs []int
	// ended counts, up to each row, the closing formulas of points.
	ended []int
	// plain and titles are what each row says as a heading, as printed and folded.
	plain, titles []string
}

// saysOutcome reports whether words say what became of a point.
func saysOutcome(w paper.Meaning, text string) bool {
	return w.Words != nil && w.Says(text, "verdict_adopted", "verdict_rejected", "verdict_postponed", "verdict_withdrawn", "verdict_no_vote")
}

// saysVotes reports whether words count the votes of a point.
func saysVotes(w paper.Meaning, text string) bool {
	return w.Words != nil && w.Says(text, "votes_for", "votes_against", "votes_abstained")
}

// agendaOf prepares the rows up to the words that close a meeting.
func agendaOf(rows []paper.Row, w paper.Meaning, recognised bool) agenda {
	a := agenda{rows: rows, recognised: recognised, signs: make([]int, len(rows)+1), ended: make([]int, len(rows)+1)}
	for i, r := range rows {
		a.signs[i+1], a.ended[i+1] = a.signs[i], a.ended[i]
		if endOfPoints.MatchString(r.Folded) && a.signs[i] > 0 {
			a.rows, a.signs, a.ended = rows[:i], a.signs[:i+1], a.ended[:i+1]
			break
		}
		if closes(r.Folded) {
			a.ended[i+1]++
		}
		if saysOutcome(w, r.Folded) || saysVotes(w, r.Folded) {
			a.signs[i+1]++
		}
	}
	a.plain, a.titles = make([]string, len(a.rows)), make([]string, len(a.rows))
	for i, r := range a.rows {
		a.plain[i] = decision.Title(r.Text())
		a.titles[i] = fold.Text(a.plain[i])
	}
	return a
}

// signed reports whether rows from one to another, the last one excluded, say a
// vote or an outcome.
func (a agenda) signed(from, to int) bool { return a.signs[to] > a.signs[from] }

// series finds the headings of the points: of all styles of numbering the one
// whose numbers follow each other furthest with a vote or an outcome between
// them. The agenda at the head of minutes has no votes and is none.
func (a agenda) series() (string, []pointHead) {
	byStyle := map[string][]pointHead{}
	for i, r := range a.rows {
		for style, h := range headingsIn(r, i) {
			byStyle[style] = append(byStyle[style], h)
		}
	}
	styles := make([]string, 0, len(byStyle))
	for style := range byStyle {
		styles = append(styles, style)
	}
	rank := func(style string) int { return slices.Index([]string{styleAlone, stylePointed, styleNamed}, style) }
	slices.SortFunc(styles, func(x, y string) int { return cmp.Or(-cmp.Compare(rank(x), rank(y)), cmp.Compare(x, y)) })
	best, name, most := []pointHead(nil), "", 0.0
	for _, style := range styles {
		// What names its points comes first where both explain as much.
		preferred := 1 + 0.05*float64(max(0, rank(style)))
		if run, worth := a.longest(style, byStyle[style]); worth*preferred > most && (len(run) > 2 || rank(style) > 0) {
			best, name, most = run, style, worth*preferred
		}
	}
	if run, worth := a.headed(); worth > most+1 && !a.recognised {
		return styleHeaded, run
	}
	return name, best
}

// longest finds the run of headings of one style that is worth most.
func (a agenda) longest(style string, all []pointHead) ([]pointHead, float64) {
	const most = 600 // headings; what a page lists beyond is no agenda
	all = all[:min(len(all), most)]
	worth, before := make([]float64, len(all)), make([]int, len(all))
	end, at := 0.0, -1
	for j, h := range all {
		worth[j], before[j] = -1, -1
		if begins(style, h) {
			worth[j] = 0
		}
		for i := range j {
			if cost, ok := a.step(style, all[i], h); ok && worth[i] >= 0 && worth[i]+a.section(all[i].at, h.at)-cost >= worth[j] {
				// Of two that are worth the same the nearer one: the other is of the agenda.
				worth[j], before[j] = worth[i]+a.section(all[i].at, h.at)-cost, i
			}
		}
		if worth[j] >= 0 && worth[j]+a.section(h.at, len(a.rows)) > end {
			end, at = worth[j]+a.section(h.at, len(a.rows)), j
		}
	}
	var run []pointHead
	for ; at >= 0; at = before[at] {
		run = append(run, all[at])
	}
	slices.Reverse(run)
	return run, end
}

// section is what a point of some rows is worth.
func (a agenda) section(from, to int) float64 {
	if a.signed(from, to) {
		return 1
	}
	return 0.1
}

// begins reports whether a heading may be the first of its series.
func begins(style string, h pointHead) bool {
	return h.number == 1 || style == styleNamed && h.number <= 2 || style == stylePointed && h.number <= 3 && ruled.MatchString(h.title)
}

// step returns the cost of one heading after another; false where it does not
// follow. A number or two may be lost on a scanned page, where the name or the
// majority that the law asks for still shows a heading.
func (a agenda) step(style string, x, y pointHead) (float64, bool) {
	const lost, odd, mostLost = 0.3, 0.1, 5
	cost := 0.0
	if x, y := a.rows[x.at], a.rows[y.at]; bold(x) != bold(y) {
		cost = odd
	}
	switch missing := y.number - x.number - 1; {
	case missing == -1:
		return cost, y.sub != "" && y.sub != x.sub
	case missing == 0:
		return cost, true
	case missing == 1 && style == styleNamed, missing > 0 && missing <= 2 && a.recognised && style != styleBare && style != styleAlone, missing > 0 && missing <= 2 && style == stylePointed && ruled.MatchString(y.title):
		return cost + lost*float64(missing), true
	case missing > 2 && missing <= mostLost && a.recognised && style == styleNamed && a.ended[y.at]-a.ended[x.at] == missing+1:
		return cost + lost*float64(missing), true // each verdict is of one of them
	}
	return 0, false
}

// bold reports whether a row is set in bold type.
func bold(r paper.Row) bool {
	return len(r.Words) > 0 && !slices.ContainsFunc(r.Words, func(w predate.Word) bool { return !w.Bold && fold.Text(w.Text) != "" })
}

// opensPoints reports whether a row may be the heading of the first point: one
// that names it, or a mere number where that is enough.
func opensPoints(r paper.Row, numberIsEnough bool) bool {
	as := headingsIn(r, 0)
	if h, ok := as[styleNamed]; ok && h.number <= 2 {
		return true
	}
	h, ok := as[stylePointed]
	return ok && numberIsEnough && h.number == 1
}

// isNamedPoint reports whether a row is the heading of a point that it names.
func isNamedPoint(r paper.Row) bool {
	_, ok := headingsIn(r, 0)[styleNamed]
	return ok
}
