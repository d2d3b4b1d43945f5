package layout

import "testing"

// TestNumbersInWords reads every number below a hundred as minutes write years.
func TestNumbersInWords(t *testing.T) {
	for words, want := range map[string]int{
		"premier": 1, "seize": 16, "dix-sept": 17, "vingt": 20, "vingt et un": 21, "vingt-et-un": 21, "trente et un": 31, "quarante-neuf": 49,
		"soixante-dix": 70, "soixante et onze": 71, "quatre-vingts": 80, "quatre-vingt-dix-neuf": 99,
	} {
		if got := numberOf(words); got != want {
			t.Errorf("%s: %d", words, got)
		}
	}
}
