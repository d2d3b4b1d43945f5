package extract

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/reading/decision"
)

// lightRules read accounts kept in the light form that small syndicats may use
// (loi 65-557, art. 14-3 al. 2), but for their tables, which internal/reading/form reads.
func lightRules() []Rule {
	from := predate.KindLightAccounts
	return []Rule{
		{"light_accounts.form", from, predate.FactLightBookkeeping, lightForm},
		{"light_accounts.cash", from, predate.FactCashAtEnd, cashAtEnd},
	}
}

// lightYear is the only period that the accounts name.
func lightYear(p paper) predate.Period {
	seen := map[predate.Period]bool{}
	var year predate.Period
	for _, m := range spanWords.FindAllStringSubmatch(p.text(), -1) {
		if s, ok := spanOf(m[1], m[2]); ok && s.Months() >= 6 {
			seen[s], year = true, s
		}
	}
	if len(seen) != 1 {
		return predate.Period{}
	}
	return year
}

func lightForm(doc source) []predate.Figure {
	p := paperOf(doc)
	for _, r := range p.rows {
		if doc.says(r.text, "light_law") {
			return []predate.Figure{{Value: predate.Flag(true), Year: lightYear(p), Evidence: proof(r.Page, r.Box, r.Text())}}
		}
	}
	return nil
}

// cashAtEnd reads what the syndicat held at the end of the year.
func cashAtEnd(doc source) []predate.Figure {
	form := regexp.MustCompile(`(?:fin d'annee|fin de l'annee|fin d'exercice|au 31/12/\d{4})\s*:?\s*$`)
	p := paperOf(doc)
	year := lightYear(p)
	for _, r := range p.rows {
		if !strings.Contains(r.text, "caisse") && !strings.Contains(r.text, "banque") {
			continue
		}
		for _, m := range decision.Mentions(r.text) {
			if form.MatchString(r.text[:m.From]) {
				return []predate.Figure{{Value: predate.Money(m.Cents), Year: year, AsOf: year.To, Evidence: proof(r.Page, r.Box, r.Text())}}
			}
		}
	}
	return nil
}
