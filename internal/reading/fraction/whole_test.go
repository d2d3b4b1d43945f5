package fraction_test

import (
	"testing"

	"predate/internal/reading/fraction"
)

// TestWholeNumbers holds which marks part the thousands of a whole number.
func TestWholeNumbers(t *testing.T) {
	for text, want := range map[string]int64{"189": 189, "1885": 1885, "1 885": 1885, "1.885": 1885, "10.000": 10000, "1.234.567": 1234567} {
		if n, ok := fraction.Number(text); !ok || n != want {
			t.Errorf("%q is %d (%v), want %d", text, n, ok, want)
		}
	}
	for _, text := range []string{"", "1,5", "1.5", "0.885", "01.885", "12.2025", "1885.123", "4e étage"} {
		if n, ok := fraction.Number(text); ok {
			t.Errorf("%q is %d, want none", text, n)
		}
	}
}
