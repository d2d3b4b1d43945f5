package compute

import (
	"slices"
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

// A share of the fund that no paper prints is not apportioned from what the syndicat holds:
// contributions were rounded call by call and lot by lot.
func TestNoPaperPrintsTheShareOfTheFund(t *testing.T) {
	s := soundDossier()
	for i, p := range s.in.Papers {
		s.in.Papers[i].Figures = slices.DeleteFunc(slices.Clone(p.Figures), func(f predate.Figure) bool { return f.Key == predate.KeyWorksFundLotShare })
	}
	if f := Compute(s.in).Figure(predate.KeyWorksFundLotShare); f.Status != predate.StatusMissing {
		t.Errorf("the share is %s, %v", f.Status, f.Value)
	}
}
