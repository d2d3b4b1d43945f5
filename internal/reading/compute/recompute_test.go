package compute

import (
	"testing"

	"predate"
)

// TestChargesAreNotComputedWithoutEveryKey: what no paper prints is computed where every
// key of annexe 3 is known to be the lots', or others'.
func TestChargesAreNotComputedWithoutEveryKey(t *testing.T) {
	with := func(label string, columns ...predate.ColumnAmount) func(*testing.T, *shelf) {
		return func(t *testing.T, s *shelf) {
			change(s.find(t, "annexe-3.pdf"), predate.FactKeyNets, func(v predate.Value) predate.Value {
				return append(append(predate.KeyNets{}, v.(predate.KeyNets)...), predate.KeyNet{Label: label, Amounts: columns})
			})
		}
	}
	closed := predate.ColumnAmount{Column: predate.ColumnClosed, Year: year(2025), Amount: 400000}
	nothing := predate.ColumnAmount{Column: predate.ColumnClosed, Year: year(2025)}
	running := predate.ColumnAmount{Column: predate.ColumnRunning, Year: year(2026), Amount: 410000}
	for name, c := range map[string]struct {
		set  func(*testing.T, *shelf)
		want predate.Figure
	}{
		"all of them":                       {func(*testing.T, *shelf) {}, is(comp, predate.Money(418000))},
		"another building's":                {with("Bâtiment C", closed, running), is(comp, predate.Money(418000))},
		"water by meters":                   {with("Eau froide compteurs individuels", closed, running), is(miss, nil)},
		"one without a budget":              {with("Antenne", closed), is(miss, nil)},
		"one that cost nothing in the year": {with("Eau froide compteurs individuels", nothing, running), is(comp, predate.Money(418000))},
		"calls of which a line lacks": {func(t *testing.T, s *shelf) {
			for _, file := range []string{"appel-2026-1.pdf", "appel-2026-2.pdf"} {
				p := s.find(t, file)
				p.Figures = keep(p.Figures, func(f predate.Figure) bool {
					l, ok := f.Value.(predate.CallLine)
					return !ok || l.Code != "ASC"
				})
			}
		}, is(miss, nil)},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			s.drop("decompte-2025.pdf")
			c.set(t, s)
			wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyCurrentActualN1: c.want})
		})
	}
}
