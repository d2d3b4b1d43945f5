package compute

import (
	"testing"

	"predate"
)

// TestAnAdvanceOnWorksDoesNotEndThem: light accounts list what was paid, to the end or in
// part; works of which a part was paid stay in progress.
func TestAnAdvanceOnWorksDoesNotEndThem(t *testing.T) {
	paid := func(label string, amount predate.Cents) predate.Movement {
		return predate.Movement{Date: date("2025-10-02"), Label: label, Debit: amount}
	}
	const title = "Réfection du hall"
	for name, c := range map[string]struct {
		expenses predate.MovementList
		ended    bool
	}{
		"the balance":                       {predate.MovementList{paid(title+" solde", 300000)}, true},
		"an advance, then the balance":      {predate.MovementList{paid(title+" acompte", 300000), paid(title+" – solde", 690000)}, true},
		"all of it, without a word":         {predate.MovementList{paid(title+", Peintures Vallorme", 985000)}, true},
		"an advance":                        {predate.MovementList{paid("Acompte – "+title, 300000)}, false},
		"an advance of the most":            {predate.MovementList{paid(title+" acompte 80 %", 800000)}, false},
		"a first statement of works":        {predate.MovementList{paid(title+", situation n° 1", 400000)}, false},
		"a third of it, without a word":     {predate.MovementList{paid(title+", Peintures Vallorme", 300000)}, false},
		"two thirds in two, without a word": {predate.MovementList{paid(title, 300000), paid(title, 400000)}, false},
		"other works":                       {predate.MovementList{paid("Réfection du porche solde", 990000)}, false},
	} {
		s := lightDossier()
		for i := range s.in.Papers {
			if p := &s.in.Papers[i]; p.File == "comptes-2025.pdf" {
				change(p, predate.FactExpenses, func(predate.Value) predate.Value { return c.expenses })
			}
		}
		f := Compute(s.in).Figure(predate.KeyVotedWorks)
		if ended := f.Status == predate.StatusNone; ended != c.ended {
			t.Errorf("%s: works voted %s %v, ended %t", name, f.Status, f.Value, c.ended)
		}
	}
}
