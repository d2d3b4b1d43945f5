package form_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"predate"
)

// lightWorld is an invented year of a small syndicat: what each owner bore and
// was called, and the expenses.
type lightWorld struct {
	charges, called, paid []predate.Cents
	expenses              []predate.Cents
}

func inventLight(r *rand.Rand) lightWorld {
	var w lightWorld
	charges, called := predate.Cents(300000+r.IntN(400000)), predate.Cents(300000+r.IntN(400000))
	for _, own := range []int64{100 + r.Int64N(50), 200 + r.Int64N(50), 300 + r.Int64N(50), 380} {
		w.charges, w.called = append(w.charges, share(charges, own, 1000)), append(w.called, share(called, own, 1000))
		w.paid = append(w.paid, predate.Cents(10000+r.IntN(90000)))
	}
	for range 3 + r.IntN(8) {
		w.expenses = append(w.expenses, predate.Cents(1000+r.IntN(200000)))
	}
	return w
}

// printLight prints a year in a random way: days as dates or as a listing does,
// balances that charges and calls make or that follow an account of which the
// paper says no more, heads over their amounts or where these begin.
func printLight(r *rand.Rand, w lightWorld) *press {
	p := &press{}
	p.print("COMPTES DE LA COPROPRIÉTÉ")
	p.print("Exercice 2025 du 01/01/2025 au 31/12/2025")
	p.print("DÉPENSES")
	var sum predate.Cents
	listing := r.IntN(2) == 0
	for i, e := range w.expenses {
		p.line()
		day := fmt.Sprintf("%02d/03/2025", 1+i)
		if listing {
			day = fmt.Sprintf("%02d0325", 1+i)
		}
		p.left(40, day)
		p.left(130, fmt.Sprintf("Entreprise %c – réparation", 'A'+i))
		p.right(540, money(e))
		sum += e
	}
	p.line()
	p.left(130, one(r, "TOTAL DÉPENSES", "Total des dépenses", "TOTAL DÉCAISSÉ", "Total des sorties"))
	p.right(540, money(sum))
	accounts, shift := r.IntN(2) == 0, float64(25*r.IntN(2))
	p.line()
	for i, head := range []string{"Copropriétaire", "Lots", "Charges", "Appelé", "Versé", "Solde"} {
		x := []float64{40, 200, 270 - shift, 350 - shift, 430 - shift, 510 - shift}[i]
		p.left(x, head)
	}
	for i := range w.charges {
		balance := w.charges[i] - w.called[i]
		if accounts {
			balance = w.called[i] - w.paid[i] + predate.Cents(7*i+1)
		}
		p.line()
		p.left(40, fmt.Sprintf("M. Exemple %c", 'A'+i))
		p.left(200, fmt.Sprint(i+1))
		for k, c := range []predate.Cents{w.charges[i], w.called[i], w.paid[i], balance} {
			p.right(float64(310+80*k), money(c))
		}
	}
	return p
}

// TestLightAccountsAreReadInAnyShapeOrNotAtAll prints invented years in random
// ways. Whatever is read is what was printed.
func TestLightAccountsAreReadInAnyShapeOrNotAtAll(t *testing.T) {
	read, asked := 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		w := inventLight(r)
		asked += 2
		for _, f := range printLight(r, w).figures(t, predate.KindLightAccounts) {
			read++
			switch v := f.Value.(type) {
			case predate.OwnerRows:
				if len(v) != len(w.charges) {
					t.Fatalf("seed %d: %d owners of %d", seed, len(v), len(w.charges))
				}
				for i, o := range v {
					if o.Charges != w.charges[i] || o.Called != w.called[i] || o.Lots != fmt.Sprint(i+1) {
						t.Fatalf("seed %d: %+v, printed %s and %s", seed, o, money(w.charges[i]), money(w.called[i]))
					}
				}
			case predate.MovementList:
				for i, m := range v {
					if m.Debit != w.expenses[i] || m.Date != (predate.Date{Year: 2025, Month: 3, Day: 1 + i}) {
						t.Fatalf("seed %d: %+v, printed %s", seed, m, money(w.expenses[i]))
					}
				}
			}
		}
	}
	if 100*read < 90*asked {
		t.Errorf("%d of %d figures read", read, asked)
	}
}

// TestATableOfOwnersThatNothingHoldsTogetherGivesNothing changes what one owner
// bore.
func TestATableOfOwnersThatNothingHoldsTogetherGivesNothing(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 6))
		w := inventLight(r)
		p := &press{}
		p.print("COMPTES DE LA COPROPRIÉTÉ – exercice du 01/01/2025 au 31/12/2025")
		p.line()
		for i, head := range []string{"Copropriétaire", "Lots", "Charges", "Appelé"} {
			p.left([]float64{40, 200, 280, 360}[i], head)
		}
		w.charges[1] += 100
		for i := range w.charges {
			p.line()
			p.left(40, fmt.Sprintf("M. Exemple %c", 'A'+i))
			p.left(200, fmt.Sprint(i+1))
			p.right(310, money(w.charges[i]))
			p.right(390, money(w.called[i]))
		}
		if got := p.figures(t, predate.KindLightAccounts); len(got) > 0 {
			t.Fatalf("seed %d: read %v", seed, got)
		}
	}
}

// TestExpensesOfACashBook prints receipts and expenses side by side, as a cash
// book does, their heads set off their amounts: the expenses are those under the
// head of expenses, and none where their total is another.
func TestExpensesOfACashBook(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		w := inventLight(r)
		misprint := seed%4 == 0
		p := &press{}
		p.print("COMPTES DE LA COPROPRIÉTÉ – exercice du 01/01/2025 au 31/12/2025")
		p.line()
		for i, head := range []string{"Date", "Libellé", "Recettes", "Dépenses"} {
			p.right([]float64{60, 200, 400, 500}[i], head)
		}
		var in, out predate.Cents
		for i, c := range w.paid {
			p.print(fmt.Sprintf("%02d/02/25 Versement %c", 1+i, 'A'+i))
			p.right(420, money(c))
			in += c
		}
		for i, c := range w.expenses {
			p.print(fmt.Sprintf("%02d/03/25 Facture %c", 1+i, 'A'+i))
			p.right(520, money(c))
			out += c
		}
		if misprint {
			out += 1300
		}
		p.print("** TOTAUX DE L’EXERCICE")
		p.right(420, money(in))
		p.right(520, money(out))
		var got predate.MovementList
		for _, f := range p.figures(t, predate.KindLightAccounts) {
			if v, ok := f.Value.(predate.MovementList); ok {
				got = v
			}
		}
		if misprint && got != nil || !misprint && len(got) != len(w.expenses) {
			t.Fatalf("seed %d: %d expenses read, %d printed, misprinted: %v", seed, len(got), len(w.expenses), misprint)
		}
		for i := range got {
			if got[i].Debit != w.expenses[i] {
				t.Fatalf("seed %d: expense %d is %s, printed %s", seed, i, money(got[i].Debit), money(w.expenses[i]))
			}
		}
	}
}

// TestExpensesOfATill prints receipts and expenses one after the other, under
// heads that nobody taught: what was in the till and the owners who paid say which
// is which. Where the till does not, or where an owner is paid too, nothing does.
func TestExpensesOfATill(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 8))
		w := inventLight(r)
		short, repaid := seed%4 == 1, seed%4 == 2
		got := printTill(r, w, short, repaid)
		var expenses predate.MovementList
		for _, f := range got.figures(t, predate.KindLightAccounts) {
			if v, ok := f.Value.(predate.MovementList); ok {
				expenses = v
			}
		}
		if short || repaid {
			if expenses != nil {
				t.Fatalf("seed %d: read %v", seed, expenses)
			}
			continue
		}
		if len(expenses) != len(w.expenses) {
			t.Fatalf("seed %d: %d expenses read, %d printed", seed, len(expenses), len(w.expenses))
		}
		for i, e := range expenses {
			if e.Debit != w.expenses[i] || e.Label != "Entreprise Vaubrun – réfection et nettoyage" {
				t.Fatalf("seed %d: expense %+v, printed %s", seed, e, money(w.expenses[i]))
			}
		}
	}
}

// printTill prints the accounts of a till: short leaves a cent out of it, repaid
// pays an owner.
func printTill(r *rand.Rand, w lightWorld, short, repaid bool) *press {
	p := &press{}
	p.print("COMPTES DE LA COPROPRIÉTÉ – exercice du 01/01/2025 au 31/12/2025")
	before := predate.Cents(100000 + r.IntN(90000))
	row := func(day, label string, c predate.Cents) {
		p.line()
		p.left(40, day)
		p.left(130, label)
		p.right(540, money(c))
	}
	held := before
	receipts := func() {
		var sum predate.Cents
		p.print("CE QUE NOUS AVONS TOUCHÉ")
		for i, c := range w.paid {
			row(fmt.Sprintf("%02d/02/2025", 1+i), "Virement de M. "+lightOwners[i], c)
			sum += c
		}
		row("", "Total", sum)
		held += sum
	}
	expenses := func() {
		var sum predate.Cents
		p.print("CE QUE NOUS AVONS RÉGLÉ")
		for i, c := range w.expenses {
			label := "Entreprise Vaubrun – réfection et nettoyage"
			if repaid && i == 0 {
				label = "Remboursement à M. " + lightOwners[0]
			} else if i%2 == 1 {
				p.line()
				p.left(130, "Entreprise Vaubrun – réfection et")
				label = "nettoyage"
			}
			row(fmt.Sprintf("%02d/03/2025", 1+i), label, c)
			sum += c
		}
		row("", "Total", sum)
		held -= sum
	}
	tables := []func(){receipts, expenses}
	if r.IntN(2) == 0 {
		slices.Reverse(tables)
	}
	for _, table := range tables {
		table()
	}
	if short {
		held--
	}
	row("", "Avoir au début", before)
	row("", "Avoir à la fin", held)
	p.line()
	for i, head := range []string{"Copropriétaire", "Lots", "Charges", "Appelé", "Versé"} {
		p.left([]float64{40, 200, 270, 350, 430}[i], head)
	}
	for i := range w.charges {
		p.line()
		p.left(40, "M. "+lightOwners[i])
		p.left(200, fmt.Sprint(i+1))
		for k, c := range []predate.Cents{w.charges[i], w.called[i], w.paid[i]} {
			p.right(float64(310+80*k), money(c))
		}
	}
	return p
}

// lightOwners are the invented owners of a small syndicat.
var lightOwners = [...]string{"Aubriac", "Belmontel", "Corvasier", "Dromelle"}
