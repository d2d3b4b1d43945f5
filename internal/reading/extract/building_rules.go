package extract

import (
	"slices"

	"predate/internal/reading/minutes"
	"predate/internal/reading/paper"
)

// buildingRules lists the rules for the papers of the building.
func buildingRules() []paper.Rule {
	return slices.Concat(
		schedule1Rules(),

		minutes.Rules(),
		resolutionRules(),
		sheetRules(),
		deedRules(),
		lightRules(),
	)
}
