package form_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"predate"
)

// printYear prints an invented year of an owner: totals as tiles with their words
// over them and charges balanced against calls, or a box that balances charges
// against payments and recalls the calls under it. The exercise has but its name.
func printYear(r *rand.Rand) (p *press, charges, called, paid predate.Cents, tiles bool) {
	whole, own := predate.Cents(100000+r.IntN(9000000)), 10+r.Int64N(90)
	charges = share(whole, own, 1000)
	called = charges + predate.Cents(1+r.IntN(5000))
	paid = called - predate.Cents(r.IntN(2)*(7000+r.IntN(900)))
	tiles = r.IntN(2) == 0
	p = &press{}
	p.print("Relevé Individuel de Charges")
	p.print("Exercice 2025")
	p.y += 20
	if tiles {
		p.line()
		for k, words := range []string{"Total Charges 2025", "Total Appelé", "Total Payé", "Solde - Crédit"} {
			p.left(40+140*float64(k), words)
		}
		p.line()
		for k, v := range []predate.Cents{charges, called, paid, called - charges} {
			p.left(40+140*float64(k), money(v)+" €")
		}
		p.y += 20
	}
	p.line()
	p.left(40, "Poste")
	p.right(300, "Montant Total")
	p.right(400, "Tantièmes")
	p.right(520, "Votre Part")
	p.line()
	p.left(40, "Charges générales")
	p.right(300, money(whole))
	p.right(400, fmt.Sprintf("%d / 1000", own))
	p.right(520, money(charges))
	if !tiles {
		p.y += 40
		row := func(words string, x float64, v predate.Cents) {
			p.line()
			p.left(40, words)
			p.right(x, money(v))
		}
		row("Votre Relevé", 450, charges)
		row("Règlements de l'exercice", 550, paid)
		row(one(r, "Solde Débiteur :", "Solde Créditeur :"), 550, max(charges-paid, paid-charges))
		p.print("Ce Solde sera reporté sur le prochain appel de fond")
		row("Appels de fonds de l'exercice", 450, called)
	}
	return p, charges, called, paid, tiles
}

// TestChargesBalancedAgainstCallsOrPayments prints invented years: what was paid
// never passes for what was called.
func TestChargesBalancedAgainstCallsOrPayments(t *testing.T) {
	read := 0
	const seeds = 80
	for seed := range uint64(seeds) {
		p, charges, called, paid, tiles := printYear(rand.New(rand.NewPCG(seed, 44)))
		for _, f := range p.figures(t, predate.KindChargeStatement) {
			v, ok := f.Value.(predate.ChargeTotals)
			if !ok {
				continue
			}
			read++
			if v.Actual != charges || v.HasCalled && v.Called != called || v.HasAdjustment && v.Adjustment != charges-called {
				t.Fatalf("seed %d (tiles %v): %+v, printed charges %s, called %s, paid %s", seed, tiles, v, money(charges), money(called), money(paid))
			}
			if f.Year.Label() != "2025" {
				t.Fatalf("seed %d: exercise %s", seed, f.Year.Label())
			}
		}
	}
	if read < seeds*9/10 {
		t.Errorf("%d of %d years read", read, seeds)
	}
}
