//go:build prove

package extract

import "testing"

// TestEverySwap tries all swaps, which takes minutes.
func TestEverySwap(t *testing.T) { trySwaps(t, 1) }
