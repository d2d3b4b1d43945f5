package layout

import (
	"reflect"
	"slices"

	"predate"
)

// Analyse groups the words of every page in lines and marks what stands on every
// page. It never fails: a page without words has no lines.
func Analyse(pages []predate.Page) Doc {
	doc := Doc{Pages: make([]Page, 0, len(pages)), memo: &memo{kept: map[reflect.Type]any{}}}
	for _, p := range pages {
		p.Words = withoutSlashes(p.Words)
		lines, drawn := linesOf(p)
		p.Rules = append(slices.Clone(p.Rules), drawn...)
		doc.Pages = append(doc.Pages, Page{Page: p, Lines: lines})
	}
	habit := habitOf(doc.Pages)
	for _, p := range doc.Pages {
		for i := range p.Lines {
			p.Lines[i].habit = habit
		}
	}
	repeated(doc.Pages)
	return doc
}
