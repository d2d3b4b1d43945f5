package compute

import (
	"testing"

	"predate"
)

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
		{"the code in square brackets", line("", "Charges bâtiment A [BATA]", "17", 28, 1000), line("BATA", "", "17", 28, 1000), 1},
		{"the code behind the word for it", line("", "Parties communes générales Clé GEN", "17", 28, 1000), line("GEN", "", "17", 28, 1000), 1},
		{"the word for it in brackets too", line("", "Charges bât. B (clé BATB)", "17", 28, 1000), line("BATB", "", "17", 28, 1000), 1},
		{"the code ahead of the name", line("", "BATA – Bâtiment A", "17", 28, 1000), line("", "Charges bâtiment A", "17", 28, 1000), 1},
		{"the code behind the name", line("", "Chauffage collectif · CHF", "17", 28, 1000), line("CHF", "", "17", 28, 1000), 1},
		{"the code at the end of the name", line("", "CHARGES BATIMENT A BATA", "17", 28, 1000), line("", "Bâtiment A", "17", 28, 1000), 1},
		{"consonants of the name at its end", line("", "CHAUFFAGE COLLECTIF CHF", "17", 28, 1000), line("CHF", "", "17", 28, 1000), 1},
		{"the code first, nothing between", line("", "BATA BATIMENT A", "17", 28, 1000), line("", "Bâtiment A", "17", 28, 1000), 1},
		{"the code behind the letter of a nature", line("", "B GEN Charges communes générales", "17", 28, 1000), line("", "F GEN Charges communes générales", "17", 28, 1000), 1},
		{"the letter of a nature before a code that shortens nothing", line("", "B GEN Parties communes", "17", 28, 1000), line("GEN", "Parties communes", "17", 28, 1000), 1},
		{"a word first is no code", line("", "EAU CHAUDE", "17", 28, 1000), line("", "Chaude", "17", 30, 900), 2},
		{"a word at the end is no code", line("", "PARKING RDC", "17", 28, 1000), line("", "CHAUFFAGE RDC", "17", 30, 900), 2},
		{"words in capitals are no code", line("", "EAU – Compteurs bât. A", "17", 28, 1000), line("", "EAU – Compteurs bât. B", "17", 30, 900), 2},
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

// TestKeyNamed finds a key of the lots by what minutes call it.
func TestKeyNamed(t *testing.T) {
	keys := []predate.AllocationKey{
		{Code: "GEN", Label: "Charges communes générales"},
		{Label: "Charges bâtiment A"},
		{Label: "Ascenseur bâtiment A"},
		{Code: "PKG", Label: "Parking"},
		{Code: "BATC"},
		{Label: "Parkings extérieurs"},
	}
	for name, want := range map[string]string{
		"Charges générales": "Charges communes générales", "GEN": "Charges communes générales", "Charges générales (GEN)": "Charges communes générales",
		"BATA": "Charges bâtiment A", "Bâtiment A": "Charges bâtiment A", "BATA – Charges bâtiment A": "Charges bâtiment A", "Bât. A": "Charges bâtiment A",
		"ASCA": "Ascenseur bâtiment A", "ASC BAT A": "Ascenseur bâtiment A", "Parkings [PKG]": "Parking",
		"BATB": "", "Charges bâtiment B": "", "ASCB": "", "ASC": "", "A": "", "PARK": "", "BATC": "BATC", "Bâtiment C": "BATC",
	} {
		r := &books{keys: keys}
		if k, _ := r.keyNamed(name); keyName(k) != want {
			t.Errorf("%q names %q, want %q", name, keyName(k), want)
		}
	}
}
