package extract

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

var noProceedings = regexp.MustCompile(`aucune (?:procedure|action|instance)|pas de procedure|absence de (?:toute )?procedure|neant`)

// proceedings gives what the meeting was told or decided about proceedings. A
// printed "aucune procédure" is an absence, with StatusNone.
func proceedings(doc source) []predate.Figure {
	m, points := about(doc, predate.SubjectProceedings)
	speaks := regexp.MustCompile(`procedure|assign|tribunal|audience|saisie|jugement|appel devant|contentieux|action en justice|litige`)
	var out []predate.Figure
	for _, p := range points {
		outcome := p.outcome()
		if outcome == predate.VoteRejected || outcome == predate.VotePostponed {
			continue
		}
		f := predate.Figure{AsOf: m.date}
		if noProceedings.MatchString(p.bodyText()) {
			line := p.line("aucune", "pas de procedure", "absence", "neant")
			f.Value, f.Status, f.Evidence = predate.Texts{}, predate.StatusNone, proof(line.Page, line.Box, line.Text())
			out = append(out, f)
			continue
		}
		sentence := sentenceWith(p, speaks)
		if sentence == "" {
			continue
		}
		line := p.line(firstWords(fold.Text(sentence), 6))
		f.Value, f.Evidence = predate.Texts{sentence}, proof(line.Page, line.Box, sentence)
		out = append(out, f)
	}
	return out
}

// bodyText is the folded words of a point without its title.
func (p point) bodyText() string {
	var lines []string
	for _, r := range p.body {
		lines = append(lines, r.text)
	}
	return strings.Join(lines, " ")
}

// sentenceWith gives the first printed sentence of a point whose folded words
// match.
func sentenceWith(p point, form *regexp.Regexp) string {
	words := p.words()
	for _, s := range regexp.MustCompile(`[^.]+(?:\.(?:[^\s][^.]*)?)*\.?`).FindAllString(words, -1) {
		if form.MatchString(fold.Text(s)) {
			return strings.TrimSpace(s)
		}
	}
	return ""
}

func firstWords(s string, n int) string {
	words := strings.Fields(s)
	return strings.Join(words[:min(n, len(words))], " ")
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

// difficulty gives the words by which a paper tells that a judge or an ad hoc
// agent is in charge (loi 65-557, art. 29-1 and 29-1 A).
func difficulty(doc source) []predate.Figure {
	told := regexp.MustCompile(`(?:administrateur provisoire|mandataire ad hoc|administration provisoire)`)
	inOffice := regexp.MustCompile(`(?:a|est|ete) (?:designe|nomme)|(?:designe|nomme)e? par|ordonnance|mission d'admin|placee? sous`)
	denied := regexp.MustCompile(`(?:aucun|pas d'|pas de|ni |sans |absence d)[a-z' ]{0,30}(?:administrateur|mandataire|administration)`)
	p := paperOf(doc)
	for _, r := range p.rows {
		if told.MatchString(r.text) && !denied.MatchString(r.text) && inOffice.MatchString(r.text) {
			return []predate.Figure{{Value: predate.Text(r.Text()), Evidence: proof(r.Page, r.Box, r.Text())}}
		}
	}
	return nil
}
