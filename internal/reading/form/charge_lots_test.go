package form_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// listedKey is an invented key under its code.
type listedKey struct {
	code, label string
	base        int64
	posts       []predate.Cents
}

// listing is a statement that lists all lots of an owner in one table, as old
// programs print: a column of lots, one of codes, share and base in one cell,
// what may be recovered beside the part, sums carried from page to page, and a
// legend of the codes below.
type listing struct {
	*press
	r          *rand.Rand
	fold       bool // lot, code and account in one cell
	down, over string
	part, owed predate.Cents // so far
	wrong      int           // the line that is misprinted; none if negative
	lines      int
}

func (l *listing) heads() {
	l.line()
	l.left(40, "Lot")
	l.left(70, "BS")
	l.left(110, "Cpte")
	l.left(150, "Libellé")
	l.right(340, "Total Immeuble")
	l.right(410, "Tantièmes")
	l.right(470, "Votre Part")
	l.right(530, "dont Part Loc.")
	l.right(585, "Appels")
}

func (l *listing) row(lot, code, account, words string, cells ...string) {
	l.line()
	if l.fold {
		l.left(40, lot+" "+code+" "+account)
	} else {
		l.left(40, lot)
		l.left(70, code)
		l.left(110, account)
	}
	l.left(150, words)
	for k, c := range cells {
		l.right([]float64{340, 410, 470, 530, 585}[k], c)
	}
}

// turn goes to the next page with what is carried.
func (l *listing) turn() {
	for _, words := range []string{l.down, l.over} {
		if words == l.over {
			l.y = 800
			l.heads()
		}
		l.line()
		l.left(40, words)
		l.right(470, money(l.part))
		l.right(530, money(l.owed))
	}
}

func (l *listing) post(lot, name string, k listedKey, post predate.Cents, n int64) (part, owed predate.Cents) {
	part = share(post, n, k.base)
	owed = part / predate.Cents(1+l.r.IntN(4))
	printed := part
	if l.lines == l.wrong {
		printed += 4500
	}
	l.lines++
	l.row(lot, k.code, "601", name, money(post), fmt.Sprintf("%d/%d", n, k.base), money(printed), money(owed))
	l.part, l.owed = l.part+part, l.owed+owed
	if l.r.IntN(6) == 0 {
		l.turn()
	}
	return part, owed
}

// printListing prints invented charges, and returns what each lot bore and was
// called, and the names of the keys by their codes.
func printListing(r *rand.Rand, misprint bool) (*press, map[string][2]predate.Cents, map[string]string) {
	l := &listing{press: &press{}, r: r, fold: r.IntN(2) == 0, down: one(r, "A REPORTER", "À reporter"), over: one(r, "REPORT", "Report", "Report page précédente"), wrong: -1}
	if misprint {
		l.wrong = r.IntN(4)
	}
	keys := []listedKey{{code: "GEN", label: "Charges communes générales", base: 10000}, {code: "BATB", label: "Bâtiment B", base: 1000}, {code: "BOX", label: "Box du sous-sol", base: 16}}[:2+r.IntN(2)]
	if r.IntN(2) == 0 {
		for k := range keys {
			keys[k].code = fmt.Sprint(k + 1)
		}
		l.fold = false
	}
	names := map[string]string{}
	for k := range keys {
		names[keys[k].code] = keys[k].label
		for range 2 + r.IntN(4) {
			keys[k].posts = append(keys[k].posts, predate.Cents(50000+r.IntN(900000)))
		}
	}
	l.print("Décompte individuel de charges – exercice du 01/01/2025 au 31/12/2025")
	l.heads()
	lots := map[string][2]predate.Cents{}
	var actual, called predate.Cents
	for _, lot := range []string{"19", "51", "103"}[:2+r.IntN(2)] {
		l.print("LOT " + lot + " – Appartement")
		var sum, owed predate.Cents
		for _, k := range keys {
			n := 1 + r.Int64N(k.base/8)
			var whole, part, back predate.Cents
			for i, post := range k.posts {
				p, b := l.post(lot, fmt.Sprintf("Poste %c", 'A'+i), k, post, n)
				whole, part, back = whole+post, part+p, back+b
			}
			l.row(lot, k.code, "*", "Total BS "+k.code, money(whole), fmt.Sprintf("%d/%d", n, k.base), money(part), money(back))
			sum, owed = sum+part, owed+back
		}
		call := sum + predate.Cents(r.IntN(20000))
		l.line()
		l.left(40, "** TOTAL LOT "+lot)
		l.right(470, money(sum))
		l.right(530, money(owed))
		l.right(585, money(call))
		lots[lot] = [2]predate.Cents{sum, call}
		actual, called = actual+sum, called+call
	}
	l.print(one(r, "Les numéros de la colonne BS correspondent aux millièmes ci-dessous", "Les codes de la colonne BS correspondent aux bases de répartition ci-dessous :"))
	for _, k := range keys {
		l.print(fmt.Sprintf("%s = %s base %d tantièmes", k.code, k.label, k.base))
	}
	for _, s := range []row{{label: "Charges de l’exercice", amounts: [2]predate.Cents{actual}}, {label: "Provisions appelées sur l’exercice", amounts: [2]predate.Cents{called}}, {label: "Solde en votre faveur", amounts: [2]predate.Cents{called - actual}}} {
		l.line()
		l.left(40, s.label)
		l.right(530, money(s.amounts[0]))
	}
	return l.press, lots, names
}

// TestAllLotsInOneTable prints all lots of an owner in one table in random ways.
// Every lot and key is read as printed, by the name that the legend gives its
// code; with a part misprinted, none of its lot is.
func TestAllLotsInOneTable(t *testing.T) {
	read, asked := 0, 0
	for seed := range uint64(120) {
		misprint := seed%4 == 0
		p, lots, names := printListing(rand.New(rand.NewPCG(seed, 51)), misprint)
		if !misprint {
			asked += len(lots)
		}
		for _, f := range p.figures(t, predate.KindChargeStatement) {
			switch v := f.Value.(type) {
			case predate.ChargeLot:
				if misprint {
					t.Fatalf("seed %d: lot %s is read of a table with a misprint", seed, v.Lot)
				}
				if want := lots[v.Lot]; v.Actual != want[0] || v.HasCalled && v.Called != want[1] {
					t.Fatalf("seed %d: lot %s bore %s and was called %s, printed %s and %s", seed, v.Lot, money(v.Actual), money(v.Called), money(want[0]), money(want[1]))
				}
				if v.HasCalled {
					read++
				}
			case predate.ChargeKey:
				if names[v.Code] != v.Label {
					t.Fatalf("seed %d: key %q of lot %s is called %q, printed %q", seed, v.Code, v.Lot, v.Label, names[v.Code])
				}
			}
		}
	}
	if 100*read < 97*asked {
		t.Errorf("%d of %d lots read", read, asked)
	}
}

// TestALotIsHeadedByWhatWasCalledForIt reads charges whose lots have headings that say what
// was called for each: the keys under one are of its lot, and its amount is not the next
// lot's.
func TestALotIsHeadedByWhatWasCalledForIt(t *testing.T) {
	doc := layouttest.Sketch(`DECOMPTE ANNUEL DE CHARGES - exercice du 01/01/2025 au 31/12/2025
Vos charges réelles                            88,00
Provisions qui vous ont été appelées        1 100,00
Trop-versé en votre faveur                  1 012,00
Lot n° 14 - Appartement - 200 tantièmes                     Provisions appelées pour ce lot :  1 090,00
Dépense                                           Dépense de l'immeuble     Votre part
Charges communes générales GEN - 200 / 10 000 tantièmes
601 Eau                                                        2 500,00          50,00
602 Électricité                                                1 500,00          30,00
Total Charges communes générales                               4 000,00          80,00
Total du lot n° 14                                                               80,00
Lot n° 38 - Cave - 20 tantièmes                             Provisions appelées pour ce lot :  10,00
Dépense                                           Dépense de l'immeuble     Votre part
Charges communes générales GEN - 20 / 10 000 tantièmes
601 Eau                                                        2 500,00           5,00
602 Électricité                                                1 500,00           3,00
Total Charges communes générales                               4 000,00           8,00
Total du lot n° 38                                                                8,00`)
	got := map[string]predate.ChargeLot{}
	for _, f := range form.Figures(predate.KindChargeStatement, doc, lexicontest.House(t)) {
		if l, ok := f.Value.(predate.ChargeLot); ok {
			got[l.Lot] = l
		}
	}
	want := map[string]predate.ChargeLot{
		"14": {Lot: "14", Actual: 8000, Called: 109000, HasCalled: true},
		"38": {Lot: "38", Actual: 800, Called: 1000, HasCalled: true},
	}
	if !maps.Equal(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
}
