package queue_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// BenchmarkGroupCommit places orders on SQLite as the desk does, each with its
// run, its event and two jobs, by 1, 8 and 64 callers at once, with and
// without group commit. TMPDIR chooses the disk that is measured. The last
// sub-benchmark of each size reports the ratio.
func BenchmarkGroupCommit(b *testing.B) {
	for _, callers := range []int{1, 8, 64} {
		var took [2]float64 // per order, in ns: alone, grouped
		for i, ungrouped := range []bool{true, false} {
			name := fmt.Sprintf("callers=%d/grouped=%v", callers, !ungrouped)
			b.Run(name, func(b *testing.B) {
				took[i] = placeOrders(b, callers, ungrouped)
				if !ungrouped && took[0] > 0 {
					b.ReportMetric(took[0]/took[1], "times-as-fast")
				}
			})
		}
	}
}

func placeOrders(b *testing.B, callers int, ungrouped bool) float64 {
	db := storetest.Open(b, filepath.Join(b.TempDir(), "predate.db"), store.Options{Ungrouped: ungrouped}, queue.Schema{})
	q, err := queue.New(db, queue.Options{Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	account := predate.Account{ID: "acc_1", Email: "agence@example.test", Created: time.Unix(1, 0)}
	err = db.InTx(context.Background(), func(ctx context.Context, tx store.Tx) error {
		return store.InsertAccount(ctx, tx, &account)
	})
	if err != nil {
		b.Fatal(err)
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	b.ResetTimer()
	for range callers {
		wait.Go(func() {
			for i := next.Add(1); i <= int64(b.N); i = next.Add(1) {
				if err := place(db, q, account.ID, i); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	b.StopTimer()
	return float64(b.Elapsed().Nanoseconds()) / float64(b.N)
}

func place(db *store.DB, q *queue.Queue, account predate.AccountID, i int64) error {
	now := time.Unix(1_700_000_000, i*1000)
	order := predate.Order{
		ID: predate.OrderID(fmt.Sprintf("O%d", i)), Account: account, State: predate.Confirmed, Seq: 1, Pending: true,
		Owners: []predate.Owner{{Firstname: "Jeanne", Lastname: "Martin"}}, Method: predate.MethodExtranet,
		Property: predate.Address{Street: "2 rue des Tilleuls", City: "Nantes", Zipcode: "44300"}, Created: now, Updated: now,
	}
	order.Run = predate.RunID("run_" + order.ID)
	event := predate.Event{
		ID: predate.EventID("evt_" + order.ID), Account: account, Order: order.ID, Run: order.Run, Seq: 1,
		State: predate.Confirmed, Created: now,
	}
	return db.Grouped(context.Background(), func(ctx context.Context, tx store.Tx) error {
		e := event
		return errors.Join(
			store.InsertOrder(ctx, tx, order),
			store.InsertRun(ctx, tx, predate.Run{ID: order.Run, Order: order.ID, Number: 1, Created: now}),
			store.InsertEvent(ctx, tx, &e),
			q.Work(ctx, tx, queue.Turn{Account: account, Run: order.Run, Step: predate.StepRead}, time.Time{}),
			q.Deliver(ctx, tx, predate.Delivery{ID: predate.DeliveryID("dlv_" + order.ID), Account: account, Endpoint: "whe_1"}, time.Time{}),
		)
	})
}
