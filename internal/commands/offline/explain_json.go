package offline

import (
	"encoding/json"
	"fmt"
	"io"

	"predate"
	"predate/internal/reading"
	"predate/internal/reading/compute"
	"predate/internal/reading/report"
	"predate/internal/reading/wording"
	"predate/internal/statement/typeset"
)

// explainedFigure is what became of the readings of one figure, for machines;
// the figure itself stands in the report beside it.
type explainedFigure struct {
	Label    string            `json:"label"`
	Readings []explainedMember `json:"readings"`
}

// explainedMember is one reading.
type explainedMember struct {
	Chosen  bool            `json:"chosen"`
	Why     string          `json:"why"`
	Key     predate.Key     `json:"key"`
	Says    string          `json:"says"`
	Kind    predate.Kind    `json:"kind"`
	Pages   [2]int          `json:"pages"`
	Printed string          `json:"printed"`
	Year    string          `json:"year"`
	AsOf    string          `json:"as_of"`
	File    string          `json:"file"`
	Places  []explainedSpot `json:"places"`
}

// explainedSpot is where a reading stands.
type explainedSpot struct {
	Page int        `json:"page"`
	Box  [4]float64 `json:"box"`
	Text string     `json:"text"`
	Rule string     `json:"rule"`
}

// explainJSON writes the report and, for each figure or for one, its readings.
func explainJSON(to io.Writer, told reading.Explanation, only predate.Key) error {
	encoded, err := report.Encode(told.Statement)
	if err != nil {
		return fmt.Errorf("encode the figures: %w", err)
	}
	figures := map[predate.Key]explainedFigure{}
	for key := range told.Statement.Figures {
		if only != "" && key != only {
			continue
		}
		figure := explainedFigure{Label: typeset.Label(key), Readings: []explainedMember{}}
		for _, c := range told.Considered[key] {
			figure.Readings = append(figure.Readings, explained(c))
		}
		figures[key] = figure
	}
	return indented(to, struct {
		Report   json.RawMessage                 `json:"report"`
		Readings map[predate.Key]explainedFigure `json:"readings"`
	}{encoded, figures})
}

func explained(c compute.Consideration) explainedMember {
	member := explainedMember{
		Chosen: c.Chosen, Why: wording.Of(c.Why), Key: c.Candidate.Key, Says: typeset.FigureLine(c.Candidate), Kind: c.Part.Kind,
		Pages: [2]int{c.Part.First, c.Part.Last}, Printed: c.Printed.String(), Year: c.Candidate.Year.Label(),
		AsOf: c.Candidate.AsOf.String(), File: c.File, Places: []explainedSpot{},
	}
	for _, e := range c.Candidate.Evidence {
		member.Places = append(member.Places, spotOf(e))
	}
	return member
}
