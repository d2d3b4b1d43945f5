package compute

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLotMentions(t *testing.T) {
	for text, want := range map[string][]string{
		"14, 38":           {"14", "38"},
		"lots n° 14 et 38": {"14", "38"},
		"Lot 14 (appartement T3 3e étage, 65 m²), lot 38 (cave)": {"14", "38"},
		"14 / 38 / 112":                      {"14", "38", "112"},
		"lot 7 bâtiment 2, escalier 3":       {"7"},
		"14 à 16":                            {"14", "15", "16"},
		"Appartement au 2e étage, lot n°105": {"105"},
		"3bis":                               {"3bis"},
		"":                                   nil,
		"appartement F2 de 40 m2 au 1er":     nil,
		"B04":                                {"B04"},
		"A12, C7":                            {"A12", "C7"},
		"Lot A-12":                           {"A-12"},
		"lots A12 et C7":                     {"A12", "C7"},
		"lot n° A12, cave C7":                {"A12"},
		"lot 14, T3 au 2e, porte B12":        {"14"},
		"14 et A7":                           {"14", "A7"},
		"lot 7 B2":                           {"7"},
		"14, appartement B12":                {"14"},
	} {
		if diff := cmp.Diff(want, lotMentions(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestSameKey(t *testing.T) {
	for _, c := range []struct {
		code1, label1, code2, label2 string
		want                         bool
	}{
		{"GEN", "Charges communes générales", "GEN", "CHARGES GENERALES", true},
		{"GEN", "Charges", "ASC", "Charges", false},
		{"", "Charges bâtiment A", "", "Bâtiment A", true},
		{"", "Charges bât. A", "", "Charges bâtiment A", true},
		{"", "Charges bâtiment A", "", "Charges bâtiment B", false},
		{"", "Ascenseur A", "", "Ascenseur", false},
		{"ASC", "Ascenseur", "", "ASC", true},
		{"GEN", "Charges communes générales", "", "GEN", true},
		{"", "PKS", "PKS", "Parking couvert", true},
		{"", "Charges communes", "", "Charges", false},
	} {
		if got := sameKey(c.code1, c.label1, c.code2, c.label2); got != c.want {
			t.Errorf("sameKey(%q, %q, %q, %q) = %v", c.code1, c.label1, c.code2, c.label2, got)
		}
	}
}

func TestSameWork(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Réfection de la toiture-terrasse", "RÉFECTION TOITURE TERRASSE – Étanchéité Marouzel", true},
		{"Ravalement du bâtiment A", "Ravalement du bâtiment B", false},
		{"Remplacement de la chaudière n° 2", "Remplacement de la chaudière n° 1", false},
		{"Réfection du hall", "Réfection de la toiture", false},
		{"", "Réfection du hall", false},
	} {
		if got := sameWork(c.a, c.b); got != c.want {
			t.Errorf("sameWork(%q, %q) = %v", c.a, c.b, got)
		}
	}
}
