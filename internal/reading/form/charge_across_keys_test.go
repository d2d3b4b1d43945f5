package form_test

import (
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// statementRead is what a charge statement proves.
type statementRead struct {
	lots   map[string]predate.ChargeLot
	shares map[string]int64 // by lot and code
	works  map[string]predate.ChargeWork
	totals predate.ChargeTotals
}

func readStatement(t *testing.T, page string) statementRead {
	t.Helper()
	r := statementRead{map[string]predate.ChargeLot{}, map[string]int64{}, map[string]predate.ChargeWork{}, predate.ChargeTotals{}}
	for _, f := range form.Figures(predate.KindChargeStatement, layouttest.Sketch(page), lexicontest.House(t)) {
		switch v := f.Value.(type) {
		case predate.ChargeLot:
			r.lots[v.Lot] = v
		case predate.ChargeKey:
			r.shares[v.Lot+" "+v.Code] = v.Share
		case predate.ChargeWork:
			r.works[v.Lot] = v
		case predate.ChargeTotals:
			if f.Key == predate.FactChargeTotals {
				r.totals = v
			}
		}
	}
	return r
}

const byKeys = `COMPTE ANNUEL DE VOS CHARGES
Exercice 2025, du 1er janvier 2025 au 31 décembre 2025
Charges communes générales (GEN) - base 10.000èmes             Appartement 14 : 343/10.000       Cave 38 : 8/10.000
                    Dépense                  Immeuble          votre part    dont locataire      votre part   dont locataire
Eau (601)                                    2.310,50           79,25         79,25               1,85         1,85
Électricité (602)                            1.311,05           44,97         44,97               1,05         1,05
Primes d'assurances (616)                    3.031,93          104,00          0,00               2,43         0,00
Ensemble                                     6.653,48          228,22        124,22               5,33         2,90

Charges ascenseur (ASC) - base 1.000èmes                       Appartement 14 : 44/1.000
                    Dépense                  Immeuble          votre part    dont locataire
Électricité (602)                              627,29           27,60         27,60
Entretien (615)                              1.298,42           57,13         14,28
Ensemble                                     1.925,71           84,73         41,88

Par lot
     Lot                                     Charges réelles   dont locataire   Provisions appelées
Appartement n° 14 du bâtiment A, 3e étage     312,95            166,10           300,00
Cave n° 38 du bâtiment A, Sous-sol              5,33              2,90             6,00

Travaux et opérations exceptionnelles clôturés dans l'exercice
 Lot   Opération                 Clé    Quote-part     Dépense    Reste à répartir   Votre part   Appelé    Diff.
 14    Réfection de l'éclairage  GEN    343/10.000     5.874,30   5.874,30           201,49       212,66    - 11,17
 38    Réfection de l'éclairage  GEN      8/10.000     5.874,30   5.874,30             4,70         4,96     - 0,26

Arrêté de votre compte       Charges réelles     Provisions appelées    Différence
 Charges courantes            318,28              306,00                 12,28
 Travaux                      206,19              217,62                - 11,43
`

// TestEachKeyHeadsItsLots reads a statement whose keys each head a table with columns for
// their lots, and lists what each lot bore under them.
func TestEachKeyHeadsItsLots(t *testing.T) {
	r := readStatement(t, byKeys)
	if r.lots["14"].Actual != 31295 || r.lots["14"].Called != 30000 || r.lots["38"].Actual != 533 || r.totals.Actual != 31828 || r.totals.Called != 30600 {
		t.Errorf("lots %+v, totals %+v", r.lots, r.totals)
	}
	if r.shares["14 GEN"] != 343 || r.shares["38 GEN"] != 8 || r.shares["14 ASC"] != 44 || len(r.shares) != 3 {
		t.Errorf("shares %v", r.shares)
	}
	if r.works["14"].Amount != 20149 || r.works["38"].Called != 496 {
		t.Errorf("works %+v", r.works)
	}
}

// TestLotsAcrossGoOn reads a table with columns for each lot that goes on under the same
// heads on another page, whose base and share stand in one cell, whose lines happen to sum
// one another in the columns of small lots, and whose balance has its side behind it.
func TestLotsAcrossGoOn(t *testing.T) {
	const heads = `
                                                            Lot n° 17 - Appartement        Lot n° 72 - Cave      Lot n° 114 - Parking
Compte   Poste de dépenses           Dépense du syndicat    Quote-part    dt récup.        Quote-part            Quote-part
`
	r := readStatement(t, `ÉTAT DE RÉPARTITION INDIVIDUELLE DES CHARGES
Exercice 2024/2025 - du 01.07.2024 au 30.06.2025`+heads+`
         GEN - Charges générales     base 10 000 tantièmes  149 tantièmes                  3 tantièmes           9 tantièmes
601      Eau                         6 163,80               91,84         91,84             1,85                  5,55
602      Électricité                 3 196,70               47,63         47,63             0,96                  2,88
606      Fournitures                   914,20               13,62         13,62             0,27                  0,82
611      Nettoyage des locaux       10 262,22              152,91        152,91             3,08                  9,24
         Total clé GEN              20 536,92              306,00        306,00             6,16                 18,49
         ASCA - Ascenseur            base 1 000 tantièmes 30 tantièmes
602      Électricité                   606,88               18,21         18,21`+heads+`
614      Contrats de maintenance     2 471,31               74,14         74,14
         Total clé ASCA              3 078,19               92,35         92,35
         TOTAL PAR LOT                                     398,35        398,35             6,16                 18,49
         Provisions appelées par lot                       390,00                           7,00                 18,00

           Nature                          Quote-part réelle     Provisions appelées      Solde D/C
Opérations courantes                       423,00                415,00                   8,00        D
`)
	if r.lots["17"].Actual != 39835 || r.lots["72"].Actual != 616 || r.lots["72"].Called != 700 || r.totals.Actual != 42300 || r.totals.Called != 41500 {
		t.Errorf("lots %+v, totals %+v", r.lots, r.totals)
	}
	if r.shares["17 GEN"] != 149 || r.shares["72 GEN"] != 3 || r.shares["114 GEN"] != 9 || r.shares["17 ASCA"] != 30 {
		t.Errorf("shares %v", r.shares)
	}
}

// TestDifferenceBesideItsSide reads a last table whose rows have no head, and lots that are
// numbers behind a sign.
func TestDifferenceBesideItsSide(t *testing.T) {
	r := readStatement(t, `Vos charges 2024
Exercice du 1er janvier 2024 au 31 décembre 2024
Appartement #22 (bât. A, 4e étage)
 Poste                     Dépense de l'immeuble        Votre part                   Vos charges
Charges communes générales GEN
Eau 601                        3 047,20 €        × 190 / 10 000 tantièmes             57,90 €
Électricité 602                1 707,10 €        × 190 / 10 000 tantièmes             32,43 €
Sous-total Charges générales   4 754,30 €                                             90,33 €
Total de ce lot                                                                       90,33 €
Provisions appelées pour ce lot                                                       80,00 €
Cave #42 (bât. A, Sous-sol)
Charges communes générales GEN
Eau 601                        3 047,20 €        × 70 / 10 000 tantièmes              21,33 €
Électricité 602                1 707,10 €        × 70 / 10 000 tantièmes              11,95 €
Sous-total Charges générales   4 754,30 €                                             33,28 €
Total de ce lot                                                                       33,28 €
Provisions appelées pour ce lot                                                       40,00 €
Travaux et opérations exceptionnelles clôturés dans l'exercice
 Travaux                Lot     Coût          À répartir     Votre part       Votre coût    Déjà appelé    Écart
Gouttières GEN          #22     12 870,00 €   12 870,00 €    190 / 10 000     244,53 €      250,80 €       -6,27 €
Gouttières GEN          #42     12 870,00 €   12 870,00 €     70 / 10 000      90,09 €       92,40 €       -2,31 €
Le bilan de l'année
                                    Coût réel         Déjà appelé                     Différence
 Charges courantes                  123,61 €          120,00 €               3,61 € à payer
 Travaux terminés                   334,62 €          343,20 €         8,58 € en votre faveur
`)
	if r.lots["22"].Called != 8000 || r.totals.Actual != 12361 || r.totals.Called != 12000 {
		t.Errorf("lots %+v, totals %+v", r.lots, r.totals)
	}
	if r.works["22"].Amount != 24453 || r.works["42"].Called != 9240 {
		t.Errorf("works %+v", r.works)
	}
}

// TestSharesOfALotAreNoLot reads a statement lot by lot that says the shares of each lot in
// words, its key and share in one sentence, and closed works whose title stands over the rows
// of all lots.
func TestSharesOfALotAreNoLot(t *testing.T) {
	r := readStatement(t, `État individuel de répartition des charges
Exercice 2025, du 1er janvier 2025 au 31 décembre 2025
Lot n° 14 - Appartement (bâtiment A, 3e étage)
Tantièmes généraux du lot : 343. Pour chaque nature de dépense figurent la charge et la part.
Compte     Nature de la charge             Charge du syndicat     Part du lot
GEN - Charges communes générales : le lot supporte 343/10 000 tantièmes
601        Eau                                  2 310,50 €           79,25 €
602        Électricité                          1 311,05 €           44,97 €
           Total de la clé                      3 621,55 €          124,22 €
           Total des charges courantes du lot                       124,22 €
           Provisions appelées pour ce lot                          130,00 €
Lot n° 38 - Cave (bâtiment A, Sous-sol)
Tantièmes généraux du lot : 8. Pour chaque nature de dépense figurent la charge et la part.
Compte     Nature de la charge             Charge du syndicat     Part du lot
GEN - Charges communes générales : le lot supporte 8/10 000 tantièmes
601        Eau                                  2 310,50 €            1,85 €
602        Électricité                          1 311,05 €            1,05 €
           Total de la clé                      3 621,55 €            2,90 €
           Total des charges courantes du lot                         2,90 €
           Provisions appelées pour ce lot                            3,00 €
Régularisation des charges courantes
Charges courantes réelles de l'exercice                             127,12 €
Provisions appelées au titre du budget prévisionnel                 133,00 €
Solde en votre faveur                                                 5,88 €
Travaux et opérations exceptionnelles clôturés dans l'exercice
Lot   Dépense totale   Financement déduit   Reste à répartir   Quote-part   Part réelle   Part appelée   Écart
Mise aux normes de l'éclairage - clé GEN
14    5 874,30 €       0,00 €               5 874,30 €         343/10 000   201,49 €      212,66 €       -11,17 €
38    5 874,30 €       0,00 €               5 874,30 €           8/10 000     4,70 €        4,96 €        -0,26 €
Total des opérations                                                        206,19 €      217,62 €
`)
	if r.lots["14"].Called != 13000 || r.lots["38"].Actual != 290 || len(r.lots) != 2 || r.totals.Actual != 12712 {
		t.Errorf("lots %+v, totals %+v", r.lots, r.totals)
	}
	if r.shares["14 GEN"] != 343 || r.shares["38 GEN"] != 8 {
		t.Errorf("shares %v", r.shares)
	}
	if w := r.works["38"]; w.Called != 496 || w.Title != "Mise aux normes de l'éclairage" && w.Title != "Mise aux normes de l'éclairage - clé GEN" {
		t.Errorf("works %+v", r.works)
	}
}

// TestDifferenceInOneOfTwoColumns reads a settlement whose difference stands under one of two
// heads, what is to be paid or what was paid too much, in the middle of wide columns.
func TestDifferenceInOneOfTwoColumns(t *testing.T) {
	r := readStatement(t, `RÉPARTITION DES CHARGES
Exercice du 01/01/2025 au 31/12/2025
Compte   Poste                     Total           Base               Appartement n°7        Cave n°17            Ensemble
                                                                      Quote-part             Quote-part           Quote-part
GEN - Charges générales                            1 020 tantièmes    127 tantièmes          3 tantièmes
601      Eau                       1 661,49 €                         206,87 €               4,89 €               211,76 €
602      Électricité                 924,04 €                         115,05 €               2,72 €               117,77 €
Sous-total Charges générales       2 585,53 €                         321,92 €               7,61 €               329,53 €
TOTAL DES CHARGES                                                     321,92 €               7,61 €               329,53 €
Provisions appelées par lot                                           300,00 €               8,00 €               308,00 €

          Synthèse                          Votre part              Provisions              Complément à verser           Trop-perçu
Charges courantes                                329,53 €                308,00 €                     21,53 €
`)
	if r.lots["7"].Actual != 32192 || r.lots["17"].Called != 800 || r.totals.Actual != 32953 || r.totals.Adjustment != 2153 {
		t.Errorf("lots %+v, totals %+v", r.lots, r.totals)
	}
}

// TestProvisionsBesideTheTotalOfALot reads a statement whose rows each name their lot, whose
// lots end in a row with what was called in its words and the total in its column, and whose
// balance stands in cards.
func TestProvisionsBesideTheTotalOfALot(t *testing.T) {
	r := readStatement(t, `Votre décompte annuel de charges
Exercice 2024/2025 (01 juil. 2024 - 30 juin 2025)
 Lot Clé    Libellé clé           Cpte   Poste                     Total immeuble     Base Unité      Vos parts    Quote-part €    dont locatif
 Lot 17 · Appartement · Bât. A
 17  GEN    Charges générales     601    Eau                            6 200,04      10 000 tant.    149             92,38           92,38
 17  GEN    Charges générales     602    Électricité                    3 274,92      10 000 tant.    149             48,80           48,80
 17  GEN    Total clé Charges générales                                 9 474,96      10 000 tant.    149            141,18          141,18
 Total lot 17 · provisions appelées 150,00 €                                                                         141,18          141,18
 Lot 72 · Cave · Bât. A
 72  GEN    Charges générales     601    Eau                            6 200,04      10 000 tant.    3                1,86            1,86
 72  GEN    Charges générales     602    Électricité                    3 274,92      10 000 tant.    3                0,98            0,98
 72  GEN    Total clé Charges générales                                 9 474,96      10 000 tant.    3                2,84            2,84
 Total lot 72 · provisions appelées 3,00 €                                                                             2,84            2,84

    Vos charges courantes réelles        Vos provisions          Écart charges courantes
    144,02 €                             153,00 €                -8,98 €
`)
	if r.lots["17"].Actual != 14118 || r.lots["17"].Called != 15000 || r.lots["72"].Called != 300 || r.totals.Actual != 14402 || r.totals.Called != 15300 {
		t.Errorf("lots %+v, totals %+v", r.lots, r.totals)
	}
}
