package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

type (
	ctx = context.Context
	tx  = store.Tx
)

// same writes a row and wants it back as it was.
func same[T any](t *testing.T, db *store.DB, row T, insert func(ctx, tx) error, get func(ctx, tx) (T, error)) {
	t.Helper()
	write(t, db, insert)
	if diff := cmp.Diff(row, read(t, db, get)); diff != "" {
		t.Errorf("%T changed in the store (-written +read):\n%s", row, diff)
	}
}

func roundTrips(t *testing.T, db *store.DB) {
	house(t, db)
	account := fill(&predate.Account{})
	same(t, db, account, func(c ctx, x tx) error { return store.InsertAccount(c, x, &account) },
		func(c ctx, x tx) (predate.Account, error) { return store.AccountByID(c, x, account.ID) })

	key := fill(&predate.APIKey{})
	key.Account = accountID
	same(t, db, []predate.APIKey{key}, func(c ctx, x tx) error { return store.InsertAPIKey(c, x, key) },
		func(c ctx, x tx) ([]predate.APIKey, error) { return store.APIKeysOf(c, x, key.Account) })

	placed := fill(&predate.Order{})
	placed.Account = accountID
	same(t, db, placed, func(c ctx, x tx) error { return store.InsertOrder(c, x, placed) },
		func(c ctx, x tx) (predate.Order, error) { return store.OrderByID(c, x, placed.ID) })

	run := fill(&predate.Run{})
	run.Order = orderID
	same(t, db, run, func(c ctx, x tx) error { return store.InsertRun(c, x, run) },
		func(c ctx, x tx) (predate.Run, error) { return store.RunByID(c, x, run.ID) })

	document := fill(&predate.Document{})
	document.Order = orderID
	same(t, db, document, func(c ctx, x tx) error { return store.InsertDocument(c, x, document) },
		func(c ctx, x tx) (predate.Document, error) { return store.DocumentByID(c, x, document.ID) })

	event := fill(&predate.Event{})
	event.Account, event.Order, event.Position = accountID, orderID, 1
	same(t, db, event, func(c ctx, x tx) error { e := event; return store.InsertEvent(c, x, &e) },
		func(c ctx, x tx) (predate.Event, error) { return store.EventByID(c, x, event.ID) })

	endpoint := fill(&predate.Endpoint{})
	endpoint.Account = accountID
	same(t, db, endpoint, func(c ctx, x tx) error { return store.InsertEndpoint(c, x, endpoint, nil) },
		func(c ctx, x tx) (predate.Endpoint, error) { return store.EndpointByID(c, x, endpoint.ID) })

	delivery := fill(&predate.Delivery{})
	delivery.Event = event.ID
	same(t, db, delivery, func(c ctx, x tx) error { return store.InsertDelivery(c, x, delivery) },
		func(c ctx, x tx) (predate.Delivery, error) { return store.DeliveryByID(c, x, delivery.ID) })

	attempt := fill(&predate.Attempt{})
	attempt.Delivery = delivery.ID
	same(t, db, []predate.Attempt{attempt}, func(c ctx, x tx) error { return store.InsertAttempt(c, x, attempt) },
		func(c ctx, x tx) ([]predate.Attempt, error) { return store.AttemptsOf(c, x, delivery.ID) })

	replay := fill(&predate.KeptAnswer{})
	same(t, db, replay, func(c ctx, x tx) error { return store.InsertReplay(c, x, replay) },
		func(c ctx, x tx) (predate.KeptAnswer, error) {
			return store.ReplayByKey(c, x, replay.Account, replay.Route, replay.Key)
		})

	review := fill(&store.Review{})
	review.Order = orderID
	same(t, db, []store.Review{review}, func(c ctx, x tx) error { return store.InsertReview(c, x, review) },
		func(c ctx, x tx) ([]store.Review, error) { return store.ReviewsOf(c, x, review.Order) })

	entry := fill(&store.AuditEntry{})
	same(t, db, []store.AuditEntry{entry}, func(c ctx, x tx) error { return store.InsertAudit(c, x, entry) },
		func(c ctx, x tx) ([]store.AuditEntry, error) { return store.AuditOf(c, x, entry.Order) })

	emptyRows(t, db)
}

// emptyRows says that nothing is stored as nothing: no date, no time, no list.
func emptyRows(t *testing.T, db *store.DB) {
	t.Helper()
	bare := predate.Order{ID: "BARE22", Account: accountID}
	same(t, db, bare, func(c ctx, x tx) error { return store.InsertOrder(c, x, bare) },
		func(c ctx, x tx) (predate.Order, error) { return store.OrderByID(c, x, bare.ID) })
	run := predate.Run{ID: "run_bare", Order: bare.ID}
	same(t, db, run, func(c ctx, x tx) error { return store.InsertRun(c, x, run) },
		func(c ctx, x tx) (predate.Run, error) { return store.RunByID(c, x, run.ID) })
	document := predate.Document{ID: 7, Order: bare.ID}
	same(t, db, document, func(c ctx, x tx) error { return store.InsertDocument(c, x, document) },
		func(c ctx, x tx) (predate.Document, error) { return store.DocumentByID(c, x, document.ID) })
	endpoint := predate.Endpoint{ID: "whe_bare", Account: accountID}
	same(t, db, endpoint, func(c ctx, x tx) error { return store.InsertEndpoint(c, x, endpoint, nil) },
		func(c ctx, x tx) (predate.Endpoint, error) { return store.EndpointByID(c, x, endpoint.ID) })
}

func accounts(t *testing.T, db *store.DB) {
	house(t, db)
	c := context.Background()
	_, err := try(db, func(c ctx, x tx) (predate.Account, error) { return store.AccountByID(c, x, "acc_none") })
	wantError(t, err, predate.ErrNotFound)
	_, err = try(db, func(c ctx, x tx) (predate.Account, error) { return store.AccountByEmail(c, x, "nobody@example.test") })
	wantError(t, err, predate.ErrNotFound)

	again := predate.Account{ID: "acc_3", Email: "agence@example.test"}
	wantError(t, db.InTx(c, func(c ctx, x tx) error { return store.InsertAccount(c, x, &again) }), predate.ErrExists)

	first := read(t, db, func(c ctx, x tx) (predate.Account, error) { return store.AccountByEmail(c, x, "agence@example.test") })
	first.Disabled, first.PasswordHash = true, "$argon2id$"
	write(t, db, func(c ctx, x tx) error { return store.UpdateAccount(c, x, &first) })
	first.Email = "syndic@example.test"
	wantError(t, db.InTx(c, func(c ctx, x tx) error { return store.UpdateAccount(c, x, &first) }), predate.ErrExists)
	first.ID, first.Email = "acc_none", "nobody@example.test"
	wantError(t, db.InTx(c, func(c ctx, x tx) error { return store.UpdateAccount(c, x, &first) }), predate.ErrNotFound)

	var have []string
	for _, a := range read(t, db, store.Accounts) {
		have = append(have, string(a.ID)+" "+a.Email+" "+a.PasswordHash)
	}
	want := []string{"acc_1 agence@example.test $argon2id$", "acc_2 syndic@example.test "}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Error(diff)
	}
}

func apiKeys(t *testing.T, db *store.DB) {
	house(t, db)
	write(t, db, func(c ctx, x tx) error {
		return store.InsertAPIKey(c, x, predate.APIKey{Hash: "aa", Account: accountID, Prefix: "prd_live_a", Created: noon()})
	})
	write(t, db, func(c ctx, x tx) error {
		return store.InsertAPIKey(c, x, predate.APIKey{Hash: "bb", Account: accountID, Test: true, Created: noon().Add(-time.Hour)})
	})
	// The first revocation counts.
	write(t, db, func(c ctx, x tx) error { return store.RevokeAPIKey(c, x, "aa", noon()) })
	write(t, db, func(c ctx, x tx) error { return store.RevokeAPIKey(c, x, "aa", noon().Add(time.Hour)) })
	keys := read(t, db, func(c ctx, x tx) ([]predate.APIKey, error) { return store.APIKeysOf(c, x, accountID) })
	want := []predate.APIKey{
		{Hash: "bb", Account: accountID, Test: true, Created: noon().Add(-time.Hour)},
		{Hash: "aa", Account: accountID, Prefix: "prd_live_a", Created: noon(), Revoked: noon()},
	}
	if diff := cmp.Diff(want, keys); diff != "" {
		t.Error(diff)
	}
	err := db.InTx(context.Background(), func(c ctx, x tx) error { return store.RevokeAPIKey(c, x, "none", noon()) })
	wantError(t, err, predate.ErrNotFound)
	err = db.InTx(context.Background(), func(c ctx, x tx) error {
		return store.InsertAPIKey(c, x, predate.APIKey{Hash: "cc", Account: "acc_none"})
	})
	if err == nil {
		t.Error("a key of no account was taken")
	}
}

func loginFailures(t *testing.T, db *store.DB) {
	type failures struct {
		N    int
		Last time.Time
	}
	get := func() failures {
		return read(t, db, func(c ctx, x tx) (f failures, err error) {
			f.N, f.Last, err = store.LoginFailures(c, x, "a@example.test")
			return f, err
		})
	}
	for _, want := range []failures{{}, {1, noon()}, {2, noon().Add(time.Second)}, {}} {
		if want.N > 0 || get().N > 0 {
			write(t, db, func(c ctx, x tx) error { return store.SetLoginFailures(c, x, "a@example.test", want.N, want.Last) })
		}
		if have := get(); have != want {
			t.Errorf("have %v, want %v", have, want)
		}
	}
}

func credentials(t *testing.T, db *store.DB) {
	house(t, db)
	get := func(c ctx, x tx) ([]byte, error) { return store.CredentialsOf(c, x, orderID) }
	_, err := try(db, get)
	wantError(t, err, predate.ErrNotFound)
	for _, sealed := range []string{"first", "second\x00\xff"} {
		write(t, db, func(c ctx, x tx) error { return store.PutCredentials(c, x, orderID, []byte(sealed), noon()) })
		if have := read(t, db, get); string(have) != sealed {
			t.Errorf("have %q, want %q", have, sealed)
		}
	}
	for range 2 { // erasing nothing is no error
		write(t, db, func(c ctx, x tx) error { return store.EraseCredentials(c, x, orderID) })
		_, err = try(db, get)
		wantError(t, err, predate.ErrNotFound)
	}
}

func settings(t *testing.T, db *store.DB) {
	get := func(c ctx, x tx) ([]byte, error) { return store.Setting(c, x, "keys") }
	_, err := try(db, get)
	wantError(t, err, predate.ErrNotFound)
	for _, value := range []string{"one", ""} {
		write(t, db, func(c ctx, x tx) error { return PutSetting(c, x, "keys", []byte(value)) })
		if have := read(t, db, get); string(have) != value {
			t.Errorf("have %q, want %q", have, value)
		}
	}
	replace := func(read, value string) error {
		return db.InTx(context.Background(), func(c ctx, x tx) error {
			return store.ReplaceSetting(c, x, "keys", []byte(read), []byte(value))
		})
	}
	wantError(t, replace("", "two"), nil)
	wantError(t, replace("", "three"), predate.ErrStale)
	if have := read(t, db, get); string(have) != "two" {
		t.Errorf("have %q, want what was written first", have)
	}
	revoked := func(c ctx, x tx) (is bool, err error) {
		err = x.QueryRow(c, "SELECT COUNT(*) > 0 FROM revoked_tokens WHERE jti = 'jti'").Scan(&is)
		return is, err
	}
	for _, want := range []bool{false, true, true} {
		if have := read(t, db, revoked); have != want {
			t.Errorf("revoked: have %v, want %v", have, want)
		}
		write(t, db, func(c ctx, x tx) error { return store.RevokeToken(c, x, "jti", noon()) })
	}
}

func replays(t *testing.T, db *store.DB) {
	first := predate.KeptAnswer{Account: accountID, Route: "POST /order/", Key: "k", RequestHash: "aa", Status: 200, Body: []byte(`{"é":1}`), Created: noon()}
	write(t, db, func(c ctx, x tx) error { return store.InsertReplay(c, x, first) })
	err := db.InTx(context.Background(), func(c ctx, x tx) error { return store.InsertReplay(c, x, first) })
	wantError(t, err, predate.ErrExists)
	for _, other := range []predate.KeptAnswer{
		{Account: otherID, Route: "POST /order/", Key: "k"},
		{Account: accountID, Route: "POST /other", Key: "k"},
		{Account: accountID, Route: "POST /order/", Key: "K"},
	} {
		write(t, db, func(c ctx, x tx) error { return store.InsertReplay(c, x, other) })
	}
	have := read(t, db, func(c ctx, x tx) (predate.KeptAnswer, error) {
		return store.ReplayByKey(c, x, accountID, "POST /order/", "k")
	})
	if diff := cmp.Diff(first, have); diff != "" {
		t.Error(diff)
	}
}

func reviews(t *testing.T, db *store.DB) {
	house(t, db)
	first := store.Review{ID: "rev_1", Order: orderID, Run: runID, Reasons: []string{"écart"}, Since: noon()}
	write(t, db, func(c ctx, x tx) error { return store.InsertReview(c, x, first) })
	again := store.Review{ID: "rev_2", Order: orderID, Run: runID, Since: noon().Add(time.Hour)}
	err := db.InTx(context.Background(), func(c ctx, x tx) error { return store.InsertReview(c, x, again) })
	wantError(t, err, predate.ErrExists)

	closed := first
	closed.Closed, closed.ClosedBy, closed.Why = noon().Add(time.Minute), "opératrice", "vérifié"
	write(t, db, func(c ctx, x tx) error { return store.CloseReview(c, x, closed) })
	err = db.InTx(context.Background(), func(c ctx, x tx) error { return store.CloseReview(c, x, closed) })
	wantError(t, err, predate.ErrStale)
	write(t, db, func(c ctx, x tx) error { return store.InsertReview(c, x, again) })

	open := read(t, db, func(c ctx, x tx) ([]store.Review, error) { return store.OpenReviews(c, x, 0) })
	if diff := cmp.Diff([]store.Review{again}, open); diff != "" {
		t.Error(diff)
	}
	all := read(t, db, func(c ctx, x tx) ([]store.Review, error) { return store.ReviewsOf(c, x, orderID) })
	if diff := cmp.Diff([]store.Review{closed, again}, all); diff != "" {
		t.Error(diff)
	}
	for run, want := range map[predate.RunID]bool{runID: true, "run_none": false} {
		have := read(t, db, func(c ctx, x tx) (bool, error) { _, ok, err := store.OpenReviewOf(c, x, run); return ok, err })
		if have != want {
			t.Errorf("open review of %s: have %v, want %v", run, have, want)
		}
	}
}

func audit(t *testing.T, db *store.DB) {
	for i, id := range []string{"aud_2", "aud_1"} {
		write(t, db, func(c ctx, x tx) error {
			return store.InsertAudit(c, x, store.AuditEntry{ID: id, At: noon().Add(time.Duration(i) * time.Second), Order: orderID, Operator: "op_1"})
		})
	}
	all := read(t, db, func(c ctx, x tx) ([]store.AuditEntry, error) { return store.AuditOf(c, x, orderID) })
	if len(all) != 2 || all[0].ID != "aud_2" || all[0].Operator != "op_1" {
		t.Errorf("have %v, want aud_2 then aud_1", all)
	}
}
