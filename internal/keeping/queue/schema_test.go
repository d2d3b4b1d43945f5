package queue_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// The jobs of a database whose jobs River kept are made again.
func TestJobsOfAnotherEngine(t *testing.T) {
	bothOf(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url, store.Options{})
		noon := time.Date(2026, 5, 18, 12, 0, 0, 0, time.UTC)
		order := predate.Order{ID: "ABCDEF", Account: "acc_1", Run: "run_2", State: predate.Confirmed, Created: noon}
		endpoint := predate.Endpoint{ID: "whe_1", Account: "acc_1", URL: "https://example.test/", Created: noon}
		event := predate.Event{ID: "evt_1", Account: "acc_1", Order: order.ID, Run: "run_2", Seq: 1, State: predate.Confirmed, Created: noon}
		sent := predate.Delivery{ID: "dlv_1", Event: "evt_1", Endpoint: "whe_1", Account: "acc_1", Order: order.ID, Seq: 1, Status: predate.DeliveryPending, Created: noon, Next: noon}
		ended := sent
		ended.ID, ended.Status = "dlv_2", predate.DeliveryDelivered
		err := db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
			for _, text := range []string{
				"CREATE TABLE river_migration (line TEXT, version BIGINT)", "INSERT INTO river_migration VALUES ('main', 6)", "CREATE TABLE river_job (id BIGINT)",
			} {
				if _, err := tx.Exec(ctx, text); err != nil {
					return err
				}
			}
			return errors.Join(
				store.InsertAccount(ctx, tx, &predate.Account{ID: "acc_1", Email: "a@example.test", Created: noon}),
				store.InsertOrder(ctx, tx, order),
				store.InsertRun(ctx, tx, predate.Run{ID: "run_1", Order: order.ID, Number: 1, Created: noon, Collected: true}),
				store.InsertRun(ctx, tx, predate.Run{ID: "run_2", Order: order.ID, Number: 2, Created: noon}),
				store.InsertEndpoint(ctx, tx, endpoint, []byte("sealed")), store.InsertEvent(ctx, tx, &event),
				store.InsertDelivery(ctx, tx, sent), store.InsertDelivery(ctx, tx, ended),
			)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Migrate(t.Context(), queue.Schema{}); err != nil {
			t.Fatal(err)
		}
		q, err := queue.New(db, queue.Options{Now: func() time.Time { return noon }})
		if err != nil {
			t.Fatal(err)
		}
		all, err := q.Take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, held := range all {
			names = append(names, string(held.Delivery())+string(held.Run()))
		}
		if slices.Sort(names); !slices.Equal(names, []string{"dlv_1", "run_2"}) {
			t.Errorf("taken %v, want the delivery and the run that are under way", names)
		}
	})
}
