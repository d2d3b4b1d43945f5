package compute

import (
	"fmt"
	"slices"
	"testing"

	"predate"
)

func voted(y int, on string, amount predate.Cents) predate.Figure {
	return asOf(inYear(money(predate.FactBudgetVoted, amount), y), on)
}

// TestABudgetVotedAfterTheLastCallMayChangeTheNext: until a meeting has voted, the
// budget before is called (décret 67-223 art. 43); then what it voted.
func TestABudgetVotedAfterTheLastCallMayChangeTheNext(t *testing.T) {
	go2 := is(comp, predate.CallList{
		{Date: date("2026-07-01"), Amount: 101000, Nature: predate.NatureBudget}, {Date: date("2026-10-01"), Amount: 101000, Nature: predate.NatureBudget},
	})
	for name, c := range map[string]struct {
		vote predate.Figure
		want predate.Figure
	}{
		"another amount":                 {voted(2026, "2026-04-09", 1_800_000), is(miss, nil)},
		"the amount of an earlier vote":  {voted(2026, "2026-04-09", 1_400_000), go2},
		"the budget that the call bears": {voted(2026, "2026-04-09", 1_200_000), go2},
		"before the last call was made":  {voted(2026, "2026-03-10", 1_800_000), go2},
		"after the reference date":       {voted(2026, "2026-06-02", 1_800_000), go2},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			s.put("pv-2026.pdf", c.vote)
			wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyFutureBudget: c.want})
		})
	}
}

// TestABudgetVotedOtherwiseThanProposedIsNotLaidOut: annexe 3 goes out with the notice,
// and a meeting may vote less than it proposes.
func TestABudgetVotedOtherwiseThanProposedIsNotLaidOut(t *testing.T) {
	s := soundDossier()
	change(s.find(t, "pv-2026.pdf"), predate.FactBudgetVoted, func(predate.Value) predate.Value { return predate.Money(1_450_000) })
	wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyNextYearBudgetShare: is(miss, nil)})

	running := soundDossier()
	for y := 2024; y <= 2026; y++ {
		for q := 1; q <= 4; q++ {
			running.drop(fmt.Sprintf("appel-%d-%d.pdf", y, q))
		}
	}
	running.put("pv-2025.pdf", inYear(predate.Figure{Key: predate.FactCallsPerYear, Value: predate.Count(4)}, 2026))
	running.put("decompte-2025.pdf",
		inYear(predate.Figure{Key: predate.FactChargeKey, Value: predate.ChargeKey{Lot: "7", Code: "GEN", Label: "Charges générales", Total: 1_250_000, Base: 1000, Share: 300, Amount: 375000}}, 2025),
		inYear(predate.Figure{Key: predate.FactChargeKey, Value: predate.ChargeKey{Lot: "7", Code: "ASC", Label: "Ascenseur", Total: 180_000, Base: 100, Share: 10, Amount: 18000}}, 2025),
		inYear(predate.Figure{Key: predate.FactChargeKey, Value: predate.ChargeKey{Lot: "8", Code: "GEN", Label: "Charges générales", Total: 1_250_000, Base: 1000, Share: 20, Amount: 25000}}, 2025))
	if f := Compute(running.in).Figure(predate.KeyFutureBudget); f.Status != comp {
		t.Fatalf("no calls follow from the budget: %s %v", f.Status, f.Derivation)
	}
	change(running.find(t, "pv-2025.pdf"), predate.FactBudgetVoted, func(predate.Value) predate.Value { return predate.Money(1_390_000) })
	wantFigures(t, Compute(running.in), map[predate.Key]predate.Figure{predate.KeyFutureBudget: is(miss, nil)})
}

// TestAFundCalledOnceAYearIsNotCalledAtEachTerm: the calls for the budget that asked
// nothing for the fund say that it has another rhythm.
func TestAFundCalledOnceAYearIsNotCalledAtEachTerm(t *testing.T) {
	for _, at := range []string{"2026-05-18", "2026-02-18"} {
		s := soundDossier()
		s.in.ReferenceDate = date(at)
		if at < "2026-03" {
			s.drop("appel-2026-2.pdf", "pv-2026.pdf", "releve.pdf")
		}
		for i := range s.in.Papers {
			p := &s.in.Papers[i]
			if p.Part.Kind != predate.KindFundCall {
				continue
			}
			first := p.File[len(p.File)-5:] == "1.pdf"
			var cut predate.Cents
			p.Figures = slices.DeleteFunc(p.Figures, func(f predate.Figure) bool {
				l, ok := f.Value.(predate.CallLine)
				if !ok || l.Nature != predate.NatureWorksFund || first {
					return false
				}
				cut += l.Amount
				return true
			})
			change(p, predate.FactCall, func(v predate.Value) predate.Value { h := v.(predate.CallHead); h.Total -= cut; return h })
			change(p, predate.FactCallLine, func(v predate.Value) predate.Value {
				l := v.(predate.CallLine)
				if l.Nature == predate.NatureWorksFund {
					l.Budget = 0
				}
				return l
			})
		}
		got := Compute(s.in)
		wantFigures(t, got, map[predate.Key]predate.Figure{predate.KeyFutureWorksFund: is(miss, nil)})
		if f := got.Figure(predate.KeyFutureBudget); f.Status != comp {
			t.Errorf("the budget: %s %v", f.Status, f.Derivation)
		}
	}
}
