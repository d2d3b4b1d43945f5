package lexicon_test

import (
	"testing"

	"predate/internal/reading/lexicon"
	"predate/internal/reading/lexicon/lexicontest"
)

// house reads the lexicon that predate is built with.
func house(t testing.TB) *lexicon.Lexicon {
	t.Helper()
	return lexicontest.House(t)
}

func TestTheHouseLexiconLoads(t *testing.T) {
	if n := len(house(t).Concepts()); n < 100 {
		t.Errorf("%d concepts", n)
	}
}
