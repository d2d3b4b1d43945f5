package desk_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
	"predate/internal/reading/look"
)

var (
	aubrac = desk.Decision{By: "C. Aubrac", Operator: "opr_1", Role: predate.RoleOperator, Why: "annexe signée"}
	durand = desk.Decision{By: "A. Durand", Operator: "opr_2", Role: predate.RoleOperator, Why: "relu"}
	lead   = desk.Decision{By: "M. Sorel", Operator: "opr_3", Role: predate.RoleLead, Why: "relu aussi"}
)

// A statement goes as the operator saw it, once every doubt is settled.
func TestIssue(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.place(o.placing())
		o.readWith(order, predate.DossierComplete, arrearsDoubt, gateDoubt)
		issue := func(seen predate.Hash) error { return o.Issue(o.ctx, order.ID, aubrac, seen) }
		refused(t, issue("cd"), predate.CodeConflict, "a changé depuis que vous l’avez vue")
		refused(t, issue(""), predate.CodeConflict, "a changé depuis que vous l’avez vue")
		refused(t, issue("ab"), predate.CodeConflict, "Il reste à décider : Charges impayées par l’ensemble des copropriétaires ; Annexe 1 : liste individuelle et comptes 45.")
		if err := o.Acknowledge(o.ctx, order.ID, aubrac, gateDoubt.ID); err != nil {
			t.Fatal(err)
		}
		refused(t, issue("ab"), predate.CodeConflict, "Il reste à décider : Charges impayées par l’ensemble des copropriétaires.")
		if err := o.Rule(o.ctx, order.ID, aubrac, []predate.Ruling{{Key: predate.KeyArrears, Value: predate.Money(1)}}); err != nil {
			t.Fatal(err)
		}
		refused(t, issue("ab"), predate.CodeConflict, "en cours de relecture")
		o.readWith(order, "", gateDoubt)
		if err := issue("ab"); err != nil {
			t.Fatal(err)
		}
		if run := o.runOf(order); !run.Approved {
			t.Error("the run is not approved")
		}
		if acts := o.acts(order.ID); !slices.Contains(acts, "C. Aubrac review.issue annexe signée") {
			t.Errorf("acts %v", acts)
		}
		refused(t, issue("ab"), predate.CodeConflict, "n’attend aucun opérateur")
	})
}

// Where an account asks for four eyes, two persons issue the same report; the second
// is a lead, where the person has a role.
func TestFourEyes(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		o.account.FourEyes = true
		o.tx(func(ctx context.Context, tx store.Tx) error { return store.UpdateAccount(ctx, tx, &o.account) })
		order := o.place(o.placing())
		o.readWith(order, predate.DossierComplete, gateDoubt)
		if err := o.Acknowledge(o.ctx, order.ID, aubrac, gateDoubt.ID); err != nil {
			t.Fatal(err)
		}
		first := func() *store.FirstIssue { return must[desk.Inquiry](t)(o.Inquiry(o.ctx, order.ID)).FirstIssue }
		issue := func(by desk.Decision, seen predate.Hash) error { return o.Issue(o.ctx, order.ID, by, seen) }
		if err := issue(aubrac, "ab"); err != nil {
			t.Fatal(err)
		}
		if f := first(); f == nil || f.Operator != "opr_1" || f.Why != aubrac.Why || o.runOf(order).Approved {
			t.Fatalf("the first issue is %+v", f)
		}
		refused(t, issue(aubrac, "ab"), predate.CodeConflict, "une autre doit le faire")
		refused(t, o.Approve(o.ctx, order.ID, desk.Decision{By: "c. aubrac ", Why: "encore"}), predate.CodeConflict, "une autre doit le faire")
		refused(t, issue(durand, "ab"), predate.CodeForbidden, "la seconde est un responsable")

		// Another report is another statement: it begins again.
		if err := o.Record(o.ctx, desk.Progress{Run: o.runOf(order), Review: true, Change: func(r *predate.Run) { r.ReportHash = "cd" }}); err != nil {
			t.Fatal(err)
		}
		if f := first(); f != nil {
			t.Errorf("who saw another report counts: %+v", f)
		}
		refused(t, issue(lead, "ab"), predate.CodeConflict, "a changé")
		if err := issue(aubrac, "cd"); err != nil {
			t.Fatal(err)
		}
		if err := issue(lead, "cd"); err != nil {
			t.Fatal(err)
		}
		acts := strings.Join(o.acts(order.ID), "\n")
		if !o.runOf(order).Approved || strings.Count(acts, "C. Aubrac review.first_issue annexe signée") != 2 || !strings.Contains(acts, "M. Sorel review.issue relu aussi") {
			t.Errorf("acts %s", acts)
		}
	})
}

// To approve a statement as it stands acknowledges what is in doubt.
func TestApproveAcknowledges(t *testing.T) {
	o := open(t)
	order := o.place(o.placing())
	o.readWith(order, predate.DossierComplete, arrearsDoubt, gateDoubt)
	if err := o.Approve(o.ctx, order.ID, desk.Decision{By: "C. Aubrac", Why: "vu avec le syndic"}); err != nil {
		t.Fatal(err)
	}
	for _, d := range must[[]predate.SettledDoubt](t)(o.Doubts(o.ctx, order.ID)) {
		if d.State != predate.DoubtAcknowledged || d.By != "C. Aubrac" || d.Why != "vu avec le syndic" {
			t.Errorf("after the approval: %+v", d)
		}
	}
	if acts := o.acts(order.ID); len(acts) != 3 || !o.runOf(order).Approved {
		t.Errorf("acts %v", acts)
	}
}

// An order that an operator works on is his until he leaves it, or a lead takes it.
func TestClaims(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.place(o.placing())
		o.readWith(order, predate.DossierComplete, gateDoubt)
		claim := func(who desk.Decision) error { _, err := o.ClaimOrder(o.ctx, order.ID, who); return err }
		take := func(who desk.Decision) error { _, err := o.TakeOver(o.ctx, order.ID, who); return err }
		holder := func() string {
			if c := must[desk.Inquiry](t)(o.Inquiry(o.ctx, order.ID)).Claim; c != nil {
				return c.By
			}
			return ""
		}
		expect := func(want string, errs ...error) {
			t.Helper()
			for _, err := range errs {
				if err != nil {
					t.Fatal(err)
				}
			}
			if got := holder(); got != want {
				t.Fatalf("%q holds the order, want %q", got, want)
			}
		}
		cli := desk.Decision{By: "camille", Why: "vu"}
		expect("")
		expect("C. Aubrac", claim(aubrac))
		refused(t, claim(durand), predate.CodeConflict, "C. Aubrac travaille sur la commande")
		refused(t, take(durand), predate.CodeConflict, "C. Aubrac travaille sur la commande")
		for _, by := range []desk.Decision{durand, lead, cli} {
			refused(t, o.Acknowledge(o.ctx, order.ID, by, gateDoubt.ID), predate.CodeConflict, "C. Aubrac travaille")
			refused(t, o.Approve(o.ctx, order.ID, by), predate.CodeConflict, "C. Aubrac travaille")
			refused(t, o.Correct(o.ctx, order.ID, by), predate.CodeConflict, "C. Aubrac travaille")
		}
		if err := o.Acknowledge(o.ctx, order.ID, aubrac, gateDoubt.ID); err != nil {
			t.Fatal(err)
		}
		o.clock.Pass(40 * time.Second)
		expect("C. Aubrac", claim(aubrac), o.ReleaseOrder(o.ctx, order.ID, durand)) // a heartbeat
		o.clock.Pass(40 * time.Second)
		expect("C. Aubrac")
		expect("M. Sorel", take(lead))
		refused(t, o.Unacknowledge(o.ctx, order.ID, aubrac, gateDoubt.ID), predate.CodeConflict, "M. Sorel travaille")
		o.clock.Pass(46 * time.Second)
		expect("") // it ends by itself
		if err := o.Unacknowledge(o.ctx, order.ID, cli, gateDoubt.ID); err != nil {
			t.Fatal(err)
		}
		expect("A. Durand", take(durand))
		expect("", o.ReleaseOrder(o.ctx, order.ID, durand))
		taken := slices.DeleteFunc(o.acts(order.ID), func(act string) bool { return !strings.Contains(act, "take_over") })
		if len(taken) != 1 || taken[0] != "M. Sorel review.take_over à la place de C. Aubrac" {
			t.Errorf("taken over: %v", taken)
		}
		refused(t, func() error { _, err := o.ClaimOrder(o.ctx, "ZZZZZZ", aubrac); return err }(), predate.CodeNotFound, "Aucune commande")
	})
}

// What a person decided last is taken back within the span that the caller gives, with
// what he taught by it, and what was there before is there again.
func TestUndo(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		const within = 10 * time.Second
		order := o.place(o.placing())
		o.readWith(order, predate.DossierComplete, arrearsDoubt, gateDoubt)
		rule := func(by desk.Decision, cents predate.Money) {
			t.Helper()
			if err := o.Rule(o.ctx, order.ID, by, []predate.Ruling{{Key: predate.KeyArrears, Value: cents}, {Key: predate.KeySupplierDebt, Value: cents}}); err != nil {
				t.Fatal(err)
			}
		}
		undo := func(by desk.Decision) error { return o.Undo(o.ctx, order.ID, by, within) }
		ruled := func() (values []predate.Value, by string) {
			for _, r := range must[desk.Inquiry](t)(o.Inquiry(o.ctx, order.ID)).Rulings {
				values, by = append(values, r.Value), r.By
			}
			return values, by
		}
		refused(t, undo(aubrac), predate.CodeConflict, "plus rien à annuler")
		rule(aubrac, 100)
		o.clock.Pass(time.Minute)
		refused(t, undo(aubrac), predate.CodeConflict, "plus rien à annuler")
		rule(durand, 200)
		o.readWith(order, "", gateDoubt)
		refused(t, undo(aubrac), predate.CodeConflict, "plus rien à annuler")
		if err := undo(durand); err != nil {
			t.Fatal(err)
		}
		if values, by := ruled(); len(values) != 2 || values[0] != predate.Money(100) || by != "C. Aubrac" || o.runOf(order).Read {
			t.Errorf("after the undo: %v of %s", values, by)
		}
		refused(t, undo(durand), predate.CodeConflict, "plus rien à annuler")

		o.readWith(order, "", gateDoubt)
		o.clock.Pass(time.Second)
		if err := o.Acknowledge(o.ctx, order.ID, aubrac, gateDoubt.ID); err != nil {
			t.Fatal(err)
		}
		if err := undo(aubrac); err != nil {
			t.Fatal(err)
		}
		if got := o.doubts(order); got[gateDoubt.ID] != predate.DoubtOpen || !o.runOf(order).Read {
			t.Errorf("after the undo: %v", got)
		}

		// What another person decided since is not lost.
		o.clock.Pass(time.Second)
		rule(aubrac, 300)
		o.clock.Pass(time.Second)
		rule(durand, 400)
		refused(t, undo(aubrac), predate.CodeConflict, "a changé depuis")
		if values, _ := ruled(); values[0] != predate.Money(400) {
			t.Errorf("after a refused undo: %v", values)
		}
		if acts := strings.Join(o.acts(order.ID), "\n"); !strings.Contains(acts, "A. Durand review.undo condominium_arrears, supplier_debt: relu") || strings.Count(acts, "review.undo") != 2 {
			t.Errorf("acts %s", acts)
		}
	})
}

// What was taught by a ruling that is taken back is not taught.
func TestUndoUnteaches(t *testing.T) {
	o := open(t)
	order := o.inReview()
	if err := o.Rule(o.ctx, order.ID, aubrac, []predate.Ruling{{Key: predate.KeyArrears, Value: predate.Money(1200)}}, look.Look{Issuer: "cabinet orvellac", Kind: predate.KindSchedule1, Program: look.Program{Key: predate.KeyArrears, Anchor: "ardoise", Relation: look.Right, Day: "clos au"}}); err != nil {
		t.Fatal(err)
	}
	if all := must[[]desk.Taught](t)(o.Looks(o.ctx)); len(all) != 1 {
		t.Fatalf("looks %v", all)
	}
	if err := o.Undo(o.ctx, order.ID, aubrac, 10*time.Second); err != nil {
		t.Fatal(err)
	}
	if all := must[[]desk.Taught](t)(o.Looks(o.ctx)); len(all) != 0 {
		t.Errorf("looks %v", all)
	}
}

// No statement goes while papers hold it back, whoever lets it go and however.
func TestNothingGoesThatPapersHoldBack(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.place(o.placing())
		o.readWith(order, predate.DossierComplete, gateDoubt)
		lacks := func(reserve bool) {
			o.does(order, desk.Progress{Review: true, Change: func(r *predate.Run) {
				r.Gaps = []predate.Gap{{Kind: predate.GapDocument, Code: "schedule_1", Message: "L’annexe 1.", Reserve: reserve}}
			}})
		}
		lacks(false)
		refused(t, o.Approve(o.ctx, order.ID, lead), predate.CodeConflict, "Il manque encore des pièces")
		if states := o.doubts(order); states[gateDoubt.ID] != predate.DoubtOpen {
			t.Errorf("a refused approval acknowledged %v", states)
		}
		if err := o.Acknowledge(o.ctx, order.ID, aubrac, gateDoubt.ID); err != nil {
			t.Fatal(err)
		}
		refused(t, o.Issue(o.ctx, order.ID, lead, "ab"), predate.CodeConflict, "Il manque encore des pièces")
		if o.runOf(order).Approved {
			t.Error("it is approved all the same")
		}
		lacks(true)
		if err := o.Issue(o.ctx, order.ID, aubrac, "ab"); err != nil {
			t.Errorf("a reserve holds it back: %v", err)
		}
	})
}
