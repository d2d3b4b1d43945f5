package form_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
)

// printFooted prints an invented call whose parts stand first, whose cells hold a lot
// with the code of its key and a share with its base, and in which a small line under
// each row has what is apportioned. It returns what the call asks for and its lines.
func printFooted(r *rand.Rand) (*press, predate.Cents, []string) {
	p := &press{}
	p.print("Avis d’appel de provisions n° 2")
	p.print("Période du 01/04/2026 au 30/06/2026, exigible le 01/04/2026")
	p.line()
	p.right(90, "À votre charge")
	p.left(110, "Nature de la provision")
	p.left(350, one(r, "Lot · clé", "Lot / clé"))
	p.left(450, "Répartition")
	sep, unit := one(r, "·", "-", "–"), one(r, "millièmes", "tantièmes")
	var total predate.Cents
	var lines []string
	for k, heading := range []string{"Budget courant 2026", "Cotisation fonds de travaux"} {
		nature := []predate.Nature{predate.NatureBudget, predate.NatureWorksFund}[k]
		p.print(heading)
		sum := predate.Cents(0)
		for _, key := range []struct{ code, label string }{{"GEN", "Charges générales"}, {"ASC", "Ascenseur"}, {"EAU", "Eau froide"}}[:1+r.IntN(3)*(1-k)] {
			called, base := predate.Cents(100000+r.IntN(900000)), int64(1000)
			if key.code == "EAU" {
				base = 1200 + r.Int64N(300)
			}
			for n, lot := range []string{"8", "20", "31"}[:1+r.IntN(3)] {
				own := []int64{60 + r.Int64N(60), 1 + r.Int64N(9), 10 + r.Int64N(20)}[n]
				part := share(called, own, base)
				p.line()
				p.right(90, money(part))
				p.left(110, key.label)
				p.left(350, fmt.Sprintf("lot %s %s %s", lot, sep, key.code))
				shown := fmt.Sprintf("%d / %d %s", own, base, unit)
				metered := key.code == "EAU"
				if metered {
					shown = fmt.Sprintf("%d m³ sur %d", own, base)
				}
				p.left(450, shown)
				p.line()
				p.y -= 3
				p.left(110, fmt.Sprintf("enveloppe de l’année %s – présent appel, tout l’immeuble : %s", money(4*called), money(called)))
				sum += part
				lines = append(lines, fmt.Sprintf("%s %s %s lot %s: %d/%d of %s (%s) = %s %t", nature, key.code, key.label, lot, own, base, money(called), money(4*called), money(part), metered))
			}
		}
		p.line()
		p.right(90, money(sum))
		p.left(110, "soit pour ce poste")
		total += sum
	}
	p.line()
	p.print(one(r, "Total de l’appel", "Présente demande"))
	p.right(570, money(total)+" €")
	return p, total, lines
}

// TestWhatIsApportionedMayStandUnderItsRow reads calls whose rows are each followed by
// a line of the amount that is apportioned: it belongs to the row over it, never to
// the lot under it.
func TestWhatIsApportionedMayStandUnderItsRow(t *testing.T) {
	for seed := range uint64(60) {
		p, total, want := printFooted(rand.New(rand.NewPCG(seed, 59)))
		var got []string
		var asked predate.Cents
		for _, f := range p.figures(t, predate.KindFundCall) {
			switch v := f.Value.(type) {
			case predate.CallHead:
				asked = v.Total
			case predate.CallLine:
				got = append(got, fmt.Sprintf("%s %s %s lot %s: %d/%d of %s (%s) = %s %t", v.Nature, v.Code, v.Label, v.Lot, v.Share, v.Base, money(v.Called), money(v.Budget), money(v.Amount), v.Metered))
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("seed %d (-want +got):\n%s", seed, diff)
		}
		if asked != total {
			t.Errorf("seed %d asks for %s, want %s", seed, money(asked), money(total))
		}
		if t.Failed() {
			return
		}
	}
}
