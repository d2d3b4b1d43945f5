package resolutions

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/minutes"
	"predate/internal/reading/paper"
)

// TestYearOfATitle takes the exercise from the title of a point whose sentences
// name none; the year in the title of works is none.
func TestYearOfATitle(t *testing.T) {
	lines := `
		PROCES-VERBAL DE L'ASSEMBLEE GENERALE ORDINAIRE DU 16 AVRIL 2026
		Resolution n°1 - Approbation des comptes 2025
		Resultat : ADOPTEE
		Resolution n°2 - Cotisation au fonds de travaux 2027
		La cotisation annuelle au fonds de travaux est fixee a 5 % du budget previsionnel, soit 1 355,00 euros.
		Resultat : ADOPTEE
		Resolution n°3 - Travaux de la cour 2027
		Resultat : REJETEE`
	doc := paper.Source{Doc: layouttest.Sketch(lines), Meaning: paper.NewMeaning(lexicontest.House(t), predate.KindMinutes)}
	m := minutes.Of(doc)
	var got []string
	for _, p := range m.Points {
		got = append(got, yearOf(m, p).Label())
	}
	if diff := cmp.Diff([]string{"2025", "2027", ""}, got); diff != "" {
		t.Error(diff)
	}
	if fund := worksFundVoted(doc); len(fund) != 1 || fund[0].Value != predate.Money(135500) {
		t.Errorf("works fund: %+v", fund)
	}
}

// TestElectedAgentIsNoMajority reads who is elected after the majority that the point
// needs, with or without «en qualité de».
func TestElectedAgentIsNoMajority(t *testing.T) {
	for _, words := range []string{
		"Article 25\nLe Cabinet Aubette Gestion est désigné en qualité de syndic du 17/04/2026 au 30/06/2027.",
		"Majorite requise : Article 25 (majorite absolue)\nLe Cabinet Aubette Gestion est designe syndic du 17/04/2026 au 30/06/2027.",
		"L'assemblée désigne le Cabinet Aubette Gestion en qualité de syndic.",
	} {
		page := "PROCES-VERBAL DE L'ASSEMBLEE GENERALE DU 16 AVRIL 2026\n1. Quitus au syndic\nRESOLUTION ADOPTEE\n2. Renouvellement du contrat de syndic\n" + words + "\nRESOLUTION ADOPTEE"
		got := agentElected(paper.Source{Doc: layouttest.Sketch(page), Meaning: paper.NewMeaning(lexicontest.House(t), predate.KindMinutes)})
		if len(got) != 1 || got[0].Value != predate.Text("Cabinet Aubette Gestion") {
			t.Errorf("%s: %+v", words, got)
		}
	}
}
