package extract

import (
	"strings"

	"predate"
	"predate/internal/reading/decision"
	"predate/internal/reading/paper"
)

// sheetRules read the sentences of a summary sheet, which forms cannot.
func sheetRules() []paper.Rule {
	sheet := predate.KindSummarySheet
	return []paper.Rule{
		{Name: "summary_sheet.difficulty", From: sheet, Key: predate.KeyDifficulty, Find: difficulty},
		{Name: "summary_sheet.difficulty_mentioned", From: sheet, Key: predate.FactDifficultyMentioned, Find: difficultyMentioned},
	}
}

// difficulty returns the statement that a judge or an ad hoc agent is in charge
// (loi 65-557, art. 29-1 and 29-1 A): who, by which decision, or else the
// sentence that says so.
func difficulty(doc paper.Source) []predate.Figure {
	for _, s := range sentencesIn(proseOf(doc)) {
		if statement, ok := decision.AgentOfJudge(s.raw, s.text); ok {
			return []predate.Figure{{Value: predate.Text(statement), Evidence: paper.Proof(s.at.Page, s.at.Box, s.raw)}}
		}
	}
	return nil
}

// proseOf returns the rows of a paper as its sentences follow each other: minutes may be
// set in columns.
func proseOf(doc paper.Source) []paper.Row {
	if doc.Kind == predate.KindMinutes {
		return minutesOf(doc).Rows
	}
	return withoutFurniture(paper.Of(doc))
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
	for _, s := range sentencesIn(withoutFurniture(paper.Of(doc))) {
		if doc.Says(s.text, "land_association") && !doc.Says(s.text, "land_association_doubted", "nothing") && strings.HasSuffix(s.raw, ".") && isStatement(s.raw) {
			return []predate.Figure{{Value: predate.Text(s.raw), Evidence: paper.Proof(s.at.Page, s.at.Box, s.raw)}}
		}
	}
	return nil
}
