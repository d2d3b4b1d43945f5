package form_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
)

// TestChargesWithASettlement reads a statement whose keys print their share with points
// between thousands and wrap it, whose works name their lot under their row, and whose
// last table settles charges with provisions, the side of the difference in words.
func TestChargesWithASettlement(t *testing.T) {
	p := &press{}
	p.print("DÉCOMPTE DE RÉPARTITION DES CHARGES")
	p.print("Exercice 2025, du 1er janvier 2025 au 31 décembre 2025 – comptes approuvés le 15 avril 2026")
	row := func(words string, amounts ...predate.Cents) {
		p.line()
		p.left(40, words)
		for i, a := range amounts {
			p.right(float64(540-70*(len(amounts)-1-i)), money(a))
		}
	}
	key := func(name, share string, whole, part predate.Cents) {
		row(name+" – quotité du lot :", whole, part)
		p.line()
		p.left(60, share)
		for k, post := range []string{"Eau", "Entretien"} {
			p.line()
			p.left(40, fmt.Sprint(601+k))
			p.left(80, post)
			p.right(470, money(whole/2))
			p.right(540, money(part/2))
		}
	}
	p.print("Lot n° 38 – Appartement, 2e étage – 1.885 tantièmes généraux")
	key("GEN Charges générales", "1.885/100.000 tantièmes", 8000000, 150800)
	key("ASC Ascenseur", "312/10.000 tantièmes", 400000, 12480)
	row("Charges du lot", 163280)
	row("Provisions appelées au titre du lot", 160000)
	p.print("Lot n° 78 – Cave, Sous-sol – 45 tantièmes généraux")
	key("GEN Charges générales", "45/100.000 tantièmes", 8000000, 3600)
	row("Charges du lot", 3600)
	row("Provisions appelées au titre du lot", 4000)
	p.y += 20
	p.print("Travaux et opérations exceptionnelles clôturés")
	p.line()
	for i, head := range []string{"Opération / lot", "À répartir", "Quotité", "Charge", "Appelé", "À payer"} {
		p.left([]float64{40, 250, 330, 410, 470, 530}[i], head)
	}
	for _, w := range []struct {
		share, under, lot string
		part, called      predate.Cents
	}{{"1.885/100.000", "d'escalier – clé GEN – lot n° ", "38", 18850, 19000}, {"45/100.000", "GEN – lot n° ", "78", 450, 460}} {
		p.line()
		p.left(40, map[bool]string{true: "Réfection des peintures", false: "Réfection des peintures d'escalier – clé"}[w.lot == "38"])
		p.right(290, money(1000000))
		p.right(390, w.share)
		p.right(440, money(w.part))
		p.right(500, money(w.called))
		p.right(560, money(w.part-w.called))
		p.line()
		p.left(40, w.under+w.lot)
	}
	p.y += 20
	p.line()
	for i, head := range []string{"Nature", "Charges définitives", "Provisions appelées", "Solde"} {
		p.left([]float64{40, 250, 370, 490}[i], head)
	}
	settle := func(words string, actual, called predate.Cents, side string) {
		p.line()
		p.left(40, words)
		p.right(340, money(actual))
		p.right(460, money(called))
		p.right(520, money((actual - called).Abs()))
		p.left(524, side)
	}
	settle("Opérations courantes (A)", 166880, 164000, "(débiteur)")
	settle("Travaux et opérations exceptionnelles (B)", 19300, 19460, "(créditeur)")

	var totals []predate.ChargeTotals
	lots, works := map[string]predate.Cents{}, map[string]predate.Cents{}
	for _, f := range p.figures(t, predate.KindChargeStatement) {
		switch v := f.Value.(type) {
		case predate.ChargeTotals:
			totals = append(totals, v)
		case predate.ChargeLot:
			lots[v.Lot] = v.Actual
		case predate.ChargeWork:
			works[v.Lot+" "+v.Title] = v.Amount
		case predate.ChargeKey:
			if name := v.Code + " " + v.Label; name != "GEN Charges générales" && name != "ASC Ascenseur" {
				t.Errorf("key %q", name)
			}
		}
	}
	want := []predate.ChargeTotals{
		{Actual: 166880, Called: 164000, Adjustment: 2880, HasActual: true, HasCalled: true, HasAdjustment: true},
		{Actual: 19300, Called: 19460, HasActual: true, HasCalled: true},
	}
	if diff := cmp.Diff(want, totals); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]predate.Cents{"38": 163280, "78": 3600}, lots); diff != "" {
		t.Errorf("lots (-want +got):\n%s", diff)
	}
	title := "Réfection des peintures d'escalier"
	if diff := cmp.Diff(map[string]predate.Cents{"38 " + title: 18850, "78 " + title: 450}, works); diff != "" {
		t.Errorf("works (-want +got):\n%s", diff)
	}
}
