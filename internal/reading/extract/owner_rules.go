package extract

import (
	"slices"

	"predate/internal/reading/chargestatement"
	"predate/internal/reading/coowner"
	"predate/internal/reading/fundcall"
	"predate/internal/reading/paper"
)

// ownerRules lists the rules for the papers of the owner.
func ownerRules() []paper.Rule {
	return slices.Concat(fundcall.Rules(), coowner.Rules(), chargestatement.Rules())
}
