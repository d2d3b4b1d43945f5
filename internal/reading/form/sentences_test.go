package form_test

import (
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestACallInSentences reads a call that has no table: each key of each lot is a sentence
// that wraps, with its part at the right. The key is named in the sentence, what is read of
// meters is of the budget, and the sums of natures make the total.
func TestACallInSentences(t *testing.T) {
	doc, _ := layouttest.Sketch(`
AVIS D'APPEL DE PROVISIONS n° 2026-1
Il porte sur la période du 01/01/2026 au 31/03/2026. Merci de régler pour le 1er janvier 2026.

Budget courant 2026
Lot 8 – Charges générales [GEN]. Budget de l'année 12 470,00 €, appelé cette fois-ci 3 117,50 €,
dont votre part, 62 millièmes sur 1 000 :                                                                193,29 €
Lot 8 – Eau (relevés de compteurs) [EAU]. Budget de l'année 3 650,00 €, appelé cette fois-ci
912,50 €, dont votre part, 58 m³ sur 1 409 :                                                              37,56 €
Soit pour « Budget courant 2026 »                                                                        230,85 €

Provision ALUR
Lot 8 – Charges générales [GEN]. Cotisation de l'année 1 023,50 €, appelé cette fois-ci 255,88 €,
dont votre part, 62 millièmes sur 1 000 :                                                                 15,86 €
Soit pour « Provision ALUR »                                                                              15,86 €

Total de cet appel                                                                                       246,71 €`).Unwrapped()
	got := map[predate.Nature]predate.Cents{}
	codes := map[string]bool{}
	for _, f := range form.Figures(predate.KindFundCall, doc, lexicontest.House(t)) {
		switch v := f.Value.(type) {
		case predate.CallLine:
			got[v.Nature] += v.Amount
			codes[v.Code+" "+v.Label] = true
		case predate.CallHead:
			if v.Total != 24671 {
				t.Errorf("the total is %d", v.Total)
			}
		}
	}
	if got[predate.NatureBudget] != 23085 || got[predate.NatureWorksFund] != 1586 || len(got) != 2 {
		t.Errorf("lines make %v", got)
	}
	if !codes["GEN Charges générales"] || !codes["EAU Eau"] {
		t.Errorf("keys are %v", codes)
	}
}

// TestWorksInSentencesNeedASumApart reads operations told in sentences only where another
// line prints what all of them cost: what a sentence says twice proves nothing.
func TestWorksInSentencesNeedASumApart(t *testing.T) {
	page := func(foot string) string {
		return `
DECOMPTE DE CHARGES – exercice du 01/01/2025 au 31/12/2025
Lot 42 – Cave
Charges communes [GEN] – votre part : 7 tantièmes sur 10 000
Eau                                                         10 000,00                    7,00
Électricité                                                 20 000,00                   14,00
Ensemble Charges communes                                   30 000,00                   21,00
Charges de l'exercice                                                                   21,00
Provisions appelées                                                                     24,00
Solde en votre faveur                                                                    3,00

Travaux et opérations exceptionnelles clôturés dans l'exercice
Lot 42 – Remplacement des gouttières [GEN]. La dépense totale est de 12 870,00 €, et il reste
12 870,00 € à répartir. Votre part (7 tantièmes sur 10 000) est de 9,01 € et il vous a été appelé 9,01 €.
` + foot
	}
	for foot, want := range map[string]int{"": 0, "Votre part de la dépense                                                                 9,01": 1} {
		doc, _ := layouttest.Sketch(page(foot)).Unwrapped()
		works := 0
		for _, f := range form.Figures(predate.KindChargeStatement, doc, lexicontest.House(t)) {
			if w, ok := f.Value.(predate.ChargeWork); ok {
				works++
				if w.Title != "Remplacement des gouttières" || w.Amount != 901 {
					t.Errorf("%+v", w)
				}
			}
		}
		if works != want {
			t.Errorf("%q: %d works, want %d", foot, works, want)
		}
	}
}

// TestASummaryOfWorksEndsAtALot reads current charges under a summary on the first page,
// whose section of works has totals alone and ends where a lot is named.
func TestASummaryOfWorksEndsAtALot(t *testing.T) {
	doc, _ := layouttest.Sketch(`
DECOMPTE DE CHARGES – exercice du 01/01/2025 au 31/12/2025
Charges courantes de l'exercice                                                         21,00
Provisions appelées sur l'exercice                                                      24,00
Solde créditeur                                                                          3,00

Travaux et opérations exceptionnelles clôturés dans l'exercice
Votre part de la dépense                                                                 9,01
Appelé pour ces opérations                                                               9,24
Solde créditeur                                                                          0,23

Le détail, lot par lot
Lot n° 42 (Cave)
Parties communes [GEN] – votre part : 7 tantièmes sur 10 000
Eau                                                         10 000,00                    7,00
Électricité                                                 20 000,00                   14,00
Ensemble Parties communes                                   30 000,00                   21,00
Lot 42                                                                                  21,00

Travaux et opérations exceptionnelles clôturés dans l'exercice
Lot 42 – Remplacement des gouttières [GEN]. La dépense totale est de 12 870,00 €, et il reste
12 870,00 € à répartir. Votre part (7 tantièmes sur 10 000) est de 9,01 € et il vous a été appelé 9,24 €.
`).Unwrapped()
	var totals predate.ChargeTotals
	var works []predate.Cents
	for _, f := range form.Figures(predate.KindChargeStatement, doc, lexicontest.House(t)) {
		switch v := f.Value.(type) {
		case predate.ChargeTotals:
			if f.Key == predate.FactChargeTotals {
				totals = v
			}
		case predate.ChargeWork:
			works = append(works, v.Amount)
		}
	}
	if totals.Actual != 2100 || totals.Called != 2400 || len(works) != 1 || works[0] != 901 {
		t.Errorf("charges of %d, called %d, works %v", totals.Actual, totals.Called, works)
	}
}
