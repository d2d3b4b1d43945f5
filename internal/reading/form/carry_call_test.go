package form_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"predate"
)

// TestCallsCarryTheirSums prints calls over two pages that hand the sum on, the
// first page ending anywhere. Every nature asks for its lines and for nothing
// carried; with a line misprinted, nothing is.
func TestCallsCarryTheirSums(t *testing.T) {
	read, asked := 0, 0
	for seed := range uint64(80) {
		r := rand.New(rand.NewPCG(seed, 61))
		misprint := seed%4 == 0
		p := &press{}
		p.print("Appel de fonds n° 3 du 01/07/2026 au 30/09/2026, exigible le 01/07/2026")
		p.line()
		for k, head := range []string{"Budget", "Tantièmes", "Votre part"} {
			p.right([]float64{300, 380, 480}[k], head)
		}
		turn := 1 + r.IntN(4)
		line := 0
		var so predate.Cents
		sums := map[predate.Nature]predate.Cents{}
		for _, n := range []predate.Nature{predate.NatureBudget, predate.NatureWorksFund} {
			p.print(map[predate.Nature]string{predate.NatureBudget: "Provisions sur budget prévisionnel 2026", predate.NatureWorksFund: "Fonds de travaux"}[n])
			for k := range 2 + r.IntN(3) {
				whole, own := predate.Cents(200000+r.IntN(900000)), 20+r.Int64N(300)
				part := share(whole, own, 1000)
				wrong := predate.Cents(0)
				if misprint && line == 1 {
					wrong = 4100
				}
				p.print([]string{"Charges communes générales", "Bâtiment B", "Ascenseur", "Chauffage"}[k])
				p.right(300, money(whole))
				p.right(380, fmt.Sprintf("%d/1000", own))
				p.right(480, money(part+wrong))
				sums[n] += part
				so += part
				if line++; line == turn {
					p.print("A reporter")
					p.right(480, money(so))
					p.y = 800
					p.print(one(r, "Report", "Report page précédente"))
					p.right(480, money(so))
				}
			}
			p.print("Sous-total")
			p.right(480, money(sums[n]))
		}
		p.print("Total du présent appel")
		p.right(480, money(so))
		if !misprint {
			asked += 2
		}
		for _, f := range p.figures(t, predate.KindFundCall) {
			if s, ok := f.Value.(predate.CallSubtotal); ok {
				if s.Amount != sums[s.Nature] {
					t.Fatalf("seed %d: %s asks for %s, printed %s", seed, s.Nature, money(s.Amount), money(sums[s.Nature]))
				}
				read++
			}
			if l, ok := f.Value.(predate.CallLine); ok && misprint && l.Nature == predate.NatureBudget {
				t.Fatalf("seed %d: line %+v of a nature with a misprint", seed, l)
			}
		}
	}
	if 100*read < 95*asked {
		t.Errorf("%d of %d natures read", read, asked)
	}
}
