package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/decision"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// bodyText is the folded words of a point without its title.
func (p point) bodyText() string {
	var lines []string
	for _, r := range p.body {
		lines = append(lines, r.text)
	}
	return strings.Join(lines, " ")
}

// decidesLoan is what a meeting says when it borrows.
var decidesLoan = regexp.MustCompile(`(?:souscri\w+|contract\w+|recour\w+|conclu\w+|realis\w+)[^.]{0,40}\b(?:emprunt|pret)\b`)

var loanEnd = regexp.MustCompile(`(?:derniere echeance|jusqu'au|terme|expirant|s'acheve)[a-z ]{0,30}(?:le |au )?` + dayForm)

// loansVoted returns the collective loans that the meeting decided to take. One
// whose outcome is not known is given as conflicting, and so are the words of a
// loan among those of a point whose end was not found.
func loansVoted(doc source) []predate.Figure {
	m := minutesOf(doc)
	if m.date.IsZero() {
		return nil
	}
	var out []predate.Figure
	for _, p := range m.points {
		outcome, named := p.outcome(), p.subject() == predate.SubjectLoan
		loan := predate.Loan{Object: p.title}
		evidence := proof(p.head.Page, p.head.Box, p.head.Text())
		if outcome == predate.VoteUnknown && (named || p.broken && decidesLoan.MatchString(p.bodyText())) {
			out = append(out, predate.Figure{Value: predate.LoanList{loan}, Status: predate.StatusConflicting, AsOf: m.date, Evidence: evidence})
		}
		if !named || outcome != predate.VoteAdopted {
			continue
		}
		if f := loanEnd.FindStringSubmatch(p.text()); f != nil {
			loan.Until, _ = layout.ParseDate(f[1])
		}
		if sum, ok := decision.Sum(p.text()); ok && !m.recognised() {
			loan.Outstanding = sum.Cents
			evidence = append(evidence, p.proofOfMention(sum)...)
		}
		out = append(out, predate.Figure{Value: predate.LoanList{loan}, AsOf: m.date, Evidence: evidence})
	}
	return out
}

// nextMeeting returns the day fixed for the next general meeting.
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

var (
	// noProceedings is a sentence of absence.
	noProceedings = regexp.MustCompile(`\baucune? (?:[a-z']+ ){0,3}?(?:procedures?|actions?|instances?|contentieux|litiges?|proces|assignations?|poursuites?|saisies?)\b|` +
		`\b(?:pas|absence|ni|sans|exempte?) (?:(?:de|d') ?|d'aucune? )?(?:toute |autre )?(?:procedures?|contentieux|litiges?|actions? en justice|proces)\b|` +
		`\bneant\b|\brien a signaler\b|\bsans objet\b`)
	// yetProceedings says that a sentence of absence leaves one out.
	yetProceedings = regexp.MustCompile(`\b(?:hormis|en dehors|outre|excepte|a l'exception|autre que|mis a part|hors) (?:de )?(?:la |les |celle|l')`)
	// speaksOfOne is what points on proceedings say of one.
	speaksOfOne = regexp.MustCompile(`procedure|assign|tribunal|audience|saisie|jugement|appel devant|contentieux|action en justice|litige`)
	// mentionsOne is what tells a proceeding in any sentence of minutes.
	mentionsOne = regexp.MustCompile(`\bassign(?:ation|er|e|ee|es)\b|\bsaisies?[- ](?:immobilieres?|attribution|conservatoires?)\b|` +
		`\bprocedures? (?:judiciaires?|de saisie|de recouvrement|en cours|engagees?|contentieuses?|d'injonction|devant|contre|a l'encontre)\b|` +
		`\bactions? (?:en justice|judiciaires?|en recouvrement|en paiement)\b|\b(?:devant|saisi) le (?:tribunal|juge)\b|\b(?:ester|agir) en justice\b|` +
		`\binjonction de payer\b|\bjugement (?:rendu|attendu|du)\b|\bl?'?audience (?:est |du |fixee)|\bexpertise judiciaire\b|\b(?:un|le|les|des) (?:contentieux|litiges?)\b`)
	// noMention is what minutes say of proceedings in general: the law that they
	// cite, the fees that they vote.
	noMention = regexp.MustCompile(`contestation|contester|decheance|article 42|honoraires|\bfrais\b|\bbareme\b|prestations?\b|\bdelegation\b|assigne a residence`)
)

// proceedings returns what the meeting was told or decided about proceedings. A
// printed "aucune procédure" is an absence, with StatusNone. Where the point
// could not be told apart, its heading leads to the sentences under it.
func proceedings(doc source) []predate.Figure {
	m, points := about(doc, predate.SubjectProceedings)
	var out []predate.Figure
	for _, p := range points {
		if outcome := p.outcome(); outcome == predate.VoteRejected || outcome == predate.VotePostponed {
			continue
		}
		if f, ok := proceedingsIn(p.sentences(doc.wording), speaksOfOne); ok {
			f.AsOf = m.date
			out = append(out, f)
		}
	}
	if len(points) > 0 || m.date.IsZero() {
		return out
	}
	if f, ok := proceedingsIn(underHeading(m.rows), mentionsOne); ok {
		f.AsOf = m.date
		return []predate.Figure{f}
	}
	return nil
}

// proceedingsIn reads the sentences of a point: the first that tells one, and
// each further one that names another lot; an absence where all that speak deny.
func proceedingsIn(sentences []phrase, form *regexp.Regexp) (predate.Figure, bool) {
	var told predate.Texts
	var lots []string
	var proofs, denials []predate.Evidence
	for _, s := range sentences {
		switch {
		case deniesProceedings(s.text):
			denials = append(denials, proof(s.at.Page, s.at.Box, s.raw)...)
			continue
		case !form.MatchString(s.text) || noMention.MatchString(s.text) || len(strings.Fields(s.text)) < 4:
			continue
		}
		lot := lotNamed(s.text)
		if len(told) > 0 && (lot == "" || slices.Contains(lots, lot)) {
			continue
		}
		told, lots = append(told, s.raw), append(lots, lot)
		proofs = append(proofs, proof(s.at.Page, s.at.Box, s.raw)...)
	}
	switch {
	case len(told) > 0:
		return predate.Figure{Value: told, Evidence: proofs}, true
	case len(denials) > 0:
		return predate.Figure{Value: predate.Texts{}, Status: predate.StatusNone, Evidence: denials[:1]}, true
	}
	return predate.Figure{}, false
}

// deniesProceedings reports whether a folded sentence is one of absence.
func deniesProceedings(text string) bool {
	return noProceedings.MatchString(text) && !yetProceedings.MatchString(text)
}

var lotForm = regexp.MustCompile(`\blots? (?:n° ?)?(\d+)`)

func lotNamed(text string) string {
	if m := lotForm.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// proceedingsHeading is the heading of the point, alone on its line.
var proceedingsHeading = regexp.MustCompile(`^(?:[a-z]*\.? ?(?:n° ?)?[\d.]+ ?[-:.)/]* ?|[^a-z]{0,8})(?:[a-z]+ \d+ ?[-:.]* ?)?(?:point d'information sur |information sur |etat |point sur )?(?:des |les |la )?(?:procedures?|contentieux)(?: judiciaires?)?(?: (?:en cours|de recouvrement))?[ .:]*$`)

// underHeading returns the sentences that closely follow the heading of the point.
func underHeading(rows []row) []phrase {
	const most = 6 // rows
	for i, r := range rows {
		if proceedingsHeading.MatchString(r.text) {
			return sentencesIn(rows[i+1 : min(i+1+most, len(rows))])
		}
	}
	return nil
}

// listsPoints reports whether words say what became of three points and more: a list of
// them, and no sentence.
func listsPoints(w wording, text string) bool {
	return len(w.words.Spans(w.words.Text(text), lexicon.Context{Kind: w.kind, Roles: []lexicon.Role{lexicon.Verdict}})) > 2
}

// proceedingsMentioned returns the sentences that tell a proceeding anywhere in
// the minutes: where no point was read that lists it, there may be one.
func proceedingsMentioned(doc source) []predate.Figure {
	var out []predate.Figure
	for _, s := range sentencesIn(minutesOf(doc).rows) {
		heading := namedPoint.MatchString(s.text) || numbered.MatchString(s.text) || proceedingsHeading.MatchString(s.text) || listsPoints(doc.wording, s.text)
		if mentionsOne.MatchString(s.text) && !deniesProceedings(s.text) && !heading && !noMention.MatchString(s.text) {
			out = append(out, predate.Figure{Value: predate.Text(s.raw), Evidence: proof(s.at.Page, s.at.Box, s.raw)})
		}
	}
	return out
}

// sheetRules read the sentences of a summary sheet, which forms cannot.
func sheetRules() []Rule {
	sheet := predate.KindSummarySheet
	return []Rule{
		{"summary_sheet.difficulty", sheet, predate.KeyDifficulty, difficulty},
		{"summary_sheet.difficulty_mentioned", sheet, predate.FactDifficultyMentioned, difficultyMentioned},
	}
}

// difficulty returns the statement that a judge or an ad hoc agent is in charge
// (loi 65-557, art. 29-1 and 29-1 A): who, by which decision, or else the
// sentence that says so.
func difficulty(doc source) []predate.Figure {
	for _, s := range sentencesIn(proseOf(doc)) {
		if statement, ok := decision.AgentOfJudge(s.raw, s.text); ok {
			return []predate.Figure{{Value: predate.Text(statement), Evidence: proof(s.at.Page, s.at.Box, s.raw)}}
		}
	}
	return nil
}

// proseOf returns the rows of a paper as its sentences follow each other: minutes may be
// set in columns.
func proseOf(doc source) []row {
	if doc.kind == predate.KindMinutes {
		return minutesOf(doc).rows
	}
	return withoutFurniture(paperOf(doc))
}

// difficultyMentioned returns the words that speak of an agent of the judge
// without saying whether one is in charge.
func difficultyMentioned(doc source) []predate.Figure {
	var out []predate.Figure
	for _, r := range proseOf(doc) {
		if decision.SpeaksOfAgent(r.text) {
			out = append(out, predate.Figure{Value: predate.Text(r.Text()), Evidence: proof(r.Page, r.Box, r.Text())})
		}
	}
	return out
}
