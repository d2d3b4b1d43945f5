//go:build prove

package webhook_test

import "testing"

// TestProveOfficialVerifiers is the proof at its full size, by the official
// libraries of Go and Node.js.
func TestProveOfficialVerifiers(t *testing.T) {
	proof := newProof(t, 2000)
	proof.byGo(t, 10_000)
	proof.byNode(t, 10_000)
}
