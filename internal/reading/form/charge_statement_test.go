package form_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"predate"
)

// chargeLot is an invented lot: its shares by key.
type chargeLot struct {
	number string
	shares []int64
	called predate.Cents
}

// chargeWorld is an invented exercise: what each key cost, post by post.
type chargeWorld struct {
	keys  []string
	bases []int64
	posts [][]predate.Cents
	lots  []chargeLot
}

func inventCharges(r *rand.Rand) chargeWorld {
	w := chargeWorld{keys: []string{"Charges communes générales", "Ascenseur", "Chauffage"}[:1+r.IntN(3)]}
	for range w.keys {
		w.bases = append(w.bases, []int64{1000, 10000, 10003}[r.IntN(3)])
		var posts []predate.Cents
		for range 2 + r.IntN(6) {
			posts = append(posts, predate.Cents(20000+r.IntN(900000)))
		}
		w.posts = append(w.posts, posts)
	}
	for _, n := range []string{"12", "47", "103"}[:1+r.IntN(3)] {
		l := chargeLot{number: n, called: predate.Cents(30000 + r.IntN(200000))}
		for k := range w.keys {
			l.shares = append(l.shares, 20+r.Int64N(w.bases[k]/8))
		}
		w.lots = append(w.lots, l)
	}
	return w
}

// printCharges prints a statement in a random way: the share on each line or in
// the heading of the key, the part before or after what is apportioned, sums of
// lots as rows or as tiles.
func printCharges(r *rand.Rand, w chargeWorld) (*press, map[string]predate.Cents) {
	p, totals := &press{}, map[string]predate.Cents{}
	p.print("DÉCOMPTE INDIVIDUEL DE CHARGES – exercice du 01/01/2025 au 31/12/2025")
	onLine, tiles, partFirst := r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0
	columns := [2]float64{380, 470}
	if partFirst {
		columns = [2]float64{470, 380}
	}
	var sum, called predate.Cents
	for _, l := range w.lots {
		p.print(fmt.Sprintf("Lot %s – Appartement", l.number))
		var lot predate.Cents
		for k, key := range w.keys {
			if onLine {
				p.print(key)
			} else {
				p.print(fmt.Sprintf("%s – %d / %d tantièmes", key, l.shares[k], w.bases[k]))
			}
			var whole, part predate.Cents
			line := func(label string, a, b predate.Cents) {
				p.line()
				p.left(40, label)
				p.right(columns[0], money(a))
				p.right(columns[1], money(b))
				if onLine {
					p.right(240, fmt.Sprint(w.bases[k]))
					p.right(290, fmt.Sprint(l.shares[k]))
				}
			}
			for i, post := range w.posts[k] {
				own := share(post, l.shares[k], w.bases[k])
				line(fmt.Sprintf("Poste %c", 'A'+i), post, own)
				whole, part = whole+post, part+own
			}
			line("Total "+key, whole, part)
			lot += part
		}
		totals[l.number] = lot
		sum, called = sum+lot, called+l.called
		if tiles {
			p.line()
			p.left(60, money(lot))
			p.left(300, money(l.called))
			p.line()
			p.left(60, "Total du lot")
			p.left(300, "Provisions appelées pour ce lot")
			continue
		}
		p.line()
		p.left(40, "Total du lot "+l.number)
		p.right(columns[1], money(lot))
		p.line()
		p.left(40, "Provisions appelées pour ce lot")
		p.right(columns[1], money(l.called))
	}
	for _, s := range []row{{label: "Charges de l’exercice", amounts: [2]predate.Cents{sum}}, {label: "Provisions appelées sur l’exercice", amounts: [2]predate.Cents{called}}, {label: "Solde de régularisation", amounts: [2]predate.Cents{sum - called}}} {
		p.line()
		p.left(40, s.label)
		p.right(columns[1], money(s.amounts[0]))
	}
	return p, totals
}

// TestChargesAreReadInAnyShapeOrNotAtAll prints invented statements in random
// ways. Whatever is read is what was printed.
func TestChargesAreReadInAnyShapeOrNotAtAll(t *testing.T) {
	read, asked := 0, 0
	for seed := range uint64(120) {
		r := rand.New(rand.NewPCG(seed, 3))
		w := inventCharges(r)
		p, totals := printCharges(r, w)
		var sum, called predate.Cents
		for _, l := range w.lots {
			sum, called = sum+totals[l.number], called+l.called
		}
		asked += 1 + len(w.lots)
		for _, f := range p.figures(t, predate.KindChargeStatement) {
			switch v := f.Value.(type) {
			case predate.ChargeLot:
				if v.Actual != totals[v.Lot] {
					t.Fatalf("seed %d: lot %s bore %s, printed %s", seed, v.Lot, money(v.Actual), money(totals[v.Lot]))
				}
				read++
			case predate.ChargeKey:
				if !slices.Contains(w.keys, v.Label) {
					t.Fatalf("seed %d: a key is called %q, printed %q", seed, v.Label, w.keys)
				}
			case predate.ChargeTotals:
				if v.Actual != sum || v.Called != called || v.Adjustment != sum-called {
					t.Fatalf("seed %d: totals %+v, printed %s and %s", seed, v, money(sum), money(called))
				}
				read++
			}
		}
	}
	if 100*read < 80*asked {
		t.Errorf("%d of %d figures read", read, asked)
	}
}

// TestKeysNamedByTheirSumsAlone prints the shares on the lines and not on the
// sums, which alone name the keys, one on two lines, under the heading of the lot.
func TestKeysNamedByTheirSumsAlone(t *testing.T) {
	p := &press{}
	p.print("Relevé individuel de charges – exercice du 01/01/2025 au 31/12/2025")
	p.print("47 Box B Sous-sol 30")
	p.print("Lot 12, appartement, bât. B, 2e étage - 100 tantièmes généraux")
	row := func(code, label, fraction string, total, part predate.Cents) {
		p.line()
		p.left(40, code)
		p.left(90, label)
		p.right(380, money(total))
		if fraction != "" {
			p.right(440, fraction)
		}
		p.right(500, money(part))
	}
	row("GEN", "Nettoyage", "100 / 1000", 1000000, 100000)
	row("GEN", "Électricité", "100 / 1000", 500000, 50000)
	row("GEN", "S/T Charges relatives aux parties communes", "", 1500000, 150000)
	p.line()
	p.left(90, "générales")
	row("BATB", "Eau", "50 / 250", 200000, 40000)
	row("BATB", "Entretien", "50 / 250", 100000, 20000)
	row("BATB", "S/T Bâtiment B", "", 300000, 60000)
	row("", "Total lot 12", "", 0, 210000)
	p.print("Charges de l’exercice 2 100,00")
	p.print("Provisions appelées sur l’exercice 2 000,00")
	p.print("Solde de régularisation 100,00")
	got := map[string]predate.ChargeKey{}
	for _, f := range p.figures(t, predate.KindChargeStatement) {
		switch v := f.Value.(type) {
		case predate.ChargeKey:
			got[v.Code] = v
		case predate.ChargeLot:
			if v.Lot != "12" || v.Actual != 210000 {
				t.Errorf("lot %s bore %s, printed 2 100,00", v.Lot, money(v.Actual))
			}
		}
	}
	for code, want := range map[string]predate.ChargeKey{
		"GEN":  {Lot: "12", Code: "GEN", Label: "Charges relatives aux parties communes générales", Total: 1500000, Base: 1000, Share: 100, Unit: "tantièmes", Amount: 150000},
		"BATB": {Lot: "12", Code: "BATB", Label: "Bâtiment B", Total: 300000, Base: 250, Share: 50, Unit: "tantièmes", Amount: 60000},
	} {
		if got[code] != want {
			t.Errorf("key %s is %+v, printed %+v", code, got[code], want)
		}
	}
	if len(got) != 2 {
		t.Errorf("%d keys were read, 2 are printed", len(got))
	}
}

// TestASumThatAColumnEchoesIsNone prints four small parts of which the last is by
// chance the sum of the others, in a column that the next one prints again: the
// lots, named by what they are, bear what their totals say.
func TestASumThatAColumnEchoesIsNone(t *testing.T) {
	p := &press{}
	p.print("Vos charges – exercice du 01/01/2025 au 31/12/2025")
	row := func(label string, amounts ...predate.Cents) {
		p.line()
		p.left(40, label)
		for k, a := range amounts {
			if a != 0 {
				p.right(380+80*float64(k), money(a))
			}
		}
	}
	p.print("Cave n° 72 bât. A · Sous-sol · 3 tantièmes généraux")
	p.print("Charges générales GEN 3 / 10 000 tantièmes")
	row("Eau", 616380, 185, 185)
	row("Électricité", 319670, 96, 96)
	row("Fournitures", 91420, 27, 27)
	row("Nettoyage des locaux", 1026222, 308, 308)
	row("Primes d’assurances", 757040, 227)
	row("Total Charges générales", 2810732, 843, 616)
	row("Total Cave n° 72", 0, 843, 616)
	row("Provisions appelées pour ce lot", 0, 800)
	p.print("Charges de l’exercice 8,43")
	p.print("Provisions appelées sur l’exercice 8,00")
	p.print("Solde de régularisation 0,43")
	var lots []predate.ChargeLot
	for _, f := range p.figures(t, predate.KindChargeStatement) {
		if l, ok := f.Value.(predate.ChargeLot); ok {
			lots = append(lots, l)
		}
	}
	want := predate.ChargeLot{Lot: "72", Actual: 843, Called: 800, HasCalled: true}
	if len(lots) != 1 || lots[0] != want {
		t.Errorf("read %+v, printed %+v", lots, want)
	}
}

// TestChargesThatDoNotBalanceGiveNothing prints a balance that the charges and
// provisions do not make.
func TestChargesThatDoNotBalanceGiveNothing(t *testing.T) {
	p := &press{}
	p.print("DÉCOMPTE INDIVIDUEL DE CHARGES – exercice du 01/01/2025 au 31/12/2025")
	p.print("Lot 12 – Appartement")
	for _, s := range []row{
		{label: "Nettoyage 100 / 1000", amounts: [2]predate.Cents{1000000, 100000}},
		{label: "Électricité 100 / 1000", amounts: [2]predate.Cents{500000, 50000}},
		{label: "Total", amounts: [2]predate.Cents{1500000, 150000}},
	} {
		p.line()
		p.left(40, s.label)
		p.right(380, money(s.amounts[0]))
		p.right(470, money(s.amounts[1]))
	}
	p.print("Total du lot 12 1 500,00")
	p.print("Provisions appelées sur l’exercice 1 400,00")
	p.print("Solde de régularisation 90,00")
	if got := p.figures(t, predate.KindChargeStatement); len(got) > 0 {
		t.Errorf("read %v of a statement whose sums do not hold", got)
	}
}
