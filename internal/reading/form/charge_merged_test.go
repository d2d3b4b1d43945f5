package form_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
)

// mergedKey is a key of an invented statement; its cell holds its name and share.
type mergedKey struct {
	code, label string
	base        int64
	posts       []predate.Cents
}

// mergedPaper prints charges lot by lot: each key in a cell beside its posts, with
// the share of the lot, what may be recovered beside the part, and the sums.
type mergedPaper struct {
	*press
	r          *rand.Rand
	vat, told  bool   // a column of VAT; what each lot bore is said in a sentence
	over, unit string // between share and base
	centred    bool   // the cell of the key stands in the middle of its rows
	wrong      int    // the post that is misprinted; none if negative
	printed    int
}

// cell is the lines of the cell of a key.
func (m *mergedPaper) cell(k mergedKey, own int64) []string {
	words := strings.Fields(k.label)
	lines := []string{k.label}
	if len(words) > 2 {
		lines = []string{strings.Join(words[:2], " "), strings.Join(words[2:], " ")}
	}
	share := fmt.Sprintf("%d %s sur %d", own, m.unit, k.base)
	if m.over != "sur" {
		share = fmt.Sprintf("%d %s %d %s", own, m.over, k.base, m.unit)
	}
	return append(lines, "(clé "+k.code+")", share)
}

// key prints a key of a lot and returns its part.
func (m *mergedPaper) key(k mergedKey, own int64) predate.Cents {
	cell := m.cell(k, own)
	var whole, part, owed predate.Cents
	height := max(len(cell), len(k.posts))
	at := 0
	if m.centred {
		at = (height - len(cell)) / 2
	}
	for i := range height {
		m.line()
		if i >= at && i < at+len(cell) {
			m.left(40, cell[i-at])
		}
		if i >= len(k.posts) {
			continue
		}
		p := share(k.posts[i], own, k.base)
		shown := p
		if m.printed == m.wrong {
			shown += 3700
		}
		m.printed++
		m.left(180, []string{"601 Eau", "602 Électricité", "614 Contrats de maintenance", "616 Primes d'assurances", "634 Taxes"}[i%5])
		m.amounts(k.posts[i], shown, p/2)
		whole, part, owed = whole+k.posts[i], part+p, owed+p/2
	}
	m.line()
	m.right(360, one(m.r, "Ensemble ", "Total ", "Sous-total ")+k.label)
	m.amounts(whole, part, owed)
	return part
}

func (m *mergedPaper) amounts(whole, part, owed predate.Cents) {
	m.right(425, money(whole))
	m.right(480, money(part))
	if m.vat {
		m.right(520, money(part/6))
	}
	m.right(565, money(owed))
}

// printMerged prints an invented statement and returns what it says of keys, of
// lots and of all.
func printMerged(r *rand.Rand, misprint bool) (*press, []string) {
	m := &mergedPaper{press: &press{}, r: r, vat: r.IntN(3) == 0, told: r.IntN(2) == 0, over: one(r, "sur", "/"), unit: one(r, "tant.", "tantièmes"), centred: r.IntN(3) == 0, wrong: -1}
	if misprint {
		m.wrong = r.IntN(3)
	}
	keys := []mergedKey{{"GEN", "Charges générales du syndicat", 10000, nil}, {"BATB", "Charges bâtiment B", 1310, nil}, {"EAU", "Eau froide", 4091, nil}}[:1+r.IntN(3)]
	for k := range keys {
		for range 1 + r.IntN(6) {
			keys[k].posts = append(keys[k].posts, predate.Cents(40000+r.IntN(1200000)))
		}
	}
	m.print("Répartition des charges – exercice du 01/01/2025 au 31/12/2025")
	var said []string
	var actual, called predate.Cents
	for _, lot := range []string{"38", "78", "107"}[:1+r.IntN(3)] {
		m.y += 6
		m.print("Lot n° " + lot + " (Appartement, bât. B)")
		m.line()
		m.left(60, "Clé")
		m.left(190, "Nature de la dépense")
		m.right(425, "Dépense")
		m.right(480, "Votre part")
		if m.vat {
			m.right(520, "TVA")
		}
		m.right(565, "Récup.")
		var sum predate.Cents
		for _, k := range keys {
			own := 20 + r.Int64N(900)
			part := m.key(k, own)
			var whole predate.Cents
			for _, p := range k.posts {
				whole += p
			}
			sum += part
			said = append(said, fmt.Sprintf("key %s %s %s: %d/%d of %s = %s", lot, k.code, k.label, own, k.base, money(whole), money(part)))
		}
		due := sum + predate.Cents(r.IntN(20000)) - 10000
		if m.told {
			m.print(fmt.Sprintf("Le lot n° %s supporte donc %s euros, dont %s euros récupérables sur le", lot, money(sum), money(sum/2)))
			m.print(fmt.Sprintf("locataire ; il avait été appelé %s euros de provisions.", money(due)))
		} else {
			m.line()
			m.right(360, one(r, "Total du lot ", "Total lot ")+lot)
			m.right(480, money(sum))
			m.print("Provisions appelées")
			m.right(480, money(due))
		}
		said = append(said, fmt.Sprintf("lot %s %s called %s", lot, money(sum), money(due)))
		actual, called = actual+sum, called+due
	}
	m.y += 20
	m.print("Récapitulation")
	balance := "Solde à votre charge"
	if actual < called {
		balance = "Solde en votre faveur"
	}
	for _, row := range []struct {
		words string
		sum   predate.Cents
	}{{"Charges courantes – votre quote-part", actual}, {"Provisions appelées, à déduire", called}, {one(r, balance, "Régularisation"), actual - called}} {
		m.print(row.words)
		m.right(565, money(row.sum))
	}
	said = append(said, fmt.Sprintf("all %s called %s", money(actual), money(called)))
	if r.IntN(2) == 0 {
		said = append(said, m.works()...)
	}
	return m.press, said
}

// works prints works closed in the exercise: their name over a note of what they
// cost, and the lots beside it.
func (m *mergedPaper) works() []string {
	net, base := predate.Cents(500000+m.r.IntN(2000000)), int64(1000+m.r.IntN(9000))
	lots := []string{"38", "78", "107"}[:1+m.r.IntN(3)]
	cell := []string{"Réfection des peintures de la cage", "d'escalier B (clé BATB)", "dépense totale " + money(net) + " €, dont 0,00 €", "pris sur fonds travaux ; reste", money(net) + " € à répartir sur", fmt.Sprint(base) + " parts"}
	if m.r.IntN(2) == 0 {
		cell = []string{cell[0], cell[1], money(net) + fmt.Sprintf(" € sur %d", base)}
	}
	if m.y += 20; m.y > 620 {
		m.y = 800
	}
	m.print("Détail des travaux et opérations exceptionnelles clôturés dans l'exercice")
	m.line()
	for k, head := range []string{"Opération", "Lot n°", "V/part ds", "Votre part", "Déjà", "Différence"} {
		m.right([]float64{140, 290, 360, 420, 480, 550}[k], head)
	}
	m.line()
	m.right(360, "la clé")
	m.right(480, "appelé")
	var said []string
	var sum predate.Cents
	for k := range max(len(cell), len(lots)) {
		m.line()
		if k < len(cell) {
			m.left(40, cell[k])
		}
		if k >= len(lots) {
			continue
		}
		own := 20 + m.r.Int64N(400)
		part := share(net, own, base)
		due := part + predate.Cents(100+m.r.IntN(900))
		sum += part
		for x, shown := range []string{lots[k], fmt.Sprint(own), money(part), money(due), money(due - part)} {
			m.right([]float64{290, 360, 420, 480, 550}[x], shown)
		}
		said = append(said, fmt.Sprintf("work %s Réfection des peintures de la cage d'escalier B BATB: %d/%d of %s = %s called %s", lots[k], own, base, money(net), money(part), money(due)))
	}
	m.y += 20
	m.print("Travaux et opérations exceptionnelles clôturés, votre part")
	m.right(480, money(sum))
	return said
}

// withoutName is what is said without the name of the key.
func withoutName(said string) string {
	head, rest, named := strings.Cut(said, ": ")
	if fields := strings.Fields(head); named {
		return fields[1] + " " + rest
	}
	return said
}

// TestTheCellOfAKeyStandsBesideItsPosts reads statements that print each lot with
// its keys in merged cells. What is read is what was printed, and with a line
// misprinted nothing else.
func TestTheCellOfAKeyStandsBesideItsPosts(t *testing.T) {
	read, asked := 0, 0
	for seed := range uint64(100) {
		misprint := seed%5 == 0
		p, want := printMerged(rand.New(rand.NewPCG(seed, 101)), misprint)
		var got []string
		for _, f := range p.figures(t, predate.KindChargeStatement) {
			switch v := f.Value.(type) {
			case predate.ChargeKey:
				got = append(got, fmt.Sprintf("key %s %s %s: %d/%d of %s = %s", v.Lot, v.Code, v.Label, v.Share, v.Base, money(v.Total), money(v.Amount)))
			case predate.ChargeLot:
				got = append(got, fmt.Sprintf("lot %s %s called %s", v.Lot, money(v.Actual), money(v.Called)))
			case predate.ChargeWork:
				got = append(got, fmt.Sprintf("work %s %s %s: %d/%d of %s = %s called %s", v.Lot, v.Title, v.Key, v.Share, v.Base, money(v.Net), money(v.Amount), money(v.Called)))
			case predate.ChargeTotals:
				if f.Key == predate.FactChargeWorkSum {
					continue
				}
				got = append(got, fmt.Sprintf("all %s called %s", money(v.Actual), money(v.Called)))
			}
		}
		if misprint {
			for _, g := range got {
				if !slices.ContainsFunc(want, func(w string) bool { return withoutName(w) == withoutName(g) }) {
					t.Fatalf("seed %d, with a misprint: %s", seed, g)
				}
			}
			continue
		}
		asked += len(want)
		read += len(got)
		slices.Sort(got)
		slices.Sort(want)
		worked := func(said string) bool { return strings.HasPrefix(said, "work ") }
		if len(got) > 0 && !slices.ContainsFunc(got, worked) {
			want = slices.DeleteFunc(want, worked) // works are all there, or none
		}
		if diff := cmp.Diff(want, got); diff != "" && len(got) > 0 {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
	if 100*read < 95*asked {
		t.Errorf("%d of %d figures read", read, asked)
	}
}

// TestTheNumberOfLotsIsNoLot reads a key that is laid by lots under the heading of
// a lot: "1 sur 28" is a share.
func TestTheNumberOfLotsIsNoLot(t *testing.T) {
	p := &press{}
	p.print("Relevé individuel de charges – exercice du 01/01/2025 au 31/12/2025")
	p.print("LOT 34 Parking")
	p.line()
	for k, head := range []string{"Dépense", "Votre part"} {
		p.right([]float64{400, 500}[k], head)
	}
	p.print("CLE PKS Parking couvert")
	p.left(350, "VOS LOTS : 1 SUR 28")
	for _, row := range []struct {
		words       string
		whole, part predate.Cents
	}{{"602 Électricité", 48100, 1718}, {"614 Contrats de maintenance", 75754, 2706}, {"TOTAL CLE PKS", 123854, 4424}} {
		p.print(row.words)
		p.right(400, money(row.whole))
		p.right(500, money(row.part))
	}
	p.print("TOTAL LOT 34")
	p.right(500, money(4424))
	p.print("PROVISIONS APPELEES")
	p.right(500, money(4000))
	p.print("Régularisation")
	p.right(500, money(424))
	for _, f := range p.figures(t, predate.KindChargeStatement) {
		if v, ok := f.Value.(predate.ChargeLot); ok && v.Lot == "34" {
			return
		}
	}
	t.Error("lot 34 is not read")
}
