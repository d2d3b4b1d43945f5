package queue_test

import (
	"fmt"
	"testing"

	"predate"
	"predate/internal/keeping/queue"
)

// halfAtHalf lets a burst be worked on to its end and holds that half of it is done
// when half of the passes are.
func (h *hall) halfAtHalf(burst int, ahead map[predate.RunID]queue.Turn) {
	h.t.Helper()
	var done []int // after each pass
	for sum := 0; len(ahead) > 0 && len(done) < 100*burst; {
		sum += len(h.pass(ahead))
		done = append(done, sum)
	}
	if half := done[len(done)/2]; half < burst*4/10 || done[len(done)-1] != burst {
		h.t.Errorf("at half the time %d of %d orders are done: %v", half, burst, done)
	}
}

// Of a burst half is done at half the time, whether its orders come from one account
// or each from another: what was begun is ended before the next is begun.
func TestABurstOfOrders(t *testing.T) {
	const burst = 20
	for _, one := range []struct {
		accounts int
		begin    predate.Step
	}{{1, predate.StepRead}, {7, predate.StepCollect}, {burst, predate.StepRead}} {
		t.Run(fmt.Sprintf("%d accounts, %s", one.accounts, one.begin), func(t *testing.T) {
			halls(t, queue.Options{}, func(h *hall) {
				ahead := map[predate.RunID]queue.Turn{}
				for n := range burst {
					turn := queue.Turn{Account: predate.AccountID(fmt.Sprintf("a%02d", n%one.accounts)), Run: predate.RunID(fmt.Sprintf("run_%02d", n)), Step: one.begin}
					ahead[turn.Run] = turn
					h.work(turn)
				}
				h.halfAtHalf(burst, ahead)
			})
		})
	}
}

// An account that ends what it began is not before one that has fewer seats, and the
// last steps of many are no reason to begin nothing of another's.
func TestWhatIsEndedMakesNobodyWait(t *testing.T) {
	halls(t, queue.Options{Workers: 2}, func(h *hall) {
		for n := range 20 {
			h.work(queue.Turn{Account: "a", Run: predate.RunID(fmt.Sprintf("run_a_%02d", n)), Step: predate.StepIssue})
		}
		h.work(reading("b", "run_b"))
		first := h.take()
		if len(first) != 2 || first[0].Run() != "run_a_00" || first[1].Run() != "run_b" {
			h.t.Errorf("taken first: %d, want one that ends and the one of the other account", len(first))
		}
	})
}
