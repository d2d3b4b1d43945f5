package classify

import (
	"slices"

	"predate"
)

// contents are phrases that stand anywhere in a paper of the kind.
func contents() []mark {
	return slices.Concat(accountContents(), scheduleContents(), meetingContents(), fileContents())
}

// accountContents are the words of the accounts of an owner.
func accountContents() []mark {
	return []mark{
		{predate.KindFundCall, "net a payer|net a regler|total a payer|total a regler|a regler avant|somme a regler|montant a regler|montant a payer|a payer avant|a payer au plus tard|au plus tard le|a payer pour le|a regler pour le", 15},
		{predate.KindFundCall, "total de l'appel|total de cet appel|montant de cet appel|montant du present appel|montant de l'appel|appel de la periode|montant appele|nature de l'appel", 15},
		{predate.KindFundCall, "exigible le|date d'exigibilite|exigibles le premier jour|exigible au|exigibilite", 10},
		{predate.KindFundCall, "appel n°|numero d'appel", 10},
		{predate.KindFundCall, "solde anterieur|report de solde|solde avant appel|solde precedent de votre compte|iban|talon|tip sepa|coupon", 8},
		{predate.KindAccountStatement, "a nouveau|solde a nouveau|report a nouveau|solde initial|solde reporte", 15},
		{predate.KindAccountStatement, "total des mouvements|totaux des mouvements|total mouvements|total debit|total credit", 15},
		{predate.KindAccountStatement, "debit credit|credit debit", 12},
		{predate.KindAccountStatement, "votre virement|prelevement automatique|virement|prelevement|cheque|votre reglement|encaissement", 6},
		{predate.KindAccountStatement, "solde debiteur|solde crediteur|solde progressif|detail du solde|solde au", 8},
		{predate.KindChargeStatement, "depenses a repartir|depense a repartir|a repartir|montant a repartir|charges a repartir", 12},
		{predate.KindChargeStatement, "provisions appelees sur|provisions appelees lot|provisions appelees pour|provisions versees|vos provisions|provisions appelees", 10},
		{predate.KindChargeStatement, "dont recuperable|recuperable|dont locatif|charges locatives|locatif", 5},
		{predate.KindChargeStatement, "votre quote-part|quote-part reelle|total du lot|total lot|vos tantiemes|vos charges|quote-part", 8},
		{predate.KindExpenseStatement, "n° facture|n° piece|n° de facture|n° de piece|piece", 12},
		{predate.KindExpenseStatement, "fournisseur", 12},
		{predate.KindExpenseStatement, "total brut|total net des depenses|total general des depenses|total des depenses|depenses a repartir", 8},
	}
}

// scheduleContents are the words of annexes 1 to 5.
func scheduleContents() []mark {
	return []mark{
		{predate.KindSchedule1, "banques ou fonds disponibles|fonds disponibles en banque", 20},
		{predate.KindSchedule1, "fonds places", 8},
		{predate.KindSchedule1, "creances douteuses", 12},
		{predate.KindSchedule1, "excedents verses", 12},
		{predate.KindSchedule1, "sommes exigibles restant a recevoir", 12},
		{predate.KindSchedule1, "liste individuelle des creances", 10},
		{predate.KindSchedule2, "produits pour operations courantes|produits - operations courantes|charges pour operations courantes|charges - operations courantes|operations courantes", 10},
		{predate.KindSchedule2, "produits pour travaux|charges pour travaux|travaux et autres operations exceptionnelles", 12},
		{predate.KindSchedule2, "pour le vote du budget previsionnel|pour le vote du budget", 8},
		{predate.KindSchedule2, "sous-total", 5},
		{predate.KindSchedule3, "charges par cle de repartition|par cle de repartition|cles de repartition", 12},
		{predate.KindSchedule3, "total charges nettes|total des charges nettes", 18},
		{predate.KindSchedule3, "pour le vote du budget previsionnel|pour le vote du budget|exercice clos realise", 8},
		{predate.KindSchedule3, "provisions coproprietaires", 6},
		{predate.KindSchedule4, "depenses votees", 18},
		{predate.KindSchedule4, "termines dans l'exercice|clotures dans l'exercice|acheves dans l'exercice|clos dans l'exercice", 18},
		{predate.KindSchedule4, "affectation du fonds de travaux", 5},
		{predate.KindSchedule4, "total operations exceptionnelles|operations exceptionnelles", 8},
		{predate.KindSchedule5, "travaux payes", 18},
		{predate.KindSchedule5, "travaux realises", 8},
		{predate.KindSchedule5, "non encore clotures|non clotures", 18},
		{predate.KindSchedule5, "solde en attente", 6},
	}
}

// meetingContents are the words of meetings and of the register.
func meetingContents() []mark {
	return []mark{
		{predate.KindMinutes, "se sont reunis|se sont assembles|s'est reunie|s'est tenue", 25},
		{predate.KindMinutes, "seance est levee|seance a ete levee|leve la seance|cloture de la seance", 25},
		{predate.KindMinutes, "resolution est adoptee|est adoptee|resolution adoptee|resolution est rejetee|est rejetee|resolution rejetee|adoptee a la majorite|adoptee a l'unanimite", 25},
		{predate.KindMinutes, "ont vote contre|votent contre|vote contre|votent pour|se sont abstenus|s'abstiennent|ont vote pour", 12},
		{predate.KindMinutes, "feuille de presence", 8},
		{predate.KindMinutes, "opposants ou defaillants", 8},
		{predate.KindMeetingNotice, "vous convoquer|vous etes convoque|etes convoques|nous vous convoquons", 30},
		{predate.KindMeetingNotice, "se tiendra|aura lieu", 15},
		{predate.KindMeetingNotice, "ordre du jour", 8},
		{predate.KindMeetingNotice, "si vous ne pouvez assister|si vous ne pouvez|formulaire de vote|au moyen du pouvoir|pouvoir joint", 12},
		{predate.KindMeetingNotice, "projet de resolution|projets de resolution|projets de resolutions|projet de budget|le cas echeant, en leur forme", 10},
		{predate.KindSummarySheet, "article 8-2|2016-1822", 20},
		{predate.KindSummarySheet, "donnees d'identification|identification de la copropriete", 8},
		{predate.KindSummarySheet, "coproprietaires debiteurs vis-a-vis|dont la dette excede", 10},
		{predate.KindSummarySheet, "caracteristiques financieres|donnees financieres", 8},
		{predate.KindRegistration, "teneur du registre", 20},
		{predate.KindRegistration, "date d'immatriculation initiale|date d'immatriculation", 8},
		{predate.KindRegistration, "registre national d'immatriculation|registre national des coproprietes", 8},
		{predate.KindMaintenanceLog, "2001-477", 20},
		{predate.KindMaintenanceLog, "gros travaux", 12},
		{predate.KindMaintenanceLog, "contrats d'entretien|contrats de maintenance|contrats d'assurance", 6},
		{predate.KindAgentContract, "2015-342", 20},
		{predate.KindAgentContract, "imputables aux seuls coproprietaires|forfait annuel|remuneration forfaitaire", 10},
		{predate.KindLightAccounts, "14-3|comptabilite simplifiee|comptabilite en partie simple", 20},
		{predate.KindLightAccounts, "total recettes|total des recettes|recettes", 12},
		{predate.KindLightAccounts, "en caisse|tresorerie au debut|solde en banque", 8},
	}
}

// fileContents are the words of deeds and technical papers.
func fileContents() []mark {
	return []mark{
		{predate.KindRules, "tableau recapitulatif des lots", 20},
		{predate.KindRules, "etat descriptif de division", 15},
		{predate.KindRules, "notaire", 6},
		{predate.KindRules, "parties privatives|destination de l'immeuble|parties communes generales", 8},
		{predate.KindRules, "publie au service de la publicite fonciere|bureau des hypotheques|conservation des hypotheques|publicite fonciere", 8},
		{predate.KindAmendment, "nouvelle quote-part|ancienne quote-part", 15},
		{predate.KindAmendment, "modificatif a l'etat descriptif|modificatif au reglement|modificatif de l'etat descriptif", 10},
		{predate.KindDTG, "l.731-1|l. 731-1|l731-1", 15},
		{predate.KindPPT, "echeancier|cout estime|duree 10 ans|dix ans", 5},
		{predate.KindPPTDraft, "echeancier|cout estime|duree 10 ans|dix ans", 5},
		{predate.KindCollectiveEPC, "dpe collectif|immeuble collectif|batiment collectif", 25},
		{predate.KindCollectiveEPC, "classe energie|etiquette energie|kwh/m2|kwhep", 10},
		{predate.KindAsbestos, "r.1334-29|materiaux et produits contenant de l'amiante|liste a et b|fibres-ciment", 8},
		{predate.KindAsbestos, "parties communes", 8},
		{predate.KindLead, "l.1334-5|unites de diagnostic|unite de diagnostic", 10},
		{predate.KindLead, "parties communes", 8},
		{predate.KindInsurance, "multirisque immeuble|multirisque", 12},
		{predate.KindInsurance, "presomption de garantie|periode de garantie|n° de police|police n°|titulaire du contrat", 10},
		{predate.KindPlan, "echelle|geometre|1/100|1/50|1/200", 12},
		{predate.KindOther, "loi carrez|surface privative|lot privatif|amiante avant vente|avant vente|du logement", 30},
		{predate.KindOther, "responsabilite civile decennale|garantie decennale|assurance decennale|responsabilite civile professionnelle de l'entreprise", 60},
	}
}
