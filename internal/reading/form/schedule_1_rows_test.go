package form_test

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// highRows is annexe 1 whose two tables stand side by side in rows of different heights:
// a row of one is printed between those of the other.
const highRows = `ANNEXE N° 1 - ETAT FINANCIER APRES REPARTITION AU 30/09/2025
ACTIF                                                  PASSIF
Intitulé                        30/09/2025             Intitulé                          30/09/2025
Fonds placés                     30 200,00             Fonds de travaux                   30 201,00
Banques                          37 913,99             Avances de trésorerie              27 110,00
Total I                          68 113,99             Total I                            57 311,00
Copropriétaires - sommes
exigibles restant à recevoir      1 525,33             Copropriétaires - excédents
                                                       versés                              1 528,59
Copropriétaires - créances                             Fournisseurs
Débiteurs divers                      0,00                                                 7 556,18
                                                       Autres dettes
Compte d'attente                      0,00                                                 3 243,55
                                                       Créditeurs divers                       0,00
Total II                          1 525,33             Total II                           12 328,32
Total général                    69 639,32             Total général                      69 639,32`

// TestRowsHigherThanALine reads amounts that stand in the middle of rows under their
// words, and takes no such row for one in which nothing is printed.
func TestRowsHigherThanALine(t *testing.T) {
	read := func(drop float64) map[predate.Key]predate.Value {
		pages := layouttest.Pages(highRows)
		for i := range pages[0].Words {
			w := &pages[0].Words[i]
			if text := w.Text + " "; w.Box.X0 > 400 && strings.Contains("7 556,18 3 243,55 ", text) {
				w.Box.Y0, w.Box.Y1 = w.Box.Y0+drop, w.Box.Y1+drop
			}
		}
		got := map[predate.Key]predate.Value{}
		for _, f := range form.Figures(predate.KindSchedule1, layout.Analyse(pages), lexicontest.House(t)) {
			got[f.Key] = f.Value
		}
		return got
	}
	if got := read(-7); got[predate.KeySupplierDebt] != predate.Money(755618) || got[predate.FactOwnersCredit] != predate.Money(152859) || got[predate.FactSuspense] != predate.Money(0) {
		t.Errorf("rows whose words overlap their amounts say %v", got)
	}
	if got := read(0); got[predate.KeySupplierDebt] != nil {
		t.Errorf("suppliers are owed %v, though nothing says which amount is theirs", got[predate.KeySupplierDebt])
	}
}
