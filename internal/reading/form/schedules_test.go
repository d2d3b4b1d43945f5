package form_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"predate"
)

// keyCosts is an invented key of annexe 3: its posts in the five columns.
type keyCosts struct {
	code, name string
	base       int64
	posts      [][5]predate.Cents
	income     [5]predate.Cents // taken off
}

func (k keyCosts) net() (sum [5]predate.Cents) {
	for _, p := range append(k.posts, k.income) {
		for c := range p {
			sum[c] += p[c]
		}
	}
	for c := range sum {
		sum[c] -= 2 * k.income[c]
	}
	return sum
}

func inventKeys(r *rand.Rand) []keyCosts {
	keys := []keyCosts{{code: "GEN", name: "Charges communes générales", base: 10000}, {code: "ASC", name: "Ascenseur", base: 1000}, {code: "CHF", name: "Chauffage", base: 1020}}[:2+r.IntN(2)]
	for i := range keys {
		for range 2 + r.IntN(6) {
			var p [5]predate.Cents
			for c := range p {
				p[c] = predate.Cents(10000 + r.IntN(400000))
			}
			keys[i].posts = append(keys[i].posts, p)
		}
		keys[i].income[2] = predate.Cents(r.IntN(2) * r.IntN(9000))
	}
	return keys
}

// printKeys prints annexe 3 in a random way: heads with exercises or days, keys
// under headings that print their total in several ways, on one page or on
// several whose columns stand elsewhere, income without a sign under a minus.
func printKeys(r *rand.Rand, keys []keyCosts) *press {
	p := &press{}
	p.print("ANNEXE N° 3 – COMPTE DE GESTION POUR OPÉRATIONS COURANTES")
	p.print("Exercice 2025 du 01/01/2025 au 31/12/2025, exercice précédent 2024 du 01/01/2024 au 31/12/2024")
	x := [5]float64{235, 310, 390, 465, 545}
	moved := r.IntN(2) == 0
	row := func(label string, amounts [5]predate.Cents) {
		p.line()
		p.left(20, label)
		for c, a := range amounts {
			p.right(x[c], money(a))
		}
	}
	labels := one(r, "", "Opérations courantes par clé de répartition") // a title of the annexe as the head of its labels
	heads := func() {
		for at, texts := range [][5]string{{"Exercice", "Budget", "Exercice clos", "Budget", "Budget"}, {"précédent", "voté", "réalisé", "en cours", "à voter"}, {"01/01/2024", "01/01/2025", "01/01/2025", "01/01/2026", "01/01/2027"}, {"31/12/2024", "31/12/2025", "31/12/2025", "31/12/2026", "31/12/2027"}} {
			p.line()
			if at == 2 && labels != "" {
				p.left(20, labels)
			}
			for c, s := range texts {
				p.right(x[c], s)
			}
		}
	}
	heading := one(r, "%s – %s – %d tantièmes", "CLÉ %s %s BASE %d tantièmes", "BS %s = %s (base %d tantièmes)", "%s %s (%d tantièmes)")
	var sum [5]predate.Cents
	over := r.IntN(3) == 0 // the sum of a key beside its name, over its lines
	heads()
	for i, k := range keys {
		if moved && i == 1 {
			p.y = 800 // another page
			for c := range x {
				x[c] -= float64(6 * (5 - c))
			}
		}
		if over {
			if i > 0 && moved {
				heads()
			}
			name, _, _ := strings.Cut(k.name, " ")
			row(fmt.Sprintf("%s %s – %d tantièmes", k.code, name, k.base), k.net())
		} else if i > 0 && (moved || r.IntN(2) == 0) {
			p.print(fmt.Sprintf(heading, k.code, k.name, k.base))
			heads()
		} else {
			p.print(fmt.Sprintf(heading, k.code, k.name, k.base))
		}
		for n, post := range k.posts {
			row(fmt.Sprintf("%d Poste %c", 601+n, 'A'+n), post)
		}
		if k.income != [5]predate.Cents{} {
			row("716 − Produits financiers", k.income)
		}
		if !over {
			row(one(r, "Total net", "TOTAL NET"), k.net())
		}
		for c, a := range k.net() {
			sum[c] += a
		}
	}
	if moved {
		heads()
	}
	row("Total charges nettes", sum)
	return p
}

// TestKeysAreReadInAnyShapeOrNotAtAll prints invented annexes 3 in random ways.
// Whatever is read is what was printed.
func TestKeysAreReadInAnyShapeOrNotAtAll(t *testing.T) {
	columns := []predate.Column{predate.ColumnPrevious, predate.ColumnClosedBudget, predate.ColumnClosed, predate.ColumnRunning, predate.ColumnNext}
	read := 0
	const seeds = 60
	for seed := range uint64(seeds) {
		r := rand.New(rand.NewPCG(seed, 7))
		keys := inventKeys(r)
		for _, f := range printKeys(r, keys).figures(t, predate.KindSchedule3) {
			nets, ok := f.Value.(predate.KeyNets)
			if !ok {
				continue
			}
			read++
			if len(nets) != len(keys) {
				t.Fatalf("seed %d: %d keys of %d", seed, len(nets), len(keys))
			}
			for i, net := range nets {
				if net.Code != keys[i].code || net.Total != keys[i].base {
					t.Fatalf("seed %d: key %s of %d, printed %s of %d", seed, net.Code, net.Total, keys[i].code, keys[i].base)
				}
				for c, a := range net.Amounts {
					if a.Column != columns[c] || a.Amount != keys[i].net()[c] {
						t.Fatalf("seed %d: %s of %s is %s, printed %s", seed, a.Column, net.Code, money(a.Amount), money(keys[i].net()[c]))
					}
				}
			}
		}
	}
	if 100*read < 80*seeds {
		t.Errorf("%d of %d annexes read", read, seeds)
	}
}

// TestAnnexe2GivesBalancesPartByPart prints an annexe 2 whose works follow the
// current operations on one page; the sum of current charges is read too, no key of annexe 3 is made of its accounts.
func TestAnnexe2GivesBalancesPartByPart(t *testing.T) {
	p := &press{}
	p.print("ANNEXE N° 2 – COMPTE DE GESTION GÉNÉRAL")
	p.print("Exercice 2025 du 01/01/2025 au 31/12/2025, exercice précédent 2024 du 01/01/2024 au 31/12/2024")
	for _, heads := range [][2]string{{"Exercice précédent", "Exercice clos réalisé"}, {"01/01/2024 –", "01/01/2025 –"}, {"31/12/2024", "31/12/2025"}} {
		p.line()
		p.right(380, heads[0])
		p.right(520, heads[1])
	}
	for _, s := range []struct {
		label    string
		previous predate.Cents
		closed   predate.Cents
	}{
		{"601 Eau", 100000, 110000},
		{"616 Assurances", 200000, 230000},
		{"SOUS-TOTAL CHARGES", 300000, 340000},
		{"SOLDE – EXCÉDENT", 20000, 0},
		{"TOTAL I", 320000, 340000},
		{"701 Provisions", 320000, 325000},
		{"SOUS-TOTAL PRODUITS", 320000, 325000},
		{"SOLDE – INSUFFISANCE", 0, 15000},
		{"TOTAL I", 320000, 340000},
		{"671 Travaux", 0, 70000},
		{"SOUS-TOTAL CHARGES", 0, 70000},
		{"SOLDE – EXCÉDENT", 0, 5000},
		{"TOTAL II", 0, 75000},
		{"702 Provisions sur travaux", 0, 75000},
		{"SOUS-TOTAL PRODUITS", 0, 75000},
		{"SOLDE – INSUFFISANCE", 0, 0},
		{"TOTAL II", 0, 75000},
	} {
		p.line()
		p.left(40, s.label)
		p.right(380, money(s.previous))
		p.right(520, money(s.closed))
	}
	got := map[string]predate.Value{}
	for _, f := range p.figures(t, predate.KindSchedule2) {
		got[fmt.Sprint(f.Key, f.AsOf.Year)] = f.Value
	}
	want := map[string]predate.Value{
		fmt.Sprint(predate.FactBalance2Current, 2024): predate.Money(20000), fmt.Sprint(predate.FactBalance2Current, 2025): predate.Money(-15000),
		fmt.Sprint(predate.FactBalance2Works, 2024): predate.Money(0), fmt.Sprint(predate.FactBalance2Works, 2025): predate.Money(5000),
		fmt.Sprint(predate.FactClosedTotal, 2024): predate.ClosedWorks{{}},
		fmt.Sprint(predate.FactNetCharges, 2024):  predate.Money(300000), fmt.Sprint(predate.FactNetCharges, 2025): predate.Money(340000),
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("read %v, want %v", got, want)
	}
}

// printWorks prints the works of annexe 2 under heads in the middle of wide
// columns, left of amounts that end at their right; nothing before the closed
// exercise is printed as the words given.
func printWorks(nothing string) *press {
	p := &press{}
	p.print("ANNEXE N° 2 – COMPTE DE GESTION GÉNÉRAL")
	p.print("Exercice clos 2025 du 01/01/2025 au 31/12/2025")
	p.print("Exercice précédent 2024 du 01/01/2024 au 31/12/2024")
	middle := func(label string, heads ...string) {
		p.line()
		p.left(40, label)
		for c, h := range heads {
			p.right(float64(270+130*c)+4.6*float64(len([]rune(h)))/2, h)
		}
	}
	middle("", "Exercice précédent", "Exercice clos – budget", "Exercice clos – réalisé à")
	middle("Comptes", "approuvé (N-1)", "voté (N)", "approuver (N)")
	middle("", "01/01/2024 – 31/12/2024", "01/01/2025 – 31/12/2025", "01/01/2025 – 31/12/2025")
	for _, row := range [][4]string{
		{"671 Travaux décidés", "0,00", "11 600,00", "11 340,00"},
		{"Sous-total des charges", "0,00", "11 600,00", "11 340,00"},
		{"Solde (excédent)", "0,00", "0,00", "260,00"},
		{"TOTAL CHARGES", "0,00", "11 600,00", "11 600,00"},
		{"702 Provisions sur travaux", "0,00", "8 600,00", "8 600,00"},
		{"705 Affectation du fonds", "0,00", "3 000,00", "3 000,00"},
		{"Sous-total des produits", "0,00", "11 600,00", "11 600,00"},
		{"Solde (insuffisance)", "0,00", "0,00", "0,00"},
		{"TOTAL PRODUITS", "0,00", "11 600,00", "11 600,00"},
	} {
		p.line()
		if number, words, ok := strings.Cut(row[0], " "); ok && len(number) == 3 {
			p.left(20, number)
			p.left(50, words)
		} else {
			p.left(50, row[0])
		}
		for c, s := range row[1:] {
			if lines, total, _ := strings.Cut(nothing, " "); c == 0 {
				s = lines
				if total != "" && strings.HasPrefix(row[0], "TOTAL") {
					s = total
				}
			}
			p.right(float64(324+130*c), s)
		}
	}
	return p
}

// TestHeadsInTheMiddleOfTheirColumns reads the balances of works, zeros among them.
func TestHeadsInTheMiddleOfTheirColumns(t *testing.T) {
	p := printWorks("0,00")
	got := map[int]predate.Value{}
	for _, f := range p.figures(t, predate.KindSchedule2) {
		if f.Key == predate.FactBalance2Works {
			got[f.Year.To.Year] = f.Value
		}
	}
	if len(got) != 2 || got[2024] != predate.Money(0) || got[2025] != predate.Money(26000) {
		t.Errorf("balances of works %v", got)
	}
}

// TestADashUnderItsHeadIsNothingSpent reads that works cost nothing in the exercise
// before, where zeros are printed, where dashes are, and where lines have dashes and
// totals zeros.
func TestADashUnderItsHeadIsNothingSpent(t *testing.T) {
	for _, nothing := range []string{"0,00", "–", "– 0,00"} {
		n := 0
		for _, f := range printWorks(nothing).figures(t, predate.KindSchedule2) {
			if w, ok := f.Value.(predate.ClosedWorks); ok && f.Key == predate.FactClosedTotal && f.Year.To.Year == 2024 && len(w) == 1 && w[0].Spent == 0 {
				n++
			}
		}
		if n != 1 {
			t.Errorf("printed as %q: stated %d times", nothing, n)
		}
	}
}

// TestTablesBesideEachOtherKeepTheirColumns prints two lists side by side under
// the same heads, the right one a line lower, as annexes 1 do.
func TestTablesBesideEachOtherKeepTheirColumns(t *testing.T) {
	p := &press{}
	p.print("ANNEXE N° 1 – ÉTAT FINANCIER APRÈS RÉPARTITION AU 31/12/2025")
	p.print("Exercice 2025 du 01/01/2025 au 31/12/2025, exercice précédent 2024 du 01/01/2024 au 31/12/2024")
	print := func(x float64, label string, closed, previous predate.Cents) {
		p.line()
		p.left(x, label)
		if label == "" {
			p.right(x+190, "Exercice clos")
			p.right(x+255, "Précédent")
			return
		}
		p.right(x+190, money(closed))
		p.right(x+255, money(previous))
	}
	print(40, "", 0, 0)
	print(40, "50 Fonds placés", 500000, 400000)
	print(40, "51 Banques", 300000, 200000)
	print(320, "", 0, 0)
	print(320, "1031 Avances de trésorerie", 100000, 100000)
	print(40, "45 Copropriétaires – sommes exigibles", 50000, 60000)
	print(320, "105 Fonds de travaux", 350000, 260000)
	print(320, "40 Fournisseurs", 400000, 300000)
	print(40, "Total", 850000, 660000)
	print(320, "Total", 850000, 660000)
	got := map[string]predate.Value{}
	for _, f := range p.figures(t, predate.KindSchedule1) {
		got[fmt.Sprint(f.Key, f.AsOf.Year)] = f.Value
	}
	for key, want := range map[string]predate.Money{fmt.Sprint(predate.KeySupplierDebt, 2025): 400000, fmt.Sprint(predate.KeySupplierDebt, 2024): 300000, fmt.Sprint(predate.KeyArrears, 2024): 60000} {
		if got[key] != want {
			t.Errorf("%s is %v, printed %v", key, got[key], want)
		}
	}
}
