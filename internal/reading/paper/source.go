package paper

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// Source is a part under reading, with the meaning of its words.
type Source struct {
	layout.Doc
	Meaning
}

// Derived is layout.Once for what is derived with the meaning of the words.
func Derived[T any](s Source, make func(Source) T) T {
	return layout.Once(s.Doc, func(layout.Doc) T { return make(s) })
}

// Meaning is what words mean in papers of a kind.
type Meaning struct {
	Words *lexicon.Lexicon
	Kind  predate.Kind // of the paper, whose own wordings count
	// heard is what texts said that rules asked about before: many rules ask about the
	// same lines.
	heard map[string][]lexicon.Span
}

// NewMeaning returns the meaning of words in papers of a kind. It is for one goroutine: it
// keeps what it was asked.
func NewMeaning(words *lexicon.Lexicon, kind predate.Kind) Meaning {
	return Meaning{Words: words, Kind: kind, heard: map[string][]lexicon.Span{}}
}

// Says reports whether a text says one of the concepts, be it among other words.
func (w Meaning) Says(text string, ids ...lexicon.ID) bool {
	return slices.ContainsFunc(w.all(text), func(s lexicon.Span) bool { return slices.Contains(ids, s.Concept) })
}

// Surely is Says without the forms that other papers use of other things.
func (w Meaning) Surely(text string, ids ...lexicon.ID) bool {
	return slices.ContainsFunc(w.all(text), func(s lexicon.Span) bool { return !s.Weak && slices.Contains(ids, s.Concept) })
}

// all returns every concept that a text says. The answer is shared: nobody changes it.
func (w Meaning) all(text string, roles ...lexicon.Role) []lexicon.Span {
	if len(roles) > 0 {
		return w.Words.All(w.Words.Text(text), lexicon.Context{Kind: w.Kind, Roles: roles})
	}
	said, ok := w.heard[text]
	if !ok {
		said = w.Words.All(w.Words.Text(text), lexicon.Context{Kind: w.Kind})
		w.heard[text] = said
	}
	return said
}

// Said lists the concepts of some roles that a text says.
func (w Meaning) Said(text string, roles ...lexicon.Role) []lexicon.ID {
	var out []lexicon.ID
	for _, s := range w.all(text, roles...) {
		out = append(out, s.Concept)
	}
	return out
}

// Is reports whether a text says one of the concepts and nothing besides.
func (w Meaning) Is(text string, ids ...lexicon.ID) bool {
	whole := w.Words.Is(w.Words.Text(text), lexicon.Context{Kind: w.Kind})
	return slices.ContainsFunc(whole, func(s lexicon.Span) bool { return slices.Contains(ids, s.Concept) })
}

// Nature returns what a sum is for by the words of its heading or label.
func (w Meaning) Nature(text string) predate.Nature {
	said := w.Said(text, lexicon.Nature)
	return lexicon.NatureOf(func(id lexicon.ID) bool { return slices.Contains(said, id) })
}

// AnyOf is the form of any way to say a concept.
func (w Meaning) AnyOf(ids ...lexicon.ID) string {
	return `(?:` + strings.Join(w.Words.Ways(ids...), "|") + `)`
}
