package desk_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// inReview places an order whose reading left a doubt.
func (o *office) inReview() predate.Order {
	o.t.Helper()
	order := o.place(o.placing())
	o.read(order, predate.DossierComplete)
	return order
}

// read drives the order's run through a reading that an operator must see.
func (o *office) read(order predate.Order, trigger predate.Trigger) {
	o.t.Helper()
	err := o.Record(o.ctx, desk.Progress{
		Run: o.runOf(order), Trigger: trigger, Review: true,
		Change: func(r *predate.Run) {
			r.Collected, r.Read, r.ReportHash = true, true, "ab"
			r.Outcome, r.Reasons = predate.OutcomeReview, []string{"Les pièces se contredisent."}
		},
	})
	if err != nil {
		o.t.Fatal(err)
	}
}

// acts returns who did what to an order.
func (o *office) acts(order predate.OrderID) []string {
	o.t.Helper()
	var acts []string
	o.tx(func(ctx context.Context, tx store.Tx) error {
		acts = nil
		entries, err := store.AuditOf(ctx, tx, order)
		for _, e := range entries {
			acts = append(acts, e.Who+" "+e.Act+" "+e.Detail)
		}
		return err
	})
	return acts
}

func TestRulingsHoldForTheRun(t *testing.T) {
	o := open(t)
	order := o.inReview()
	by := desk.Decision{By: "C. Aubrac", Why: "annexe signée"}
	values := []predate.Ruling{{Key: predate.KeyArrears, Value: predate.Money(274646)}, {Key: predate.KeyWorksFundExists, Value: predate.Flag(true)}}
	if err := o.Rule(o.ctx, order.ID, by, values); err != nil {
		t.Fatal(err)
	}
	if run := o.runOf(order); run.Read || run.Outcome != predate.OutcomeReview {
		t.Errorf("the dossier is not read again: %+v", run)
	}
	refused(t, o.Approve(o.ctx, order.ID, by), predate.CodeConflict, "en cours de relecture")

	o.read(order, "")
	if err := o.Withdraw(o.ctx, order.ID, by, predate.KeyWorksFundExists); err != nil {
		t.Fatal(err)
	}
	refused(t, o.Withdraw(o.ctx, order.ID, by, predate.KeyWorksFundExists), predate.CodeNotFound, "Aucun opérateur")
	o.read(order, "")
	want := []predate.Ruling{{Key: predate.KeyArrears, Value: predate.Money(274646), Status: predate.StatusDeclared, By: "C. Aubrac", On: predate.DateOf(o.clock.Now()), Why: "annexe signée"}}
	c := must[desk.Case](t)(o.Case(o.ctx, order.Run))
	if diff := cmp.Diff(want, c.Rulings); diff != "" {
		t.Error(diff)
	}
	if queue := must[[]desk.Inquiry](t)(o.Reviews(o.ctx)); len(queue) != 1 || queue[0].Order.ID != order.ID {
		t.Errorf("the order is not in the queue once: %v", queue)
	}
	if err := o.Approve(o.ctx, order.ID, by); err != nil {
		t.Fatal(err)
	}
	if run := o.runOf(order); !run.Approved {
		t.Error("the run is not approved")
	}
	refused(t, o.Approve(o.ctx, order.ID, by), predate.CodeConflict, "n’attend aucun opérateur")
	wantActs := []string{
		`C. Aubrac review.set condominium_arrears = "2746.46": annexe signée`,
		"C. Aubrac review.set works_fund_exists = true: annexe signée",
		"C. Aubrac review.unset works_fund_exists: annexe signée",
		"C. Aubrac review.acknowledge " + predate.DoubtOf("reason", "Les pièces se contredisent.") + ": annexe signée",
		"C. Aubrac review.approve annexe signée",
	}
	got := o.acts(order.ID)
	if diff := cmp.Diff(strings.Join(sorted(wantActs), "\n"), strings.Join(sorted(got), "\n")); diff != "" {
		t.Error(diff)
	}
}

// An operator lifts the doubt about the unread pages of one paper, by name and
// reason, and takes it back.
func TestSeenPagesHoldForTheRun(t *testing.T) {
	o := open(t)
	order := o.inReview()
	by := desk.Decision{By: "C. Aubrac", Why: "page blanche"}
	refused(t, o.See(o.ctx, order.ID, by, "Scan 7.pdf"), predate.CodeNotFound, "n’a pas de pièce")
	o.tx(func(ctx context.Context, tx store.Tx) error {
		return store.InsertDocument(ctx, tx, predate.Document{ID: 77, Order: order.ID, Run: order.Run, Filename: "Scan 7.pdf", Hash: "ab", Size: 1, Origin: predate.FromClient, Collected: o.clock.Now()})
	})
	refused(t, o.See(o.ctx, order.ID, desk.Decision{By: "C. Aubrac"}, "Scan 7.pdf"), predate.CodeInvalid, "un nom et un motif")
	if err := o.See(o.ctx, order.ID, by, "Scan 7.pdf"); err != nil {
		t.Fatal(err)
	}
	if run := o.runOf(order); run.Read {
		t.Error("the dossier is not read again")
	}
	want := []predate.Ruling{{File: "Scan 7.pdf", By: "C. Aubrac", On: predate.DateOf(o.clock.Now()), Why: "page blanche"}}
	if diff := cmp.Diff(want, must[desk.Case](t)(o.Case(o.ctx, order.Run)).Rulings); diff != "" {
		t.Error(diff)
	}
	o.read(order, "")
	if err := o.Unsee(o.ctx, order.ID, by, "Scan 7.pdf"); err != nil {
		t.Fatal(err)
	}
	refused(t, o.Unsee(o.ctx, order.ID, by, "Scan 7.pdf"), predate.CodeNotFound, "levé de réserve")
	if left := must[desk.Case](t)(o.Case(o.ctx, order.Run)).Rulings; len(left) > 0 {
		t.Errorf("what was taken back is left: %v", left)
	}
	if got := strings.Join(sorted(o.acts(order.ID)), "\n"); got != "C. Aubrac review.seen Scan 7.pdf: page blanche\nC. Aubrac review.unseen Scan 7.pdf: page blanche" {
		t.Errorf("acts:\n%s", got)
	}
}

func TestAskPutsTheOrderToWaiting(t *testing.T) {
	o := open(t)
	order := o.inReview()
	owed := predate.Gap{Kind: predate.GapDocument, Code: "summary_sheet", DocType: predate.TypeSummarySheet, Message: "La fiche synthétique.", Reserve: true}
	err := o.Record(o.ctx, desk.Progress{Run: o.runOf(order), Review: true, Change: func(r *predate.Run) { r.Gaps = []predate.Gap{owed} }})
	if err != nil {
		t.Fatal(err)
	}
	if missing := must[desk.View](t)(o.View(o.ctx, o.account.ID, order.ID)).Missing; !slices.Equal(missing, []predate.Gap{owed}) {
		t.Errorf("while an operator looks, the client sees %+v", missing)
	}
	refused(t, o.Ask(o.ctx, order.ID, desk.Decision{By: "C. Aubrac"}, predate.GapAction), predate.CodeInvalid, "motif")
	if err := o.Ask(o.ctx, order.ID, desk.Decision{By: "C. Aubrac", Why: "Merci d’envoyer l’annexe 1."}, predate.GapDocument); err != nil {
		t.Fatal(err)
	}
	view := must[desk.View](t)(o.View(o.ctx, o.account.ID, order.ID))
	want := []predate.Gap{{Kind: predate.GapDocument, Code: "operator", DocType: predate.TypeOther, Message: "Merci d’envoyer l’annexe 1."}, owed}
	if diff := cmp.Diff(want, view.Missing); diff != "" || view.Order.State != predate.Waiting {
		t.Errorf("%s: %s", view.Order.State, diff)
	}
	if c := must[desk.Case](t)(o.Case(o.ctx, order.Run)); c.Credentials != nil {
		t.Error("the extranet's password is kept although nothing collects any more")
	}
	if queue := must[[]desk.Inquiry](t)(o.Reviews(o.ctx)); len(queue) != 0 {
		t.Errorf("the order is still in the queue: %v", queue)
	}
}

func TestAStoppedCollectionIsTakenUpAgain(t *testing.T) {
	o := open(t)
	order := o.place(o.placing())
	err := o.Record(o.ctx, desk.Progress{Run: o.runOf(order), Review: true, Change: func(r *predate.Run) {
		r.Attempts, r.Failure, r.Reasons = 1, predate.SiteChanged, []string{"L’extranet a changé."}
	}})
	if err != nil {
		t.Fatal(err)
	}
	by := desk.Decision{By: "C. Aubrac", Why: "la recette est corrigée"}
	refused(t, o.Rule(o.ctx, order.ID, by, []predate.Ruling{{Key: predate.KeyArrears, Value: predate.Money(1)}}), predate.CodeConflict, "s’est arrêtée")
	if err := o.Approve(o.ctx, order.ID, by); err != nil {
		t.Fatal(err)
	}
	if run := o.runOf(order); run.Failure != "" || run.Attempts != 0 || run.Approved {
		t.Errorf("the collection does not begin afresh: %+v", run)
	}
}

func TestCancelEmptiesTheQueue(t *testing.T) {
	o := open(t)
	order := o.inReview()
	if _, err := o.Cancel(o.ctx, o.account.ID, order.ID); err != nil {
		t.Fatal(err)
	}
	if queue := must[[]desk.Inquiry](t)(o.Reviews(o.ctx)); len(queue) != 0 {
		t.Errorf("a cancelled order waits for an operator: %v", queue)
	}
	refused(t, o.Approve(o.ctx, order.ID, desk.Decision{By: "x", Why: "y"}), predate.CodeConflict, "n’attend aucun opérateur")
}
