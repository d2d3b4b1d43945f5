package meaning_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/meaning"
)

// TestLotNames names lots as papers do, and numbers beside the word that are none.
func TestLotNames(t *testing.T) {
	words := meaning.NewReader(predate.KindFundCall, lexicontest.House(t), false)
	for text, want := range map[string][]string{
		"Lot 14":               {"14"},
		"lots n° 14, 53 et 93": {"14", "53", "93"},
		"cave n° 53":           {"53"},
		"Lots : 4 appartement 2e étage - 9 cave": {"4", "9"},
		"Appartement #8 (bât. A)":                {"8"},
		"lots 9 - 22":                            nil, // a list or a range
		"lots 1 / 28":                            nil, // a share
		"Total pour ce lot : 2 617,56 €":         nil,
		"base 28 lots 1 lots":                    nil, // a unit between two numbers
		"Charges générales (10 000 tantièmes)":   nil,
		"Tantièmes généraux du lot : 343":        nil,
		"Désignation du lot : 14":                {"14"},
	} {
		if diff := cmp.Diff(want, words.LotNames(text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// TestLotOfHead names the lot of a column.
func TestLotOfHead(t *testing.T) {
	words := meaning.NewReader(predate.KindFundCall, lexicontest.House(t), false)
	for text, want := range map[string]string{
		"Appartement 14 : 343/10.000": "14",
		"Cave 38":                     "38",
		"Lot n° 7 – Cave":             "7",
		"Appartement 3 pièces":        "",
		"lots n° 7 et 9":              "",
		"Dépense":                     "",
	} {
		if got := words.LotOfHead(text); got != want {
			t.Errorf("%s: lot %q, want %q", text, got, want)
		}
	}
}

// TestIsTotal parts words that sum from the name of a key that has one of them.
func TestIsTotal(t *testing.T) {
	words := meaning.NewReader(predate.KindSchedule3, lexicontest.House(t), false)
	for text, want := range map[string]bool{
		"TOTAL NET GEN":           true,
		"Sous-total":              true,
		"Ensemble des lots":       false,
		"Entretien":               false,
		"Total ensemble des lots": true,
	} {
		if words.IsTotal(text) != want {
			t.Errorf("%s: total %v", text, !want)
		}
	}
}
