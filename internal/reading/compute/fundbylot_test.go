package compute

import (
	"testing"

	"predate"
	"predate/internal/reading/wording"
)

// The works fund is told lot by lot where papers give the tantièmes of each; the parts are
// the whole.
func TestFundByLot(t *testing.T) {
	both := Compute(soundDossier().in)
	for key, want := range map[predate.Key]string{
		predate.KeyWorksFundLotShare:     "Lot par lot, selon leurs tantièmes : lot 7, 360,00 € (300 tantièmes) ; lot 8, 24,00 € (20 tantièmes).",
		predate.KeyWorksFundContribution: "Lot par lot, selon leurs tantièmes : lot 7, 45,00 € (300 tantièmes) ; lot 8, 3,00 € (20 tantièmes).",
	} {
		if got := wording.Of(both.Figure(key).Derivation); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	alone := soundDossier()
	alone.in.Order.Lots = "lot 7"
	if got := wording.Of(Compute(alone.in).Figure(predate.KeyWorksFundContribution).Derivation); got != "" {
		t.Errorf("one lot sold: %q", got)
	}
}

// What is rounded away is not lost.
func TestFundByLotRounds(t *testing.T) {
	lots := []string{"1", "2", "3"}
	key := predate.AllocationKey{Label: "Charges générales", Total: 3, LotShare: 3, Shares: map[string]int64{"1": 1, "2": 1, "3": 1}}
	got := byLot(100, key, lots)
	var sum predate.Cents
	for _, part := range got.About[0].(predate.Reasons) {
		sum += part.About[1].(predate.Cents)
	}
	if sum != 100 {
		t.Errorf("the parts are %d in all: %v", sum, got)
	}
	key.Shares["3"] = 0
	if got := byLot(100, key, lots); !got.IsZero() {
		t.Errorf("a lot without tantièmes: %v", got)
	}
}
