package particulars_test

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/layout/layouttest"
)

// TestPrintedDayInShort dates a maintenance log by the day in its running head, which
// old programs shorten; the days of what it lists do not date it.
func TestPrintedDayInShort(t *testing.T) {
	page := `SDC 12 - Les Tilleuls                                   Edit. 15/02/2025
CARNET D'ENTRETIEN DE L'IMMEUBLE
Année de construction          1975
Nettoyage          Net Escalier          30/06/2026
Diagnostic technique global réalisé le 10 mars 2023`
	for _, f := range extract.Figures(predate.KindMaintenanceLog, layouttest.Sketch(page), blanktest.House(t)) {
		if f.Key == predate.KeyMaintenanceLog {
			if want := (predate.Paper{Date: predate.Date{Year: 2025, Month: 2, Day: 15}}); f.Value != predate.Value(want) {
				t.Errorf("the log is of %v", f.Value)
			}
			return
		}
	}
	t.Error("the log has no day")
}

// TestDayUnderItsLabel reads the date of a maintenance log under the label of the date, in a
// column of its own.
func TestDayUnderItsLabel(t *testing.T) {
	page := `Régie Lenoir                  IMMEUBLE ADMINISTRÉ            PIÈCE DRESSÉE LE
GÉRANCE D'IMMEUBLES
                              Les Tilleuls                   15 février 2025
CARNET D'ENTRETIEN DE L'IMMEUBLE
Année de construction          1975
Nettoyage          Net Escalier          30/06/2026`
	for _, f := range extract.Figures(predate.KindMaintenanceLog, layouttest.Sketch(page), blanktest.House(t)) {
		if want := (predate.Paper{Date: predate.Date{Year: 2025, Month: 2, Day: 15}}); f.Key == predate.KeyMaintenanceLog && f.Value == predate.Value(want) {
			return
		}
	}
	t.Error("the log has no day")
}
