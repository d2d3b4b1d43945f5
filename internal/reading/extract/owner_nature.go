package extract

import (
	"slices"

	"predate"
	"predate/internal/reading/lexicon"
)

// nature returns what a sum is for by the words of its heading or label.
func (w wording) nature(text string) predate.Nature {
	said := w.said(text, lexicon.Nature)
	return lexicon.NatureOf(func(id lexicon.ID) bool { return slices.Contains(said, id) })
}
