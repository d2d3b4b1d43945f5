package queue_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"predate"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/pgtest"
	"predate/internal/keeping/store/storetest"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) {
	if url := os.Getenv(childURL); url != "" {
		fmt.Println(child(url))
		os.Exit(1)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		cluster.Stop()
		os.Exit(code)
	}))
}

// both runs a test on a database of each engine that has no job.
func both(t *testing.T, test func(t *testing.T, url string)) {
	t.Helper()
	bothOf(t, test, queue.Schema{})
}

// bothOf runs a test on a database of each engine that has these schemas beside its own.
func bothOf(t *testing.T, test func(t *testing.T, url string), schemas ...store.Schema) {
	t.Helper()
	t.Run(string(store.SQLite), func(t *testing.T) { test(t, storetest.File(t, schemas...)) })
	t.Run(string(store.Postgres), func(t *testing.T) { test(t, storetest.Database(t, &cluster, schemas...)) })
}

func open(t *testing.T, url string) *store.DB {
	t.Helper()
	return storetest.Open(t, url, store.Options{}, queue.Schema{})
}

// nothing are handlers that do nothing.
func nothing() queue.Handlers {
	return queue.Handlers{
		Work:    func(context.Context, predate.RunID) error { return nil },
		Deliver: func(context.Context, predate.DeliveryID) error { return nil },
		Sweep:   func(context.Context) error { return nil },
	}
}

// logs shows the queue's warnings with the test that fails.
func logs(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelInfo}))
}

// start makes and starts a queue that stops with the test.
func start(t *testing.T, db *store.DB, h queue.Handlers, o queue.Options) *queue.Queue {
	t.Helper()
	o.Handlers, o.Logger, o.Now = h, logs(t), time.Now
	q, err := queue.New(db, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, q, 10*time.Second) })
	return q
}

func stop(t *testing.T, q *queue.Queue, within time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	if err := q.Stop(ctx); err != nil {
		t.Errorf("stop: %v", err)
	}
}

// work enqueues runs in one transaction.
func work(t *testing.T, db *store.DB, q *queue.Queue, at time.Time, runs ...predate.RunID) {
	t.Helper()
	err := db.InTx(context.Background(), func(ctx context.Context, tx store.Tx) error {
		for _, run := range runs {
			if err := q.Work(ctx, tx, reading("acc_1", run), at); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// reading is the next step of a run that was collected.
func reading(account predate.AccountID, run predate.RunID) queue.Turn {
	return queue.Turn{Account: account, Run: run, Step: predate.StepRead}
}

// delivery goes to the one endpoint of an account.
func delivery(account predate.AccountID, id predate.DeliveryID) predate.Delivery {
	return predate.Delivery{ID: id, Account: account, Endpoint: predate.EndpointID("whe_" + account)}
}

// eventually waits until the condition holds.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if condition() {
			return
		}
	}
	t.Fatalf("waited too long for %s", what)
}

// tally counts calls by name.
type tally struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *tally) add(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == nil {
		c.n = make(map[string]int)
	}
	c.n[name]++
	return c.n[name]
}

func (c *tally) of(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n[name]
}

var errChanged = errors.New("changed its mind")

// A job exists exactly when its transaction does.
func TestEnqueue(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := open(t, url)
		var calls tally
		h := nothing()
		h.Work = func(_ context.Context, run predate.RunID) error { calls.add(string(run)); return nil }
		h.Deliver = func(_ context.Context, d predate.DeliveryID) error { calls.add(string(d)); return nil }
		q := start(t, db, h, queue.Options{})
		const acc = predate.AccountID("acc_1")
		want := map[string]int{"run_undone": 0, "run_far": 0}
		for n, in := range []func(context.Context, func(context.Context, store.Tx) error) error{db.InTx, db.Grouped} {
			err := in(context.Background(), func(ctx context.Context, tx store.Tx) error {
				return errors.Join(q.Work(ctx, tx, reading(acc, "run_undone"), time.Time{}), errChanged)
			})
			if !errors.Is(err, errChanged) {
				t.Fatal(err)
			}
			run, past, now := fmt.Sprint("run_", n), fmt.Sprint("dlv_past_", n), fmt.Sprint("dlv_now_", n)
			want[run], want[past], want[now] = 1, 1, 1
			err = in(context.Background(), func(ctx context.Context, tx store.Tx) error {
				return errors.Join(
					q.Work(ctx, tx, reading(acc, predate.RunID(run)), time.Time{}),
					q.Deliver(ctx, tx, delivery(acc, predate.DeliveryID(past)), time.Now().Add(-time.Hour)),
					q.Deliver(ctx, tx, delivery(acc, predate.DeliveryID(now)), time.Time{}),
					q.Work(ctx, tx, reading(acc, "run_far"), time.Now().Add(time.Hour)))
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for name, n := range want {
			eventually(t, name, func() bool { return calls.of(name) >= n })
		}
		time.Sleep(500 * time.Millisecond) // would anything more come?
		for name, n := range want {
			if have := calls.of(name); have != n {
				t.Errorf("%s was worked %d times, want %d", name, have, n)
			}
		}
	})
}

// What fails is run again, what asks for later too; what panics harms nobody.
func TestAgain(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := open(t, url)
		var calls tally
		h := nothing()
		h.Work = func(_ context.Context, run predate.RunID) error {
			switch n := calls.add(string(run)); {
			case n > 2:
				return nil
			case run == "run_fails":
				return errChanged
			case run == "run_panics":
				panic("in a handler")
			}
			return fmt.Errorf("wrapped: %w", queue.Later(300*time.Millisecond))
		}
		var said strings.Builder
		q, err := queue.New(db, queue.Options{Workers: 4, Handlers: h, Logger: slog.New(slog.NewTextHandler(&said, nil)), Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		work(t, db, q, time.Time{}, "run_fails", "run_panics", "run_later")
		eventually(t, "the third call of run_later", func() bool { return calls.of("run_later") == 3 })
		if took := time.Since(begun); took < 600*time.Millisecond || took > 5*time.Second {
			t.Errorf("two waits of 300 ms took %s", took)
		}
		eventually(t, "the third call of run_fails and run_panics", func() bool {
			return calls.of("run_fails") == 3 && calls.of("run_panics") == 3
		})
		stop(t, q, 20*time.Second)
		for text, want := range map[string]int{
			`level=WARN msg="job failed" job=make run=run_fails failures=`:  2,
			`level=WARN msg="job failed" job=make run=run_panics failures=`: 2,
			"in a handler": 2, "run_later": 0, "level=INFO": 0,
		} {
			if have := strings.Count(said.String(), text); have != want {
				t.Errorf("logged %d times, want %d: %s\n%s", have, want, text, said.String())
			}
		}
	})
}

// No more runs are worked at once than there are workers, and deliveries do
// not wait for them.
func TestWorkers(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := open(t, url)
		var running, most, done, delivered atomic.Int64
		release := make(chan struct{})
		h := nothing()
		h.Work = func(context.Context, predate.RunID) error {
			n := running.Add(1)
			for seen := most.Load(); n > seen && !most.CompareAndSwap(seen, n); seen = most.Load() {
			}
			<-release
			running.Add(-1)
			done.Add(1)
			return nil
		}
		h.Deliver = func(context.Context, predate.DeliveryID) error { delivered.Add(1); return nil }
		q := start(t, db, h, queue.Options{Workers: 3})
		work(t, db, q, time.Time{}, "run_1", "run_2", "run_3", "run_4", "run_5", "run_6", "run_7")
		eventually(t, "three runs at once", func() bool { return running.Load() == 3 })
		err := db.InTx(context.Background(), func(ctx context.Context, tx store.Tx) error {
			return q.Deliver(ctx, tx, delivery("acc_1", "dlv_1"), time.Time{})
		})
		if err != nil {
			t.Fatal(err)
		}
		eventually(t, "the delivery", func() bool { return delivered.Load() == 1 })
		close(release)
		eventually(t, "all runs", func() bool { return done.Load() == 7 })
		if most.Load() != 3 {
			t.Errorf("%d runs at once, want 3", most.Load())
		}
	})
}

// Sweeps come by themselves, one at a time.
func TestSweep(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		var sweeps, running atomic.Int64
		h := nothing()
		h.Sweep = func(context.Context) error {
			if running.Add(1) > 1 {
				t.Error("two sweeps at once")
			}
			time.Sleep(300 * time.Millisecond)
			running.Add(-1)
			if sweeps.Add(1) == 1 {
				return errChanged // the next one comes all the same
			}
			return nil
		}
		start(t, open(t, url), h, queue.Options{SweepEvery: 100 * time.Millisecond})
		eventually(t, "three sweeps", func() bool { return sweeps.Load() >= 3 })
	})
}

// A thousand jobs of many transactions each run once.
func TestThousand(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := open(t, url)
		var calls tally
		var done atomic.Int64
		h := nothing()
		h.Deliver = func(ctx context.Context, d predate.DeliveryID) error {
			queue.Outside(ctx)()
			calls.add(string(d))
			done.Add(1)
			return nil
		}
		q := start(t, db, h, queue.Options{})
		const callers, each = 20, 50
		var wait sync.WaitGroup
		for c := range callers {
			wait.Go(func() {
				for i := range each {
					err := db.Grouped(context.Background(), func(ctx context.Context, tx store.Tx) error {
						return q.Deliver(ctx, tx, delivery("acc_1", predate.DeliveryID(fmt.Sprintf("dlv_%d_%d", c, i))), time.Time{})
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		wait.Wait()
		eventually(t, "a thousand deliveries", func() bool { return done.Load() >= callers*each })
		for name, n := range calls.n {
			if n != 1 {
				t.Errorf("%s was worked %d times", name, n)
			}
		}
		if len(calls.n) != callers*each {
			t.Errorf("%d different deliveries, want %d", len(calls.n), callers*each)
		}
	})
}
