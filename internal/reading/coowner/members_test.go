package coowner_test

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/layout/layouttest"
)

// TestOwnersWithTheirMembers reads a co-ownership in undivided shares with its members,
// which are listed with commas and wrap; where the list is cut, nothing is read.
func TestOwnersWithTheirMembers(t *testing.T) {
	head := "APPEL DE FONDS - PROVISIONS                 \n" +
		"12 rue du Cadran, 51100 Reims              Indivision Brevalin (M. Brevalin Jean, Mme Brevalin\n"
	owners := func(rest string) (out []predate.Figure) {
		for _, f := range extract.Figures(predate.KindFundCall, layouttest.Sketch(head+rest), blanktest.House(t)) {
			if f.Key == predate.KeyOwners {
				out = append(out, f)
			}
		}
		return out
	}
	got := owners(`03 26 00 00 05 · contact@syndic.example    Odile)
                                           c/o M. Brevalin Jean, 8 allée des Grives
                                           51430 Tinqueux`)
	if len(got) != 1 || got[0].Value.(predate.Texts)[0] != "Indivision Brevalin (M. Brevalin Jean, Mme Brevalin Odile)" {
		t.Errorf("owners %v", got)
	}
	if cut := owners("03 26 00 00 05 · Immeuble Le Carillon, pour Indivision Brevalin (M. Brevalin Jean, …"); len(cut) != 0 {
		t.Errorf("owners of a cut list: %v", cut)
	}
}
