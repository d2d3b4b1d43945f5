package storetest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
)

// invoices: numbers have no gaps, whoever asks and whatever is rolled back; what was
// written comes back as it was; a file is noted once.
func invoices(t *testing.T, db *store.DB) {
	house(t, db)
	full := fill(&predate.Invoice{})
	full.Account, full.Order, full.Run, full.Number, full.Corrects = accountID, orderID, runID, "F2026-000001", ""
	want := store.InvoiceRow{Invoice: full, At: noon()}
	write(t, db, func(c ctx, x tx) error { return store.InsertInvoice(c, x, full, noon()) })
	byNumber := func() store.InvoiceRow {
		return read(t, db, func(c ctx, x tx) (store.InvoiceRow, error) { return store.InvoiceByNumber(c, x, full.Number) })
	}
	if diff := cmp.Diff(want, byNumber()); diff != "" {
		t.Error(diff)
	}

	credit := full.Credit("F2026-000002", predate.Date{Year: 2026, Month: time.May, Day: 4}, "Commande annulée par l’étude.")
	write(t, db, func(c ctx, x tx) error { return store.InsertInvoice(c, x, credit, noon().Add(time.Hour)) })
	both := []store.InvoiceRow{{Invoice: credit, At: noon().Add(time.Hour)}, want}
	of := func(before predate.InvoiceNumber, limit int) []store.InvoiceRow {
		return read(t, db, func(c ctx, x tx) ([]store.InvoiceRow, error) {
			return store.InvoicesOfAccount(c, x, accountID, before, limit)
		})
	}
	if diff := cmp.Diff(both, of("", 9)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(both[1:], of(credit.Number, 9)); diff != "" {
		t.Error(diff)
	}
	if have := of("", 1); len(have) != 1 || have[0].Number != credit.Number {
		t.Errorf("first page: %v", have)
	}
	ofOrder := read(t, db, func(c ctx, x tx) ([]store.InvoiceRow, error) { return store.InvoicesOf(c, x, orderID) })
	if len(ofOrder) != 2 || ofOrder[0].Number != full.Number {
		t.Errorf("of the order: %v", ofOrder)
	}

	for name, again := range map[string]predate.Invoice{"run": full, "credit": credit} {
		again.Number = "F2026-000009"
		_, err := try(db, func(c ctx, x tx) (bool, error) { return true, store.InsertInvoice(c, x, again, noon()) })
		if err == nil {
			t.Errorf("a second one of the same %s was written", name)
		}
	}

	write(t, db, func(c ctx, x tx) error {
		return errors.Join(store.SetInvoiceFile(c, x, full.Number, "aa"), store.SetInvoiceFile(c, x, full.Number, "bb"))
	})
	if have := byNumber().File; have != "aa" {
		t.Errorf("file %q, want the first", have)
	}
	used := read(t, db, func(c ctx, x tx) (bool, error) { return store.HashInUse(c, x, "aa") })
	needed := read(t, db, func(c ctx, x tx) ([]predate.Hash, error) { return store.NeededHashes(c, x, "a", 1) })
	if !used || len(needed) != 1 || needed[0] != "aa" {
		t.Errorf("the file is in use: %v, needed: %v", used, needed)
	}
	numbered(t, db)
}

// numbered lets many transactions take numbers, of which every third fails.
func numbered(t *testing.T, db *store.DB) {
	t.Helper()
	const asked = 30
	given := make(chan predate.InvoiceNumber, asked)
	failure := errors.New("no")
	var all sync.WaitGroup
	for n := range asked {
		all.Go(func() {
			var number predate.InvoiceNumber
			err := db.InTx(t.Context(), func(c context.Context, x tx) (err error) {
				if number, err = store.NextInvoiceNumber(c, x, "F2027"); err == nil && n%3 == 0 {
					err = failure
				}
				return err
			})
			if err == nil {
				given <- number
			} else if !errors.Is(err, failure) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	close(given)
	seen := map[predate.InvoiceNumber]bool{}
	for number := range given {
		seen[number] = true
	}
	for n := range int64(asked - asked/3) {
		if number := predate.NumberIn("F2027", n+1); !seen[number] {
			t.Errorf("%s was left out", number)
		}
	}
}
