package compute

import (
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/wording"
)

// TestAPaperThatDoesNotExistIsAReserve: the statement no longer waits for a paper
// that does not exist, says whose word it is, and invents no figure in its place.
func TestAPaperThatDoesNotExistIsAReserve(t *testing.T) {
	s := soundDossier()
	s.drop("annexe-1.pdf")
	before := Compute(s.in)
	i := slices.IndexFunc(before.Outcome.Missing, func(g predate.Gap) bool { return g.Code == "schedule_1" && g.Blocking() })
	if before.Outcome.State != predate.OutcomeWaiting || i < 0 {
		t.Fatalf("without its annexe 1 the dossier is %s: %v", before.Outcome.State, before.Outcome.Missing)
	}
	gap := before.Outcome.Missing[i]
	said := predate.Correction{
		About: predate.RemarkAbsent, Code: gap.Code, FiscalYear: gap.FiscalYear, Value: "le syndic Durand", By: "C. Aubrac", On: date("2026-05-18"), Why: "courriel du 12 mai",
	}
	other := said
	other.FiscalYear = "1999"
	s.in.Corrections = []predate.Correction{other}
	if got := Compute(s.in); got.Outcome.State != predate.OutcomeWaiting {
		t.Errorf("another exercise's annexe lacks, and the dossier is %s", got.Outcome.State)
	}
	s.in.Corrections = []predate.Correction{said}
	after := Compute(s.in)
	codes, messages := owing(after)
	if after.Outcome.State != predate.OutcomeReview || !slices.Contains(codes, "schedule_1") {
		t.Errorf("the dossier is %s, owing %v", after.Outcome.State, codes)
	}
	warnings := strings.Join(wording.All(after.Outcome.Warnings), "\n")
	for _, want := range []string{"le syndic Durand", "C. Aubrac", "courriel du 12 mai"} {
		if !strings.Contains(messages, want) || !strings.Contains(warnings, want) {
			t.Errorf("%q is not said in:\n%s\n%s", want, messages, warnings)
		}
	}
	if f := after.Figure(predate.KeyArrears); f.Known() || f.Value != nil {
		t.Errorf("the arrears are %v (%s)", f.Value, f.Status)
	}
}

// TestTheClientsWordHoldsForWhatHeWasAsked: his word makes a reserve of the gap that
// he answered, with his name and day, and of no other.
func TestTheClientsWordHoldsForWhatHeWasAsked(t *testing.T) {
	s := soundDossier()
	s.drop("annexe-1.pdf")
	before := Compute(s.in)
	i := slices.IndexFunc(before.Outcome.Missing, func(g predate.Gap) bool { return g.Code == "schedule_1" && g.Blocking() })
	gap := before.Outcome.Missing[i]
	said := predate.Correction{
		About: predate.RemarkUnobtainable, Code: gap.Code, FiscalYear: gap.FiscalYear, Value: "Mme Vassorelle", By: "Mme Vassorelle", On: date("2026-05-18"),
		Why: "le syndic ne répond pas", Declarant: predate.DeclaredByClient, Asked: []string{"L’annexe 1 d’un autre exercice."},
	}
	s.in.Corrections = []predate.Correction{said}
	if got := Compute(s.in); got.Outcome.State != predate.OutcomeWaiting {
		t.Errorf("an answer to another sentence makes the dossier %s", got.Outcome.State)
	}
	said.Asked = append(said.Asked, gap.Message)
	for _, test := range []struct {
		about predate.Remark
		says  string
	}{{predate.RemarkUnobtainable, "ne peut pas être obtenue"}, {predate.RemarkAbsent, "n’existe pas"}} {
		said.About = test.about
		s.in.Corrections = []predate.Correction{said}
		after := Compute(s.in)
		codes, messages := owing(after)
		if after.Outcome.State != predate.OutcomeReview || !slices.Contains(codes, "schedule_1") {
			t.Errorf("the dossier is %s, owing %v", after.Outcome.State, codes)
		}
		for _, want := range []string{gap.Message, test.says, "déclaré par Mme Vassorelle le 18/05/2026", "« le syndic ne répond pas »"} {
			if !strings.Contains(messages, want) {
				t.Errorf("%q is not said in:\n%s", want, messages)
			}
		}
		if f := after.Figure(predate.KeyArrears); f.Known() || f.Value != nil {
			t.Errorf("the arrears are %v (%s)", f.Value, f.Status)
		}
		if !said.Answers(after.Outcome.Missing[slices.IndexFunc(after.Outcome.Missing, func(g predate.Gap) bool { return g.Code == gap.Code })]) {
			t.Error("what was answered is not known again with its answer")
		}
	}
}
