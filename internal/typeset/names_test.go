package typeset

import (
	"os"
	"testing"

	"predate/internal/report"
)

// Every figure of a real statement has a French name and its place in the list.
func TestEveryFigureHasALabel(t *testing.T) {
	encoded, err := os.ReadFile("../extranetsim/report.json")
	if err != nil {
		t.Fatal(err)
	}
	statement, err := report.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, key := range Labelled() {
		if listed[string(key)] {
			t.Errorf("%s is listed twice", key)
		}
		listed[string(key)] = true
	}
	for key := range statement.Figures {
		if Label(key) == string(key) {
			t.Errorf("%s has no label", key)
		}
		if !listed[string(key)] {
			t.Errorf("%s is not listed", key)
		}
	}
}
