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
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		storms(t, filepath.Join(inMemory(t), "storm.db"), events)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		storms(t, cluster.Database(t), events/5)
	})
}

// inMemory returns a folder that no disk is behind, where the system has one. In a storm
// workers die and the machine does not: what the disk has by then decides nothing.
func inMemory(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "predate-storm-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestProveStormOfClocks is the storm under a clock that jumps, for longer.
func TestProveStormOfClocks(t *testing.T) {
	onBothEngines(t, func(t *testing.T, database string) {
		proof := prooftest.Begin(t, "clocks that jump by two hours", engineOf(database))
		proof.Tally = jumpyWeather(t, database, 1000)
	})
}
