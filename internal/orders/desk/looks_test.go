package desk_test

import (
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
	"predate/internal/reading/look"
)

// What operators teach in several orders is one look with as many confirmations,
// each dossier once; it reads nothing before somebody activates it, a person who
// says the same confirms it, and one contradiction retires it for good.
func TestLooksLiveAndEnd(t *testing.T) {
	o := open(t)
	by := desk.Decision{By: "C. Aubrac", Why: "annexe signée"}
	says := look.Look{Issuer: "cabinet orvellac", Kind: predate.KindSchedule1, Heads: []string{"exercice clos"}, Program: look.Program{Key: predate.KeyArrears, Anchor: "ardoise", Relation: look.Right, Day: "clos au"}}
	orders := []predate.Order{o.inReview(), o.inReview(), o.inReview()}
	for _, order := range []predate.Order{orders[0], orders[1], orders[1]} {
		if err := o.Rule(o.ctx, order.ID, by, []predate.Ruling{{Key: predate.KeyArrears, Value: predate.Money(1200)}}, says); err != nil {
			t.Fatal(err)
		}
	}
	only := func(state store.LookState, confirmed int64) desk.Taught {
		t.Helper()
		all := must[[]desk.Taught](t)(o.Looks(o.ctx))
		last := all[len(all)-1]
		if last.State != state || last.Confirmed != confirmed || last.Says.Program != says.Program {
			t.Fatalf("%+v, want %s with %d confirmations", last, state, confirmed)
		}
		return last
	}
	taught := only(store.LookProposed, 2)
	if c := must[desk.Case](t)(o.Case(o.ctx, orders[2].Run)); len(c.Looks) != 0 {
		t.Errorf("at work before anybody activated it: %v", c.Looks)
	}
	refused(t, o.ActivateLook(o.ctx, taught.ID, desk.Decision{By: "A. Martin"}), predate.CodeInvalid, "un nom et un motif")
	if err := o.ActivateLook(o.ctx, taught.ID, by); err != nil {
		t.Fatal(err)
	}
	if c := must[desk.Case](t)(o.Case(o.ctx, orders[2].Run)); len(c.Looks) != 1 || c.Looks[0].ID != taught.ID || c.Looks[0].Confirmed != 2 {
		t.Errorf("not at work: %v", c.Looks)
	}

	learnt := func(fate predate.LearntFate) {
		t.Helper()
		one := predate.Learnt{Look: taught.ID, Key: predate.KeyArrears, Fate: fate, By: "C. Aubrac", Against: predate.Worded("Les pièces disent 12,00 €.")}
		if err := o.Record(o.ctx, desk.Progress{Run: o.runOf(orders[2]), Review: true, Learnt: []predate.Learnt{one}}); err != nil {
			t.Fatal(err)
		}
	}
	learnt(predate.LearntProposed)
	learnt(predate.LearntAgrees)
	only(store.LookActive, 2)
	learnt(predate.LearntConfirmed)
	learnt(predate.LearntConfirmed)
	only(store.LookActive, 3)
	learnt(predate.LearntContradicted)
	if note := only(store.LookRetired, 3).Note; note != "Contredit dans la commande "+string(orders[2].ID)+" (condominium_arrears) : Les pièces disent 12,00 €." {
		t.Errorf("note %q", note)
	}
	refused(t, o.ActivateLook(o.ctx, taught.ID, by), predate.CodeConflict, "est retiré")

	o.clock.Pass(time.Hour)
	if err := o.Rule(o.ctx, orders[0].ID, by, []predate.Ruling{{Key: predate.KeyArrears, Value: predate.Money(1200)}}, says); err != nil {
		t.Fatal(err)
	}
	if again := only(store.LookProposed, 1); again.ID == taught.ID {
		t.Error("what was retired is at hand again")
	}
	refused(t, o.RetireLook(o.ctx, "look_none", by), predate.CodeNotFound, "Aucun apprentissage")
}
