package form_test

import (
	"math/rand/v2"
	"testing"

	"predate"
)

// TestAnnexe1AsOneListOfDebitsAndCredits prints invented states as one list with
// a debit and a credit for each exercise, in either order, their heads anywhere
// over the two columns. Every balance has its own day, or none is given.
func TestAnnexe1AsOneListOfDebitsAndCredits(t *testing.T) {
	ends := [2]predate.Date{{Year: 2024, Month: 12, Day: 31}, {Year: 2025, Month: 12, Day: 31}}
	heads := [2]string{"Ex. précédent (N-1) 2024", "Ex. clos (N) 2025"}
	read := 0
	const seeds = 60
	for seed := range uint64(seeds) {
		r := rand.New(rand.NewPCG(seed, 33))
		first := r.IntN(2)
		order := [2]int{first, 1 - first}
		amount := func() predate.Cents { return predate.Cents(10000 + r.IntN(900000)) }
		var fund, owing, debt, bank [2]predate.Cents
		for k := range 2 {
			fund[k], owing[k], debt[k] = amount(), amount(), amount()
			bank[k] = fund[k] + debt[k] - owing[k] + 100000000
			debt[k] += 100000000
		}
		p := &press{}
		p.print("État financier après répartition au 31/12/2025")
		p.line()
		p.left(40, heads[0])
		p.left(220, heads[1])
		p.line()
		p.left(40, "1 janvier 2024 - 31 décembre 2024")
		p.left(220, "1 janvier 2025 - 31 décembre 2025")
		p.y += 20
		shift := float64(r.IntN(60))
		p.line()
		p.left(260+shift, heads[order[0]])
		p.left(420+shift, heads[order[1]])
		p.line()
		p.left(40, "Compte")
		for k, word := range []string{"Débit (€)", "Crédit (€)", "Débit (€)", "Crédit (€)"} {
			p.right(290+80*float64(k), word)
		}
		row := func(words string, v [2]predate.Cents, credit float64) {
			p.line()
			p.left(40, words)
			for k, which := range order {
				p.right(290+160*float64(k)+80*credit, money(v[which]))
			}
		}
		row("51 Banques ou fonds disponibles en banque", bank, 0)
		row("Trésorerie disponible – Total I", bank, 0)
		row("105 Fonds de travaux", fund, 1)
		row("Total provisions", fund, 1)
		row("45 Copropriétaires – sommes exigibles", owing, 0)
		row("Total créances", owing, 0)
		row("40 Fournisseurs", debt, 1)
		row("Total dettes", debt, 1)
		p.line()
		p.left(40, "Total général")
		for k, which := range order {
			p.right(290+160*float64(k), money(bank[which]+owing[which]))
			p.right(370+160*float64(k), money(fund[which]+debt[which]))
		}
		want := map[predate.Key][2]predate.Cents{predate.KeyWorksFundBalance: fund, predate.FactOwnersDebit: owing, predate.KeySupplierDebt: debt}
		for _, f := range p.figures(t, predate.KindSchedule1) {
			values, asked := want[f.Key]
			if !asked {
				continue
			}
			for k := range ends {
				if f.AsOf == ends[k] && f.Value != predate.Money(values[k]) {
					t.Fatalf("seed %d: %s on %s is %v, printed %s", seed, f.Key, ends[k], f.Value, money(values[k]))
				}
			}
			if f.AsOf != ends[0] && f.AsOf != ends[1] {
				t.Fatalf("seed %d: %s on %s", seed, f.Key, f.AsOf)
			}
			read++
		}
	}
	if read < seeds*5 {
		t.Errorf("%d of %d balances read", read, seeds*6)
	}
}
