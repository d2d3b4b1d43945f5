package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/paper"
)

// TestMeetingIsNotThePrintingDay reads the day of a meeting that a line of its own
// gives, under a title on two lines; the day on which the paper was made is another.
func TestMeetingIsNotThePrintingDay(t *testing.T) {
	for name, lines := range map[string]string{
		"made": `
			PROCES-VERBAL
			ASSEMBLEE GENERALE ORDINAIRE
			Document genere le 17/04/2026 a 10:05:33
			INFORMATIONS DE L'ASSEMBLEE
			Date                   jeudi 16 avril 2026
			Heure                  18:30`,
		"printed": `
			PROCES-VERBAL
			Assemblee Generale Ordinaire
			Edition du 17/04/2026
			Date : 16 avril 2026
			Date de convocation : 17/03/2026`,
		"with its seconds": `
			PROCES-VERBAL D'ASSEMBLEE GENERALE ORDINAIRE
			Date de l'AG           16/04/2026 18:30:00
			PV genere le 16/04/2026 21:14:03`,
	} {
		m := minutesOf(paper.Source{Doc: layouttest.Sketch(lines), Meaning: paper.NewMeaning(lexicontest.House(t), predate.KindMinutes)})
		if want := (predate.Date{Year: 2026, Month: 4, Day: 16}); m.date != want || m.kind != "ordinaire" {
			t.Errorf("%s: %v %q, want %v", name, m.date, m.kind, want)
		}
	}
}

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
	m := minutesOf(doc)
	var got []string
	for _, p := range m.points {
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
