package period_test

import (
	"testing"

	"predate/internal/reading/period"
)

// TestNamed reads slices of the calendar, and none of an exercise.
func TestNamed(t *testing.T) {
	for text, want := range map[string]string{
		"2e trimestre 2026":            "2026-04-01 2026-06-30",
		"1er semestre 2026":            "2026-01-01 2026-06-30",
		"t3 2026":                      "2026-07-01 2026-09-30",
		"janvier a mars 2026":          "2026-01-01 2026-03-31",
		"mois de mars 2026":            "2026-03-01 2026-03-31",
		"2e trimestre exercice 2026":   "",
		"appel du 12 mars 2026":        "",
		"mars a janvier 2026":          "",
		"5e trimestre de l'annee 2026": "",
	} {
		got := ""
		if p, ok := period.Named(text); ok {
			got = p.From.String() + " " + p.To.String()
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestSpansIn reads exercises by their two days, and no shorter span.
func TestSpansIn(t *testing.T) {
	for text, want := range map[string]int{
		"exercice du 01/01/2025 au 31/12/2025":                       1,
		"du 01/07/2023 au 30/06/2024 et du 01/07/2024 au 30/06/2025": 2,
		"du 01/01/2025 au 31/03/2025":                                0,
		"assemblée du 12/03/2026, exercice clos le 31/12/2025":       0,
	} {
		if got := len(period.SpansIn(text)); got != want {
			t.Errorf("%q has %d spans, want %d", text, got, want)
		}
	}
	if got := period.UntilDay("Exercice clos le 31/12/2025 approuvé"); got != "Exercice clos le 31/12/2025" {
		t.Errorf("until the day: %q", got)
	}
}
