package keyname_test

import (
	"strings"
	"testing"

	"predate/internal/reading/keyname"
)

func TestSplit(t *testing.T) {
	for words, want := range map[string][2]string{
		"Charges générales (GEN)":                    {"GEN", "Charges générales"},
		"Ascenseur A [ASCA]":                         {"ASCA", "Ascenseur A"},
		"Clé n° 12 Chauffage":                        {"12", "Chauffage"},
		"BAT – Bâtiment B":                           {"BAT", "Bâtiment B"},
		"CHARGES GENERALES":                          {"", "CHARGES GENERALES"},
		"Ascenseur bât. B [ASC] . Budget de l'année": {"ASC", "Ascenseur bât. B"},
		"Ascenseur. Budget de l'année":               {"", "Ascenseur"},
		"Ascenseur ASC — vos parts : 44 / 1 000":     {"ASC", "Ascenseur"},
		"CLE BOX BOX - BASE 16 - VOTRE PART 1 LOTS":  {"BOX", "BOX"},
		"Charges bâtiment A – tantièmes 40 / 1 000":  {"", "Charges bâtiment A"},
	} {
		if code, label := keyname.Split(words); code != want[0] || label != want[1] {
			t.Errorf("%q is %q, %q; want %q", words, code, label, want)
		}
	}
}

func TestInSentence(t *testing.T) {
	for words, want := range map[string]string{
		"Lot 8 – Ascenseur [ASC]. Budget de l'année":           "Ascenseur [ASC]",
		"Lot n° 12 (Cave) : Charges générales. Montant voté":   "Charges générales",
		"Lot 8 – Appartement":                                  "",
		"Charges générales [GEN]. Budget de l'année du lot 8.": "",
	} {
		if got, ok := keyname.InSentence(words); got != want || ok != (want != "") {
			t.Errorf("%q names %q, want %q", words, got, want)
		}
	}
}

func TestTelling(t *testing.T) {
	for name, want := range map[string]string{
		"charges relatives aux parties communes generales": "generales",
		"charges communes bat a":                           "batiment a",
		"asc escalier 2":                                   "ascenseur escalier 2",
		"charges communes":                                 "",
	} {
		if got := strings.Join(keyname.Telling(name), " "); got != want {
			t.Errorf("%q is told by %q, want %q", name, got, want)
		}
	}
}
