package form_test

import (
	"testing"

	"predate"
)

// TestAWorksTableIsNoChargeOfAKey reads a statement whose works stand in a table
// of their own, of which a head speaks of provisions; whose keys have numbers in
// their names, and one a single post; and of which a work is rounded call by call.
func TestAWorksTableIsNoChargeOfAKey(t *testing.T) {
	p := &press{}
	p.print("DÉCOMPTE INDIVIDUEL DE CHARGES – exercice du 01/01/2025 au 31/12/2025")
	p.print("Lot 6 – Appartement")
	heads := func() {
		p.line()
		p.right(330, "Dépense de")
		p.line()
		p.left(40, "Compte")
		p.left(90, "Nature de la dépense")
		p.right(330, "l’immeuble")
		p.right(410, "Part du lot / base")
		p.right(490, "Votre quote-part")
	}
	row := func(account, words, spent, ratio, part string) {
		p.line()
		p.left(40, account)
		p.left(90, words)
		p.right(330, spent)
		p.right(410, ratio)
		p.right(490, part)
	}
	p.print("Clé T2 · Tour 2 – base 10 000 tantièmes")
	heads()
	row("602", "Électricité", "2 045,23", "", "22,50")
	row("611", "Nettoyage des locaux", "5 487,48", "", "60,36")
	row("", "Total clé T2", "7 532,71", "110 / 10 000", "82,86")
	p.print("Clé EAU · Eau froide – base 9 206 m³")
	heads()
	row("601", "Eau", "44 733,60", "", "218,66")
	row("", "Total clé EAU", "44 733,60", "45 / 9 206", "218,66")
	row("", "Total du lot 6", "", "", "301,52 €")
	row("", "Provisions appelées", "", "", "310,00 €")
	row("", "Solde en votre faveur", "", "", "8,48 €")
	p.print("Travaux et opérations exceptionnelles clôturés dans l’exercice")
	p.line()
	p.right(330, "Coût")
	p.right(490, "Votre quote-")
	p.right(540, "Provisions")
	p.line()
	p.left(40, "Lot")
	p.left(90, "Opération")
	p.right(330, "À répartir")
	p.right(410, "Parts / base")
	p.right(490, "part")
	p.right(540, "appelées")
	work := func(words, cost, ratio, part, called string) {
		row("6", words, cost, ratio, part)
		p.right(540, called)
	}
	work("Réfection du hall", "24 110,00", "402 / 100 000", "96,92", "99,70")
	p.y = 800
	p.print("Résidence des Tilleuls | Votre décompte de charges – exercice du 01/01/2025 au 31/12/2025")
	work("Remboursement du prêt", "42 719,88", "36 / 100 000", "15,36", "15,36")
	work("Réfection du porche", "10 000,00", "402 / 100 000", "40,20", "45,00")
	row("", "Total", "", "", "152,48")
	p.right(540, "160,06")
	row("", "Solde en votre faveur", "", "", "7,58 €")

	names := map[string]predate.Cents{}
	var works []predate.Cents
	var total, sum predate.Cents
	for _, f := range p.figures(t, predate.KindChargeStatement) {
		switch v := f.Value.(type) {
		case predate.ChargeKey:
			names[v.Code+" "+v.Label] = v.Amount
		case predate.ChargeWork:
			works = append(works, v.Amount)
		case predate.ChargeTotals:
			if f.Key == predate.FactChargeWorkSum {
				sum = v.Actual
			} else {
				total = v.Actual
			}
		}
	}
	if total != 30152 || names["T2 Tour 2"] != 8286 || names["EAU Eau froide"] != 21866 || len(names) != 2 {
		t.Errorf("charges %s of keys %v", money(total), names)
	}
	if sum != 15248 || len(works) != 3 || works[0] != 9692 || works[1] != 4020 || works[2] != 1536 {
		t.Errorf("works %v make %s", works, money(sum))
	}
}
