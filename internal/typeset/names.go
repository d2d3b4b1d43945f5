package typeset

import "predate"

// Label is the French name of a figure of the statement, as people speak of
// it; a key that is none is given back as it is.
func Label(k predate.Key) string {
	if name := label(k); name != "" {
		return name
	}
	for _, p := range legalPapers() {
		if p.key == k {
			return p.name
		}
	}
	names := map[predate.Key]string{
		predate.KeyBuildingAddress:      "Adresse de l’immeuble",
		predate.KeyCondominiumName:      "Nom de la copropriété",
		predate.KeyRegistrationNumber:   "Numéro d’immatriculation",
		predate.KeyOwners:               "Propriétaires",
		predate.KeyLots:                 "Lots vendus",
		predate.KeyAllocationKeys:       "Clés de répartition",
		predate.KeyManagingAgent:        "Syndic",
		predate.KeyManagingAgentType:    "Nature du syndic",
		predate.KeyMandateEnd:           "Fin du mandat du syndic",
		predate.KeyFiscalYearN:          "Exercice en cours, N",
		predate.KeyFiscalYearN1:         "Dernier exercice approuvé, N-1",
		predate.KeyFiscalYearN2:         "Exercice précédent, N-2",
		predate.KeyUnapprovedClosedYear: "Exercice clos non approuvé",
		predate.KeyAccountsApprovalDate: "Date d’approbation des comptes",
		predate.KeyAccountBalance:       "Solde du compte du vendeur",
		predate.KeyAccountBalanceDate:   "Date du solde",
		predate.KeyVotedWorks:           "Travaux votés",
		predate.KeyProceedings:          "Procédures en cours",
		predate.KeyLoans:                "Emprunts collectifs",
		predate.KeyInsurance:            "Assurance de l’immeuble",
		predate.KeyNextMeeting:          "Prochaine assemblée générale",
		predate.KeyDifficulty:           "Copropriété en difficulté",
	}
	if name, ok := names[k]; ok {
		return name
	}
	return string(k)
}

// Labelled is every figure that has a name, in the order of the notaries'
// model.
func Labelled() []predate.Key {
	keys := printedKeys()
	known := map[predate.Key]bool{}
	for _, k := range keys {
		known[k] = true
	}
	for _, k := range []predate.Key{
		predate.KeyUnapprovedClosedYear, predate.KeyAccountBalanceDate, predate.KeyFutureLoan, predate.KeyNextYearBudgetShare,
	} {
		if !known[k] {
			keys = append(keys, k)
		}
	}
	return keys
}

// KindName is what a paper is called in French.
func KindName(k predate.Kind) string { return kindName(k) }

// GateName says in French what a gate compares.
func GateName(id string) string { return gateName(id) }

// Words writes a value as a French reader expects it, a list of calls as its
// total; "" for the other lists.
func Words(v predate.Value) string { return words(v) }
