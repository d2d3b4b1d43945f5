package form_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// inventedWork is a work with its amounts by letter.
type inventedWork struct {
	title   string
	amounts map[byte]predate.Cents
}

func inventWorks(r *rand.Rand) []inventedWork {
	titles := []string{"Réfection de la toiture", "Ravalement de la façade", "Remplacement de la chaudière", "Audit énergétique"}
	var out []inventedWork
	for _, title := range titles[:1+r.IntN(4)] {
		a := map[byte]predate.Cents{'A': predate.Cents(100000 + r.IntN(9000000))}
		a['C'] = a['A'] * predate.Cents(r.IntN(120)) / 100
		a['D'] = a['A'] * predate.Cents(r.IntN(101)) / 100
		a['E'] = a['D'] - a['C']
		a['B'] = a['C'] / predate.Cents(1+r.IntN(2))
		a['F'] = predate.Cents(r.IntN(2) * r.IntN(500000))
		out = append(out, inventedWork{title, a})
	}
	return out
}

func sumWorks(works []inventedWork) inventedWork {
	sum := inventedWork{"Total", map[byte]predate.Cents{}}
	for _, w := range works {
		for l, c := range w.amounts {
			sum.amounts[l] += c
		}
	}
	return sum
}

// worksHeads are ways to head each amount, the first those of the decree.
func worksHeads(kind predate.Kind) map[byte][]string {
	if kind == predate.KindSchedule4 {
		return map[byte][]string{'A': {"Dépenses votées", "Travaux votés", "Voté"}, 'C': {"Dépenses", "Dépenses réalisées", "Coût réel"}, 'D': {"Provisions appelées", "Appels travaux", "Provisions appelées, emprunts et subventions reçus"}, 'E': {"Solde (excédent ou insuffisance)", "Solde", "Excédent ou insuffisance"}}
	}
	return map[byte][]string{'A': {"Travaux votés", "Voté"}, 'B': {"Travaux payés", "Payé"}, 'C': {"Travaux réalisés", "Réalisé"}, 'D': {"Provisions appelées", "Appels travaux"}, 'E': {"Solde en attente sur travaux", "Solde en attente"}, 'F': {"Subventions et emprunts à recevoir", "À recevoir"}}
}

// signed writes an amount in one of the ways of accounts.
func signed(way string, c predate.Cents) string {
	if c >= 0 {
		return money(c)
	}
	return fmt.Sprintf(way, money(-c))
}

// printWorksSchedule prints annexe 4 or 5 in a random way: rows whose columns stand in any
// order, or cards; nothing as a dash; a part with its own total; a misprint in one
// amount where one is asked for.
func printWorksSchedule(r *rand.Rand, kind predate.Kind, works []inventedWork, misprint bool) *press {
	p := &press{}
	p.print(map[predate.Kind]string{predate.KindSchedule4: "ANNEXE N° 4 – COMPTE DE GESTION POUR TRAVAUX", predate.KindSchedule5: "ANNEXE N° 5 – ÉTAT DES TRAVAUX VOTÉS NON CLÔTURÉS"}[kind])
	p.print(one(r, "Exercice 2025 du 01/01/2025 au 31/12/2025", "Édité le 28/02/2026 Exercice clos 2025 : 01.01.2025 – 31.12.2025"))
	p.line()
	heads := worksHeads(kind)
	var letters []byte
	for l := range heads {
		letters = append(letters, l)
	}
	slices.Sort(letters)
	minus := one(r, "-%s", "− %s", "(%s)", "%s -")
	total := sumWorks(works)
	said := map[byte]string{}
	for _, l := range letters {
		said[l] = one(r, heads[l]...)
	}
	wrong := map[*inventedWork]byte{}
	all := append(slices.Clone(works), total)
	if misprint {
		wrong[&all[r.IntN(len(all))]] = one(r, "C", "D", "E")[0]
	}
	amount := func(w *inventedWork, l byte) string {
		c := w.amounts[l]
		if wrong[w] == l {
			c += predate.Cents(100 * (1 + r.IntN(80)))
		}
		return signed(minus, c)
	}
	if r.IntN(3) == 0 { // cards
		key, who := "", one(r, "", " - Entreprise Vaubin – marché OP1 - Charges générales")
		if who == "" && r.IntN(2) == 0 {
			key, who = "Charges générales / ", " / Entreprise Vaubin"
		}
		for i := range all {
			p.line()
			if i < len(works) {
				p.print(key + all[i].title + who)
			} else {
				p.print(all[i].title)
			}
			for _, l := range letters {
				p.line()
				p.left(40, said[l])
				p.right(520, amount(&all[i], l))
			}
		}
		return p
	}
	r.Shuffle(len(letters), func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
	pitch := 68.0
	long := slices.ContainsFunc(letters, func(l byte) bool { return len([]rune(said[l])) > 18 })
	if kind == predate.KindSchedule4 && !long {
		pitch = 82
		p.line()
		for k, l := range letters { // heads that reach over the column on their left
			p.right(240+pitch*float64(k)-float64(r.IntN(20)), said[l])
		}
	}
	at := func(k int) float64 { return 240 + pitch*float64(k) }
	for line := range 4 { // heads that wrap
		if pitch > 80 {
			break
		}
		p.line()
		p.y -= 4
		for k, l := range letters {
			if words := strings.Fields(said[l]); line < len(words) {
				if line == 3 {
					words[3] = strings.Join(words[3:], " ")[:min(12, len(strings.Join(words[3:], " ")))]
				}
				p.right(at(k), words[line])
			}
		}
	}
	dash := r.IntN(2) == 0
	for i := range all {
		p.line()
		p.left(20, all[i].title)
		for k, l := range letters {
			s := amount(&all[i], l)
			if dash && s == "0,00" {
				s = "–"
			}
			p.right(at(k), s)
		}
	}
	return p
}

// TestWorksAreReadInAnyShapeOrNotAtAll prints invented annexes 4 and 5 in random
// ways. Whatever is read is what was printed, and nothing is where one amount is
// a misprint.
func TestWorksAreReadInAnyShapeOrNotAtAll(t *testing.T) {
	read, asked := 0, 0
	for seed := range uint64(160) {
		r := rand.New(rand.NewPCG(seed, 45))
		kind := []predate.Kind{predate.KindSchedule4, predate.KindSchedule5}[r.IntN(2)]
		works, misprint := inventWorks(r), r.IntN(4) == 0
		got := printWorksSchedule(r, kind, works, misprint).figures(t, kind)
		if misprint {
			if len(got) > 0 {
				t.Fatalf("seed %d: read %v of a paper with a misprint", seed, got)
			}
			continue
		}
		asked++
		for _, f := range got {
			want := works
			if f.Key == predate.FactClosedTotal || f.Key == predate.FactOpenTotal {
				want = []inventedWork{sumWorks(works)}
			}
			switch list := f.Value.(type) {
			case predate.ClosedWorks:
				if len(list) != len(want) {
					t.Fatalf("seed %d: %d works of %d", seed, len(list), len(want))
				}
				for i, w := range list {
					a := want[i].amounts
					if w.Voted != a['A'] || w.Spent != a['C'] || w.Received != a['D'] || w.Balance != a['E'] || f.Key == predate.FactClosedWorks && w.Title != want[i].title {
						t.Fatalf("seed %d: read %+v of %+v", seed, w, want[i])
					}
				}
				read++
			case predate.OpenWorks:
				if len(list) != len(want) {
					t.Fatalf("seed %d: %d works of %d", seed, len(list), len(want))
				}
				for i, w := range list {
					a := want[i].amounts
					if w.Voted != a['A'] || w.Paid != a['B'] || w.Done != a['C'] || w.Received != a['D'] || w.Pending != a['E'] || w.ToReceive != a['F'] || f.Key == predate.FactOpenWorks && w.Title != want[i].title {
						t.Fatalf("seed %d: read %+v of %+v", seed, w, want[i])
					}
				}
				read++
			}
		}
	}
	if 100*read < 80*2*asked {
		t.Errorf("%d of %d lists and totals read", read, 2*asked)
	}
}

// TestWordsOfAHeadAreNotParted prints a head of several words that begins over
// the column on its left: what was called is not taken for what was spent.
func TestWordsOfAHeadAreNotParted(t *testing.T) {
	p := &press{}
	p.print("Annexe 4 – exercice du 01/07/2024 au 30/06/2025")
	p.line()
	p.line()
	for x, head := range map[float64]string{40: "Opération", 240: "Voté", 285: "Dépensé", 330: "Appelé et autres ressources", 468: "Solde"} {
		p.left(x, head)
	}
	for _, label := range []string{"Boîtes aux lettres", "Total"} {
		p.line()
		p.left(40, label)
		for x, amount := range map[float64]string{286: "4 500,00", 352: "4 265,55", 419: "4 500,00", 485: "234,45"} {
			p.right(x, amount)
		}
	}
	got := p.figures(t, predate.KindSchedule4)
	want := predate.ClosedWorks{{Voted: 450000, Spent: 426555, Received: 450000, Balance: 23445}}
	if len(got) != 2 || cmp.Diff(want, got[1].Value) != "" {
		t.Errorf("read %v, want a total of %v", got, want)
	}
}

// TestWorksUnderOneAnother reads annexes 4 and 5 on one page, the first without an
// operation; a sum that is off leaves the second unread.
func TestWorksUnderOneAnother(t *testing.T) {
	page := `
		Clôture d'exercice 2025
		État Financier (A1)   Gestion Générale (A2)   Gestion Courante (A3)   Compte Travaux (A4 & A5)

		Annexe 4 : Compte de gestion pour travaux et opérations exceptionnelles
		                        DÉPENSES VOTÉES        DÉPENSES        PROVISIONS APPELÉES          SOLDE
		Total                            0,00 €          0,00 €                     0,00 €         0,00 €

		Annexe 5 : État des travaux votés non encore cloturés
		OPÉRATION                   A - TRAVAUX     B - TRAVAUX      C - TRAVAUX       D - APPELS       E=D-C
		                                  VOTÉS           PAYÉS         RÉALISÉS            REÇUS
		Remplacement chaudière      26 400,00 €      5 280,00 €       5 280,00 €           0,00 €   -5 280,00 €
		Total                       26 400,00 €      5 280,00 €       5 280,00 €           0,00 €   -5 280,00 €`
	for off, want := range map[string]int{"": 1, "Total                       26 400,00 €      5 280,00 €       5 280,00 €           0,00 €   -5 280,00 €": 0} {
		p := page
		if off != "" {
			p = strings.Replace(page, off, strings.Replace(off, "26 400", "27 400", 1), 1)
		}
		open := 0
		for _, f := range form.Figures(predate.KindSchedule4, layouttest.Sketch(p), lexicontest.House(t)) {
			if list, ok := f.Value.(predate.OpenWorks); ok && f.Key == predate.FactOpenWorks && len(list) == 1 && list[0].Voted == 2640000 {
				open++
			}
		}
		if open != want {
			t.Errorf("%d annexes 5 read, want %d", open, want)
		}
	}
}

// TestTheKeyOverAWorkIsNoPartOfItsName reads a column of works under the head "Clé /
// opération / marché", where the key stands on a line of its own and who carries the work
// out under its name.
func TestTheKeyOverAWorkIsNoPartOfItsName(t *testing.T) {
	doc := layouttest.Sketch(`
		Annexe 5 – État des travaux votés non encore clôturés au 31/12/2025

		                                      A                B                C                    D            E = D - C
		Clé / Opération / Marché        Travaux votés    Travaux payés    Travaux réalisés    Prov. appelées    Solde en attente
		Clé : Charges générales
		Pose d'une verrière               21 400,00         5 350,00         5 350,00           10 700,00          5 350,00
		Verrerie Dupontel – Marché 4     (12/03/2025)     (01/07/2025)     (01/07/2025)        (01/10/2025)
		TOTAL                             21 400,00         5 350,00         5 350,00           10 700,00          5 350,00`)
	for _, f := range form.Figures(predate.KindSchedule5, doc, lexicontest.House(t)) {
		list, ok := f.Value.(predate.OpenWorks)
		if !ok {
			continue
		}
		if len(list) != 1 || list[0].Title != "Pose d'une verrière" || list[0].Key != "Charges générales" {
			t.Errorf("read %+v", list)
		}
		return
	}
	t.Error("no works are read")
}
