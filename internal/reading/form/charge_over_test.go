package form_test

import (
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// overPage prints the total of each lot over its keys and each key over its posts, and
// works whose share stands at the end of a title that wraps. The posts of the second
// lot are rounded one by one, so that its share makes their sum but for two cents. A heading of works stands
// over all.
const overPage = `DECOMPTE INDIVIDUEL DE CHARGES
Exercice du 01/01/2024 au 31/12/2024
Travaux et operations exceptionnelles clotures : voir le detail

Charges courantes de l'exercice (quote-part reelle)                       634,74
Provisions appelees sur l'exercice                                        650,35
Solde en votre faveur                                                      15,61

Lot 21 - Appartement, batiment A

Nature de la depense                                            Cpte  quote-part    locative     a repartir
Charges courantes du lot 21 - provisions appelees : 611,90 EUR            596,70      301,12
Charges communes generales (GEN) -                                        480,24      240,24      20 010,00
vous : 240 / 10 000 tantiemes
Eau                                                             601        96,24       96,24       4 010,00
Nettoyage des locaux                                            611       144,00      144,00       6 000,00
Primes d'assurances                                             616       240,00        0,00      10 000,00
Charges ascenseur (ASC) - vous : 32 / 1 000 tantiemes                     116,46       60,88       3 639,40
Contrats de maintenance                                         614       116,46       60,88       3 639,40

Lot 45 - Cave, batiment A

Nature de la depense                                            Cpte  quote-part    locative     a repartir
Charges courantes du lot 45 - provisions appelees : 38,45 EUR              38,04       19,02
Charges communes generales (GEN) -                                         38,04       19,02      20 010,00
vous : 19 / 10 000 tantiemes
Eau                                                             601         7,63        7,62       4 010,00
Nettoyage des locaux                                            611        11,40       11,40       6 000,00
Primes d'assurances                                             616        19,01        0,00      10 000,00

Travaux et operations exceptionnelles clotures dans l'exercice

Ouvrage et proportion                        Ecart  quote-part      appele     A repartir
Lot 21 - Reprise des balcons de               2,00      146,40      148,40       6 100,00
la facade nord (GEN) - vous :
240 / 10 000
Lot 45 - Reprise des balcons de               0,11       11,59       11,70       6 100,00
la facade nord (GEN) - vous :
19 / 10 000
Ensemble des ouvrages clos                    2,11      157,99      160,10
`

// TestTotalsOverTheirKeys reads lots whose total, with what was called for them in its
// words, stands over their keys, and works whose title wraps before the share.
func TestTotalsOverTheirKeys(t *testing.T) {
	lots, works := map[string]predate.ChargeLot{}, map[string]predate.ChargeWork{}
	for _, f := range form.Figures(predate.KindChargeStatement, layouttest.Sketch(overPage), lexicontest.House(t)) {
		switch v := f.Value.(type) {
		case predate.ChargeLot:
			lots[v.Lot] = v
		case predate.ChargeWork:
			works[v.Lot] = v
		}
	}
	for lot, want := range map[string]predate.ChargeLot{
		"21": {Lot: "21", Actual: 59670, Called: 61190, HasCalled: true},
		"45": {Lot: "45", Actual: 3804, Called: 3845, HasCalled: true},
	} {
		if lots[lot] != want {
			t.Errorf("lot %s: %+v, want %+v", lot, lots[lot], want)
		}
	}
	for lot, want := range map[string]predate.Cents{"21": 14640, "45": 1159} {
		if w := works[lot]; w.Amount != want || w.Base != 10000 {
			t.Errorf("work of lot %s: %+v, want %d of 10000", lot, w, want)
		}
	}
}

// TestTotalsOfLotsOnCards reads lots whose charges and calls stand on a card between their
// keys, as on pages of two columns.
func TestTotalsOfLotsOnCards(t *testing.T) {
	page := `DECOMPTE INDIVIDUEL DE CHARGES
Exercice du 01/01/2024 au 31/12/2024
Charges courantes de l'exercice                                           634,74
Provisions appelees sur l'exercice                                        650,35
Solde en votre faveur                                                      15,61

Lot 21 - Appartement
Charges communes generales (GEN) - 240 / 10 000 tantiemes
Eau                                      4 010,00        96,24
Nettoyage des locaux                     6 000,00       144,00
Primes d'assurances                     10 000,00       240,00
Total                                   20 010,00       480,24

En bref pour ce lot
Vos charges reelles                                     596,70
Provisions appelees                                     611,90

Charges ascenseur (ASC) - 32 / 1 000 tantiemes
Contrats de maintenance                  3 000,00        96,00
Entretien                                  639,40        20,46
Total                                    3 639,40       116,46

Lot 45 - Cave
En bref pour ce lot
Vos charges reelles                                      38,04
Provisions appelees                                      38,45

Charges communes generales (GEN) - 19 / 10 000 tantiemes
Eau                                      4 010,00         7,63
Nettoyage des locaux                     6 000,00        11,40
Primes d'assurances                     10 000,00        19,01
Total                                   20 010,00        38,04
`
	lots := map[string]predate.ChargeLot{}
	for _, f := range form.Figures(predate.KindChargeStatement, layouttest.Sketch(page), lexicontest.House(t)) {
		if v, ok := f.Value.(predate.ChargeLot); ok {
			lots[v.Lot] = v
		}
	}
	for lot, want := range map[string]predate.ChargeLot{
		"21": {Lot: "21", Actual: 59670, Called: 61190, HasCalled: true},
		"45": {Lot: "45", Actual: 3804, Called: 3845, HasCalled: true},
	} {
		if lots[lot] != want {
			t.Errorf("lot %s is %+v", lot, lots[lot])
		}
	}
}

// TestLotsAcrossWithBasesInAColumn reads a table with columns for each lot whose bases stand
// in a column left of them, and the operations that a table of rows prints under it.
func TestLotsAcrossWithBasesInAColumn(t *testing.T) {
	page := `DECOMPTE INDIVIDUEL DE CHARGES - exercice du 01/01/2025 au 31/12/2025
                                                                           LOT 14                          LOT 38
Cpte  Nature de la depense                  Depense      Total     Appt - 3e et.                   Cave
                                            a repartir   tant.     tant.   quote-part  recup.      tant.   quote-part  recup.
GEN   Charges communes generales                         10 000    343                             8
601   Eau                                   2 310,50                       79,25       79,25               1,85        1,85
602   Electricite                           1 311,05                       44,97       44,97               1,05        1,05
      Total cle GEN                         3 621,55                       124,22      124,22              2,90        2,90
ASC   Charges ascenseur                                  1 000     44
614   Contrats de maintenance               2 534,50                       111,52      111,52
615   Entretien                             1 298,42                       57,13       14,28
      Total cle ASC                         3 832,92                       168,65      125,80
      TOTAL CHARGES COURANTES PAR LOT                                      292,87      250,02              2,90        2,90
      Provisions appelees par lot                                          310,00                          3,10

Travaux et operations exceptionnelles clotures dans l'exercice
Lot   Operation                             Cle   Total    Vos     Depense     Reste        Quote-part   Prov.      Solde
                                                  tant.    tant.               a repartir                appelees
14    Mise aux normes de l'eclairage        GEN   10 000   343     5 874,30    5 874,30     201,49       212,66     11,17
38    Mise aux normes de l'eclairage        GEN   10 000   8       5 874,30    5 874,30     4,70         4,96       0,26

Charges courantes de l'exercice                            295,77
Provisions appelees sur l'exercice                         313,10
Solde en votre faveur                                      17,33
Travaux et operations exceptionnelles clotures             206,19
Provisions travaux appelees                                217,62
`
	lots, works := map[string]predate.ChargeLot{}, map[string]predate.Cents{}
	var totals predate.ChargeTotals
	for _, f := range form.Figures(predate.KindChargeStatement, layouttest.Sketch(page), lexicontest.House(t)) {
		switch v := f.Value.(type) {
		case predate.ChargeLot:
			lots[v.Lot] = v
		case predate.ChargeWork:
			works[v.Lot] = v.Amount
		case predate.ChargeTotals:
			if f.Key == predate.FactChargeTotals {
				totals = v
			}
		}
	}
	if lots["14"].Actual != 29287 || lots["14"].Called != 31000 || lots["38"].Actual != 290 || totals.Actual != 29577 {
		t.Errorf("lots %+v, totals %+v", lots, totals)
	}
	if works["14"] != 20149 || works["38"] != 470 {
		t.Errorf("works %v", works)
	}
}
