package chargestatement_test

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestATotalThatHoldsMoreThanChargesIsNotTheirs: the balance before, private fees and the
// works fund are no charges of the exercise, whatever the statement sums; the rules and
// the proofs of forms read none.
func TestATotalThatHoldsMoreThanChargesIsNotTheirs(t *testing.T) {
	const head = `DECOMPTE INDIVIDUEL DE CHARGES
Exercice du 01/01/2025 au 31/12/2025
Mme BARRANDEL Luce - Lot 7
Cle                          A repartir      Base   Tantiemes   Quote-part
Charges generales             12 500,00      1000         300     3 750,00
`
	const lift = "Ascenseur                      1 800,00       100          10       180,00\n"
	foot := func(total, called, gap string) string {
		return "Total de vos charges                                              " + total +
			"\nProvisions appelees                                               " + called +
			"\nSolde debiteur                                                    " + gap + "\n"
	}
	for name, c := range map[string]struct {
		page string
		want predate.Cents // 0 for none
	}{
		"charges alone":      {head + lift + foot("3 930,00", "3 800,00", "  130,00"), 393000},
		"the balance before": {head + lift + "Solde anterieur                                                     200,00\n" + foot("4 130,00", "3 800,00", "  330,00"), 0},
		"private fees":       {head + lift + "Frais de relance                                                     70,00\n" + foot("4 000,00", "3 800,00", "  200,00"), 0},
		"the works fund":     {head + "Fonds de travaux                 600,00      1000         300       180,00\n" + foot("3 930,00", "3 800,00", "  130,00"), 0},
		"an advance":         {head + lift + "Avance de tresorerie                                                300,00\n" + foot("4 230,00", "3 800,00", "  430,00"), 0},
		"fees that the total leaves out": {
			head + lift + foot("3 930,00", "3 800,00", "  130,00") + "Frais de relance                                                     70,00\n", 393000,
		},
	} {
		t.Run(name, func(t *testing.T) {
			const kind = predate.KindChargeStatement
			doc := layouttest.Sketch(c.page)
			for room, list := range map[string][]predate.Figure{
				"rules": extract.Figures(kind, doc, blanktest.House(t)),
				"forms": form.Figures(kind, doc, lexicontest.House(t)),
			} {
				var got predate.Cents
				for _, f := range list {
					switch v := f.Value.(type) {
					case predate.ChargeTotals:
						got = v.Actual
					case predate.ChargeLot:
						got = v.Actual
					}
				}
				if got != c.want {
					t.Errorf("%s: charges %d, want %d\n%s", room, got, c.want, strings.TrimSpace(c.page))
				}
			}
		})
	}
}
