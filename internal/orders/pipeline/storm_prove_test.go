//go:build prove

package pipeline_test

import (
	"path/filepath"
	"testing"
	"time"

	"predate/internal/base/prooftest"
)

// TestProveStorm is the storm at its full size: a hundred thousand events, over
// the whole schedule.
func TestProveStorm(t *testing.T) {
	storms := func(t *testing.T, database string, events int) {
		proof := prooftest.Begin(t, "receivers in a storm, workers that die", engineOf(database))
		proof.Tally = weather(t, database, events, 10*24*time.Hour)
	}
	t.Run("sqlite", func(t *testing.T) { storms(t, filepath.Join(t.TempDir(), "storm.db"), 100_000) })
	t.Run("postgres", func(t *testing.T) { storms(t, cluster.Database(t), 20_000) })
}

// TestProveStormOfClocks is the storm under a clock that jumps, for longer.
func TestProveStormOfClocks(t *testing.T) {
	onBothEngines(t, func(t *testing.T, database string) {
		proof := prooftest.Begin(t, "clocks that jump by two hours", engineOf(database))
		proof.Tally = jumpyWeather(t, database, 1000)
	})
}
