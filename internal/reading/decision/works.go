package decision

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/layout"
)

var (
	callsLead     = regexp.MustCompile(`\b(?:exigibles?|appels? de (?:fonds|provisions)|calendrier|echeancier|appeles?)\b`)
	callForm      = regexp.MustCompile(`^ ?(?:ttc ?)?(?:\([^)]{0,40}\) ?)?,? ?(?:(?:exigibles?|payables?|appeles?|a appeler|dus?|sera exigible|seront exigibles) )?(?:des )?(?:le|au|pour le|a la date du) ` + layout.WeekdayForm + layout.DayForm)
	dayThenSum    = regexp.MustCompile(layout.DayForm + ` ?(?::|-|=|,)? ?$`)
	ceiling       = regexp.MustCompile(`(?:budget|montant|cout|enveloppe|somme|depense)(?: maximum| maximale| total| totale| global| globale| ttc| de l'operation| des travaux| previsionnel)*(?: de l'operation| des travaux)?(?:,[^,]{0,60},)?(?: ttc)? (?:a|de|est de|est fixe a|s'eleve a|arrete a|fixe a)\s*$`)
	strictCeiling = regexp.MustCompile(`(?:budget|enveloppe|cout|montant (?:maximum|maximal|total|global))(?: maximum| maximale?| totale?| globale?| de l'operation| des travaux| previsionnel)*(?:,[^,]{0,60},)? (?:ttc )?(?:a|de|est de|est fixe a|s'eleve a|arrete a|fixe a)\s*$`)
	fundWords     = regexp.MustCompile(`fonds de travaux|fonds travaux|compte 105`)
	subsidy       = regexp.MustCompile(`subvention|maprimerenov|certificats? d'economies? d'energie|\bcee\b|\bprime\b|aide de l'anah`)
	loanWords     = regexp.MustCompile(`emprunt|\bpret\b`)
)

// Works are the sums of a decision on works; zero where the words name none, or several
// that they do not tell apart.
type Works struct {
	Amount, Fund, Subsidy, Loan predate.Cents
	Calls                       []predate.Call
	// Whole reports whether calls, fund, subsidy and loan add up to the amount.
	Whole bool
}

// WorksOf sorts the sums of a decision in folded text: those called on a day, those taken
// from the fund, subsidies and loans; what is left is the amount decided.
func WorksOf(text string) Works {
	var s Works
	var left, fixed []Mention
	var called predate.Cents
	calls := callsIn(text)
	all := Mentions(text)
	for i, m := range all {
		share := s.share(financing(text, all, i))
		switch {
		case slices.ContainsFunc(calls, func(c calledSum) bool { return c.From == m.From }):
		case strictCeiling.MatchString(text[:m.From]):
			fixed = append(fixed, m)
		case share != nil && *share != 0 && *share != m.Cents:
			return Works{} // two sums from one source: not understood
		case share != nil:
			*share = m.Cents
		case ceiling.MatchString(text[:m.From]):
			fixed = append(fixed, m)
		default:
			left = append(left, m)
		}
	}
	for _, c := range calls {
		s.Calls = append(s.Calls, predate.Call{Date: c.day, Amount: c.Cents, Nature: predate.NatureWorks})
		called += c.Cents
	}
	parts := called + s.Fund + s.Subsidy + s.Loan
	switch fixed, left = distinct(fixed), distinct(left); {
	case len(fixed) == 1:
		s.Amount = fixed[0].Cents
	case len(fixed) == 0 && len(left) == 1:
		s.Amount = left[0].Cents
	case len(calls) > 0:
		s.Amount = theWhole(append(fixed, left...), parts)
	case parts == 0:
		if whole, ok := wholeOf(all); ok {
			s.Amount = whole.Cents
		}
	}
	s.Whole = len(calls) > 0 && s.Amount == parts
	return s
}

// share is where a source of money is noted.
func (s *Works) share(source byte) *predate.Cents {
	switch source {
	case 'f':
		return &s.Fund
	case 's':
		return &s.Subsidy
	case 'l':
		return &s.Loan
	}
	return nil
}

// financing returns the source of a sum, by the nearest words in its part of the
// sentence: 'f' for the works fund, 's' for a subsidy, 'l' for a loan, 0 for
// none.
func financing(text string, all []Mention, i int) byte {
	from, to := nearby(text, all, i)
	before, behind := text[from:all[i].From], text[all[i].To:to]
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
func theWhole(sums []Mention, parts predate.Cents) predate.Cents {
	for _, m := range sums {
		if m.Cents == parts {
			return m.Cents
		}
	}
	return 0
}

// nearby bounds the part of the sentence that speaks of one sum: from the sum
// before to the sum after, within the commas.
func nearby(text string, all []Mention, i int) (from, to int) {
	to = len(text)
	if i > 0 {
		from = all[i-1].To
	}
	if i+1 < len(all) {
		to = all[i+1].From
	}
	for _, stop := range []string{";", ". ", ", "} {
		if at := strings.LastIndex(text[from:all[i].From], stop); at >= 0 {
			from += at + len(stop)
		}
		if at := strings.Index(text[all[i].To:to], stop); at >= 0 {
			to = all[i].To + at
		}
	}
	return from, to
}

// calledSum is a sum called on a day.
type calledSum struct {
	Mention
	day predate.Date
}

// OrdersCalls reports whether a folded text orders calls, each with its sum and its day.
func OrdersCalls(text string) bool { return len(callsIn(text)) > 0 }

// callsIn reads the calendar of calls of a decision: "7 600,00 € exigibles le
// 01/07/2025 ; …", or the day first.
func callsIn(text string) []calledSum {
	if !callsLead.MatchString(text) {
		return nil
	}
	var out []calledSum
	for _, m := range Mentions(text) {
		if f := callForm.FindStringSubmatch(text[m.To:]); f != nil {
			if day, ok := layout.ParseDate(f[1]); ok {
				out = append(out, calledSum{m, day})
				continue
			}
		}
		if f := dayThenSum.FindStringSubmatch(text[:m.From]); f != nil {
			if day, ok := layout.ParseDate(f[1]); ok {
				out = append(out, calledSum{m, day})
			}
		}
	}
	return out
}
