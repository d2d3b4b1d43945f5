package classify

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/fold"
)

// A mark is a phrase that speaks for a kind. Phrases are folded; alternatives
// are separated by "|" and count once.
type mark struct {
	kind   predate.Kind
	words  string
	weight int
}

// annexed are the words of the heading of a schedule: with them its number is no
// mere mention of an annexe.
const annexed = "etat financier|compte de gestion|travaux|budget previsionnel|repartition|operations exceptionnelles"

// weightIn is the weight of a mark in a run: the number of a schedule weighs as
// a title where the run also says what the schedule is about.
func (m mark) weightIn(run string) int {
	if !strings.HasPrefix(m.words, "annexe n°") || !slices.ContainsFunc(strings.Split(annexed, "|"), func(phrase string) bool { return fold.Has(run, phrase) }) {
		return m.weight
	}
	return 2 * m.weight
}

// titles are phrases with which a title begins. Several may be on one line:
// the heaviest speaks.
func titles() []mark {
	return slices.Concat(accountTitles(), scheduleTitles(), meetingTitles(), fileTitles())
}

// accountTitles announce the accounts of an owner and the syndic's ledger.
func accountTitles() []mark {
	return []mark{
		{predate.KindFundCall, "appel de fonds|appels de fonds|demande de provision|demande de provisions|demande de fonds|demande de versement|votre appel de fonds|votre appel|avis d'appel|appel de provision|appel de provisions|appel de charges|appel trimestriel|appel provisionnel|appel semestriel|appel mensuel|appel de cotisation|appel de cotisations", 70},
		{predate.KindFundCall, "avis d'echeance|appel n°", 45},
		{predate.KindAccountStatement, "releve de compte|extrait de compte|compte individuel|situation de compte|historique de compte|historique du compte|releve individuel de compte|releve du compte|votre compte de coproprietaire|votre releve de compte|extrait du compte|situation du compte|releve de votre compte|extrait de votre compte|votre extrait de compte|historique de votre compte|compte de coproprietaire|compte coproprietaire|etat de compte", 75},
		{predate.KindAccountStatement, "mon compte|votre compte au|votre compte|situation de votre compte|mouvements du compte|mouvements de votre compte", 45},
		{predate.KindChargeStatement, "decompte individuel|compte individuel de charges|compte individuel des charges|quote-part individuelle|quotes-parts individuelles|decompte de charges|decompte des charges|decompte annuel|repartition individuelle|etat individuel de repartition|etat individuel des charges|releve individuel de charges|releve individuel des charges|etat individuel de charges|decompte de repartition|arrete individuel", 80},
		{predate.KindChargeStatement, "repartition des charges|repartition de charges|repartition annuelle|regularisation de charges|regularisation des charges|regularisation annuelle|bilan annuel|votre decompte|etat des charges|charges de l'exercice", 60},
		{predate.KindExpenseStatement, "releve general des depenses|releve general des charges|etat general des depenses|etat des depenses|liste des depenses|releve des depenses|detail des depenses|etat detaille des depenses|grand livre des charges|releve general de depenses|depenses de l'exercice", 80},
	}
}

// scheduleTitles announce annexes 1 to 5 of the accounts.
func scheduleTitles() []mark {
	return []mark{
		{predate.KindSchedule1, "etat financier apres repartition", 85},
		{predate.KindSchedule2, "compte de gestion general", 85},
		{predate.KindSchedule3, "compte de gestion pour operations courantes|compte de gestion pour les operations courantes", 85},
		{predate.KindSchedule4, "compte de gestion pour travaux|compte de gestion pour les travaux", 85},
		{predate.KindSchedule5, "etat des travaux de l'article|etat des travaux art|etat des travaux votes|etat des travaux et operations", 85},
		{predate.KindSchedule1, "annexe n° 1|annexe 1|annexe i", 35},
		{predate.KindSchedule2, "annexe n° 2|annexe 2|annexe ii", 35},
		{predate.KindSchedule3, "annexe n° 3|annexe 3|annexe iii", 35},
		{predate.KindSchedule4, "annexe n° 4|annexe 4|annexe iv", 35},
		{predate.KindSchedule5, "annexe n° 5|annexe 5|annexe v", 35},
	}
}

// meetingTitles announce the papers of meetings and of the register.
func meetingTitles() []mark {
	return []mark{
		{predate.KindMinutes, "proces-verbal de l'assemblee|proces-verbal d'assemblee|proces verbal de l'assemblee|proces verbal d'assemblee|proces-verbal de la reunion|proces-verbal de carence|compte rendu de l'assemblee|compte-rendu de l'assemblee|compte rendu d'assemblee|compte-rendu d'assemblee|pv de l'assemblee|pv d'assemblee|pv d'ag|pv ag", 65},
		{predate.KindMinutes, "proces-verbal|proces verbal", 40},
		{predate.KindMeetingNotice, "convocation|lettre de convocation|avis de convocation|vous etes convoque", 65},
		{predate.KindMeetingNotice, "ordre du jour|projet de resolutions|projets de resolutions", 35},
		{predate.KindSummarySheet, "fiche synthetique", 80},
		{predate.KindRegistration, "attestation d'immatriculation|attestation de mise a jour|certificat d'immatriculation|attestation d'inscription au registre", 75},
		{predate.KindMaintenanceLog, "carnet d'entretien", 70},
		{predate.KindAgentContract, "contrat de syndic|contrat type de syndic|contrat-type de syndic", 80},
		{predate.KindLightAccounts, "comptes de la copropriete|comptes annuels|comptes du syndicat|compte rendu financier|recettes et depenses|tableau de tresorerie|comptabilite simplifiee|comptes de l'annee|comptes de l'exercice", 55},
	}
}

// fileTitles announce deeds, technical papers, and what is none of ours.
func fileTitles() []mark {
	return []mark{
		{predate.KindRules, "reglement de copropriete|reglement general de copropriete", 70},
		{predate.KindRules, "etat descriptif de division|cahier des charges", 50},
		{predate.KindAmendment, "modificatif|acte modificatif|modification du reglement de copropriete|modification de l'etat descriptif|modificative|additif au reglement de copropriete|additif a l'etat descriptif", 85},
		{predate.KindDTG, "diagnostic technique global", 80},
		{predate.KindPPTDraft, "projet de plan pluriannuel", 85},
		{predate.KindPPTDraft, "pppt", 70},
		{predate.KindPPT, "plan pluriannuel de travaux|plan pluriannuel des travaux", 80},
		{predate.KindCollectiveEPC, "dpe collectif|dpe immeuble|dpe de l'immeuble|diagnostic de performance energetique collectif|diagnostic de performance energetique de l'immeuble|diagnostic de performance energetique d'immeuble|diagnostic de performance energetique immeuble|diagnostic de performance energetique (batiment|diagnostic de performance energetique - immeuble|diagnostic de performance energetique du batiment", 85},
		{predate.KindCollectiveEPC, "diagnostic de performance energetique|dpe", 35},
		{predate.KindAsbestos, "dossier technique amiante|dossier technique \"amiante\"|diagnostic amiante parties communes|diagnostic technique amiante", 70},
		{predate.KindAsbestos, "dta|rapport de reperage amiante|rapport de mission de reperage|fiche recapitulative du dossier technique amiante", 45},
		{predate.KindLead, "constat de risque d'exposition au plomb", 60},
		{predate.KindLead, "crep|diagnostic plomb", 40},
		{predate.KindInsurance, "attestation d'assurance|attestation multirisque|contrat multirisque immeuble|assurance multirisque immeuble|attestation d'assurance multirisque|police multirisque", 70},
		{predate.KindPlan, "plan du|plan de l'etage|plan de masse|plan de situation|plan des|plan r+|plan -|plan niveau|plan sous-sol|plan rez|plan cadastral|plan de niveau|plan de division|plan d'etage|plan du r+", 55},
		{predate.KindOther, "reglement interieur|facture|devis|bon de commande|ordre de service|information aux coproprietaires|note d'information|notice d'information|lettre circulaire|dossier de diagnostic technique|pouvoir|formulaire de vote|feuille de presence|contrat d'entretien|contrat de maintenance|contrat de nettoyage|mise en demeure|offre de pret|bulletin de vote|rapport du conseil syndical|etat date|questionnaire|mandat de prelevement", 75},
	}
}
