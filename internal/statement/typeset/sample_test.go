package typeset

import (
	"fmt"
	"strings"
	"time"

	"predate"
)

func on(year int, month time.Month, day int) predate.Date {
	return predate.Date{Year: year, Month: month, Day: day}
}

func calendarYear(y int) predate.Period { return predate.Period{From: on(y, 1, 1), To: on(y, 12, 31)} }

func options() Options {
	return Options{Issued: on(2026, 5, 19), VerifyAt: "https://verification.predate.example", Issuer: sampleIssuer()}
}

func sampleIssuer() predate.Issuer {
	return predate.Issuer{
		Name: "Études Vassignac-Orvelle", LegalForm: "SARL au capital de 8 000 €", SIREN: "732829320",
		Address: "4 quai des Bateliers-Rouges, 69002 Lyon", Place: "Lyon", Phone: "04 00 00 00 00", Email: "contact@vassignac.example",
		Insurance: "Mutuelle des Rives, police n° 40 118",
		Mandate:   "Mandat écrit du vendeur, pour réunir les pièces de la vente et établir ce document.",
	}
}

// dossierSample is a statement in the making.
type dossierSample struct{ predate.Statement }

func newSample() dossierSample {
	return dossierSample{predate.Statement{
		Order: predate.Order{
			ID: "K7M2QX", ExternalID: "CLIENT-0815",
			Property: predate.Address{Street: "18 rue des Maraîchers-Fleuris", City: "Lyon", Zipcode: "69003"},
			Owners:   []predate.Owner{{Firstname: "Hélène", Lastname: "Vassorelle"}},
			Method:   predate.MethodUpload, Syndic: predate.Syndic{Name: "Cabinet Orvellac-Brimont"}, Lots: "14, 38",
		},
		ReferenceDate: on(2026, 5, 18),
		Figures:       map[predate.Key]predate.Figure{},
	}}
}

func at(file string, page int, text string) predate.Evidence {
	return predate.Evidence{File: file, Page: page, Text: text, Box: predate.Box{X0: 70, Y0: float64(100 + page), X1: 120, Y1: 110}, Rule: "sample"}
}

func (d dossierSample) set(k predate.Key, st predate.Status, v predate.Value, why string, evidence ...predate.Evidence) {
	d.Figures[k] = predate.Figure{Key: k, Status: st, Value: v, Derivation: predate.Worded(why), Evidence: evidence}
}

func (d dossierSample) read(k predate.Key, v predate.Value, evidence ...predate.Evidence) {
	d.set(k, predate.StatusConfirmed, v, "", evidence...)
}

func (d dossierSample) computed(k predate.Key, v predate.Value, how string, evidence ...predate.Evidence) {
	d.set(k, predate.StatusComputed, v, how, evidence...)
}

func (d dossierSample) none(k predate.Key, v predate.Value, why string, evidence ...predate.Evidence) {
	d.set(k, predate.StatusNone, v, why, evidence...)
}

const (
	callPaper    = "Appel de fonds 2e trimestre 2026.pdf"
	account      = "RELEVE_COMPTE_450-0014_20260511.pdf"
	charges2025  = "decompte charges 2025.pdf"
	charges2024  = "decompte charges 2024.pdf"
	notice       = "AG2026.pdf"
	minutes2026  = "PV AG 26-03-2026.pdf"
	summarySheet = "fiche_synthetique.pdf"
)

// richSample is a complete dossier: nearly every figure is known.
func richSample() predate.Statement {
	d := newSample()
	d.identity()
	d.chargesOfTwoYears()
	d.sellerAndSyndicat()
	d.buyer()
	d.lifeAndTechnique()
	d.papers()
	return d.Statement
}

func (d dossierSample) identity() {
	d.read(predate.KeyBuildingAddress, predate.Text("18 rue des Maraîchers-Fleuris, 69003 Lyon"), at(callPaper, 1, "18 rue des Maraîchers-Fleuris"))
	d.read(predate.KeyCondominiumName, predate.Text("Résidence Les Glycines"), at(callPaper, 1, "Résidence Les Glycines"), at(summarySheet, 1, "LES GLYCINES"))
	d.read(predate.KeyRegistrationNumber, predate.Text("AB2-417-905"), at(summarySheet, 1, "AB2-417-905"))
	d.read(predate.KeyOwners, predate.Texts{"Mme Vassorelle Hélène"}, at(callPaper, 1, "Mme VASSORELLE Hélène"))
	d.read(predate.KeyLots, predate.LotList{
		{Number: "14", Type: "Appartement", Building: "A", Floor: "3e étage", Shares: 343, SharesTotal: 10000},
		{Number: "38", Type: "Cave", Building: "A", Floor: "Sous-sol", Shares: 8, SharesTotal: 10000, Ancillary: true},
	}, at(callPaper, 1, "Lot 14 – Appartement"), at(callPaper, 1, "Lot 38 – Cave"))
	d.read(predate.KeyAllocationKeys, predate.KeyList{
		{Code: "GEN", Label: "Charges communes générales", Total: 10000, LotShare: 351, Unit: "tantièmes"},
		{Code: "ASC", Label: "Charges ascenseur", Total: 1000, LotShare: 44, Unit: "tantièmes"},
	}, at(callPaper, 2, "GEN 351 / 10 000"), at(callPaper, 2, "ASC 44 / 1 000"))
	d.read(predate.KeyManagingAgent, predate.Text("Cabinet Orvellac-Brimont"), at(callPaper, 1, "Cabinet Orvellac-Brimont"))
	d.read(predate.KeyManagingAgentType, predate.Text("professional"), at(summarySheet, 1, "Syndic professionnel"))
	d.read(predate.KeyAgentAddress, predate.Text("5 quai des Tisserandes, 69002 Lyon"), at(summarySheet, 1, "5 quai des Tisserandes, 69002 Lyon"))
	d.read(predate.KeyAgentCard, predate.Text("CPI 0000 2020 000 000 001"), at(summarySheet, 1, "CPI 0000 2020 000 000 001"))
	d.set(predate.KeyAgentPhone, predate.StatusMissing, nil, "Aucune pièce ne le dit.")
	d.set(predate.KeyLandAssociation, predate.StatusMissing, nil, "Aucune pièce ne le dit.")
	d.read(predate.KeySellerTitle, predate.Day(on(2014, 9, 12)), at(account, 1, "propriétaire depuis le 12/09/2014"))
	d.read(predate.KeyMandateEnd, predate.Day(on(2027, 6, 30)), at(minutes2026, 4, "jusqu’au 30 juin 2027"))
	d.read(predate.KeyFiscalYearN, predate.Span(calendarYear(2026)), at(callPaper, 1, "Exercice 2026"))
	d.read(predate.KeyFiscalYearN1, predate.Span(calendarYear(2025)), at(charges2025, 1, "du 01/01/2025 au 31/12/2025"))
	d.read(predate.KeyFiscalYearN2, predate.Span(calendarYear(2024)), at(charges2024, 1, "du 01/01/2024 au 31/12/2024"))
	d.read(predate.KeyAccountsApprovalDate, predate.Day(on(2026, 3, 26)), at(minutes2026, 1, "jeudi 26 mars 2026"))
}

func (d dossierSample) chargesOfTwoYears() {
	d.read(predate.KeyCurrentActualN1, predate.Money(93418), at(charges2025, 2, "934,18"), at(notice, 11, "934,18"))
	d.read(predate.KeyCurrentCalledN1, predate.Money(95428), at(charges2025, 2, "954,28"))
	d.read(predate.KeyOffBudgetActualN1, predate.Money(20619), at(charges2025, 3, "206,19"))
	d.computed(predate.KeyOffBudgetCalledN1, predate.Money(64233), "Somme des appels de travaux exigibles en 2025 : 108,81 € + 266,76 € + 266,76 €.",
		at("Appel T1 2025.pdf", 1, "108,81"), at("Appel T3 2025.pdf", 1, "266,76"), at("Appel T4 2025.pdf", 1, "266,76"))
	d.computed(predate.KeyPaidCurrentN1, predate.Money(93418), "Charges réelles, moins ce qui reste impayé de cet exercice : 934,18 € − 0,00 €.", at(account, 3, "Solde au 11/05/2026 : 0,00"))
	d.computed(predate.KeyPaidOffBudgetN1, predate.Money(20619), "Charges réelles, moins ce qui reste impayé de cet exercice : 206,19 € − 0,00 €.", at(account, 3, "Solde au 11/05/2026 : 0,00"))
	d.read(predate.KeyCurrentActualN2, predate.Money(96027), at(charges2024, 2, "960,27"))
	d.read(predate.KeyCurrentCalledN2, predate.Money(91752), at(charges2024, 2, "917,52"))
	d.none(predate.KeyOffBudgetActualN2, predate.Money(0), "Aucune opération close dans l’exercice pour les lots vendus.", at(charges2024, 3, "Travaux : néant"))
	d.read(predate.KeyOffBudgetCalledN2, predate.Money(10881), at("Appel T4 2024.pdf", 1, "108,81"))
	d.computed(predate.KeyPaidCurrentN2, predate.Money(96027), "Charges réelles, moins ce qui reste impayé de cet exercice : 960,27 € − 0,00 €.", at(account, 3, "Solde au 11/05/2026 : 0,00"))
	d.computed(predate.KeyPaidOffBudgetN2, predate.Money(0), "Aucune charge hors budget n’a été supportée.", at(charges2024, 3, "Travaux : néant"))
}

func (d dossierSample) sellerAndSyndicat() {
	d.read(predate.KeyAccountBalance, predate.Money(0), at(account, 3, "Solde au 11/05/2026 : 0,00"))
	d.read(predate.KeyAccountBalanceDate, predate.Day(on(2026, 5, 11)), at(account, 3, "11/05/2026"))
	for _, k := range []predate.Key{
		predate.KeyDueBudgetProvisions, predate.KeyDueOffBudgetProvisions, predate.KeyDueAdvances, predate.KeyDueWorksFund,
		predate.KeyDuePrivateFees, predate.KeyDuePriorYears, predate.KeyCreditBalancePrior,
	} {
		d.none(k, predate.Money(0), "Le compte n’est pas débiteur.", at(account, 3, "Solde au 11/05/2026 : 0,00"))
	}
	d.none(predate.KeyCreditBalancePrior, predate.Money(0), "Le compte n’est pas créditeur.", at(account, 3, "Solde au 11/05/2026 : 0,00"))
	d.none(predate.KeyDueTriggeredBySale, predate.Money(0), "Aucune annuité différée (loi n° 65-557, art. 33).")
	d.none(predate.KeyLoanShareDue, predate.Money(0), "Aucun emprunt dans les procès-verbaux ni à l’annexe 1.", at(notice, 8, "Emprunts : néant"))
	d.none(predate.KeyGuarantee, nil, "")
	d.read(predate.KeySyndicFees, predate.Money(38000), at("contrat de syndic.pdf", 6, "Établissement de l’état daté : 380 €"))
	d.read(predate.KeyCashAdvance, predate.Money(13865), at(callPaper, 2, "138,65"), at(charges2025, 3, "138,65"))
	d.none(predate.KeySpecialAdvance, predate.Money(0), "", at(notice, 8, "103 (1032 + 1033) : 0,00"))
	d.none(predate.KeyLoanAdvance, predate.Money(0), "")
	d.read(predate.KeyArrears, predate.Money(274646), at(notice, 8, "2 746,46"))
	d.read(predate.KeySupplierDebt, predate.Money(476181), at(notice, 8, "4 761,81"))
	d.read(predate.KeyAccountsDate, predate.Day(on(2025, 12, 31)), at(notice, 8, "au 31/12/2025"))
	d.read(predate.KeyWorksFundExists, predate.Flag(true), at(callPaper, 1, "Cotisation fonds de travaux (loi ALUR)"))
	d.read(predate.KeyWorksFundBalance, predate.Money(978550), at(notice, 8, "9 785,50"))
	d.read(predate.KeyWorksFundLotShare, predate.Money(34348), at(charges2025, 3, "343,48"))
	for _, k := range []predate.Key{predate.KeyWorksFundBalance, predate.KeyWorksFundLotShare} {
		f := d.Figures[k]
		f.AsOf = on(2025, 12, 31)
		d.Figures[k] = f
	}
	d.read(predate.KeyWorksFundContribution, predate.Contribution{Amount: 1178, Date: on(2026, 4, 1)}, at(callPaper, 1, "11,78"))
}

func (d dossierSample) buyer() {
	july, october := on(2026, 7, 1), on(2026, 10, 1)
	const works = "Réfection de la toiture-terrasse"
	d.computed(predate.KeyAdvancesToReconstitute, predate.Money(13865), "Avance de trésorerie + provisions spéciales + avances-emprunt : 138,65 € + 0,00 € + 0,00 €.", at(callPaper, 2, "138,65"))
	d.computed(predate.KeyFutureBudget, predate.CallList{{Date: july, Amount: 24540}, {Date: october, Amount: 24540}}, "Quart du budget voté de 2026, par clé, aux dates suivantes.", at(callPaper, 1, "245,40"))
	d.computed(predate.KeyFutureOffBudget, predate.CallList{{Date: july, Amount: 26676, Work: works}, {Date: october, Amount: 26676, Work: works}},
		"Montant voté, net du fonds de travaux, par les tantièmes de sa clé, moins ce qui est appelé.", at(callPaper, 2, "266,76"), at("PV AG 27-03-2025.pdf", 7, "huit échéances égales"))
	d.computed(predate.KeyFutureWorksFund, predate.CallList{{Date: july, Amount: 1178, Printed: true}, {Date: october, Amount: 1178}}, "", at(callPaper, 1, "11,78"))
	d.computed(predate.KeyNextYearBudgetShare, predate.Money(100942), "Budget voté pour 2027, par clé.", at(minutes2026, 3, "budget prévisionnel 2027"))
	d.read(predate.KeyVotedWorks, predate.WorkList{
		{
			Title: works, VotedOn: on(2025, 3, 27), Amount: 3840000, Key: "GEN", WorksFund: 800000,
			LotCalled: 53352, LotToCall: 53352, Adopted: true, Concerns: true, InProgress: true,
		},
		{Title: "Ravalement du bâtiment B", VotedOn: on(2026, 3, 26), Amount: 6120000, Key: "BATB", Adopted: true},
	}, at("PV AG 27-03-2025.pdf", 7, "Réfection de la toiture-terrasse"), at(notice, 13, "38 400,00"))
}

func (d dossierSample) lifeAndTechnique() {
	d.none(predate.KeyProceedings, predate.Texts{}, "", at(minutes2026, 5, "Procédures en cours : aucune"))
	d.none(predate.KeyLoans, predate.LoanList{}, "Annexe 1, pied de page : « néant ».", at(notice, 8, "Emprunts : néant"))
	d.read(predate.KeyInsurance, predate.Policy{Insurer: "Mutuelle Assurbrelle", Number: "MRI 204 558 17", Until: on(2026, 12, 31)}, at("assurance.pdf", 1, "MRI 204 558 17"))
	d.none(predate.KeyDifficulty, nil, "Ni administrateur provisoire ni mandataire ad hoc mentionné dans les procès-verbaux des 28/03/2024, 27/03/2025 et 26/03/2026 ni dans les comptes de l’exercice 2025.")
	for k, date := range map[predate.Key]predate.Date{
		predate.KeyCollectiveEPC: on(2025, 11, 4), predate.KeyAsbestosReport: on(2006, 11, 20), predate.KeyMaintenanceLog: on(2026, 1, 15),
		predate.KeyCoownershipRules: on(1972, 6, 14), predate.KeySummarySheet: on(2026, 5, 10),
	} {
		d.read(k, predate.Paper{Date: date}, at(string(k)+".pdf", 1, "titre"))
	}
	d.read(predate.KeyPPT, predate.Paper{Date: on(2024, 9, 1)}, at("PPPT.pdf", 1, "Projet de plan pluriannuel de travaux"))
	d.none(predate.KeyDTG, nil, "Le document « maintenance_log.pdf » dit qu’il n’y en a pas.", at("maintenance_log.pdf", 1, "Pas de diagnostic technique global."))
	d.set(predate.KeyLeadReport, predate.StatusMissing, nil, "Non exigé (immeuble construit en 1972) : il ne l’est que pour un immeuble construit avant 1949.", at("maintenance_log.pdf", 1, "1972"))
	d.set(predate.KeyDivisionAmendment, predate.StatusMissing, nil, "À demander s’il en existe : aucune pièce fournie n’en mentionne.")
	d.read(predate.KeyMinutes, predate.Days{on(2024, 3, 28), on(2025, 3, 27), on(2026, 3, 26)}, at(minutes2026, 1, "PROCÈS-VERBAL"))
}

func (d *dossierSample) papers() {
	add := func(file string, pages int, printed predate.Date, kinds ...predate.Kind) {
		doc := predate.ReadDocument{File: file, Hash: predate.Hash(strings.Repeat(fmt.Sprintf("%02x", len(file)+7), 32)), Pages: pages, Printed: printed}
		for i, k := range kinds {
			doc.Parts = append(doc.Parts, predate.Part{First: 1 + 2*i, Last: 2 + 2*i, Kind: k, DocType: k.DocType()})
		}
		d.Documents = append(d.Documents, doc)
	}
	add(callPaper, 2, on(2026, 3, 15), predate.KindFundCall)
	add(account, 3, on(2026, 5, 11), predate.KindAccountStatement)
	add(charges2025, 3, on(2026, 4, 2), predate.KindChargeStatement)
	add(charges2024, 3, on(2025, 4, 4), predate.KindChargeStatement)
	add(notice, 14, on(2026, 3, 2), predate.KindMeetingNotice, predate.KindSchedule1, predate.KindSchedule2, predate.KindSchedule3, predate.KindSchedule4, predate.KindSchedule5)
	add(minutes2026, 9, on(2026, 3, 26), predate.KindMinutes)
	add(summarySheet, 2, on(2026, 5, 10), predate.KindSummarySheet)
	for i := range 24 {
		add(fmt.Sprintf("document_%02d.pdf", i+1), 1+i, predate.Date{}, predate.KindOther)
	}
	d.Documents[7].Parts = []predate.Part{
		{First: 1, Last: 1, Kind: predate.KindOther, Foreign: true, Whose: "adresse « 4 rue Haute »"}, {First: 2, Last: 2, Kind: predate.KindOther},
	}
	d.Documents[8].Foreign, d.Documents[8].Parts[0].Foreign, d.Documents[8].Parts[0].Whose = true, true, "immatriculation ZZ9-000-060"
	d.Documents[9].DuplicateOf = minutes2026
	d.Documents[10].SupersededBy = callPaper
	d.Documents[11].Unreadable = "le fichier est protégé par un mot de passe"
	d.Gates = []predate.Gate{
		{ID: "schedule_1.balance", Status: predate.GateGreen, Detail: predate.Worded("Total de l’actif 15 288,00 € = total du passif 15 288,00 €."), Evidence: []predate.Evidence{at(notice, 8, "15 288,00")}},
		{ID: "calls.year_n1", Status: predate.GateNotApplicable, Detail: predate.Worded("Un appel de l’exercice manque.")},
		{ID: "account.balance", Status: predate.GateGreen, Detail: predate.Worded("0,00 € + 2 214,30 € − 2 214,30 € = 0,00 €."), Evidence: []predate.Evidence{at(account, 3, "Solde au 11/05/2026 : 0,00")}},
	}
	d.Outcome = predate.Outcome{State: predate.OutcomeDone, Warnings: []predate.Reason{predate.Worded("Le mandat du syndic expire dans moins de quatorze mois.")}}
}

// poorSample is a dossier of which little was supplied.
func poorSample() predate.Statement {
	d := newSample()
	d.Order.ID, d.Order.ExternalID, d.Order.TestMode = "", "", true
	d.Outcome = predate.Outcome{State: predate.OutcomeWaiting, Missing: []predate.Gap{
		{Kind: predate.GapDocument, Code: "schedule_1", FiscalYear: "2025", Message: "Annexe comptable n° 1 de l'exercice 2025 : elle est jointe à la convocation de l’assemblée."},
		{Kind: predate.GapDocument, Code: "charge_statement", FiscalYear: "2024", Message: "Décompte individuel de charges de l’exercice 2024."},
		owedGap(predate.KindSummarySheet, "La fiche synthétique de la copropriété."),
		owedGap(predate.KindRules, "Le règlement de copropriété, l’état descriptif de division et leurs actes modificatifs publiés."),
		owedGap(predate.KindAsbestos, "Le dossier technique amiante des parties communes, si l’immeuble y est soumis (permis de construire antérieur au 1er juillet 1997)."),
		owedGap(predate.KindMinutes, "Les procès-verbaux des assemblées générales tenues en 2024 et 2025 (la loi demande ceux des trois dernières années), ou l’indication qu’aucune ne l’a été."),
	}}
	d.Outcome.Warnings = []predate.Reason{predate.Worded("Le document « DTG », que l’extranet propose, n’a pas pu être obtenu : le fichier est incomplet.")}
	d.read(predate.KeyMinutes, predate.Days{on(2026, 3, 26)})
	client := predate.Declaration{By: predate.DeclaredByClient, Name: "Hélène Vassorelle", On: on(2026, 5, 18)}
	for _, k := range []predate.Key{predate.KeyAccountBalance, predate.KeyDueBudgetProvisions} {
		d.Figures[k] = predate.Figure{Key: k, Status: predate.StatusDeclared, Value: predate.Money(0), Declared: client}
	}
	d.set(predate.KeyArrears, predate.StatusNotRequired, nil, "Syndicat de moins de dix lots dont le budget moyen est inférieur à 15 000 € (loi n° 65-557, art. 14-3).")
	d.set(predate.KeySupplierDebt, predate.StatusNotRequired, nil, "")
	d.set(predate.KeyWorksFundLotShare, predate.StatusConflicting, nil, "", at("a.pdf", 2, "343,48"), at("b.pdf", 3, "355,26"))
	d.set(predate.KeyCashAdvance, predate.StatusMissing, nil, "Aucun appel de fonds ne rappelle les avances.")
	return d.Statement
}

func (d *dossierSample) owe(g predate.Gap) { d.Outcome.Missing = append(d.Outcome.Missing, g) }

// owedGap is a paper that is asked for without holding the statement back.
func owedGap(k predate.Kind, message string) predate.Gap {
	return predate.Gap{Kind: predate.GapDocument, Code: string(k), DocType: k.DocType(), Message: message, Reserve: true}
}

// extremeSample is as long, as wide and as large as dossiers get.
func extremeSample() predate.Statement {
	d := dossierSample{richSample()}
	const huge = predate.Money(9999999999)
	longName := "Société civile immobilière des Propriétaires-Réunis de la Grande-Résidence-du-Parc-de-Sainte-Geneviève-des-Bois-et-Environs"
	d.Order.Property = predate.Address{
		Street: "1247 bis avenue du Maréchal-de-Lattre-de-Tassigny-et-de-la-Première-Armée-française", Additional: "Bâtiment Les Hirondelles, escalier C, résidence " + longName,
		City: "Saint-Rémy-en-Bouzemont-Saint-Genest-et-Isson", Zipcode: "51290",
	}
	d.read(predate.KeyBuildingAddress, predate.Text(d.Order.Property.Line()), at(callPaper, 1, longName))
	d.read(predate.KeyCondominiumName, predate.Text(longName))
	d.read(predate.KeyOwners, predate.Texts{longName, longName, "Indivision " + longName, "M. 张伟 Żółć Ștefănescu 😀"})
	d.read(predate.KeyManagingAgent, predate.Text(longName))
	d.read(predate.KeyFiscalYearN1, predate.Span{From: on(2024, 7, 1), To: on(2025, 6, 30)})
	var lots predate.LotList
	for i := range 20 {
		lots = append(lots, predate.Lot{
			Number: fmt.Sprint(1000 + i), Type: "Emplacement de stationnement couvert et clos en sous-sol", Building: "Les Hirondelles",
			Floor: "Entresol supérieur", Shares: 9999999, SharesTotal: 100000000, Ancillary: i%2 == 0,
		})
	}
	d.read(predate.KeyLots, lots)
	for k, f := range d.Figures {
		if _, ok := f.Value.(predate.Money); ok {
			f.Value = huge
			f.Derivation = predate.Worded("Somme de toutes les quotes-parts de toutes les clés de tous les lots vendus, exercice par exercice, telle que les pièces la donnent, arrondie au centime.")
			f.Status = predate.StatusComputed
			d.Figures[k] = f
		}
	}
	d.computed(predate.KeyAccountBalance, -huge, "Crédits moins débits.")
	var calls predate.CallList
	for i := range 60 {
		calls = append(calls, predate.Call{Date: on(2026, 7, 1).AddMonths(i), Amount: predate.Cents(huge), Work: "Ravalement de toutes les façades, balcons et garde-corps de " + longName, Printed: i%3 == 0})
	}
	d.computed(predate.KeyFutureOffBudget, calls, "", manyPlaces(40)...)
	var works predate.WorkList
	for range 12 {
		works = append(works, predate.Work{
			Title: "Travaux de " + longName, VotedOn: on(2025, 3, 27), Amount: predate.Cents(huge), Key: "GEN", WorksFund: predate.Cents(huge), Subsidy: predate.Cents(huge),
			Loan: predate.Cents(huge), LotCalled: predate.Cents(huge), LotToCall: predate.Cents(huge), Concerns: true, Adopted: true,
		})
	}
	d.read(predate.KeyVotedWorks, works)
	d.read(predate.KeyProceedings, predate.Texts{strings.Repeat("Assignation devant le tribunal judiciaire pour désordres. ", 12), longName})
	d.read(predate.KeyLoans, predate.LoanList{{Object: longName, Outstanding: predate.Cents(huge), Until: on(2041, 1, 1)}, {Object: "Chaufferie", Outstanding: 1}})
	d.Documents[0].File = strings.Repeat("piece_tres_longue_sans_aucun_espace_", 6) + ".pdf"
	d.Gates = append(d.Gates, predate.Gate{ID: "unknown.gate_with_a_long_identifier", Status: predate.GateRed, Detail: predate.Worded(strings.Repeat("99 999 999,99 € ≠ 99 999 999,98 € ; ", 30))})
	d.Outcome.Warnings = append(d.Outcome.Warnings, predate.Worded(strings.Repeat("Un avertissement qui n’en finit pas. ", 100)))
	return d.Statement
}

func manyPlaces(n int) []predate.Evidence {
	var out []predate.Evidence
	for i := range n {
		out = append(out, at("appels de fonds.pdf", 1+2*i, "99 999 999,99"))
	}
	return out
}
