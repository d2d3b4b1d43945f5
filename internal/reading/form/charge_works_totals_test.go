package form_test

import (
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestSumsOfWorksAreNoCharges reads a paper on which only the works print what the
// owner bears, what was called and the difference: in the words that sum charges
// elsewhere.
func TestSumsOfWorksAreNoCharges(t *testing.T) {
	totals := func(heading string) int {
		doc := layouttest.Sketch("RELEVÉ INDIVIDUEL DE CHARGES\nExercice du 01/01/2025 au 31/12/2025\n\n" + heading + `
Remplacement du portail automatique
Total de vos quotes-parts                    519,25
Provisions appelées                          560,00
Solde créditeur                               40,75
`)
		n := 0
		for _, f := range form.Figures(predate.KindChargeStatement, doc, lexicontest.House(t)) {
			if f.Key == predate.FactChargeTotals {
				n++
			}
		}
		return n
	}
	if n := totals("Travaux et opérations exceptionnelles clôturés dans l'exercice"); n != 0 {
		t.Error("the sum of works is taken for that of charges")
	}
	if n := totals("Charges courantes"); n != 1 {
		t.Errorf("%d totals of charges under their heading, want one", n)
	}
}
