package coowner_test

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/layout/layouttest"
)

// TestLotsOverTheirParts reads lots named on a card beside another one, each over its
// parts: those are no number of an account either.
func TestLotsOverTheirParts(t *testing.T) {
	doc := layouttest.Sketch(`DÉCOMPTE INDIVIDUEL DE CHARGES - exercice du 01/01/2025 au 31/12/2025
L'année concernée                                 Vos lots
comptes approuvés en assemblée le 26 mars 2026    Appartement n° 14 bât. A, 3e
                                                  étage
du 1er janvier 2025 au 31 décembre 2025           343 parts générales
                                                  Cave n° 38 bât. A, Sous-sol
                                                  8 parts générales
Charges courantes de l'exercice                              934,18
Provisions appelées                                          954,28`)
	var lots predate.LotList
	for _, f := range extract.Figures(predate.KindChargeStatement, doc, blanktest.House(t)) {
		if head, ok := f.Value.(predate.ChargeHead); ok && head.Account != "" {
			t.Errorf("account %q", head.Account)
		}
		if list, ok := f.Value.(predate.LotList); ok {
			lots = list
		}
	}
	if len(lots) != 2 || lots[0].Number != "14" || lots[0].Shares != 343 || lots[0].Floor != "3e étage" || lots[1].Number != "38" || lots[1].Shares != 8 {
		t.Errorf("lots %+v", lots)
	}
}

// TestTheTotalOfAKeyIsNoShare reads no tantièmes where a scan lost the share before the
// total of its key.
func TestTheTotalOfAKeyIsNoShare(t *testing.T) {
	doc := layouttest.Sketch(`APPEL DE FONDS
Période du 01/04/2026 au 30/06/2026
Appartement lot 18     2x8 sur 10 000 tantièmes      510,41`)
	for _, f := range extract.Figures(predate.KindFundCall, doc, blanktest.House(t)) {
		if list, ok := f.Value.(predate.LotList); ok && list[0].Shares != 0 {
			t.Errorf("lot 18 has %d tantièmes", list[0].Shares)
		}
	}
}

// TestAnExerciseIsNoShareOfALot reads the share under a lot, and not the exercise that another
// card prints on its line.
func TestAnExerciseIsNoShareOfALot(t *testing.T) {
	doc := layouttest.Sketch(`APPEL DE FONDS
Vos lots                                Période appelée
Lot 17 – Appartement                    3e trimestre – exercice 2022/2023 (du 01/01/2023 au 31/03/2023)
149 tantièmes
Lot 72 – Cave
3 tantièmes
Provisions sur budget prévisionnel                                                 245,40
Total à régler                                                                     245,40`)
	for _, f := range extract.Figures(predate.KindFundCall, doc, blanktest.House(t)) {
		if list, ok := f.Value.(predate.LotList); ok {
			if list[0].Number != "17" || list[0].Shares != 149 || list[0].SharesTotal != 0 {
				t.Errorf("lots %+v", list)
			}
			return
		}
	}
	t.Error("no lots")
}

// TestLotsInOneCellBesideTheirLabel reads all lots that one cell lists over several lines; a
// list with a thing that is no lot is none.
func TestLotsInOneCellBesideTheirLabel(t *testing.T) {
	for list, want := range map[string]int{
		"n° 17 – Appartement, bât. A – 149\n               tant. généraux\n               n° 72 – Cave, bât. A – 3 tant.\n               généraux": 2,
		"17 Appt – Bât. A (149 t.) ; 72 Cave – Bât. A (3 t.) ; 114 Pkg\n               – Bât. A (9 t.)":                                            3,
	} {
		doc := layouttest.Sketch("RELEVE DE COMPTE\nVotre compte   C318-0049\nVos lots       " + list + "\n\nDate           Libellé                        Débit    Crédit    Solde\n01/07/2025     Solde antérieur                                     0,00")
		var got predate.LotList
		for _, f := range extract.Figures(predate.KindAccountStatement, doc, blanktest.House(t)) {
			if lots, ok := f.Value.(predate.LotList); ok {
				got = lots
			}
		}
		if len(got) != want || got[0].Number != "17" || got[0].Type != "Appartement" || got[0].Shares != 149 || got[1].Number != "72" || got[1].Shares != 3 {
			t.Errorf("%q: %+v", list, got)
		}
	}
}

// TestLotsListedInASentence reads the lots that a sentence over an account lists, each number
// before its kind, over two lines.
func TestLotsListedInASentence(t *testing.T) {
	doc := layouttest.Sketch(`ARRÊTÉ DE COMPTE
au 4 décembre 2025
Compte arrêté au 04/12/25, sauf erreur ou omission. Lots : 17 : Appartement, 2e étage,
bât. A - 149 tant. ; 72 : Cave, Sous-sol, bât. A - 3 tant. ; 114 : Parking, Extérieur - 9 tant.
COMPTE N° C318-0049
Date           Libellé                        Doit     Avoir     Balance
01/07/23       Report au 01/07/2023                              0,00`)
	var lots []string
	for _, f := range extract.Figures(predate.KindAccountStatement, doc, blanktest.House(t)) {
		if head, ok := f.Value.(predate.AccountHead); ok {
			lots = head.Lots
		}
	}
	if len(lots) != 3 || lots[0] != "17" || lots[1] != "72" || lots[2] != "114" {
		t.Errorf("lots %v", lots)
	}
}

// TestTheFirstLotStandsBesideTheLabel reads a list of lots whose label is printed with a
// colon before the first of them, in its cell or apart.
func TestTheFirstLotStandsBesideTheLabel(t *testing.T) {
	for _, label := range []string{"LOT(S)   : No 17 ", "Vos lots :        No 17 "} {
		doc := layouttest.Sketch("EXTRAIT DE COMPTE COPROPRIETAIRE\n" + label + `APPARTEMENT BAT A 2E ETAGE                     149 TANT. GENERAUX
                  No 72 CAVE BAT A SOUS-SOL                              3 TANT. GENERAUX
Date           Libellé                        Débit    Crédit    Solde
01/07/2025     Solde antérieur                                     0,00`)
		var numbers []string
		for _, f := range extract.Figures(predate.KindAccountStatement, doc, blanktest.House(t)) {
			if list, ok := f.Value.(predate.LotList); ok {
				for _, lot := range list {
					numbers = append(numbers, lot.Number)
				}
			}
		}
		if len(numbers) != 2 || numbers[0] != "17" || numbers[1] != "72" {
			t.Errorf("%s: lots %v", label, numbers)
		}
	}
}
