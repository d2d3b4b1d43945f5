package resolutions

import (
	"slices"

	"predate"
	"predate/internal/reading/decision"
	"predate/internal/reading/minutes"
	"predate/internal/reading/paper"
)

// Rules returns the rules for what a general meeting voted and what it was told, and for the
// sentences of a summary sheet on a building in difficulty.
func Rules() []paper.Rule {
	from := predate.KindMinutes
	return []paper.Rule{
		{Name: "minutes.resolutions", From: from, Key: predate.FactResolutions, Find: allResolutions},
		{Name: "minutes.approval", From: from, Key: predate.FactApproval, Find: approvals},
		{Name: "minutes.budget", From: from, Key: predate.FactBudgetVoted, Find: budgetsVoted},
		{Name: "minutes.calls_per_year", From: from, Key: predate.FactCallsPerYear, Find: callsPerYear},
		{Name: "minutes.works_fund", From: from, Key: predate.FactWorksFundVoted, Find: worksFundVoted},
		{Name: "minutes.no_works_fund", From: from, Key: predate.KeyWorksFundExists, Find: noWorksFund},
		{Name: "minutes.works", From: from, Key: predate.KeyVotedWorks, Find: worksVoted},
		{Name: "minutes.cancelled_works", From: from, Key: predate.FactCancelledWorks, Find: worksCancelled},
		{Name: "minutes.mandate", From: from, Key: predate.FactAgentMandate, Find: agentMandate},
		{Name: "minutes.mandate_end", From: from, Key: predate.KeyMandateEnd, Find: mandateEnd},
		{Name: "minutes.agent", From: from, Key: predate.KeyManagingAgent, Find: agentElected},
		{Name: "minutes.proceedings", From: from, Key: predate.KeyProceedings, Find: proceedings},
		{Name: "minutes.loans", From: from, Key: predate.KeyLoans, Find: loansVoted},
		{Name: "minutes.next_meeting", From: from, Key: predate.KeyNextMeeting, Find: nextMeeting},
		{Name: "minutes.proceedings_mentioned", From: from, Key: predate.FactProceedingsMentioned, Find: proceedingsMentioned},
		{Name: "minutes.loan_mentioned", From: from, Key: predate.FactLoanMentioned, Find: loanDecided},
		{Name: "minutes.difficulty", From: from, Key: predate.KeyDifficulty, Find: difficulty},
		{Name: "minutes.land_association", From: from, Key: predate.KeyLandAssociation, Find: landAssociation},
		{Name: "minutes.difficulty_mentioned", From: from, Key: predate.FactDifficultyMentioned, Find: difficultyMentioned},
		{Name: "minutes.name", From: from, Key: predate.KeyCondominiumName, Find: nameInSentence},

		{Name: "summary_sheet.difficulty", From: predate.KindSummarySheet, Key: predate.KeyDifficulty, Find: difficulty},
		{Name: "summary_sheet.difficulty_mentioned", From: predate.KindSummarySheet, Key: predate.FactDifficultyMentioned, Find: difficultyMentioned},
	}
}

// allResolutions lists every point with its outcome.
func allResolutions(doc paper.Source) []predate.Figure {
	m := minutes.Of(doc)
	if m.Date.IsZero() || len(m.Points) == 0 {
		return nil
	}
	var list predate.Resolutions
	var evidence []predate.Evidence
	for _, p := range m.Points {
		r := predate.Resolution{
			Number: p.Number, Title: p.Title, Subject: p.Subject(), Outcome: p.Outcome(),
			Year: yearOf(m, p), Text: p.Words(), Pages: [2]int{p.Head.Page, p.Head.Page},
		}
		if sum, ok := decision.Sum(p.Text()); ok {
			r.Amount = sum.Cents
		}
		if len(p.Body) > 0 {
			r.Pages[1] = p.Body[len(p.Body)-1].Page
		}
		list = append(list, r)
		evidence = append(evidence, paper.Proof(p.Head.Page, p.Head.Box, p.Head.Text())...)
	}
	return []predate.Figure{{Value: list, AsOf: m.Date, Evidence: evidence}}
}

// about returns the points on one subject, with the meeting they belong to; none
// when the day of the meeting is not sure.
func about(doc paper.Source, subject predate.Subject) (minutes.Minutes, []minutes.Point) {
	m := minutes.Of(doc)
	if m.Date.IsZero() {
		return m, nil
	}
	return m, slices.DeleteFunc(slices.Clone(m.Points), func(p minutes.Point) bool { return p.Subject() != subject })
}
