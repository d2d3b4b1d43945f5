package minutes_test

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
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
		for _, f := range extract.Figures(predate.KindMinutes, layouttest.Sketch(text), blanktest.House(t)) {
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

// TestMinutesThatCloseInTheRightColumn reads on down the left column beside the words that
// close the meeting.
func TestMinutesThatCloseInTheRightColumn(t *testing.T) {
	text := strings.NewReplacer(
		"Pour : 7 476 voix    Contre : 0 voix                      n'est", "Il est procédé au vote.                                   n'est",
		"Cette résolution est adoptée à la majorité                Ce point ne donne", "L'assemblée en délibère.                                  Ce point ne donne",
		"simple de l'article 24.\nL'ordre du jour étant épuisé, la séance est levée.",
		"                                                          L'ordre du jour étant épuisé, la séance est levée.\nCette résolution est adoptée à la majorité\nsimple de l'article 24.",
	).Replace(columnMinutes)
	for _, f := range extract.Figures(predate.KindMinutes, layouttest.Sketch(text), blanktest.House(t)) {
		list, ok := f.Value.(predate.Resolutions)
		if !ok {
			continue
		}
		for i, r := range list {
			want := []predate.VoteOutcome{predate.VoteAdopted, predate.VoteAdopted, predate.VoteAdopted, predate.VoteNone}
			if len(list) != len(want) || r.Outcome != want[i] {
				t.Errorf("resolutions %+v", list)
			}
		}
	}
}

// TestSentencesDownAColumn reads what a point in a column says of proceedings and of an
// agent of the judge: no words of the other column stand between, and the end of the title and
// the remark that there is no vote are no sentence.
func TestSentencesDownAColumn(t *testing.T) {
	text := strings.NewReplacer(
		"4. Information sur les procédures en cours", "4. Point d'information sur les",
		"Le syndic informe l'assemblée qu'aucune procédure", "procédures en cours",
		"n'est en cours.", "Point d'information, sans vote",
		"Ce point ne donne pas lieu à un vote.\nsimple", "Procédure de saisie immobilière contre\nsimple",
	).Replace(columnMinutes)
	text = strings.Replace(text, "simple de l'article 24.\nL'ordre", "simple de l'article 24.                                   le copropriétaire du lot n° 12.\n"+
		"                                                          Le tribunal judiciaire a désigné un\n"+
		"                                                          mandataire ad hoc par ordonnance du 3 mars 2026.\nL'ordre", 1)
	got := map[predate.Key]predate.Value{}
	for _, f := range extract.Figures(predate.KindMinutes, layouttest.Sketch(text), blanktest.House(t)) {
		got[f.Key] = f.Value
	}
	if told, _ := got[predate.KeyProceedings].(predate.Texts); len(told) != 1 || told[0] != "Procédure de saisie immobilière contre le copropriétaire du lot n° 12." {
		t.Errorf("proceedings %q", got[predate.KeyProceedings])
	}
	if want := predate.Text("Mandataire ad hoc désigné par ordonnance du 3 mars 2026"); got[predate.KeyDifficulty] != want {
		t.Errorf("difficulty %q", got[predate.KeyDifficulty])
	}
}

// TestAListOfPointsTellsNoProceedings: titles with what became of them are no sentence about a
// proceeding.
func TestAListOfPointsTellsNoProceedings(t *testing.T) {
	for _, f := range extract.Figures(predate.KindMinutes, layouttest.Sketch(`PROCÈS-VERBAL DE L'ASSEMBLÉE GÉNÉRALE ORDINAIRE DU 26 MARS 2026
Les décisions en bref
Élection du président de séance Adoptée
Quitus au syndic Adoptée
Information sur les procédures en cours Sans vote
1. Élection du président de séance
Cette résolution est adoptée à la majorité de l'article 24.
2. Quitus au syndic
Cette résolution est adoptée à la majorité de l'article 24.`), blanktest.House(t)) {
		if f.Key == predate.FactProceedingsMentioned {
			t.Errorf("mentioned: %v", f.Value)
		}
	}
}

// TestTheNumberOfAPageHeadsNoRecap prints the number of a page under the sentence that
// counts the votes of a point: a resolution, a result and votes head no table there.
func TestTheNumberOfAPageHeadsNoRecap(t *testing.T) {
	const text = `PROCÈS-VERBAL DE L'ASSEMBLÉE GÉNÉRALE ORDINAIRE DU 26 MARS 2026
	Résolution n° 1 - Élection du président de séance
	Cette résolution est adoptée à la majorité simple de l'article 24.
	Résolution n° 2 - Élection du scrutateur
	Mise aux voix, la résolution recueille le résultat suivant. Ont voté pour : 33 copropriétaires.
	Cette résolution est adoptée à la majorité simple de l'article 24.
	-1-
	Résolution n° 3 - Quitus au syndic
	Cette résolution est adoptée à la majorité simple de l'article 24.
	L'ordre du jour étant épuisé, la séance est levée.`
	for _, f := range extract.Figures(predate.KindMinutes, layouttest.Sketch(text), blanktest.House(t)) {
		if list, ok := f.Value.(predate.Resolutions); ok && len(list) != 3 {
			t.Errorf("resolutions %+v", list)
		}
	}
}
