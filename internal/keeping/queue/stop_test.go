package queue_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// A stop waits for what runs, then cancels it; what it cut short is run again
// after the next start.
func TestStop(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := open(t, url)
		var calls tally
		entered := make(chan struct{}, 10)
		h := nothing()
		h.Work = func(ctx context.Context, run predate.RunID) error {
			calls.add(string(run))
			entered <- struct{}{}
			if run == "run_short" {
				time.Sleep(300 * time.Millisecond)
				calls.add("short done")
				return nil
			}
			if run == "run_long" && calls.of("run_long") == 1 {
				<-ctx.Done()
				calls.add("cancelled")
				return ctx.Err()
			}
			return nil
		}
		q := start(t, db, h, queue.Options{})
		work(t, db, q, time.Time{}, "run_short")
		<-entered
		stop(t, q, 20*time.Second)
		if calls.of("short done") != 1 {
			t.Error("the stop did not wait for the run")
		}

		q = start(t, db, h, queue.Options{Grace: 500 * time.Millisecond})
		work(t, db, q, time.Time{}, "run_long")
		<-entered
		begun := time.Now()
		stop(t, q, 20*time.Second)
		if took := time.Since(begun); took < 500*time.Millisecond || took > 10*time.Second || calls.of("cancelled") != 1 {
			t.Errorf("stop took %s, cancelled %d runs; want one after half a second", took, calls.of("cancelled"))
		}
		work(t, db, q, time.Time{}, "run_after") // enqueueing needs no start
		start(t, db, h, queue.Options{})
		eventually(t, "what was cut short, and what came after", func() bool {
			return calls.of("run_long") == 2 && calls.of("run_after") >= 1
		})
	})
}

// A context that ends while a job runs cuts the stop short, and the job.
func TestStopInHaste(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := open(t, url)
		entered, cut := make(chan struct{}), make(chan struct{})
		h := nothing()
		h.Work = func(ctx context.Context, _ predate.RunID) error {
			close(entered)
			<-ctx.Done()
			close(cut)
			return nil
		}
		q := start(t, db, h, queue.Options{Grace: time.Hour})
		work(t, db, q, time.Time{}, "run_1")
		<-entered
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		if err := q.Stop(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("have %v, want the context's error", err)
		}
		<-cut
	})
}

// childURL, in the environment, makes the test binary the process to kill.
const childURL = "PREDATE_TEST_CHILD"

// child works one run for ever; it says so on its output.
func child(url string) error {
	ctx := context.Background()
	db, err := store.Open(ctx, url, store.Options{})
	if err != nil {
		return err
	}
	h := nothing()
	h.Work = func(context.Context, predate.RunID) error {
		fmt.Println("working")
		select {}
	}
	q, err := queue.New(db, queue.Options{Handlers: h, Now: time.Now})
	if err != nil {
		return err
	}
	if err := q.Start(ctx); err != nil {
		return err
	}
	select {}
}

// What a process was working on when it was killed is worked again within
// seconds of the next start.
func TestCrash(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := open(t, url)
		q, err := queue.New(db, queue.Options{Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		work(t, db, q, time.Time{}, "run_killed")

		killed := exec.Command(os.Args[0])
		killed.Env = append(os.Environ(), childURL+"="+url)
		out, err := killed.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := killed.Start(); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(out).ReadString('\n'); line != "working\n" {
			t.Errorf("the child says %q, %v", line, err)
		}
		if err := killed.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = killed.Wait() // killed, as we wanted

		var calls tally
		h := nothing()
		h.Work = func(_ context.Context, run predate.RunID) error { calls.add(string(run)); return nil }
		begun := time.Now()
		start(t, db, h, queue.Options{})
		eventually(t, "the run of the killed process", func() bool { return calls.of("run_killed") == 1 })
		if took := time.Since(begun); took > 6*time.Second {
			t.Errorf("taken up after %s", took)
		}
	})
}

// A job that this process has taken without hearing so, as when the database went
// away in the commit, is worked all the same, and what it works is not worked twice.
func TestATakeThatWasNotAnswered(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := open(t, url)
		var calls tally
		release := make(chan struct{})
		h := nothing()
		h.Work = func(_ context.Context, run predate.RunID) error {
			if calls.add(string(run)); run == "run_known" {
				<-release
			}
			return nil
		}
		q := start(t, db, h, queue.Options{})
		work(t, db, q, time.Time{}, "run_known")
		work(t, db, q, time.Now().Add(time.Hour), "run_unknown")
		eventually(t, "a job that is held", func() bool { return calls.of("run_known") == 1 })
		err := db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE jobs SET due = 0, holder = (SELECT holder FROM jobs WHERE subject = 'run_known') WHERE subject = 'run_unknown'")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		eventually(t, "the job of which nobody knows", func() bool { return calls.of("run_unknown") == 1 })
		close(release)
		if n := calls.of("run_known"); n != 1 {
			t.Errorf("what was worked on was worked %d times", n)
		}
	})
}

// Of two processes on one PostgreSQL, neither takes the other for dead.
func TestTwoNodes(t *testing.T) {
	url := storetest.Database(t, &cluster, queue.Schema{})
	db := open(t, url)
	var calls tally
	release := make(chan struct{})
	h := nothing()
	h.Work = func(_ context.Context, run predate.RunID) error {
		calls.add(string(run))
		<-release
		return nil
	}
	q := start(t, db, h, queue.Options{})
	start(t, open(t, url), h, queue.Options{})
	work(t, db, q, time.Time{}, "run_1", "run_2", "run_3", "run_4")
	eventually(t, "both at work", func() bool { return calls.of("run_4") == 1 })
	time.Sleep(5 * time.Second) // two looks of each
	close(release)
	for _, run := range []string{"run_1", "run_2", "run_3", "run_4"} {
		if n := calls.of(run); n != 1 {
			t.Errorf("%s was worked %d times", run, n)
		}
	}
}

// An SQLite file is worked by one process at a time, and by the next as soon
// as it stops.
func TestOneOwner(t *testing.T) {
	path := storetest.File(t, queue.Schema{})
	q := start(t, open(t, path), nothing(), queue.Options{})
	impatient := storetest.Open(t, path, store.Options{BusyTimeout: 50 * time.Millisecond})
	second, err := queue.New(impatient, queue.Options{Handlers: nothing(), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	var refused *predate.Error
	if err := second.Start(t.Context()); !errors.As(err, &refused) || refused.Code != predate.CodeConflict {
		t.Errorf("have %v, want a refusal", err)
	}
	stop(t, q, 10*time.Second)
	if err := second.Start(t.Context()); err != nil {
		t.Error(err)
	}
	stop(t, second, 10*time.Second)
}

// A queue without its handlers does not start.
func TestRefusals(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := open(t, url)
		q, err := queue.New(db, queue.Options{Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		if err := q.Start(t.Context()); err == nil || !strings.Contains(err.Error(), "handler") {
			t.Errorf("have error %v, want one about handlers", err)
		}
		stop(t, q, 10*time.Second) // having nothing to stop
		q.Handle(nothing())
		if err := q.Start(t.Context()); err != nil {
			t.Error(err)
		}
		stop(t, q, 10*time.Second)
	})
}

// A database that a newer program has migrated is refused.
func TestNewerSchema(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := open(t, url)
		have, want, err := queue.Schema{}.Version(t.Context(), db)
		if err != nil || have != want || have == 0 {
			t.Errorf("version %d of %d, %v; want the same", have, want, err)
		}
		err = db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE queue_version SET version = 999")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		var refused *predate.Error
		if err := db.Migrate(t.Context(), queue.Schema{}); !errors.As(err, &refused) || refused.Code != predate.CodeConflict {
			t.Errorf("have %v, want a refusal", err)
		}
	})
}
