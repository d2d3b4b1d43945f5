package form

import (
	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/parting"
)

// worksApart reads annexes 4 and 5 that are printed one under the other on the pages
// of one paper: each from its title on.
func worksApart(kind predate.Kind, doc layout.Doc, words *lexicon.Lexicon) []predate.Figure {
	if kind != predate.KindSchedule4 && kind != predate.KindSchedule5 {
		return nil
	}
	fourth, one := parting.Titled(doc, words, predate.KindSchedule4)
	fifth, other := parting.Titled(doc, words, predate.KindSchedule5)
	if !one || !other || !fourth.Before(fifth) {
		return nil
	}
	upper, lower := parting.Cut(doc, fourth, fifth)
	return append(worksSchedule(readerOf(predate.KindSchedule4, upper, words)), worksSchedule(readerOf(predate.KindSchedule5, lower, words))...)
}
