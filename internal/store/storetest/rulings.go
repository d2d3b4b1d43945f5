package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/store"
)

// rulings: a later one replaces an earlier one on the same figure, of the same
// run only, and may be taken back.
func rulings(t *testing.T, db *store.DB) {
	house(t, db)
	second := predate.Run{ID: "run_2", Order: orderID, Number: 2, Created: noon()}
	write(t, db, func(c ctx, x tx) error { return store.InsertRun(c, x, second) })
	at := func(run predate.RunID, key predate.Key, value string) store.Ruling {
		return store.Ruling{Run: run, Key: key, Value: value, By: "A. Martin", At: noon(), Why: "d’après « l’annexe »"}
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
