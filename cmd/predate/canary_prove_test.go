//go:build prove

package main

import (
	"testing"

	"predate/internal/keeping/store/pgtest"
)

// TestProveNoPasswordIsReadable is TestNoPasswordIsReadable after a thousand
// orders on each engine.
func TestProveNoPasswordIsReadable(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) { releaseCanaries(t, "", 1000) })
	t.Run("PostgreSQL", func(t *testing.T) {
		cluster := &pgtest.Cluster{}
		t.Cleanup(cluster.Stop)
		releaseCanaries(t, cluster.Database(t), 1000)
	})
}
