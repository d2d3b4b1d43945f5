package store_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// TestExpiredStatementsAreIndexed: runs whose files are gone are not walked.
func TestExpiredStatementsAreIndexed(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url, store.Options{})
		plans := plansOf(t, db, func(ctx context.Context, tx store.Tx) error {
			if db.Engine() == store.Postgres { // which goes through a table of few rows otherwise
				rows, err := tx.(*explained).Tx.Query(ctx, "SELECT set_config('enable_seqscan', 'off', true)")
				if err != nil {
					return err
				}
				rows.Close()
			}
			_, err := store.ExpiredStatements(ctx, tx, time.Unix(1, 0), 10)
			return err
		})
		if len(plans) != 1 || !strings.Contains(plans[0], "runs_files") || strings.Contains(plans[0], "TEMP B-TREE") {
			t.Errorf("they do not go by runs_files:\n%s", plans)
		}
	})
}

// TestSleepersAreIndexed: what sleeps behind an earlier delivery is gone through by its ids;
// the many others, ended, awake or asleep until their endpoint is back, are not walked.
func TestSleepersAreIndexed(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url, store.Options{})
		manyOrders(t, db, 100)
		err := db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
			for _, query := range []string{
				"INSERT INTO events (id, account, order_id, external_id, seq, run, state, simulated, test_mode, created, position) VALUES ('evt_1', 'acc_1', 'O1', '', 1, 'r', 'done', FALSE, FALSE, 1, 1)",
				"INSERT INTO deliveries (id, event, endpoint, account, order_id, seq, status, attempts, created, next, ended, asleep, held)" +
					" WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT 'dlv_' || CAST(i AS TEXT), 'evt_1', 'whe_1', 'acc_1', 'O' || CAST(i / 3 AS TEXT), i % 3 + 1," +
					" CASE i % 2 WHEN 0 THEN 'delivered' ELSE 'pending' END, 0, i, i, 0, i % 4 = 1, i % 100 = 1 FROM n",
			} {
				if _, err := tx.Exec(ctx, query); err != nil {
					return err
				}
			}
			if db.Engine() == store.SQLite {
				return nil
			}
			_, err := tx.Exec(ctx, "ANALYZE deliveries")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		plans := plansOf(t, db, func(ctx context.Context, tx store.Tx) error {
			free, last, err := store.Sleepless(ctx, tx, time.Unix(0, 0), "dlv_1", 30)
			if len(free) == 0 || last == "" {
				t.Errorf("%d found, up to %q", len(free), last)
			}
			return err
		})
		if len(plans) != 3 {
			t.Fatalf("%d searches", len(plans))
		}
		for _, plan := range plans[:2] {
			if !strings.Contains(plan, "deliveries_held") || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Seq Scan") {
				t.Errorf("it does not go by deliveries_held:\n%s", plan)
			}
		}
	})
}
