package extract

import (
	"slices"

	"predate/internal/reading/paper"
)

// buildingRules lists the rules for the papers of the building.
func buildingRules() []paper.Rule {
	return slices.Concat(
		schedule1Rules(),

		meetingRules(),
		resolutionRules(),
		sheetRules(),
		deedRules(),
		lightRules(),
	)
}
