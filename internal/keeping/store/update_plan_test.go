package store_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// written explains what changes rows.
type written struct{ explained }

// Exec explains and runs.
func (w *written) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	w.explain(ctx, query, args)
	return w.Tx.Exec(ctx, query, args...)
}

// A changed row is found by its key, and no other table is searched for rows that refer to
// it: those tables are as long as all orders together.
func TestChangesGoByTheKey(t *testing.T) {
	db := storetest.SQLite(t)
	w := written{explained{engine: db.Engine()}}
	err := db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
		w.Tx = tx
		for _, err := range []error{
			store.UpdateOrder(ctx, &w, &predate.Order{ID: "QWERTY"}),
			store.UpdateRun(ctx, &w, &predate.Run{ID: "run_1"}),
			store.UpdateDelivery(ctx, &w, predate.Delivery{ID: "dlv_1"}),
			store.UpdateDocument(ctx, &w, predate.Document{ID: 1}),
			store.UpdateEndpoint(ctx, &w, &predate.Endpoint{ID: "whe_1"}),
			store.UpdateAccount(ctx, &w, &predate.Account{ID: "acc_1"}),
		} {
			if !errors.Is(err, predate.ErrNotFound) && !errors.Is(err, predate.ErrStale) {
				return err // there are no rows
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(w.plans) < 6 {
		t.Fatalf("%d changes", len(w.plans))
	}
	for _, plan := range w.plans {
		query, steps, _ := strings.Cut(strings.TrimSpace(plan), "\n")
		if !strings.HasPrefix(steps, "SEARCH ") || strings.Contains(steps, "\n") {
			t.Errorf("%.40s…:\n%s", query, steps)
		}
	}
}
