package typeset

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
)

// labels is the French name of every figure that a ledger or a note may cite.
func labels() map[predate.Key]string {
	return map[predate.Key]string{
		predate.KeyDueBudgetProvisions:    "Provisions exigibles du budget prévisionnel",
		predate.KeyDueOffBudgetProvisions: "Provisions exigibles hors budget",
		predate.KeyDuePriorYears:          "Charges impayées des exercices antérieurs",
		predate.KeyDueTriggeredBySale:     "Sommes devenues exigibles du fait de la vente",
		predate.KeyDueAdvances:            "Avances exigibles",
		predate.KeyDueWorksFund:           "Cotisations exigibles au fonds de travaux",
		predate.KeyDuePrivateFees:         "Frais imputables au seul copropriétaire",
		predate.KeyLoanShareDue:           "Quote-part d’emprunt collectif restant due",
		predate.KeyGuarantee:              "Cautionnement solidaire d’un emprunt",
		predate.KeySyndicFees:             "Honoraires du syndic pour l’état daté",
		predate.KeyCashAdvance:            "Avance de trésorerie (réserve)",
		predate.KeySpecialAdvance:         "Avances constituant des provisions spéciales",
		predate.KeyLoanAdvance:            "Avances-emprunt",
		predate.KeyCreditBalancePrior:     "Solde créditeur du compte",
		predate.KeyAdvancesToReconstitute: "Avances à reconstituer",
		predate.KeyFutureBudget:           "Provisions du budget non encore exigibles",
		predate.KeyFutureOffBudget:        "Provisions hors budget non encore exigibles",
		predate.KeyFutureWorksFund:        "Cotisations au fonds de travaux à venir",
		predate.KeyFutureLoan:             "Échéances d’emprunt collectif à venir",
		predate.KeyNextYearBudgetShare:    "Quote-part du budget voté pour l’exercice suivant",
		predate.KeyArrears:                "Charges impayées par l’ensemble des copropriétaires",
		predate.KeySupplierDebt:           "Dette envers les fournisseurs",
		predate.KeyAccountsDate:           "Date des comptes du syndicat",
		predate.KeyWorksFundExists:        "Existence d’un fonds de travaux",
		predate.KeyWorksFundBalance:       "Montant du fonds de travaux",
		predate.KeyWorksFundLotShare:      "Part du fonds attachée aux lots vendus",
		predate.KeyWorksFundContribution:  "Dernière cotisation versée par le vendeur",
		predate.KeyCurrentCalledN1:        "Charges courantes appelées, N-1",
		predate.KeyCurrentActualN1:        "Charges courantes réelles, N-1",
		predate.KeyPaidCurrentN1:          "Charges courantes payées, N-1",
		predate.KeyOffBudgetCalledN1:      "Charges hors budget appelées, N-1",
		predate.KeyOffBudgetActualN1:      "Charges hors budget réelles, N-1",
		predate.KeyPaidOffBudgetN1:        "Charges hors budget payées, N-1",
		predate.KeyCurrentCalledN2:        "Charges courantes appelées, N-2",
		predate.KeyCurrentActualN2:        "Charges courantes réelles, N-2",
		predate.KeyPaidCurrentN2:          "Charges courantes payées, N-2",
		predate.KeyOffBudgetCalledN2:      "Charges hors budget appelées, N-2",
		predate.KeyOffBudgetActualN2:      "Charges hors budget réelles, N-2",
		predate.KeyPaidOffBudgetN2:        "Charges hors budget payées, N-2",
	}
}

func label(k predate.Key) string { return labels()[k] }

// chargeKeys is the figures of the annex of charges, in the order of reading.
func chargeKeys() []predate.Key {
	return []predate.Key{
		predate.KeyCurrentCalledN1, predate.KeyCurrentActualN1, predate.KeyPaidCurrentN1,
		predate.KeyOffBudgetCalledN1, predate.KeyOffBudgetActualN1, predate.KeyPaidOffBudgetN1,
		predate.KeyCurrentCalledN2, predate.KeyCurrentActualN2, predate.KeyPaidCurrentN2,
		predate.KeyOffBudgetCalledN2, predate.KeyOffBudgetActualN2, predate.KeyPaidOffBudgetN2,
	}
}

// printedKeys is every figure that the document always prints.
func printedKeys() []predate.Key {
	keys := []predate.Key{
		predate.KeyBuildingAddress, predate.KeyCondominiumName, predate.KeyRegistrationNumber, predate.KeyOwners,
		predate.KeyLots, predate.KeyAllocationKeys, predate.KeyManagingAgent, predate.KeyManagingAgentType,
		predate.KeyMandateEnd, predate.KeyFiscalYearN, predate.KeyFiscalYearN1, predate.KeyFiscalYearN2,
		predate.KeyAccountsApprovalDate,
		predate.KeyAccountBalance, predate.KeyDueBudgetProvisions, predate.KeyDueOffBudgetProvisions,
		predate.KeyDuePriorYears, predate.KeyDueTriggeredBySale, predate.KeyDueAdvances, predate.KeyDueWorksFund,
		predate.KeyDuePrivateFees, predate.KeyLoanShareDue, predate.KeyGuarantee, predate.KeySyndicFees,
		predate.KeyCashAdvance, predate.KeySpecialAdvance, predate.KeyLoanAdvance, predate.KeyCreditBalancePrior,
		predate.KeyAdvancesToReconstitute, predate.KeyFutureBudget, predate.KeyFutureOffBudget, predate.KeyFutureWorksFund,
		predate.KeyArrears, predate.KeySupplierDebt, predate.KeyAccountsDate, predate.KeyWorksFundExists,
		predate.KeyWorksFundBalance, predate.KeyWorksFundLotShare, predate.KeyWorksFundContribution,
		predate.KeyVotedWorks, predate.KeyProceedings, predate.KeyLoans, predate.KeyInsurance,
		predate.KeyNextMeeting, predate.KeyDifficulty,
	}
	keys = append(keys, chargeKeys()...)
	for _, p := range legalPapers() {
		keys = append(keys, p.key)
	}
	return keys
}

// legalPaper is a document that the law wants handed to the buyer.
type legalPaper struct {
	key  predate.Key
	name string
	law  string
	with predate.Key // the paper with which it is asked for; empty for none
}

func legalPapers() []legalPaper {
	return []legalPaper{
		{key: predate.KeySummarySheet, name: "Fiche synthétique de la copropriété", law: "CCH, art. L.721-2, II, 1° a ; loi n° 65-557, art. 8-2"},
		{key: predate.KeyCoownershipRules, name: "Règlement de copropriété et état descriptif de division", law: "CCH, art. L.721-2, II, 1° b"},
		{key: predate.KeyDivisionAmendment, name: "Actes modificatifs publiés", law: "CCH, art. L.721-2, II, 1° b", with: predate.KeyCoownershipRules},
		{key: predate.KeyMinutes, name: "Procès-verbaux des assemblées des trois dernières années", law: "CCH, art. L.721-2, II, 1° c"},
		{key: predate.KeyMaintenanceLog, name: "Carnet d’entretien de l’immeuble", law: "CCH, art. L.721-2, II, 3°"},
		{key: predate.KeyDTG, name: "Conclusions du diagnostic technique global", law: "CCH, art. L.721-2, II, 5°"},
		{key: predate.KeyPPT, name: "Plan pluriannuel de travaux, ou son projet", law: "CCH, art. L.721-2, II, 6°"},
		{key: predate.KeyCollectiveEPC, name: "Diagnostic de performance énergétique collectif"},
		{key: predate.KeyAsbestosReport, name: "Dossier technique amiante des parties communes"},
		{key: predate.KeyLeadReport, name: "Constat de risque d’exposition au plomb des parties communes"},
	}
}

// kindName says what a paper is.
func kindName(k predate.Kind) string {
	names := map[predate.Kind]string{
		predate.KindFundCall:         "appel de fonds",
		predate.KindAccountStatement: "relevé de compte",
		predate.KindChargeStatement:  "décompte individuel de charges",
		predate.KindExpenseStatement: "relevé général des dépenses",
		predate.KindSchedule1:        "annexe comptable n° 1",
		predate.KindSchedule2:        "annexe comptable n° 2",
		predate.KindSchedule3:        "annexe comptable n° 3",
		predate.KindSchedule4:        "annexe comptable n° 4",
		predate.KindSchedule5:        "annexe comptable n° 5",
		predate.KindMeetingNotice:    "convocation d’assemblée générale",
		predate.KindMinutes:          "procès-verbal d’assemblée générale",
		predate.KindSummarySheet:     "fiche synthétique",
		predate.KindRules:            "règlement de copropriété",
		predate.KindAmendment:        "modificatif du règlement ou de l’état de division",
		predate.KindMaintenanceLog:   "carnet d’entretien",
		predate.KindRegistration:     "attestation d’immatriculation",
		predate.KindDTG:              "diagnostic technique global",
		predate.KindPPT:              "plan pluriannuel de travaux",
		predate.KindPPTDraft:         "projet de plan pluriannuel de travaux",
		predate.KindCollectiveEPC:    "DPE collectif",
		predate.KindAsbestos:         "dossier technique amiante",
		predate.KindLead:             "constat plomb",
		predate.KindInsurance:        "attestation d’assurance",
		predate.KindAgentContract:    "contrat de syndic",
		predate.KindPlan:             "plan",
		predate.KindLightAccounts:    "comptabilité simplifiée",
		predate.KindOther:            "autre document",
	}
	if name, ok := names[k]; ok {
		return strings.ReplaceAll(name, "n° ", "n°"+nbsp)
	}
	return "autre document"
}

// capital writes the first letter as a capital.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// gateName says in French what a gate compares; an unknown one keeps its id.
func gateName(id string) string {
	names := map[string]string{
		"account.balance":          "Relevé de compte : ouverture, mouvements et solde",
		"account.running":          "Relevé de compte : soldes intermédiaires",
		"account.totals":           "Relevé de compte : totaux imprimés",
		"advances.cap":             "Avance de trésorerie et sixième du budget",
		"advances.mirror":          "Avances dues au vendeur et à reconstituer",
		"calls.budget":             "Budgets appelés et budgets votés",
		"calls.exercise_n":         "Appels de l’exercice en cours et budget des lots",
		"calls.sums":               "Appels : lignes, sous-totaux et total",
		"calls.works_fund_n":       "Appels du fonds de travaux de l’exercice en cours et cotisation des lots",
		"calls.year_n1":            "Appels et provisions du décompte, N-1",
		"calls.year_n2":            "Appels et provisions du décompte, N-2",
		"charges.adjustment_n1":    "Régularisation N-1 inscrite au compte",
		"charges.adjustment_n2":    "Régularisation N-2 inscrite au compte",
		"charges.keys":             "Décompte : clés et total de chaque lot",
		"charges.recomputation_n1": "Décompte N-1 et annexe 3 par tantièmes",
		"charges.recomputation_n2": "Décompte N-2 et annexe 3 par tantièmes",
		"charges.works_n1":         "Travaux clos N-1 et tantièmes",
		"charges.works_n2":         "Travaux clos N-2 et tantièmes",
		"part_1.sum":               "Ventilation de la partie 1 et solde débiteur",
		"schedule_1.balance":       "Annexe 1 : équilibre des totaux",
		"schedule_1.list":          "Annexe 1 : liste individuelle et comptes 45",
		"schedule_1.suspense":      "Annexe 1 : compte d’attente 47",
		"schedule_1.works_pending": "Annexe 1, compte 12, et annexe 5",
		"schedule_2.current":       "Annexe 2, partie courante, et annexe 3",
		"schedule_2.works":         "Annexe 2, partie travaux, et annexe 4",
		"schedule_4.lines":         "Annexe 4 : provisions et dépenses",
		"schedule_5.lines":         "Annexe 5 : colonnes C, D et E",
		"works.calendar":           "Travaux : voté, financé, appelé, à appeler",
		"works_fund.share":         "Part du fonds de travaux et tantièmes",
	}
	if name, ok := names[id]; ok {
		return typographic(name)
	}
	return id
}
