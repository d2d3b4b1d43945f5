package extract

import (
	"regexp"
	"strings"

	"predate"
)

// natureForms tell what sums are for by the words of headings and labels. Three
// things that look alike are told apart: the works fund (105), works that a
// meeting voted (102/702), and advances (103).
type natureForms struct {
	fund, works, advance, loan, fees, budget *regexp.Regexp
}

func newNatureForms() natureForms {
	return natureForms{
		fund:    regexp.MustCompile(`\bfonds (?:de )?travaux|\balur\b|\bart(?:icle|\.)? ?14-2-1|\b14-2-1\b|\bftx\b|\bcotisation (?:annuelle )?(?:au )?fonds`),
		works:   regexp.MustCompile(`\btravaux\b|\bhors[ -]budget|\bart(?:icle|\.)? ?14-2\b|\boperations? exceptionnelles?|\btrx\b`),
		advance: regexp.MustCompile(`\bavances?\b|\bav\.? (?:de )?tresorerie|\bfonds de roulement|\breserve\b|\b103[123]\b`),
		loan:    regexp.MustCompile(`\bemprunt|\bannuite|\bpret collectif`),
		fees:    regexp.MustCompile(`\bfrais\b|\bhonoraires\b|\brelance|\bmise en demeure`),
		budget:  regexp.MustCompile(`\bbudget|\bprovisions?\b|\bprov\b|\bcourantes\b|\bcharges? courantes?|\bparticipation aux charges|\bappel de charges|\bcharges\b|\bfonctionnement|\boperations courantes`),
	}
}

// of gives the nature that a folded text names; unknown when it names none. The
// works fund comes first: its names hold the words of works.
func (f natureForms) of(text string) predate.Nature {
	switch {
	case f.fund.MatchString(text) && !strings.Contains(text, "affectation"):
		return predate.NatureWorksFund
	case f.loan.MatchString(text):
		return predate.NatureLoan
	case f.advance.MatchString(text):
		return predate.NatureAdvance
	case f.works.MatchString(text):
		return predate.NatureWorks
	case f.budget.MatchString(text):
		return predate.NatureBudget
	case f.fees.MatchString(text):
		return predate.NatureFees
	}
	return predate.NatureUnknown
}
