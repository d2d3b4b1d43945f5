package extract

import (
	"regexp"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// schedule1Rules read the day of annexe 1, "État financier après répartition"
// (décret 2005-240); its accounts are read by what they sum to, in internal/reading/form.
func schedule1Rules() []paper.Rule {
	return []paper.Rule{{Name: "schedule_1.accounts_date", From: predate.KindSchedule1, Key: predate.KeyAccountsDate, Find: accountsDate}}
}

// dayOfAccounts is the title of annexe 1 with its day.
var dayOfAccounts = regexp.MustCompile(`apres repartition.{0,24}?\b(?:au|a la date du) ` + layout.DayForm)

// accountsDate reads the day for which annexe 1 is drawn up.
func accountsDate(doc paper.Source) []predate.Figure {
	p := paper.Of(doc)
	for i, r := range p.Rows {
		text := r.Folded
		if i+1 < len(p.Rows) && fold.Has(text, "apres repartition") && !dayOfAccounts.MatchString(text) {
			text += " " + p.Rows[i+1].Folded
		}
		m := dayOfAccounts.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if day, ok := layout.ParseDate(m[1]); ok {
			return []predate.Figure{{Value: predate.Day(day), AsOf: day, Evidence: paper.Proof(r.Page, r.Box, r.Text())}}
		}
	}
	return nil
}
