package deeds

import (
	"regexp"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// Rules returns the rules that date deeds, and read the division of the building.
func Rules() []paper.Rule {
	return []paper.Rule{
		{Name: "coownership_rules.lots", From: predate.KindRules, Key: predate.KeyLots, Find: rulesLots},
		{Name: "coownership_rules.date", From: predate.KindRules, Key: predate.KeyCoownershipRules, Find: deedDated},
		{Name: "division_amendment.date", From: predate.KindAmendment, Key: predate.KeyDivisionAmendment, Find: deedDated},
	}
}

var deedYear = regexp.MustCompile(`\bl'an (\d{4}),? (?:et )?le (\d{1,2}(?: ?er)? [a-z]+)`)

// deedForms tell when a deed was received, the surest form first.
func deedForms(w paper.Meaning) []*regexp.Regexp {
	return []*regexp.Regexp{
		deedYear,
		regexp.MustCompile(`\b` + w.AnyOf("deed_received") + `[^.]{0,60}? (?:le|du|en date du) ` + layout.DayForm),
		regexp.MustCompile(`\bacte du ` + layout.DayForm),
		regexp.MustCompile(`\b(?:le|date :) ` + layout.DayForm + `$`),
	}
}

// deedDated dates a deed: "L'an 1982, le 30 mars, par-devant…", "suivant acte
// reçu le…".
func deedDated(doc paper.Source) []predate.Figure {
	p := paper.Of(doc)
	for k, form := range deedForms(doc.Meaning) {
		for i, r := range p.Rows {
			text := r.Folded
			m := form.FindStringSubmatch(text)
			if m == nil && k < 2 && i+1 < len(p.Rows) && form.FindStringSubmatch(p.Rows[i+1].Folded) == nil {
				text += " " + p.Rows[i+1].Folded
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
				return []predate.Figure{{Value: predate.Paper{Date: day}, Evidence: paper.Proof(r.Page, r.Box, r.Text())}}
			}
		}
	}
	return nil
}
