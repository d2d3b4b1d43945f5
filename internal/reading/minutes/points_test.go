package minutes

import (
	"fmt"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/paper"
)

// printedLines sets lines of text one under another.
func printedLines(lines []string) []paper.Row {
	page := predate.Page{Number: 1, Width: 595, Height: 842}
	y := 40.0
	for _, line := range lines {
		x := 40.0
		for _, w := range strings.Fields(line) {
			width := 4.6 * float64(len([]rune(w)))
			page.Words = append(page.Words, predate.Word{Text: w, Size: 9, Box: predate.Box{X0: x, Y0: y, X1: x + width, Y1: y + 9}})
			x += width + 2.5
		}
		y += 14
	}
	return paper.Of(paper.Source{Doc: layout.Analyse([]predate.Page{page})}).Rows
}

// TestPointsAreCutByTheSeriesOfTheirNumbers writes one agenda with each way of
// numbering that minutes use. What is no point of it, such as an address or the
// count of votes, begins none.
func TestPointsAreCutByTheSeriesOfTheirNumbers(t *testing.T) {
	titles := []string{"Élection du président de séance", "Approbation des comptes de l’exercice 2024", "Quitus au syndic", "Réfection de la toiture"}
	romans := []string{"I", "II", "III", "IV"}
	ordinals := []string{"Première", "Deuxième", "Troisième", "Quatrième"}
	for name, number := range map[string]func(int) string{
		"point":       func(n int) string { return fmt.Sprintf("%d. ", n) },
		"parenthesis": func(n int) string { return fmt.Sprintf("%d) ", n) },
		"dash":        func(n int) string { return fmt.Sprintf("%d - ", n) },
		"slash":       func(n int) string { return fmt.Sprintf("%d / ", n) },
		"hash":        func(n int) string { return fmt.Sprintf("#%d ", n) },
		"bare":        func(n int) string { return fmt.Sprintf("%d ", n) },
		"roman":       func(n int) string { return romans[n-1] + ". " },
		"named":       func(n int) string { return fmt.Sprintf("Résolution n° %d – ", n) },
		"POINT":       func(n int) string { return fmt.Sprintf("POINT %d : ", n) },
		"middle dot":  func(n int) string { return fmt.Sprintf("%d · ", n) },
		"bullet":      func(n int) string { return fmt.Sprintf("• %d • ", n) },
		"letter":      func(n int) string { return string(rune('A'+n-1)) + ") " },
		"ordinal":     func(n int) string { return ordinals[n-1] + " résolution : " },
		"suffix":      func(n int) string { return fmt.Sprintf("%de question – ", n) },
		"deliberated": func(n int) string { return fmt.Sprintf("Délibération %s. ", romans[n-1]) },
		"sign": func(n int) string {
			return fmt.Sprintf("%s Résolution n° %d – ", []string{"v", "s", "vs", "+"}[n-1], n)
		},
		"two numbers": func(n int) string { return fmt.Sprintf("2.%d. Résolution %d – ", n, n) },
	} {
		lines := []string{"PROCÈS-VERBAL DE L’ASSEMBLÉE GÉNÉRALE DU 24 AVRIL 2025", "61 rue du Beffroi-Penché", "30 copropriétaires sont présents"}
		lines = append(lines, "Ordre du jour")
		for i, title := range titles {
			lines = append(lines, number(i+1)+title)
		}
		lines = append(lines, "Feuille de présence")
		for i, title := range titles {
			lines = append(lines, number(i+1)+title, "L’assemblée générale en décide.", "POUR : 17 copropriétaires, 5 930 tantièmes", "Cette résolution est adoptée à la majorité de l’article 24.")
		}
		points := pointsOf(printedLines(lines), paper.NewMeaning(lexicontest.House(t), predate.KindMinutes), false)
		var got []string
		for _, p := range points {
			got = append(got, p.Number+" "+p.Title)
		}
		var want []string
		for i, title := range titles {
			want = append(want, fmt.Sprintf("%d %s", i+1, title))
		}
		if strings.Join(got, "; ") != strings.Join(want, "; ") {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestVotesAreCheckedByTheirCounts prints outcomes with the counts of their votes:
// an outcome that the counts deny is not known.
func TestVotesAreCheckedByTheirCounts(t *testing.T) {
	w := paper.NewMeaning(lexicontest.House(t), predate.KindMinutes)
	for _, c := range []struct {
		name  string
		lines []string
		want  predate.VoteOutcome
	}{
		{"adopted by more", []string{"Pour : 7 135 tantièmes (45)", "Contre : 277 tantièmes (3)", "Résolution adoptée"}, predate.VoteAdopted},
		{"adopted by fewer", []string{"Pour : 277 tantièmes (3)", "Contre : 7 135 tantièmes (45)", "Résolution adoptée"}, predate.VoteUnknown},
		{"adopted by fewer, on one line", []string{"Pour : 277 | Contre : 7 135 | Abstentions : 0", "ADOPTÉE"}, predate.VoteUnknown},
		{"rejected by more at the simple majority", []string{"Majorité de l’article 24", "Pour : 7 135 sur 10 000", "Contre : 277 sur 10 000", "REJETÉE"}, predate.VoteUnknown},
		{"rejected by more, which article 25 allows", []string{"Majorité de l’article 25", "Pour : 4 135", "Contre : 277", "REJETÉE"}, predate.VoteRejected},
		{"the second vote counts", []string{"Pour : 277", "Contre : 7 135", "Second vote – article 25-1", "Pour : 6 000", "Contre : 1 412", "Cette résolution est adoptée."}, predate.VoteAdopted},
		{"said twice", []string{"EN CONSEQUENCE LA RESOLUTION EST ADOPTEE.", "Cette résolution est adoptée à la majorité simple."}, predate.VoteAdopted},
		{"adopted, then not", []string{"La résolution est adoptée.", "Cette résolution est rejetée."}, predate.VoteUnknown},
		{"withdrawn", []string{"Retirée"}, predate.VoteNone},
		{"without object", []string{"SANS OBJET"}, predate.VoteNone},
		{"validated", []string{"Validé"}, predate.VoteAdopted},
		{"counts without an outcome", []string{"Pour : 7 135", "Contre : 277"}, predate.VoteUnknown},
	} {
		lines := append([]string{"1. Réfection de la cour", "L’assemblée en délibère."}, c.lines...)
		points := pointsOf(printedLines(append(lines, "2. Questions diverses", "Sans vote")), w, false)
		if len(points) != 2 || points[0].Outcome() != c.want {
			t.Errorf("%s: %d points, outcome %q, want %q", c.name, len(points), points[0].Outcome(), c.want)
		}
	}
}
