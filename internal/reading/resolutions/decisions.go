package resolutions

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/decision"
	"predate/internal/reading/fraction"
	"predate/internal/reading/layout"
	"predate/internal/reading/minutes"
	"predate/internal/reading/paper"
)

// approvals tells which exercises' accounts the meeting approved or refused.
func approvals(doc paper.Source) []predate.Figure {
	m, points := about(doc, predate.SubjectAccounts)
	var out []predate.Figure
	for _, p := range points {
		outcome, year := p.Outcome(), yearOf(m, p)
		if year.IsZero() || outcome != predate.VoteAdopted && outcome != predate.VoteRejected {
			continue
		}
		out = append(out, predate.Figure{
			Value: predate.Flag(outcome == predate.VoteAdopted), Year: year, AsOf: m.Date,
			Evidence: paper.Proof(p.Head.Page, p.Head.Box, p.Head.Text()),
		})
	}
	return out
}

// budgetsVoted returns the adopted budgets. Recognition alone proves no sum.
func budgetsVoted(doc paper.Source) []predate.Figure {
	return votedSums(doc, predate.SubjectBudget, func(p minutes.Point) (decision.Mention, bool) { return decision.Sum(p.Text()) })
}

// worksFundVoted returns the adopted yearly contribution to the works fund.
func worksFundVoted(doc paper.Source) []predate.Figure {
	return votedSums(doc, predate.SubjectWorksFund, func(p minutes.Point) (decision.Mention, bool) {
		text := p.Text()
		if at := strings.Index(text, "repartie par cle"); at > 0 {
			text = text[:at] // the parts of each key follow
		}
		if !fold.Has(text, "cotisation") {
			return decision.Mention{}, false
		}
		return decision.Sum(text)
	})
}

func votedSums(doc paper.Source, subject predate.Subject, sum func(minutes.Point) (decision.Mention, bool)) []predate.Figure {
	m, points := about(doc, subject)
	if m.Recognised() {
		return nil
	}
	var out []predate.Figure
	for _, p := range points {
		year := yearOf(m, p)
		if p.Outcome() != predate.VoteAdopted || year.IsZero() {
			continue
		}
		if s, ok := sum(p); ok && s.Cents > 0 && !isCalendar(p) {
			out = append(out, predate.Figure{Value: predate.Money(s.Cents), Year: year, AsOf: m.Date, Evidence: proofOfMention(p, s)})
		}
	}
	return out
}

// isCalendar reports whether a point decides when sums are called, not which.
func isCalendar(p minutes.Point) bool {
	title := fold.Text(p.Title)
	return strings.HasPrefix(title, "calendrier") || strings.HasPrefix(title, "echeancier")
}

// callsPerYear tells how many provisions the budget is called in.
func callsPerYear(doc paper.Source) []predate.Figure {
	m, points := about(doc, predate.SubjectBudget)
	counted := regexp.MustCompile(`\b(\d{1,2}) (?:appels|provisions|versements|echeances)\b`)
	rhythms := []struct {
		word  string
		count int64
	}{{"trimestriel", 4}, {"semestriel", 2}, {"mensuel", 12}, {"annuel", 1}, {"par trimestre", 4}, {"chaque trimestre", 4}}
	var out []predate.Figure
	for _, p := range points {
		text := p.Text()
		if p.Outcome() != predate.VoteAdopted {
			continue
		}
		seen := map[int64]string{}
		if f := counted.FindStringSubmatch(text); f != nil {
			if n, ok := fraction.Number(f[1]); ok {
				seen[n] = f[0]
			}
		}
		for _, r := range rhythms {
			if regexp.MustCompile(`provisions[^.]{0,60}\b` + r.word).MatchString(text) {
				seen[r.count] = r.word
			}
		}
		if len(seen) != 1 {
			continue
		}
		for n, words := range seen {
			line := p.Line(words)
			out = append(out, predate.Figure{Value: predate.Count(n), Year: yearOf(m, p), AsOf: m.Date, Evidence: paper.Proof(line.Page, line.Box, line.Text())})
		}
	}
	return out
}

// noWorksFund is proven only by words that say it.
func noWorksFund(doc paper.Source) []predate.Figure {
	form := regexp.MustCompile(`ne dispose (?:pas|d'aucun) (?:de |d'un )?fonds de travaux|(?:n'est pas tenu|dispensee?) de constituer (?:un|le) fonds de travaux|n'a pas constitue de fonds de travaux`)
	p := paper.Of(doc)
	for i, r := range p.Rows {
		text := r.Folded
		if i+1 < len(p.Rows) {
			text += " " + p.Rows[i+1].Folded
		}
		if form.MatchString(text) && fold.Has(text, "fonds de travaux") {
			return []predate.Figure{{Value: predate.Flag(false), Evidence: paper.Proof(r.Page, r.Box, r.Text())}}
		}
	}
	return nil
}

var (
	mandateSpan = regexp.MustCompile(`(?:du|commencant le|a compter du|prenant effet le|a effet du|debutant le|a partir du) ` + layout.WeekdayForm + layout.DayForm + `[^.]{0,80}?(?:au|jusqu'au|expirant le|se terminant le|pour (?:se terminer|finir|prendre fin) le|prenant fin le|pour expirer le) ` + layout.WeekdayForm + layout.DayForm)
	isElected   = regexp.MustCompile(`(?i)^(.{3,60}?)\s+est\s+(?:d[eé]sign[eé]|nomm[eé]|[eé]lu|reconduit|renouvel[eé])e?\s+(?:(?:en qualit[eé] de|comme|aux fonctions de|dans ses fonctions de)\s+)?syndic(?:$|[^\pL])`)
	// ruledBy is the majority that a point needs, where it stands before its sentences.
	ruledBy = regexp.MustCompile(`(?i)^(?:majorit[eé](?: requise)?\s*:?\s*)?(?:de l['’])?(?:art\.?|article)\s*2[4-6](?:-\d)?(?:\s*\([^)]*\))?\s*[:–-]?\s*`)
	elected = regexp.MustCompile(`(?:d[eé]signe|nomme|[eé]lit|renouvelle|reconduit|confie)\s+(?:[àa] nouveau\s+)?(?:le mandat (?:de syndic )?(?:[àa]|de)\s+)?(?:la soci[eé]t[eé]\s+|le cabinet\s+)?(.{3,60}?)\s+(?:en qualit[eé] de|comme|aux fonctions de|dans ses fonctions de) syndic\b`)
)

// articleOf is the article before the name of who is elected; one that begins the
// name, as of «La Foncière», is a part of it.
var articleOf = regexp.MustCompile(`^(?:l[ea] (?:soci[eé]t[eé] )?|La soci[eé]t[eé] |Le ([Cc]abinet|[Gg]roupe) )`)

// mandates returns the adopted votes that elect the managing agent.
func mandates(doc paper.Source) (minutes.Minutes, []minutes.Point) {
	m, points := about(doc, predate.SubjectAgent)
	return m, slices.DeleteFunc(points, func(p minutes.Point) bool { return p.Outcome() != predate.VoteAdopted })
}

func agentMandate(doc paper.Source) []predate.Figure {
	m, points := mandates(doc)
	var out []predate.Figure
	for _, p := range points {
		f := mandateSpan.FindStringSubmatch(p.Text())
		if f == nil {
			continue
		}
		if span, ok := paper.SpanOf(f[1], f[2]); ok && span.Months() <= 37 {
			line := p.Line(f[2], f[1])
			out = append(out, predate.Figure{Value: predate.Span(span), AsOf: m.Date, Evidence: paper.Proof(line.Page, line.Box, line.Text())})
		}
	}
	return single(out)
}

func mandateEnd(doc paper.Source) []predate.Figure {
	var out []predate.Figure
	for _, f := range agentMandate(doc) {
		if span, ok := f.Value.(predate.Span); ok {
			f.Value = predate.Day(span.To)
			out = append(out, f)
		}
	}
	return out
}

func agentElected(doc paper.Source) []predate.Figure {
	m, points := mandates(doc)
	var out []predate.Figure
	for _, p := range points {
		words := ruledBy.ReplaceAllString(p.Words(), "")
		f := elected.FindStringSubmatch(words)
		if f == nil {
			f = isElected.FindStringSubmatch(words)
		}
		if f != nil {
			line := p.Line(fold.Text(f[1]))
			name := strings.TrimSpace(articleOf.ReplaceAllString(strings.TrimSpace(f[1]), "$1 "))
			out = append(out, predate.Figure{Value: predate.Text(name), AsOf: m.Date, Evidence: paper.Proof(line.Page, line.Box, f[1])})
		}
	}
	return single(out)
}

// single keeps a figure only when it is alone: two elections in one meeting
// are for a person to understand.
func single(figures []predate.Figure) []predate.Figure {
	if len(figures) != 1 {
		return nil
	}
	return figures
}

// nextMeeting returns the day fixed for the next general meeting.
func nextMeeting(doc paper.Source) []predate.Figure {
	form := regexp.MustCompile(`prochaine assemblee(?: generale)?(?: [a-z]+)?,? (?:(?:est|sera) )?(?:d'ores et deja )?(?:fixee|aura lieu|se tiendra|prevue|programmee|convoquee)(?: (?:au|le|pour le|a la date du))? ` + layout.WeekdayForm + layout.DayForm)
	p := paper.Of(doc)
	for i, r := range p.Rows {
		if !strings.Contains(r.Folded, "prochaine assemblee") {
			continue
		}
		text := r.Folded
		if i+1 < len(p.Rows) {
			text += " " + p.Rows[i+1].Folded
		}
		if f := form.FindStringSubmatch(text); f != nil {
			if day, ok := layout.ParseDate(f[1]); ok {
				return []predate.Figure{{Value: predate.Day(day), Evidence: paper.Proof(r.Page, r.Box, r.Text())}}
			}
		}
	}
	return nil
}

// namedInSentence is how minutes and certificates name a building: "l'immeuble Les
// Glycines, situé 2 rue…".
var namedInSentence = regexp.MustCompile(`\b(?:de l'immeuble|de la copropriete|de la residence|de l'ensemble immobilier) (?:denommee? )?([^,;:()]{4,60}), (?:sise?|situee?)\b`)

// nameInSentence reads the building's name in a sentence of the first page.
func nameInSentence(doc paper.Source) []predate.Figure {
	p := paper.Of(doc)
	for _, s := range minutes.Sentences(p.Rows[:min(len(p.Rows), 60)]) {
		m := namedInSentence.FindStringSubmatch(s.Folded)
		if m == nil {
			continue
		}
		return []predate.Figure{{Value: predate.Text(paper.PrintedAs(s.Raw, m[1])), Evidence: paper.Proof(s.At.Page, s.At.Box, s.Raw)}}
	}
	return nil
}
