package compute

import (
	"testing"

	"predate"
)

// TestWorksClosedAreLaidFromAnnexe4WhereOnlyCallsPaidThem takes the charge
// statement of 2025 away. What annexe 4 spent is laid on the lots when what it
// received, laid alike, is what the calls asked: any other money, a subsidy or a
// loan, is not the lots' cost.
func TestWorksClosedAreLaidFromAnnexe4WhereOnlyCallsPaidThem(t *testing.T) {
	for name, c := range map[string]struct {
		received, total predate.Cents
		want            predate.Figure
	}{
		"calls alone":     {500000, 480000, is(predate.StatusComputed, predate.Money(153600))},
		"a subsidy":       {600000, 480000, is(predate.StatusMissing, nil)},
		"lines left over": {500000, 700000, is(predate.StatusMissing, nil)},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			s.drop("decompte-2025.pdf", "annexe-5.pdf")
			s.add("annexe-4.pdf", predate.KindSchedule4, "2026-02-28",
				inYear(predate.Figure{Key: predate.FactClosedWorks, Value: predate.ClosedWorks{{Title: "Charges générales Réfection du hall", Voted: 500000, Spent: 480000, Received: c.received, Balance: c.received - 480000}, {Title: "Opérations exceptionnelles : néant"}}}, 2025),
				inYear(predate.Figure{Key: predate.FactClosedTotal, Value: predate.ClosedWorks{{Voted: 500000, Spent: c.total, Received: c.received, Balance: c.received - c.total}}}, 2025))
			wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyOffBudgetActualN1: c.want})
		})
	}
}

// TestACallBeforeTheMeetingIsMadeOnTheBudgetBefore calls the first quarter on the
// budget of the exercise before, as art. 43 of décret 67-223 has it.
func TestACallBeforeTheMeetingIsMadeOnTheBudgetBefore(t *testing.T) {
	for name, before := range map[string]predate.Cents{"that budget": 1_100_000, "another amount": 1_150_000} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			alter(s, "annexe-3.pdf", predate.FactKeyNets, func(nets predate.KeyNets) predate.Value {
				for i := range nets {
					amount := []predate.Cents{1_100_000, 200_000}[i]
					nets[i].Amounts = append(nets[i].Amounts, predate.ColumnAmount{Column: predate.ColumnClosedBudget, Year: year(2025), Amount: amount})
				}
				return nets
			})
			alter(s, "appel-2026-1.pdf", predate.FactCallLine, func(l predate.CallLine) predate.Value {
				if l.Code == "GEN" && l.Nature == predate.NatureBudget {
					l.Budget = before
				}
				return l
			})
			red := false
			for _, g := range Compute(s.in).Gates {
				red = red || g.ID == "calls.budget" && g.Status == predate.GateRed
			}
			if want := before != 1_100_000; red != want {
				t.Errorf("red %v, want %v", red, want)
			}
		})
	}
}
