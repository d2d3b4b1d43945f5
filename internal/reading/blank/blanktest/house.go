package blanktest

import (
	"sync"

	"predate/internal/reading/blank"
	"predate/internal/reading/lexicon"
	"predate/papers"
)

var house = sync.OnceValues(func() (*blank.Set, error) {
	words, err := lexicon.Load(papers.Lexicon())
	if err != nil {
		return nil, err
	}
	return blank.Load(words, papers.Forms())
})

// failing is a test, of testing or of rapid.
type failing interface {
	Helper()
	Fatal(args ...any)
}

// House returns the forms that predate is built with, with their lexicon.
func House(t failing) *blank.Set {
	t.Helper()
	s, err := house()
	if err != nil {
		t.Fatal(err)
	}
	return s
}
