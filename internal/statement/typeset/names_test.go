package typeset

import (
	"os"
	"testing"

	"predate"
	"predate/internal/reading/report"
)

// Every figure of a real statement has a French name.
func TestEveryFigureHasALabel(t *testing.T) {
	encoded, err := os.ReadFile("../../collecting/extranetsim/report.json")
	if err != nil {
		t.Fatal(err)
	}
	statement, err := report.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	for key := range statement.Figures {
		if Label(key) == string(key) {
			t.Errorf("%s has no label", key)
		}
	}
}

// Pages of a deed that were left unread on purpose are counted beside its name.
func TestPagesLeftAreSaid(t *testing.T) {
	d := predate.ReadDocument{Pages: 60, Parts: []predate.Part{{First: 1, Last: 60, Kind: predate.KindRules}}}
	if said := contents(d); said != "Règlement de copropriété" {
		t.Errorf("read whole: %q", said)
	}
	d.LeftPages = []int{5, 6, 7}
	if said := contents(d); said != "Règlement de copropriété, dont 3 pages de texte courant parcourues sans être lues"+nbsp+": aucun chiffre n’en dépend" {
		t.Errorf("skimmed: %q", said)
	}
}

// Sellers are named as deeds do, where the order tells their names apart.
func TestNamesAreWrittenAsInDeeds(t *testing.T) {
	owners := []predate.Owner{{Firstname: "Hélène", Lastname: "Vassorelle"}, {Firstname: "Anne-Gaëlle", Lastname: "Le Bïhan"}, {Lastname: "SCI des Tilleuls"}}
	for printed, want := range map[string]string{
		"Mme Vassorelle Hélène":       "Mme Hélène VASSORELLE",
		"Madame VASSORELLE":           "Mme VASSORELLE",
		"LE BIHAN Anne-Gaelle":        "Anne-Gaëlle LE BÏHAN",
		"SCI DES TILLEULS":            "SCI DES TILLEULS",
		"M. et Mme Quentin Barrault":  "M. et Mme Quentin Barrault",
		"Indivision Vassorelle-Blain": "Indivision Vassorelle-Blain",
	} {
		if got := writtenName(printed, owners); got != want {
			t.Errorf("%q is written %q, want %q", printed, got, want)
		}
	}
	if got := ownerName(owners[0]); got != "Hélène VASSORELLE" {
		t.Errorf("the order names %q", got)
	}
}
