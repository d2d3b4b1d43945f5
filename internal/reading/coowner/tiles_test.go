package coowner_test

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/layout/layouttest"
)

// TestLabelsUnderAmountsOfCards reads amounts in cards side by side over their labels,
// before which signs stand and after which the number of an account: each card's words are
// its own, and words that begin in no card name nothing.
func TestLabelsUnderAmountsOfCards(t *testing.T) {
	const head = "Appel de fonds\nLot 7\nCharges generales      3 000,00    1000     300     900,00\nNet a payer                                        900,00\n\n" +
		"M   Votre argent en réserve\n    pour mémoire, rien à régler : avances et fonds attachés à vos lots\n\n"
	for labels, want := range map[string][2]predate.Cents{
		"E  Quote-part fonds de travaux attachée à vos lots au 31/03/2026      R  Avance de trésorerie  1031":     {35526, 13865},
		"E  Quote-part fonds de travaux attachée à vos lots au 31/03/2026              Avance de trésorerie 1031": {},
	} {
		doc := layouttest.Sketch(head + "355,26 €                                                              138,65 €\n" + labels)
		var got [2]predate.Cents
		for _, f := range extract.Figures(predate.KindFundCall, doc, blanktest.House(t)) {
			m, ok := f.Value.(predate.Money)
			switch {
			case !ok:
			case f.Key == predate.KeyWorksFundLotShare:
				got[0] = predate.Cents(m)
			case f.Key == predate.KeyCashAdvance:
				got[1] = predate.Cents(m)
			}
		}
		if got != want {
			t.Errorf("%s: %v, want %v", labels, got, want)
		}
	}
}
