//go:build prove

package pipeline_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"predate/internal/base/prooftest"
)

const (
	stormEvents    = 100_000
	eventsVariable = "PREDATE_PROOFS_EVENTS"
)

// TestProveStorm is the storm at its full size: a hundred thousand events, a fifth of
// them on PostgreSQL, over the whole schedule. PREDATE_PROOFS_EVENTS names another number.
func TestProveStorm(t *testing.T) {
	events := stormEvents
	if given := os.Getenv(eventsVariable); given != "" {
		var err error
		if events, err = strconv.Atoi(given); err != nil {
			t.Fatal(err)
		}
	}
	storms := func(t *testing.T, database string, events int) {
		proof := prooftest.Begin(t, "receivers in a storm, workers that die", engineOf(database))
		proof.Tally = weather(t, database, events, 10*24*time.Hour)
	}
	t.Run("sqlite", func(t *testing.T) { storms(t, filepath.Join(t.TempDir(), "storm.db"), events) })
	t.Run("postgres", func(t *testing.T) { storms(t, cluster.Database(t), events/5) })
}

// TestProveStormOfClocks is the storm under a clock that jumps, for longer.
func TestProveStormOfClocks(t *testing.T) {
	onBothEngines(t, func(t *testing.T, database string) {
		proof := prooftest.Begin(t, "clocks that jump by two hours", engineOf(database))
		proof.Tally = jumpyWeather(t, database, 1000)
	})
}
