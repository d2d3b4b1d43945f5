package form_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

func figuresIn(t *testing.T, kind predate.Kind, page string) []predate.Figure {
	t.Helper()
	return form.Figures(kind, layouttest.Sketch(page), lexicontest.House(t))
}

func figuresOf(t *testing.T, kind predate.Kind, page string) map[string]predate.Value {
	t.Helper()
	out := map[string]predate.Value{}
	for _, f := range figuresIn(t, kind, page) {
		on := ""
		if !f.AsOf.IsZero() {
			on = " " + f.AsOf.String()
		}
		out[string(f.Key)+on] = f.Value
	}
	return out
}

// TestNumbersAreParted reads annexe 1 whose accounts have a dash between their
// number and their words, which is no minus, and whose exercise is called by one year.
func TestNumbersAreParted(t *testing.T) {
	page := `
		Annexe 1 : État financier après répartition
		Résidence du Lavoir - Exercice 2024
		Trésorerie                                            Ex. précédent       Ex. clos
		50 - Fonds placés                                          3 880,00       5 200,00
		51 - Banques ou fonds disponibles en banque                5 240,20       6 850,89
		Total trésorerie                                           9 120,20      12 050,89
		Provisions et avances                                 Ex. précédent       Ex. clos
		1031 - Avances de trésorerie                               4 000,00       4 000,00
		105 - Fonds de travaux                                     3 880,00       7 000,00
		Total provisions                                           7 880,00      11 000,00
		Créances                                              Ex. précédent       Ex. clos
		45 - Copropriétaires - sommes exigibles à recevoir           812,40       1 648,92
		Total créances                                               812,40       1 648,92
		Dettes                                                Ex. précédent       Ex. clos
		40 - Fournisseurs                                          1 412,60       1 986,35
		45 - Copropriétaires - excédents versés                      640,00         713,46
		Total dettes                                               2 052,60       2 699,81`
	got := figuresOf(t, predate.KindSchedule1, page)
	for key, want := range map[string]predate.Money{
		"works_fund_balance 2024-12-31": 700000, "supplier_debt 2024-12-31": 198635, "supplier_debt 2023-12-31": 141260,
		"fact.owners_debit 2023-12-31": 81240, "fact.assets_total 2024-12-31": 1369981,
	} {
		if got[key] != want {
			t.Errorf("%s: %v, want %v", key, got[key], want)
		}
	}
}

// TestKeysInTablesOfTheirOwn reads annexe 3 whose keys have each a table, with the
// same total printed twice, where one printed amount is what all of them make; without it
// nothing says that no key is missing.
func TestKeysInTablesOfTheirOwn(t *testing.T) {
	page := `
		Annexe 3 : Compte de gestion par clé de répartition
		Résidence du Lavoir - Exercice 2024
		Charges Générales
		                                   Ex. N-1   Budget voté     Réalisé   BP en cours   BP à voter
		601 Eau froide                    4 188,90      4 400,00    4 312,44      4 500,00     4 800,00
		616 Primes d'assurances           3 902,15      4 200,00    4 085,70      4 300,00     4 560,00
		Total charges                     8 091,05      8 600,00    8 398,14      8 800,00     9 360,00
		Total net                         8 091,05      8 600,00    8 398,14      8 800,00     9 360,00
		Ascenseur
		                                   Ex. N-1   Budget voté     Réalisé   BP en cours   BP à voter
		614 Maintenance ascenseur         3 360,00      3 500,00    3 480,00      3 600,00     3 900,00
		6022 Électricité ascenseur          801,12        928,00      842,36        992,00     1 020,00
		Total charges                     4 161,12      4 428,00    4 322,36      4 592,00     4 920,00
		Total net                         4 161,12      4 428,00    4 322,36      4 592,00     4 920,00

		Total général réalisé : 12 720,50`
	read := figuresOf(t, predate.KindSchedule3, page)
	for key, want := range map[string]predate.Money{"fact.net_charges 2023-12-31": 1225217, "fact.net_charges 2024-12-31": 1272050, "fact.budget 2024-12-31": 1302800, "fact.budget 2025-12-31": 1339200, "fact.budget 2026-12-31": 1428000} {
		if read[key] != want {
			t.Errorf("%s: %v, want %v", key, read[key], want)
		}
	}
	nets, _ := read["fact.key_nets 2024-12-31"].(predate.KeyNets)
	var got []string
	for _, k := range nets {
		got = append(got, k.Label)
		for _, a := range k.Amounts {
			got = append(got, string(a.Column)+" "+money(a.Amount))
		}
	}
	want := []string{
		"Charges Générales", "previous 8 091,05", "closed_budget 8 600,00", "closed 8 398,14", "running 8 800,00", "next 9 360,00",
		"Ascenseur", "previous 4 161,12", "closed_budget 4 428,00", "closed 4 322,36", "running 4 592,00", "next 4 920,00",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
	if got := figuresOf(t, predate.KindSchedule3, strings.Replace(page, "12 720,50", "12 720,40", 1)); len(got) > 0 {
		t.Errorf("without the sum of the keys: %v", got)
	}
}

// TestCallOfOneSum reads a call that prints one amount, with what it is for where
// its title says it; a second amount, or a balance that it may hold, leaves it unread.
func TestCallOfOneSum(t *testing.T) {
	page := `
		AVIS D'APPEL DE FONDS
		%t

		Période concernée       Janvier - Mars 2026
		%n
		Lot                     A12, C7
		Tantièmes               87 / 1000
		%m
		Montant à régler        655,80 €
		Date limite de règlement : 15/01/2026`
	for name, c := range map[string]struct {
		title, nature, more string
		total               bool
		want                *predate.CallSubtotal
	}{
		"type":     {"Ravalement façade cour - 2e appel", "Type d'appel            Travaux", "", true, &predate.CallSubtotal{Nature: predate.NatureWorks, Title: "Ravalement façade cour - 2e appel", Amount: 65580}},
		"title":    {"Appel de fonds T1 2026 - Charges générales", "", "", true, &predate.CallSubtotal{Nature: predate.NatureBudget, Amount: 65580}},
		"term":     {"Charges courantes - 1er trimestre 2026", "", "", true, &predate.CallSubtotal{Nature: predate.NatureBudget, Amount: 65580}},
		"sentence": {"Toiture : les charges courantes du 1er trimestre sont appelées à part", "", "", true, nil},
		"unsaid":   {"Réfection de la toiture - appel 2/2", "", "", true, nil},
		"balance":  {"Appel de fonds T1 2026 - Charges générales", "", "Le solde antérieur est compris.", false, nil},
		"twice":    {"Appel de fonds T1 2026 - Charges générales", "", "Report du solde antérieur compris dans 655,80 €", false, nil},
		"two":      {"Appel de fonds T1 2026 - Charges générales", "", "Solde au 31/12/2025    12,00 €", false, nil},
	} {
		got := figuresOf(t, predate.KindFundCall, strings.NewReplacer("%t", c.title, "%n", c.nature, "%m", c.more).Replace(page))
		if head, _ := got["fact.call"].(predate.CallHead); head.HasTotal != c.total || c.total && head.Total != 65580 {
			t.Errorf("%s: head %+v", name, head)
		}
		part, ok := got["fact.call_subtotal"].(predate.CallSubtotal)
		if want := c.want; ok != (want != nil) || ok && (part.Nature != want.Nature || part.Amount != want.Amount || want.Title != "" && part.Title != want.Title) {
			t.Errorf("%s: subtotal %+v, want %+v", name, part, want)
		}
	}
}
