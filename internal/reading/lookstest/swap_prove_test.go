//go:build prove

package lookstest

import "testing"

// TestProveSwaps tries all swaps, which takes minutes.
func TestProveSwaps(t *testing.T) { trySwaps(t, 1) }
