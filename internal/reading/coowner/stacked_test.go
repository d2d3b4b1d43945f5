package coowner

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/paper"
	"predate/internal/reading/paper/papertest"
)

// recalledOn returns what a call recalls that is set in lines of cells.
func recalledOn(t *testing.T, lines []string) map[predate.Key][]predate.Value {
	t.Helper()
	doc := paper.Source{Doc: papertest.Tiles(lines), Meaning: paper.NewMeaning(blanktest.House(t).Words(), predate.KindFundCall)}
	got := map[predate.Key][]predate.Value{}
	for _, f := range Recalls(doc) {
		got[f.Key] = append(got[f.Key], f.Value)
	}
	return got
}

// TestStackedAmountsKeepTheirLabels reads advances stacked under their labels, of which the
// middle one stands as near to the next label.
func TestStackedAmountsKeepTheirLabels(t *testing.T) {
	got := recalledOn(t, []string{
		"40|50 Appel de fonds",
		"100|50 Pour mémoire : sommes versées auparavant",
		"110|50 Avance de trésorerie 1031",
		"120|50 236,64 €",
		"130|50 Autres avances 1032|300 Provisions sur budget prévisionnel|540 417,30 €",
		"140|50 81,60 €",
		"150|50 Quote-part fonds de travaux attachée",
		"160|50 à vos lots au 30/06/2026",
		"170|50 934,50 €",
		"300|50 Total à régler|540 417,30 €",
	})
	for key, want := range map[predate.Key]predate.Money{
		predate.KeyCashAdvance: 23664, predate.KeySpecialAdvance: 8160, predate.KeyWorksFundLotShare: 93450,
	} {
		if len(got[key]) != 1 || got[key][0] != want {
			t.Errorf("%s is %v, want %d", key, got[key], want)
		}
	}
}

// TestWordsLeftOfALineDoNotBeginIt reads no share of the works fund where a panel at the left
// speaks of it and the line of the call beside asks for a contribution.
func TestWordsLeftOfALineDoNotBeginIt(t *testing.T) {
	got := recalledOn(t, []string{
		"40|50 Appel de fonds",
		"100|50 Pour mémoire : sommes versées auparavant",
		"110|50 Quote-part fonds de travaux attachée",
		"120|300 Fonds de travaux|540 21,95 €",
		"300|50 Total à régler|540 439,25 €",
	})
	if len(got) > 0 {
		t.Errorf("recalled %v", got)
	}
}
