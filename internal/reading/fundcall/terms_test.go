package fundcall_test

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/layout/layouttest"
)

// TestTheTermUnderAPlainHeading reads what lines are called for in the small type under a
// heading in plain words that bears their sum.
func TestTheTermUnderAPlainHeading(t *testing.T) {
	doc := layouttest.Sketch(`APPEL DE FONDS
Période du 01/04/2026 au 30/06/2026
Lot 14 (appartement, 343 tantièmes)
Q   Le quotidien de l'immeuble                                240,92 €
    Provisions sur budget prévisionnel 2026                   sous-total
Clé                        Votre part     Quote-part      Appelé
Charges générales              192,08     343 / 10 000    5 600,00
Charges ascenseur               48,84     44 / 1 000      1 110,00
Total à régler                 240,92`)
	for i := range doc.Pages[0].Lines {
		for k := range doc.Pages[0].Lines[i].Words {
			w := &doc.Pages[0].Lines[i].Words[k]
			if w.Size = 8; i == 4 {
				w.Size = 6
			}
		}
	}
	lines := 0
	for _, f := range extract.Figures(predate.KindFundCall, doc, blanktest.House(t)) {
		if l, ok := f.Value.(predate.CallLine); ok {
			if lines++; l.Nature != predate.NatureBudget {
				t.Errorf("%s is called for %q", l.Label, l.Nature)
			}
		}
		if s, ok := f.Value.(predate.CallSubtotal); ok && (s.Nature != predate.NatureBudget || s.Amount != 24092) {
			t.Errorf("sub-total %+v", s)
		}
	}
	if lines != 2 {
		t.Errorf("%d lines, want 2", lines)
	}
}
