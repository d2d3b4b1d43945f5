package form_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestTotalsBesideTheirSides reads an account whose totals stand under no column,
// each after the words of its side, whose balance is negative because it is owed,
// and which prints no day but those of its movements. It is one of two accounts of
// an owner, and is called by what it is for.
func TestTotalsBesideTheirSides(t *testing.T) {
	page := `
		Relevé de compte - Mme Alix
		Compte: Fonds de Travaux
		
		Date          Libellé                                   Débit       Crédit
		01/01/2025    Report solde exercice 2024                              27,64 €
		02/01/2025    Appel de fonds T1 2025                  906,00 €
		14/01/2025    Virement ALIX                                          878,36 €
		01/04/2025    Appel de fonds T2 2025                  906,00 €
		11/04/2025    Virement ALIX                                          600,00 €


		Total Débit: 1 812,00 €              Total Crédit: 1 506,00 €

		Solde du compte: %s €`
	at := predate.Date{Year: 2025, Month: 4, Day: 11}
	for balance, want := range map[string][]predate.AccountBalance{
		"-306,00": {{Account: "Fonds de Travaux", Date: at, Amount: 30600}},
		"306,00":  {{Account: "Fonds de Travaux", Date: at, Amount: 30600}},
	} {
		said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(fmt.Sprintf(page, balance)), lexicontest.House(t)))
		if diff := cmp.Diff(want, said.closing); diff != "" {
			t.Errorf("%s: closing (-want +got):\n%s", balance, diff)
		}
		if len(said.lines) != 4 || len(said.opening) != 1 || said.opening[0].Amount != -2764 {
			t.Errorf("%s: %+v", balance, said)
		}
	}
	settled := strings.Replace(fmt.Sprintf(page, "0,00"), "1 506,00", "1 812,00", 1)
	settled = strings.Replace(settled, "600,00", "906,00", 1)
	said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(settled), lexicontest.House(t)))
	if diff := cmp.Diff([]predate.AccountBalance{{Account: "Fonds de Travaux", Date: at}}, said.closing); diff != "" {
		t.Errorf("settled: closing (-want +got):\n%s", diff)
	}
	wrong := fmt.Sprintf(page, "-206,00")
	if said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(wrong), lexicontest.House(t))); len(said.closing) > 0 {
		t.Errorf("a balance that the movements do not make is read: %+v", said.closing)
	}
}
