package queue_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
)

// A handler that ends its job in its own transaction needs no other; a job that the same
// transaction enqueues again runs once more, and one whose transaction fails is not ended.
func TestFinish(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		const jobs = 90
		db := open(t, url)
		var calls tally
		var q *queue.Queue
		var done atomic.Int64
		h := nothing()
		h.Deliver = func(ctx context.Context, d predate.DeliveryID) error {
			calls.add(string(d))
			var n int
			if _, err := fmt.Sscanf(string(d), "dlv_%d", &n); err != nil {
				return err
			}
			first := calls.of(string(d)) == 1
			err := db.Grouped(ctx, func(ctx context.Context, tx store.Tx) error {
				queue.Finish(ctx, tx)
				if first && n%3 == 1 {
					return q.Deliver(ctx, tx, delivery("acc_1", d), time.Now().Add(50*time.Millisecond))
				}
				if first && n%3 == 2 {
					return queue.Later(20 * time.Millisecond)
				}
				return nil
			})
			if err == nil {
				done.Add(1)
			}
			return err
		}
		q = start(t, db, h, queue.Options{})
		for i := range jobs {
			enqueue(t, db, q, predate.DeliveryID(fmt.Sprintf("dlv_%d", i)))
		}
		eventually(t, "all deliveries", func() bool { return done.Load() >= jobs+jobs/3 && waits(t, q) == 0 })
		time.Sleep(100 * time.Millisecond) // none comes once more
		for i := range jobs {
			want := 1
			if i%3 > 0 {
				want = 2
			}
			if n := calls.of(fmt.Sprintf("dlv_%d", i)); n != want {
				t.Errorf("delivery %d ran %d times, want %d", i, n, want)
			}
		}
	})
}

func enqueue(t *testing.T, db *store.DB, q *queue.Queue, id predate.DeliveryID) {
	t.Helper()
	err := db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
		return q.Deliver(ctx, tx, delivery("acc_1", id), time.Time{})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// waits counts the deliveries that have a job.
func waits(t *testing.T, q *queue.Queue) (count int) {
	t.Helper()
	lengths, err := q.Lengths(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range lengths {
		if one.Line == "deliver" {
			count += one.Ready + one.Later + one.Working
		}
	}
	return count
}

// With the wait for a receiver its seat is given back: the next goes outside while what
// came of the first is written. A seat is given back once.
func TestASeatEndsWithTheWaitOutside(t *testing.T) {
	halls(t, queue.Options{Deliverers: 1, AtOnce: 1}, func(h *hall) {
		for i := range 3 {
			h.deliver("a/1", predate.DeliveryID(fmt.Sprint("dlv_", i)))
		}
		first := h.take()
		if len(first) != 1 || len(h.take()) != 0 {
			t.Fatalf("%d taken at first, want one and no more", len(first))
		}
		over := queue.Outside(first[0].Context(t.Context()))
		if len(h.take()) != 0 {
			t.Error("another went outside meanwhile")
		}
		over()
		second := h.take()
		if len(second) != 1 || second[0].Delivery() == first[0].Delivery() {
			t.Fatalf("%d taken after the wait, want the next", len(second))
		}
		h.end(first[0], nil)
		if len(h.take()) != 0 {
			t.Error("a seat was given back twice")
		}
		h.end(second[0], nil)
		if len(h.take()) != 1 {
			t.Error("the last has no seat")
		}
	})
}
