package queue_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
)

// Jobs tells of each run whether its job is worked, waits for its turn, or for a time.
func TestJobsOfRuns(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := open(t, url)
		now := time.Now().Truncate(time.Microsecond)
		q, err := queue.New(db, queue.Options{Workers: 1, Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		read := func() (jobs map[predate.RunID]predate.Job) {
			t.Helper()
			err := db.View(t.Context(), func(ctx context.Context, tx store.Tx) (err error) {
				jobs, err = q.Jobs(ctx, tx, []predate.RunID{"run_now", "run_later", "run_none"})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return jobs
		}
		if got := read(); len(got) != 0 {
			t.Errorf("jobs of nothing: %v", got)
		}
		later := now.Add(time.Hour)
		work(t, db, q, time.Time{}, "run_now")
		work(t, db, q, later, "run_later")
		check := func(run predate.RunID, want predate.Job) {
			t.Helper()
			got, known := read()[run]
			if !known || got.Held != want.Held || got.Failures != want.Failures || !got.Since.Equal(want.Since) || !got.Due.Equal(want.Due) {
				t.Errorf("job of %s: %+v, want %+v", run, got, want)
			}
		}
		check("run_now", predate.Job{Since: now})
		check("run_later", predate.Job{Since: later, Due: later})
		held, err := q.Take(t.Context())
		if err != nil || len(held) != 1 {
			t.Fatalf("took %d jobs: %v", len(held), err)
		}
		check("run_now", predate.Job{Held: true, Since: now})
		if err := held[0].End(t.Context(), errors.New("no luck")); err != nil {
			t.Fatal(err)
		}
		if got := read()["run_now"]; got.Held || got.Failures != 1 || !got.Due.After(now) {
			t.Errorf("job that failed: %+v", got)
		}
		if _, known := read()["run_none"]; known {
			t.Error("a run without a job has one")
		}
	})
}
