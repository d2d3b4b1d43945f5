package form_test

import (
	"fmt"
	"testing"

	"predate"
)

// dayAfter is a line of an account that prints its day last: words, what is in
// favour, what is owed, the balance after it, the day.
type dayAfter [5]string

// printAfter prints an account whose days are in the last column, whose calls bear
// a minus, and whose balances say their side in words.
func printAfter(lines []dayAfter) *press {
	p := &press{}
	p.print("Relevé de compte")
	p.print("Solde au 20/04/2026")
	p.line()
	p.left(40, "Ce qui s’est passé")
	p.right(300, "En plus")
	p.right(370, "En moins")
	p.right(480, "Position du compte")
	p.right(560, "Jour")
	for _, l := range lines {
		p.line()
		p.left(40, l[0])
		p.right(300, l[1])
		p.right(370, l[2])
		p.right(480, l[3])
		p.right(560, l[4])
	}
	return p
}

// TestTheDayMayBeInTheLastColumn reads an account whose lines end with their day; a
// balance that the movements do not make, and lines two of which alone end with a
// day, are not read.
func TestTheDayMayBeInTheLastColumn(t *testing.T) {
	lines := []dayAfter{
		{"Provisions sur budget 2025", "", "− 229,38 €", "229,38 € à payer", "1 octobre 2025"},
		{"Cotisation fonds de travaux", "", "− 11,01 €", "240,39 € à payer", "1 octobre 2025"},
		{"Prélèvement automatique", "+ 240,39 €", "", "0,00 € à jour", "8 octobre 2025"},
		{"Régularisation charges 2024", "+ 33,89 €", "", "33,89 € d’avance", "28 mars 2026"},
		{"Provisions sur budget 2026", "", "− 229,38 €", "195,49 € à payer", "1 avril 2026"},
		{"Prélèvement automatique", "+ 206,50 €", "", "11,01 € d’avance", "6 avril 2026"},
	}
	at := predate.Date{Year: 2026, Month: 4, Day: 20}
	said := accountRead(printAfter(lines).figures(t, predate.KindAccountStatement))
	if len(said.closing) != 1 || said.closing[0].Amount != -1101 || said.closing[0].Date != at {
		t.Errorf("closes with %v", said.closing)
	}
	if len(said.lines) != len(lines) {
		t.Fatalf("movements %v", said.lines)
	}
	if m := said.lines[3]; m.Credit != 3389 || m.Date != (predate.Date{Year: 2026, Month: 3, Day: 28}) || m.Label != "Régularisation charges 2024" {
		t.Errorf("an adjustment is read as %+v", m)
	}
	wrong := append([]dayAfter(nil), lines...)
	wrong[4][3] = "190,49 € à payer"
	if said := accountRead(printAfter(wrong).figures(t, predate.KindAccountStatement)); len(said.closing) > 0 {
		t.Errorf("a balance that no movement makes is read: %v", said.closing)
	}
	few := append([]dayAfter(nil), lines...)
	for k := range few[:4] {
		few[k][4] = fmt.Sprintf("facture %d", k)
	}
	if said := accountRead(printAfter(few).figures(t, predate.KindAccountStatement)); len(said.lines) > 0 {
		t.Errorf("two days are taken for a column of days: %v", said.lines)
	}
}
