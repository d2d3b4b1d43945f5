package form_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"predate"
)

// printRows prints an invented call as one table whose rows say for themselves
// what they ask for: keys that wrap over or under their row, shares with zero
// decimals, the total on a line of other words, or posts of expense without
// shares. It returns what each nature asks for and the natures of its rows.
func printRows(r *rand.Rand) (*press, map[predate.Nature]predate.Cents, predate.Cents, int) {
	p := &press{}
	p.print("Appel de fonds n° 3")
	p.print("Provisions du 01/04/2026 au 30/06/2026")
	p.y += 30
	sums := map[predate.Nature]predate.Cents{}
	var total predate.Cents
	put := func(n predate.Nature, part predate.Cents) {
		sums[n] += part
		total += part
		p.right(500, money(part)+" €")
	}
	shared := 0
	if r.IntN(3) == 0 {
		p.line()
		p.left(40, "Poste")
		p.right(400, "Budget annuel")
		p.right(500, "Votre part")
		for _, post := range []string{"Eau froide", "Assurance multirisque immeuble", "Honoraires du syndic", "Entretien ascenseur"}[:2+r.IntN(3)] {
			p.line()
			p.left(40, post)
			p.right(400, money(predate.Cents(10000+r.IntN(900000)))+" €")
			put(predate.NatureBudget, predate.Cents(1000+r.IntN(9000)))
		}
		p.line()
		p.left(40, one(r, "Fonds travaux ALUR", "Cotisation fonds de travaux"))
		put(predate.NatureWorksFund, predate.Cents(100+r.IntN(900)))
	} else {
		p.line()
		p.left(40, "catégorie de charges")
		p.left(180, "désignation")
		p.right(330, "total")
		p.right(390, "tantièmes")
		p.right(440, "tantième")
		p.right(500, "montant")
		rows := []struct {
			nature predate.Nature
			key    string
			what   string
		}{
			{predate.NatureBudget, "[1] Charges communes à tous les lots", "Provision"},
			{predate.NatureWorks, "[3] Réfection de la cour, votée le 15/04/2025", "Provision travaux"},
			{predate.NatureWorksFund, "[1] Charges communes à tous les lots", "Fonds de travaux"},
			{predate.NatureAdvance, "[1] Charges communes à tous les lots", "Avance de trésorerie"},
		}
		r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		below := r.IntN(2) == 0
		for _, row := range rows[:2+r.IntN(3)] {
			words := strings.Fields(row.key)
			over, under := words[:len(words)/2], words[len(words)/2:]
			p.line()
			p.y += 12 // rows stand apart
			own, whole := 10+r.Int64N(90), predate.Cents(20000+r.IntN(900000))
			first, second := over, under
			if !below { // the row stands on the last line of its key
				p.left(40, strings.Join(first, " "))
				p.y += 10
				first = second
			}
			p.left(40, strings.Join(first, " "))
			p.left(180, row.what)
			p.right(330, money(whole)+" €")
			p.right(390, "1000")
			p.right(440, fmt.Sprintf("%d.00", own))
			put(row.nature, share(whole, own, 1000))
			shared++
			if below {
				p.y += 10
				p.left(40, strings.Join(second, " "))
			}
		}
	}
	if shared == 0 && r.IntN(2) == 0 {
		p.line()
		p.left(40, "TOTAL")
		p.right(400, money(total*20)+" €")
		p.right(500, money(total)+" €")
		return p, sums, total, shared
	}
	p.y += 30
	p.line()
	p.left(40, "Provisions du 01/04/2026 au 30/06/2026 – échéance 2")
	p.left(420, "total")
	p.right(520, money(total)+" €")
	p.print("solde propriétaire (ch. courantes)")
	p.right(500, money(total+1000)+" €")
	return p, sums, total, shared
}

// TestACallWhoseRowsNameTheirNature holds the reading of calls that are one
// table: what is read is what was printed, and nearly all is.
func TestACallWhoseRowsNameTheirNature(t *testing.T) {
	read, asked := 0, 0
	for seed := range uint64(120) {
		p, sums, total, shared := printRows(rand.New(rand.NewPCG(seed, 12)))
		asked += 1 + len(sums) + shared
		for _, f := range p.figures(t, predate.KindFundCall) {
			read += sumsHeld(t, seed, f, sums, total)
			if v, ok := f.Value.(predate.CallLine); ok && v.Share != 0 {
				if want := share(v.Called, v.Share, 1000); v.Base != 1000 || v.Amount != want {
					t.Fatalf("seed %d: line %+v", seed, v)
				}
				read++
			}
		}
	}
	if 100*read < 90*asked {
		t.Errorf("%d of %d figures read", read, asked)
	}
}
