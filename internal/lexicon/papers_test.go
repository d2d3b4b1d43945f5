package lexicon_test

import (
	"testing"

	"predate/internal/lexicon"
	"predate/papers"
)

// house reads the lexicon that predate is built with.
func house(t testing.TB) *lexicon.Lexicon {
	t.Helper()
	l, err := lexicon.Load(papers.Lexicon())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestTheHouseLexiconLoads(t *testing.T) {
	if n := len(house(t).Concepts()); n < 100 {
		t.Errorf("%d concepts", n)
	}
}
