package extract

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/layout/layouttest"
)

// columnMinutes is minutes whose points stand in two columns, down the left one first;
// a line over them and one under them goes across.
const columnMinutes = `PROCÈS-VERBAL DE L'ASSEMBLÉE GÉNÉRALE ORDINAIRE DU 26 MARS 2026
L'an 2026, le 26 mars, les copropriétaires de l'immeuble Les Glycines se sont réunis en assemblée générale.
1. Élection du président de séance                        3. Quitus au syndic
L'assemblée élit M. Aubrac président.                     L'assemblée donne quitus au syndic pour sa gestion
Pour : 7 476 voix    Contre : 0 voix                      arrêtée au 31/12/2025.
Cette résolution est adoptée à la majorité                Pour : 6 851 voix    Contre : 625 voix
simple de l'article 24.                                   Cette résolution est adoptée à la majorité
2. Approbation des comptes de l'exercice 2025             simple de l'article 24.
L'assemblée générale approuve les comptes de              4. Information sur les procédures en cours
l'exercice du 01/01/2025 au 31/12/2025.                   Le syndic informe l'assemblée qu'aucune procédure
Pour : 7 476 voix    Contre : 0 voix                      n'est en cours.
Cette résolution est adoptée à la majorité                Ce point ne donne pas lieu à un vote.
simple de l'article 24.
L'ordre du jour étant épuisé, la séance est levée.`

// TestMinutesInTwoColumns reads points that are numbered down two columns; where the
// numbers follow each other in neither order, what is read stays as it was.
func TestMinutesInTwoColumns(t *testing.T) {
	read := func(text string) (out []predate.Resolution) {
		for _, f := range Figures(predate.KindMinutes, layouttest.Sketch(text), blanktest.House(t)) {
			if list, ok := f.Value.(predate.Resolutions); ok {
				out = append(out, list...)
			}
		}
		return out
	}
	got := read(columnMinutes)
	want := []struct {
		number  string
		outcome predate.VoteOutcome
	}{{"1", predate.VoteAdopted}, {"2", predate.VoteAdopted}, {"3", predate.VoteAdopted}, {"4", predate.VoteNone}}
	if len(got) != len(want) {
		t.Fatalf("resolutions %+v", got)
	}
	for i, w := range want {
		if got[i].Number != w.number || got[i].Outcome != w.outcome {
			t.Errorf("resolution %+v, want %+v", got[i], w)
		}
	}
	for _, r := range read(strings.Replace(columnMinutes, "4. Information", "6. Information", 1)) {
		if r.Number == "3" && r.Outcome == predate.VoteAdopted {
			t.Errorf("a point of a series that is not whole is read down its column: %+v", r)
		}
	}
}
