package extract

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/layout/layouttest"
)

// TestALoanAmongSourcesIsNone takes a loan that a sentence names as one of several sources
// for no loan of the syndicat; an instalment is one.
func TestALoanAmongSourcesIsNone(t *testing.T) {
	for words, want := range map[string]int{
		"dont 0,00 payés par le fonds de travaux, les subventions ou un emprunt ; il reste 5 874,30 à répartir": 0,
		"Financé (fonds de travaux, subvention,\nemprunt)                                  3 000,00":            0,
		"Remboursement de l'emprunt collectif        167,04":                                                    1,
		"Financé (emprunt)                         3 000,00":                                                    1,
	} {
		found := 0
		for _, f := range Figures(predate.KindChargeStatement, layouttest.Sketch("Décompte de charges 2025\n\n"+words), blanktest.House(t)) {
			if f.Key == predate.FactLoanMentioned {
				found++
			}
		}
		if found != want {
			t.Errorf("%q mentions %d loans, want %d", words, found, want)
		}
	}
}
