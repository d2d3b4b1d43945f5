package compute

import (
	"fmt"
	"testing"

	"predate"
)

// onlyCall leaves one call of the running exercise.
func onlyCall(s *shelf, keep int) {
	for y := 2024; y <= 2026; y++ {
		for q := 1; q <= 4; q++ {
			if y < 2026 || q != keep {
				s.drop(fmt.Sprintf("appel-%d-%d.pdf", y, q))
			}
		}
	}
}

// TestAnAdjustmentOnACallIsNoProvision: a call may ask for what an earlier exercise cost
// besides; the next ones do not.
func TestAnAdjustmentOnACallIsNoProvision(t *testing.T) {
	for label, want := range map[string]predate.Status{
		"Régularisation charges 2025": miss,
		"Solde de l’exercice 2025":    miss,
		"Eau froide":                  comp,
	} {
		s := soundDossier()
		onlyCall(s, 2)
		s.put("appel-2026-2.pdf", predate.Figure{Key: predate.FactCallLine, Value: predate.CallLine{Lot: "7", Label: label, Amount: 14000, Nature: predate.NatureBudget}})
		change(s.find(t, "appel-2026-2.pdf"), predate.FactCall, func(v predate.Value) predate.Value { h := v.(predate.CallHead); h.Total += 14000; return h })
		if f := Compute(s.in).Figure(predate.KeyFutureBudget); f.Status != want {
			t.Errorf("%s: calls to come %s %v, want %s", label, f.Status, f.Value, want)
		}
	}
}

// TestACallForAWholeYearMayFallDueInTerms: that nothing is to come, the meeting says that
// voted one call a year.
func TestACallForAWholeYearMayFallDueInTerms(t *testing.T) {
	set := func() *shelf {
		s := soundDossier()
		onlyCall(s, 1)
		change(s.find(t, "appel-2026-1.pdf"), predate.FactCall, func(v predate.Value) predate.Value { h := v.(predate.CallHead); h.Period = year(2026); return h })
		change(s.find(t, "appel-2026-1.pdf"), predate.FactCallLine, func(v predate.Value) predate.Value { l := v.(predate.CallLine); l.Budget = 0; return l })
		return s
	}
	wantFigures(t, Compute(set().in), map[predate.Key]predate.Figure{predate.KeyFutureBudget: is(miss, nil)})

	voted := set()
	voted.put("pv-2025.pdf", inYear(predate.Figure{Key: predate.FactCallsPerYear, Value: predate.Count(1)}, 2026))
	wantFigures(t, Compute(voted.in), map[predate.Key]predate.Figure{predate.KeyFutureBudget: is(nil0, predate.CallList{})})

	quarterly := set()
	quarterly.put("pv-2025.pdf", inYear(predate.Figure{Key: predate.FactCallsPerYear, Value: predate.Count(4)}, 2026))
	wantFigures(t, Compute(quarterly.in), map[predate.Key]predate.Figure{predate.KeyFutureBudget: is(miss, nil)})
}
