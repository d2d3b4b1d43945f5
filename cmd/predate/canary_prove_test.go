//go:build prove

package main

import (
	"testing"
)

// TestProveNoPasswordIsReadable is TestNoPasswordIsReadable after a thousand
// orders on each engine.
func TestProveNoPasswordIsReadable(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) { releaseCanaries(t, "", 1000) })
	t.Run("PostgreSQL", func(t *testing.T) {
		releaseCanaries(t, cluster.Database(t), 1000)
	})
}
