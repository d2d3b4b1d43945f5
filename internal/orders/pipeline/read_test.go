package pipeline

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/wording"
)

// Operators see what a look proposes, with its words; what it did not propose is
// no matter for them.
func TestProposals(t *testing.T) {
	read := func(fate predate.LearntFate) predate.Learnt {
		return predate.Learnt{Look: "look_1", Key: predate.KeyArrears, Fate: fate, Figure: predate.Figure{Evidence: []predate.Evidence{{File: "annexe.pdf", Page: 2, Text: "12,00"}}}}
	}
	got := proposals([]predate.Learnt{read(predate.LearntUsed), read(predate.LearntProposed), read(predate.LearntAgrees), read(predate.LearntContradicted)})
	want := []string{"Lecture apprise à confirmer (charges impayées par l’ensemble des copropriétaires) : « 12,00 », annexe.pdf, p. 2 (apprentissage look_1)."}
	if diff := cmp.Diff(want, wording.All(got)); diff != "" {
		t.Error(diff)
	}
}
