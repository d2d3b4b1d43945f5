package resolutions

import (
	"regexp"
	"strconv"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/decision"
	"predate/internal/reading/layout"
	"predate/internal/reading/minutes"
	"predate/internal/reading/paper"
)

// proofOfMention finds the printed sum in the rows of a point.
func proofOfMention(p minutes.Point, m decision.Mention) []predate.Evidence {
	for _, r := range append([]paper.Row{p.Head}, p.Body...) {
		for _, a := range r.Amounts {
			if a.Cents == m.Cents {
				return paper.ProofOfAmount(a)
			}
		}
	}
	r := p.Line(m.Text)
	return paper.Proof(r.Page, r.Box, r.Text())
}

// exerciseGiven is the exercise that a point gives in full: the only period in its
// words, or the twelve months (décret 2005-240, art. 5) that end on the day when
// it closes. Two periods are none.
func exerciseGiven(p minutes.Point) predate.Period {
	text := p.Text()
	seen := map[predate.Period]bool{}
	var span predate.Period
	for _, s := range paper.SpansIn(text) {
		if s.Months() >= 6 && s.Months() <= 24 && p.Subject() != predate.SubjectAgent {
			seen[s], span = true, s
		}
	}
	if len(seen) > 1 {
		return predate.Period{}
	}
	if len(seen) == 1 {
		return span
	}
	if m := exerciseEnd.FindStringSubmatch(text); m != nil {
		if end, ok := layout.ParseDate(m[1]); ok {
			return predate.Period{From: end.AddDays(1).AddMonths(-12), To: end}
		}
	}
	return predate.Period{}
}

var (
	exerciseEnd  = regexp.MustCompile(`exercice[^.]{0,30}\b(?:clos|close|arretes?|cloture|cloturant) (?:le|au) ` + layout.DayForm)
	exerciseName = regexp.MustCompile(`exercice (?:comptable )?(?:de l'annee |annee )?(20\d\d(?: ?[/-] ?20\d\d)?)\b`)
)

// yearName is the only name of an exercise in the words of a point: "2026" or
// "2026/2027".
func yearName(p minutes.Point) string {
	name := ""
	for _, m := range exerciseName.FindAllStringSubmatch(p.Text(), -1) {
		found := strings.NewReplacer(" ", "", "-", "/").Replace(m[1])
		if name != "" && found != name {
			return ""
		}
		name = found
	}
	if name == "" {
		return yearOfTitle(p)
	}
	return name
}

var titledYear = regexp.MustCompile(`\b20\d\d(?: ?[/-] ?20\d\d)?\b`)

// yearOfTitle is the exercise that ends the title of a point on accounts, a budget
// or the works fund: "Budget prévisionnel 2027".
func yearOfTitle(p minutes.Point) string {
	switch p.Subject() {
	case predate.SubjectAccounts, predate.SubjectBudget, predate.SubjectWorksFund:
	default:
		return ""
	}
	title := strings.Trim(fold.Text(p.Title), " .:")
	years := titledYear.FindAllString(title, -1)
	if len(years) != 1 || !strings.HasSuffix(title, years[0]) || len(layout.DatesIn(title)) > 0 {
		return ""
	}
	return strings.NewReplacer(" ", "", "-", "/").Replace(years[0])
}

// calendarYear is the year of a four-digit name.
func calendarYear(name string) predate.Period {
	n, err := strconv.Atoi(name)
	if err != nil {
		return predate.Period{}
	}
	return predate.Period{From: predate.Date{Year: n, Month: 1, Day: 1}, To: predate.Date{Year: n, Month: 12, Day: 31}}
}

// yearOf is the exercise that a point speaks of. A name such as "2026/2027" is
// looked for among the exercises that the other points give in full; "2026" is
// the calendar year only where the meeting knows no other kind of exercise.
func yearOf(m minutes.Minutes, p minutes.Point) predate.Period {
	if year := exerciseGiven(p); !year.IsZero() {
		return year
	}
	name := yearName(p)
	if name == "" {
		return predate.Period{}
	}
	calendar := true
	for _, other := range m.Points {
		span := exerciseGiven(other)
		if span.IsZero() {
			continue
		}
		if span.Label() == name {
			return span
		}
		calendar = calendar && span.From.Year == span.To.Year
	}
	if !calendar {
		return predate.Period{}
	}
	return calendarYear(name)
}
