package pipeline_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A receiver that refuses everything is called at the times that the reference
// tells, to the second, over the whole road: the desk, the queue, the workers.
// Then the delivery is given up, and the order's next event released.
func TestTheScheduleIsTheOneWritten(t *testing.T) {
	written := writtenSchedule(t)
	onBothEngines(t, func(t *testing.T, database string) {
		s := newStorm(t, database, 1)
		s.world.deadly, s.jitter = false, func() float64 { return 0.5 }
		account := s.enrol("acc_1")
		receiver := s.hook(account, "/stubborn", 0, stubborn)
		order := &stormOrder{account: account}
		s.must(s.advance(order))
		s.must(s.advance(order))
		began, real := s.clock.now(), time.Now()
		for len(receiver.refused["2"]) == 0 && s.clock.now().Sub(began) < 200*time.Hour {
			s.toNext()
		}
		var walked []time.Duration
		for _, at := range receiver.refused["1"] {
			walked = append(walked, at.Sub(began))
		}
		if diff := cmp.Diff(written, walked); diff != "" {
			t.Error("attempts, by the reference and in fact:", diff)
		}
		// The receiver is parked by then: its next call is a probe.
		if late := s.clock.now().Sub(began) - written[len(written)-1]; late < 0 || late > 6*time.Minute {
			t.Errorf("the next event was sent %s after the last attempt of the first", late)
		}
		t.Logf("%s in %s", s.clock.now().Sub(began).Round(time.Minute), time.Since(real).Round(time.Millisecond))
	})
}

// toNext does what is due, and goes to when the next job or the sweeper is.
func (s *storm) toNext() {
	s.t.Helper()
	ctx := s.t.Context()
	jobs, err := s.jobs.Take(ctx)
	s.must(err)
	s.must(s.jobs.finish(ctx, s.work(jobs)))
	s.sweep(ctx)
	next, found, err := s.jobs.next(ctx)
	s.must(err)
	if !found {
		next = s.clock.now().Add(time.Minute)
	}
	s.clock.pass(next.Sub(s.clock.now()))
}

// writtenSchedule reads the reference's sentence on the times of attempts.
func writtenSchedule(t *testing.T) (at []time.Duration) {
	t.Helper()
	page, err := os.ReadFile("../../../docs/endpoints.md")
	if err != nil {
		t.Fatal(err)
	}
	sentence := regexp.MustCompile(`Attempts are made at ([^:]+), and three times (24 h) after the one before: thirteen`).FindSubmatch(page)
	if sentence == nil {
		t.Fatal("the reference does not tell when attempts are made")
	}
	waits := strings.Split(string(sentence[1]), ", ")
	for range 3 {
		waits = append(waits, string(sentence[2]))
	}
	total := time.Duration(0)
	for _, wait := range waits {
		unit := strings.NewReplacer(" min", "m", " ", "").Replace(wait)
		if unit == "0" {
			unit = "0s"
		}
		d, err := time.ParseDuration(unit)
		if err != nil {
			t.Fatal(err)
		}
		total += d
		at = append(at, total)
	}
	return at
}
