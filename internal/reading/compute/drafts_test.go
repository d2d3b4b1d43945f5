package compute

import (
	"testing"

	"predate"
	"predate/internal/reading/wording"
)

// TestDraftsYieldToApprovedAccounts takes the accounts bound with the minutes
// that approved them, or made since, for those that hold; a draft that no
// approved accounts replace still speaks, and contradicts others like it.
func TestDraftsYieldToApprovedAccounts(t *testing.T) {
	for name, test := range map[string]struct {
		file, printed string
		status        predate.Status
	}{
		"bound with the minutes":        {"pv-2026.pdf", "2026-03-01", predate.StatusConfirmed},
		"made after the meeting":        {"annexes.pdf", "2026-05-02", predate.StatusConfirmed},
		"made before, and no one's":     {"annexes.pdf", "2026-03-02", predate.StatusConflicting},
		"made no one knows when":        {"annexes.pdf", "", predate.StatusConflicting},
		"bound with a former meeting's": {"pv-2025.pdf", "2025-05-02", predate.StatusConflicting},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			draft := s.find(t, "annexe-1.pdf")
			draft.Part.Draft = true
			held := *draft
			held.File, held.Part.Draft, held.Printed = test.file, false, predate.Date{}
			held.Part.First, held.Part.Last = 3, 3
			if test.printed != "" {
				held.Printed = date(test.printed)
			}
			held.Figures = append([]predate.Figure(nil), draft.Figures...)
			for i, f := range held.Figures {
				if f.Key == predate.KeySupplierDebt {
					held.Figures[i].Value = f.Value.(predate.Money) - 50_00
				}
			}
			s.in.Papers = append(s.in.Papers, held)
			got := Compute(s.in).Figures[predate.KeySupplierDebt]
			if got.Status != test.status {
				t.Errorf("supplier debt %v %v (%s), want it %s", got.Status, got.Value, wording.Of(got.Derivation), test.status)
			}
		})
	}
}
