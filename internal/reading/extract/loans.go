package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// loanRules give what papers other than minutes say of a loan of the syndicat,
// whatever else is read of them: silence of the rules is no absence.
func loanRules() []paper.Rule {
	kinds := []predate.Kind{
		predate.KindFundCall, predate.KindAccountStatement, predate.KindChargeStatement, predate.KindExpenseStatement, predate.KindLightAccounts,
		predate.KindSchedule1, predate.KindSchedule2, predate.KindSchedule3, predate.KindSchedule4, predate.KindSchedule5, predate.KindOther,
	}
	rules := make([]paper.Rule, len(kinds))
	for i, kind := range kinds {
		rules[i] = paper.Rule{Name: string(kind) + ".loan_mentioned", From: kind, Key: predate.FactLoanMentioned, Find: loanMentioned}
	}
	return rules
}

// anyLoan is a loan that words name as one of several sources of money: "le fonds de
// travaux, les subventions ou un emprunt", "financé (fonds de travaux, subvention, emprunt)".
var anyLoan = regexp.MustCompile(`\b(?:ou|soit)(?: par)?(?: un| d'un| des| les| l')? ?(?:emprunt|pret)s?\b|\([^()]*, ?(?:emprunt|pret)s?\)`)

// loanMentioned returns the first row that says something of a loan before an
// amount other than zero, or the title of a loan's instalments. Words after the
// amounts are the end of a head.
func loanMentioned(doc paper.Source) []predate.Figure {
	rows := paper.Of(doc).Rows
	for i, r := range rows {
		if i > 0 && (strings.HasSuffix(rows[i-1].Folded, " ou") || strings.HasSuffix(rows[i-1].Folded, " et")) {
			continue // the last of the sources of money that a column may hold
		}
		words := r.Folded
		if i > 0 && strings.Count(rows[i-1].Folded, "(") > strings.Count(rows[i-1].Folded, ")") {
			words = rows[i-1].Folded + " " + words // a bracket that goes on
		}
		if anyLoan.MatchString(words) {
			continue // one of several sources, in a sentence that holds for all works
		}
		paid := slices.ContainsFunc(r.Amounts, func(a layout.Amount) bool { return a.Cents != 0 })
		if paid && doc.Says(fold.Text(paper.Joined(paper.WordsBetween(r, 0, r.Amounts[0].Box.X0))), "loan_mentioned") || doc.Says(r.Folded, "loan_instalments") {
			return []predate.Figure{{Value: predate.Text(r.Text()), Evidence: paper.Proof(r.Page, r.Box, r.Text())}}
		}
	}
	return nil
}
