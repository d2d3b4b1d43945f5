package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

// relays: one an order, put in the place of the last, gone with its time.
func relays(t *testing.T, db *store.DB) {
	house(t, db)
	get := func() store.Relay {
		return read(t, db, func(c ctx, x tx) (store.Relay, error) { one, _, err := store.RelayOf(c, x, orderID); return one, err })
	}
	one := store.Relay{Order: orderID, Run: runID, Until: noon()}
	asked := one
	asked.Question, asked.SiteQuestion, asked.Until = "qst_1", predate.SiteQuestion{Kind: predate.AsksCaptcha, Words: "Recopiez l’image", Image: []byte{0, 255}}, noon().Add(time.Minute)
	answered := asked
	answered.Answer = []byte{1, 2}
	for _, want := range []store.Relay{one, asked, answered, one} {
		write(t, db, func(c ctx, x tx) error { return store.PutRelay(c, x, want) })
		got := get()
		if len(want.Image) == 0 && len(got.Image) == 0 {
			got.Image = nil
		}
		if len(want.Answer) == 0 && len(got.Answer) == 0 {
			got.Answer = nil
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	write(t, db, func(c ctx, x tx) error {
		n, err := store.PurgeRelays(c, x, noon(), 10)
		if n != 0 {
			t.Errorf("%d relays are gone before their time", n)
		}
		return err
	})
	write(t, db, func(c ctx, x tx) error {
		_, err := store.PurgeRelays(c, x, noon().Add(time.Second), 10)
		return err
	})
	if left := get(); left.Order != "" {
		t.Errorf("left %+v", left)
	}
	write(t, db, func(c ctx, x tx) error { return store.PutRelay(c, x, answered) })
	write(t, db, func(c ctx, x tx) error { return store.DeleteRelay(c, x, orderID) })
	write(t, db, func(c ctx, x tx) error { return store.DeleteRelay(c, x, orderID) })
	if left := get(); left.Order != "" {
		t.Errorf("left %+v", left)
	}
}
