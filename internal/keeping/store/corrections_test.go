package store

import (
	"slices"
	"testing"
)

// What a client answered is a list; a row of before has a line for each sentence.
func TestSentencesOfBefore(t *testing.T) {
	for kept, want := range map[string][]string{
		"":                       nil,
		"L’annexe 1.\nLe reste.": {"L’annexe 1.", "Le reste."},
		"[sic] L’annexe 1.":      {"[sic] L’annexe 1."},
		`["a\nb","c"]`:           {"a\nb", "c"},
	} {
		if got, err := askedOf(kept); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q is %q, want %q: %v", kept, got, want, err)
		}
	}
}
