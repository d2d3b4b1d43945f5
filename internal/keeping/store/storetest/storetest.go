package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Opener gives a test a database of its own, empty and migrated, that is
// closed when the test ends.
type Opener func(t *testing.T) *store.DB

// Run puts an engine through the suite.
func Run(t *testing.T, open Opener) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, *store.DB)
	}{
		{"every field of every row comes back", roundTrips},
		{"accounts", accounts},
		{"API keys", apiKeys},
		{"login failures", loginFailures},
		{"a taken order id does not spoil the transaction", takenOrder},
		{"orders are filtered and paged", orderLists},
		{"updates compare versions", staleness},
		{"no update is lost among writers", noLostUpdate},
		{"runs", runs},
		{"documents", documents},
		{"what an extranet lists", listings},
		{"events are numbered once", events},
		{"the feed has no gaps and never steps back", feed},
		{"endpoints and their secrets", endpoints},
		{"deliveries wait for earlier ones", deliveries},
		{"attempts are counted", attempts},
		{"the health of an endpoint", health},
		{"deliveries that wait sleep", sleep},
		{"no waking is missed", wakings},
		{"what overslept is found, some at a time", overslept},
		{"what is opened again is not purged", reopened},
		{"credentials", credentials},
		{"what is sealed is sealed anew", sealed},
		{"settings and revoked tokens", settings},
		{"the first value of a setting", firstSetting},
		{"whether anything is sealed", sealsAnything},
		{"replays", replays},
		{"the operators' queue", reviews},
		{"issued statements", issued},
		{"invoices are numbered without gaps", invoices},
		{"rulings of operators", rulings},
		{"doubts that operators acknowledged", acknowledgements},
		{"claims of orders", claims},
		{"relays", relays},
		{"what was decided last", decided},
		{"looks that operators taught", looks},
		{"corrections of papers", corrections},
		{"threads with clients", messages},
		{"corners of clients", corners},
		{"operators", operators},
		{"passwords of operators", operatorPasswords},
		{"passkeys", passkeys},
		{"invitations", invites},
		{"sessions of operators", operatorSessions},
		{"audit", audit},
		{"purges go in batches", purges},
		{"what has expired", expired},
		{"a failed transaction leaves nothing", rollback},
		{"a view is one unchanging state and read only", views},
		{"texts that a database refuses", texts},
		{"what is put off is done once before the commit", late},
		{"insertions of several flushes are run together", lateInsertions},
		{"grouped transactions stand or fall alone", grouped},
		{"grouped by owner", groupedBy},
		{"a key and its token", recognised},
		{"a grouped caller may give up while it waits", groupedCancel},
		{"an ended context ends the transaction", cancelled},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
}

// SQLite opens a fresh, migrated SQLite file for a test.
func SQLite(t testing.TB, schemas ...store.Schema) *store.DB {
	t.Helper()
	return Open(t, "sqlite:"+File(t, schemas...), store.Options{}, schemas...)
}

// Open opens and migrates a database for a test, and closes it with the test.
func Open(t testing.TB, url string, o store.Options, schemas ...store.Schema) *store.DB {
	t.Helper()
	db, err := store.Open(context.Background(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	if err := db.Migrate(context.Background(), schemas...); err != nil {
		t.Fatal(err)
	}
	return db
}

// noon is the instant at which the tests happen.
func noon() time.Time { return time.Date(2026, 3, 2, 12, 0, 0, 123456000, time.UTC) }

// write runs fn in a transaction that must succeed.
func write(t *testing.T, db *store.DB, fn func(context.Context, store.Tx) error) {
	t.Helper()
	if err := db.InTx(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

// read returns what fn reads.
func read[T any](t *testing.T, db *store.DB, fn func(context.Context, store.Tx) (T, error)) T {
	t.Helper()
	v, err := try(db, fn)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func try[T any](db *store.DB, fn func(context.Context, store.Tx) (T, error)) (v T, err error) {
	err = db.View(context.Background(), func(ctx context.Context, tx store.Tx) error {
		v, err = fn(ctx, tx)
		return err
	})
	return v, err
}

// wantError fails the test unless err is the wanted one.
func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("have error %v, want %v", err, want)
	}
}

const (
	accountID  predate.AccountID  = "acc_1"
	otherID    predate.AccountID  = "acc_2"
	orderID    predate.OrderID    = "ABCDEF"
	runID      predate.RunID      = "run_1"
	endpointID predate.EndpointID = "whe_1"
)

// house puts two accounts, an order with its run, and an endpoint in place.
func house(t *testing.T, db *store.DB) {
	t.Helper()
	write(t, db, func(ctx context.Context, tx store.Tx) error {
		return errors.Join(
			store.InsertAccount(ctx, tx, &predate.Account{ID: accountID, Email: "agence@example.test", Kind: predate.Premium, Created: noon()}),
			store.InsertAccount(ctx, tx, &predate.Account{ID: otherID, Email: "syndic@example.test", Kind: predate.SyndicAccount, Created: noon()}),
			store.InsertOrder(ctx, tx, order(orderID)),
			store.InsertRun(ctx, tx, predate.Run{ID: runID, Order: orderID, Number: 1, Created: noon()}),
			store.InsertEndpoint(ctx, tx, predate.Endpoint{ID: endpointID, Account: accountID, URL: "https://example.test/", Enabled: true, Created: noon()}, []byte("sealed")),
		)
	})
}

func order(id predate.OrderID) predate.Order {
	return predate.Order{
		ID: id, Account: accountID, Owners: []predate.Owner{{Lastname: "Martin"}}, State: predate.Confirmed,
		Pending: true, Run: runID, Created: noon(), Updated: noon(),
	}
}

// PutSetting writes a setting, whether it is there or not.
func PutSetting(c context.Context, x store.Tx, name string, value []byte) error {
	old, err := store.Setting(c, x, name)
	if errors.Is(err, predate.ErrNotFound) {
		return store.InsertSetting(c, x, name, value)
	}
	if err != nil {
		return err
	}
	return store.ReplaceSetting(c, x, name, old, value)
}
