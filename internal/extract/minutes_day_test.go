package extract

import (
	"testing"

	"predate"
	"predate/internal/layout/layouttest"
	"predate/internal/lexicon/lexicontest"
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
	} {
		m := minutesOf(source{Doc: layouttest.Sketch(lines), wording: wording{lexicontest.House(t), predate.KindMinutes}})
		if want := (predate.Date{Year: 2026, Month: 4, Day: 16}); m.date != want || m.kind != "ordinaire" {
			t.Errorf("%s: %v %q, want %v", name, m.date, m.kind, want)
		}
	}
}
