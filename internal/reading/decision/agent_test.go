package decision_test

import (
	"testing"

	"predate/internal/base/fold"
	"predate/internal/reading/decision"
)

// TestAgentOfJudge states who is in office and by which decision; a sentence that denies one,
// or that names a contract of the syndic, states none.
func TestAgentOfJudge(t *testing.T) {
	for sentence, want := range map[string]string{
		"Le président du tribunal a désigné un mandataire ad hoc (article 29-1 A) par ordonnance du 1er mars 2026.": "Mandataire ad hoc désigné par ordonnance du 1er mars 2026 (article 29-1 A)",
		"Un administrateur provisoire a été nommé.":                                                                 "Un administrateur provisoire a été nommé.",
		"Aucun mandataire ad hoc n'a été désigné.":                                                                  "",
		"Mandat de syndic ou administrateur provisoire désigné par l'assemblée":                                     "",
		"Rémunération du mandataire ad hoc":                                                                         "",
	} {
		if got, ok := decision.AgentOfJudge(sentence, fold.Text(sentence)); got != want || ok != (want != "") {
			t.Errorf("%q is %q, want %q", sentence, got, want)
		}
	}
}
