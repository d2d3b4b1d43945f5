package form_test

import (
	"slices"
	"strings"
	"testing"

	"predate"
)

// printLines prints an account of which nothing says the day.
func printLines(lines [][3]string, latestFirst bool) *press {
	p := &press{}
	p.print("Relevé de compte du propriétaire")
	head := func(words ...string) {
		p.line()
		p.left(40, "Date")
		p.left(110, "Libellé")
		for k, w := range words {
			p.right(430+70*float64(k), w)
		}
	}
	if latestFirst {
		head("Variation", "Solde après")
		lines = slices.Clone(lines)
		slices.Reverse(lines)
	} else {
		head("Débit", "Crédit")
	}
	for _, l := range lines {
		p.line()
		p.left(40, l[0])
		p.left(110, l[1])
		left, right, _ := strings.Cut(l[2], "|")
		for k, sum := range []string{left, right} {
			p.right(430+70*float64(k), sum)
		}
	}
	return p
}

// TestAnUndatedAccountHoldsOnItsLastMovement reads a balance that no day is
// printed for, under sums of both sides that hold the balance before.
func TestAnUndatedAccountHoldsOnItsLastMovement(t *testing.T) {
	p := printLines([][3]string{
		{"01/07/2025", "SOLDE AU 30/06/2025", "|2,12"},
		{"01/07/2025", "PROVISION CHARGES GENERALES", "285,60|"},
		{"10/07/2025", "REGLEMENT VIREMENT", "|283,48"},
		{"01/10/2025", "PROVISION CHARGES GENERALES", "285,60|"},
		{"01/10/2025", "FONDS DE TRAVAUX LOI ALUR", "17,92|"},
		{"", "Totaux", "589,12|285,60"},
	}, false)
	p.line()
	p.left(360, "Solde")
	p.right(430, "303,52")
	said := accountRead(p.figures(t, predate.KindAccountStatement))
	want := predate.AccountBalance{Date: predate.Date{Year: 2025, Month: 10, Day: 1}, Amount: 30352}
	if len(said.closing) != 1 || said.closing[0] != want {
		t.Errorf("closes with %v, want %v", said.closing, want)
	}
	if len(said.opening) != 1 || said.opening[0].Amount != -212 || len(said.lines) != 4 {
		t.Errorf("opens with %v, %d movements", said.opening, len(said.lines))
	}
}

// TestTheLatestMovementMayBePrintedFirst reads an account from its foot up. A
// call for two things is of no single nature.
func TestTheLatestMovementMayBePrintedFirst(t *testing.T) {
	p := printLines([][3]string{
		{"30/06/2025", "Régularisation des charges 2024", "-11,36|-11,36"},
		{"01/01/2026", "Appel — budget prévisionnel et fonds travaux", "+293,40|282,04"},
		{"06/01/2026", "Paiement reçu", "-282,04|0,00"},
		{"01/04/2026", "Appel — budget prévisionnel et fonds travaux", "+293,40|293,40"},
	}, true)
	said := accountRead(p.figures(t, predate.KindAccountStatement))
	if len(said.closing) != 1 || said.closing[0].Amount != 29340 || said.closing[0].Date != (predate.Date{Year: 2026, Month: 4, Day: 1}) {
		t.Errorf("closes with %v", said.closing)
	}
	if len(said.lines) != 4 || said.lines[2].Credit != 28204 {
		t.Fatalf("movements %v", said.lines)
	}
	if n := said.lines[3].Nature; n != predate.NatureUnknown {
		t.Errorf("a call for the budget and the works fund is for %q", n)
	}
}
