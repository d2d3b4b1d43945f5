package extract

import "slices"

// ownerRules lists the rules for the papers of the owner.
func ownerRules() []Rule {
	return slices.Concat(fundCallRules(), accountStatementRules(), chargeStatementRules())
}
