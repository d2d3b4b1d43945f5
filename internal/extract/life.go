package extract

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/layout"
)

// bodyText is the folded words of a point without its title.
func (p point) bodyText() string {
	var lines []string
	for _, r := range p.body {
		lines = append(lines, r.text)
	}
	return strings.Join(lines, " ")
}

var loanEnd = regexp.MustCompile(`(?:derniere echeance|jusqu'au|terme|expirant|s'acheve)[a-z ]{0,30}(?:le |au )?` + dayForm)

// loansVoted gives the collective loans that the meeting decided to take.
func loansVoted(doc source) []predate.Figure {
	m, points := about(doc, predate.SubjectLoan)
	var out []predate.Figure
	for _, p := range points {
		if p.outcome() != predate.VoteAdopted {
			continue
		}
		loan := predate.Loan{Object: p.title}
		evidence := proof(p.head.Page, p.head.Box, p.head.Text())
		if f := loanEnd.FindStringSubmatch(p.text()); f != nil {
			loan.Until, _ = layout.ParseDate(f[1])
		}
		if sum, ok := decidedSum(p.text()); ok && !m.recognised() {
			loan.Outstanding = sum.cents
			evidence = append(evidence, p.proofOfMention(sum)...)
		}
		out = append(out, predate.Figure{Value: predate.LoanList{loan}, AsOf: m.date, Evidence: evidence})
	}
	return out
}

// nextMeeting gives the day fixed for the next general meeting.
func nextMeeting(doc source) []predate.Figure {
	form := regexp.MustCompile(`prochaine assemblee(?: generale)?(?: [a-z]+)?,? (?:(?:est|sera) )?(?:d'ores et deja )?(?:fixee|aura lieu|se tiendra|prevue|programmee|convoquee)(?: (?:au|le|pour le|a la date du))? ` + weekday + dayForm)
	p := paperOf(doc)
	for i, r := range p.rows {
		if !strings.Contains(r.text, "prochaine assemblee") {
			continue
		}
		text := r.text
		if i+1 < len(p.rows) {
			text += " " + p.rows[i+1].text
		}
		if f := form.FindStringSubmatch(text); f != nil {
			if day, ok := layout.ParseDate(f[1]); ok {
				return []predate.Figure{{Value: predate.Day(day), Evidence: proof(r.Page, r.Box, r.Text())}}
			}
		}
	}
	return nil
}
