package form_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
)

// codedCall prints a call by lot whose lines begin with the code of a nature, over the
// summary that names the codes. With other codes than those of the summary it says
// what each line is for nowhere.
func codedCall(codes [3]string) *press {
	p := &press{}
	p.print("APPEL DE PROVISIONS")
	p.print("Période du 01/10/2025 au 31/12/2025")
	p.line()
	for i, head := range []string{"Nat.", "Clé", "Budget", "Appelé au syndicat", "Base", "Part"} {
		p.left([]float64{40, 75, 250, 310, 430, 520}[i], head)
	}
	line := func(code, key, name string, budget, called predate.Cents, base, share string, part predate.Cents) {
		p.line()
		p.left(40, code)
		p.left(75, key)
		p.left(120, name)
		p.right(290, money(budget))
		p.right(360, money(called))
		p.right(460, base)
		p.right(500, share)
		p.right(550, money(part))
	}
	p.print("LOT N° 17 – Appartement – 2e étage")
	line(codes[0], "GEN", "Charges générales", 4000000, 1000000, "10 000 tantièmes", "149", 14900)
	line(codes[0], "BATA", "Charges bâtiment A", 800000, 200000, "1 000 tantièmes", "28", 5600)
	line(codes[1], "BATA", "Charges bâtiment A", 8000000, 2000000, "1 000 tantièmes", "28", 56000)
	line(codes[2], "GEN", "Charges générales", 400000, 100000, "10 000 tantièmes", "149", 1490)
	p.print("LOT N° 72 – Cave – Sous-sol")
	line(codes[0], "GEN", "Charges générales", 4000000, 1000000, "10 000 tantièmes", "3", 300)
	line(codes[2], "GEN", "Charges générales", 400000, 100000, "10 000 tantièmes", "3", 30)
	p.y += 20
	sum := func(words string, amount predate.Cents) {
		p.line()
		p.left(40, words)
		p.right(550, money(amount))
	}
	sum("BUD   Budget courant 2025/2026", 20800)
	sum("TVX   Travaux votés – Ravalement du bâtiment A (AG du 07/11/2024)", 56000)
	sum("FTX   Fonds de travaux ALUR", 1520)
	sum("Total de l'appel", 78320)
	return p
}

// TestCallWithCodesOfNatures reads what each line of a call is for by the code that the
// summary names. Lines whose codes it does not have are not read, and what the summary
// says stands: nobody takes them for the budget.
func TestCallWithCodesOfNatures(t *testing.T) {
	want := map[predate.Nature]predate.Cents{predate.NatureBudget: 20800, predate.NatureWorks: 56000, predate.NatureWorksFund: 1520}
	for codes, lines := range map[[3]string]int{{"BUD", "TVX", "FTX"}: 6, {"B1", "B2", "B3"}: 0} {
		sums, read := map[predate.Nature]predate.Cents{}, 0
		for _, f := range codedCall(codes).figures(t, predate.KindFundCall) {
			switch v := f.Value.(type) {
			case predate.CallSubtotal:
				sums[v.Nature] += v.Amount
			case predate.CallLine:
				read++
				if lot := map[bool]string{true: "17", false: "72"}[v.Share > 20]; v.Lot != lot || v.Code != "GEN" && v.Code != "BATA" {
					t.Errorf("line %+v", v)
				}
			}
		}
		if diff := cmp.Diff(want, sums); diff != "" || read != lines {
			t.Errorf("%v: %d lines of %d, sums (-want +got):\n%s", codes, read, lines, diff)
		}
	}
}

// TestRowsOfNaturesUnderTheirKey reads a call whose rows say what they are for under the
// code and the name of their key.
func TestRowsOfNaturesUnderTheirKey(t *testing.T) {
	p := &press{}
	p.print("APPEL DE CHARGES")
	p.print("Période du 01/04/2026 au 30/06/2026")
	p.line()
	for i, head := range []string{"Nature de l'appel", "Lot", "Appelé immeuble", "Base", "Vos tant.", "A votre charge"} {
		p.left([]float64{40, 230, 270, 370, 420, 490}[i], head)
	}
	row := func(words, lot string, called predate.Cents, base, share string, part predate.Cents) {
		p.line()
		p.left(40, words)
		p.left(230, lot)
		p.right(340, money(called))
		p.right(395, base)
		p.right(450, share)
		p.right(550, money(part))
	}
	p.print("GEN Charges communes générales (tantièmes)")
	row("Provisions sur budget prévisionnel", "14", 1000000, "10000", "343", 34300)
	row("Cotisation fonds de travaux", "14", 100000, "10000", "343", 3430)
	p.print("ASC Charges ascenseur (tantièmes)")
	row("Provisions sur budget prévisionnel", "14", 200000, "1000", "44", 8800)
	p.line()
	p.left(40, "Montant du présent appel")
	p.right(550, money(46530))
	p.y += 20
	for _, again := range []struct { // the same by nature, with the account before
		words  string
		amount predate.Cents
	}{{"Budget courant", 43100}, {"Fonds de travaux", 3430}, {"Report de solde", -5000}, {"À payer", 41530}} {
		p.line()
		p.left(40, again.words)
		p.right(550, money(again.amount))
	}
	keys := map[string]int{}
	for _, f := range p.figures(t, predate.KindFundCall) {
		if l, ok := f.Value.(predate.CallLine); ok {
			keys[l.Code+" "+l.Label+" "+string(l.Nature)]++
		}
	}
	want := map[string]int{"GEN Charges communes générales budget": 1, "GEN Charges communes générales works_fund": 1, "ASC Charges ascenseur budget": 1}
	if diff := cmp.Diff(want, keys); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}
