//go:build prove

package lookstest

import "testing"

// TestProveDisguises reads every dossier whose look is mastered in every disguise.
func TestProveDisguises(t *testing.T) {
	var list []Edition
	for _, e := range editions() {
		if !e.Unmastered {
			list = append(list, e)
		}
	}
	tryDisguises(t, list, disguises())
}
