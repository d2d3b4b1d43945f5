package extract

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/reading/layout"
)

// deedRules date the deeds and read the division of the building in its rules.
func deedRules() []Rule {
	return []Rule{
		{"coownership_rules.lots", predate.KindRules, predate.KeyLots, rulesLots},
		{"coownership_rules.date", predate.KindRules, predate.KeyCoownershipRules, deedDated},
		{"division_amendment.date", predate.KindAmendment, predate.KeyDivisionAmendment, deedDated},
	}
}

var deedYear = regexp.MustCompile(`\bl'an (\d{4}),? (?:et )?le (\d{1,2}(?: ?er)? [a-z]+)`)

// deedForms tell when a deed was received, the surest form first.
func deedForms(w wording) []*regexp.Regexp {
	return append([]*regexp.Regexp{deedYear}, compiled(
		`\b`+w.anyOf("deed_received")+`[^.]{0,60}? (?:le|du|en date du) `+dayForm,
		`\bacte du `+dayForm,
		`\b(?:le|date :) `+dayForm+`$`,
	)...)
}

// deedDated dates a deed: "L'an 1982, le 30 mars, par-devant…", "suivant acte
// reçu le…".
func deedDated(doc source) []predate.Figure {
	p := paperOf(doc)
	for k, form := range deedForms(doc.wording) {
		for i, r := range p.rows {
			text := r.text
			m := form.FindStringSubmatch(text)
			if m == nil && k < 2 && i+1 < len(p.rows) && form.FindStringSubmatch(p.rows[i+1].text) == nil {
				text += " " + p.rows[i+1].text
				m = form.FindStringSubmatch(text)
			}
			if m == nil {
				continue
			}
			printed := m[1]
			if form == deedYear {
				printed = m[2] + " " + m[1]
			}
			if day, ok := layout.ParseDate(printed); ok {
				return []predate.Figure{{Value: predate.Paper{Date: day}, Evidence: proof(r.Page, r.Box, r.Text())}}
			}
		}
	}
	return nil
}

// holdsNumber reports whether some words may be the number of a contract: short, with
// digits, and no day.
func holdsNumber(s string) bool {
	return len(s) <= 30 && strings.ContainsAny(s, "0123456789") && len(layout.DatesIn(s)) == 0
}
