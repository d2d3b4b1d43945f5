package minutes

import (
	"testing"

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
		m := Of(paper.Source{Doc: layouttest.Sketch(lines), Meaning: paper.NewMeaning(lexicontest.House(t), predate.KindMinutes)})
		if want := (predate.Date{Year: 2026, Month: 4, Day: 16}); m.Date != want || m.kind != "ordinaire" {
			t.Errorf("%s: %v %q, want %v", name, m.Date, m.kind, want)
		}
	}
}
