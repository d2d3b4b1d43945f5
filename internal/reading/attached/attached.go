package attached

import (
	"regexp"

	"predate"
	"predate/internal/reading/lexicon"
)

// accountNamed is an account of advances or of the works fund, by its number (annexe 1 of
// the décret of 14 March 2005).
var accountNamed = regexp.MustCompile(`\b(103[123])\b|^(?:(?:comptes?|cpte?) )?(105)\b`)

// wholeSyndicats are the words of what the syndicat holds for all its owners, and
// lotsOwn those of a part of it.
var (
	wholeSyndicats = regexp.MustCompile(`\b(?:du syndicat|de la copropriete|de l'immeuble|de la residence|de l'ensemble)\b`)
	lotsOwn        = regexp.MustCompile(`\b(?:vos|votre|lots?|quote-? ?part|part)\b`)
)

// To returns the figure that folded words name; false where they name two figures, none, or
// a sum that the syndicat holds for all owners. says reports whether words say one of some
// concepts.
func To(label string, says func(string, ...lexicon.ID) bool) (predate.Key, bool) {
	if wholeSyndicats.MatchString(label) && !lotsOwn.MatchString(label) {
		return "", false
	}
	account := ""
	if m := accountNamed.FindStringSubmatch(label); m != nil {
		account = m[1] + m[2]
	}
	cash := account == "1031" || says(label, "cash_advance")
	special := account == "1032" || account == "1033" || says(label, "works_advance", "other_advance")
	switch {
	case account == "105" || says(label, "works_fund_share"):
		return predate.KeyWorksFundLotShare, !cash && !special
	case says(label, "loan_advance"):
		return predate.KeyLoanAdvance, true
	case special:
		return predate.KeySpecialAdvance, !cash
	case cash:
		return predate.KeyCashAdvance, true
	}
	return "", false
}
