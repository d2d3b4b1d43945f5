package decision_test

import (
	"testing"

	"predate/internal/reading/decision"
)

// TestTitlesKeepTheLetterOfABuilding cuts the majority off a title, and not the
// building "A" before it: a capital A is the preposition only before an article.
func TestTitlesKeepTheLetterOfABuilding(t *testing.T) {
	for printed, want := range map[string]string{
		"Ravalement du bâtiment A Majorité requise : article 25":                                      "Ravalement du bâtiment A",
		"RAVALEMENT DU BATIMENT A MAJORITE DE L’ARTICLE 25":                                           "RAVALEMENT DU BATIMENT A",
		"Ravalement du bâtiment A – À la majorité de l’article 25":                                    "Ravalement du bâtiment A",
		"QUITUS AU SYNDIC A LA MAJORITE DE L’ARTICLE 24":                                              "QUITUS AU SYNDIC",
		"Quitus au syndic (à majorité simple)":                                                        "Quitus au syndic",
		"Quitus au syndic Vote à la double majorité":                                                  "Quitus au syndic",
		"Remplacement de la chaudière : l'assemblée décide de réaliser les travaux pour 41 200,00 €.": "Remplacement de la chaudière",
		"L'assemblée approuve les comptes":                                                            "L'assemblée approuve les comptes",
	} {
		if got := decision.Title(printed); got != want {
			t.Errorf("decision.Title(%q) = %q, want %q", printed, got, want)
		}
	}
}

// TestWorkTitle keeps the own name of works.
func TestWorkTitle(t *testing.T) {
	for heading, want := range map[string]string{
		"Travaux hors budget – Réfection du hall (AG du 12/03/2025)": "Réfection du hall",
		"Appel de fonds travaux":                   "",
		"Art. 14-2 : Ravalement – Bâtiment A (lot": "Ravalement – Bâtiment A",
	} {
		if got := decision.WorkTitle(heading); got != want {
			t.Errorf("WorkTitle(%q) = %q, want %q", heading, got, want)
		}
	}
}

// TestNumber reads numbers of points in figures and in Roman letters.
func TestNumber(t *testing.T) {
	for printed, want := range map[string]int{"12": 12, "iv": 4, "xix": 19, "vi": 6, "a": 0, "": 0} {
		if n, ok := decision.Number(printed); n != want || ok != (want > 0) {
			t.Errorf("%q is %d, %v", printed, n, ok)
		}
	}
}
