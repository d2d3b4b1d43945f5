package form_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"predate"
)

// position is an invented owner's year, as one paper prints it: calls and
// payments by nature, one key, and works that it mixes with them.
type position struct {
	spent, part, called predate.Cents
	share               int64
	works               []predate.ChargeWork
}

// printPosition prints a position in a random way: the thousands of what was
// spent wrap over it in a narrow column, the base is said by a percent alone, and
// works have no share.
func printPosition(r *rand.Rand) (*press, position) {
	v := position{spent: predate.Cents(1000000 + r.IntN(90000000)), share: 10 * (1 + r.Int64N(20))}
	v.part = share(v.spent, v.share, 1000) + predate.Cents(r.IntN(2))
	v.called = v.part + predate.Cents(r.IntN(9000)-4500)
	var worksCalled predate.Cents
	for k := range r.IntN(3) {
		w := predate.ChargeWork{Amount: predate.Cents(5000 + r.IntN(90000)), Title: []string{"Réfection de la cour", "Ravalement"}[k]}
		w.Called = w.Amount + predate.Cents(r.IntN(2000)-1000)
		worksCalled += w.Called
		v.works = append(v.works, w)
	}
	p := &press{}
	p.print("Situation du copropriétaire")
	p.print("1 janvier 2025 - 31 décembre 2025")
	row := func(words string, amount predate.Cents) {
		p.line()
		p.y += 8
		p.left(40, words)
		p.right(330, money(amount)+" €")
	}
	row("total des appels de fonds (ch. courantes)", v.called)
	row("total des règlements (sur ch. courantes)", v.called)
	row("solde propriétaire (ch. courantes)", 0)
	row("régularisation estimée", v.called-v.part)
	row("total ventilé (ch. courantes)", v.part)
	row("total des appels de fonds (ch. exceptionnelles)", worksCalled)
	p.y += 20
	p.line()
	p.left(40, "catégorie de charges")
	p.right(250, "dépense")
	p.right(320, "tantième")
	p.right(380, "ratio")
	p.right(450, "ventilé")
	whole := money(v.spent) + " €"
	p.line()
	p.y += 10
	wraps := r.IntN(2) == 0
	cut := len(whole) - len("000,00 €")
	if wraps {
		p.left(40, "[1] Charges communes")
		p.left(215, whole[:cut])
		p.y += 10
		p.left(40, "à tous les lots")
		p.left(215, whole[cut:])
	} else {
		p.left(40, "[1] Charges communes à tous les lots")
		p.right(250, whole)
	}
	p.right(320, fmt.Sprintf("%d.00", v.share))
	p.right(380, fmt.Sprintf("%d.%d %%", v.share/10, v.share%10))
	p.right(450, money(v.part)+" €")
	p.y += 20
	if len(v.works) > 0 {
		p.line()
		p.left(40, "catégorie de charges")
		p.right(250, "total des appels de fonds")
		p.right(320, "ventilé")
	}
	for _, w := range v.works {
		p.line()
		p.left(40, w.Title)
		p.right(250, money(w.Called)+" €")
		p.right(320, money(w.Amount)+" €")
	}
	return p, v
}

// TestAnOwnersYearThatMixesWorksAndCharges prints invented positions: what is
// read is what was printed, and nearly all is.
func TestAnOwnersYearThatMixesWorksAndCharges(t *testing.T) {
	read, asked := 0, 0
	for seed := range uint64(100) {
		p, want := printPosition(rand.New(rand.NewPCG(seed, 21)))
		asked += 2 + len(want.works)
		works := 0
		for _, f := range p.figures(t, predate.KindChargeStatement) {
			read++
			switch v := f.Value.(type) {
			case predate.ChargeTotals:
				if v.Actual != want.part || v.Called != want.called {
					t.Fatalf("seed %d: %+v, want %+v", seed, v, want)
				}
			case predate.ChargeKey:
				if v.Total != want.spent || v.Share != want.share || v.Base != 1000 || v.Amount != want.part || v.Label != "Charges communes à tous les lots" {
					t.Fatalf("seed %d: %+v, want %+v", seed, v, want)
				}
			case predate.ChargeWork:
				if w := want.works[works]; v.Amount != w.Amount || v.Called != w.Called || v.Title != w.Title {
					t.Fatalf("seed %d: %+v, want %+v", seed, v, w)
				}
				works++
			default:
				read--
			}
		}
	}
	if 100*read < 90*asked {
		t.Errorf("%d of %d figures read", read, asked)
	}
}
