package paper

import "predate/internal/reading/lexicon"

// IsColumnHead reports whether a row names columns rather than what is called: three
// of its cells head a column or name a unit, and say nothing else.
func (w Meaning) IsColumnHead(r Row) bool {
	heads := 0
	for _, c := range Pieces(r) {
		if w.HeadsColumn(c.Folded) {
			heads++
		}
	}
	return heads >= 3
}

// HeadsColumn reports whether words head a column or name a unit, and say nothing else.
func (w Meaning) HeadsColumn(words string) bool {
	return len(w.Words.Is(w.Words.Text(words), lexicon.Context{Kind: w.Kind, Roles: []lexicon.Role{lexicon.Column, lexicon.Unit}})) > 0
}

// HeadsColumns reports whether a row heads a table: what stands under its words are
// the first of many.
func (w Meaning) HeadsColumns(r Row) bool {
	return w.IsColumnHead(r) || w.Says(r.Folded, "column_debit") && w.Says(r.Folded, "column_credit")
}
