package compute

import (
	"testing"

	"predate"
)

// TestWorksOfNoLotAreNotNone: a charge statement that lists operations closed, of lots
// that could not be read, does not say that the lots sold have none.
func TestWorksOfNoLotAreNotNone(t *testing.T) {
	for name, c := range map[string]struct {
		lots []string
		want predate.Status
	}{
		"another lot's":               {[]string{"9"}, predate.StatusNone},
		"nobody's":                    {[]string{""}, predate.StatusMissing},
		"another lot's, and nobody's": {[]string{"9", ""}, predate.StatusMissing},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			const file = "decompte-2025.pdf"
			for i := range s.in.Papers {
				if p := &s.in.Papers[i]; p.File == file {
					blank(p, predate.FactChargeNoWorks, predate.KeyLots, predate.FactChargeLot, predate.FactCharges)
				}
			}
			for _, lot := range c.lots {
				s.put(file, inYear(predate.Figure{Key: predate.FactChargeWork, Value: predate.ChargeWork{Lot: lot, Title: "Porche " + lot, Net: 100000, Base: 1000, Share: 300, Amount: 30000}}, 2025))
			}
			if got := Compute(s.in).Figures[predate.KeyOffBudgetActualN1]; got.Status != c.want {
				t.Errorf("%s %v, want %s", got.Status, got.Value, c.want)
			}
		})
	}
}
