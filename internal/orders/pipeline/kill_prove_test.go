//go:build prove

package pipeline_test

import (
	"testing"
	"time"

	"predate/internal/base/prooftest"
	"predate/internal/keeping/store"
)

// engineOf names the engine of a database in the table of proofs.
func engineOf(database string) string { return string(store.EngineOf(database)) }

// Processes are killed at random, by themselves at a step or by the system at
// any instant: 200 on each engine.
func TestProveKills(t *testing.T) {
	onBothEngines(t, func(t *testing.T, database string) {
		proof := prooftest.Begin(t, "kill -9 at a step or anywhere", engineOf(database))
		s := newScene(t, database)
		for range 200 {
			if all := steps(); s.dice.IntN(3) > 0 {
				s.suicide(all[s.dice.IntN(len(all))], 1+s.dice.Int64N(3))
			} else {
				s.murder(s.start(s.next()), time.Duration(s.dice.IntN(900))*time.Millisecond)
			}
		}
		s.outlive()
		proof.Tally = s.judge()
	})
}

// Three processes share a PostgreSQL, and now and then one of them is killed
// and replaced: the others take over what it held, and nothing else.
func TestProveKillsAmongOthers(t *testing.T) {
	proof := prooftest.Begin(t, "a node of three is killed", "postgres")
	s := newScene(t, cluster.Database(t))
	s.errand.Events = 200
	var alive []*process
	for range 3 {
		alive = append(alive, s.start(s.errand))
	}
	for range 40 {
		i := s.dice.IntN(len(alive))
		s.murder(alive[i], time.Duration(s.dice.IntN(2000))*time.Millisecond)
		alive[i] = s.start(s.errand)
	}
	for _, p := range alive {
		s.murder(p, 0)
	}
	s.outlive()
	proof.Tally = s.judge()
}
