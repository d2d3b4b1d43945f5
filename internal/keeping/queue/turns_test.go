package queue_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
)

// hall is a queue whose jobs a test takes itself, in its own time.
type hall struct {
	*queue.Queue
	t  *testing.T
	db *store.DB
	at time.Time
}

// halls runs a test in a hall on each engine.
func halls(t *testing.T, o queue.Options, test func(h *hall)) {
	both(t, func(t *testing.T, url string) {
		h := &hall{t: t, db: open(t, url), at: time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)}
		o.Now, o.Logger = func() time.Time { return h.at }, logs(t)
		var err error
		if h.Queue, err = queue.New(h.db, o); err != nil {
			t.Fatal(err)
		}
		test(h)
	})
}

func (h *hall) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *hall) in(fn func(context.Context, store.Tx) error) {
	h.t.Helper()
	h.must(h.db.InTx(h.t.Context(), fn))
}

func (h *hall) work(turns ...queue.Turn) {
	h.t.Helper()
	h.in(func(ctx context.Context, tx store.Tx) error {
		for _, turn := range turns {
			h.at = h.at.Add(time.Microsecond)
			if err := h.Work(ctx, tx, turn, time.Time{}); err != nil {
				return err
			}
		}
		return nil
	})
}

// deliver enqueues a delivery to an endpoint of an account: "a/1".
func (h *hall) deliver(to string, id predate.DeliveryID) {
	h.t.Helper()
	account, _, _ := strings.Cut(to, "/")
	h.in(func(ctx context.Context, tx store.Tx) error {
		h.at = h.at.Add(time.Microsecond)
		return h.Deliver(ctx, tx, predate.Delivery{ID: id, Account: predate.AccountID(account), Endpoint: predate.EndpointID(to)}, time.Time{})
	})
}

func (h *hall) take() []*queue.Held {
	h.t.Helper()
	all, err := h.Take(h.t.Context())
	h.must(err)
	return all
}

func (h *hall) end(held *queue.Held, result error) {
	h.t.Helper()
	h.must(held.End(h.t.Context(), result))
}

// following is the step after one; empty after the last.
func following(step predate.Step) predate.Step {
	steps := []predate.Step{predate.StepCollect, predate.StepRead, predate.StepTypeset, predate.StepIssue, ""}
	return steps[slices.Index(steps, step)+1]
}

// pass lets everything that may be worked on be worked on once, each for one
// tick, and gives the runs that are done with it.
func (h *hall) pass(ahead map[predate.RunID]queue.Turn) (done []predate.RunID) {
	h.t.Helper()
	for _, held := range h.take() {
		turn := ahead[held.Run()]
		if turn.Step = following(turn.Step); turn.Step == "" {
			done = append(done, turn.Run)
			delete(ahead, turn.Run)
		} else {
			ahead[turn.Run] = turn
			h.work(turn)
		}
		h.end(held, nil)
	}
	h.at = h.at.Add(100 * time.Millisecond)
	return done
}

// place enqueues an order of an account.
func (h *hall) place(ahead map[predate.RunID]queue.Turn, account predate.AccountID, n int) predate.RunID {
	turn := queue.Turn{Account: account, Run: predate.RunID(fmt.Sprintf("run_%s_%d", account, n)), Step: predate.StepCollect}
	ahead[turn.Run] = turn
	h.work(turn)
	return turn.Run
}

// ticks is how many passes an order takes.
func (h *hall) ticks(ahead map[predate.RunID]queue.Turn, run predate.RunID) int {
	h.t.Helper()
	for tick := 1; tick < 1000; tick++ {
		if slices.Contains(h.pass(ahead), run) {
			return tick
		}
	}
	h.t.Fatalf("%s is never done", run)
	return 0
}

// However many orders an account places, another's take no more than twice the
// time that they take alone; and of the many half are done at half the time.
func TestAFloodOfOrders(t *testing.T) {
	halls(t, queue.Options{}, func(h *hall) {
		ahead := map[predate.RunID]queue.Turn{}
		alone := h.ticks(ahead, h.place(ahead, "b", 0))
		const flood = 60
		for n := range flood {
			h.place(ahead, "a", n)
		}
		for n := range 4 {
			h.pass(ahead)
			if took := h.ticks(ahead, h.place(ahead, "b", n+1)); took > 2*alone {
				h.t.Errorf("behind the flood an order takes %d ticks, alone %d", took, alone)
			}
		}
		left := len(ahead)
		var done []int // after each tick
		for sum := flood - left; len(ahead) > 0; {
			sum += len(h.pass(ahead))
			done = append(done, sum)
		}
		if half := done[len(done)/2]; half < flood*4/10 {
			h.t.Errorf("at half the time %d of %d orders are done: %v", half, flood, done)
		}
	})
}

// Work that takes long is not waited for: whoever has less than its share is
// given a seat beside it, and the fewer an account has the sooner it gets one.
func TestLongWorkIsNotWaitedFor(t *testing.T) {
	halls(t, queue.Options{Workers: 4}, func(h *hall) {
		names := func(all []*queue.Held) (names string) {
			for _, held := range all {
				names += strings.TrimPrefix(string(held.Run()), "run_")[:1]
			}
			return names
		}
		read := func(account predate.AccountID, count int) {
			for range count {
				h.work(reading(account, predate.RunID(fmt.Sprintf("run_%s_%d", account, h.at.Nanosecond()))))
			}
		}
		read("a", 9)
		long := h.take()
		read("b", 3)
		if taken := names(h.take()); names(long) != "aaaa" || taken != "bb" {
			h.t.Errorf("taken %s, then %s; want four of one account, then half of four of the other", names(long), taken)
		}
		read("c", 1)
		if taken := names(h.take()); taken != "c" {
			h.t.Errorf("taken %q, want the newcomer's", taken)
		}
		for _, held := range long[:3] { // a has one left, b two, c one; two of four seats too many are taken
			h.end(held, nil)
		}
		h.at = h.at.Add(time.Second)
		read("c", 1)
		if taken := names(h.take()); taken != "" {
			h.t.Errorf("taken %q while all seats are taken and each has its share", taken)
		}
	})
}

// What is nearest to its end comes first, and no more is collected than can be
// read.
func TestNearnessToTheEnd(t *testing.T) {
	halls(t, queue.Options{Workers: 1, Collectors: 4}, func(h *hall) {
		for _, step := range []predate.Step{predate.StepCollect, predate.StepRead, predate.StepRead, predate.StepTypeset, predate.StepIssue} {
			run := predate.RunID("run_" + step)
			if step == predate.StepRead {
				run += predate.RunID(fmt.Sprint(h.at.Nanosecond()))
			}
			h.work(queue.Turn{Account: "a", Run: run, Step: step})
		}
		var order []string
		for range 5 {
			for _, held := range h.take() {
				name, _, _ := strings.Cut(strings.TrimRight(string(held.Run()), "0123456789"), " ")
				order = append(order, name)
				h.end(held, nil)
			}
		}
		want := []string{"run_issue", "run_typeset", "run_read", "run_read", "run_collect"}
		if !slices.Equal(order, want) {
			h.t.Errorf("worked %v, want %v", order, want)
		}
	})
}

// crept waits until what waits outside is among the slow.
func crept() { time.Sleep(60 * time.Millisecond) }

// Receivers that swallow everything hold up neither another account's nor their
// own account's other receivers.
func TestSlowLanes(t *testing.T) {
	halls(t, queue.Options{SlowAfter: 20 * time.Millisecond}, func(h *hall) {
		for n := range 60 {
			h.deliver(fmt.Sprintf("a/%d", n%2), predate.DeliveryID(fmt.Sprintf("dlv_stuck_%d", n)))
		}
		stuck := 0
		for n := range 12 {
			fine := []predate.DeliveryID{predate.DeliveryID(fmt.Sprintf("dlv_own_%d", n)), predate.DeliveryID(fmt.Sprintf("dlv_other_%d", n))}
			h.deliver("a/sound", fine[0])
			h.deliver("b/sound", fine[1])
			var taken []predate.DeliveryID
			for _, held := range h.take() {
				over := queue.Outside(held.Context(h.t.Context()))
				if strings.HasPrefix(string(held.Delivery()), "dlv_stuck") {
					stuck++
					continue
				}
				over()
				taken = append(taken, held.Delivery())
				h.end(held, nil)
			}
			if slices.Sort(taken); len(taken) != 2 {
				h.t.Errorf("with %d stuck, %v were taken, want %v", stuck, taken, fine)
			}
			crept()
		}
		if stuck != 16 {
			h.t.Errorf("%d deliveries hang, want the eight of each endpoint", stuck)
		}
	})
}

// A seat that becomes free is for whoever has the fewest, not for whoever had
// its last turn long ago.
func TestTheFewestComeFirst(t *testing.T) {
	halls(t, queue.Options{Deliverers: 4}, func(h *hall) {
		for _, to := range []string{"a/1", "a/2", "a/3"} {
			h.deliver(to, predate.DeliveryID("dlv_"+to))
		}
		first := h.take()
		h.deliver("b/1", "dlv_b/1")
		if taken := h.take(); len(first) != 3 || len(taken) != 1 {
			h.t.Fatalf("taken %d, then %d", len(first), len(taken))
		}
		h.end(first[0], nil)
		h.deliver("a/4", "dlv_a/4")
		h.deliver("b/2", "dlv_b/2")
		if taken := h.take(); len(taken) == 0 || taken[0].Delivery() != "dlv_b/2" {
			h.t.Errorf("%d are taken, and not first the one of the account that has the fewest", len(taken))
		}
	})
}

// The slow ones share their own seats by account too.
func TestSlowLanesAreShared(t *testing.T) {
	halls(t, queue.Options{SlowAfter: 10 * time.Millisecond, Deliverers: 4}, func(h *hall) {
		hang := func() (taken map[string]int) {
			taken = map[string]int{}
			for range 3 {
				for _, held := range h.take() {
					queue.Outside(held.Context(h.t.Context()))
					taken[string(held.Delivery()[:5])]++
				}
				crept()
			}
			return taken
		}
		for n := range 20 {
			h.deliver(fmt.Sprint("a/", n%3), predate.DeliveryID(fmt.Sprint("dlv_a", n)))
		}
		if taken := hang(); taken["dlv_a"] > 6 {
			h.t.Errorf("%d of one account hang, with seats for 4", taken["dlv_a"])
		}
		for n := range 20 {
			h.deliver(fmt.Sprint("b/", n%3), predate.DeliveryID(fmt.Sprint("dlv_b", n)))
		}
		if taken := hang(); taken["dlv_b"] < 2 {
			h.t.Errorf("%d of another account's go beside them, want its share of 2", taken["dlv_b"])
		}
	})
}

// A lane that rests keeps its jobs in their order, and the other lanes go on.
func TestRest(t *testing.T) {
	halls(t, queue.Options{}, func(h *hall) {
		for n := range 3 {
			h.deliver("a/1", predate.DeliveryID(fmt.Sprint("dlv_paced_", n)))
		}
		first := h.take()
		if len(first) != 1 {
			h.t.Fatalf("%d go to an endpoint of which nothing is known, want 1", len(first))
		}
		h.end(first[0], queue.Rest(time.Minute))
		h.deliver("a/2", "dlv_free")
		if taken := h.take(); len(taken) != 1 || taken[0].Delivery() != "dlv_free" {
			h.t.Errorf("taken while the lane rests: %d", len(taken))
		}
		h.at = h.at.Add(time.Minute)
		if taken := h.take(); len(taken) != 1 || taken[0].Delivery() != "dlv_paced_0" {
			h.t.Errorf("taken after the rest: %d", len(taken))
		}
	})
}

// What is enqueued while it is worked on is worked on once more, and never by
// two at once.
func TestOnceMore(t *testing.T) {
	halls(t, queue.Options{}, func(h *hall) {
		turn := reading("a", "run_1")
		h.work(turn, turn)
		held := h.take()
		if len(held) != 1 || len(h.take()) != 0 {
			h.t.Fatalf("a run enqueued twice is taken %d times", len(held))
		}
		h.in(func(ctx context.Context, tx store.Tx) error {
			return errors.Join(h.Work(ctx, tx, turn, h.at.Add(time.Hour)), h.Work(ctx, tx, turn, h.at.Add(time.Minute)))
		})
		if len(h.take()) != 0 {
			h.t.Error("a run is taken while it is held")
		}
		h.end(held[0], nil)
		if len(h.take()) != 0 {
			h.t.Error("a run is taken before its time")
		}
		h.at = h.at.Add(time.Minute)
		if held = h.take(); len(held) != 1 {
			h.t.Fatal("a run that was enqueued while it was held is lost")
		}
		h.work(turn)
		h.end(held[0], errChanged) // what was enqueued meanwhile is not put off by a failure
		if held = h.take(); len(held) != 1 {
			h.t.Fatal("a failure put off what was enqueued since")
		}
		h.end(held[0], queue.Later(time.Hour))
		h.work(turn)
		if held = h.take(); len(held) != 1 {
			h.t.Error("enqueuing does not bring forward what waits")
		}
	})
}

// A disabled account's jobs are kept, and none is taken before it is enabled.
func TestDisabledAccountsWait(t *testing.T) {
	halls(t, queue.Options{}, func(h *hall) {
		account := predate.Account{ID: "a", Email: "a@example.test", Disabled: true, Created: h.at}
		h.in(func(ctx context.Context, tx store.Tx) error { return store.InsertAccount(ctx, tx, &account) })
		h.work(reading("a", "run_1"), queue.Turn{Account: "a", Run: "run_2", Step: predate.StepCollect})
		h.deliver("a/1", "dlv_1")
		if taken := h.take(); len(taken) != 0 {
			h.t.Errorf("%d jobs of a disabled account are taken", len(taken))
		}
		account.Disabled = false
		h.in(func(ctx context.Context, tx store.Tx) error { return store.UpdateAccount(ctx, tx, &account) })
		if taken := h.take(); len(taken) != 3 {
			h.t.Errorf("%d jobs are taken after it was enabled, want 3", len(taken))
		}
	})
}

// A clock that is set back puts off what has a time, and nothing that is ready.
func TestAClockThatIsSetBack(t *testing.T) {
	halls(t, queue.Options{}, func(h *hall) {
		h.work(reading("a", "run_ready"))
		h.in(func(ctx context.Context, tx store.Tx) error {
			return h.Work(ctx, tx, reading("a", "run_later"), h.at.Add(time.Minute))
		})
		h.at = h.at.Add(-2 * time.Hour)
		taken := h.take()
		if len(taken) != 1 || taken[0].Run() != "run_ready" {
			h.t.Fatalf("taken: %d", len(taken))
		}
		h.end(taken[0], nil)
		h.at = h.at.Add(2*time.Hour + time.Minute)
		if taken := h.take(); len(taken) != 1 || taken[0].Run() != "run_later" {
			h.t.Errorf("taken when its time has come: %d", len(taken))
		}
	})
}
