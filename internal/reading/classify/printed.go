package classify

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// day is a printed day in folded text.
const day = `((?:\d{1,2}(?: ?er)? (?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre) \d{4})|(?:\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2}))|(?:\d{4}-\d{2}-\d{2}))`

// stampsOf are the ways in which a paper says on which day it was made, the surest
// first.
func stampsOf(words *lexicon.Lexicon) []*regexp.Regexp {
	before := func(ids ...lexicon.ID) *regexp.Regexp {
		return regexp.MustCompile(`\b(?:` + strings.Join(words.Ways(ids...), "|") + `)\s*:?\s*(?:le )?` + day)
	}
	return []*regexp.Regexp{before("printed_on"), before("issue_date", "report_day"), stampSigned, stampDate, stampBareDate}
}

var (
	stampSigned   = regexp.MustCompile(`\bfait a [a-z' -]{2,40}, ?le ` + day)
	stampDate     = regexp.MustCompile(`\bdate\s*:\s*` + day)
	stampBareDate = regexp.MustCompile(`\bdate ` + day)
	letterDay     = regexp.MustCompile(`^(?:[a-z' -]{2,30}, ?)?le ` + day + `$`)
	noticeDay     = regexp.MustCompile(`\bconvocation du ` + day)
	fetchedDay    = regexp.MustCompile(`\btelechargee?\b[a-z ]{0,40} le ` + day)
	meetingDay    = regexp.MustCompile(`assemblee generale(?: [a-z]+){0,3} (?:du|tenue le) ` + day)
	deedDay       = regexp.MustCompile(`\bl'an (\d{4}),? le (\d{1,2}(?: ?er)? [a-z]+)\b`)
)

// PrintedOn reads the day that pages bear, taken as a paper of some kind.
func (c Classifier) PrintedOn(doc layout.Doc, kind predate.Kind) predate.Date {
	if len(doc.Pages) == 0 {
		return predate.Date{}
	}
	group := make([]sheet, len(doc.Pages))
	for i, page := range doc.Pages {
		group[i] = c.newSheet(page)
	}
	return c.printedOn(group, kind)
}

// printedOn reads the day that a paper bears: after a word that says so, or
// alone on its line as in a letter. Zero when there is none, or when the best
// form gives two different days.
func (c Classifier) printedOn(group []sheet, kind predate.Kind) predate.Date {
	cancelled, _ := cancelledDay(textOf(group))
	for _, stamp := range c.stamps {
		for _, s := range group {
			for _, m := range stamp.FindAllStringSubmatch(s.text, -1) {
				if d, ok := layout.ParseDate(m[1]); ok && d != cancelled { // that is the other paper's
					return d
				}
			}
		}
	}
	for _, s := range group {
		for _, h := range s.heads {
			if m := letterDay.FindStringSubmatch(h.run); m != nil {
				if d, ok := layout.ParseDate(m[1]); ok && d != cancelled {
					return d
				}
			}
		}
	}
	if kind == predate.KindMeetingNotice {
		if m := noticeDay.FindStringSubmatch(textOf(group)); m != nil {
			if d, ok := layout.ParseDate(m[1]); ok {
				return d
			}
		}
	}
	if kind == predate.KindMinutes || kind == predate.KindRules || kind == predate.KindAmendment {
		return titleDate(group[0])
	}
	if m := fetchedDay.FindStringSubmatch(textOf(group)); m != nil {
		d, _ := layout.ParseDate(m[1])
		return d // made for who asked for it, that day
	}
	return predate.Date{}
}

// titleDate is the day that the text of minutes or of a deed begins with:
// "assemblée générale du 26 mars 2026", "L'an 1982, le 30 mars".
func titleDate(s sheet) predate.Date {
	if m := meetingDay.FindStringSubmatch(s.text); m != nil {
		if d, ok := layout.ParseDate(m[1]); ok {
			return d
		}
	}
	if m := deedDay.FindStringSubmatch(s.text); m != nil {
		if d, ok := layout.ParseDate(m[2] + " " + m[1]); ok {
			return d
		}
	}
	return predate.Date{}
}
