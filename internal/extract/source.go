package extract

import (
	"predate"
	"predate/internal/layout"
	"predate/internal/lexicon"
)

// Figures applies the rules of one kind to a part of that kind, by the words of
// a lexicon. Every figure
// has its Key, a Status (confirmed unless the rule said otherwise) and the
// rule's name in its evidence; the file is left to the caller.
func Figures(kind predate.Kind, doc layout.Doc, words *lexicon.Lexicon) []predate.Figure {
	var out []predate.Figure
	for _, rule := range Rules() {
		if rule.From != kind {
			continue
		}
		for _, figure := range rule.Find(source{doc, wording{words, kind}}) {
			out = append(out, rule.sign(figure))
		}
	}
	return out
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
}

// says reports whether a text says one of the concepts, be it among other words.
func (w wording) says(text string, ids ...lexicon.ID) bool {
	for _, s := range w.words.All(w.words.Text(text), lexicon.Context{Kind: w.kind}) {
		for _, id := range ids {
			if s.Concept == id {
				return true
			}
		}
	}
	return false
}
