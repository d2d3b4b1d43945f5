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
