package decision

import (
	"regexp"
	"strings"

	"predate/internal/reading/layout"
	"predate/internal/reading/wording"
)

var (
	agentForm = regexp.MustCompile(`\b(?:administrateur provisoire|mandataire ad hoc|administration provisoire)\b`)
	inOffice  = regexp.MustCompile(`\b(?:a|est|ete|avait) (?:ete )?(?:designe|nomme)|(?:designe|nomme)e? par|ordonnance|mission d'admin|placee? sous`)
	noAgent   = regexp.MustCompile(`(?:aucun|pas d'|pas de|ni |sans |absence d)[a-z' ]{0,30}(?:administrateur|mandataire|administration)|` +
		`(?:administrateur provisoire|mandataire ad hoc|administration provisoire)[ .:?…]*(?:non|neant|aucune?|sans objet)\b|` +
		`syndic (?:ou|et|/) (?:de l'|d'un |l')?administrateur|mandat de syndic (?:ou|/)|(?:mission|mandat)[a-z' ]{0,40} (?:a pris fin|achevee?|terminee?)`)
	judgeActed = regexp.MustCompile(`\b(ordonnance|jugement|arret)[a-z ]{0,30}? (?:du|en date du|rendue? le) ` + layout.DayForm)
	article29  = regexp.MustCompile(`\bart(?:icle|\.)? ?(29-1(?: ?a\b)?)`)
)

// SpeaksOfAgent reports whether folded words speak of an agent of the judge and do not deny
// that there is one: an administrateur provisoire or a mandataire ad hoc (loi 65-557, art.
// 29-1 and 29-1 A).
func SpeaksOfAgent(folded string) bool {
	return agentForm.MatchString(folded) && !noAgent.MatchString(folded)
}

// AgentOfJudge returns what a sentence says of an agent of the judge who is in office: who,
// and by which decision, where it says both, and else the sentence as printed.
func AgentOfJudge(printed, folded string) (string, bool) {
	if !SpeaksOfAgent(folded) || !inOffice.MatchString(folded) {
		return "", false
	}
	m := judgeActed.FindStringSubmatch(folded)
	if m == nil {
		return printed, true
	}
	day, ok := layout.ParseDate(m[2])
	who := map[string]string{"mandataire ad hoc": "Mandataire ad hoc désigné", "administrateur provisoire": "Administrateur provisoire désigné"}[agentForm.FindString(folded)]
	if !ok || who == "" {
		return printed, true
	}
	statement := who + " par " + strings.Replace(m[1], "arret", "arrêt", 1) + " du " + strings.ReplaceAll(wording.DayInWords(day), "\u00a0", " ")
	if article := article29.FindStringSubmatch(folded); article != nil {
		statement += " (article " + strings.ToUpper(article[1]) + ")"
	}
	return statement, true
}
