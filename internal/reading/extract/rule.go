package extract

import (
	"slices"

	"predate"
)

// Rule reads one figure in one kind of paper.
type Rule struct {
	Name string // "schedule_1.arrears": stable, stands in Evidence.Rule
	From predate.Kind
	Key  predate.Key
	// Find gives every candidate of the part. It leaves Key, Status and the
	// file and rule of each Evidence to Figures.
	Find func(source) []predate.Figure
}

// Rules lists every rule: the building's, the owner's, then what both may mention.
func Rules() []Rule { return slices.Concat(buildingRules(), ownerRules(), loanRules()) }

// sign completes a candidate with what its rule knows.
func (r Rule) sign(figure predate.Figure) predate.Figure {
	if figure.Key == "" {
		figure.Key = r.Key
	}
	if figure.Status == "" {
		figure.Status = predate.StatusConfirmed
	}
	figure.Evidence = slices.Clone(figure.Evidence) // rules share what they took apart
	for i := range figure.Evidence {
		if figure.Evidence[i].Rule == "" {
			figure.Evidence[i].Rule = r.Name
		}
	}
	return figure
}
