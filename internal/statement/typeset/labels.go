package typeset

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
)

// keysOf returns the figures of a section, in the order of reading.
func keysOf(section predate.Section) []predate.Key {
	var out []predate.Key
	for _, e := range predate.Figures() {
		if e.Section == section {
			out = append(out, e.Key)
		}
	}
	return out
}

// printedKeys is every figure that the document always prints.
func printedKeys() []predate.Key {
	var out []predate.Key
	for _, e := range predate.Figures() {
		if !e.Is(predate.Optional) {
			out = append(out, e.Key)
		}
	}
	return out
}

// legalPaper is what is printed of a document that the law wants handed to the
// buyer, beside its name.
type legalPaper struct {
	key  predate.Key
	law  string
	with predate.Key // the paper with which it is asked for; empty for none
}

func legalPapers() []legalPaper {
	return []legalPaper{
		{key: predate.KeySummarySheet, law: "CCH, art. L.721-2, II, 1° a ; loi n° 65-557, art. 8-2"},
		{key: predate.KeyCoownershipRules, law: "CCH, art. L.721-2, II, 1° b"},
		{key: predate.KeyDivisionAmendment, law: "CCH, art. L.721-2, II, 1° b", with: predate.KeyCoownershipRules},
		{key: predate.KeyMinutes, law: "CCH, art. L.721-2, II, 1° c"},
		{key: predate.KeyMaintenanceLog, law: "CCH, art. L.721-2, II, 3°"},
		{key: predate.KeyDTG, law: "CCH, art. L.721-2, II, 5°"},
		{key: predate.KeyPPT, law: "CCH, art. L.721-2, II, 6°"},
		{key: predate.KeyCollectiveEPC},
		{key: predate.KeyAsbestosReport},
		{key: predate.KeyLeadReport},
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
	if gate, ok := predate.GateOf(id); ok {
		return typographic(gate.Label)
	}
	return id
}
