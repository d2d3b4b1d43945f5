package typeset

import (
	"os"
	"testing"

	"predate/internal/report"
)

// Every figure of a real statement has a French name.
func TestEveryFigureHasALabel(t *testing.T) {
	encoded, err := os.ReadFile("../extranetsim/report.json")
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
