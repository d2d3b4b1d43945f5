package layout_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/layout/layouttest"
)

// callInSentences is a call without a table: a sentence a key, its part at the right.
const callInSentences = `
Provisions du budget 2026
Lot 8 - Charges generales [GEN]. Budget de l'annee 12 470,00, appele cette fois-ci 3 117,50,
dont votre part, 62 tantiemes sur 1 000 :                                                               193,29
Lot 8 - Eau [EAU]. Budget de l'annee 3 650,00, appele cette fois-ci
912,50, dont votre part, 58 m3 sur 1 409 :                                                               37,56
Soit pour les provisions sur le budget previsionnel (decidees par l'assemblee du
12/05/2025)                                                                                             230,85
Merci de regler avant le premier jour de la periode par virement ou par cheque.
601 Eau                                                                                                  37,56`

func TestSentencesOnOneLine(t *testing.T) {
	doc := layouttest.Sketch(callInSentences)
	whole, moved := doc.Unwrapped()
	if !moved.Any() {
		t.Fatal("nothing was unwrapped")
	}
	want := []string{
		"Provisions du budget 2026",
		"Lot 8 - Charges generales [GEN]. Budget de l'annee 12 470,00, appele cette fois-ci 3 117,50, dont votre part, 62 tantiemes sur 1 000 : | 193,29",
		"Lot 8 - Eau [EAU]. Budget de l'annee 3 650,00, appele cette fois-ci 912,50, dont votre part, 58 m3 sur 1 409 : | 37,56",
		"Soit pour les provisions sur le budget previsionnel (decidees par l'assemblee du 12/05/2025) | 230,85",
		"Merci de regler avant le premier jour de la periode par virement ou par cheque.",
		"601 Eau | 37,56",
	}
	if diff := cmp.Diff(want, rows(whole)); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	var ends []float64 // of the column of parts, which stays one
	for _, l := range whole.Pages[0].Lines {
		if amounts := layout.Amounts(l); len(amounts) > 0 {
			ends = append(ends, amounts[len(amounts)-1].Box.X1)
		}
	}
	if slices.Max(ends)-slices.Min(ends) > 1 {
		t.Errorf("the amounts at the right end at %v", ends)
	}
}

// TestUnwrappedSaysWhereItIsPrinted gives the amounts of unwrapped lines back the places
// where they are printed.
func TestUnwrappedSaysWhereItIsPrinted(t *testing.T) {
	doc := layouttest.Sketch(callInSentences)
	printed := map[string][]predate.Box{}
	for _, l := range doc.Pages[0].Lines {
		for _, a := range layout.Amounts(l) {
			printed[a.Text] = append(printed[a.Text], a.Box)
		}
	}
	whole, moved := doc.Unwrapped()
	for _, l := range whole.Pages[0].Lines {
		for _, a := range layout.Amounts(l) {
			figures := []predate.Figure{{Evidence: []predate.Evidence{{Page: a.Page, Box: a.Box}}}}
			moved.Restore(figures)
			box := figures[0].Evidence[0].Box
			if !slices.ContainsFunc(printed[a.Text], func(p predate.Box) bool { return near(p.X0, box.X0) && near(p.Y0, box.Y0) && near(p.X1, box.X1) }) {
				t.Errorf("%s is said to be at %v, and printed at %v", a.Text, box, printed[a.Text])
			}
		}
	}
}

// TestTablesStayWrapped leaves rows, headings and sentences without amounts as they are.
func TestTablesStayWrapped(t *testing.T) {
	for name, page := range map[string]string{
		"rows":                        "Compte   Libelle des depenses de l'exercice              Montant\n601      Eau froide de l'immeuble                        1 000,00\n602      Electricite                                       200,00",
		"a heading over rows":         "Charges communes generales de tout l'immeuble - votre part 190 tantiemes sur 10 000\n601      Eau                                                  1 000,00",
		"a sentence without amounts":  "Nous vous prions de bien vouloir noter que la prochaine assemblee generale se tiendra\nle douze mai dans la salle des fetes.\nTotal                               1 000,00",
		"a sentence that has its end": "Le solde de votre compte de coproprietaire au premier janvier est de 12,00 euros.\ndont avance 10,00",
	} {
		if _, moved := layouttest.Sketch(page).Unwrapped(); moved.Any() {
			t.Errorf("%s: unwrapped", name)
		}
	}
}

func near(a, b float64) bool { return a-b < 0.5 && b-a < 0.5 }
