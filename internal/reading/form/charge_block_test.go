package form_test

import (
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestWorksSetOutInBlocks reads operations closed that stand lot by lot in blocks of rows,
// each proved by what other money paid and by what was called; a block whose rows do not
// prove it leaves the operations out.
func TestWorksSetOutInBlocks(t *testing.T) {
	for gap, want := range map[string]int{"-11,17": 2, "-11,71": 0} {
		doc := layouttest.Sketch(`DECOMPTE INDIVIDUEL DE CHARGES - exercice du 01/01/2025 au 31/12/2025
Cpte   Nature de la dépense              A répartir       Base      Tant.     Votre part
Lot 14  Appartement
Clé GEN - Charges générales
601    Eau                                 2 500,00     10 000        343        85,75
602    Électricité                         1 500,00     10 000        343        51,45
       S/total GEN                         4 000,00     10 000        343       137,20
       TOTAL lot 14                                                             137,20
       Provisions appelées lot 14                                               150,00
Lot 38  Cave
Clé GEN - Charges générales
601    Eau                                 2 500,00     10 000          8         2,00
602    Électricité                         1 500,00     10 000          8         1,20
       S/total GEN                         4 000,00     10 000          8         3,20
       TOTAL lot 38                                                               3,20
       Provisions appelées lot 38                                                 5,00
       Charges courantes de l'exercice (quote-part réelle)                      140,40
       Provisions appelées sur l'exercice                                       155,00
       Solde en votre faveur                                                     14,60
Travaux et opérations exceptionnelles clôturés dans l'exercice
Lot 14  Mise aux normes de l'éclairage (clé GEN)
        Coût total                         6 000,00
        Financé (subvention)                 125,70
        Reste à répartir                   5 874,30     10 000        343       201,49
        Déjà appelé                                                             212,66
        Reste dû (+) ou trop versé (-)                                          ` + gap + `
Lot 38  Mise aux normes de l'éclairage (clé GEN)
        Coût total                         6 000,00
        Financé (subvention)                 125,70
        Reste à répartir                   5 874,30     10 000          8         4,70
        Déjà appelé                                                               4,96
        Reste dû (+) ou trop versé (-)                                           -0,26
        Total travaux                                                           206,19
        Provisions travaux appelées                                             217,62
        Solde en votre faveur                                                    11,43`)
		var works []predate.ChargeWork
		for _, f := range form.Figures(predate.KindChargeStatement, doc, lexicontest.House(t)) {
			if w, ok := f.Value.(predate.ChargeWork); ok {
				works = append(works, w)
			}
		}
		if len(works) != want {
			t.Fatalf("with %s: %+v", gap, works)
		}
		if want == 2 && (works[0].Lot != "14" || works[0].Called != 21266 || works[0].Title != "Mise aux normes de l'éclairage" || works[1].Lot != "38" || works[1].Amount != 470) {
			t.Errorf("read %+v", works)
		}
	}
}
