package form_test

import (
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestAKeyNamedOverItsWorks gives works the key that a line of its own names over them,
// and none to those under another heading.
func TestAKeyNamedOverItsWorks(t *testing.T) {
	pages := layouttest.Pages(`ANNEXE N° 4 - COMPTE DE GESTION POUR TRAVAUX DE L'ARTICLE 14-2 ET OPERATIONS EXCEPTIONNELLES
EXERCICE 2024 : du 01/01/2024 au 31/12/2024
OPERATION / MARCHE                           Votées     Dépenses     Provisions       Solde
                                                                      appelées
TRAVAUX DE L'ARTICLE 14-2
Clé : Bâtiment B
Traitement de la charpente                15 400,00    15 120,00    15 400,00        280,00
TOTAL TRAVAUX DE L'ARTICLE 14-2           15 400,00    15 120,00    15 400,00        280,00
OPERATIONS EXCEPTIONNELLES
Curage des réseaux                         1 000,00       900,00     1 000,00        100,00
TOTAL OPERATIONS EXCEPTIONNELLES           1 000,00       900,00     1 000,00        100,00
TOTAL GENERAL                             16 400,00    16 020,00    16 400,00        380,00`)
	keys := map[string]string{}
	for _, f := range form.Figures(predate.KindSchedule4, layout.Analyse(pages), lexicontest.House(t)) {
		if list, ok := f.Value.(predate.ClosedWorks); ok && f.Key == predate.FactClosedWorks {
			for _, w := range list {
				keys[w.Title] = w.Key
			}
		}
	}
	if len(keys) != 2 || keys["Traitement de la charpente"] != "Bâtiment B" || keys["Curage des réseaux"] != "" {
		t.Errorf("keys %v", keys)
	}
}

// TestAHeadIsOfTheColumnNearestToIt reads a work whose key is a narrow word at the left of
// a wide column: the head of keys, in the middle of that column, is not of the works.
func TestAHeadIsOfTheColumnNearestToIt(t *testing.T) {
	pages := layouttest.Pages(`ANNEXE N° 4 - COMPTE DE GESTION POUR TRAVAUX DE L'ARTICLE 14-2 ET OPERATIONS EXCEPTIONNELLES
EXERCICE 2024 : du 01/01/2024 au 31/12/2024
          Clé de répartition                   Opération                        Votées     Dépenses     Provisions       Solde
                                                                                                          appelées
TRAVAUX DE L'ARTICLE 14-2
Bâtiment B                     Traitement de la charpente                    15 400,00    15 120,00    15 400,00        280,00
                               (AG du 14/03/2024)
TOTAL TRAVAUX DE L'ARTICLE 14-2                                              15 400,00    15 120,00    15 400,00        280,00
TOTAL GENERAL                                                                15 400,00    15 120,00    15 400,00        280,00`)
	for _, f := range form.Figures(predate.KindSchedule4, layout.Analyse(pages), lexicontest.House(t)) {
		if list, ok := f.Value.(predate.ClosedWorks); ok {
			if len(list) != 1 || list[0].Title != "Traitement de la charpente" || list[0].Key != "Bâtiment B" {
				t.Errorf("%+v", list)
			}
			return
		}
	}
	t.Error("no works")
}
