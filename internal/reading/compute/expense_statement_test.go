package compute

import (
	"slices"
	"testing"

	"predate"
)

// TestExpensesByKeyReplaceAnnexe3 lays what a list of expenses gives by key on
// the lots where neither a charge statement nor an annexe 3 is there, and leaves
// annexe 3 the last word where it is.
func TestExpensesByKeyReplaceAnnexe3(t *testing.T) {
	for name, annexe := range map[string]bool{"no annexe 3": false, "an annexe 3 with other amounts": true} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			s.drop("decompte-2025.pdf")
			f := slices.IndexFunc(s.find(t, "annexe-3.pdf").Figures, func(f predate.Figure) bool { return f.Key == predate.FactKeyNets })
			nets := slices.Clone(s.find(t, "annexe-3.pdf").Figures[f].Value.(predate.KeyNets))
			want := Compute(s.in).Figure(predate.KeyCurrentActualN1)
			if want.Status != predate.StatusComputed {
				t.Fatalf("with annexe 3: %+v", want)
			}
			for i, k := range nets {
				nets[i].Amounts = slices.DeleteFunc(slices.Clone(k.Amounts), func(a predate.ColumnAmount) bool { return a.Column != predate.ColumnClosed })
				if annexe {
					nets[i].Amounts[0].Amount += 10_000
				}
			}
			if !annexe {
				s.drop("annexe-3.pdf")
			}
			s.add("releve-general.pdf", predate.KindExpenseStatement, "2026-02-28", inYear(predate.Figure{Key: predate.FactKeyTotals, Value: nets}, 2025))
			if got := Compute(s.in).Figure(predate.KeyCurrentActualN1); got.Status != want.Status || got.Value != want.Value {
				t.Errorf("got %s %v, want %s %v", got.Status, got.Value, want.Status, want.Value)
			}
		})
	}
}
