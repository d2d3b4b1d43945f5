package queue_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
)

// Each line says how many jobs it has, and since when the first waits.
func TestLengths(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := open(t, url)
		noon := time.Date(2026, 5, 18, 12, 0, 0, 0, time.UTC)
		now := noon
		q, err := queue.New(db, queue.Options{Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		enqueue := func(run predate.RunID, step predate.Step, at time.Time) {
			err := db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
				return q.Work(ctx, tx, queue.Turn{Account: "acc_1", Run: run, Step: step}, at)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		enqueue("run_1", predate.StepCollect, time.Time{})
		now = noon.Add(time.Minute)
		enqueue("run_2", predate.StepCollect, time.Time{})
		enqueue("run_3", predate.StepCollect, now.Add(time.Hour))
		enqueue("run_4", predate.StepTypeset, time.Time{})
		have, err := q.Lengths(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := []queue.Length{
			{Line: "collect", Ready: 2, Later: 1, Oldest: noon}, {Line: "make", Ready: 1, Oldest: now}, {Line: "deliver"}, {Line: "sweep"},
		}
		if !slices.EqualFunc(have, want, func(a, b queue.Length) bool {
			same := a.Oldest.Equal(b.Oldest)
			a.Oldest, b.Oldest = time.Time{}, time.Time{}
			return same && a == b
		}) {
			t.Errorf("have %+v, want %+v", have, want)
		}
	})
}
