package extract

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/reading/decision"
	"predate/internal/reading/paper"
)

// lightRules read accounts kept in the light form that small syndicats may use
// (loi 65-557, art. 14-3 al. 2), but for their tables, which internal/reading/form reads.
func lightRules() []paper.Rule {
	from := predate.KindLightAccounts
	return []paper.Rule{
		{Name: "light_accounts.form", From: from, Key: predate.FactLightBookkeeping, Find: lightForm},
		{Name: "light_accounts.cash", From: from, Key: predate.FactCashAtEnd, Find: cashAtEnd},
	}
}

// lightYear is the only period that the accounts name.
func lightYear(p paper.Paper) predate.Period {
	seen := map[predate.Period]bool{}
	var year predate.Period
	for _, s := range paper.SpansIn(p.Text()) {
		if s.Months() >= 6 {
			seen[s], year = true, s
		}
	}
	if len(seen) != 1 {
		return predate.Period{}
	}
	return year
}

func lightForm(doc paper.Source) []predate.Figure {
	p := paper.Of(doc)
	for _, r := range p.Rows {
		if doc.Says(r.Folded, "light_law") {
			return []predate.Figure{{Value: predate.Flag(true), Year: lightYear(p), Evidence: paper.Proof(r.Page, r.Box, r.Text())}}
		}
	}
	return nil
}

// cashAtEnd reads what the syndicat held at the end of the year.
func cashAtEnd(doc paper.Source) []predate.Figure {
	form := regexp.MustCompile(`(?:fin d'annee|fin de l'annee|fin d'exercice|au 31/12/\d{4})\s*:?\s*$`)
	p := paper.Of(doc)
	year := lightYear(p)
	for _, r := range p.Rows {
		if !strings.Contains(r.Folded, "caisse") && !strings.Contains(r.Folded, "banque") {
			continue
		}
		for _, m := range decision.Mentions(r.Folded) {
			if form.MatchString(r.Folded[:m.From]) {
				return []predate.Figure{{Value: predate.Money(m.Cents), Year: year, AsOf: year.To, Evidence: paper.Proof(r.Page, r.Box, r.Text())}}
			}
		}
	}
	return nil
}
