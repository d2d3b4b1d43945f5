package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

// corrections: a later one replaces an earlier one on the same thing of the same
// order, and may be taken back.
func corrections(t *testing.T, db *store.DB) {
	house(t, db)
	at := func(about predate.Remark, first int, value string) store.Correction {
		return store.Correction{Order: orderID, At: noon(), Correction: predate.Correction{
			About: about, Hash: "ab", First: first, Last: first + 1, Value: value, By: "A. Martin", Why: "d’après « l’annexe »",
		}}
	}
	again := at(predate.RemarkKind, 1, "schedule_1")
	again.By, again.At, again.Last = "C. Durand", noon().Add(time.Hour), 9
	gone := store.Correction{Order: orderID, At: noon(), Correction: predate.Correction{
		About: predate.RemarkAbsent, Code: "minutes", FiscalYear: "2024/2025", Value: "le syndic", By: "A. Martin", Why: "courriel",
		Declarant: predate.DeclaredByClient, Asked: []string{"Le procès-verbal de 2024.", "Ceci,\net « cela »."},
	}}
	turned := at(predate.RemarkTurn, 3, "90")
	for _, c := range []store.Correction{at(predate.RemarkKind, 1, "minutes"), turned, again, gone} {
		write(t, db, func(c2 ctx, x tx) error { return store.PutCorrection(c2, x, c) })
	}
	of := func() []store.Correction {
		return read(t, db, func(c ctx, x tx) ([]store.Correction, error) { return store.CorrectionsOf(c, x, orderID) })
	}
	if diff := cmp.Diff([]store.Correction{gone, again, turned}, of()); diff != "" {
		t.Error(diff)
	}
	write(t, db, func(c ctx, x tx) error { return store.DeleteCorrection(c, x, orderID, again.Correction) })
	if left := of(); len(left) != 2 {
		t.Errorf("left %v, want two", left)
	}
	err := db.InTx(context.Background(), func(c ctx, x tx) error { return store.DeleteCorrection(c, x, orderID, again.Correction) })
	wantError(t, err, predate.ErrNotFound)
	strange := gone
	strange.Order = "ZZZZZZ"
	if err := db.InTx(context.Background(), func(c ctx, x tx) error { return store.PutCorrection(c, x, strange) }); err == nil {
		t.Error("a correction of no order was taken")
	}
}
