package queue_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"predate"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
)

// model is what the queue promises: what was enqueued is run after it, and no
// two run the same at once.
type model struct {
	*hall
	held map[predate.RunID]*queue.Held
	owed map[predate.RunID]bool // enqueued since it was last taken
}

func (m *model) enqueue(t *rapid.T) {
	turn := queue.Turn{
		Account: predate.AccountID(rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "account")),
		Step:    rapid.SampledFrom([]predate.Step{predate.StepCollect, predate.StepRead, predate.StepIssue}).Draw(t, "step"),
	}
	turn.Run = predate.RunID(fmt.Sprintf("run_%s_%d", turn.Account, rapid.IntRange(1, 4).Draw(t, "run")))
	after := time.Duration(rapid.IntRange(0, 3).Draw(t, "minutes")) * time.Minute
	m.in(func(ctx context.Context, tx store.Tx) error { return m.Work(ctx, tx, turn, m.at.Add(after)) })
	m.owed[turn.Run] = true
}

func (m *model) takeAll(t *rapid.T) {
	for _, held := range m.take() {
		if m.held[held.Run()] != nil {
			t.Fatalf("%s is taken twice", held.Run())
		}
		m.held[held.Run()] = held
		delete(m.owed, held.Run())
	}
}

// endOne ends a job in some way; one that did not succeed is owed again.
func (m *model) endOne(t *rapid.T) {
	for run, held := range m.held {
		result := rapid.SampledFrom([]error{nil, nil, errChanged, queue.Later(time.Minute), queue.Rest(time.Minute)}).Draw(t, "result")
		m.end(held, result)
		delete(m.held, run)
		if result != nil {
			m.owed[run] = true
		}
		return
	}
}

// crash kills the process: all that it held is owed again.
func (m *model) crash(*rapid.T) {
	for run, held := range m.held {
		held.Abandon()
		m.owed[run] = true
	}
	m.held = map[predate.RunID]*queue.Held{}
	m.must(m.Free(m.t.Context()))
}

func (m *model) jump(t *rapid.T) {
	m.at = m.at.Add(time.Duration(rapid.IntRange(-120, 120).Draw(t, "minutes")) * time.Minute)
}

// settle lets everything that is owed be done.
func (m *model) settle(t *rapid.T) {
	for run, held := range m.held {
		m.end(held, nil)
		delete(m.held, run)
	}
	for range 200 {
		if len(m.owed) == 0 {
			break
		}
		m.takeAll(t)
		for run, held := range m.held {
			m.end(held, nil)
			delete(m.held, run)
		}
		m.at = m.at.Add(5 * time.Minute)
	}
	if len(m.owed) > 0 {
		t.Fatalf("lost: %v", m.owed)
	}
	m.at = m.at.Add(1000 * time.Hour)
	if left := m.take(); len(left) > 0 {
		t.Fatalf("%d jobs are left that nobody owes", len(left))
	}
}

// TestPromises: whatever happens, in whatever order, under whatever clock,
// nothing is lost and nothing is worked on by two at once.
func TestPromises(t *testing.T) {
	halls(t, queue.Options{}, func(h *hall) {
		rapid.Check(t, func(rt *rapid.T) {
			m := &model{hall: h, held: map[predate.RunID]*queue.Held{}, owed: map[predate.RunID]bool{}}
			rt.Repeat(map[string]func(*rapid.T){
				"enqueue": m.enqueue, "enqueue again": m.enqueue, "take": m.takeAll, "end": m.endOne, "crash": m.crash, "jump": m.jump,
			})
			m.settle(rt)
		})
	})
}
