package minutes

import (
	"testing"

	"predate"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/paper"
)

// TestMeetingDayInWords reads the day of a meeting that minutes tell in words.
func TestMeetingDayInWords(t *testing.T) {
	for sentence, want := range map[string]predate.Date{
		"L'an deux mille vingt-six, le douze mars à dix-huit heures trente, les copropriétaires se sont réunis.":     {Year: 2026, Month: 3, Day: 12},
		"L'an deux mille vingt-cinq, le premier décembre, à 18 heures, les copropriétaires se sont réunis.":          {Year: 2025, Month: 12, Day: 1},
		"L'AN DEUX MILLE VINGT ET UN LE TRENTE ET UN MAI à 17 h, les copropriétaires se sont réunis en assemblée.":   {Year: 2021, Month: 5, Day: 31},
		"L'an deux mille dix-neuf, le vingt-deux février, les copropriétaires se sont réunis en assemblée générale.": {Year: 2019, Month: 2, Day: 22},
	} {
		page := "PROCES-VERBAL DE L'ASSEMBLEE GENERALE ORDINAIRE\nRésidence Les Tilleuls\n" + sentence + "\n1. Quitus au syndic\nCette résolution est adoptée."
		m := Of(paper.Source{Doc: layouttest.Sketch(page), Meaning: paper.NewMeaning(lexicontest.House(t), predate.KindMinutes)})
		if m.Date != want {
			t.Errorf("%s: %v", sentence, m.Date)
		}
	}
}
