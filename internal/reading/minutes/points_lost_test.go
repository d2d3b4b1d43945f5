package minutes

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/paper"
)

// lostHeads is minutes of a scan that lost the headings of two points and the number of
// a third one.
const lostHeads = `PROCES-VERBAL DE L'ASSEMBLEE GENERALE ORDINAIRE DU 27 FEVRIER 2025
Résolution n° 1 : Élection du président de séance
L'assemblée générale élit M. Dupré en qualité de président de séance.
Cette résolution est adoptée à la majorité simple de l'article 24.
Résolution n° : Compte rendu de la mission du conseil syndical
Le conseil syndical rend compte de sa mission pour l'exercice écoulé.
Ce point ne donne pas lieu à un vote.
DA D/20
L'assemblée générale approuve les comptes de l'exercice du 01/10/2023 au 30/09/2024.
Cette résolution est adoptée à la majorité simple de l'article 24.
L'assemblée générale donne quitus au syndic pour sa gestion arrêtée au 30/09/2024.
Cette résolution est rejetée à la majorité simple de l'article 24.
Résolution n° 5 : Désignation des membres du conseil syndical
L'assemblée générale élit M. Dupré membre du conseil syndical.
Cette résolution est adoptée à la majorité absolue de l'article 25.
Résolution n° 6 : Questions diverses
Ce point ne donne pas lieu à un vote.
L'ordre du jour étant épuisé, la séance est levée à 21 h.`

// TestPointsWithoutHeadingsEndWithTheirVerdicts cuts what a scan lost the headings of,
// where the verdicts are as many as the points.
func TestPointsWithoutHeadingsEndWithTheirVerdicts(t *testing.T) {
	read := func(text string) []string {
		pages := layouttest.Pages(text)
		for i := range pages {
			pages[i].OCR = true
		}
		m := Of(paper.Source{Doc: layout.Analyse(pages), Meaning: paper.NewMeaning(lexicontest.House(t), predate.KindMinutes)})
		var out []string
		for _, p := range m.Points {
			out = append(out, p.Number+" "+string(p.Outcome()))
		}
		return out
	}
	adopted, rejected, none, unknown := string(predate.VoteAdopted), string(predate.VoteRejected), string(predate.VoteNone), string(predate.VoteUnknown)
	want := "1 " + adopted + ", 2 " + none + ", 3 " + adopted + ", 4 " + rejected + ", 5 " + adopted + ", 6 " + none
	if got := strings.Join(read(lostHeads), ", "); got != want {
		t.Errorf("points %s, want %s", got, want)
	}
	// A verdict that the scan lost too leaves nothing to cut by.
	hidden := strings.Replace(lostHeads, "Cette résolution est rejetée à la majorité simple de l'article 24.\n", "", 1)
	if got := strings.Join(read(hidden), ", "); strings.Contains(got, "3 ") || strings.Contains(got, "4 ") || got == want || !strings.Contains(got, unknown) && strings.Contains(got, "5 ") {
		t.Errorf("points %s of a paper that says less", got)
	}
}
