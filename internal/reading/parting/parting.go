package parting

import (
	"slices"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// Place is a line of a document. Its zero value is the first line.
type Place struct{ Page, Line int }

// Before reports whether a line stands before another.
func (p Place) Before(q Place) bool {
	return p.Page < q.Page || p.Page == q.Page && p.Line < q.Line
}

// Titled returns the only line that begins with the title of a kind and holds no
// amount; false where there is none, or two.
func Titled(doc layout.Doc, words *lexicon.Lexicon, kind predate.Kind) (at Place, found bool) {
	for p, page := range doc.Pages {
		for l, line := range page.Lines {
			if !announces(line, words, kind) || len(layout.Amounts(line)) > 0 {
				continue
			}
			if found {
				return Place{}, false
			}
			at, found = Place{p, l}, true
		}
	}
	return at, found
}

// announces reports whether a line begins with the title of a kind.
func announces(line layout.Line, words *lexicon.Lexicon, kind predate.Kind) bool {
	spans := words.All(words.Text(line.Text()), lexicon.Context{Kind: kind, Roles: []lexicon.Role{lexicon.Title}})
	return slices.ContainsFunc(spans, func(s lexicon.Span) bool {
		c, ok := words.Concept(s.Concept)
		return ok && s.Begins && c.Kind == kind
	})
}

// Cut parts a document that holds two papers before the title of the second. What stands
// over the title of the first, the exercise among it, belongs to both.
func Cut(doc layout.Doc, first, second Place) (upper, lower layout.Doc) {
	for p, page := range doc.Pages {
		above, below := page, page
		above.Lines, below.Lines = nil, nil
		for l, line := range page.Lines {
			at := Place{p, l}
			if at.Before(second) {
				above.Lines = append(above.Lines, line)
			}
			if at.Before(first) || !at.Before(second) {
				below.Lines = append(below.Lines, line)
			}
		}
		upper.Pages, lower.Pages = append(upper.Pages, above), append(lower.Pages, below)
	}
	return upper, lower
}
