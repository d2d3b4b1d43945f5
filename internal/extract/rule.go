package extract

import (
	"slices"

	"predate"
	"predate/internal/layout"
)

// Rule reads one figure in one kind of paper.
type Rule struct {
	Name string // "schedule_1.arrears": stable, stands in Evidence.Rule
	From predate.Kind
	Key  predate.Key
	// Find gives every candidate of the part. It leaves Key, Status and the
	// file and rule of each Evidence to Figures.
	Find func(layout.Doc) []predate.Figure
}

// Rules lists every rule: the building's, then the owner's.
func Rules() []Rule { return slices.Concat(buildingRules(), ownerRules()) }

// Figures applies the rules of one kind to a part of that kind. Every figure
// has its Key, a Status (confirmed unless the rule said otherwise) and the
// rule's name in its evidence; the file is left to the caller.
func Figures(kind predate.Kind, doc layout.Doc) []predate.Figure {
	var out []predate.Figure
	for _, rule := range Rules() {
		if rule.From != kind {
			continue
		}
		for _, figure := range rule.Find(doc) {
			out = append(out, rule.sign(figure))
		}
	}
	return out
}

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
