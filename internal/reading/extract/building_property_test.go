package extract

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/layout"
)

// FuzzFigures gives any words to the rules of every kind in turn: a rule
// refuses, it does not fall, and every figure has its proof.
func FuzzFigures(f *testing.F) {
	kinds := []predate.Kind{
		predate.KindSchedule1, predate.KindSchedule2, predate.KindSchedule3, predate.KindSchedule4, predate.KindSchedule5,
		predate.KindMinutes, predate.KindSummarySheet, predate.KindInsurance, predate.KindLightAccounts, predate.KindRules,
	}
	for i, seed := range []string{
		"45 Copropriétaires 1 000,00 2 000,00\nTotal II 1 000,00 2 000,00",
		"Exercice précédent    Exercice clos\n671 Travaux    1,00    2,00\nSous-total    1,00    2,00",
		"GEN – Charges (10 000 tantièmes)\nTotal net GEN 12,00\nTOTAL CHARGES NETTES 12,00",
		"Opération    Dépenses votées    Dépenses\nToiture (AG du 3/4/25)    1,00    2,00\nTOTAL    1,00    2,00",
		"Travaux votés    Travaux payés\nNéant\nTOTAL    0,00    0,00",
		"Assemblée générale du 3 mai 2025\nRésolution n° 1 : Travaux\nbudget maximum de 10 000,00 € exigibles le 01/01/2026\nCette résolution est adoptée",
		"Nom d'usage\nLes Lilas\nAdresse : 3 rue X, 35000 Rennes",
	} {
		f.Add(uint8(i), seed)
	}
	f.Fuzz(func(t *testing.T, n uint8, text string) {
		if len(text) > 2000 {
			return
		}
		kind := kinds[int(n)%len(kinds)]
		for _, figure := range Figures(kind, layout.Analyse([]predate.Page{sketch(1, text)}), blanktest.House(t)) {
			if figure.Key == "" || figure.Status == "" || len(figure.Evidence) == 0 {
				t.Errorf("%s: a figure without key, status or proof: %+v", kind, figure)
			}
		}
	})
}
