package chargestatement_test

import (
	"fmt"
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/layout/layouttest"
)

// tilesPage is a charge statement whose totals are cards with signs between them.
const tilesPage = `DECOMPTE INDIVIDUEL DE CHARGES
Exercice du 01/01/2025 au 31/12/2025

Charges courantes de l'exercice           Provisions appelees sur l'exercice        Solde en votre faveur
934,18                                    954,28                              =     20,10   a vous rendre

Travaux et operations exceptionnelles clotures dans l'exercice
Chantier                      Votre part     Deja demande     Ecart    A partager    Vos parts          Bien
Eclairage des escaliers           201,49           212,66     11,17      5 874,30    343 sur 10 000   lot 14
Eclairage des escaliers             4,70             4,96      0,26      5 874,30      8 sur 10 000   lot 38

Votre epargne dans l'immeuble
Pour information : ces sommes sont deja detenues au titre de vos lots.
Quote-part fonds de travaux attachee a vos lots      343,48

Charges communes generales GEN                        vous detenez 343 sur 10 000 tantiemes
Poste                         Votre part     Part locataire           Tout l'immeuble
Ensemble du groupe                721,11             360,13                 21 023,25
`

// TestTheSignsBetweenCardsAreNoLabels reads totals that are set out as a sum, and the
// works under them up to what is recalled: a key after that is no work.
func TestTheSignsBetweenCardsAreNoLabels(t *testing.T) {
	var totals []predate.ChargeTotals
	works := 0
	for _, f := range extract.Figures(predate.KindChargeStatement, layouttest.Sketch(tilesPage), blanktest.House(t)) {
		switch v := f.Value.(type) {
		case predate.ChargeTotals:
			if f.Key == predate.FactChargeTotals {
				totals = append(totals, v)
			}
		case predate.ChargeWork:
			works++
		}
	}
	if len(totals) != 1 || totals[0].Actual != 93418 || totals[0].Called != 95428 || totals[0].Adjustment != -2010 {
		t.Errorf("totals %+v", totals)
	}
	if works != 2 {
		t.Errorf("%d works, want the two of their table", works)
	}
}

// TestACardNamesItsLotUnderItsKind reads lots whose kind stands over their number, with
// the account of a client; words that are no kind leave the lot unread.
func TestACardNamesItsLotUnderItsKind(t *testing.T) {
	for over, want := range map[string]int{"Appartement": 2, "Vos tantiemes": 1} {
		var lots predate.LotList
		var account string
		page := "Decompte individuel de charges\nExercice du 01/01/2025 au 31/12/2025\ncompte client 0147-0013\n\n" +
			column(over, "Cave") + column("lot n° 14 · bat. A, 3e etage · 343 tantiemes", "lot n° 38 · bat. A, sous-sol · 8 tantiemes")
		for _, f := range extract.Figures(predate.KindChargeStatement, layouttest.Sketch(page), blanktest.House(t)) {
			switch v := f.Value.(type) {
			case predate.LotList:
				lots = v
			case predate.ChargeHead:
				account = v.Account
			}
		}
		if len(lots) != want || account != "0147-0013" {
			t.Fatalf("%s: %d lots %+v, account %q", over, len(lots), lots, account)
		}
		if l := lots[len(lots)-1]; l.Number != "38" || l.Type != "Cave" || l.Shares != 8 {
			t.Errorf("%s: the last lot is %+v", over, l)
		}
	}
}

// column sets two cells of a row.
func column(left, right string) string { return fmt.Sprintf("%-60s%s\n", left, right) }

// yearsPage prints the works before their words. The rows of the loan name an exercise,
// and their sum is not worded as a total.
const yearsPage = `DECOMPTE INDIVIDUEL DE CHARGES
Exercice du 01/10/2023 au 30/09/2024
Lots 21, 45

Travaux et operations exceptionnelles clotures dans l'exercice
Ecart     Votre part   Deja appele   Ouvrage et proportion                              A repartir
 1,80         48,20         50,00    Lot 21 - Reprise du perron (GEN) 241 / 10 000        2 000,00
 0,00          9,46          9,46    Lot 21 - Pret collectif, exercice 2023/2024          2 390,00
 0,00          7,51          7,51    Lot 45 - Pret collectif, exercice 2023/2024          2 390,00
 1,80         65,17         66,97    Ensemble des ouvrages clos
`

// TestAnExerciseIsNoShare refuses a work whose share would be the two years of an
// exercise, and with it the works of which some rows were not read.
func TestAnExerciseIsNoShare(t *testing.T) {
	for _, f := range extract.Figures(predate.KindChargeStatement, layouttest.Sketch(yearsPage), blanktest.House(t)) {
		if w, ok := f.Value.(predate.ChargeWork); ok {
			t.Errorf("work %+v of a list that was read in part", w)
		}
	}
}

// roundedPage prints a work whose part is the sum of calls that were each rounded: two
// cents off its share, of which the last line names an exercise.
const roundedPage = `DECOMPTE INDIVIDUEL DE CHARGES
Exercice du 01/10/2023 au 30/09/2024
Lots 21, 45

Travaux et operations exceptionnelles clotures dans l'exercice
Lot   Operation                 Cle    A repartir     Total cle   Q/P   Votre part   Prov. app.    Solde
21    Reprise du perron         GEN      2 000,00     10 000      241        48,20        50,00     1,80
45    Pret collectif            GEN     42 719,88    100 000       36        15,36        15,36     0,00
      exercice 2023/2024
                                                      TOTAL TRAVAUX          %s        65,36     1,80
`

// TestCallsRoundedOneByOne believes such a work where the works make their printed total,
// and no work where they do not.
func TestCallsRoundedOneByOne(t *testing.T) {
	for total, want := range map[string]int{"63,56": 2, "63,58": 0} {
		works := 0
		for _, f := range extract.Figures(predate.KindChargeStatement, layouttest.Sketch(fmt.Sprintf(roundedPage, total)), blanktest.House(t)) {
			if w, ok := f.Value.(predate.ChargeWork); ok {
				works++
				if w.Lot == "45" && (w.Amount != 1536 || w.Base != 0) {
					t.Errorf("work %+v, want 15,36 without a share that does not make it", w)
				}
			}
		}
		if works != want {
			t.Errorf("total %s: %d works, want %d", total, works, want)
		}
	}
}
