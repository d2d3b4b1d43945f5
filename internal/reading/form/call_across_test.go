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

const acrossCall = `APPEL DE PROVISIONS
Période 01-01-2026 au 31-03-2026
                               Budget         Appelé pour
Poste / clé de répartition     annuel         la copropriété   Base               Appartement n°7                  Cave n°17                     Ensemble
                                                                                  Tantièmes     Montant            Tantièmes     Montant
BUDGET COURANT 2025/2026
GEN - Charges générales         8 430,00 €     2 107,50 €      1 020 tantièmes    127            262,40 €           3               6,20 €        268,60 €
CHF - Chaufferie bois          12 180,00 €     3 045,00 €      1 000 tantièmes    128            389,76 €                                         389,76 €
Sous-total                                                                                       652,16 €                           6,20 €        658,36 €
FONDS DE TRAVAUX
GEN - Charges générales         1 030,50 €       257,63 €      1 020 tantièmes    127             32,08 €           3               0,76 €         32,84 €
Sous-total                                                                                        32,08 €                           0,76 €         32,84 €
TOTAL DE L'APPEL                                                                                 684,24 €                           6,96 €        691,20 €
Solde avant appel                                                                     2 003,38 €
`

// TestCallWithLotsAcross reads a call that has columns for each lot: no column of one lot is
// the call, whose total ends the row of totals.
func TestCallWithLotsAcross(t *testing.T) {
	want := []string{
		"budget 65836 ", "lot 7 GEN 127/1020 tantièmes budget 26240", "lot 17 GEN 3/1020 tantièmes budget 620", "lot 7 CHF 128/1000 tantièmes budget 38976",
		"works_fund 3284 ", "lot 7 GEN 127/1020 tantièmes works_fund 3208", "lot 17 GEN 3/1020 tantièmes works_fund 76",
	}
	if diff := cmp.Diff(want, callRead(t, acrossCall)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !form.HasLotsAcross(predate.KindFundCall, layouttest.Sketch(acrossCall), lexicontest.House(t)) {
		t.Error("its lots are not seen to stand in columns")
	}
}

// TestLotAcrossWithoutItsHead tells no line of a call one lot of which has no head that is
// read, or whose total is another: a part would be laid on the wrong lot.
func TestLotAcrossWithoutItsHead(t *testing.T) {
	third := strings.NewReplacer("Ensemble", "Annexe            Ensemble", "268,60 €", "1    2,07 €    270,67 €", "658,36 €", "2,07 €   660,43 €", "691,20 €", "2,07 €   693,27 €").Replace(acrossCall)
	for name, page := range map[string]string{"without a head": third, "with another total": strings.Replace(acrossCall, "691,20 €", "691,21 €", 1)} {
		if got := callRead(t, page); len(got) > 0 {
			t.Errorf("%s: %q", name, got)
		}
	}
}
