//go:build prove

package typeset

import "testing"

// TestProveAnotherEngineReadsInOrder reads the least statement as TestAnotherEngineReadsInOrder
// reads an invoice.
func TestProveAnotherEngineReadsInOrder(t *testing.T) {
	readsInOrder(t, set(t, samples()["empty"](), options()))
}
