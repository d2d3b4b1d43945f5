package compute

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/wording"
)

// Explaining changes nothing in the statement, and every proof of every figure
// is a reading that was considered and chosen.
func TestExplainAccountsForEveryProof(t *testing.T) {
	for name, in := range map[string]Input{"sound": soundDossier().in, "disputed": disputedDossier(t)} {
		s, considered := Explain(in)
		if diff := cmp.Diff(Compute(in), s); diff != "" {
			t.Errorf("%s: explaining changes the statement: %s", name, diff)
		}
		for key, f := range s.Figures {
			shown := map[predate.Evidence]bool{}
			for n, c := range considered[key] {
				if c.Why.IsZero() || c.File == "" {
					t.Errorf("%s, %s: a reading without a reason: %+v", name, key, c)
				}
				if n > 0 && c.Chosen && !considered[key][n-1].Chosen {
					t.Errorf("%s, %s: the chosen do not come first", name, key)
				}
				for _, e := range c.Candidate.Evidence {
					shown[e] = shown[e] || c.Chosen
				}
			}
			for _, e := range f.Evidence {
				if !shown[e] {
					t.Errorf("%s, %s: the proof %v was not considered", name, key, e)
				}
			}
		}
	}
}

func TestExplainTellsWhyAReadingIsSetAside(t *testing.T) {
	s := soundDossier()
	old := s.add("annexe-2024.pdf", predate.KindSchedule1, "2025-02-28", asOf(money(predate.KeySupplierDebt, 111), "2024-12-31"))
	replaced := *old
	replaced.File, replaced.Superseded = "annexe-remplacée.pdf", true
	replaced.Figures = []predate.Figure{asOf(money(predate.KeySupplierDebt, 222), "2025-12-31")}
	s.in.Papers = append(s.in.Papers, replaced)
	whys := func(in Input) map[string]string {
		_, considered := Explain(in)
		found := map[string]string{}
		for _, c := range considered[predate.KeySupplierDebt] {
			found[c.File] = wording.Of(c.Why)
		}
		return found
	}
	want := map[string]string{
		"annexe-1.pdf":         "retenue",
		"annexe-2024.pdf":      "vaut au 31/12/2024, et non au 31/12/2025",
		"annexe-remplacée.pdf": "une autre pièce remplace celle-ci",
	}
	if diff := cmp.Diff(want, whys(s.in)); diff != "" {
		t.Error(diff)
	}
	s.in.Rulings = []predate.Ruling{ruling(predate.KeySupplierDebt, predate.Money(333))}
	if got := whys(s.in)["annexe-1.pdf"]; got != "un opérateur a décidé du chiffre" {
		t.Errorf("beside a ruling: %q", got)
	}
	for file, why := range whys(disputedDossier(t)) {
		if why != "retenue" {
			t.Errorf("%s: %q, although both say the same debt", file, why)
		}
	}
	_, considered := Explain(disputedDossier(t))
	if c := considered[predate.KeyArrears]; len(c) < 2 || wording.Of(c[0].Why) != "contredit une autre lecture" || !c[1].Why.Equal(c[0].Why) {
		t.Errorf("the contradiction is not told: %+v", c)
	}
}
