package form_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"predate"
	"predate/internal/reading/merge"
)

// printCall prints an invented call in a random way: natures in any order, the
// total as a row or as a tile, sums of natures printed or not, a panel beside
// the table that speaks of other things. It returns what each nature asks for.
func printCall(r *rand.Rand) (*press, map[predate.Nature]predate.Cents, predate.Cents) {
	p := &press{}
	p.print("APPEL DE FONDS")
	p.print("Période du 01/04/2026 au 30/06/2026 – date d’exigibilité 01/04/2026")
	headings := map[predate.Nature]string{
		predate.NatureBudget:    one(r, "Provisions sur budget prévisionnel 2026", "Charges courantes", "Provision trimestrielle 2026"),
		predate.NatureWorks:     one(r, "Travaux art. 14-2 – Ravalement (AG du 24/04/2025)", "Hors budget – réfection de la toiture"),
		predate.NatureWorksFund: one(r, "Fonds de travaux – cotisation annuelle", "Cotisation fonds travaux (loi ALUR)"),
	}
	natures := []predate.Nature{predate.NatureBudget, predate.NatureWorks, predate.NatureWorksFund}
	r.Shuffle(len(natures), func(i, j int) { natures[i], natures[j] = natures[j], natures[i] })
	subtotals, panel := r.IntN(3) > 0, r.IntN(2) == 0
	sums := map[predate.Nature]predate.Cents{}
	var total predate.Cents
	for _, n := range natures[:1+r.IntN(3)] {
		p.print(headings[n])
		for k := range 1 + r.IntN(3) {
			base := []int64{1000, 10000}[k%2]
			own, whole := 10+r.Int64N(90), predate.Cents(20000+r.IntN(900000))
			part := share(whole, own, base)
			p.line()
			p.left(40, []string{"Charges communes générales", "Ascenseur", "Chauffage"}[k])
			p.right(280, money(whole))
			p.right(350, fmt.Sprintf("%d / %d", own, base))
			p.right(430, money(part))
			if panel && k == 0 {
				p.left(470, one(r, "Quote-part fonds de travaux", "Avance de trésorerie", "Règlement"))
			}
			sums[n] += part
		}
		if subtotals {
			p.line()
			p.left(40, "Sous-total")
			p.right(430, money(sums[n]))
		}
		total += sums[n]
	}
	if r.IntN(2) == 0 {
		p.line()
		p.left(40, "Total de l’appel")
		p.right(430, money(total))
	} else {
		p.y += 20
		p.line()
		p.left(60, money(total))
		p.left(250, "0,00")
		p.line()
		p.left(60, "Total de cet appel")
		p.left(250, "Solde antérieur")
	}
	return p, sums, total
}

// sumsHeld checks the sum of a nature or the total that a figure gives against
// what was printed, and counts it.
func sumsHeld(t *testing.T, seed uint64, f predate.Figure, sums map[predate.Nature]predate.Cents, total predate.Cents) int {
	t.Helper()
	switch v := f.Value.(type) {
	case predate.CallSubtotal:
		if v.Amount != sums[v.Nature] {
			t.Fatalf("seed %d: %s asks for %s, printed %s", seed, v.Nature, money(v.Amount), money(sums[v.Nature]))
		}
		return 1
	case predate.CallHead:
		if v.HasTotal && v.Total != total {
			t.Fatalf("seed %d: total %s, printed %s", seed, money(v.Total), money(total))
		}
		if v.HasTotal {
			return 1
		}
	}
	return 0
}

// TestACallIsReadInAnyShapeOrNotAtAll prints invented calls in random ways.
// Whatever is read is what was printed.
func TestACallIsReadInAnyShapeOrNotAtAll(t *testing.T) {
	read, asked := 0, 0
	for seed := range uint64(150) {
		p, sums, total := printCall(rand.New(rand.NewPCG(seed, 4)))
		asked += 1 + len(sums)
		lines := map[predate.Nature]predate.Cents{}
		for _, f := range p.figures(t, predate.KindFundCall) {
			read += sumsHeld(t, seed, f, sums, total)
			switch v := f.Value.(type) {
			case predate.CallLine:
				lines[v.Nature] += v.Amount
			case predate.CallHead:
				if !v.Due.IsZero() && v.Due != (predate.Date{Year: 2026, Month: 4, Day: 1}) {
					t.Fatalf("seed %d: due on %s", seed, v.Due)
				}
			}
		}
		for n, sum := range lines {
			if sum != sums[n] {
				t.Fatalf("seed %d: the lines of %s make %s, printed %s", seed, n, money(sum), money(sums[n]))
			}
		}
	}
	if 100*read < 80*asked {
		t.Errorf("%d of %d figures read", read, asked)
	}
}

// TestTheLinesOfRulesStandWhereTheyMakeTheProvedSum holds the joining of two
// readings of a call.
func TestTheLinesOfRulesStandWhereTheyMakeTheProvedSum(t *testing.T) {
	line := func(n predate.Nature, lot string, amount predate.Cents) predate.Figure {
		return predate.Figure{Key: predate.FactCallLine, Value: predate.CallLine{Lot: lot, Nature: n, Amount: amount}}
	}
	sum := func(n predate.Nature, amount predate.Cents) predate.Figure {
		return predate.Figure{Key: predate.FactCallSubtotal, Value: predate.CallSubtotal{Nature: n, Amount: amount}}
	}
	rules := []predate.Figure{line(predate.NatureBudget, "12", 100), line(predate.NatureBudget, "", 50), line(predate.NatureWorks, "12", 30)}
	proved := []predate.Figure{sum(predate.NatureBudget, 150), line(predate.NatureBudget, "", 150), sum(predate.NatureWorks, 40), line(predate.NatureWorks, "", 40)}
	got := map[string]bool{}
	for _, f := range merge.Figures(rules, proved) {
		if l, ok := f.Value.(predate.CallLine); ok {
			got[fmt.Sprint(l.Nature, l.Lot, l.Amount)] = true
		}
	}
	want := map[string]bool{fmt.Sprint(predate.NatureBudget, "12", predate.Cents(100)): true, fmt.Sprint(predate.NatureBudget, "", predate.Cents(50)): true, fmt.Sprint(predate.NatureWorks, "", predate.Cents(40)): true}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("lines %v, want %v", got, want)
	}
}

// TestHeadsOfColumnsHeadNoLines reads a nature that goes on over a page: the
// heads that the page repeats, of which one speaks of a budget, begin no other.
func TestHeadsOfColumnsHeadNoLines(t *testing.T) {
	p := &press{}
	p.print("APPEL DE FONDS")
	heads := func() {
		p.line()
		p.right(280, "Budget ou")
		p.right(350, "Appelé à")
		p.line()
		p.left(40, "Poste")
		p.right(280, "montant voté")
		p.right(350, "l’immeuble")
		p.right(430, "Vos parts")
		p.right(500, "Votre part")
	}
	row := func(name string, voted, called predate.Cents, own int64) predate.Cents {
		part := share(called, own, 1000)
		p.line()
		p.left(40, name)
		p.right(280, money(voted))
		p.right(350, money(called))
		p.right(430, fmt.Sprintf("%d / 1 000", own))
		p.right(500, money(part))
		return part
	}
	sum := func(words string, c predate.Cents) {
		p.line()
		p.left(40, words)
		p.right(500, money(c))
	}
	heads()
	p.print("Provisions sur budget prévisionnel 2026")
	budget := row("Charges communes", 800000, 200000, 53)
	sum("Sous-total – Provisions", budget)
	p.print("Échéance emprunt collectif")
	loan := row("Charges communes", 4000000, 1000000, 53)
	p.y = 800
	heads()
	loan += row("Ascenseur", 900000, 225000, 60)
	sum("Sous-total – Échéance emprunt collectif", loan)
	sum("Total du présent appel", budget+loan)
	got := map[predate.Nature]predate.Cents{}
	for _, f := range p.figures(t, predate.KindFundCall) {
		if l, ok := f.Value.(predate.CallLine); ok {
			got[l.Nature] += l.Amount
		}
	}
	if got[predate.NatureBudget] != budget || got[predate.NatureLoan] != loan {
		t.Errorf("lines by nature %v, printed budget %s and loan %s", got, money(budget), money(loan))
	}
}
