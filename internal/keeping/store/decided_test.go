package store_test

import (
	"context"
	"regexp"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// No chart of a period goes through all that was ever decided or done.
func TestMeasurePlans(t *testing.T) {
	db := storetest.SQLite(t)
	walk := regexp.MustCompile(`(?m)SCAN (d|r|v|l|c|o|decided|queue_rows)( |$)|cannot be`)
	from, before := time.Unix(1_000, 0), time.Unix(2_000, 0)
	err := db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
		seen := &explained{Tx: tx, engine: db.Engine()}
		if _, err := store.DecidedBetween(ctx, seen, from, before, 10); err != nil {
			return err
		}
		if _, err := store.DoneBetween(ctx, seen, from, before, 10); err != nil {
			return err
		}
		if _, err := store.ReviewTimes(ctx, seen, from, before, 10); err != nil {
			return err
		}
		if _, err := store.QueueSince(ctx, seen, predate.QueueDecide, 10); err != nil {
			return err
		}
		for _, plan := range seen.plans {
			if walk.MatchString(plan) {
				t.Errorf("goes through all:\n%s", plan)
			}
		}
		n, err := store.PurgeDecided(ctx, tx, before, 10)
		if n != 0 {
			t.Errorf("purged %d of nothing", n)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
