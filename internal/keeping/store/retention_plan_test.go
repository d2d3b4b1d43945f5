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
