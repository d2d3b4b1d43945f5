package extract

import (
	"regexp"
	"strconv"
	"strings"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// ageRules read when the building was built, on which the papers depend that
// the law asks of it, and what its maintenance log says of those papers.
func ageRules() []Rule {
	log := predate.KindMaintenanceLog
	return []Rule{
		{"summary_sheet.construction", predate.KindSummarySheet, predate.FactConstruction, constructed},
		{"registration_certificate.construction", predate.KindRegistration, predate.FactConstruction, constructed},
		{"maintenance_log.construction", log, predate.FactConstruction, constructed},
		{"maintenance_log.survey", log, predate.KeyDTG, surveyInLog},
		{"maintenance_log.plan", log, predate.KeyPPT, planInLog},
	}
}

// constructed reads when the building was built, a year or a span of years; an
// end that is not said stays zero: "avant 1949", "après 2011".
func constructed(doc source) []predate.Figure {
	p := paperOf(doc)
	value, ok := p.field("construction")
	if !ok || p.recognised() {
		return nil
	}
	span, ok := yearsIn(fold.Text(value.Text))
	if !ok {
		return nil
	}
	return []predate.Figure{{Value: predate.Span(span), Evidence: proofOf(value)}}
}

var yearForm = regexp.MustCompile(`\b(1[5-9]\d\d|20\d\d)\b`)

// yearsIn reads years as papers write an age: "1972", "1961-1974", "avant
// 1949", "à compter de 2012".
func yearsIn(text string) (predate.Period, bool) {
	var years []int
	for _, digits := range yearForm.FindAllString(text, -1) {
		year, err := strconv.Atoi(digits)
		if err != nil {
			return predate.Period{}, false
		}
		years = append(years, year)
	}
	first := func(year int) predate.Date { return predate.Date{Year: year, Month: 1, Day: 1} }
	before := hasAny(text, []string{"avant", "anterieur"})
	after := hasAny(text, []string{"apres", "posterieur", "depuis", "a compter", "a partir"})
	switch {
	case len(years) == 1 && before:
		return predate.Period{To: first(years[0]).AddDays(-1)}, true
	case len(years) == 1 && after:
		return predate.Period{From: first(years[0])}, true
	case len(years) == 1:
		return predate.Period{From: first(years[0]), To: first(years[0] + 1).AddDays(-1)}, true
	case len(years) == 2 && years[0] <= years[1] && !before && !after:
		return predate.Period{From: first(years[0]), To: first(years[1] + 1).AddDays(-1)}, true
	}
	return predate.Period{}, false
}

var (
	surveyForm   = regexp.MustCompile(`\b(?:dtg|diagnostic technique global)\b`)
	noSurveyForm = regexp.MustCompile(`\b(?:pas de|aucun|absence de|ni) (?:dtg|diagnostic technique global)\b|` +
		`\b(?:dtg|diagnostic technique global)\)?[ .:_…-]*(?:neant|non realise|non etabli|n'a pas ete (?:realise|etabli)|sans objet|aucun$|non$)`)
	planForm    = regexp.MustCompile(`\b(?:plan pluriannuel|pppt|ppt|projet de plan|plan adopte|plan \(adopte\))`)
	nothingForm = regexp.MustCompile(`^(?:neant|sans objet|non realise|non etabli|aucun)[ .]*$`)
	madeForm    = regexp.MustCompile(`^(?:realise|effectue|etabli|rapport|etude|oui)\b`)
)

// surveyInLog reads what the log says of the global survey: that there is none,
// or when it was made.
func surveyInLog(doc source) []predate.Figure {
	p := paperOf(doc)
	for i, r := range p.rows {
		under := i > 0 && isHeading(p.rows[i-1], surveyForm)
		if noSurveyForm.MatchString(r.text) || under && nothingForm.MatchString(r.text) {
			return []predate.Figure{{Status: predate.StatusNone, Evidence: proof(r.Page, r.Box, r.Text())}}
		}
	}
	return datedInLog(p, surveyForm)
}

// planInLog reads when the log says that a plan of works was drawn up or
// adopted. That none was adopted does not say that none was drawn up.
func planInLog(doc source) []predate.Figure { return datedInLog(paperOf(doc), planForm) }

// datedInLog reads the one day of a line on a paper, or of the line below its
// heading.
func datedInLog(p paper, subject *regexp.Regexp) []predate.Figure {
	for i, r := range p.rows {
		under := i > 0 && isHeading(p.rows[i-1], subject) && madeForm.MatchString(r.text)
		if days := layout.DatesIn(r.Text()); len(days) == 1 && (under || subject.MatchString(r.text)) {
			return []predate.Figure{{Value: predate.Paper{Date: days[0]}, Evidence: proof(r.Page, r.Box, r.Text())}}
		}
	}
	return nil
}

// isHeading reports whether a line names a paper and says no more.
func isHeading(r row, subject *regexp.Regexp) bool {
	return subject.MatchString(r.text) && len(strings.Fields(r.text)) <= 5 && len(layout.DatesIn(r.Text())) == 0
}
