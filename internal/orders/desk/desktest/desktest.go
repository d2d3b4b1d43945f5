package desktest

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/pgtest"
	"predate/internal/keeping/store/storetest"
	"predate/internal/orders/desk"
)

// Cluster is a PostgreSQL for tests, in which several desks may share a database.
type Cluster = pgtest.Cluster

// Desk is a desk with an account. It takes orders whose papers are handed in.
type Desk struct {
	*desk.Desk
	t       testing.TB
	account predate.Account
}

// SQLite names a database of the test's own.
func SQLite(t testing.TB) string { return storetest.File(t, queue.Schema{}) }

// Open opens a desk on a database; the first there opens the account too.
func Open(t testing.TB, database string) *Desk {
	t.Helper()
	db := storetest.Open(t, database, store.Options{}, queue.Schema{})
	jobs, err := queue.New(db, queue.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	blobs, err := blob.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d := &Desk{t: t, account: predate.Account{ID: "acc_etude", Email: "etude@example.fr", Kind: predate.Premium, Created: time.Now()}}
	d.Desk = desk.New(desk.Options{DB: db, Queue: jobs, Blobs: blobs, Now: time.Now, Random: rand.Reader})
	err = db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error { return store.InsertAccount(ctx, tx, &d.account) })
	if err != nil && !errors.Is(err, predate.ErrExists) {
		t.Fatal(err)
	}
	return d
}

// Placed places an order, changed from one that is plain; nil changes nothing.
func (d *Desk) Placed(change func(*predate.Order)) predate.Order {
	d.t.Helper()
	order := predate.Order{
		ExternalID: "client-7", Method: predate.MethodUpload, Property: predate.Address{Street: "1 rue des Essais", City: "Lyon", Zipcode: "69003"},
		Owners: []predate.Owner{{Firstname: "Zoé", Lastname: "Vassorelle"}}, Syndic: predate.Syndic{Name: "Cabinet Essai"},
	}
	if change != nil {
		change(&order)
	}
	placed, err := d.Place(d.t.Context(), desk.Placing{Account: d.account, Order: order})
	if err != nil {
		d.t.Fatal(err)
	}
	return placed
}

// ToDecide places an order that waits for an operator, because of a figure.
func (d *Desk) ToDecide(change func(*predate.Order)) predate.Order {
	d.t.Helper()
	order := d.Placed(change)
	at, err := d.Case(d.t.Context(), order.Run)
	if err == nil {
		err = d.Record(d.t.Context(), desk.Progress{Run: at.Run, Review: true, Trigger: predate.DossierComplete, Change: func(r *predate.Run) {
			r.Read, r.Outcome, r.Cause, r.Reasons = true, predate.OutcomeReview, "contradicted:supplier_debt", []string{"Chiffre contradictoire.", "Annexe 1 absente."}
		}})
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return order
}

// TenThousand puts ten thousand orders into the queue that are as one there is, with
// the words by which they are found.
func (d *Desk) TenThousand(like predate.OrderID) {
	d.t.Helper()
	const many = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) SELECT "
	err := d.DB.InTx(d.t.Context(), func(ctx context.Context, tx store.Tx) error {
		for _, query := range []string{
			"INSERT INTO orders SELECT * FROM (" + many + "'X' || i, account, external_id, street, additional, city, zipcode, owners, invoice_address, invoice_city," +
				" invoice_zipcode, invoice_lastname, method, syndic_name, syndic_url, lots, comment, all_due_paid, test_mode, state, seq, version, pending, refreshed," +
				" cancelled, run, created, updated, by_test_key, erased FROM n, orders o WHERE o.id = $1) AS made",
			"INSERT INTO queue_rows SELECT * FROM (" + many + "'X' || i, form, section, since + i, cause, again, reasons, account, test_mode, words, changes FROM n, queue_rows WHERE order_id = $1) AS made",
			"INSERT INTO queue_words (order_id, word) SELECT * FROM (" + many + "'X' || i, word FROM n, queue_words WHERE order_id = $1) AS made",
			"INSERT INTO queue_words (order_id, word) SELECT * FROM (" + many + "'X' || i, 'x' || i FROM n, orders WHERE id = $1) AS made",
		} {
			if _, err := tx.Exec(ctx, query, like); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		d.t.Fatal(err)
	}
}
