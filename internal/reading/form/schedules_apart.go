package form

import (
	"slices"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// worksApart reads annexes 4 and 5 that are printed one under the other on the pages
// of one paper: each from its title on.
func worksApart(kind predate.Kind, doc layout.Doc, words *lexicon.Lexicon) []predate.Figure {
	if kind != predate.KindSchedule4 && kind != predate.KindSchedule5 {
		return nil
	}
	fourth, fifth := titled(doc, words, predate.KindSchedule4), titled(doc, words, predate.KindSchedule5)
	if fourth.page < 0 || !fourth.before(fifth) {
		return nil
	}
	upper, lower := cutAt(doc, fourth, fifth)
	return append(worksSchedule(readerOf(predate.KindSchedule4, upper, words)), worksSchedule(readerOf(predate.KindSchedule5, lower, words))...)
}

// place is a line of a document.
type place struct{ page, line int }

func (p place) before(q place) bool { return p.page < q.page || p.page == q.page && p.line < q.line }

// titled returns the only line that begins with the title of a kind and holds no
// amount; page is below zero where there is none, or two.
func titled(doc layout.Doc, words *lexicon.Lexicon, kind predate.Kind) place {
	found := place{page: -1}
	for p, page := range doc.Pages {
		for l, line := range page.Lines {
			spans := words.All(words.Text(line.Text()), lexicon.Context{Kind: kind, Roles: []lexicon.Role{lexicon.Title}})
			announces := slices.ContainsFunc(spans, func(s lexicon.Span) bool {
				c, ok := words.Concept(s.Concept)
				return ok && s.Begins && c.Kind == kind
			})
			if !announces || len(layout.Amounts(line)) > 0 {
				continue
			}
			if found.page >= 0 {
				return place{page: -1}
			}
			found = place{p, l}
		}
	}
	return found
}

// cutAt parts a document before the title of its second annexe. What stands over the
// title of the first, the exercise among it, is of both.
func cutAt(doc layout.Doc, first, second place) (upper, lower layout.Doc) {
	for p, page := range doc.Pages {
		above, below := page, page
		above.Lines, below.Lines = nil, nil
		for l, line := range page.Lines {
			at := place{p, l}
			if at.before(second) {
				above.Lines = append(above.Lines, line)
			}
			if at.before(first) || !at.before(second) {
				below.Lines = append(below.Lines, line)
			}
		}
		upper.Pages, lower.Pages = append(upper.Pages, above), append(lower.Pages, below)
	}
	return upper, lower
}
