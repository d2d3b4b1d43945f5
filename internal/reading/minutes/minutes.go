package minutes

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/decision"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// Minutes is the record of one meeting, cut into its points.
type Minutes struct {
	paper.Paper
	Date   predate.Date // zero when the words disagree or do not tell
	kind   string
	held   paper.Row // the line that tells the date
	Points []Point   // of the agenda, in their order
}

// Point is one point of the agenda with its words.
type Point struct {
	Number string      // as printed, "12" or "4.1"
	Title  string      // as printed
	Head   paper.Row   // its heading
	Body   []paper.Row // the rows under it
	stamp  string      // what became of it, folded, where the heading says so
	ballot decision.Ballot
	// wrapped counts the rows of body with which the title goes on.
	wrapped int
	// Broken says that the heading of the next point was not found, so that
	// its words may be among these.
	Broken bool
	// Nameless says that a scan lost the heading, or left but letters of it: the
	// title is a sentence, or none.
	Nameless bool
}

var (
	meetingTitle = regexp.MustCompile(`assemblee(?: generale)?((?: [a-z]+){0,5}?)(?: \*+)? (?:du|tenue le|en date du|reunie le) ` + layout.WeekdayForm + layout.DayForm)
	meetingYear  = regexp.MustCompile(`\bl'an (\d{4}),? (?:et )?le ` + layout.WeekdayForm + `(\d{1,2}(?: ?er)? [a-z]+)\b`)
	// ofThePaper is what says that a day is that on which the paper was made.
	ofThePaper   = regexp.MustCompile(`\b(?:generee?\b|edit|imprim|impression|emis|etabli|envoye|redig)`)
	meetingLoose = regexp.MustCompile(`assemblee generale((?: [a-z]+){0,3})[^a-z0-9]{1,6}(?:le )?` + layout.WeekdayForm + layout.DayForm)
)

// Of returns the day and the points of the minutes, read once for all who ask.
func Of(doc paper.Source) Minutes { return paper.Derived(doc, readMinutes) }

func readMinutes(doc paper.Source) Minutes {
	m := Minutes{Paper: paper.Of(doc)}
	m.Rows = withoutSidebar(m.Rows)
	m.readDay()
	m.Rows = withoutRecap(WithoutFurniture(m.Paper), doc.Meaning)
	m.readPoints(doc.Meaning)
	return m
}

// readDay reads when the meeting was held, in the title or in the phrase with
// which minutes begin. Two different days are none.
func (m *Minutes) readDay() {
	days := map[predate.Date]bool{}
	for i := range m.Rows {
		text := m.Rows[i].Folded
		if i > 60 || opensPoints(m.Rows[i], len(days) > 0) {
			break
		}
		day, kind, ok := dayOfMeeting(text)
		if !ok && i+1 < len(m.Rows) && (strings.Contains(text, "assemblee") || strings.Contains(text, "l'an ")) {
			day, kind, ok = dayOfMeeting(text + " " + m.Rows[i+1].Folded)
		}
		if !ok {
			continue
		}
		if len(days) == 0 {
			m.Date, m.held = day, m.Rows[i]
		}
		if m.kind == "" {
			m.kind = kind
		}
		days[day] = true
	}
	if len(days) == 0 {
		m.readLabelledDay()
	}
	if len(days) > 1 {
		m.Date = predate.Date{}
	}
}

// labelledDay is a line that says but the day of a meeting, with its hour.
var labelledDay = regexp.MustCompile(`^(?:date(?: (?:de )?(?:l'(?:assemblee(?: generale)?|ag)|ag|la reunion|la seance))?|seance|reunion|tenue)? ?:? ?(?:du |le )?` + layout.WeekdayForm + layout.DayForm + `(?:,? (?:a )?\d{1,2} ?[h:] ?\d{0,2}(?::\d{2})?)?$`)

// readLabelledDay reads the day that stands alone under the title of minutes: the
// only one before the first point.
func (m *Minutes) readLabelledDay() {
	titled := -1
	for i, r := range m.Rows {
		if i > 60 || opensPoints(r, false) {
			break
		}
		if title := m.wrappedAt(i); titled < 0 && strings.Contains(r.Folded, "proces") && strings.Contains(title, "assemblee") {
			titled, m.kind = i, kindOfMeeting(title)
		}
		f, named := labelledDay.FindStringSubmatch(r.Folded), false
		if f == nil && i > 0 {
			under := ""
			under, named = m.underDate(i)
			f = labelledDay.FindStringSubmatch(under)
		}
		if f == nil || titled < 0 || i-titled > 6 && !named {
			continue
		}
		day, ok := layout.ParseDate(f[1])
		if !ok || !m.Date.IsZero() && m.Date != day {
			m.Date = predate.Date{}
			return
		}
		m.Date, m.held = day, r
	}
}

// wrappedAt is a row with the two after it: a title may go on under what stands
// beside it.
func (m *Minutes) wrappedAt(i int) string {
	var text []string
	for _, r := range m.Rows[i:min(i+3, len(m.Rows))] {
		text = append(text, r.Folded)
	}
	return strings.Join(text, " ")
}

// underDate is the cell of a row under one that says «date» alone, or that it is
// the day of the meeting, and whether it says the latter; "" for none.
func (m *Minutes) underDate(i int) (under string, named bool) {
	for _, head := range m.Rows[i-1].Segments(0) {
		text := fold.Text(head.Text)
		named = m.Doc.Is(text, "meeting_day")
		if text != "date" && text != "le" && !named {
			continue
		}
		for _, cell := range m.Rows[i].Segments(0) {
			if math.Abs(cell.Box.X0-head.Box.X0) < 4 {
				return fold.Text(cell.Text), named
			}
		}
	}
	return "", false
}

func dayOfMeeting(text string) (predate.Date, string, bool) {
	text = layout.InFigures(text)
	if f := meetingYear.FindStringSubmatch(text); f != nil {
		if day, ok := layout.ParseDate(f[2] + " " + f[1]); ok {
			return day, kindOfMeeting(text), true
		}
	}
	for _, form := range []*regexp.Regexp{meetingTitle, meetingLoose} {
		if f := form.FindStringSubmatch(text); f != nil && !ofThePaper.MatchString(f[1]) && !paper.HasAny(text, []string{"prochaine assemblee", "precedente assemblee", "derniere assemblee"}) {
			if day, ok := layout.ParseDate(f[2]); ok {
				return day, kindOfMeeting(f[1]), true
			}
		}
	}
	return predate.Date{}, "", false
}

func kindOfMeeting(text string) string {
	ordinary, extra := fold.Has(text, "ordinaire"), fold.Has(text, "extraordinaire")
	switch {
	case fold.Has(text, "mixte") || ordinary && extra:
		return "mixte"
	case extra:
		return "extraordinaire"
	case fold.Has(text, "speciale"):
		return "spéciale"
	case ordinary:
		return "ordinaire"
	}
	return ""
}

// WithoutFurniture drops the lines at the head and foot of pages that come
// again at the same height of others, page numbers aside, so that a decision
// that runs over a page reads on. What pages also say within, and what says an
// outcome, is no such line.
func WithoutFurniture(p paper.Paper) []paper.Row {
	if len(p.Doc.Pages) < 2 {
		return p.Rows
	}
	edges, within := map[string][]paper.Row{}, map[string]bool{}
	for _, r := range p.Rows {
		key := withoutDigits(r.Folded)
		if onEdge(p, r) {
			edges[key] = append(edges[key], r)
		} else {
			within[key] = true
		}
	}
	furniture := func(r paper.Row) bool {
		const near = 12 // points by which a scan may move a line
		key := withoutDigits(r.Folded)
		again := slices.ContainsFunc(edges[key], func(o paper.Row) bool {
			return o.Page != r.Page && math.Abs(o.Box.Y0-r.Box.Y0) < near && numbersPage(o) == numbersPage(r)
		})
		return again && (numbersPage(r) || !within[key] && !isNamedPoint(r) && !saysOutcome(p.Doc.Meaning, r.Folded))
	}
	return slices.DeleteFunc(slices.Clone(p.Rows), func(r paper.Row) bool { return onEdge(p, r) && furniture(r) })
}

// numbersPage reports whether a row is but the number of its page.
func numbersPage(r paper.Row) bool { return r.Folded == strconv.Itoa(r.Page) }

// withoutSidebar drops the words of a column that stands on the left of the
// text, as the particulars of a letterhead do: most rows begin at one edge, and
// what begins before it ends before it too, save a title or the foot of a page.
func withoutSidebar(rows []paper.Row) []paper.Row {
	const (
		hung      = 12 // points by which titles may begin before the text
		narrowest = 60 // less is an indent, or the room of numbers
	)
	edge, most := 0.0, 0
	for _, r := range rows {
		n := 0
		for _, o := range rows {
			if math.Abs(r.Box.X0-o.Box.X0) < 3 {
				n++
			}
		}
		if n > most {
			edge, most = r.Box.X0-hung, n
		}
	}
	left := edge
	for _, r := range rows {
		left = min(left, r.Box.X0)
	}
	if edge-left < narrowest || most*2 < len(rows) {
		return rows
	}
	out := make([]paper.Row, 0, len(rows))
	aside, across := 0, 0
	for _, r := range rows {
		inner := slices.DeleteFunc(slices.Clone(r.Words), func(w predate.Word) bool { return w.Box.X1 < edge })
		crossing := slices.ContainsFunc(inner, func(w predate.Word) bool { return w.Box.X0 < edge })
		switch {
		case r.Box.X0 >= edge:
			out = append(out, r)
		case crossing:
			across++
			out = append(out, r)
		default:
			aside++
			if len(inner) > 0 {
				out = append(out, paper.RowOf(paper.LineOf(inner, r.Page)))
			}
		}
	}
	if across*3 > aside {
		return rows // no column of its own
	}
	return out
}

func onEdge(p paper.Paper, r paper.Row) bool {
	for _, page := range p.Doc.Pages {
		if page.Number == r.Page {
			return r.Box.Y1 < 0.13*page.Height || r.Box.Y0 > 0.87*page.Height
		}
	}
	return false
}

func withoutDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, s)
}
