package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

// messages: a thread is kept in its order, and grows old.
func messages(t *testing.T, db *store.DB) {
	house(t, db)
	asked := predate.Message{
		ID: "msg_2", Order: orderID, Run: runID, At: noon(), Side: predate.SideOperator, Who: "A. Martin", Operator: "op_1",
		Code: "operator", FiscalYear: "2025", Says: predate.SaysAsk, Words: "Merci d’envoyer l’annexe 1.",
	}
	told := predate.Message{
		ID: "msg_1", Order: orderID, Run: runID, At: noon().Add(time.Hour), Side: predate.SideClient, Who: "Mme Vassorelle",
		Code: "operator", Says: predate.SaysComment, Words: "<b>Le syndic</b>\nne répond pas.",
	}
	for _, m := range []predate.Message{told, asked} {
		write(t, db, func(c ctx, x tx) error { return store.InsertMessage(c, x, m) })
	}
	of := func() []predate.Message {
		return read(t, db, func(c ctx, x tx) ([]predate.Message, error) { return store.MessagesOf(c, x, orderID) })
	}
	if diff := cmp.Diff([]predate.Message{asked, told}, of()); diff != "" {
		t.Error(diff)
	}
	strange := told
	strange.ID, strange.Order = "msg_3", "ZZZZZZ"
	if err := db.InTx(context.Background(), func(c ctx, x tx) error { return store.InsertMessage(c, x, strange) }); err == nil {
		t.Error("a message of no order was taken")
	}
	purge := func() {
		write(t, db, func(c ctx, x tx) error {
			_, err := store.PurgeMessages(c, x, noon().Add(time.Minute), 10)
			return err
		})
	}
	purge()
	if diff := cmp.Diff([]predate.Message{asked, told}, of()); diff != "" {
		t.Errorf("an order under way loses what was said:\n%s", diff)
	}
	write(t, db, func(c ctx, x tx) error {
		_, err := x.Exec(c, "UPDATE orders SET pending = $2 WHERE id = $1", orderID, false)
		return err
	})
	purge()
	if diff := cmp.Diff([]predate.Message{told}, of()); diff != "" {
		t.Error(diff)
	}
}

// corners: closing one ends the addresses that were given of it.
func corners(t *testing.T, db *store.DB) {
	house(t, db)
	of := func() int {
		return read(t, db, func(c ctx, x tx) (int, error) { return store.CornerOf(c, x, orderID) })
	}
	for want := range 3 {
		if got := of(); got != want {
			t.Errorf("generation %d, want %d", got, want)
		}
		write(t, db, func(c ctx, x tx) error { return store.CloseCorner(c, x, orderID) })
	}
}
