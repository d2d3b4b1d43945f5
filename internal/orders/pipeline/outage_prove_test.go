//go:build prove

package pipeline_test

import (
	"testing"
	"time"

	"predate/internal/base/prooftest"
	"predate/internal/keeping/store/pgtest"
)

// PostgreSQL is stopped and started again while two processes make events and
// deliver them, now in good order and now by a crash. They go on by themselves:
// none is started anew.
func TestProvePostgresRestarts(t *testing.T) {
	proof := prooftest.Begin(t, "PostgreSQL restarts in the midst of work", "postgres")
	server := pgtest.NewServer(t)
	s := newScene(t, server.Database("predate"))
	s.bear(10, func() {
		if s.dice.IntN(2) == 0 {
			server.Shut()
		} else {
			server.Crash()
		}
		s.wait(1500 * time.Millisecond)
		server.Start()
	}, func() {})
	proof.Tally = s.judge()
}

// PostgreSQL crashes for good and its standby is promoted, again and again: what
// was acknowledged is on the standby, and the processes find it by themselves, at
// the second host of their URL.
func TestProvePostgresFailover(t *testing.T) {
	proof := prooftest.Begin(t, "PostgreSQL fails over to its standby", "postgres")
	primary := pgtest.NewServer(t)
	primary.Database("predate")
	standby := pgtest.NewStandby(t, primary)
	s := newScene(t, pgtest.Either(primary, standby, "predate"))
	s.bear(4, func() {
		primary.Crash()
		s.wait(time.Second)
		standby.Promote()
	}, func() {
		standby, primary = primary, standby
		standby.Follow(primary)
	})
	proof.Tally = s.judge()
}

// bear has two processes work through outages of what they record in, and drain
// what is left without being started anew. After an outage something is mended
// while they work.
func (s *scene) bear(outages int, outage, mend func()) {
	s.t.Helper()
	s.errand.Events, s.errand.Patient, s.errand.Pace = 800, true, 150*time.Millisecond
	alive := []*process{s.start(s.errand), s.start(s.errand)}
	for range outages {
		s.wait(3 * time.Second)
		over := s.witness.outage()
		outage()
		over()
		mend()
	}
	for deadline := time.Now().Add(3 * time.Minute); s.count("SELECT COUNT(*) FROM events") < len(alive)*s.errand.Events; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatal("the processes do not go on after the outages")
		}
	}
	s.drain(3 * time.Minute)
	for _, p := range alive {
		s.murder(p, 0)
	}
	s.faults = outages
}

// wait lets a time pass that the dice choose.
func (s *scene) wait(most time.Duration) { time.Sleep(time.Duration(s.dice.Int64N(int64(most)))) }
