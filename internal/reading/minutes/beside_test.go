package minutes_test

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/layout/layouttest"
)

// TestTheTitleBesideTheWordResolution reads minutes that set the word "résolution", the
// number, the majority and the verdict in a column of their own, and the title and the
// sentence beside it.
func TestTheTitleBesideTheWordResolution(t *testing.T) {
	doc := layouttest.Sketch(`
PROCES-VERBAL DE L'ASSEMBLEE GENERALE ORDINAIRE DU 26 MARS 2026
Les copropriétaires se sont réunis le 26 mars 2026.

      RÉSOLUTION            Élection du président de séance
               1            L'assemblée générale élit Mme Alix en qualité de président de séance.
      Adoptée               Cette résolution est adoptée.

      RÉSOLUTION            Élection du secrétaire de séance
               2            L'assemblée générale désigne le syndic en qualité de secrétaire.
      Adoptée               Cette résolution est adoptée.

      RÉSOLUTION            Approbation des comptes de l'exercice du 01/01/2025 au 31/12/2025
               3            L'assemblée générale approuve en leur forme et teneur les comptes de
      Adoptée               l'exercice du 01/01/2025 au 31/12/2025, tels qu'ils ont été joints.
                            Cette résolution est adoptée.`)
	for _, f := range extract.Figures(predate.KindMinutes, doc, blanktest.House(t)) {
		switch v := f.Value.(type) {
		case predate.Resolutions:
			if len(v) != 3 || v[2].Title != "Approbation des comptes de l'exercice du 01/01/2025 au 31/12/2025" || v[1].Title != "Élection du secrétaire de séance" {
				t.Errorf("%+v", v)
			}
		case predate.Flag:
			if f.Key == predate.FactApproval && v && f.Year.To == (predate.Date{Year: 2025, Month: 12, Day: 31}) {
				return
			}
		}
	}
	t.Error("the approval of the accounts is not read")
}
