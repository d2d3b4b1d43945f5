package resolutions

import (
	"regexp"

	"predate"
	"predate/internal/reading/decision"
	"predate/internal/reading/layout"
	"predate/internal/reading/minutes"
	"predate/internal/reading/paper"
)

// decidesLoan is what a meeting says when it borrows.
var decidesLoan = regexp.MustCompile(`(?:souscri\w+|contract\w+|recour\w+|conclu\w+|realis\w+)[^.]{0,40}\b(?:emprunt|pret)\b`)

var loanEnd = regexp.MustCompile(`(?:derniere echeance|jusqu'au|terme|expirant|s'acheve)[a-z ]{0,30}(?:le |au )?` + layout.DayForm)

// loansVoted returns the collective loans that the meeting decided to take. One
// whose outcome is not known is given as conflicting, and so are the words of a
// loan among those of a point whose end was not found.
func loansVoted(doc paper.Source) []predate.Figure {
	m := minutes.Of(doc)
	if m.Date.IsZero() {
		return nil
	}
	var out []predate.Figure
	for _, p := range m.Points {
		outcome, named := p.Outcome(), p.Subject() == predate.SubjectLoan
		loan := predate.Loan{Object: p.Title}
		evidence := paper.Proof(p.Head.Page, p.Head.Box, p.Head.Text())
		if outcome == predate.VoteUnknown && (named || p.Broken && decidesLoan.MatchString(p.BodyText())) {
			out = append(out, predate.Figure{Value: predate.LoanList{loan}, Status: predate.StatusConflicting, AsOf: m.Date, Evidence: evidence})
		}
		if !named || outcome != predate.VoteAdopted {
			continue
		}
		if f := loanEnd.FindStringSubmatch(p.Text()); f != nil {
			loan.Until, _ = layout.ParseDate(f[1])
		}
		if sum, ok := decision.Sum(p.Text()); ok && !m.Recognised() {
			loan.Outstanding = sum.Cents
			evidence = append(evidence, proofOfMention(p, sum)...)
		}
		out = append(out, predate.Figure{Value: predate.LoanList{loan}, AsOf: m.Date, Evidence: evidence})
	}
	return out
}

// loanDecided returns the sentences of minutes that decide a loan, within a point on
// other things as well, unless the point was refused or put off.
func loanDecided(doc paper.Source) []predate.Figure {
	m := minutes.Of(doc)
	var out []predate.Figure
	for _, p := range m.Points {
		if outcome := p.Outcome(); outcome == predate.VoteRejected || outcome == predate.VotePostponed {
			continue
		}
		for _, s := range p.Sentences(doc.Meaning) {
			if decidesLoan.MatchString(s.Folded) {
				out = append(out, predate.Figure{Value: predate.Text(s.Raw), AsOf: m.Date, Evidence: paper.Proof(s.At.Page, s.At.Box, s.Raw)})
			}
		}
	}
	return out
}
