package extract

import (
	"slices"

	"predate"
	"predate/internal/lexicon"
)

// summarySheetRules read the fiche synthétique (décret 2016-1822) and the
// certificate of the register. The financial rows of the sheet are wider than
// annexe 1, so they stay facts.
func summarySheetRules() []Rule {
	sheet, register := predate.KindSummarySheet, predate.KindRegistration
	return []Rule{
		{"summary_sheet.date", sheet, predate.KeySummarySheet, renewedOn},
		{"summary_sheet.name", sheet, predate.KeyCondominiumName, textAfter("building_name")},
		{"summary_sheet.address", sheet, predate.KeyBuildingAddress, buildingAddress},
		{"summary_sheet.registration", sheet, predate.KeyRegistrationNumber, registrationNumber},
		{"summary_sheet.agent", sheet, predate.KeyManagingAgent, sheetAgent},
		{"summary_sheet.agent_type", sheet, predate.KeyManagingAgentType, agentType},
		{"summary_sheet.mandate_end", sheet, predate.KeyMandateEnd, dayAfter("mandate_end")},
		{"summary_sheet.difficulty", sheet, predate.KeyDifficulty, difficulty},
		{"summary_sheet.difficulty_mentioned", sheet, predate.FactDifficultyMentioned, difficultyMentioned},
		{"summary_sheet.approval", sheet, predate.KeyAccountsApprovalDate, sheetApproval},
		{"summary_sheet.net_charges", sheet, predate.FactSheetNetCharges, sheetAmount("current_charges_amount")},
		{"summary_sheet.works_charges", sheet, predate.FactSheetWorksCharges, sheetAmount("works_charges_amount")},
		{"summary_sheet.debts", sheet, predate.FactSheetDebts, sheetAmount("debts_amount")},
		{"summary_sheet.arrears", sheet, predate.FactSheetArrears, sheetAmount("arrears_amount")},
		{"summary_sheet.works_fund", sheet, predate.FactSheetWorksFund, sheetAmount("works_fund_amount")},
		{"summary_sheet.debtors", sheet, predate.FactSheetDebtors, countAfter("debtors_count")},
		{"summary_sheet.lots", sheet, predate.FactLotCount, countAfter("lots_count")},
		{"summary_sheet.main_lots", sheet, predate.FactMainLotCount, countAfter("main_lots_count")},
		{"summary_sheet.buildings", sheet, predate.FactBuildingCount, countAfter("buildings_count")},
		{"summary_sheet.last_update", sheet, predate.FactLastUpdate, dayAfter("last_update")},

		{"registration_certificate.number", register, predate.KeyRegistrationNumber, registrationNumber},
		{"registration_certificate.name", register, predate.KeyCondominiumName, textAfter("building_name")},
		{"registration_certificate.address", register, predate.KeyBuildingAddress, buildingAddress},
		{"registration_certificate.agent", register, predate.KeyManagingAgent, textAfter("agent_part")},
		{"registration_certificate.lots", register, predate.FactLotCount, countAfter("lots_count")},
		{"registration_certificate.main_lots", register, predate.FactMainLotCount, countAfter("main_lots_count")},
		{"registration_certificate.last_update", register, predate.FactLastUpdate, dayAfter("last_update")},
	}
}

// sheetAgent reads the agent's name in the part of the sheet on the legal
// representative.
func sheetAgent(doc source) []predate.Figure {
	p := paperOf(doc)
	start := slices.IndexFunc(p.rows, func(r row) bool { return doc.says(r.text, "agent_part") })
	if start < 0 {
		return nil
	}
	part := paper{doc: doc, rows: p.rows[start:]}
	for _, id := range []lexicon.ID{"agent_name", "agent"} {
		for i := range part.rows[:min(len(part.rows), 12)] {
			if name, ok := part.nameAt(i, id); ok {
				return []predate.Figure{{Value: predate.Text(name.Text), Evidence: proofOf(name)}}
			}
		}
	}
	return nil
}

// sheetYear is the closed exercise that the sheet describes.
func sheetYear(p paper) predate.Period {
	from, _, okFrom := p.dateField("exercise_start")
	to, _, okTo := p.dateField("exercise_end")
	if okFrom && okTo && from.Before(to) {
		return predate.Period{From: from, To: to}
	}
	span, _, _ := p.spanField("exercise")
	return span
}

// sheetApproval reads which meeting approved the exercise of the sheet.
func sheetApproval(doc source) []predate.Figure {
	p := paperOf(doc)
	day, value, ok := p.dateField("approval_day")
	year := sheetYear(p)
	if !ok || year.IsZero() {
		return nil
	}
	return []predate.Figure{{Value: predate.Day(day), Year: year, AsOf: day, Evidence: proofOf(value)}}
}

// sheetAmount reads a financial row of the sheet for its exercise.
func sheetAmount(id lexicon.ID) func(source) []predate.Figure {
	return func(doc source) []predate.Figure {
		p := paperOf(doc)
		amount, ok := p.amountField(id)
		if !ok || p.recognised() {
			return nil
		}
		year := sheetYear(p)
		return []predate.Figure{{Value: predate.Money(amount.Cents), Year: year, AsOf: year.To, Evidence: proofOfAmount(amount)}}
	}
}

// countAfter reads a whole number after a label.
func countAfter(id lexicon.ID) func(source) []predate.Figure {
	return func(doc source) []predate.Figure {
		p := paperOf(doc)
		n, value, ok := p.countField(id)
		if !ok || p.recognised() {
			return nil
		}
		return []predate.Figure{{Value: predate.Count(n), Evidence: proofOf(value)}}
	}
}
