package extract

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/decision"
	"predate/internal/reading/paper"
)

// worksVoted lists the works that the meeting decided on, those it refused
// included, Adopted telling them apart. Works whose outcome or amount the
// words do not tell are given apart, as conflicting: a person decides.
func worksVoted(doc paper.Source) []predate.Figure {
	m := minutesOf(doc)
	if m.date.IsZero() {
		return nil
	}
	var list predate.WorkList
	var evidence []predate.Evidence
	var out []predate.Figure
	for _, p := range m.points {
		work, doubt, ok := p.work(m.date, m.Recognised())
		switch {
		case !ok:
		case !doubt.IsZero():
			out = append(out, predate.Figure{
				Value: predate.WorkList{work}, Status: predate.StatusConflicting, AsOf: m.date,
				Derivation: doubt, Evidence: paper.Proof(p.head.Page, p.head.Box, p.head.Text()),
			})
		default:
			list = append(list, work)
			line := p.head
			evidence = append(evidence, paper.Proof(line.Page, line.Box, line.Text())...)
		}
	}
	if len(list) > 0 {
		out = append([]predate.Figure{{Value: list, AsOf: m.date, Evidence: evidence}}, out...)
	}
	return out
}

var (
	decided     = regexp.MustCompile(`decide(?:nt)? (?:de realiser|d'effectuer|d'executer|de faire|d'entreprendre|la realisation|l'execution|de proceder)|vote(?:nt)? les travaux|approuve(?:nt)? les travaux`)
	private     = regexp.MustCompile(`a ses frais|a leurs frais|frais exclusifs|travaux privatifs|parties privatives`)
	worksPrefix = regexp.MustCompile(`(?i)^(?:travaux(?: vot[eé]s)?|r[eé]alisation des travaux|vote des travaux)\s*(?::|–|—|-|d[e']\s)?\s*`)
)

// work reads a decision on works. There is no doubt when the words are clear; false when the point is not about works.
func (p point) work(on predate.Date, recognised bool) (predate.Work, predate.Reason, bool) {
	outcome := p.outcome()
	text := p.text()
	hidden := p.broken && decided.MatchString(p.bodyText())
	if p.givesUp() || !hidden && !p.aboutWorks(text) || outcome == predate.VoteNone {
		return predate.Work{}, predate.Reason{}, false
	}
	w := predate.Work{Title: p.worksTitle(), VotedOn: on, Adopted: outcome == predate.VoteAdopted}
	parts := decision.WorksOf(text)
	w.Amount, w.WorksFund, w.Subsidy, w.Loan, w.Calls = parts.Amount, parts.Fund, parts.Subsidy, parts.Loan, parts.Calls
	w.Key = decision.Key(p.words())
	switch {
	case outcome == predate.VoteUnknown, p.nameless:
		return w, predate.Because(predate.ReasonResolutionUnclear, predate.Text(p.title)), true
	case !w.Adopted:
		return w, predate.Reason{}, true
	case len(decision.Mentions(text)) == 0 && !decided.MatchString(text):
		return w, predate.Reason{}, false // leave given to someone, not works of the syndicat
	case w.Amount == 0:
		return w, predate.Because(predate.ReasonAmountUnclear, predate.Text(w.Title)), true
	case recognised && !parts.Whole:
		return w, predate.Because(predate.ReasonAmountRecognised, predate.Text(w.Title)), true
	}
	if !parts.Whole {
		w.Calls = nil // the calendar does not cover the amount: it is not sure
	}
	return w, predate.Reason{}, true
}

// aboutWorks reports whether a point decides works: it says so, or it calls sums for
// something that no other subject covers.
func (p point) aboutWorks(text string) bool {
	switch p.subject() {
	case predate.SubjectWorks:
		title := fold.Text(p.title)
		if paper.HasAny(title, []string{"montant des marches", "delegation", "maitrise d'ouvrage du conseil"}) || private.MatchString(text) && !decision.OrdersCalls(text) {
			return false
		}
		return fold.Has(title, "travaux") || paper.HasAny(text, []string{"travaux", "devis", "entreprise", "marche"})
	case predate.SubjectDTG, predate.SubjectOther, predate.SubjectPlan:
		return decision.OrdersCalls(text)
	}
	return false
}

// worksTitle is the title without the word "Travaux" that opens it; where a point opens
// with its sentence, the name of the works that the sentence orders.
func (p point) worksTitle() string {
	if opensSentence(p.title) {
		if name := decision.WorksNamed(p.words()); name != "" {
			return name
		}
	}
	title := strings.TrimSpace(worksPrefix.ReplaceAllString(p.title, ""))
	if title == "" {
		return p.title
	}
	return title
}

// worksCancelled returns the titles of earlier works that the meeting gave up.
func worksCancelled(doc paper.Source) []predate.Figure {
	m := minutesOf(doc)
	if m.date.IsZero() {
		return nil
	}
	var out []predate.Figure
	for _, p := range m.points {
		if p.givesUp() && p.outcome() == predate.VoteAdopted {
			out = append(out, predate.Figure{Value: predate.Texts{p.givenUp()}, AsOf: m.date, Evidence: paper.Proof(p.head.Page, p.head.Box, p.head.Text())})
		}
	}
	return out
}

var (
	givingUp  = regexp.MustCompile(`(?i)\b(?:annulation|abandon|renonciation|retrait)s?(?:$|[^\pL])`)
	givenLead = regexp.MustCompile(`(?i)^[\s:–-]*(?:(?:de|à|aux?|des|du) )?(?:la r[eé]solution n°? ?[\d.]+[^:–-]*[:–-]\s*)?(?:travaux)?\s*(?:vot[eé]s [^:–-]*)?[:–-]?\s*(?:de la |de l['’]|du |des |de |d['’])?`)
)

// givenUp is the title of the works that a point gives up: quoted in its words,
// or what its own title says besides giving up.
func (p point) givenUp() string {
	if name := decision.Quoted(p.words()); name != "" {
		return name
	}
	at := givingUp.FindStringIndex(p.title)
	if at == nil {
		return p.worksTitle()
	}
	before, behind := p.title[:at[0]], givenLead.ReplaceAllString(p.title[at[1]:], "")
	if len(before) > len(behind) {
		return strings.Trim(worksPrefix.ReplaceAllString(before, ""), " –—-:(")
	}
	return strings.TrimSpace(behind)
}
