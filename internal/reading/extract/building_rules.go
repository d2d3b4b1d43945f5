package extract

import (
	"slices"

	"predate/internal/reading/minutes"
	"predate/internal/reading/paper"
	"predate/internal/reading/resolutions"
)

// buildingRules lists the rules for the papers of the building.
func buildingRules() []paper.Rule {
	return slices.Concat(
		schedule1Rules(),

		minutes.Rules(),
		resolutions.Rules(),
		deedRules(),
		lightRules(),
	)
}
