package paper

import (
	"slices"

	"predate"
)

// Rule reads one figure in one kind of paper.
type Rule struct {
	Name string       // "schedule_1.arrears": stable, stands in Evidence.Rule
	From predate.Kind // the papers that it reads
	Key  predate.Key
	// Find gives every candidate of the part. It leaves Key, Status and the
	// file and rule of each Evidence to Figures.
	Find func(Source) []predate.Figure
}

// Sign completes a candidate with what its rule knows.
func (r Rule) Sign(figure predate.Figure) predate.Figure {
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

// Check is what a value of one field must be, whatever rule read it. What fails
// is not said at all: another source may say it better.
type Check struct {
	Reason string // why, in words for who reads the table
	// Holds reports whether a value may be the field of a paper.
	Holds func(Paper, predate.Value) bool
}

// TextThat makes a check of texts; values of other types pass.
func TextThat(holds func(Paper, string) bool) func(Paper, predate.Value) bool {
	return func(p Paper, v predate.Value) bool {
		text, ok := v.(predate.Text)
		return !ok || holds(p, string(text))
	}
}
