package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// worksVoted lists the works that the meeting decided on, those it refused
// included, Adopted telling them apart. Works whose outcome or amount the
// words do not tell are given apart, as conflicting: a person decides.
func worksVoted(doc source) []predate.Figure {
	m := minutesOf(doc)
	if m.date.IsZero() {
		return nil
	}
	var list predate.WorkList
	var evidence []predate.Evidence
	var out []predate.Figure
	for _, p := range m.points {
		work, doubt, ok := p.work(m.date, m.recognised())
		switch {
		case !ok:
		case !doubt.IsZero():
			out = append(out, predate.Figure{
				Value: predate.WorkList{work}, Status: predate.StatusConflicting, AsOf: m.date,
				Derivation: doubt, Evidence: proof(p.head.Page, p.head.Box, p.head.Text()),
			})
		default:
			list = append(list, work)
			line := p.head
			evidence = append(evidence, proof(line.Page, line.Box, line.Text())...)
		}
	}
	if len(list) > 0 {
		out = append([]predate.Figure{{Value: list, AsOf: m.date, Evidence: evidence}}, out...)
	}
	return out
}

var (
	decided       = regexp.MustCompile(`decide(?:nt)? (?:de realiser|d'effectuer|d'executer|de faire|d'entreprendre|la realisation|l'execution|de proceder)|vote(?:nt)? les travaux|approuve(?:nt)? les travaux`)
	callsLead     = regexp.MustCompile(`\b(?:exigibles?|appels? de (?:fonds|provisions)|calendrier|echeancier|appeles?)\b`)
	callForm      = regexp.MustCompile(`^ ?(?:ttc ?)?(?:\([^)]{0,40}\) ?)?,? ?(?:(?:exigibles?|payables?|appeles?|a appeler|dus?|sera exigible|seront exigibles) )?(?:des )?(?:le|au|pour le|a la date du) ` + weekday + dayForm)
	dayThenSum    = regexp.MustCompile(dayForm + ` ?(?::|-|=|,)? ?$`)
	ceiling       = regexp.MustCompile(`(?:budget|montant|cout|enveloppe|somme|depense)(?: maximum| maximale| total| totale| global| globale| ttc| de l'operation| des travaux| previsionnel)*(?: de l'operation| des travaux)?(?:,[^,]{0,60},)?(?: ttc)? (?:a|de|est de|est fixe a|s'eleve a|arrete a|fixe a)\s*$`)
	strictCeiling = regexp.MustCompile(`(?:budget|enveloppe|cout|montant (?:maximum|maximal|total|global))(?: maximum| maximale?| totale?| globale?| de l'operation| des travaux| previsionnel)*(?:,[^,]{0,60},)? (?:ttc )?(?:a|de|est de|est fixe a|s'eleve a|arrete a|fixe a)\s*$`)
	fundWords     = regexp.MustCompile(`fonds de travaux|fonds travaux|compte 105`)
	subsidy       = regexp.MustCompile(`subvention|maprimerenov|certificats? d'economies? d'energie|\bcee\b|\bprime\b|aide de l'anah`)
	loanWords     = regexp.MustCompile(`emprunt|\bpret\b`)
	private       = regexp.MustCompile(`a ses frais|a leurs frais|frais exclusifs|travaux privatifs|parties privatives`)
	keyQuoted     = regexp.MustCompile(`[«"“]\s*([^»"”]{2,60}?)\s*[»"”]`)
	keyPlain      = regexp.MustCompile(`(?i)(?:selon|en|sur|suivant) (?:la cl[eé]|les tanti[eè]mes|les milli[eè]mes|les charges)(?: de r[eé]partition)?(?: des?| d’| d')? ?:? ?([\pL0-9 '’.]{3,50}?)(?:\s*[(.;,]|$)`)
	keyNamed      = regexp.MustCompile(`(?i)(?:selon|en|sur|suivant)\s+((?:charges|parties communes|tanti[eè]mes|milli[eè]mes|b[aâ]timent|ascenseur|parkings?|garages?)[\pL0-9 '’.]{0,50}?)(?:\s*[(.;,]|$)`)
	worksPrefix   = regexp.MustCompile(`(?i)^(?:travaux(?: vot[eé]s)?|r[eé]alisation des travaux|vote des travaux)\s*(?::|–|—|-|d[e']\s)?\s*`)
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
	parts := sumsOfWork(text)
	w.Amount, w.WorksFund, w.Subsidy, w.Loan, w.Calls = parts.amount, parts.fund, parts.subsidy, parts.loan, parts.calls
	w.Key = p.workKey()
	switch {
	case outcome == predate.VoteUnknown, p.nameless:
		return w, predate.Because(predate.ReasonResolutionUnclear, predate.Text(p.title)), true
	case !w.Adopted:
		return w, predate.Reason{}, true
	case len(mentionsIn(text)) == 0 && !decided.MatchString(text):
		return w, predate.Reason{}, false // leave given to someone, not works of the syndicat
	case w.Amount == 0:
		return w, predate.Because(predate.ReasonAmountUnclear, predate.Text(w.Title)), true
	case recognised && !parts.whole:
		return w, predate.Because(predate.ReasonAmountRecognised, predate.Text(w.Title)), true
	}
	if !parts.whole {
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
		if hasAny(title, []string{"montant des marches", "delegation", "maitrise d'ouvrage du conseil"}) || private.MatchString(text) && len(callsIn(text)) == 0 {
			return false
		}
		return fold.Has(title, "travaux") || hasAny(text, []string{"travaux", "devis", "entreprise", "marche"})
	case predate.SubjectDTG, predate.SubjectOther, predate.SubjectPlan:
		return len(callsIn(text)) > 0
	}
	return false
}

// worksTitle is the title without the word "Travaux" that opens it.
func (p point) worksTitle() string {
	title := strings.TrimSpace(worksPrefix.ReplaceAllString(p.title, ""))
	if title == "" {
		return p.title
	}
	return title
}

// workSums are the sums of a decision on works.
type workSums struct {
	amount, fund, subsidy, loan predate.Cents
	calls                       []predate.Call
	// whole says that calls, fund, subsidy and loan add up to the amount.
	whole bool
}

// sumsOfWork sorts the sums of a decision: those called on a day, those taken
// from the fund, subsidies and loans; what is left is the amount decided.
func sumsOfWork(text string) workSums {
	var s workSums
	var left, fixed []mention
	var called predate.Cents
	calls := callsIn(text)
	all := mentionsIn(text)
	for i, m := range all {
		share := s.share(financing(text, all, i))
		switch {
		case slices.ContainsFunc(calls, func(c calledSum) bool { return c.from == m.from }):
		case strictCeiling.MatchString(text[:m.from]):
			fixed = append(fixed, m)
		case share != nil && *share != 0 && *share != m.cents:
			return workSums{} // two sums from one source: not understood
		case share != nil:
			*share = m.cents
		case ceiling.MatchString(text[:m.from]):
			fixed = append(fixed, m)
		default:
			left = append(left, m)
		}
	}
	for _, c := range calls {
		s.calls = append(s.calls, predate.Call{Date: c.day, Amount: c.cents, Nature: predate.NatureWorks})
		called += c.cents
	}
	parts := called + s.fund + s.subsidy + s.loan
	switch fixed, left = distinct(fixed), distinct(left); {
	case len(fixed) == 1:
		s.amount = fixed[0].cents
	case len(fixed) == 0 && len(left) == 1:
		s.amount = left[0].cents
	case len(calls) > 0:
		s.amount = theWhole(append(fixed, left...), parts)
	case parts == 0:
		if whole, ok := wholeOf(all); ok {
			s.amount = whole.cents
		}
	}
	s.whole = len(calls) > 0 && s.amount == parts
	return s
}

// share is where a source of money is noted.
func (s *workSums) share(source byte) *predate.Cents {
	switch source {
	case 'f':
		return &s.fund
	case 's':
		return &s.subsidy
	case 'l':
		return &s.loan
	}
	return nil
}

// financing tells the source of a sum, by the nearest words in its part of the
// sentence: 'f' for the works fund, 's' for a subsidy, 'l' for a loan, 0 for
// none.
func financing(text string, all []mention, i int) byte {
	from, to := nearby(text, all, i)
	before, behind := text[from:all[i].from], text[all[i].to:to]
	source, best := byte(0), len(text)
	for _, s := range []struct {
		letter byte
		words  *regexp.Regexp
	}{{'f', fundWords}, {'s', subsidy}, {'l', loanWords}} {
		if at := s.words.FindStringIndex(behind); at != nil && at[0] < best {
			source, best = s.letter, at[0]
		}
		for _, at := range s.words.FindAllStringIndex(before, -1) {
			if d := len(before) - at[1]; d < best {
				source, best = s.letter, d
			}
		}
	}
	return source
}

// theWhole finds among some sums the one that the parts add up to.
func theWhole(sums []mention, parts predate.Cents) predate.Cents {
	for _, m := range sums {
		if m.cents == parts {
			return m.cents
		}
	}
	return 0
}

// nearby bounds the part of the sentence that speaks of one sum: from the sum
// before to the sum after, within the commas.
func nearby(text string, all []mention, i int) (from, to int) {
	to = len(text)
	if i > 0 {
		from = all[i-1].to
	}
	if i+1 < len(all) {
		to = all[i+1].from
	}
	for _, stop := range []string{";", ". ", ", "} {
		if at := strings.LastIndex(text[from:all[i].from], stop); at >= 0 {
			from += at + len(stop)
		}
		if at := strings.Index(text[all[i].to:to], stop); at >= 0 {
			to = all[i].to + at
		}
	}
	return from, to
}

// calledSum is a sum called on a day.
type calledSum struct {
	mention
	day predate.Date
}

// callsIn reads the calendar of calls of a decision: "7 600,00 € exigibles le
// 01/07/2025 ; …", or the day first.
func callsIn(text string) []calledSum {
	if !callsLead.MatchString(text) {
		return nil
	}
	var out []calledSum
	for _, m := range mentionsIn(text) {
		if f := callForm.FindStringSubmatch(text[m.to:]); f != nil {
			if day, ok := layout.ParseDate(f[1]); ok {
				out = append(out, calledSum{m, day})
				continue
			}
		}
		if f := dayThenSum.FindStringSubmatch(text[:m.from]); f != nil {
			if day, ok := layout.ParseDate(f[1]); ok {
				out = append(out, calledSum{m, day})
			}
		}
	}
	return out
}

// workKey is the allocation key that the decision names.
func (p point) workKey() string {
	words := p.words()
	at := regexp.MustCompile(`(?i)r[eé]parti|cl[eé](?:\s|$)`).FindStringIndex(words)
	if at == nil {
		return ""
	}
	rest := words[at[0]:]
	if m := keyQuoted.FindStringSubmatch(rest); m != nil {
		return m[1]
	}
	for _, form := range []*regexp.Regexp{keyPlain, keyNamed} {
		if m := form.FindStringSubmatch(rest); m != nil {
			return strings.TrimSpace(m[1])
		}
	}
	return ""
}

// worksCancelled returns the titles of earlier works that the meeting gave up.
func worksCancelled(doc source) []predate.Figure {
	m := minutesOf(doc)
	if m.date.IsZero() {
		return nil
	}
	var out []predate.Figure
	for _, p := range m.points {
		if p.givesUp() && p.outcome() == predate.VoteAdopted {
			out = append(out, predate.Figure{Value: predate.Texts{p.givenUp()}, AsOf: m.date, Evidence: proof(p.head.Page, p.head.Box, p.head.Text())})
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
	if quoted := keyQuoted.FindStringSubmatch(p.words()); quoted != nil {
		return quoted[1]
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
