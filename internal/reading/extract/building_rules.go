package extract

import "slices"

// buildingRules lists the rules for the papers of the building.
func buildingRules() []Rule {
	return slices.Concat(
		schedule1Rules(),

		minutesRules(),
		noticeRules(),
		sheetRules(),
		deedRules(),
		lightRules(),
	)
}
