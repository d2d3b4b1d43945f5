package compute

import (
	"testing"

	"predate"
)

// charged puts operations closed in 2025 into its charge statement, in the place of the
// word that there are none, with the total that it prints of them; 0 for no total.
func (s *shelf) charged(t testing.TB, printed predate.Cents, works ...predate.ChargeWork) {
	t.Helper()
	const file = "decompte-2025.pdf"
	p := s.find(t, file)
	p.Figures = keep(p.Figures, func(f predate.Figure) bool { return f.Key != predate.FactChargeNoWorks })
	for _, w := range works {
		s.put(file, inYear(predate.Figure{Key: predate.FactChargeWork, Value: w}, 2025))
	}
	if printed != 0 {
		s.put(file, inYear(predate.Figure{Key: predate.FactChargeWorkSum, Value: predate.ChargeTotals{Actual: printed, HasActual: true}}, 2025))
	}
}

// TestWorksThatDoNotMakeTheirTotalAreNotStated: a line was missed, and it may be that
// of a lot sold, whatever lots the statement is about.
func TestWorksThatDoNotMakeTheirTotalAreNotStated(t *testing.T) {
	porch := func(lot string, amount predate.Cents) predate.ChargeWork {
		return predate.ChargeWork{Title: "Porche", Lot: lot, Amount: amount}
	}
	for name, c := range map[string]struct {
		printed predate.Cents
		works   []predate.ChargeWork
		want    predate.Figure
	}{
		"another lot's, all of them":         {50000, []predate.ChargeWork{porch("12", 50000)}, is(nil0, predate.Money(0))},
		"another lot's, a line was missed":   {70000, []predate.ChargeWork{porch("12", 50000)}, is(miss, nil)},
		"one of ours, a line was missed":     {70000, []predate.ChargeWork{porch("7", 50000)}, is(conl, nil)},
		"ours and another's, all of them":    {70000, []predate.ChargeWork{porch("7", 50000), porch("12", 20000)}, is(conf, predate.Money(50000))},
		"ours and another's, one was missed": {90000, []predate.ChargeWork{porch("7", 50000), porch("12", 20000)}, is(conl, nil)},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			s.put("decompte-2025.pdf", inYear(predate.Figure{Key: predate.FactChargeLot, Value: predate.ChargeLot{Lot: "12", Actual: 1000, Called: 1000, HasCalled: true}}, 2025))
			s.charged(t, c.printed, c.works...)
			wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyOffBudgetActualN1: c.want})
		})
	}
}

// TestAnOperationOfAnnexe4OfWhichTheChargesDoNotSpeak: what was called may have paid
// for it to the cent, so that nothing was left to print; it cost the lots all the same.
func TestAnOperationOfAnnexe4OfWhichTheChargesDoNotSpeak(t *testing.T) {
	closed := func(key string, spent predate.Cents) predate.Figure {
		return inYear(predate.Figure{Key: predate.FactClosedWorks, Value: predate.ClosedWorks{{Title: "Toiture", Key: key, Spent: spent, Received: spent}}}, 2025)
	}
	for name, c := range map[string]struct {
		key   string
		spent predate.Cents
		want  predate.Figure
	}{
		"of the lots' key":      {"Charges générales", 300000, is(miss, nil)},
		"of a key untold":       {"", 300000, is(miss, nil)},
		"of another building":   {"Bâtiment C", 300000, is(nil0, predate.Money(0))},
		"on which nobody spent": {"Charges générales", 0, is(nil0, predate.Money(0))},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			change(s.find(t, "annexe-3.pdf"), predate.FactKeyNets, func(v predate.Value) predate.Value {
				return append(append(predate.KeyNets{}, v.(predate.KeyNets)...), predate.KeyNet{
					Code: "BATC", Label: "Bâtiment C", Total: 800, Amounts: []predate.ColumnAmount{{Column: predate.ColumnClosed, Year: year(2025), Amount: 10000}},
				})
			})
			s.add("annexe-4.pdf", predate.KindSchedule4, "2026-02-28", closed(c.key, c.spent))
			wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyOffBudgetActualN1: c.want})
		})
	}
}
