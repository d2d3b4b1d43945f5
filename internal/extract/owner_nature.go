package extract

import (
	"slices"

	"predate"
	"predate/internal/lexicon"
)

// nature gives what a sum is for by the words of its heading or label; unknown
// when they name nothing. Three things that look alike are told apart: the works
// fund (105), works that a meeting voted (102/702), and advances (103).
func (w wording) nature(text string) predate.Nature {
	said := w.said(text, lexicon.Nature)
	for _, n := range []struct {
		id     lexicon.ID
		nature predate.Nature
	}{
		{"nature_works_fund", predate.NatureWorksFund},
		{"nature_loan", predate.NatureLoan},
		{"nature_advance", predate.NatureAdvance},
		{"nature_works", predate.NatureWorks},
		{"nature_current", predate.NatureBudget},
		{"private_fees", predate.NatureFees},
	} {
		if slices.Contains(said, n.id) {
			return n.nature
		}
	}
	return predate.NatureUnknown
}
