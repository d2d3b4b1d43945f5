package form_test

import (
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestLotsAsAUnitNameNoLot reads the charges of two lots, one of which has a part in a
// key that is laid by lots: "12 lots | 1 lots" is what is printed of the key, and no
// lot 1.
func TestLotsAsAUnitNameNoLot(t *testing.T) {
	pages := layouttest.Pages(`RELEVE INDIVIDUEL DE CHARGES - exercice du 01/01/2025 au 31/12/2025
Lot n° 8 - Appartement - 200 tant. gén.
Lot n° 31 - Parking - 20 tant. gén.
Cpte   Nature de la dépense                   Base      Vos tant.     A répartir     Quote-part
Lot n° 8 - Appartement - 200 tant. gén.
GEN - Parties communes générales            10 000            200
601    Eau                                  10 000            200       2 500,00          50,00
602    Électricité                          10 000            200       1 500,00          30,00
Total Parties communes générales                                        4 000,00          80,00
TOTAL LOT N° 8                                                                            80,00
Lot n° 31 - Parking - 20 tant. gén.
GEN - Parties communes générales            10 000             20
601    Eau                                  10 000             20       2 500,00           5,00
602    Électricité                          10 000             20       1 500,00           3,00
Total Parties communes générales                                        4 000,00           8,00
PKG - Parking couvert                      12 lots         1 lots
602    Électricité                         12 lots         1 lots         480,00          40,00
614    Contrats de maintenance             12 lots         1 lots         720,00          60,00
Total Parking couvert                                                   1 200,00         100,00
TOTAL LOT N° 31                                                                          108,00
Charges courantes de l'exercice                                                          188,00
Provisions appelées sur l'exercice                                                       200,00
Solde créditeur                                                                           12,00`)
	got := map[string]predate.Cents{}
	for _, f := range form.Figures(predate.KindChargeStatement, layout.Analyse(pages), lexicontest.House(t)) {
		if l, ok := f.Value.(predate.ChargeLot); ok {
			got[l.Lot] += l.Actual
		}
	}
	if len(got) != 2 || got["8"] != 8000 || got["31"] != 10800 {
		t.Errorf("the lots bear %v", got)
	}
}
