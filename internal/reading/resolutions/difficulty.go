package resolutions

import (
	"strings"

	"predate"
	"predate/internal/reading/decision"
	"predate/internal/reading/minutes"
	"predate/internal/reading/paper"
)

// difficulty returns the statement that a judge or an ad hoc agent is in charge
// (loi 65-557, art. 29-1 and 29-1 A): who, by which decision, or else the
// sentence that says so.
func difficulty(doc paper.Source) []predate.Figure {
	for _, s := range minutes.Sentences(proseOf(doc)) {
		if statement, ok := decision.AgentOfJudge(s.Raw, s.Folded); ok {
			return []predate.Figure{{Value: predate.Text(statement), Evidence: paper.Proof(s.At.Page, s.At.Box, s.Raw)}}
		}
	}
	return nil
}

// proseOf returns the rows of a paper as its sentences follow each other: minutes may be
// set in columns.
func proseOf(doc paper.Source) []paper.Row {
	if doc.Kind == predate.KindMinutes {
		return minutes.Of(doc).Rows
	}
	return minutes.WithoutFurniture(paper.Of(doc))
}

// difficultyMentioned returns the words that speak of an agent of the judge
// without saying whether one is in charge.
func difficultyMentioned(doc paper.Source) []predate.Figure {
	var out []predate.Figure
	for _, r := range proseOf(doc) {
		if decision.SpeaksOfAgent(r.Folded) {
			out = append(out, predate.Figure{Value: predate.Text(r.Text()), Evidence: paper.Proof(r.Page, r.Box, r.Text())})
		}
	}
	return out
}

// landAssociation quotes the first sentence that supposes an association of owners of
// land to which the building belongs (ordonnance 2004-632). A sentence that might deny
// one, or speaks of one that may be, tells nothing; nor does what is no sentence, such as
// the label of a value.
func landAssociation(doc paper.Source) []predate.Figure {
	for _, s := range minutes.Sentences(minutes.WithoutFurniture(paper.Of(doc))) {
		if doc.Says(s.Folded, "land_association") && !doc.Says(s.Folded, "land_association_doubted", "nothing") && strings.HasSuffix(s.Raw, ".") && isStatement(s.Raw) {
			return []predate.Figure{{Value: predate.Text(s.Raw), Evidence: paper.Proof(s.At.Page, s.At.Box, s.Raw)}}
		}
	}
	return nil
}
