package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

// looks: a look changes its state, a dossier confirms it once, and lists are by
// state and age.
func looks(t *testing.T, db *store.DB) {
	house(t, db)
	first := store.Look{ID: "look_1", Content: `{"kind":"schedule_1"}`, State: store.LookProposed, TaughtBy: "A. Martin", Taught: noon()}
	second := first
	second.ID, second.Taught = "look_2", noon().Add(time.Minute)
	for _, l := range []store.Look{second, first} {
		write(t, db, func(c ctx, x tx) error { return store.InsertLook(c, x, l) })
	}
	for _, order := range []predate.OrderID{"ABCDEF", "GHJKMN", "ABCDEF"} {
		write(t, db, func(c ctx, x tx) error {
			return store.ConfirmLook(c, x, store.LookConfirmation{Look: "look_1", Order: order, Who: "A. Martin", At: noon()})
		})
	}
	first.State, first.ChangedBy, first.Changed, first.Note, first.Confirmed = store.LookActive, "C. Durand", noon().Add(time.Hour), "vu", 2
	write(t, db, func(c ctx, x tx) error { return store.UpdateLook(c, x, first) })
	of := func(state store.LookState) []store.Look {
		return read(t, db, func(c ctx, x tx) ([]store.Look, error) { return store.Looks(c, x, state) })
	}
	if diff := cmp.Diff([]store.Look{first, second}, of("")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]store.Look{first}, of(store.LookActive)); diff != "" {
		t.Error(diff)
	}
	if got := read(t, db, func(c ctx, x tx) (store.Look, error) { return store.LookByID(c, x, "look_2") }); got != second {
		t.Errorf("look_2 is %+v", got)
	}
	_, err := try(db, func(c ctx, x tx) (store.Look, error) { return store.LookByID(c, x, "look_9") })
	wantError(t, err, predate.ErrNotFound)
	run := predate.Run{ID: "run_2", Order: orderID, Number: 2, Created: noon(), ReportHash: "a1"}
	write(t, db, func(c ctx, x tx) error { return store.InsertRun(c, x, run) })
	if got := read(t, db, func(c ctx, x tx) ([]predate.RunID, error) { return store.LatestRead(c, x, 5) }); len(got) != 0 {
		t.Errorf("a run that is not the order's is read again: %v", got)
	}
}
