package extract

import (
	"slices"

	"predate"
	"predate/internal/reading/blank"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// Figures applies the forms and the rules of one kind to a part of that kind and
// keeps what is what its field must be. Every figure has its Key, a Status
// (confirmed unless the rule said otherwise) and the rule's name in its evidence;
// the file is left to the caller.
func Figures(kind predate.Kind, doc layout.Doc, forms *blank.Set) []predate.Figure {
	s := source{doc, newWording(forms.Words(), kind)}
	var out []predate.Figure
	for _, rule := range Rules() {
		if rule.From != kind {
			continue
		}
		for _, figure := range rule.Find(s) {
			out = append(out, rule.sign(figure))
		}
	}
	for _, form := range forms.Of(kind) {
		out = append(out, paperOf(s).filledIn(form)...)
	}
	return checked(s, out)
}

// source is a part under reading, with the meaning of its words.
type source struct {
	layout.Doc
	wording
}

// derived is layout.Once for what is derived with the meaning of the words.
func derived[T any](s source, make func(source) T) T {
	return layout.Once(s.Doc, func(layout.Doc) T { return make(s) })
}

// wording is what words mean in papers of a kind.
type wording struct {
	words *lexicon.Lexicon
	kind  predate.Kind
	// heard is what texts said that rules asked about before: many rules ask about the
	// same lines.
	heard map[string][]lexicon.Span
}

func newWording(words *lexicon.Lexicon, kind predate.Kind) wording {
	return wording{words: words, kind: kind, heard: map[string][]lexicon.Span{}}
}

// says reports whether a text says one of the concepts, be it among other words.
func (w wording) says(text string, ids ...lexicon.ID) bool {
	return slices.ContainsFunc(w.all(text), func(s lexicon.Span) bool { return slices.Contains(ids, s.Concept) })
}

// surely is says without the forms that other papers use of other things.
func (w wording) surely(text string, ids ...lexicon.ID) bool {
	return slices.ContainsFunc(w.all(text), func(s lexicon.Span) bool { return !s.Weak && slices.Contains(ids, s.Concept) })
}

// all returns every concept that a text says. The answer is shared: nobody changes it.
func (w wording) all(text string, roles ...lexicon.Role) []lexicon.Span {
	if len(roles) > 0 {
		return w.words.All(w.words.Text(text), lexicon.Context{Kind: w.kind, Roles: roles})
	}
	said, ok := w.heard[text]
	if !ok {
		said = w.words.All(w.words.Text(text), lexicon.Context{Kind: w.kind})
		w.heard[text] = said
	}
	return said
}

// said lists the concepts of some roles that a text says.
func (w wording) said(text string, roles ...lexicon.Role) []lexicon.ID {
	var out []lexicon.ID
	for _, s := range w.all(text, roles...) {
		out = append(out, s.Concept)
	}
	return out
}

// is reports whether a text says one of the concepts and nothing besides.
func (w wording) is(text string, ids ...lexicon.ID) bool {
	whole := w.words.Is(w.words.Text(text), lexicon.Context{Kind: w.kind})
	return slices.ContainsFunc(whole, func(s lexicon.Span) bool { return slices.Contains(ids, s.Concept) })
}
