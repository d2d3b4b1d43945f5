package lexicontest

import (
	"sync"
	"testing"

	"predate/internal/lexicon"
	"predate/papers"
)

var house = sync.OnceValues(func() (*lexicon.Lexicon, error) { return lexicon.Load(papers.Lexicon()) })

// House gives the lexicon that predate is built with.
func House(t testing.TB) *lexicon.Lexicon {
	t.Helper()
	l, err := house()
	if err != nil {
		t.Fatal(err)
	}
	return l
}
