package extract

import (
	"regexp"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// schedule1Rules read the day of annexe 1, "État financier après répartition"
// (décret 2005-240); its accounts are read by what they sum to, in internal/reading/form.
func schedule1Rules() []Rule {
	return []Rule{{"schedule_1.accounts_date", predate.KindSchedule1, predate.KeyAccountsDate, accountsDate}}
}

// dayOfAccounts is the title of annexe 1 with its day.
var dayOfAccounts = regexp.MustCompile(`apres repartition.{0,24}?\b(?:au|a la date du) ` + dayForm)

// accountsDate reads the day for which annexe 1 is drawn up.
func accountsDate(doc source) []predate.Figure {
	p := paperOf(doc)
	for i, r := range p.rows {
		text := r.text
		if i+1 < len(p.rows) && fold.Has(text, "apres repartition") && !dayOfAccounts.MatchString(text) {
			text += " " + p.rows[i+1].text
		}
		m := dayOfAccounts.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if day, ok := layout.ParseDate(m[1]); ok {
			return []predate.Figure{{Value: predate.Day(day), AsOf: day, Evidence: proof(r.Page, r.Box, r.Text())}}
		}
	}
	return nil
}
