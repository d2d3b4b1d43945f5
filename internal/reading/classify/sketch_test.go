package classify_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/classify"
	"predate/internal/reading/layout"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

const (
	noticePage = `
		CONVOCATION A L'ASSEMBLEE GENERALE DU 10 JUIN 2026
		Nous avons l'honneur de vous convoquer à l'assemblée générale qui se tiendra le 10 juin 2026.
		Ordre du jour : 1. Approbation des comptes 2. Budget
		Si vous ne pouvez assister à la réunion, utilisez le pouvoir joint.`
	schedule1Page = `
		ETAT FINANCIER APRES REPARTITION AU 31/12/2025
		51 Banques ou fonds disponibles en banque     1 000,00
		45 Copropriétaires sommes exigibles restant à recevoir  200,00
		40 Fournisseurs    300,00`
	schedule1List = `
		Liste individuelle des créances et dettes des copropriétaires
		0001 Mme Alix   100,00`
	schedule2Page = `
		COMPTE DE GESTION GENERAL DE L'EXERCICE CLOS REALISE
		Charges pour opérations courantes     Pour le vote du budget prévisionnel
		601 Eau 100,00
		Sous-total 100,00`
	minutesPage = `
		PROCES-VERBAL DE L'ASSEMBLEE GENERALE DU 12 MAI 2026
		Les copropriétaires se sont réunis. Il est dressé une feuille de présence.
		Résolution n° 1 : comptes. Cette résolution est adoptée à la majorité.
		La séance est levée à 20 heures.`
	accountPage = `
		GRAND LIVRE AUXILIAIRE 450 MME ALIX
		Date        Libellé                     Débit    Crédit   Solde
		01/01/2026  Solde à nouveau                                0,00
		01/01/2026  Appel de fonds T1          300,00            300,00
		10/01/2026  Virement                            300,00     0,00
		            Total des mouvements       300,00   300,00`
	loanPage = `
		TABLEAU D'AMORTISSEMENT – EMPRUNT COLLECTIF
		Emprunteur          Syndicat des copropriétaires Les Tilleuls
		Échéance     Annuité   Intérêts  Capital amorti  Capital restant dû
		01/10/2024   700,00    300,00    400,00          9 600,00
		01/01/2025   700,00    290,00    410,00          9 190,00
		01/04/2025   700,00    280,00    420,00          8 770,00
		01/07/2025   700,00    270,00    430,00          8 340,00
		01/10/2025   700,00    260,00    440,00          7 900,00
		01/01/2026   700,00    250,00    450,00          7 450,00`
	yearPage = `
		COMPTE DE GESTION DE L'EXERCICE
		Copropriété Les Tisserands - exercice 2025
		Budget prévisionnel voté                 9 840,00 €
		Appels de fonds encaissés (charges)     12 600,74 €
		Dépenses engagées                       13 047,26 €
		Date        Libellé                     Montant
		14/01/2025  Assurance                1 486,20 €
		03/02/2025  Électricité                148,35 €
		            Total dépenses           1 634,55 €
		Lot     Propriétaire        Appels charges    Encaissé    Solde
		Lot 1   Mireille Alix           1 538,72 €   1 538,72 €   0,00 €
		Lot 2   Paul Verdelhan          1 721,28 €   1 500,00 € 221,28 €`
	lightPage = `
		JOURNAL DE CAISSE SIMPLIFIE
		Comptes de la copropriété – année 2024
		Date       Libellé                Recettes    Dépenses
		02/01/24   Versement M. Alix        674,31
		15/01/24   Eaux du Plateau                      170,82
		SITUATION DES COPROPRIETAIRES
		Nom        Lots   Charges   Appelé   Payé   Solde
		M. Alix    1      1202,48   1198,08  1262,18   4,40 D
		Comptabilité simplifiée (article 14-3 alinéa 2 de la loi du 10 juillet 1965)`
	budgetPage = `
		Copropriété Les Tilleuls
		Base  Compte  Nature             Réalisé N-1   Prévu N      Réalisé N    Prévu N+1
		10    001     ASSURANCE          1602,40       1650,00      1684,20      1730,00
		10    020     NETTOYAGE          2136,00       2200,00      2184,00      2230,00
		                                 3738,40       3850,00      3868,20      3960,00`
	entriesPage = `
		COMPTE DE GESTION GENERAL DU 01/07/2024 AU 30/06/2025
		Nom du compte   Nom du fournisseur   Libellé écriture       BS   Débit        Crédit
		ASSURANCE       MUTUELLE DU VAL      PRIME 2025             10   1 684,20
		NETTOYAGE       NET ET CLAIR         FACTURE 07/2024        10     182,00`
	wrappedPage = `
		PROCES-VERBAL
		d'assemblée générale de copropriété
		FEUILLE DE PRESENCE
		Présents : 6
		#1   Désignation du président    APPROUVEE`
	centredPage = `
		Copropriété Les Lilas
		                    PROCES-VERBAL
		            Assemblée générale ordinaire
		Feuille de présence
		Présents : 6
		Résolution n° 1 - Election du président          Adoptée`
	timelinePage = `
		Mon compte
		Mon solde au 30/06/2026
		300,00 €
		Appel de charges 1er trimestre 2026             − 300,00 €
		01/01/2026 · Charges courantes            Solde − 300,00 €
		Votre paiement par carte                        + 300,00 €
		07/01/2026 · Paiement                        Solde 0,00 €
		Appel de charges 2e trimestre 2026              − 300,00 €
		01/04/2026 · Charges courantes            Solde − 300,00 €`
)

// TestSketches holds the traps: composites without page numbers, titles that
// lie, papers that look like another, papers that are none of ours.
func TestSketches(t *testing.T) {
	cases := []struct {
		name  string
		pages []string
		want  string
	}{
		{"a letter whose sentence goes on with the name of a paper", []string{"Madame, Monsieur,\nNous vous rappelons que votre espace permet de consulter vos appels de fonds, vos\ndécomptes de charges et les procès-verbaux d'assemblée générale."}, "1-1 other"},
		{"a landlord's account with his tenant", []string{"DECOMPTE DE REGULARISATION\nDES CHARGES LOCATIVES - Année 2025\nBailleur            Locataire\nMme Alix            M. Verdelhan\nEau froide          286,40\nCharges réelles     692,27\nProvisions versées  600,00\nSolde à payer        92,27"}, "1-1 other"},
		{"an article before a title that is all of a line", []string{"La fiche synthétique\nLa copropriété en un coup d'œil\nNuméro d'immatriculation   AD5-118-332"}, "1-1 summary_sheet"},
		{"an article before a title that goes on as a sentence", []string{"Madame, Monsieur,\nLa fiche synthétique de la copropriété vous sera remise à la signature de l'acte."}, "1-1 other"},
		{"minutes that say when their notice was sent", []string{"Procès-verbal : Assemblée générale ordinaire du 27 févr. 2025\n19 h 00      Salle des associations      Convocation du 04 févr. 2025\nL'an 2025, le 27 février, les copropriétaires se sont réunis en assemblée générale.\nRésolution 1 - Élection du président      Art. 24\nADOPTÉE"}, "1-1 minutes"},
		{"annexe 2 in words of its own", []string{"Annexe 2 - Dépenses, recettes et budget\nComptes 2024, comparés à 2023\nDépenses et recettes courantes\n              Dépensé 2024   Prévu 2024   Dépensé 2023\nEau 601   3047,20   2930,00   3006,43\nTotal des dépenses   3047,20   2930,00   3006,43"}, "1-1 schedule_2"},
		{"a manager who strikes accounts", []string{"ARRÊTÉ DE COMPTE\nau 4 décembre 2025\nDate       Libellé                       Doit      Avoir     Balance\n01/07/23   Report au 01/07/2023                               0,00\n01/07/23   Budget courant 2023/2024     527,53               527,53 D"}, "1-1 account_statement"},
		{"an owner's statement that says what a tenant bears", []string{"DECOMPTE INDIVIDUEL DE CHARGES - exercice 2025\nPart récupérable en vue de la régularisation des charges locatives 200,00\nCharges réelles     692,27\nProvisions appelées 600,00\nSolde à payer        92,27"}, "1-1 charge_statement"},
		{"a notice with schedules, no page numbers", []string{noticePage, schedule1Page, schedule1List, schedule2Page}, "1-1 meeting_notice, 2-3 schedule_1 draft, 4-4 schedule_2 draft"},
		{"the columns of annexe 3 without its title", []string{budgetPage}, "1-1 schedule_3"},
		{"entries under the title of annexe 2", []string{entriesPage}, "1-1 expense_statement"},
		{"minutes whose title wraps", []string{wrappedPage}, "1-1 minutes"},
		{"minutes whose title wraps in the middle of the page", []string{centredPage}, "1-1 minutes"},
		{"schedules alone", []string{schedule1Page, schedule2Page}, "1-1 schedule_1, 2-2 schedule_2"},
		{"a schedule whose title is all that says it, on the next page", []string{schedule1Page, schedule2Page + "\nPage 2/3", "Annexe 3 - Compte de gestion par cle de repartition\nExercice 2025\nCharges Générales\n601 Eau froide   4 312,44   4 500,00\nTotal            4 312,44   4 500,00\nPage 3/3"}, "1-1 schedule_1, 2-2 schedule_2, 3-3 schedule_3"},
		{"schedules that say they are submitted", []string{schedule1Page + "\nComptes soumis à l'approbation de l'assemblée"}, "1-1 schedule_1 draft"},
		{"what a loan leaves runs like the balances of an account", []string{loanPage}, "1-1 other"},
		{"minutes under the title of a notice", []string{strings.Replace(minutesPage, "PROCES-VERBAL DE L'ASSEMBLEE GENERALE", "CONVOCATION ASSEMBLEE", 1)}, "1-1 minutes"},
		{"minutes", []string{minutesPage}, "1-1 minutes"},
		{"minutes of two meetings bound", []string{minutesPage, strings.Replace(minutesPage, "2026", "2025", 1)}, "1-1 minutes, 2-2 minutes"},
		{"minutes whose title is on each page", []string{minutesPage, "PROCES-VERBAL DE L'ASSEMBLEE GENERALE DU 12 MAI 2026\nRésolution n° 7 : travaux votés le 3 juin 2025. Cette résolution est rejetée."}, "1-2 minutes"},
		{"minutes whose last words cite the law on a page of their own", []string{minutesPage, "Question n° 9 : questions diverses\nLes actions en contestation doivent être introduites dans les deux mois de la notification du\nprocès-verbal (article 42 de la loi du 10 juillet 1965)."}, "1-2 minutes"},
		{"minutes of two meetings whose day is under the title", []string{strings.Replace(minutesPage, "PROCES-VERBAL DE", "PROCES-VERBAL\n", 1), strings.Replace(strings.Replace(minutesPage, "PROCES-VERBAL DE", "PROCES-VERBAL\n", 1), "2026", "2025", 1)}, "1-1 minutes, 2-2 minutes"},
		{"papers numbered at the end of a long line", []string{"Copropriété 12          Edition 03/05/2026       page 1\n" + minutesPage, "Copropriété 12    Edition 03/05/2026    page 2\nAutres résolutions : est adoptée.", "Copropriété 12   Edition 03/05/2026   page 1\n" + minutesPage}, "1-2 minutes, 3-3 minutes"},
		{"an account that lists calls is no call", []string{accountPage}, "1-1 other"},
		{"balances that run, under no title", []string{runningPage}, "1-1 account_statement"},
		{"quotes-parts of a quarter, under no title", []string{quotedPage("du 01/04/2026 au 30/06/2026")}, "1-1 fund_call"},
		{"quotes-parts of an exercise, under no title", []string{quotedPage("du 01/01/2025 au 31/12/2025")}, "1-1 charge_statement"},
		{"quotes-parts under the share of their key, under another title", []string{headedPage}, "1-1 charge_statement"},
		{"invoices whose VAT is the part of a sum that their days are of each other", []string{vatPage}, "1-1 expense_statement"},
		{"invoices under their accounts, under the title of an annexe", []string{invoicesPage}, "1-1 expense_statement"},
		{"quotes-parts of no period", []string{quotedPage("2026")}, "1-1 other"},
		{"an account as a timeline, whose movements are calls", []string{timelinePage}, "1-1 account_statement"},
		{"a schedule named under its number", []string{"Annexe 4\nTravaux de l’article 14-2 et opérations exceptionnelles, hors budget, terminés dans l’exercice du 01/01/2025 au 31/12/2025\nAucune opération.\nTotal  0,00  0,00"}, "1-1 schedule_4"},
		{"two calls whose page numbers start again", []string{callPage("T1") + "\nPage 1/1", callPage("T2") + "\nPage 1/1"}, "1-1 fund_call, 2-2 fund_call"},
		{"a share of one at the head of a page, which is no page number", []string{quotedPage("du 01/01/2025 au 31/12/2025") + "\nPage 1/2", "Lot   Clé   Libellé       Total     Tantièmes    Votre part\n51    BOX   Entretien    418,51    1/16    26,16\nPage 2/2"}, "1-2 charge_statement"},
		{"a call that is a letter, with its title as the subject", []string{"Mme Alix\nObjet : APPEL DE CHARGES n° 2024-1\nMadame, veuillez trouver ci-dessous le détail des sommes appelées.\nElles sont exigibles le 1er janvier 2024.\nMontant à payer : 300,00 euros"}, "1-1 fund_call"},
		{"a letter that only speaks of calls", []string{"Mme Alix\nObjet : information aux copropriétaires\nVous pouvez consulter vos appels de charges.\nElles sont exigibles le 1er janvier 2024.\nMontant à payer : 300,00 euros"}, "1-1 other"},
		{"an account whose heads on the next page are like a title", []string{letterAccount("2024") + "\n– 1/2 –", strings.ReplaceAll(letterAccount("2025"), "Objet : SITUATION DE COMPTE", "") + "\n– 2/2 –"}, "1-2 account_statement"},
		{"one call over two pages", []string{callPage("T1") + "\nPage 1/2", "Coordonnées bancaires\nIBAN FR76\nPage 2/2"}, "1-2 fund_call"},
		{"light accounts whose table of owners has the title of an owner's statement", []string{lightPage}, "1-1 light_accounts"},
		{"a call whose references name the account of the owner before its title", []string{"Immeuble                C318 Le Clos\nCompte copropriétaire   C318-0049\n" + callPage("T1")}, "1-1 fund_call"},
		{"what a small syndicat spent, under the title of its year", []string{yearPage}, "1-1 light_accounts"},
		{"a yearly report with its cash", []string{"RAPPORT ANNUEL\nExercice 2025\nENCAISSÉ   13 077,90 €\nSOLDE DE CAISSE   30,64 €", yearPage}, "1-2 light_accounts"},
		{"a yearly report on a lift", []string{"RAPPORT ANNUEL\nAscenseur n° 2 - Exercice 2025\nVisites d'entretien   9"}, "1-1 other"},
		{"a budget with what was spent of it", []string{"BUDGET PREVISIONNEL\nExercice 2025\nPoste        Montant prevu   Montant reel\nAssurance       3 450,00       3 412,80\nTOTAL           3 450,00       3 412,80"}, "1-1 schedule_2"},
		{"house rules", []string{"REGLEMENT INTERIEUR\nIl ne remplace pas le règlement de copropriété."}, "1-1 other"},
		{"an invoice", []string{"FACTURE N° 12\nTotal TTC 120,00 €"}, "1-1 other"},
		{"a flat's own energy rating", []string{"DIAGNOSTIC DE PERFORMANCE ENERGETIQUE\nSurface du logement 40 m²\nLot n° 12"}, "1-1 other"},
		{"a title alone is not enough", []string{"PROCES-VERBAL\nde réception des travaux de peinture du 3 mai"}, "1-1 other"},
		{"nothing at all", []string{""}, "1-1 other"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := classify.New(lexicontest.House(t)).Classify(classify.Input{Doc: layouttest.Sketch(c.pages...)})
			if diff := cmp.Diff(c.want, described(got)); diff != "" {
				t.Errorf("parts (-want +got):\n%s%+v", diff, got.Parts)
			}
		})
	}
}

// letterAccount is a page of an account whose last column is headed like a title.
func letterAccount(year string) string {
	return strings.ReplaceAll(`
		Objet : SITUATION DE COMPTE
		Date             Opération               Doit     Avoir    Position du cpte
		1er juin YEAR    Appel de travaux                          500,00
		                 (AG du 16/04/YEAR)
		1er juillet YEAR Appel de charges       300,00             800,00
		6 juillet YEAR   Prélèvement                     800,00      0,00
		1er octobre YEAR Appel de charges       300,00             300,00
		8 octobre YEAR   Prélèvement                     300,00      0,00
		Solde au 31/12/YEAR                                          0,00`, "YEAR", year)
}

const runningPage = `
		ETAT 450 MME ALIX
		01/01/2026  Ouverture                                      0,00
		01/01/2026  Provision T1           300,00                300,00
		10/01/2026  Virement                         300,00        0,00
		01/04/2026  Provision T2           310,00                310,00
		12/04/2026  Virement                         250,00       60,00`

const headedPage = `
		COMPTE ANNUEL DE VOS CHARGES
		Exercice 2025, du 1er janvier 2025 au 31 décembre 2025
		Charges communes (GEN) - votre part : 343/10.000
		Dépense                      Immeuble      Part
		Eau (601)                    2.310,50      79,25
		Fournitures (606)              367,13      12,59
		Nettoyage (611)              4.197,83     143,99
		Assurances (616)             3.031,93     104,00`

const vatPage = `
		RELEVE GENERAL DES DEPENSES
		Exercice du 01/01/2025 au 31/12/2025
		Clé GEN
		12/02/2025   Eaux du Plateau    F2120       120,00      20,00
		12/02/2025   Volterine          F2121       240,00      40,00
		12/02/2025   Grambois           F2122       360,00      60,00
		12/02/2025   Vaubin             F2123       480,00      80,00
		12/02/2025   Perraudière        F2124       600,00     100,00`

const invoicesPage = `
		CHARGES ET PRODUITS DE L'EXERCICE
		Clé GEN
		601 Eau                                        330,00
		12/03/2025   Eaux du Plateau    F1             110,00
		12/06/2025   Eaux du Plateau    F2             110,00
		12/09/2025   Eaux du Plateau    F3             110,00
		602 Électricité                                330,00
		14/03/2025   Volterine          F4             110,00
		14/06/2025   Volterine          F5             110,00
		14/09/2025   Volterine          F6             110,00
		611 Nettoyage                                  330,00
		15/03/2025   Grambois           F7             110,00
		15/06/2025   Grambois           F8             110,00
		15/09/2025   Grambois           F9             110,00`

func quotedPage(period string) string {
	return `
		ETAT DE MME ALIX ` + period + `
		Charges générales     6 000,00    343 / 10000    205,80
		Ascenseur             1 110,00     44 / 1000      48,84
		Eau                   2 000,00    343 / 10000     68,60
		Chauffage             3 000,00    343 / 10000    102,90
		Ensemble                                         426,14`
}

func callPage(quarter string) string {
	return "APPEL DE FONDS " + quarter + "\nExigible le 01/01/2026\nTotal de l'appel 300,00\nTotal à régler 300,00"
}

// TestTheLargestTitleSpeaks lets a title in larger type win over words of the
// letterhead that are a title elsewhere.
func TestTheLargestTitleSpeaks(t *testing.T) {
	pages := layouttest.Pages("Relevé de compte          voir au verso\n\n" + callPage("T1"))
	for i, w := range pages[0].Words {
		if w.Text == "APPEL" || w.Text == "FONDS" {
			pages[0].Words[i].Size, pages[0].Words[i].Box.Y1 = 11, w.Box.Y0+11
		}
	}
	got := classify.New(lexicontest.House(t)).Classify(classify.Input{Doc: layout.Analyse(pages)})
	if diff := cmp.Diff("1-1 fund_call", described(got)); diff != "" {
		t.Errorf("parts (-want +got):\n%s%+v", diff, got.Parts)
	}
}

// TestTheLargerOfTwoWeakTitlesSpeaks lets the title of a call win over the label of the
// owner's account in a corner of the letterhead: both may open a paper.
func TestTheLargerOfTwoWeakTitlesSpeaks(t *testing.T) {
	pages := layouttest.Pages("Votre compte chez nous     B22-0015\n\n" + strings.Replace(callPage("T1"), "APPEL DE FONDS", "AVIS D'ECHEANCE", 1))
	for i, w := range pages[0].Words {
		if w.Text == "AVIS" || w.Text == "D'ECHEANCE" {
			pages[0].Words[i].Size, pages[0].Words[i].Box.Y1 = 11, w.Box.Y0+11
		}
	}
	got := classify.New(lexicontest.House(t)).Classify(classify.Input{Doc: layout.Analyse(pages)})
	if diff := cmp.Diff("1-1 fund_call", described(got)); diff != "" || len(got.Parts[0].Reasons) == 0 || !strings.Contains(got.Parts[0].Reasons[0], "avis d'echeance") {
		t.Errorf("parts (-want +got):\n%s%+v", diff, got.Parts)
	}
}

// TestASentenceIsNoTitle lets the title of a call stand before a sentence that begins as
// the title of an account does, and goes on with a verb.
func TestASentenceIsNoTitle(t *testing.T) {
	doc := layouttest.Sketch(strings.Replace(callPage("T1"), "APPEL DE FONDS", "AVIS D'ECHEANCE", 1) + "\nVotre compte de copropriétaire porte le n° B22-0015. Il concerne le lot n° 6.")
	got := classify.New(lexicontest.House(t)).Classify(classify.Input{Doc: doc})
	if len(got.Parts) != 1 || got.Parts[0].Kind != predate.KindFundCall || !strings.Contains(got.Parts[0].Reasons[0], "avis d'echeance") {
		t.Errorf("%+v", got.Parts)
	}
}

// TestListWithinMinutes lets minutes be minutes where a scan lost their title and
// the list of those present is the first heading that is read; such a list alone
// is no minutes.
func TestListWithinMinutes(t *testing.T) {
	lost := strings.Replace(minutesPage, "PROCES-VERBAL DE L'ASSEMBLEE GENERALE DU 12 MAI 2026", "PR0CE5 V ERB\n\nFEUILLE DE PRESENCE\n", 1)
	for page, want := range map[string]string{
		lost: "1-1 minutes",
		"FEUILLE DE PRESENCE\nAssemblée générale du 12 mai 2026\nMme Alix   100 tantièmes\nM. Brun   120 tantièmes": "1-1 other",
	} {
		got := classify.New(lexicontest.House(t)).Classify(classify.Input{Doc: layout.Analyse(layouttest.Pages(page))})
		if diff := cmp.Diff(want, described(got)); diff != "" {
			t.Errorf("parts (-want +got):\n%s%+v", diff, got.Parts)
		}
	}
}

// TestListUnderABareTitle lets «Procès-verbal» alone on its line announce minutes
// that print the list of those present, and an outcome in one word, without accents.
func TestListUnderABareTitle(t *testing.T) {
	page := `
		PROCES-VERBAL
		Assemblee Generale Ordinaire
		Date : 14 avril 2026
		FEUILLE DE PRESENCE
		Mme Alix        Present     133
		Resolution n°1 - Approbation des comptes 2025
		Voix pour : 645 | Voix contre : 126 | Abstentions : 0
		Resultat : ADOPTEE
		L'ordre du jour etant epuise, la seance est levee.`
	got := classify.New(lexicontest.House(t)).Classify(classify.Input{Doc: layouttest.Sketch(page)})
	if diff := cmp.Diff("1-1 minutes", described(got)); diff != "" {
		t.Errorf("parts (-want +got):\n%s%+v", diff, got.Parts)
	}
}

// TestRelate finds repeated papers and renewed ones; another building's paper
// renews none.
func TestRelate(t *testing.T) {
	sheet := func(day, number string) string {
		return "FICHE SYNTHETIQUE DE LA COPROPRIETE\nEdité le " + day + "\nArticle 8-2 de la loi, décret 2016-1822\nImmatriculation " + number
	}
	texts := []struct{ name, hash, text string }{
		{"a", "1", minutesPage + "\nImmat. AB1-234-567"},
		{"same bytes", "1", minutesPage + "\nImmat. AB1-234-567"},
		{"same words", "2", minutesPage + "\nImmat. AB1-234-567"},
		{"other words", "2b", minutesPage + "\nImmat. AB1-234-567 bis"},
		{"sheet 2025", "3", sheet("01/02/2025", "AB1234567")},
		{"sheet 2026", "4", sheet("01/02/2026", "AB1-234-567")},
		{"elsewhere", "5", sheet("01/03/2026", "ZZ9-000-090")},
		{"silent", "6", callPage("T1")},
	}
	var files []classify.File
	for _, x := range texts {
		doc := layouttest.Sketch(x.text)
		files = append(files, classify.File{Name: x.name, Hash: predate.Hash(x.hash), Brief: classify.BriefOf(doc), Result: classify.New(lexicontest.House(t)).Classify(classify.Input{File: x.name, Doc: doc}), Foreign: x.name == "elsewhere"})
	}
	want := []classify.Relation{
		{}, {DuplicateOf: "a"}, {DuplicateOf: "a"}, {}, {SupersededBy: "sheet 2026"}, {}, {}, {},
	}
	if diff := cmp.Diff(want, classify.Relate(files)); diff != "" {
		t.Errorf("relations (-want +got):\n%s", diff)
	}
}

// TestACorrectedCallAndItsCopy: a call that cancels another bears its own day, not the
// one that it quotes, and is not replaced by a copy of itself.
func TestACorrectedCallAndItsCopy(t *testing.T) {
	corrected := func(note string) string {
		return "Le 17 mars 2026\n" + callPage("T1") + "\nANNULE ET REMPLACE l'appel n° 2026-1 du 10/03/2026 (erreur de budget)\nAppel concerné : n° 2026-1, émis le 10 mars 2026\n" + note
	}
	var files []classify.File
	for _, x := range []struct{ name, text string }{
		{"first", "Le 10 mars 2026\n" + callPage("T1") + "\nappel n° 2026-1"},
		{"corrected", corrected("")},
		{"its copy", corrected("copie du client")},
	} {
		doc := layouttest.Sketch(x.text)
		files = append(files, classify.File{Name: x.name, Hash: predate.Hash(x.name), Brief: classify.BriefOf(doc), Result: classify.New(lexicontest.House(t)).Classify(classify.Input{File: x.name, Doc: doc})})
	}
	if got := files[1].Result.Printed; got.String() != "2026-03-17" {
		t.Errorf("the corrected call bears %s", got)
	}
	want := []classify.Relation{{SupersededBy: "corrected"}, {}, {}}
	if diff := cmp.Diff(want, classify.Relate(files)); diff != "" {
		t.Errorf("relations (-want +got):\n%s", diff)
	}
}

// TestUntoldPapersMayBe tells what a paper may be whose words are not enough to
// name it, and nothing of one that is named or that has no such words.
func TestUntoldPapersMayBe(t *testing.T) {
	for name, test := range map[string]struct {
		page string
		want []predate.Kind
	}{
		"a sheet without its title": {`
			Document établi en application du décret 2016-1822
			Chauffage individuel, un ascenseur, trente lots`, []predate.Kind{predate.KindSummarySheet}},
		"a letter": {`
			Cher voisin, la réunion du comité des fêtes est reportée à mardi.
			Avec nos meilleures salutations`, nil},
		"minutes": {minutesPage, nil},
	} {
		got := classify.New(lexicontest.House(t)).Classify(classify.Input{Doc: layouttest.Sketch(test.page)})
		if diff := cmp.Diff(test.want, got.Parts[0].Maybe); diff != "" {
			t.Errorf("%s: may be (-want +got):\n%s", name, diff)
		}
	}
}
