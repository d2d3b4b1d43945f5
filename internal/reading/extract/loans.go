package extract

import (
	"regexp"

	"predate"
	"predate/internal/reading/decision"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// decidesLoan is what a meeting says when it borrows.
var decidesLoan = regexp.MustCompile(`(?:souscri\w+|contract\w+|recour\w+|conclu\w+|realis\w+)[^.]{0,40}\b(?:emprunt|pret)\b`)

var loanEnd = regexp.MustCompile(`(?:derniere echeance|jusqu'au|terme|expirant|s'acheve)[a-z ]{0,30}(?:le |au )?` + layout.DayForm)

// loansVoted returns the collective loans that the meeting decided to take. One
// whose outcome is not known is given as conflicting, and so are the words of a
// loan among those of a point whose end was not found.
func loansVoted(doc paper.Source) []predate.Figure {
	m := minutesOf(doc)
	if m.date.IsZero() {
		return nil
	}
	var out []predate.Figure
	for _, p := range m.points {
		outcome, named := p.outcome(), p.subject() == predate.SubjectLoan
		loan := predate.Loan{Object: p.title}
		evidence := paper.Proof(p.head.Page, p.head.Box, p.head.Text())
		if outcome == predate.VoteUnknown && (named || p.broken && decidesLoan.MatchString(p.bodyText())) {
			out = append(out, predate.Figure{Value: predate.LoanList{loan}, Status: predate.StatusConflicting, AsOf: m.date, Evidence: evidence})
		}
		if !named || outcome != predate.VoteAdopted {
			continue
		}
		if f := loanEnd.FindStringSubmatch(p.text()); f != nil {
			loan.Until, _ = layout.ParseDate(f[1])
		}
		if sum, ok := decision.Sum(p.text()); ok && !m.Recognised() {
			loan.Outstanding = sum.Cents
			evidence = append(evidence, p.proofOfMention(sum)...)
		}
		out = append(out, predate.Figure{Value: predate.LoanList{loan}, AsOf: m.date, Evidence: evidence})
	}
	return out
}

// loanDecided returns the sentences of minutes that decide a loan, within a point on
// other things as well, unless the point was refused or put off.
func loanDecided(doc paper.Source) []predate.Figure {
	m := minutesOf(doc)
	var out []predate.Figure
	for _, p := range m.points {
		if outcome := p.outcome(); outcome == predate.VoteRejected || outcome == predate.VotePostponed {
			continue
		}
		for _, s := range p.sentences(doc.Meaning) {
			if decidesLoan.MatchString(s.text) {
				out = append(out, predate.Figure{Value: predate.Text(s.raw), AsOf: m.date, Evidence: paper.Proof(s.at.Page, s.at.Box, s.raw)})
			}
		}
	}
	return out
}
