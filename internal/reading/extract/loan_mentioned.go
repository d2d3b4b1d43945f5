package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// loanRules give what papers other than minutes say of a loan of the syndicat,
// whatever else is read of them: silence of the rules is no absence.
func loanRules() []Rule {
	kinds := []predate.Kind{
		predate.KindFundCall, predate.KindAccountStatement, predate.KindChargeStatement, predate.KindExpenseStatement, predate.KindLightAccounts,
		predate.KindSchedule1, predate.KindSchedule2, predate.KindSchedule3, predate.KindSchedule4, predate.KindSchedule5, predate.KindOther,
	}
	rules := make([]Rule, len(kinds))
	for i, kind := range kinds {
		rules[i] = Rule{string(kind) + ".loan_mentioned", kind, predate.FactLoanMentioned, loanMentioned}
	}
	return rules
}

// anyLoan is a loan that words name as one of several sources of money: "le fonds de
// travaux, les subventions ou un emprunt", "financé (fonds de travaux, subvention, emprunt)".
var anyLoan = regexp.MustCompile(`\b(?:ou|soit)(?: par)?(?: un| d'un| des| les| l')? ?(?:emprunt|pret)s?\b|\([^()]*, ?(?:emprunt|pret)s?\)`)

// loanMentioned returns the first row that says something of a loan before an
// amount other than zero, or the title of a loan's instalments. Words after the
// amounts are the end of a head.
func loanMentioned(doc source) []predate.Figure {
	rows := paperOf(doc).rows
	for i, r := range rows {
		if i > 0 && (strings.HasSuffix(rows[i-1].text, " ou") || strings.HasSuffix(rows[i-1].text, " et")) {
			continue // the last of the sources of money that a column may hold
		}
		words := r.text
		if i > 0 && strings.Count(rows[i-1].text, "(") > strings.Count(rows[i-1].text, ")") {
			words = rows[i-1].text + " " + words // a bracket that goes on
		}
		if anyLoan.MatchString(words) {
			continue // one of several sources, in a sentence that holds for all works
		}
		paid := slices.ContainsFunc(r.amounts, func(a layout.Amount) bool { return a.Cents != 0 })
		if paid && doc.says(fold.Text(joined(wordsBetween(r, 0, r.amounts[0].Box.X0))), "loan_mentioned") || doc.says(r.text, "loan_instalments") {
			return []predate.Figure{{Value: predate.Text(r.Text()), Evidence: proof(r.Page, r.Box, r.Text())}}
		}
	}
	return nil
}

// loanDecided returns the sentences of minutes that decide a loan, within a point on
// other things as well, unless the point was refused or put off.
func loanDecided(doc source) []predate.Figure {
	m := minutesOf(doc)
	var out []predate.Figure
	for _, p := range m.points {
		if outcome := p.outcome(); outcome == predate.VoteRejected || outcome == predate.VotePostponed {
			continue
		}
		for _, s := range p.sentences(doc.wording) {
			if decidesLoan.MatchString(s.text) {
				out = append(out, predate.Figure{Value: predate.Text(s.raw), AsOf: m.date, Evidence: proof(s.at.Page, s.at.Box, s.raw)})
			}
		}
	}
	return out
}
