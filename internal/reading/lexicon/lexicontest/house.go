package lexicontest

import (
	"sync"

	"predate/internal/reading/lexicon"
	"predate/papers"
)

var house = sync.OnceValues(func() (*lexicon.Lexicon, error) { return lexicon.Load(papers.Lexicon()) })

// failing is a test, of testing or of rapid.
type failing interface {
	Helper()
	Fatal(args ...any)
}

// House returns the lexicon that predate is built with.
func House(t failing) *lexicon.Lexicon {
	t.Helper()
	l, err := house()
	if err != nil {
		t.Fatal(err)
	}
	return l
}
