package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"predate"
	"predate/internal/keeping/store"
)

// firstSetting: whoever asks at once, all are given one value, and no other is drawn
// once there is one.
func firstSetting(t *testing.T, db *store.DB) {
	broken := errors.New("no chance")
	_, err := db.FirstSetting(context.Background(), "drawn", func() ([]byte, error) { return nil, broken })
	wantError(t, err, broken)
	const askers = 8
	given := make([]string, askers)
	var group sync.WaitGroup
	for i := range askers {
		group.Go(func() {
			value, err := db.FirstSetting(context.Background(), "drawn", func() ([]byte, error) { return fmt.Append(nil, "value ", i), nil })
			if err != nil {
				t.Error(err)
			}
			given[i] = string(value)
		})
	}
	group.Wait()
	for _, one := range given {
		if one == "" || one != given[0] {
			t.Errorf("given %q: want one value", given)
		}
	}
	kept, err := db.FirstSetting(context.Background(), "drawn", func() ([]byte, error) {
		t.Error("another value is drawn")
		return nil, broken
	})
	if err != nil || string(kept) != given[0] {
		t.Errorf("kept %q, %v, want %q", kept, err, given[0])
	}
}

func sealsAnything(t *testing.T, db *store.DB) {
	house(t, db)
	seals := func() bool {
		t.Helper()
		sealed, err := db.Seals(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return sealed
	}
	before := seals()
	write(t, db, func(c ctx, x tx) error {
		return store.PutCredentials(c, x, predate.OrderID(orderID), []byte("sealed"), noon())
	})
	if !seals() {
		t.Error("credentials are sealed, and nothing is told")
	}
	write(t, db, func(c ctx, x tx) error { return store.EraseCredentials(c, x, orderID) })
	if seals() != before {
		t.Error("what is erased is still told")
	}
}
