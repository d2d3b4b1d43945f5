package particulars

import (
	"regexp"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// onWeekday is the day of the week before a date, in a letter's head.
const onWeekday = `(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) `

// reportForms tell when a technical report was made, the surest form first.
func reportForms(w paper.Meaning) []*regexp.Regexp {
	return compiled(
		`\b`+w.AnyOf("printed_on")+`\.?\s*:?\s*`+layout.DayForm,
		`\b`+w.AnyOf("report_made")+`\s*:?\s*(?:le )?`+layout.DayForm,
		`\b`+signed(w)+layout.DayForm,
		`^(?:[a-z' -]{2,30}, )?le `+layout.DayForm+`$`,
		`^`+onWeekday+layout.DayForm+`$`,
		`\b`+w.AnyOf("day")+`\s*:?\s*`+layout.DayForm,
	)
}

// renewalForms tell when a paper that is renewed was made: a summary sheet, a
// maintenance log. Such a paper quotes the days of others, "DTG réalisé le…",
// "règlement établi le…": only its own name, or a line of its own, dates it.
func renewalForms(w paper.Meaning) []*regexp.Regexp {
	name, made := w.AnyOf("sheet_name"), w.AnyOf("sheet_made")
	return compiled(
		`\b`+name+`(?: [a-z']+){0,6}? (?:du|`+made+`)(?: le| au)? ?:? ?`+layout.DayForm,
		`\b`+name+` `+made+` [^.;]{0,110}, ?le `+layout.DayForm,
		`^(?:document )?`+made+`(?: le| au| du) ?:? ?`+layout.DayForm,
		`^`+w.AnyOf("sheet_day")+` ?:? ?`+layout.DayForm,
		`^`+signed(w)+layout.DayForm,
		`\b`+w.AnyOf("printed_on")+`\.?\s*:?\s*`+layout.DayForm,
		`^(?:[a-z' -]{2,30}, )?(?:le |(?:le )?`+onWeekday+`)`+layout.DayForm+`$`,
		`^`+w.AnyOf("day")+` ?:? ?`+layout.DayForm,
	)
}

// signed is the form of words before the day of a signature: "fait à Lyon, le".
func signed(w paper.Meaning) string {
	return `(?:` + w.AnyOf("signed_on") + `|` + w.AnyOf("signed_at") + ` [a-z' -]{2,40}?,? ?(?:le )?) ?(?:` + onWeekday + `)?`
}

// endsInDay is words and the day that they name.
var endsInDay = regexp.MustCompile(`^(.{3,40}?)\s*:?\s*` + layout.DayForm + `$`)

func compiled(forms ...string) []*regexp.Regexp {
	out := make([]*regexp.Regexp, len(forms))
	for i, f := range forms {
		out[i] = regexp.MustCompile(f)
	}
	return out
}

// issued reads the day on which a paper was made, among those that it may have
// been. When the best form that the paper uses gives two days, there is none.
func issued(p paper.Paper, forms []*regexp.Regexp, may func(predate.Date) bool) (predate.Date, paper.Row, bool) {
	for _, form := range forms {
		var day predate.Date
		var at paper.Row
		several := false
		for _, r := range p.Rows {
			for _, segment := range append(r.Segments(0), layout.Cell{Text: r.Text()}) {
				m := form.FindStringSubmatch(fold.Text(segment.Text))
				if m == nil {
					continue
				}
				if d, ok := layout.ParseDate(m[1]); ok && may(d) {
					several = several || !day.IsZero() && d != day
					if day.IsZero() {
						day, at = d, r
					}
				}
			}
		}
		if !day.IsZero() {
			return day, at, !several
		}
	}
	return dayOfIssue(p, may)
}

// dayOfIssue reads the only day that stands by itself after words for the day on
// which a paper was made, or under them: "Document généré le 30/11/2025".
func dayOfIssue(p paper.Paper, may func(predate.Date) bool) (day predate.Date, at paper.Row, one bool) {
	for i, r := range p.Rows {
		for _, c := range paper.Pieces(r) {
			printed := ""
			if m := endsInDay.FindStringSubmatch(c.Folded); m != nil && p.Doc.Is(m[1], "issue_date") {
				printed = m[2]
			} else if m := aloneDay.FindStringSubmatch(under(p.Rows, i, c)); m != nil && p.Doc.Is(c.Folded, "issue_date") {
				printed = m[1]
			}
			if d, ok := layout.ParseDate(printed); ok && may(d) && d != day {
				if !day.IsZero() {
					return predate.Date{}, paper.Row{}, false
				}
				day, at = d, r
			}
		}
	}
	return day, at, !day.IsZero()
}

// aloneDay is a day and nothing else.
var aloneDay = regexp.MustCompile(`^` + layout.DayForm + `$`)

// under returns the next words under a piece of a row that begin where it begins, within
// three lines of it: rows of other columns may stand between.
func under(rows []paper.Row, i int, c paper.Piece) string {
	for j := i + 1; j < len(rows) && rows[j].Page == rows[i].Page && rows[j].Box.Y0-c.Box.Y1 < 3*c.Box.Height(); j++ {
		if below, ok := paper.Aligned(rows[j], c); ok {
			return below.Folded
		}
	}
	return ""
}
