package extract

import (
	"predate"
	"predate/internal/reading/paper"
)

// sentence is the folded words of one row, or of two where a sentence wraps.
type sentence struct {
	row   int
	words string
	proof []predate.Evidence
}

// sentences returns every row, then every pair of rows: what one row says by
// itself comes first.
func (o owned) sentences() []sentence {
	var out, pairs []sentence
	for i, r := range o.Rows {
		own := paper.Proof(r.Page, r.Box, r.Line.Text())
		out = append(out, sentence{i, r.Folded, own})
		if i+1 < len(o.Rows) && o.Rows[i+1].Page == r.Page {
			next := o.Rows[i+1]
			pairs = append(pairs, sentence{i, r.Folded + " " + next.Folded, append(own, paper.Proof(next.Page, next.Box, next.Line.Text())...)})
		}
	}
	return append(out, pairs...)
}
