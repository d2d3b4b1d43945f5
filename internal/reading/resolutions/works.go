package resolutions

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/decision"
	"predate/internal/reading/minutes"
	"predate/internal/reading/paper"
)

// worksVoted lists the works that the meeting decided on, those it refused
// included, Adopted telling them apart. Works whose outcome or amount the
// words do not tell are given apart, as conflicting: a person decides.
func worksVoted(doc paper.Source) []predate.Figure {
	m := minutes.Of(doc)
	if m.Date.IsZero() {
		return nil
	}
	var list predate.WorkList
	var evidence []predate.Evidence
	var out []predate.Figure
	for _, p := range m.Points {
		work, doubt, ok := workOf(p, m.Date, m.Recognised())
		switch {
		case !ok:
		case !doubt.IsZero():
			out = append(out, predate.Figure{
				Value: predate.WorkList{work}, Status: predate.StatusConflicting, AsOf: m.Date,
				Derivation: doubt, Evidence: paper.Proof(p.Head.Page, p.Head.Box, p.Head.Text()),
			})
		default:
			list = append(list, work)
			line := p.Head
			evidence = append(evidence, paper.Proof(line.Page, line.Box, line.Text())...)
		}
	}
	if len(list) > 0 {
		out = append([]predate.Figure{{Value: list, AsOf: m.Date, Evidence: evidence}}, out...)
	}
	return out
}

var (
	decided     = regexp.MustCompile(`decide(?:nt)? (?:de realiser|d'effectuer|d'executer|de faire|d'entreprendre|la realisation|l'execution|de proceder)|vote(?:nt)? les travaux|approuve(?:nt)? les travaux`)
	private     = regexp.MustCompile(`a ses frais|a leurs frais|frais exclusifs|travaux privatifs|parties privatives`)
	worksPrefix = regexp.MustCompile(`(?i)^(?:travaux(?: vot[eé]s)?|r[eé]alisation des travaux|vote des travaux)\s*(?::|–|—|-|d[e']\s)?\s*`)
)

// workOf reads a decision on works. There is no doubt when the words are clear; false when the point is not about works.
func workOf(p minutes.Point, on predate.Date, recognised bool) (predate.Work, predate.Reason, bool) {
	outcome := p.Outcome()
	text := p.Text()
	hidden := p.Broken && decided.MatchString(p.BodyText())
	if p.GivesUp() || !hidden && !aboutWorks(p, text) || outcome == predate.VoteNone {
		return predate.Work{}, predate.Reason{}, false
	}
	w := predate.Work{Title: worksTitle(p), VotedOn: on, Adopted: outcome == predate.VoteAdopted}
	parts := decision.WorksOf(text)
	w.Amount, w.WorksFund, w.Subsidy, w.Loan, w.Calls = parts.Amount, parts.Fund, parts.Subsidy, parts.Loan, parts.Calls
	w.Key = decision.Key(p.Words())
	switch {
	case outcome == predate.VoteUnknown, p.Nameless:
		return w, predate.Because(predate.ReasonResolutionUnclear, predate.Text(p.Title)), true
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
func aboutWorks(p minutes.Point, text string) bool {
	switch p.Subject() {
	case predate.SubjectWorks:
		title := fold.Text(p.Title)
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
func worksTitle(p minutes.Point) string {
	if minutes.OpensSentence(p.Title) {
		if name := decision.WorksNamed(p.Words()); name != "" {
			return name
		}
	}
	title := strings.TrimSpace(worksPrefix.ReplaceAllString(p.Title, ""))
	if title == "" {
		return p.Title
	}
	return title
}

// worksCancelled returns the titles of earlier works that the meeting gave up.
func worksCancelled(doc paper.Source) []predate.Figure {
	m := minutes.Of(doc)
	if m.Date.IsZero() {
		return nil
	}
	var out []predate.Figure
	for _, p := range m.Points {
		if p.GivesUp() && p.Outcome() == predate.VoteAdopted {
			out = append(out, predate.Figure{Value: predate.Texts{givenUp(p)}, AsOf: m.Date, Evidence: paper.Proof(p.Head.Page, p.Head.Box, p.Head.Text())})
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
func givenUp(p minutes.Point) string {
	if name := decision.Quoted(p.Words()); name != "" {
		return name
	}
	at := givingUp.FindStringIndex(p.Title)
	if at == nil {
		return worksTitle(p)
	}
	before, behind := p.Title[:at[0]], givenLead.ReplaceAllString(p.Title[at[1]:], "")
	if len(before) > len(behind) {
		return strings.Trim(worksPrefix.ReplaceAllString(before, ""), " –—-:(")
	}
	return strings.TrimSpace(behind)
}
