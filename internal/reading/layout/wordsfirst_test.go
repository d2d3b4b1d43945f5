package layout_test

import (
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/layout/layouttest"
)

// rows are the lines of a document, their columns parted by bars.
func rows(doc layout.Doc) []string {
	var out []string
	for _, p := range doc.Pages {
		for _, l := range p.Lines {
			var cells []string
			for _, c := range l.Segments(0) {
				cells = append(cells, c.Text)
			}
			out = append(out, strings.Join(cells, " | "))
		}
	}
	return out
}

func TestWordsOfAmountsPrintedFirst(t *testing.T) {
	for name, c := range map[string]struct {
		page string
		want []string
	}{
		"one column of amounts": {
			`  Votre part                                          Demande
  de ce terme     Lot   Au titre de                    a tous
       171,20     Budget, somme des lignes ci-dessous, en un terme
       150,00     21    Charges generales             1 500,00
        21,20     45    Charges d'escalier et de
                        cage                            212,00
     171,20       Montant du terme`,
			[]string{
				"Votre part | Demande",
				"Lot | Au titre de | de ce terme | a tous",
				"Budget, somme des lignes ci-dessous, en un terme | 171,20",
				"21 | Charges generales | 150,00 | 1 500,00",
				"45 | Charges d'escalier et de | 21,20",
				"cage | 212,00",
				"Montant du terme | 171,20",
			},
		},
		"a spine of words": {
			`   N-1         N       Compte   Poste                       N+1
                       Charges courantes
  2 243,30   2 280,00   601      Eau                     2 380,00
    845,10     835,00   602      Electricite               930,00
  3 088,40   3 115,00            Sous-total              3 310,00`,
			[]string{
				"Compte | Poste | N-1 | N | N+1",
				"Charges courantes",
				"601 | Eau | 2 243,30 | 2 280,00 | 2 380,00",
				"602 | Electricite | 845,10 | 835,00 | 930,00",
				"Sous-total | 3 088,40 | 3 115,00 | 3 310,00",
			},
		},
		"two tables that mirror one another": {
			`  Clos       Precedent   Compte  Poste                  Compte  Poste          Precedent      Clos
  400,00        200,00   50      Fonds places           102     Provisions        10,00     20,00
  900,00        700,00   51      Banque                 103     Avances          950,00    960,00
    0,00          0,00   53      Caisse                 105     Fonds de          40,00    420,00
                                                        106     Subventions        0,00      0,00
1 300,00        900,00           Total I                        Total I        1 000,00  1 400,00`,
			[]string{
				"Compte | Poste | Clos | Precedent | Compte | Poste | Precedent | Clos",
				"50 | Fonds places | 400,00 | 200,00 | 102 | Provisions | 10,00 | 20,00",
				"51 | Banque | 900,00 | 700,00 | 103 | Avances | 950,00 | 960,00",
				"53 | Caisse | 0,00 | 0,00 | 105 | Fonds de | 40,00 | 420,00",
				"106 | Subventions | 0,00 | 0,00",
				"Total I | 1 300,00 | 900,00 | Total I | 1 000,00 | 1 400,00",
			},
		},
	} {
		doc, _ := layouttest.Sketch("ETAT\n\n\n" + c.page).WordsFirst()
		if got := rows(doc)[1:]; !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s", name, strings.Join(got, "\n"))
		}
	}
}

// TestOtherTablesStay leaves tables alone whose rows begin with words or dates, and
// amounts that merely begin a line.
func TestOtherTablesStay(t *testing.T) {
	for name, page := range map[string]string{
		"words, amounts": `
Fonds places             400,00     200,00
Banque                   900,00     700,00
Caisse                     0,00       0,00`,
		"two tables side by side": `
Fonds places             400,00     Provisions          20,00
Banque                   900,00     Avances            960,00
                         100,00     Fonds de travaux   420,00
Caisse                     0,00     Subventions          0,00`,
		"an account, day by day": `
01.10.2023       229,40              Provisions du trimestre      450-1      229,40
08.10.2023                  229,40   Virement                     450-1        0,00
01.01.2024       238,50              Provisions du trimestre      450-1      238,50
                  11,40              Cotisation                   450-5      249,90`,
		"running text": `
le budget est porte a
1 200,00 euros pour les postes courants et a
9 310,00 euros avec les travaux, dont
2 400,00 euros a la charge du fonds`,
	} {
		doc := layouttest.Sketch(page)
		if got, _ := doc.WordsFirst(); got.Pages[0].Lines[0].Box != doc.Pages[0].Lines[0].Box || !slices.Equal(rows(got), rows(doc)) {
			t.Errorf("%s:\n%s", name, strings.Join(rows(got), "\n"))
		}
	}
}

// TestMovedWordsAreFoundWhereTheyArePrinted restores the boxes of words, of rows and of
// amounts.
func TestMovedWordsAreFoundWhereTheyArePrinted(t *testing.T) {
	printed := layouttest.Sketch(`
  150,00     Charges generales       1 500,00
   21,20     Charges d'escalier        212,00
  171,20     Montant du terme        1 712,00`)
	doc, moved := printed.WordsFirst()
	for i, l := range doc.Pages[0].Lines {
		true, text := printed.Pages[0].Lines[i], l.Segments(0)[0]
		label := true.Segments(0)[1]
		if text.Text != label.Text {
			t.Fatalf("row %d begins with %q, want %q", i, text.Text, label.Text)
		}
		figures := []predate.Figure{{Evidence: []predate.Evidence{
			{Page: 1, Box: text.Box}, {Page: 1, Box: l.Box}, {Page: 1, Box: layout.Amounts(l)[0].Box},
		}}}
		moved.Restore(figures)
		for k, want := range []predate.Box{label.Box, true.Box, layout.Amounts(true)[0].Box} {
			if got := figures[0].Evidence[k].Box; got != want {
				t.Errorf("row %d, box %d: %+v, want %+v", i, k, got, want)
			}
		}
	}
}
