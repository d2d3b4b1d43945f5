//go:build prove

package pipeline_test

import (
	"testing"
	"time"
)

// Processes are killed at random, by themselves at a step or by the system at
// any instant: 200 on each engine.
func TestProveKills(t *testing.T) {
	onBothEngines(t, func(t *testing.T, database string) {
		s := newScene(t, database)
		for range 200 {
			if all := steps(); s.dice.IntN(3) > 0 {
				s.suicide(all[s.dice.IntN(len(all))], 1+s.dice.Int64N(3))
			} else {
				s.murder(s.start(s.next()), time.Duration(s.dice.IntN(900))*time.Millisecond)
			}
		}
		s.outlive()
		s.judge()
	})
}

// Three processes share a PostgreSQL, and now and then one of them is killed
// and replaced: the others take over what it held, and nothing else.
func TestProveKillsAmongOthers(t *testing.T) {
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
	s.judge()
}
