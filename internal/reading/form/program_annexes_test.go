package form_test

import (
	"strings"
	"testing"

	"predate"
)

// TestOneHeadingDatesBothSides reads annexe 1 as two lists side by side, of which the only
// heading with a year stands over the first; a second year over the other leaves it unread.
func TestOneHeadingDatesBothSides(t *testing.T) {
	page := `
		Clôture d'exercice 2024%s
		Annexe 1 : État financier après répartition
		ACTIF                                                             PASSIF
		I - SITUATION FINANCIÈRE ET TRÉSORERIE                            PROVISIONS ET AVANCES
		51 - Banque ou fonds disponibles                   7 214,08 €     12 - Solde en attente sur travaux                       2 150,00 €
		Total I                                            7 214,08 €     1031 - Avances de trésorerie                            4 500,00 €
		II - CRÉANCES                                                     Total                                                   6 650,00 €
		450 - Copropriétaires individualisés               1 306,42 €     DETTES
		Total II                                           1 306,42 €     40 - Fournisseurs                                       1 842,30 €
		TOTAL GÉNÉRAL (I) + (II)                           8 520,50 €     450 - Copropriétaires individualisés                       28,20 €
		                                                                  Total II                                                1 870,50 €
		                                                                  TOTAL GÉNÉRAL (I) + (II)                                8 520,50 €`
	got := figuresOf(t, predate.KindSchedule1, strings.Replace(page, "%s", "", 1))
	for key, want := range map[string]predate.Money{
		"fact.owners_debit 2024-12-31": 130642, "supplier_debt 2024-12-31": 184230, "fact.cash_advance 2024-12-31": 450000,
		"fact.works_pending 2024-12-31": 215000, "fact.owners_credit 2024-12-31": 2820, "fact.assets_total 2024-12-31": 852050,
	} {
		if got[key] != want {
			t.Errorf("%s: %v, want %v", key, got[key], want)
		}
	}
	other := strings.Replace(page, "%s", "                                           Exercice 2023", 1)
	if got := figuresOf(t, predate.KindSchedule1, other); len(got) > 0 {
		t.Errorf("two years: %v", got)
	}
}

// TestHeadsEndAtTheTitle reads annexe 3 under menus that name an exercise over its title,
// whose foot calls nothing of the budgets to come.
func TestHeadsEndAtTheTitle(t *testing.T) {
	page := `
		   Copro Le Lavoir                Clôture d'exercice 2024       Télécharger le dossier (PDF)
		Annexe 3 : Compte de gestion et Budget prévisionnel
		                      POUR APPROBATION DES COMPTES                                                          POUR LE VOTE DU BUDGET PRÉVISIONNEL
		COMPTE  LIBELLÉ      EXERCICE 2023 APPROUVÉ       BUDGET EXERCICE 2024      RÉALISÉ EXERCICE 2024      BUDGET EXERCICE 2025      BUDGET EXERCICE 2026
		Charges générales
		601     Eau                       2 410,06 €                2 500,00 €                 2 688,14 €                2 700,00 €               2 800,00 €
		615     Nettoyage                 3 980,00 €                4 000,00 €                 4 124,00 €                4 200,00 €               4 300,00 €
		616     Assurance                 1 904,22 €                2 000,00 €                 2 116,68 €                2 200,00 €               2 300,00 €
		Total charges                     8 294,28 €                8 500,00 €                 8 928,82 €                9 100,00 €               9 400,00 €
		Total produit                     8 400,00 €                8 500,00 €                 8 500,00 €                    0,00 €                   0,00 €
		SOLDE                               105,72 €                                            -428,82 €`
	want := map[string]predate.Money{
		"fact.net_charges 2023-12-31": 829428, "fact.budget 2024-12-31": 850000, "fact.net_charges 2024-12-31": 892882,
		"fact.budget 2025-12-31": 910000, "fact.budget 2026-12-31": 940000, "fact.balance_3 2023-12-31": 10572, "fact.balance_3 2024-12-31": -42882,
	}
	got := figuresOf(t, predate.KindSchedule3, page)
	for key, want := range want {
		if got[key] != want {
			t.Errorf("%s: %v, want %v", key, got[key], want)
		}
	}
	if got := figuresOf(t, predate.KindSchedule3, strings.Replace(page, "-428,82", "-428,80", 1)); len(got) > 0 {
		t.Errorf("a balance that does not close: %v", got)
	}
}

// TestProvisionsUnderCurrentCharges reads annexe 2 of current operations alone, whose foot
// is what the provisions leave of the charges, with any sign.
func TestProvisionsUnderCurrentCharges(t *testing.T) {
	page := `
		Annexe 2 : Compte de gestion général de l'exercice
		LIBELLÉ               EXERCICE 2023 APPROUVÉ        RÉALISÉ EXERCICE 2024      BUDGET EXERCICE 2025      BUDGET EXERCICE 2026
		60 - Achats
		601     Eau                       2 410,06 €                   2 688,14 €                2 700,00 €               2 800,00 €
		61 - Services extérieurs
		615     Nettoyage                 3 980,00 €                   4 124,00 €                4 200,00 €               4 300,00 €
		616     Assurance                 1 904,22 €                   2 116,68 €                2 200,00 €               2 300,00 €
		Sous-total Charges                8 294,28 €                   8 928,82 €                9 100,00 €               9 400,00 €
		PRODUITS POUR OPÉRATIONS COURANTES
		701     Provisions                8 400,00 €                   8 500,00 €                9 100,00 €               9 400,00 €
		Total                               105,72 €                     428,82 €`
	got := figuresOf(t, predate.KindSchedule2, page)
	for key, want := range map[string]predate.Money{
		"fact.net_charges 2024-12-31": 892882, "fact.budget 2026-12-31": 940000, "fact.provisions_current 2024-12-31": 850000,
		"fact.balance_2_current 2023-12-31": 10572, "fact.balance_2_current 2024-12-31": -42882,
	} {
		if got[key] != want {
			t.Errorf("%s: %v, want %v", key, got[key], want)
		}
	}
	if got, ok := figuresOf(t, predate.KindSchedule2, strings.Replace(page, "701     Provisions", "        Charges nettes", 1))["fact.balance_2_current 2024-12-31"]; ok {
		t.Errorf("a balance of what is not account 701: %v", got)
	}
}

// TestALawIsNoExercise reads the budget of light accounts whose foot cites laws by their
// days: the exercise is the one that the paper names.
func TestALawIsNoExercise(t *testing.T) {
	got := figuresIn(t, predate.KindLightAccounts, `
		COMPTE DE GESTION DE L'EXERCICE
		Copropriété du Lavoir - exercice 2024
		Budget prévisionnel voté                                8 640,00 €
		Présenté conformément à l'article 18 de la loi n° 65-557 du 10 juillet 1965 et à
		l'article 14 du décret n° 67-223 du 17 mars 1967.`)
	if len(got) != 1 || got[0].Year.To != (predate.Date{Year: 2024, Month: 12, Day: 31}) {
		t.Errorf("%+v", got)
	}
}

// TestRoundedRowsOfAList reads a call that lists all owners, whose rows are rounded each:
// half a cent a row may lack, and no more.
func TestRoundedRowsOfAList(t *testing.T) {
	page := `
		Synthèse Appel de Fonds : Appel de fonds T2 2026
		Montant total : 2 600,00 €
		Date d'échéance : 15/04/2026
		Copropriétaire                          Montant à payer
		Odile FARRENQ                           1 218,26 €
		SCI DES TROIS FORGES                    682,83 €
		Hervé MANDRILLON                        417,69 €
		Julie MARTIN                            281,24 €`
	for name, c := range map[string]struct {
		total string
		want  int
	}{"two cents": {"2 600,00", 5}, "three cents": {"2 599,99", 0}} {
		if got := figuresIn(t, predate.KindOther, strings.Replace(page, "2 600,00", c.total, 1)); len(got) != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestShareBesideItsColon reads the owner's share of a call of one sum where one cell holds it
// with its label; of a lot without a share nothing is said.
func TestShareBesideItsColon(t *testing.T) {
	page := `
		APPEL DE FONDS
		Période                  T4 2025
		Date limite de paiement  1 octobre 2025
		COPROPRIÉTAIRE                       LOT
		Odile Farrenq                        N° Lot 6b0e41d2-93f7
		                                     Tantièmes: 214 / 1000
		DÉSIGNATION                                                      MONTANT
		Provisions sur charges courantes - 4e trimestre 2025             412,80 €
		TOTAL À PAYER                                                    412,80 €`
	line, _ := figuresOf(t, predate.KindFundCall, page)["fact.call_line"].(predate.CallLine)
	if line.Share != 214 || line.Amount != 41280 || line.Nature != predate.NatureBudget || line.Lot != "" {
		t.Errorf("%+v", line)
	}
	if got, ok := figuresOf(t, predate.KindFundCall, strings.Replace(page, "214", "0", 1))["fact.call_line"]; ok {
		t.Errorf("no share: %+v", got)
	}
}
