package fundcall_test

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/layout/layouttest"
)

// TestTheTotalOfACallIsNoHeading reads a call that prints its total over the table: the
// headings under it say what the lines are for.
func TestTheTotalOfACallIsNoHeading(t *testing.T) {
	doc := layouttest.Sketch(`Appel de fonds

Appel n°      Periode                     Exigible le    Total a regler
2026-2        2e trimestre 2026           01/04/2026     445,00 €

Cle                          Vote          A repartir      Base        Tantiemes     Quote-part

Provision sur budget 2026
Charges generales        20 000,00       5 000,00        1000           60         300,00
Sous-total                                                                           300,00
Travaux article 14-2 – Pose d'une verrière (AG du 12/03/2025)
Charges generales         8 000,00       2 000,00        1000           60         120,00
Sous-total                                                                           120,00
Cotisation fonds de travaux
Charges generales         1 666,64         416,66        1000           60          25,00
Total de l'appel                                                                     445,00`)
	want := map[predate.Nature]predate.Cents{predate.NatureBudget: 30000, predate.NatureWorks: 12000, predate.NatureWorksFund: 2500}
	title := ""
	for _, f := range extract.Figures(predate.KindFundCall, doc, blanktest.House(t)) {
		l, ok := f.Value.(predate.CallLine)
		if !ok {
			continue
		}
		if want[l.Nature] != l.Amount {
			t.Errorf("a line of %q is of %d cents", l.Nature, l.Amount)
		}
		delete(want, l.Nature)
		title += l.Title
	}
	if len(want) > 0 || title != "Pose d'une verrière" {
		t.Errorf("lines of %v are not read, the works are %q", want, title)
	}
}

// TestAnAccountPrintedTwiceIsNoKey reads an account before and after the name of an
// advance, beside an amount that is printed twice.
func TestAnAccountPrintedTwiceIsNoKey(t *testing.T) {
	doc := layouttest.Sketch(`Appel de fonds exigible le 01/02/2026
Lot 5
Charges generales      2 000,00    1000     125     250,00
Total de l'appel                                    250,00

Situation de votre compte
Solde anterieur au 17/01/2026      250,00          1031 – Avances de tresorerie (1031)      418,50 €
Total de l'appel                   250,00
Total a regler                     500,00`)
	lines := 0
	for _, f := range extract.Figures(predate.KindFundCall, doc, blanktest.House(t)) {
		if l, ok := f.Value.(predate.CallLine); ok {
			if lines++; l.Base != 1000 {
				t.Errorf("the account became a key: %+v", l)
			}
		}
	}
	if lines != 1 {
		t.Errorf("%d lines, want 1", lines)
	}
}
