package extract

import (
	"regexp"
	"strings"

	"predate"
	"predate/internal/base/fold"
)

// check is what a value of one field must be, whatever rule read it. What fails
// is not said at all: another source may say it better.
type check struct {
	reason string // why, in words for who reads the table
	holds  func(paper, predate.Value) bool
}

// checks lists what each field must be.
func checks() map[predate.Key]check {
	name := check{"a name is no label, number, address, town or sentence, and is not cut at its line's end", textThat(paper.isName)}
	return map[predate.Key]check{
		predate.KeyCondominiumName:    name,
		predate.KeyManagingAgent:      name,
		predate.KeyRegistrationNumber: {"the register gives two letters and seven digits", textThat(isRegistration)},
		predate.KeyBuildingAddress:    {"an address has a house number or a postal code, and is no label", textThat(isAddress)},
		predate.KeyAgentAddress:       {"an address has a house number or a postal code, and is no label", textThat(isAddress)},
		predate.KeyManagingAgentType:  {"an agent is one of three types", textThat(isAgentType)},
		predate.KeyInsurance:          {"who insures has a name, and a policy runs for some years at most", isPolicy},
		predate.KeyDifficulty:         {"a difficulty is told in a whole statement", textThat(isStatement)},
		predate.KeyProceedings:        {"a proceeding is told in a whole statement, and a sentence of absence is an absence", areProceedings},
	}
}

// checked keeps the candidates that are what their field must be.
func checked(doc source, figures []predate.Figure) []predate.Figure {
	table := checks()
	kept := figures[:0]
	for _, f := range figures {
		c, ok := table[f.Key]
		if !ok || f.Value == nil || c.holds(paperOf(doc), f.Value) {
			kept = append(kept, f)
		}
	}
	return kept
}

func textThat(holds func(paper, string) bool) func(paper, predate.Value) bool {
	return func(p paper, v predate.Value) bool {
		text, ok := v.(predate.Text)
		return !ok || holds(p, string(text))
	}
}

func isRegistration(_ paper, text string) bool { return registerForm.MatchString(text) }

func isAddress(_ paper, text string) bool {
	folded := fold.Text(text)
	return !labelWords.MatchString(folded) && (zipForm.MatchString(folded) || len(fold.Addresses(folded)) > 0)
}

func isAgentType(_ paper, text string) bool {
	return text == "professional" || text == "volunteer" || text == "cooperative"
}

func isPolicy(p paper, v predate.Value) bool {
	policy, ok := v.(predate.Policy)
	return !ok || p.isName(policy.Insurer) && policy.Until.Year >= insuredSince && policy.Until.Year < insuredSince+100 &&
		(policy.Number == "" || holdsNumber(policy.Number))
}

const insuredSince = 2000

// votesWithin are counts of votes within words: columns were read as one.
var votesWithin = regexp.MustCompile(`\d voix\b.*\d voix\b`)

// isStatement reports whether words are a whole statement: they begin as a
// sentence does, do not stop where another word must follow, and count no votes.
func isStatement(_ paper, text string) bool {
	first := []rune(strings.TrimSpace(text))
	return countLetters(text) >= 8 && !votesWithin.MatchString(text) && !isCut(strings.TrimRight(text, ".")) && !endsOnPreposition.MatchString(fold.Text(text)) &&
		strings.ToUpper(string(first[0])) == string(first[0])
}

var endsOnPreposition = regexp.MustCompile(`\b(?:par|pour|avec|dans|contre|devant|que|qui|dont|ou|ni|son|sa|ses|un|une)$`)

func areProceedings(p paper, v predate.Value) bool {
	texts, ok := v.(predate.Texts)
	if !ok {
		return true
	}
	for _, text := range texts {
		if !isStatement(p, text) || deniesProceedings(fold.Text(text)) {
			return false
		}
	}
	return true
}
