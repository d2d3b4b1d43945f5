package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

// rulings: a later one replaces an earlier one on the same figure, of the same
// run only, and may be taken back.
func rulings(t *testing.T, db *store.DB) {
	house(t, db)
	second := predate.Run{ID: "run_2", Order: orderID, Number: 2, Created: noon()}
	write(t, db, func(c ctx, x tx) error { return store.InsertRun(c, x, second) })
	at := func(run predate.RunID, key predate.Key, value string) store.Ruling {
		return store.Ruling{Run: run, Key: key, Value: value, By: "A. Martin", At: noon(), Why: "d’après « l’annexe »", Status: predate.StatusDeclared, Operator: "op_1"}
	}
	again := at(runID, "b", `"3.00"`)
	again.By, again.At, again.Why = "C. Durand", noon().Add(time.Hour), "repris"
	for _, r := range []store.Ruling{at(runID, "b", `"2.00"`), at(runID, "a", `{"date":"2026-05-18"}`), at("run_2", "b", "true"), again} {
		write(t, db, func(c ctx, x tx) error { return store.PutRuling(c, x, r) })
	}
	of := func(run predate.RunID) []store.Ruling {
		return read(t, db, func(c ctx, x tx) ([]store.Ruling, error) { return store.RulingsOf(c, x, run) })
	}
	if diff := cmp.Diff([]store.Ruling{at(runID, "a", `{"date":"2026-05-18"}`), again}, of(runID)); diff != "" {
		t.Error(diff)
	}
	write(t, db, func(c ctx, x tx) error { return store.DeleteRuling(c, x, runID, "b") })
	if left := of(runID); len(left) != 1 || left[0].Key != "a" {
		t.Errorf("left %v, want a", left)
	}
	if left := of("run_2"); len(left) != 1 {
		t.Errorf("the other run has %v", left)
	}
	err := db.InTx(context.Background(), func(c ctx, x tx) error { return store.DeleteRuling(c, x, runID, "b") })
	wantError(t, err, predate.ErrNotFound)
	err = db.InTx(context.Background(), func(c ctx, x tx) error { return store.PutRuling(c, x, at("run_none", "a", "1")) })
	if err == nil {
		t.Error("a ruling on no run was taken")
	}
}

// acknowledgements: one a doubt, a later one in the place of an earlier, taken
// back by run.
func acknowledgements(t *testing.T, db *store.DB) {
	house(t, db)
	one := store.Acknowledgement{Run: runID, Doubt: "gate.b", Says: "1,00 de trop", By: "A. Martin", Operator: "op_1", At: noon(), Why: "arrondi"}
	other, again := one, one
	other.Doubt = "figure.a"
	again.Says, again.By, again.Operator, again.At, again.Why = "2,00 de trop", "C. Durand", "", noon().Add(time.Hour), "vu"
	for _, a := range []store.Acknowledgement{one, other, again} {
		write(t, db, func(c ctx, x tx) error { return store.PutAcknowledgement(c, x, a) })
	}
	all := func() []store.Acknowledgement {
		return read(t, db, func(c ctx, x tx) ([]store.Acknowledgement, error) { return store.AcknowledgementsOf(c, x, runID) })
	}
	if diff := cmp.Diff([]store.Acknowledgement{other, again}, all()); diff != "" {
		t.Error(diff)
	}
	write(t, db, func(c ctx, x tx) error { return store.DeleteAcknowledgement(c, x, runID, "gate.b") })
	if left := all(); len(left) != 1 || left[0].Doubt != "figure.a" {
		t.Errorf("left %v", left)
	}
	wantError(t, db.InTx(context.Background(), func(c ctx, x tx) error { return store.DeleteAcknowledgement(c, x, runID, "gate.b") }), predate.ErrNotFound)
}

// claims: one an order, put in the place of the very one that was read.
func claims(t *testing.T, db *store.DB) {
	house(t, db)
	get := func() (c store.Claim) {
		return read(t, db, func(c ctx, x tx) (store.Claim, error) { one, _, err := store.ClaimOf(c, x, orderID); return one, err })
	}
	one := store.Claim{Order: orderID, By: "A. Martin", Operator: "op_1", Since: noon(), Until: noon().Add(time.Minute)}
	other := store.Claim{Order: orderID, By: "C. Durand", Since: noon().Add(time.Hour), Until: noon().Add(2 * time.Hour)}
	put := func(c, was store.Claim) error {
		return db.InTx(context.Background(), func(ct ctx, x tx) error { return store.PutClaim(ct, x, c, was) })
	}
	for _, step := range []struct {
		put, was, want store.Claim
		err            error
	}{{one, store.Claim{}, one, nil}, {other, store.Claim{}, one, predate.ErrStale}, {other, one, other, nil}, {one, one, other, predate.ErrStale}} {
		if err := put(step.put, step.was); step.err != nil {
			wantError(t, err, step.err)
		} else if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(step.want, get()); diff != "" {
			t.Error(diff)
		}
	}
	write(t, db, func(c ctx, x tx) error { return store.DeleteClaim(c, x, orderID) })
	if left := get(); left != (store.Claim{}) {
		t.Errorf("left %+v", left)
	}
}

// decided: what was there before a decision is kept with it for a while, and who issued
// a statement first.
func decided(t *testing.T, db *store.DB) {
	house(t, db)
	was := store.Ruling{Run: runID, Key: "a", Value: `"1.00"`, Status: predate.StatusDeclared, By: "A. Martin", At: noon(), Why: "« vu »"}
	earlier, err := store.EarlierOf(was, true)
	if err != nil {
		t.Fatal(err)
	}
	step := store.Step{Act: "act_1", What: store.StepRuling, Item: "a", Run: runID, Earlier: earlier, By: "C. Durand", Operator: "op_2", At: noon().Add(time.Minute)}
	later := step
	later.Act, later.What, later.Earlier, later.At = "act_2", store.StepAcknowledgement, "", noon().Add(2*time.Minute)
	keep := func(s store.Step, forget time.Time) {
		write(t, db, func(c ctx, x tx) error { return store.InsertStep(c, x, s, forget) })
	}
	since := func(at time.Time) []store.Step {
		return read(t, db, func(c ctx, x tx) ([]store.Step, error) { return store.StepsSince(c, x, runID, at) })
	}
	keep(step, noon())
	keep(later, noon())
	all := since(noon())
	if diff := cmp.Diff([]store.Step{later, step}, all); diff != "" {
		t.Fatal(diff)
	}
	if got, there, err := store.Earlier[store.Ruling](all[1]); err != nil || !there || !cmp.Equal(got, was) {
		t.Errorf("earlier %+v, %v, %v", got, there, err)
	}
	if _, there, err := store.Earlier[store.Ruling](all[0]); err != nil || there {
		t.Errorf("earlier of nothing: %v, %v", there, err)
	}
	last := later
	last.Act, last.At = "act_3", noon().Add(time.Hour)
	keep(last, noon().Add(90*time.Second))
	write(t, db, func(c ctx, x tx) error { return store.DeleteSteps(c, x, "act_3") })
	if left := since(noon()); len(left) != 1 || left[0].Act != "act_2" {
		t.Errorf("left %+v", left)
	}
	first := store.FirstIssue{Run: runID, Report: "ab", By: "A. Martin", Operator: "op_1", At: noon(), Why: "vu"}
	for _, f := range []store.FirstIssue{{Run: runID, Report: "cd", By: "C. Durand", At: noon(), Why: "x"}, first} {
		write(t, db, func(c ctx, x tx) error { return store.PutFirstIssue(c, x, f) })
	}
	got := read(t, db, func(c ctx, x tx) (store.FirstIssue, error) {
		f, _, err := store.FirstIssueOf(c, x, runID)
		return f, err
	})
	if diff := cmp.Diff(first, got); diff != "" {
		t.Error(diff)
	}
}
