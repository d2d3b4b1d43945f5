package form_test

import (
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestTheLotsOfAKeyTurnThePage reads a key whose lots go on over the page, under the title
// and the heads of columns printed again: neither is a heading of another nature.
func TestTheLotsOfAKeyTurnThePage(t *testing.T) {
	const heads = `
		                              Budget ou       Montant à      Base de        Vos          Votre
		Clé / lot                  montant voté       répartir     répartition   tantièmes     quote-part
`
	doc := layouttest.Sketch(`
		Avis d'appel de provisions
		2e trimestre, du 01/04/2026 au 30/06/2026, exigible le 01/04/2026
`+heads+`
		Cotisation fonds de travaux
		Charges générales             6 000,00       1 500,00   10 000 tant.
		   Lot n° 17 – Appartement                                           150 tant.           22,50
		   Lot n° 72 – Cave                                                    4 tant.            0,60`,
		`Avis d'appel de provisions – C412-0031
`+heads+`
		   Lot n° 90 – Parking                                                10 tant.            1,50
		Sous-total cotisation fonds de travaux                                                   24,60
		Total de l'appel                                                                         24,60`)
	lots := map[string]predate.Cents{"17": 2250, "72": 60, "90": 150}
	for _, f := range form.Figures(predate.KindFundCall, doc, lexicontest.House(t)) {
		l, ok := f.Value.(predate.CallLine)
		if !ok {
			continue
		}
		if l.Nature != predate.NatureWorksFund || l.Base != 10000 || lots[l.Lot] != l.Amount {
			t.Errorf("read %+v", l)
		}
		delete(lots, l.Lot)
	}
	if len(lots) > 0 {
		t.Errorf("not read: %v", lots)
	}
}
