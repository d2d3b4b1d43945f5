package form_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"predate"
)

// listedRow is one row of an invented list of owners.
type listedRow struct {
	owner, lot string
	share      int64
	part       predate.Cents
}

// inventOwners makes the rows of a list: namesakes, one owner of several lots,
// names that are nearly words of the trade.
func inventOwners(r *rand.Rand) []listedRow {
	names := []string{
		"Julie Martin", "Paul Martin", "Martin", "SCI Les Trois Forges", "Indivision Marescot-Durieux", "Anne-Sophie de La Tour",
		"Mme Hélène Ducrocq-Vasseur", "Youssef Benattar", "M. et Mme Lenoir", "SARL Garonnette",
	}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	var out []listedRow
	letters := r.IntN(2) == 0
	for k := range 4 + r.IntN(12) {
		lot := fmt.Sprint(k + 1)
		if letters {
			lot = fmt.Sprintf("%c%d", 'A'+rune(k%3), k+1)
		}
		out = append(out, listedRow{names[r.IntN(min(len(names), 4+k))], lot, 5 + r.Int64N(140), predate.Cents(100 + r.IntN(90000))})
	}
	return out
}

// printList prints a list as programs do: with lots and shares or without, the
// total over or under it, names that wrap, over two pages.
func printList(r *rand.Rand, rows []listedRow, total predate.Cents) (p *press, lots, shares bool) {
	p = &press{}
	p.print("APPEL DE FONDS")
	p.print(one(r, "Appel de fonds du 2e trimestre 2026", "2e trimestre 2026", "Synthèse Appel de Fonds : Appel de fonds T2 2026 - Charges générales"))
	p.print("Date d'échéance : 15/04/2026")
	lots, shares = r.IntN(3) > 0, r.IntN(2) == 0
	over := r.IntN(2) == 0
	if over {
		p.print("Montant total : " + money(total) + " €")
	}
	head := func() {
		p.y += 20
		p.line()
		p.left(40, "Copropriétaire")
		if lots {
			p.left(220, "Lot")
		}
		if shares {
			p.right(380, "Tantièmes")
		}
		p.right(500, "Montant")
	}
	head()
	repeat := r.IntN(2) == 0
	if r.IntN(3) == 0 {
		p.y = 700 // the list goes over two pages
	}
	for _, row := range rows {
		before := len(p.pages)
		p.line()
		p.y += 6
		if len(p.pages) > before && repeat {
			head()
			p.line()
			p.y += 6
		}
		words := strings.Fields(row.owner)
		wraps := len(words) > 2 && r.IntN(3) == 0 && p.y < 740
		if wraps {
			p.left(40, strings.Join(words[:2], " "))
		} else {
			p.left(40, row.owner)
		}
		if lots {
			p.left(220, row.lot)
		}
		if shares {
			p.right(380, fmt.Sprint(row.share))
		}
		p.right(500, money(row.part)+" €")
		if wraps {
			p.y += 10
			p.left(40, strings.Join(words[2:], " "))
		}
	}
	if !over || r.IntN(2) == 0 {
		p.line()
		p.y += 6
		p.left(40, one(r, "TOTAL", "Total général"))
		p.right(500, money(total)+" €")
	}
	return p, lots, shares
}

// TestListsOfOwnersPrintedAtRandom reads random prints of calls that list all
// owners: each row with its own owner, lot and share, all of them or none, and none
// where they do not make the total.
func TestListsOfOwnersPrintedAtRandom(t *testing.T) {
	read := 0
	const runs = 300
	for seed := range uint64(runs) {
		r := rand.New(rand.NewPCG(seed, 41))
		rows := inventOwners(r)
		var total predate.Cents
		for _, row := range rows {
			total += row.part
		}
		off := predate.Cents(0)
		if seed%5 == 0 {
			off = predate.Cents(1 + r.IntN(5000))
		}
		p, lots, shares := printList(r, rows, total+off)
		var want, got []string
		for _, row := range rows {
			if !lots {
				row.lot = ""
			}
			if !shares {
				row.share = 0
			}
			want = append(want, fmt.Sprint(row.owner, "|", row.lot, "|", row.share, "|", row.part))
		}
		for _, f := range p.figures(t, predate.KindOther) {
			if l, ok := f.Value.(predate.ListedCall); ok {
				got = append(got, fmt.Sprint(l.Owner, "|", l.Lot, "|", l.Share, "|", l.Amount))
			}
		}
		switch {
		case off != 0 && len(got) > 0:
			t.Errorf("seed %d: rows that do not make the total are read", seed)
		case len(got) > 0 && !slices.Equal(got, want):
			t.Errorf("seed %d:\n got %q\nwant %q", seed, got, want)
		case len(got) > 0:
			read++
		}
	}
	if read < runs*4/5*9/10 {
		t.Errorf("%d of %d lists are read", read, runs*4/5)
	}
}
