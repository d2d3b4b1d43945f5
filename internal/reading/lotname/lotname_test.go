package lotname_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate/internal/base/fold"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/lotname"
)

// TestNumbers reads lists whose lots stand before or after their kind; what follows the
// last one is no lot, and what stands between two leaves the list unread.
func TestNumbers(t *testing.T) {
	lists := lotname.ListsOf(lotname.KindsIn(lexicontest.House(t)))
	for text, want := range map[string][]string{
		"0004 Appartement Bat A 1er étage / 0011 Cave Bat A":                                     {"0004", "0011"},
		"4 Appartement (Bat.A - 1er étage) 189 T.G. / 11 Cave (Bat.A) 3 T.G.":                    {"4", "11"},
		"Appartement #8 (bât. A, 2e étage) – 62 tantièmes · Cave #20 (bât. A) – 2 tantièmes":     {"8", "20"},
		"Appartement n° 4 du bâtiment A, 1er étage (189èmes) ; Cave n° 11 du bâtiment A (3èmes)": {"4", "11"},
		"Appartement n° 22 · bât. A · 4e étage · Cave n° 42":                                     nil,
		"Appartement n° 4":       nil,
		"4 Appartement / 4 Cave": nil,
		"Appartement n° 4 ; Cave n° 11 ; Indivision Ferrandot": {"4", "11"},
	} {
		if diff := cmp.Diff(want, lists.Numbers(fold.Text(text))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}
