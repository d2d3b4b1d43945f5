package form_test

import (
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestALegendThatIsATableNamesKeys gives the lines of a call the name and the unit that a
// table of codes has; a code that it lacks stays as it is.
func TestALegendThatIsATableNamesKeys(t *testing.T) {
	doc := layouttest.Sketch(`
		APPEL DE FONDS
		Légende des clés
		Clé               Intitulé                            Unité
		GEN               Charges générales                   millièmes
		EAU               Eau (relevés de compteurs)          m³`)
	var lines []predate.Figure
	for _, code := range []string{"GEN", "EAU", "ASC"} {
		lines = append(lines, predate.Figure{Key: predate.FactCallLine, Value: predate.CallLine{Label: code, Base: 1000, Unit: "tantièmes"}})
	}
	want := []predate.CallLine{
		{Code: "GEN", Label: "Charges générales", Base: 1000, Unit: "millièmes"},
		{Code: "EAU", Label: "Eau (relevés de compteurs)", Base: 1000, Unit: "m³", Metered: true},
		{Label: "ASC", Base: 1000, Unit: "tantièmes"},
	}
	for i, f := range form.NameKeys(predate.KindFundCall, doc, lexicontest.House(t), lines) {
		if f.Value != want[i] {
			t.Errorf("%+v, want %+v", f.Value, want[i])
		}
	}
}
