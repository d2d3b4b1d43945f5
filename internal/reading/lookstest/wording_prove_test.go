//go:build prove

package lookstest

import "testing"

// TestProveHard and TestProveAny read dossiers of more seeds than TestHard… and TestAny….
func TestProveHard(t *testing.T) {
	tryAny(t, "hc", []uint64{1, 3, 6, 10, 16}, hardSettings, aListing)
	tryAny(t, "hw", through(7001, 7006), hardSettings, anyWords)
	tryAny(t, "hf", through(7001, 7006), hardSettings, anyPaper)
}

func TestProveAny(t *testing.T) {
	tryAny(t, "w", through(1, 16), anySettings, anyWords)
	tryAny(t, "f", through(1, 20), anySettings, anyPaper)
}
