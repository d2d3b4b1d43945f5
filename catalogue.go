package predate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// FigureType names the type of a figure's value, by the name that the report
// and the operators' commands use for it.
type FigureType string

// The types of the statement's figures; value.go has the values themselves.
const (
	TypeMoney          FigureType = "money" // cents
	TypeDate           FigureType = "date"
	TypePeriod         FigureType = "period"
	TypeText           FigureType = "text"
	TypeFlag           FigureType = "flag"
	TypeTexts          FigureType = "texts"
	TypeDates          FigureType = "dates"
	TypeLots           FigureType = "lots"
	TypeAllocationKeys FigureType = "allocation_keys"
	TypeCalls          FigureType = "calls"
	TypeWorks          FigureType = "works"
	TypeLoans          FigureType = "loans"
	TypeContribution   FigureType = "contribution"
	TypeInsurance      FigureType = "insurance"
	TypePaper          FigureType = "paper"
)

// Section is a part of the statement, in the order of the notaries' model.
type Section string

// The sections. The decree of 17 March 1967, article 5, has the first three of the
// sums; article L.721-2 of the CCH has the charges, the syndicat and the papers.
const (
	SectionIdentification Section = "identification"
	SectionDueBySeller    Section = "due_by_seller"
	SectionDueBySyndicat  Section = "due_by_syndicat"
	SectionBorneByBuyer   Section = "borne_by_buyer"
	SectionCharges        Section = "charges"
	SectionSyndicat       Section = "syndicat"
	SectionLife           Section = "life"
	SectionPapers         Section = "papers"
)

// Traits is a set of properties of a figure, besides its type and its section.
type Traits uint8

// The traits.
const (
	// Decisive figures are required by law. Where one is unknown, a paper is asked
	// for or an operator looks.
	Decisive Traits = 1 << iota
	// Exempt figures are not required from a small syndicat (loi 65-557, art. 14-3
	// al. 2; CCH, art. L.721-2).
	Exempt
	// Optional figures are printed only if they are known.
	Optional
	// Deniable figures describe things that may not exist: a proven absence is then
	// a value. For an amount it is printed as zero.
	Deniable
	// Silent figures describe things that papers mention only where they exist. If
	// no paper mentions one, the statement says so.
	Silent
	// Feminine figures have a French name that is feminine.
	Feminine
	// Inherent figures describe what every sale has. An operator may not rule that
	// one is missing or not applicable.
	Inherent
)

// FigureEntry is the catalogue's description of one figure of the statement.
type FigureEntry struct {
	Key     Key
	Type    FigureType
	Section Section
	Label   string // its French name, as a heading writes it
	Traits  Traits
}

// Is reports whether a figure has a trait.
func (e FigureEntry) Is(t Traits) bool { return e.Traits&t != 0 }

// MayBe reports whether an operator may rule that the figure has status s: none if its
// thing may not exist, not required if the law may exempt it, missing or not applicable
// if it is not Inherent.
func (e FigureEntry) MayBe(s Status) bool {
	switch s {
	case StatusDeclared:
		return true
	case StatusNone:
		return e.Is(Deniable) || e.Is(Silent)
	case StatusNotRequired:
		return e.Is(Exempt) || e.Section == SectionPapers
	case StatusMissing, StatusNotApplicable:
		return !e.Is(Inherent)
	}
	return false
}

// Name is the figure's French name inside a sentence.
func (e FigureEntry) Name() string {
	first, size := utf8.DecodeRuneInString(e.Label)
	return string(unicode.ToLower(first)) + e.Label[size:]
}

// FigureOf returns the catalogue's entry for k. It returns false for a key that is no
// figure of the statement, such as a fact.
func FigureOf(k Key) (FigureEntry, bool) {
	for _, part := range []func() []FigureEntry{identification, sums, charges, building, papers} {
		for _, e := range part() {
			if e.Key == k {
				return e, true
			}
		}
	}
	return FigureEntry{}, false
}

// OtherYear returns the N-2 figure for an N-1 figure, and the reverse. It returns false
// for a figure that has no such counterpart.
func OtherYear(k Key) (Key, bool) {
	line, last := strings.CutSuffix(string(k), "_n1")
	other := Key(line + "_n2")
	if !last {
		line, last = strings.CutSuffix(string(k), "_n2")
		other = Key(line + "_n1")
	}
	_, there := FigureOf(other)
	return other, last && there
}

// KeysThat returns the figures that have a trait, in the order of the statement.
func KeysThat(t Traits) []Key {
	var out []Key
	for _, e := range Figures() {
		if e.Is(t) {
			out = append(out, e.Key)
		}
	}
	return out
}

// Figures returns the catalogue: every figure of the statement, in the order of the
// notaries' model. The name, type and traits of a figure are defined here and nowhere
// else.
func Figures() []FigureEntry {
	return slices.Concat(identification(), sums(), charges(), building(), papers())
}

func identification() []FigureEntry {
	const section = SectionIdentification
	return []FigureEntry{
		{KeyBuildingAddress, TypeText, section, "Adresse de l’immeuble", Inherent},
		{KeyCondominiumName, TypeText, section, "Nom de la copropriété", 0},
		{KeyRegistrationNumber, TypeText, section, "Numéro d’immatriculation", 0},
		{KeyOwners, TypeTexts, section, "Propriétaires", Inherent},
		{KeySellerTitle, TypeDate, section, "Date à laquelle le vendeur est devenu propriétaire", Feminine},
		{KeyLots, TypeLots, section, "Lots vendus", Decisive | Inherent},
		{KeyAllocationKeys, TypeAllocationKeys, section, "Clés de répartition", Decisive},
		{KeyManagingAgent, TypeText, section, "Syndic", 0},
		{KeyManagingAgentType, TypeText, section, "Nature du syndic", 0},
		{KeyMandateEnd, TypeDate, section, "Fin du mandat du syndic", 0},
		{KeyAgentAddress, TypeText, section, "Adresse du syndic", 0},
		{KeyAgentPhone, TypeText, section, "Téléphone du syndic", 0},
		{KeyAgentCard, TypeText, section, "Carte professionnelle du syndic", 0},
		{KeyFiscalYearN, TypePeriod, section, "Exercice en cours, N", 0},
		{KeyFiscalYearN1, TypePeriod, section, "Dernier exercice approuvé, N-1", 0},
		{KeyFiscalYearN2, TypePeriod, section, "Exercice précédent, N-2", 0},
		{KeyAccountsApprovalDate, TypeDate, section, "Date d’approbation des comptes", 0},
		{KeyUnapprovedClosedYear, TypePeriod, section, "Exercice clos non approuvé", Optional},
	}
}

func sums() []FigureEntry {
	const seller, syndicat, buyer = SectionDueBySeller, SectionDueBySyndicat, SectionBorneByBuyer
	return []FigureEntry{
		{KeyAccountBalance, TypeMoney, seller, "Solde du compte du vendeur", Decisive},
		{KeyAccountBalanceDate, TypeDate, seller, "Date du solde", Optional},
		{KeyDueBudgetProvisions, TypeMoney, seller, "Provisions exigibles du budget prévisionnel", Decisive},
		{KeyDueOffBudgetProvisions, TypeMoney, seller, "Provisions exigibles hors budget", 0},
		{KeyDuePriorYears, TypeMoney, seller, "Charges impayées des exercices antérieurs", 0},
		{KeyDueTriggeredBySale, TypeMoney, seller, "Sommes devenues exigibles du fait de la vente", Silent | Feminine},
		{KeyDueAdvances, TypeMoney, seller, "Avances exigibles", 0},
		{KeyDueWorksFund, TypeMoney, seller, "Cotisations exigibles au fonds de travaux", 0},
		{KeyDuePrivateFees, TypeMoney, seller, "Frais imputables au seul copropriétaire", 0},
		{KeyLoanShareDue, TypeMoney, seller, "Quote-part d’emprunt collectif restant due", Silent | Feminine},
		{KeyGuarantee, TypeText, seller, "Cautionnement solidaire d’un emprunt", Silent | Deniable},
		{KeySyndicFees, TypeMoney, seller, "Honoraires du syndic pour l’état daté", 0},

		{KeyCashAdvance, TypeMoney, syndicat, "Avance de trésorerie (réserve)", Decisive | Exempt},
		{KeySpecialAdvance, TypeMoney, syndicat, "Avances constituant des provisions spéciales", Decisive | Exempt | Silent | Feminine},
		{KeyLoanAdvance, TypeMoney, syndicat, "Avances-emprunt", Exempt | Silent | Feminine},
		{KeyCreditBalancePrior, TypeMoney, syndicat, "Solde créditeur du compte", 0},

		{KeyAdvancesToReconstitute, TypeMoney, buyer, "Avances à reconstituer", Exempt},
		{KeyFutureBudget, TypeCalls, buyer, "Provisions du budget non encore exigibles", Decisive | Exempt | Deniable},
		{KeyFutureOffBudget, TypeCalls, buyer, "Provisions hors budget non encore exigibles", Decisive | Exempt | Deniable},
		{KeyFutureWorksFund, TypeCalls, buyer, "Cotisations au fonds de travaux à venir", Decisive | Exempt | Deniable},
		{KeyFutureLoan, TypeCalls, buyer, "Échéances d’emprunt collectif à venir", Exempt | Optional | Deniable | Silent | Feminine},
		{KeyNextYearBudgetShare, TypeMoney, buyer, "Quote-part du budget voté pour l’exercice suivant", Optional},
	}
}

func charges() []FigureEntry {
	const section = SectionCharges
	return []FigureEntry{
		{KeyCurrentCalledN1, TypeMoney, section, "Charges courantes appelées, N-1", Decisive},
		{KeyCurrentActualN1, TypeMoney, section, "Charges courantes réelles, N-1", Decisive},
		{KeyPaidCurrentN1, TypeMoney, section, "Charges courantes payées, N-1", Decisive},
		{KeyOffBudgetCalledN1, TypeMoney, section, "Charges hors budget appelées, N-1", Decisive},
		{KeyOffBudgetActualN1, TypeMoney, section, "Charges hors budget réelles, N-1", Decisive},
		{KeyPaidOffBudgetN1, TypeMoney, section, "Charges hors budget payées, N-1", Decisive},
		{KeyCurrentCalledN2, TypeMoney, section, "Charges courantes appelées, N-2", Decisive},
		{KeyCurrentActualN2, TypeMoney, section, "Charges courantes réelles, N-2", Decisive},
		{KeyPaidCurrentN2, TypeMoney, section, "Charges courantes payées, N-2", Decisive},
		{KeyOffBudgetCalledN2, TypeMoney, section, "Charges hors budget appelées, N-2", Decisive},
		{KeyOffBudgetActualN2, TypeMoney, section, "Charges hors budget réelles, N-2", Decisive},
		{KeyPaidOffBudgetN2, TypeMoney, section, "Charges hors budget payées, N-2", Decisive},
	}
}

func building() []FigureEntry {
	const syndicat, life = SectionSyndicat, SectionLife
	return []FigureEntry{
		{KeyArrears, TypeMoney, syndicat, "Charges impayées par l’ensemble des copropriétaires", Decisive | Exempt},
		{KeySupplierDebt, TypeMoney, syndicat, "Dette envers les fournisseurs", Decisive | Exempt},
		{KeyAccountsDate, TypeDate, syndicat, "Date des comptes du syndicat", 0},
		{KeyWorksFundExists, TypeFlag, syndicat, "Existence d’un fonds de travaux", Decisive},
		{KeyWorksFundBalance, TypeMoney, syndicat, "Montant du fonds de travaux", 0},
		{KeyWorksFundLotShare, TypeMoney, syndicat, "Part du fonds attachée aux lots vendus", Decisive},
		{KeyWorksFundContribution, TypeContribution, syndicat, "Dernière cotisation versée par le vendeur", Decisive | Deniable | Feminine},

		{KeyVotedWorks, TypeWorks, life, "Travaux votés", Decisive | Deniable},
		{KeyProceedings, TypeTexts, life, "Procédures en cours", Deniable | Silent | Feminine},
		{KeyLoans, TypeLoans, life, "Emprunts collectifs", Deniable | Silent},
		{KeyInsurance, TypeInsurance, life, "Assurance de l’immeuble", 0},
		{KeyNextMeeting, TypeDate, life, "Prochaine assemblée générale", 0},
		{KeyDifficulty, TypeText, life, "Copropriété en difficulté", Deniable | Silent},
		{KeyLandAssociation, TypeText, life, "Association syndicale (ASL, AFUL)", Deniable | Feminine},
	}
}

// papers returns the documents that the law requires the seller to hand to the buyer.
func papers() []FigureEntry {
	const section = SectionPapers
	return []FigureEntry{
		{KeySummarySheet, TypePaper, section, "Fiche synthétique de la copropriété", Deniable},
		{KeyCoownershipRules, TypePaper, section, "Règlement de copropriété et état descriptif de division", Deniable},
		{KeyDivisionAmendment, TypePaper, section, "Actes modificatifs publiés", Deniable},
		{KeyMinutes, TypeDates, section, "Procès-verbaux des assemblées des trois dernières années", 0},
		{KeyMaintenanceLog, TypePaper, section, "Carnet d’entretien de l’immeuble", Deniable},
		{KeyDTG, TypePaper, section, "Conclusions du diagnostic technique global", Deniable},
		{KeyPPT, TypePaper, section, "Plan pluriannuel de travaux, ou son projet", Deniable},
		{KeyCollectiveEPC, TypePaper, section, "Diagnostic de performance énergétique collectif", Deniable},
		{KeyAsbestosReport, TypePaper, section, "Dossier technique amiante des parties communes", Deniable},
		{KeyLeadReport, TypePaper, section, "Constat de risque d’exposition au plomb des parties communes", Deniable},
	}
}
