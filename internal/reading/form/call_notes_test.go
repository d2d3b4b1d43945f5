package form_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
)

// notedLot is a lot of an invented call, with its share of the key.
type notedLot struct {
	number string
	share  int64
}

// notedRow is a key of an invented call: what is apportioned and its base stand in
// a note.
type notedRow struct {
	code, label  string
	year, called predate.Cents
	base         int64
	lots         []notedLot
}

// notedPaper prints calls whose rows have their lots, shares and parts, and a note
// of the amount and the base.
type notedPaper struct {
	*press
	r      *rand.Rand
	lots   bool // one row a lot
	first  bool // the part stands left of the share
	budget bool // the year's amount is in the note too
	wide   bool // the note has one line
	wraps  bool // the name of a key has two lines
	apart  bool // shares without their unit
	unit   string
}

// note prints what is apportioned among the rows of a key, of which the first line
// is printed already, in lines of a narrow column.
func (p notedPaper) note(row notedRow) [][]string {
	amount, base := money(row.called)+" €", fmt.Sprintf("%d %s", row.base, p.unit)
	year := "budget " + money(row.year) + " €, dont appelés ce jour"
	switch {
	case p.budget && p.wide:
		return [][]string{{year, amount + ", sur " + base}}
	case p.budget:
		return [][]string{{year}, {amount + ", sur " + base}}
	case p.wide:
		return [][]string{{one(p.r, "montant appelé ", "sur ", "à répartir : ") + amount + one(p.r, " – base ", ", sur ", " sur ") + base}}
	}
	return [][]string{{"soit " + amount + " à répartir"}, {"sur " + base}}
}

// row prints a key, its lots and its note, and returns what its lots pay.
func (p notedPaper) row(row notedRow) (sum predate.Cents, lines []string) {
	notes := p.note(row)
	name := []string{row.label + " (clé " + row.code + ")"}
	if words := strings.Fields(name[0]); p.wraps {
		name = []string{strings.Join(words[:len(words)-1], " "), words[len(words)-1]}
	}
	height := len(notes) + len(name)
	if p.lots {
		height = max(height, len(row.lots))
	}
	for k := range height {
		p.line()
		p.y -= 2
		if k < len(name) {
			p.left(40, name[k])
		} else if n := k - len(name); n < len(notes) {
			p.left(40, notes[n][0])
			for x, more := range notes[n][1:] {
				p.left(40+float64(x+1)*215, more)
			}
		}
		if k >= len(row.lots) || !p.lots && k > 0 {
			continue
		}
		own := row.lots[k].share
		if !p.lots {
			own = 0
			for _, l := range row.lots {
				own += l.share
			}
		} else {
			p.left(424, row.lots[k].number)
		}
		part := share(row.called, own, row.base)
		shown := fmt.Sprintf("%d %s", own, p.unit)
		if p.apart {
			shown = fmt.Sprint(own)
		}
		x := []float64{510, 570}
		if p.first {
			x = []float64{570, 510}
		}
		p.right(x[0], shown)
		p.right(x[1], money(part))
		sum += part
		lot, year := "", predate.Cents(0)
		if p.budget {
			year = row.year
		}
		if p.lots {
			lot = row.lots[k].number
		}
		lines = append(lines, fmt.Sprintf("%s %s lot %s: %d/%d of %s (%s) = %s", row.code, row.label, lot, own, row.base, money(row.called), money(year), money(part)))
	}
	return sum, lines
}

// printNoted prints an invented call of notes, and returns what it asks for by
// nature and line.
func printNoted(r *rand.Rand) (*press, map[predate.Nature]predate.Cents, predate.Cents, []string) {
	p := notedPaper{press: &press{}, r: r, lots: r.IntN(3) > 0, first: r.IntN(3) == 0, budget: r.IntN(2) == 0, wide: r.IntN(2) == 0, wraps: r.IntN(2) == 0, apart: r.IntN(4) == 0, unit: one(r, "tant.", "tantièmes", "millièmes")}
	p.print("APPEL DE FONDS")
	p.print("Période du 01/04/2026 au 30/06/2026, exigible le 01/04/2026")
	p.line()
	p.left(40, one(r, "Somme à répartir", "Désignation"))
	if p.lots {
		p.left(422, one(r, "Lot", "Lots", "N° lot", "Lot n°"))
	}
	x := []float64{510, 570}
	if p.first {
		x = []float64{570, 510}
	}
	p.right(x[0], one(r, "Tantièmes", "Vos parts"))
	p.right(x[1], one(r, "Montant", "Part €"))
	headings := []string{"Provisions sur budget 2026", "Appel travaux – Remplacement de la colonne montante", "Cotisation fonds de travaux"}
	natures := []predate.Nature{predate.NatureBudget, predate.NatureWorks, predate.NatureWorksFund}
	sums := map[predate.Nature]predate.Cents{}
	var total predate.Cents
	var lines []string
	lots := []notedLot{{"11", 200 + r.Int64N(300)}, {"45", 3 + r.Int64N(9)}, {"64", 10 + r.Int64N(30)}}[:1+r.IntN(3)]
	subtotals, n, water := r.IntN(4) > 0, 0, one(r, "Eau froide", "Eau – relevés de compteurs")
	for k, nature := range natures {
		if k == 1 && r.IntN(2) == 0 {
			continue
		}
		n++
		p.print(fmt.Sprintf("%d°) %s", n, headings[k]))
		for _, row := range []notedRow{
			{"GEN", "Charges générales", 0, 0, 10000, lots},
			{"BATA", "Charges bâtiment A", 0, 0, 1000 + r.Int64N(500), nil},
			{"EAU", water, 0, 0, 4000 + r.Int64N(500), lots},
		}[:1+r.IntN(3)] {
			if row.lots == nil {
				for _, l := range lots {
					row.lots = append(row.lots, notedLot{l.number, max(1, l.share/5)})
				}
			}
			row.called = predate.Cents(300000 + r.IntN(3000000))
			row.year = 4 * row.called
			sum, printed := p.row(row)
			sums[nature] += sum
			for _, l := range printed {
				lines = append(lines, string(nature)+" "+l)
			}
		}
		if subtotals {
			p.line()
			p.right(430, fmt.Sprintf("%s %d°)", one(r, "Ensemble du", "Total"), n))
			p.right(x[1], money(sums[nature]))
		}
		total += sums[nature]
	}
	p.y += 12
	p.line()
	p.left(40, one(r, "Soit pour le présent appel", "Total de l’appel"))
	p.right(570, money(total)+" €")
	p.print("Solde précédent")
	p.right(570, money(8768)+" €")
	p.print("Montant à payer : " + money(total+8768) + " €, à nous régler pour le 1er avril 2026")
	return p.press, sums, total, lines
}

// TestTheBaseOfARowMayStandInItsNote reads calls that print beside the name of a key
// what each lot owes, and under it what is apportioned and over how many shares.
func TestTheBaseOfARowMayStandInItsNote(t *testing.T) {
	read, asked := 0, 0
	for seed := range uint64(120) {
		p, sums, total, want := printNoted(rand.New(rand.NewPCG(seed, 88)))
		asked += 1 + len(want)
		var got []string
		for _, f := range p.figures(t, predate.KindFundCall) {
			sumsHeld(t, seed, f, sums, total)
			if h, ok := f.Value.(predate.CallHead); ok && h.HasTotal {
				read++
			}
			if l, ok := f.Value.(predate.CallLine); ok {
				got = append(got, fmt.Sprintf("%s %s %s lot %s: %d/%d of %s (%s) = %s", l.Nature, l.Code, l.Label, l.Lot, l.Share, l.Base, money(l.Called), money(l.Budget), money(l.Amount)))
			}
		}
		if len(got) == 0 {
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
		read += len(got)
	}
	if 100*read < 95*asked {
		t.Errorf("%d of %d figures read", read, asked)
	}
}
