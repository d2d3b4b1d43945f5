package form_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestMovementsOfEachYear reads an account with one column and letters for its sides, which
// sums each side of each year.
func TestMovementsOfEachYear(t *testing.T) {
	said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(`EXTRAIT DE COMPTE INDIVIDUEL - COMPTE 450
MOUVEMENTS DU 01.01.2025 AU 15.06.2026
45 - COPROPRIETAIRES / Compte n° 7731-0048
CPTE     DATE          LIBELLE DE L'ECRITURE                         MONTANT        SENS      SOLDE        SENS
450      01.01.2025    À nouveau au 01/01/2025                                                  0,00
450-1    01.01.2025    Appel de charges courantes 2025               521,81         D         521,81       D
450-5    01.01.2025    Cotisation art. 14-2-1                         26,08         D         547,89       D
450-1    06.01.2025    Prélèvement automatique                       547,89         C           0,00
                       * MOUVEMENTS ANNEE 2025 - DEBIT               547,89         D
                       * MOUVEMENTS ANNEE 2025 - CREDIT              547,89         C           0,00
450-1    01.01.2026    Appel de charges courantes 2026               538,51         D         538,51       D
450-1    08.01.2026    Prélèvement automatique                       538,51         C           0,00
450-1    15.04.2026    Régularisation charges exercice 2025           73,61         C          73,61       C
                       * MOUVEMENTS ANNEE 2026 - DEBIT               538,51         D
                       * MOUVEMENTS ANNEE 2026 - CREDIT              612,12         C          73,61       C
                       ** TOTAL DES MOUVEMENTS AU DEBIT            1 086,40         D
                       ** TOTAL DES MOUVEMENTS AU CREDIT           1 160,01         C
450      15.06.2026    *** Solde au 15/06/2026                                                 73,61       C
`), lexicontest.House(t)))
	want := []predate.AccountBalance{{Date: predate.Date{Year: 2026, Month: 6, Day: 15}, Amount: -7361}}
	if diff := cmp.Diff(want, said.closing); diff != "" || len(said.lines) != 6 {
		t.Errorf("%d movements, closing (-want +got):\n%s", len(said.lines), diff)
	}
}

// TestOpeningOfNothingInASentence reads an account whose balances stand in sentences over and
// under the table: that it opens with nothing may be read or not, the account is the same.
func TestOpeningOfNothingInASentence(t *testing.T) {
	said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(`HISTORIQUE DE VOTRE COMPTE
du 01-01-2024 au 15-06-2024
Compte n° 7731-0048
01-01-2024 À nouveau au 01/01/2024 : 0,00 EUR - COMPTE SOLDE
DATE           LIBELLE                                  CPTE     NOS APPELS ET         VOS
                                                                        FRAIS   REGLEMENTS ET
                                                                                       AVOIRS
01-01-2024     Appel de charges courantes 2024          450-1          521,81
01-01-2024     Cotisation art. 14-2-1                   450-5           26,08
06-01-2024     Prélèvement automatique                  450-1                          547,89
01-04-2024     Appel de charges courantes 2024          450-1          521,81
07-04-2024     Prélèvement automatique                  450-1                          595,42
               TOTAL DES MOUVEMENTS                                   1069,70         1143,31
Solde au 15/06/2024 : 73,61 EUR - SOLDE CREDITEUR (EN VOTRE FAVEUR)
`), lexicontest.House(t)))
	want := []predate.AccountBalance{{Date: predate.Date{Year: 2024, Month: 6, Day: 15}, Amount: -7361}}
	if diff := cmp.Diff(want, said.closing); diff != "" || len(said.lines) != 5 {
		t.Errorf("%d movements, closing (-want +got):\n%s", len(said.lines), diff)
	}
}
