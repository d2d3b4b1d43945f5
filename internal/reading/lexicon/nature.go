package lexicon

import "predate"

// NatureOf returns what words say that money is for; unknown when they name no
// nature. says reports whether they mean a concept. Words may say two things, as
// «fonds de travaux» says works: the narrower one holds. Three that look alike
// differ in law: the works fund (loi 65-557, art. 14-2-1; account 105), works
// that a meeting voted (102 and 702), and advances (103).
func NatureOf(says func(ID) bool) predate.Nature {
	for _, n := range []struct {
		concept ID
		nature  predate.Nature
	}{
		{"nature_works_fund", predate.NatureWorksFund},
		{"nature_loan", predate.NatureLoan},
		{"nature_advance", predate.NatureAdvance},
		{"private_fees", predate.NatureFees},
		{"nature_works", predate.NatureWorks},
		{"nature_current", predate.NatureBudget},
	} {
		if says(n.concept) {
			return n.nature
		}
	}
	return predate.NatureUnknown
}
