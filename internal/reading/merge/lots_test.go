package merge_test

import (
	"testing"

	"predate"
	"predate/internal/reading/merge"
)

// TestKeysThatDoNotMakeAProvedLotAreLeftOut: some of them were not read; those that
// make theirs stay.
func TestKeysThatDoNotMakeAProvedLotAreLeftOut(t *testing.T) {
	key := func(lot string, amount predate.Cents) predate.Figure {
		return predate.Figure{Key: predate.FactChargeKey, Value: predate.ChargeKey{Lot: lot, Amount: amount}}
	}
	lot := func(lot string, actual predate.Cents) predate.Figure {
		return predate.Figure{Key: predate.FactChargeLot, Value: predate.ChargeLot{Lot: lot, Actual: actual}}
	}
	rules := []predate.Figure{key("33", 100), key("33", 50), key("90", 4), key("7", 9)}
	var got []predate.ChargeKey
	for _, f := range merge.Figures(rules, []predate.Figure{lot("33", 150), lot("90", 34)}) {
		if k, ok := f.Value.(predate.ChargeKey); ok {
			got = append(got, k)
		}
	}
	if len(got) != 3 || got[0].Lot != "33" || got[1].Lot != "33" || got[2].Lot != "7" {
		t.Errorf("kept %+v", got)
	}
	if len(merge.Figures(rules, nil)) != len(rules) {
		t.Error("keys are left out where no lot is proved")
	}
}
