package storetest

import (
	"context"
	"testing"

	"predate"
	"predate/internal/keeping/store"
)

// recognised: one glance tells a key with its account, and what became of a token.
func recognised(t *testing.T, db *store.DB) {
	house(t, db)
	write(t, db, func(c ctx, x tx) error {
		return store.InsertAPIKey(c, x, predate.APIKey{Hash: "aa", Account: accountID, Prefix: "prd_live_a", Created: noon()})
	})
	write(t, db, func(c ctx, x tx) error {
		return store.InsertAPIKey(c, x, predate.APIKey{Hash: "bb", Account: accountID, Prefix: "prd_test_b", Test: true, Created: noon()})
	})
	write(t, db, func(c ctx, x tx) error { return store.RevokeAPIKey(c, x, "bb", noon()) })
	write(t, db, func(c ctx, x tx) error { return store.RevokeToken(c, x, "ended", noon()) })
	account := read(t, db, func(c ctx, x tx) (predate.Account, error) { return store.AccountByID(c, x, accountID) })
	for _, one := range []struct {
		asked   store.Presented
		revoked bool
		on      bool
	}{
		{store.Presented{Key: "aa"}, false, false},
		{store.Presented{Key: "aa", Token: "ended", TokenKey: "aa"}, true, true},
		{store.Presented{Key: "aa", Token: "lives", TokenKey: "bb"}, false, false},
		{store.Presented{Key: "bb", Token: "lives", TokenKey: "none"}, false, false},
	} {
		var found store.Recognised
		err := db.Glance(context.Background(), func(c ctx, x tx) (err error) {
			found, err = store.Recognise(c, x, one.asked)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if found.Key.Hash != one.asked.Key || found.Account != account || found.Revoked != one.revoked || found.TokenKeyOn != one.on {
			t.Errorf("%+v: have %+v", one.asked, found)
		}
		if off := found.Key.Revoked.IsZero(); off == (one.asked.Key == "bb") {
			t.Errorf("key %s: revoked %v", one.asked.Key, found.Key.Revoked)
		}
	}
	err := db.Glance(context.Background(), func(c ctx, x tx) error {
		_, err := store.Recognise(c, x, store.Presented{Key: "none"})
		return err
	})
	wantError(t, err, predate.ErrNotFound)
}
