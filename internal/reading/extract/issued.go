package extract

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// onWeekday is the day of the week before a date, in a letter's head.
const onWeekday = `(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) `

// reportForms tell when a technical report was made, the surest form first.
func reportForms(w wording) []*regexp.Regexp {
	return compiled(
		`\b`+w.anyOf("printed_on")+`\.?\s*:?\s*`+dayForm,
		`\b`+w.anyOf("report_made")+`\s*:?\s*(?:le )?`+dayForm,
		`\b`+w.signed()+dayForm,
		`^(?:[a-z' -]{2,30}, )?le `+dayForm+`$`,
		`^`+onWeekday+dayForm+`$`,
		`\b`+w.anyOf("day")+`\s*:?\s*`+dayForm,
	)
}

// renewalForms tell when a paper that is renewed was made: a summary sheet, a
// maintenance log. Such a paper quotes the days of others, "DTG réalisé le…",
// "règlement établi le…": only its own name, or a line of its own, dates it.
func renewalForms(w wording) []*regexp.Regexp {
	name, made := w.anyOf("sheet_name"), w.anyOf("sheet_made")
	return compiled(
		`\b`+name+`(?: [a-z']+){0,6}? (?:du|`+made+`)(?: le| au)? ?:? ?`+dayForm,
		`\b`+name+` `+made+` [^.;]{0,110}, ?le `+dayForm,
		`^(?:document )?`+made+`(?: le| au| du) ?:? ?`+dayForm,
		`^`+w.anyOf("sheet_day")+` ?:? ?`+dayForm,
		`^`+w.signed()+dayForm,
		`\b`+w.anyOf("printed_on")+`\.?\s*:?\s*`+dayForm,
		`^(?:[a-z' -]{2,30}, )?(?:le |(?:le )?`+onWeekday+`)`+dayForm+`$`,
		`^`+w.anyOf("day")+` ?:? ?`+dayForm,
	)
}

// signed is the form of words before the day of a signature: "fait à Lyon, le".
func (w wording) signed() string {
	return `(?:` + w.anyOf("signed_on") + `|` + w.anyOf("signed_at") + ` [a-z' -]{2,40}?,? ?(?:le )?) ?(?:` + onWeekday + `)?`
}

// anyOf is the form of any way to say a concept.
func (w wording) anyOf(ids ...lexicon.ID) string {
	return `(?:` + strings.Join(w.words.Ways(ids...), "|") + `)`
}

// endsInDay is words and the day that they name.
var endsInDay = regexp.MustCompile(`^(.{3,40}?)\s*:?\s*` + dayForm + `$`)

func compiled(forms ...string) []*regexp.Regexp {
	out := make([]*regexp.Regexp, len(forms))
	for i, f := range forms {
		out[i] = regexp.MustCompile(f)
	}
	return out
}

// issued reads the day on which a paper was made, among those that it may have
// been. When the best form that the paper uses gives two days, there is none.
func issued(p paper, forms []*regexp.Regexp, may func(predate.Date) bool) (predate.Date, row, bool) {
	for _, form := range forms {
		var day predate.Date
		var at row
		several := false
		for _, r := range p.rows {
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
	return p.dayOfIssue(may)
}

// dayOfIssue reads the only day that stands by itself after words for the day on
// which a paper was made, or under them: "Document généré le 30/11/2025".
func (p paper) dayOfIssue(may func(predate.Date) bool) (day predate.Date, at row, one bool) {
	for i, r := range p.rows {
		for _, c := range pieces(r) {
			printed := ""
			if m := endsInDay.FindStringSubmatch(c.text); m != nil && p.doc.is(m[1], "issue_date") {
				printed = m[2]
			} else if m := aloneDay.FindStringSubmatch(under(p.rows, i, c)); m != nil && p.doc.is(c.text, "issue_date") {
				printed = m[1]
			}
			if d, ok := layout.ParseDate(printed); ok && may(d) && d != day {
				if !day.IsZero() {
					return predate.Date{}, row{}, false
				}
				day, at = d, r
			}
		}
	}
	return day, at, !day.IsZero()
}

// aloneDay is a day and nothing else.
var aloneDay = regexp.MustCompile(`^` + dayForm + `$`)

// under returns the next words under a piece of a row that begin where it begins, within
// three lines of it: rows of other columns may stand between.
func under(rows []row, i int, c piece) string {
	for j := i + 1; j < len(rows) && rows[j].Page == rows[i].Page && rows[j].Box.Y0-c.Box.Y1 < 3*c.Box.Height(); j++ {
		if below, ok := aligned(rows[j], c); ok {
			return below.text
		}
	}
	return ""
}
