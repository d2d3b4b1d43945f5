package minutes

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/paper"
)

var (
	finalWord = regexp.MustCompile(`\b(?:cette|la|ladite|presente|la presente) (?:resolution|decision|proposition)(?: n° ?\d+)?,?(?: mise aux voix,?| soumise au vote,?)? (est|a ete|n'est pas|n'a pas ete)(?: donc| ainsi| en consequence)? (adoptee|rejetee|refusee|approuvee|acceptee|votee|ajournee|reportee|repoussee|retiree)`)
	// shortVerdict closes a point in two words, "proposition acceptee - majorite…".
	shortVerdict = regexp.MustCompile(`\b(?:resolution|proposition|motion|decision) (non )?(adoptee|approuvee|acceptee|votee|rejetee|refusee|repoussee)(?:$| ?[-.,:(]| a la majorite| a l'unanimite| majorite)`)
	anyWord      = regexp.MustCompile(`\b(n'est pas |non |n'a pas ete )?(adoptee|rejetee|refusee|repoussee|ajournee|reportee|approuvee)\b`)
	stampWord    = regexp.MustCompile(`^[^a-z0-9]*(non )?(adopte|approuve|accepte|rejete|refuse|repousse|ajourne|reporte)e?\b`)
	// bareVerdict is a line that says but the outcome, and by which majority.
	bareVerdict = regexp.MustCompile(`^[^a-z0-9]*(non )?(adopte|approuve|accepte|rejete|refuse|repousse|ajourne|reporte)e?[^a-z0-9]*(?:(?:a la |majorite |article |art\.? ?|a l'unanimite).*)?$`)
	voteLine    = regexp.MustCompile(`\b(?:vote|resultat|scrutin|decision)(?: du vote| du scrutin| de l'assemblee)? ?: ?(non |n'est pas )?(adopte|approuve|accepte|rejete|refuse|repousse|ajourne|reporte)e?\b`)
	// ofMajority is an outcome with the majority that it found, "Le budget est
	// approuvé à la majorité des voix exprimées".
	ofMajority = regexp.MustCompile(`(?:^[^a-z0-9]*|[:;>] ?|\. |\b(n'est pas |n'a pas ete )|\b(?:est|sont|a ete|ete)(?: donc| ainsi)? )(?:non )?(adopte|approuve|accepte|vote|rejete|refuse|repousse)e?s? (?:a (?:la|l'|une) ?|faute de )(?:majorite|unanimite)`)
	// ofAssembly is an outcome as what the meeting does.
	ofAssembly = regexp.MustCompile(`\bassemblee(?: generale)?(?: des coproprietaires)?,? (?:donc |ainsi )?(n'adopte pas|n'approuve pas|n'accepte pas|)(adopte|approuve|accepte|rejette|refuse|repousse|ajourne|reporte|)(?: donc| ainsi)? (?:cette|la|ladite|la presente) (?:resolution|proposition|decision|motion)\b`)
	unanimity  = regexp.MustCompile(`(?:\b(?:vote|resultat|decision)(?: du vote)? ?(?:prise|acquise|emis)? ?:? ?(?:a )?(?:l')?unanimite\b)|^[^a-z0-9]*(?:a )?(?:l')?unanimite\b|\bdecision prise a la majorite\b`)
	noMajority = regexp.MustCompile(`(?:n'ayant pas recueilli|n'a pas recueilli|n'ayant pas obtenu|n'a pas obtenu|faute d'avoir recueilli|faute de) (?:la |une )?(?:majorite|quorum)|majorite [a-z0-9 .'-]{0,40}(?:n'(?:est|etant) pas|non) (?:atteinte|reunie|obtenue)`)
	noVote     = regexp.MustCompile(`ne donn(?:e|ent) pas lieu a (?:un )?vote|\bsans vote\b|\bpas de vote\b|ne fait pas l'objet d'un vote|point d'information|n'appelle pas de vote|\binformation$`)
	// waiting is a point that was not put to the vote, beside the majority that it needs or alone.
	waiting    = regexp.MustCompile(`(?:^|\bart(?:icle|\.)? ?\d\d(?:-\d)? )en attente$`)
	postponing = regexp.MustCompile(`decide (?:de reporter|d'ajourner|de surseoir)|(?:reporte|ajourne|renvoie|differe) (?:sa|la|cette|toute|le|ce|l') ?(?:decision|resolution|deliberation|examen|vote|point|question) a (?:une|la) |(?:est|sont) (?:reporte|ajourne)e?s? (?:a|au)|report(?:e|ee)? a (?:une|la) prochaine assemblee|ce point est reporte`)
)

// Outcome returns what became of a point: what its words say, where the counts of
// its votes do not say otherwise.
func (p Point) Outcome() predate.VoteOutcome {
	said := p.outcomeSaid()
	if p.ballot.Denies(said) {
		return predate.VoteUnknown
	}
	return said
}

// outcomeSaid is the outcome in the words of a point. The closing formula
// decides, the last one where a second vote follows the first (art. 25-1);
// without formula, the words must agree.
func (p Point) outcomeSaid() predate.VoteOutcome {
	text := p.Head.Folded + " " + p.BodyText()
	if postponing.MatchString(text) {
		return predate.VotePostponed
	}
	if p.Broken {
		return predate.VoteUnknown
	}
	all := finalWord.FindAllStringSubmatch(text, -1)
	if p.stamp != "" {
		return p.stamped(all)
	}
	if len(all) > 0 {
		return lastVote(all)
	}
	var found predate.VoteOutcome
	var said [][]string
	for _, form := range []*regexp.Regexp{anyWord, voteLine, shortVerdict, ofMajority} {
		said = append(said, form.FindAllStringSubmatch(text, -1)...)
	}
	for _, m := range ofAssembly.FindAllStringSubmatch(text, -1) {
		if m[1] != "" || m[2] != "" {
			said = append(said, []string{m[0], m[1], cmp.Or(m[2], "adopte")})
		}
	}
	for _, r := range p.Body {
		if m := bareVerdict.FindStringSubmatch(r.Folded); m != nil {
			said = append(said, []string{m[0], m[1], m[2]})
		}
		if unanimity.MatchString(r.Folded) {
			said = append(said, []string{"", "", "adopte"})
		}
	}
	for _, m := range said {
		outcome := voteWord(m[2], m[1] != "")
		if found != "" && found != outcome {
			return predate.VoteUnknown
		}
		found = outcome
	}
	switch {
	case found == predate.VoteAdopted && noMajority.MatchString(text):
		return predate.VoteUnknown
	case found != "":
		return found
	case noMajority.MatchString(text):
		return predate.VoteRejected
	case noVote.MatchString(text) || waiting.MatchString(p.Head.Folded) || slices.ContainsFunc(p.Body, func(r paper.Row) bool { return waiting.MatchString(r.Folded) }):
		return predate.VoteNone
	}
	return cmp.Or(p.ballot.Verdict, predate.VoteUnknown)
}

// stamped is the outcome that the heading bears; closing formulas that say
// otherwise leave it unknown.
func (p Point) stamped(formulas [][]string) predate.VoteOutcome {
	outcome := predate.VoteNone
	if f := stampWord.FindStringSubmatch(p.stamp); f != nil {
		outcome = voteWord(f[2], f[1] != "")
	}
	if len(formulas) > 0 && lastVote(formulas) != outcome || outcome == predate.VoteAdopted && len(formulas) == 0 && noMajority.MatchString(p.BodyText()) {
		return predate.VoteUnknown
	}
	return outcome
}

// lastVote reads the closing formulas of a point: one, said twice or not, or a refusal at
// the majority of article 25 followed by a second vote.
func lastVote(formulas [][]string) predate.VoteOutcome {
	var said []predate.VoteOutcome
	for _, f := range formulas {
		said = append(said, voteWord(f[2], strings.HasPrefix(f[1], "n'")))
	}
	said = slices.Compact(said)
	if len(said) > 2 || len(said) == 2 && said[0] != predate.VoteRejected {
		return predate.VoteUnknown
	}
	return said[len(said)-1]
}

func voteWord(word string, negated bool) predate.VoteOutcome {
	switch word {
	case "adoptee", "approuvee", "acceptee", "votee", "adopte", "approuve", "accepte", "vote":
		if negated {
			return predate.VoteRejected
		}
		return predate.VoteAdopted
	case "ajournee", "reportee", "ajourne", "reporte":
		return predate.VotePostponed
	default:
		if negated {
			return predate.VoteUnknown
		}
		return predate.VoteRejected
	}
}

// Subject says what a point is about, by its title, and by its words where the
// title is only a number.
func (p Point) Subject() predate.Subject {
	title := fold.Text(p.Title)
	if title == "" {
		title = p.Text()
	}
	is := func(words ...string) bool { return paper.HasAny(title, words) }
	switch {
	case is("approbation des comptes", "comptes de l'exercice", "arrete des comptes", "approbation comptes", "examen et approbation des comptes"):
		return predate.SubjectAccounts
	case is("honoraires") && !is("comptes"):
		return predate.SubjectOther
	case strings.HasPrefix(title, "travaux") && !is("plan pluriannuel"):
		return predate.SubjectWorks
	case is("plan pluriannuel", "pppt", "ppt"):
		return predate.SubjectPlan
	case is("diagnostic technique global", "dtg"):
		return predate.SubjectDTG
	case is("fonds de travaux", "fonds travaux"):
		return predate.SubjectWorksFund
	case is("budget previsionnel", "budget de l'exercice", "actualisation du budget", "vote du budget", "approbation du budget"):
		return predate.SubjectBudget
	case is("emprunt", "pret collectif", "pret bancaire", "emprunt collectif"):
		return predate.SubjectLoan
	case is("administrateur provisoire", "mandataire ad hoc", "copropriete en difficulte"):
		return predate.SubjectDifficulty
	case is("procedure", "procedures", "action en justice", "ester en justice", "contentieux", "assignation", "saisie immobiliere", "recouvrement", "litige"):
		return predate.SubjectProceedings
	case is("conseil syndical", "quitus", "honoraires"):
		return predate.SubjectOther
	case is("syndic"):
		return predate.SubjectAgent
	case is("avance de tresorerie", "fonds de roulement", "avance"):
		return predate.SubjectAdvance
	case is("travaux", "refection", "ravalement", "remplacement", "renovation", "mise aux normes", "mise en conformite", "etancheite", "isolation", "reprise", "creation", "installation", "modernisation"):
		return predate.SubjectWorks
	}
	return predate.SubjectOther
}

// GivesUp reports whether a point is to give up works voted earlier.
func (p Point) GivesUp() bool {
	title := fold.Text(p.Title)
	return paper.HasAny(title, []string{"annulation", "abandon", "renonciation", "retrait"}) ||
		regexp.MustCompile(`decide (?:d'annuler|d'abandonner|de renoncer|de ne pas realiser|de retirer)`).MatchString(p.Text())
}
