package form_test

import (
	"fmt"
	"testing"

	"predate"
	"predate/internal/reading/merge"
)

// closeWorks prints a statement of two lots of one line each, and the operations
// closed as cards: amounts alone, with their words and their fraction under them.
func closeWorks() *press {
	p := &press{}
	p.print("DÉCOMPTE INDIVIDUEL DE CHARGES – exercice du 01/01/2025 au 31/12/2025")
	tiles := func(amounts, words []string) {
		for _, texts := range [][]string{amounts, words} {
			p.line()
			for i, s := range texts {
				p.left(40+120*float64(i), s)
			}
		}
	}
	tiles([]string{"250,00", "300,00", "-50,00"}, []string{"Charges de l’exercice", "Provisions appelées", "Solde en votre faveur"})
	p.print("Travaux et opérations exceptionnelles clôturés dans l’exercice")
	tiles([]string{"500,00", "600,00", "-100,00"}, []string{"Coût pour vos lots", "Déjà appelé", "Solde en votre faveur"})
	for _, l := range []struct {
		lot, heading, whole, part string
	}{{"12", "Charges générales – 200 / 1 000 tantièmes", "1 000,00", "200,00"}, {"47", "Parking couvert – lots 1 / 20", "1 000,00", "50,00"}} {
		p.print("Lot " + l.lot + " – Appartement")
		p.print(l.heading)
		for _, label := range []string{"Électricité", "Total"} {
			p.line()
			p.left(40, label)
			p.right(380, l.whole)
			p.right(470, l.part)
		}
		tiles([]string{l.part}, []string{"Total du lot"})
	}
	p.print("Travaux et opérations exceptionnelles clôturés dans l’exercice")
	for _, l := range []struct{ lot, share, part, called, gap string }{{"12", "400", "400,00", "480,00", "-80,00"}, {"47", "100", "100,00", "120,00", "-20,00"}} {
		p.print("Isolation des planchers – Lot " + l.lot)
		tiles([]string{l.part, l.called, l.gap, "1 000,00"}, []string{"Votre part", "Déjà appelé", "Reste", "Coût à répartir"})
		p.print(l.share + " / 1 000 tantièmes")
		p.print("Répartition")
	}
	return p
}

// TestWorksInCardsAreReadByTheFractionUnderThem reads operations that no line
// holds, of the lots that their titles name, and takes a share of lots ("lots
// 1 / 20") for no lot.
func TestWorksInCardsAreReadByTheFractionUnderThem(t *testing.T) {
	got := map[string]predate.Cents{}
	for _, f := range closeWorks().figures(t, predate.KindChargeStatement) {
		switch v := f.Value.(type) {
		case predate.ChargeWork:
			got["works "+v.Lot] = v.Amount
			got["called "+v.Lot] = v.Called
		case predate.ChargeLot:
			got["lot "+v.Lot] = v.Actual
		case predate.ChargeTotals:
			if f.Key == predate.FactChargeWorkSum {
				got["all works"] = v.Actual
			}
		}
	}
	want := map[string]predate.Cents{"lot 12": 20000, "lot 47": 5000, "works 12": 40000, "called 12": 48000, "works 47": 10000, "called 47": 12000, "all works": 50000}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("read %v, want %v", got, want)
	}
}

// TestTheHeadsOfColumnsNameNoNature prints heads of columns that speak of
// charges and calls between the heading of a nature and its lines.
func TestTheHeadsOfColumnsNameNoNature(t *testing.T) {
	p := &press{}
	p.print("APPEL DE FONDS")
	p.print("Période du 01/04/2026 au 30/06/2026 – date d’exigibilité 01/04/2026")
	for _, s := range []struct{ heading, whole, part string }{
		{"Provisions sur budget prévisionnel 2026", "2 000,00", "200,00"}, {"Travaux art. 14-2 – Ravalement", "1 000,00", "100,00"}, {"Fonds de travaux – cotisation annuelle", "500,00", "50,00"},
	} {
		p.print(s.heading)
		p.line()
		for i, head := range []string{"Charges", "Montant voté", "Appelé (tous)", "Répartition", "Votre part"} {
			p.left(40+100*float64(i), head)
		}
		for _, label := range []string{"Charges générales", "Sous-total"} {
			p.line()
			p.left(40, label)
			if label != "Sous-total" {
				p.right(280, s.whole)
				p.right(380, "100 / 1000")
			}
			p.right(480, s.part)
		}
	}
	p.print("Total de l’appel 350,00")
	got := map[predate.Nature]predate.Cents{}
	for _, f := range p.figures(t, predate.KindFundCall) {
		if s, ok := f.Value.(predate.CallSubtotal); ok {
			got[s.Nature] += s.Amount
		}
	}
	want := map[predate.Nature]predate.Cents{predate.NatureBudget: 20000, predate.NatureWorks: 10000, predate.NatureWorksFund: 5000}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("read %v, want %v", got, want)
	}
}

// TestTheReadingOfACallThatTellsMoreNaturesApartIsBelieved joins a whole call
// read by rules that missed a heading with one that found it: the line that makes
// the sum under the heading goes there.
func TestTheReadingOfACallThatTellsMoreNaturesApartIsBelieved(t *testing.T) {
	rules := []predate.Figure{
		{Key: predate.FactCall, Value: predate.CallHead{Total: 150, HasTotal: true}},
		{Key: predate.FactCallLine, Value: predate.CallLine{Nature: predate.NatureBudget, Amount: 100}},
		{Key: predate.FactCallLine, Value: predate.CallLine{Nature: predate.NatureBudget, Amount: 50}},
	}
	proved := []predate.Figure{
		{Key: predate.FactCallSubtotal, Value: predate.CallSubtotal{Nature: predate.NatureBudget, Amount: 100}},
		{Key: predate.FactCallSubtotal, Value: predate.CallSubtotal{Nature: predate.NatureWorksFund, Amount: 50}},
	}
	got := map[predate.Nature]predate.Cents{}
	for _, f := range merge.Figures(rules, proved) {
		if l, ok := f.Value.(predate.CallLine); ok {
			got[l.Nature] += l.Amount
		}
	}
	if got[predate.NatureBudget] != 100 || got[predate.NatureWorksFund] != 50 {
		t.Errorf("lines by nature %v", got)
	}
}

// headLots prints a statement whose lots are listed on one line, and each headed by a
// line that prints what it bore, over its keys; the amount of the last one is given.
func headLots(last string) *press {
	p := &press{}
	p.print("DÉCOMPTE INDIVIDUEL DE CHARGES – exercice du 01/01/2025 au 31/12/2025")
	row := func(label string, amounts ...string) {
		p.line()
		p.left(40, label)
		for i, a := range amounts {
			p.right(380+90*float64(i), a)
		}
	}
	for _, l := range [][2]string{{"Charges courantes de l’exercice", "290,00"}, {"Provisions appelées sur l’exercice", "310,00"}, {"Solde en votre faveur", "20,00"}} {
		row(l[0], l[1])
	}
	p.print("Vos lots : Lot 12 – Appartement – Lot 47 – Cave")
	for _, l := range []struct{ lot, total, called, share, part, lift string }{{"12", "260,00", "275,00", "230", "230,00", "30,00"}, {"47", last, "35,00", "30", "30,00", ""}} {
		row("Lot "+l.lot+" – Bâtiment A", l.total)
		row("Charges générales – " + l.share + " / 1 000 tantièmes")
		row("Électricité", "1 000,00", l.part)
		row("Total", "1 000,00", l.part)
		if l.lift != "" {
			row("Ascenseur – 30 / 100 tantièmes")
			row("Entretien", "100,00", l.lift)
			row("Total", "100,00", l.lift)
		}
		row("Charges du lot", l.total)
		row("Provisions appelées pour ce lot", l.called)
	}
	return p
}

// TestALotIsHeadedByWhatItBore takes a line with an amount for the heading of a lot
// where the keys under it make that amount, and of no other lot's.
func TestALotIsHeadedByWhatItBore(t *testing.T) {
	for last, want := range map[string]map[string]predate.Cents{
		"30,00": {"12": 26000, "47": 3000},
		"31,00": {"12": 26000},
	} {
		got := map[string]predate.Cents{}
		for _, f := range headLots(last).figures(t, predate.KindChargeStatement) {
			if l, ok := f.Value.(predate.ChargeLot); ok && l.Lot != "" {
				got[l.Lot] = l.Actual
			}
		}
		if last == "31,00" && len(got) == 0 {
			continue // nothing makes the totals
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("with %s: read %v, want %v", last, got, want)
		}
	}
}

// TestACardBesideALotIsNamedByItsOwnWords reads charges, provisions and balance from
// cards, beside a panel whose lines about the lot stand level with the amounts.
func TestACardBesideALotIsNamedByItsOwnWords(t *testing.T) {
	statement := func(panel float64) *press {
		p := &press{}
		p.print("RÉPARTITION DES CHARGES – exercice du 01/01/2023 au 31/12/2023")
		p.line()
		p.left(240, "Votre part des charges")
		p.left(415, "Acomptes appelés")
		p.line()
		p.left(panel, "Lot 4 – Appartement")
		p.left(240, "1 614,26 €")
		p.left(415, "1 681,92 €")
		p.line()
		p.left(240, "Solde en votre faveur")
		p.line()
		p.left(240, "67,66 €")
		return p
	}
	for name, c := range map[string]struct {
		panel float64
		want  int
	}{"a panel apart": {40, 1}, "words close by": {140, 0}} {
		var got []predate.Value
		for _, f := range statement(c.panel).figures(t, predate.KindChargeStatement) {
			if f.Key == predate.FactChargeTotals {
				got = append(got, f.Value)
			}
		}
		if len(got) != c.want {
			t.Fatalf("%s: %d totals, want %d: %v", name, len(got), c.want, got)
		}
		if want := (predate.ChargeTotals{Actual: 161426, Called: 168192, Adjustment: -6766, HasActual: true, HasCalled: true, HasAdjustment: true}); c.want == 1 && got[0] != want {
			t.Errorf("%s: %+v, want %+v", name, got[0], want)
		}
	}
}

// TestACardWhoseLabelWrapsStandsLower reads three cards side by side: the label of the
// middle one takes two lines, and the rest of it stands level with the amounts beside it.
func TestACardWhoseLabelWrapsStandsLower(t *testing.T) {
	for rest, want := range map[string]int{"appelées": 1, "Solde appelé": 0} {
		p := &press{}
		p.print("VOS CHARGES – exercice du 01/01/2025 au 31/12/2025")
		p.line()
		p.left(40, "Vos dépenses réelles")
		p.left(230, "Provisions qui vous ont été")
		p.left(430, "Trop-versé en votre faveur")
		p.line()
		p.left(40, "934,18 €")
		p.left(230, rest)
		p.left(430, "20,10 €")
		p.line()
		p.left(230, "954,28 €")
		var got []predate.Value
		for _, f := range p.figures(t, predate.KindChargeStatement) {
			if f.Key == predate.FactChargeTotals {
				got = append(got, f.Value)
			}
		}
		if len(got) != want {
			t.Fatalf("%s: %d totals, want %d: %v", rest, len(got), want, got)
		}
		if totals := (predate.ChargeTotals{Actual: 93418, Called: 95428, Adjustment: -2010, HasActual: true, HasCalled: true, HasAdjustment: true}); want == 1 && got[0] != totals {
			t.Errorf("%+v, want %+v", got[0], totals)
		}
	}
}
