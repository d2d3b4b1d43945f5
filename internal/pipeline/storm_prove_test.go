//go:build prove

package pipeline_test

import (
	"path/filepath"
	"testing"
	"time"
)

// TestProveStorm is the storm at its full size: a hundred thousand events, over
// the whole schedule.
func TestProveStorm(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		weather(t, filepath.Join(t.TempDir(), "storm.db"), 100_000, 10*24*time.Hour)
	})
	t.Run("postgres", func(t *testing.T) { weather(t, cluster.Database(t), 20_000, 10*24*time.Hour) })
}
