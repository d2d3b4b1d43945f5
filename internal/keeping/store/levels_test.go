package store_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// The levels of 20,000 orders are read without going through them, but for the count
// of each state: that is an index of one column, or a table once it was cleaned up.
func TestLevels(t *testing.T) {
	walk := regexp.MustCompile(`(?m)SCAN (orders|deliveries|claims|credentials)$|Seq Scan on orders|cannot be`)
	both(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url, store.Options{})
		manyOrders(t, db, 20_000)
		now := time.Unix(2_000_000, 0)
		err := db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
			return store.PutClaim(ctx, tx, store.Claim{Order: "O20", By: "C. Aubrac", Operator: "opr_1", Since: now, Until: now.Add(time.Minute)}, store.Claim{})
		})
		if err != nil {
			t.Fatal(err)
		}
		err = db.View(t.Context(), func(ctx context.Context, tx store.Tx) error {
			seen := &explained{Tx: tx, engine: db.Engine()}
			began := time.Now()
			levels, err := store.ReadLevels(ctx, seen, now)
			if err != nil {
				return err
			}
			t.Logf("%s: %v", db.Engine(), time.Since(began))
			for _, plan := range seen.plans {
				if strings.Contains(plan, "SELECT state, COUNT(*)") {
					continue
				}
				if walk.MatchString(plan) {
					t.Errorf("goes through all:\n%s", plan)
				}
			}
			if received := levels.States[predate.Received]; received.Count != 2000 || !received.Oldest.Equal(time.UnixMicro(10)) {
				t.Errorf("received: %+v", received)
			}
			if done := levels.States[predate.Done]; done.Count != 18_000 || levels.Claims != 1 || levels.Deliveries.Count != 0 {
				t.Errorf("done %+v, levels %+v", done, levels)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if size, err := db.Size(t.Context()); err != nil || size < 1<<20 || len(db.Pools()) == 0 {
			t.Errorf("size %d, %v, pools %v", size, err, db.Pools())
		}
	})
}
