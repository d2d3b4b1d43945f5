package form_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

const (
	general = `
	Clôture d'exercice 2025
	Annexe 2 : Compte de gestion général de l'exercice
	                                          POUR APPROBATION DES COMPTES                    POUR LE VOTE DU BUDGET PRÉVISIONNEL
	LIBELLÉ                            EXERCICE 2024 APPROUVÉ   RÉALISÉ EXERCICE 2025   BUDGET EXERCICE 2026   BUDGET EXERCICE 2027
	60 - Achats de matières
	601       Eau                                  2 104,18 €              2 188,40 €             2 200,00 €             2 240,00 €
	602       Électricité                            931,56 €              1 012,07 €             1 020,00 €             1 040,00 €
	66 - Charges financières
	662       Autres charges                         241,00 €                267,04 €               250,00 €               260,00 €
	Sous-total Charges                             3 276,74 €              3 467,51 €             3 470,00 €             3 540,00 €
	PRODUITS POUR OPÉRATIONS COURANTES
	701       Provisions                           3 600,00 €              3 240,00 €             3 470,00 €             3 540,00 €
	Total                                           -323,26 €                227,51 €`
	byPost = `
	Clôture d'exercice 2025
	Annexe 3 : Compte de gestion et Budget prévisionnel
	COMPTE    LIBELLÉ         EXERCICE 2024 APPROUVÉ   BUDGET EXERCICE 2025   RÉALISÉ EXERCICE 2025   BUDGET EXERCICE 2026   BUDGET EXERCICE 2027
	Charges générales
	601       Eau                         2 104,18 €             2 150,00 €            2 188,40 €             2 200,00 €             2 240,00 €
	602       Électricité                   931,56 €               980,00 €            1 012,07 €             1 020,00 €             1 040,00 €
	Total charges                         3 035,74 €             3 130,00 €            3 200,47 €             3 220,00 €             3 280,00 €
	Total produit                         3 200,00 €             3 130,00 €            3 130,00 €             3 220,00 €             3 280,00 €
	SOLDE                                   164,26 €                                     -70,47 €`
)

// TestTotalsOfColumnsOfYears reads annexes 2 and 3 without keys, whose columns are
// named by calendar years: the total of each, of what was spent or budgeted.
func TestTotalsOfColumnsOfYears(t *testing.T) {
	read := func(kind predate.Kind, page string) map[string]predate.Cents {
		out := map[string]predate.Cents{}
		for _, f := range form.Figures(kind, layouttest.Sketch(page), lexicontest.House(t)) {
			if m, ok := f.Value.(predate.Money); ok && (f.Key == predate.FactBudget || f.Key == predate.FactNetCharges) {
				out[string(f.Key)+" "+f.Year.Label()] = predate.Cents(m)
			}
		}
		return out
	}
	want := map[string]predate.Cents{"fact.net_charges 2024": 327674, "fact.net_charges 2025": 346751, "fact.budget 2026": 347000, "fact.budget 2027": 354000}
	if diff := cmp.Diff(want, read(predate.KindSchedule2, general)); diff != "" {
		t.Errorf("annexe 2 (-want +got):\n%s", diff)
	}
	want = map[string]predate.Cents{"fact.net_charges 2024": 303574, "fact.budget 2025": 313000, "fact.net_charges 2025": 320047, "fact.budget 2026": 322000, "fact.budget 2027": 328000}
	if diff := cmp.Diff(want, read(predate.KindSchedule3, byPost)); diff != "" {
		t.Errorf("annexe 3 (-want +got):\n%s", diff)
	}
	for what, page := range map[string]string{
		"income besides provisions":   strings.Replace(general, "701       Provisions ", "713       Indemnités ", 1),
		"a year of two calendar ones": strings.Replace(general, "Clôture d'exercice 2025", "Exercice du 01/07/2024 au 30/06/2025", 1),
		"works among the charges":     strings.Replace(general, "662       Autres", "671       Travaux", 1),
	} {
		if got := read(predate.KindSchedule2, page); len(got) > 0 {
			t.Errorf("%s: read %v", what, got)
		}
	}
	for what, page := range map[string]string{
		"a key besides":               strings.Replace(byPost, "Total produit  ", "614 Ascenseur  ", 1),
		"a budget of the year before": strings.Replace(byPost, "EXERCICE 2024 APPROUVÉ", "BUDGET EXERCICE 2024   ", 1),
	} {
		if got := read(predate.KindSchedule3, page); len(got) > 0 {
			t.Errorf("%s: read %v", what, got)
		}
	}
}

// TestOwnersInTheirPart reads the side of owners whose words say none, by the part
// of annexe 1 in which they stand, and what the syndicat holds.
func TestOwnersInTheirPart(t *testing.T) {
	got := figuresOf(t, predate.KindSchedule1, `
		Clôture d'exercice 2025
		Annexe 1 : État financier après répartition
		ACTIF                                                       PASSIF
		I - SITUATION FINANCIÈRE ET TRÉSORERIE                      PROVISIONS ET AVANCES
		51 - Banque ou fonds disponibles          2 933,58 €        12 - Solde en attente sur travaux       -5 280,00 €
		Total I                                   2 933,58 €        1031 - Avances de trésorerie             9 000,00 €
		II - CRÉANCES                                               Total                                    3 720,00 €
		450 - Copropriétaires individualisés      2 344,55 €        DETTES
		Total II                                  2 344,55 €        40 - Fournisseurs                        1 384,26 €
		TOTAL GÉNÉRAL (I) + (II)                  5 278,13 €        450 - Copropriétaires individualisés       173,87 €
		                                                            Total II                                 1 558,13 €
		                                                            TOTAL GÉNÉRAL (I) + (II)                 5 278,13 €`)
	for key, want := range map[string]predate.Money{
		"fact.owners_debit 2025-12-31": 234455, "fact.owners_credit 2025-12-31": 17387, "fact.cash_at_end 2025-12-31": 293358,
		"fact.cash_advance 2025-12-31": 900000, "supplier_debt 2025-12-31": 138426,
	} {
		if got[key] != want {
			t.Errorf("%s: %v, want %v", key, got[key], want)
		}
	}
}

// TestBudgetByPosts reads a budget by posts of expense, and what was spent of it
// where the paper was made after the exercise.
func TestBudgetByPosts(t *testing.T) {
	page := `
		BUDGET PREVISIONNEL
		Exercice 2025
		Poste                  Categorie        Montant prevu     Montant reel
		Assurance immeuble     Assurance           3 450,00 €       3 412,80 €
		Contrat ascenseur      Maintenance         2 880,00 €       2 880,00 €
		Eau froide             Fluides             4 700,00 €       4 586,17 €
		TOTAL                                     11 030,00 €      10 878,97 €
		Document généré le 14/04/2026`
	got := figuresOf(t, predate.KindSchedule2, page)
	if got["fact.budget 2025-12-31"] != predate.Money(1103000) || got["fact.net_charges 2025-12-31"] != predate.Money(1087897) {
		t.Errorf("read %v", got)
	}
	got = figuresOf(t, predate.KindSchedule2, strings.Replace(page, "14/04/2026", "14/09/2025", 1))
	if got["fact.budget 2025-12-31"] != predate.Money(1103000) || got["fact.net_charges 2025-12-31"] != nil {
		t.Errorf("under way: read %v", got)
	}
}
