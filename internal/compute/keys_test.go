package compute

import "testing"

// TestOneKeyUnderTwoNames holds keys whose names papers print in different
// ways to one key, and keys that only look alike to two.
func TestOneKeyUnderTwoNames(t *testing.T) {
	line := func(code, label, lot string, part, total int64) share {
		code, label = partCode(code, label)
		return share{code: code, label: label, lot: lot, part: part, total: total}
	}
	for _, c := range []struct {
		name string
		a, b share
		keys int
	}{
		{"the code stands in the name", line("", "Charges communes générales (GEN)", "14", 343, 10000), line("GEN", "Charges communes générales", "14", 343, 10000), 1},
		{"the end of the name wrapped", line("GEN", "Charges relatives aux parties communes générales", "33", 173, 10000), line("", "Charges relatives aux", "33", 173, 10000), 1},
		{"the beginning of the name wrapped", line("GEN", "aux parties communes générales", "33", 173, 10000), line("", "Charges relatives aux parties communes générales", "33", 173, 10000), 1},
		{"another share of the lot", line("", "Bâtiment", "33", 49, 1000), line("", "Bâtiment B", "33", 50, 1000), 2},
		{"another total", line("", "Bâtiment", "33", 49, 1000), line("", "Bâtiment B", "33", 49, 10000), 2},
		{"another code", line("BATA", "Bâtiment", "33", 49, 1000), line("BATB", "Bâtiment B", "33", 49, 1000), 2},
		{"lots apart", line("", "Bâtiment", "33", 49, 1000), line("", "Bâtiment B", "52", 49, 1000), 2},
	} {
		if got := len(joinCut(groupKeys([]share{c.a, c.b}))); got != c.keys {
			t.Errorf("%s: %d keys, want %d", c.name, got, c.keys)
		}
	}
}
