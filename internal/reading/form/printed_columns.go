package form

import (
	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// PrintedColumn is amounts that stand in one column on a page, among which sums are
// looked for.
type PrintedColumn struct {
	Page    int
	Box     predate.Box // of its amounts
	Head    string      // the words over it; empty for none
	Amounts int
}

// PrintedColumns lists the columns of two amounts and more of a part, page by page.
func PrintedColumns(kind predate.Kind, doc layout.Doc, words *lexicon.Lexicon) []PrintedColumn {
	r := readerOf(kind, doc, words)
	var out []PrintedColumn
	for _, page := range doc.Pages {
		for _, c := range r.columns {
			if column := r.columnOn(page.Number, c); column.Amounts > 1 {
				out = append(out, column)
			}
		}
	}
	return out
}

// columnOn returns what of a column stands on a page.
func (r *reader) columnOn(page int, c column) PrintedColumn {
	out := PrintedColumn{Page: page}
	for _, n := range c.nodes {
		if n.cell.Page != page {
			continue
		}
		if out.Amounts == 0 {
			out.Head = r.heads(n)
		}
		out.Box = out.Box.Union(n.cell.Box)
		out.Amounts++
	}
	return out
}
