package extract

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/fold"
)

// summarySheetRules read the fiche synthétique (décret 2016-1822) and the
// certificate of the register. The financial rows of the sheet are wider than
// annexe 1, so they stay facts.
func summarySheetRules() []Rule {
	sheet, register := predate.KindSummarySheet, predate.KindRegistration
	return []Rule{
		{"summary_sheet.date", sheet, predate.KeySummarySheet, renewedOn},
		{"summary_sheet.name", sheet, predate.KeyCondominiumName, textAfter("nom d'usage")},
		{"summary_sheet.address", sheet, predate.KeyBuildingAddress, addressAfter("adresse de la copropriete", "adresse de l'immeuble", "adresse du syndicat", "adresse")},
		{"summary_sheet.registration", sheet, predate.KeyRegistrationNumber, registrationNumber},
		{"summary_sheet.agent", sheet, predate.KeyManagingAgent, sheetAgent},
		{"summary_sheet.agent_type", sheet, predate.KeyManagingAgentType, agentType},
		{"summary_sheet.mandate_end", sheet, predate.KeyMandateEnd, dayAfter("fin de mandat", "date de fin de mandat", "fin du mandat", "date de fin du mandat")},
		{"summary_sheet.difficulty", sheet, predate.KeyDifficulty, difficulty},
		{"summary_sheet.difficulty_mentioned", sheet, predate.FactDifficultyMentioned, difficultyMentioned},
		{"summary_sheet.approval", sheet, predate.KeyAccountsApprovalDate, sheetApproval},
		{"summary_sheet.net_charges", sheet, predate.FactSheetNetCharges, sheetAmount("charges courantes", "montant des charges courantes")},
		{"summary_sheet.works_charges", sheet, predate.FactSheetWorksCharges, sheetAmount("charges pour travaux", "montant des charges pour travaux", "travaux et operations exceptionnelles")},
		{"summary_sheet.debts", sheet, predate.FactSheetDebts, sheetAmount("montant des dettes", "dettes du syndicat", "dettes a l'egard", "dettes fournisseurs", "dettes")},
		{"summary_sheet.arrears", sheet, predate.FactSheetArrears, sheetAmount("montant des sommes restant dues", "sommes restant dues", "montant des impayes")},
		{"summary_sheet.works_fund", sheet, predate.FactSheetWorksFund, sheetAmount("montant du fonds de travaux", "montant fonds de travaux", "fonds de travaux")},
		{"summary_sheet.debtors", sheet, predate.FactSheetDebtors, countAfter("nombre de coproprietaires debiteurs", "coproprietaires debiteurs")},
		{"summary_sheet.lots", sheet, predate.FactLotCount, countAfter("nombre total de lots")},
		{"summary_sheet.main_lots", sheet, predate.FactMainLotCount, countAfter("nombre de lots a usage", "nombre total de lots a usage d'habitation", "nombre de lots principaux")},
		{"summary_sheet.buildings", sheet, predate.FactBuildingCount, countAfter("nombre de batiments", "nombre total de batiments")},
		{"summary_sheet.last_update", sheet, predate.FactLastUpdate, dayAfter("date de la derniere mise a jour", "date de derniere mise a jour")},

		{"registration_certificate.number", register, predate.KeyRegistrationNumber, registrationNumber},
		{"registration_certificate.name", register, predate.KeyCondominiumName, textAfter("nom d'usage")},
		{"registration_certificate.address", register, predate.KeyBuildingAddress, addressAfter("adresse de reference", "adresse principale", "adresse")},
		{"registration_certificate.agent", register, predate.KeyManagingAgent, textAfter("representant legal")},
		{"registration_certificate.lots", register, predate.FactLotCount, countAfter("nombre total de lots")},
		{"registration_certificate.main_lots", register, predate.FactMainLotCount, countAfter("nombre de lots a usage")},
		{"registration_certificate.last_update", register, predate.FactLastUpdate, dayAfter("date de la derniere mise a jour", "date de derniere mise a jour")},
	}
}

// sheetAgent reads the agent's name in the part of the sheet on the legal
// representative.
func sheetAgent(doc source) []predate.Figure {
	p := paperOf(doc)
	start := slices.IndexFunc(p.rows, func(r row) bool { return strings.Contains(r.text, "representant legal") })
	if start < 0 {
		return nil
	}
	part := paper{doc: doc, rows: p.rows[start:]}
	for _, label := range []string{"nom du syndic", "nom du representant legal", "denomination", "raison sociale", "nom", "syndic"} {
		for i := range part.rows[:min(len(part.rows), 12)] {
			name, ok := part.nameAt(i, label)
			if ok && !fold.Has(part.rows[i].text, "nom d'usage") {
				return []predate.Figure{{Value: predate.Text(name.Text), Evidence: proofOf(name)}}
			}
		}
	}
	return nil
}

// sheetYear is the closed exercise that the sheet describes.
func sheetYear(p paper) predate.Period {
	from, _, okFrom := p.dateField("date de debut de l'exercice", "debut de l'exercice")
	to, _, okTo := p.dateField("date de fin de l'exercice", "fin de l'exercice")
	if okFrom && okTo && from.Before(to) {
		return predate.Period{From: from, To: to}
	}
	for _, label := range []string{"exercice clos", "exercice comptable clos", "dernier exercice clos", "exercice"} {
		for i := range p.rows {
			if value, ok := p.valueAt(i, label); ok {
				if span, ok := spanIn(fold.Text(value.Text)); ok {
					return span
				}
			}
		}
	}
	return predate.Period{}
}

// sheetApproval reads which meeting approved the exercise of the sheet.
func sheetApproval(doc source) []predate.Figure {
	p := paperOf(doc)
	day, value, ok := p.dateField("date de l'ag ayant approuve", "date de l'assemblee generale ayant approuve", "date de l'assemblee ayant approuve", "date d'approbation des comptes", "comptes approuves le")
	year := sheetYear(p)
	if !ok || year.IsZero() {
		return nil
	}
	return []predate.Figure{{Value: predate.Day(day), Year: year, AsOf: day, Evidence: proofOf(value)}}
}

// sheetAmount reads a financial row of the sheet for its exercise.
func sheetAmount(labels ...string) func(source) []predate.Figure {
	return func(doc source) []predate.Figure {
		p := paperOf(doc)
		amount, ok := p.amountField(labels...)
		if !ok || p.recognised() {
			return nil
		}
		year := sheetYear(p)
		return []predate.Figure{{Value: predate.Money(amount.Cents), Year: year, AsOf: year.To, Evidence: proofOfAmount(amount)}}
	}
}

// countAfter reads a whole number after a label.
func countAfter(labels ...string) func(source) []predate.Figure {
	return func(doc source) []predate.Figure {
		p := paperOf(doc)
		n, value, ok := p.countField(labels...)
		if !ok || p.recognised() {
			return nil
		}
		return []predate.Figure{{Value: predate.Count(n), Evidence: proofOf(value)}}
	}
}
