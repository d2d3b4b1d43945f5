package coowner

import (
	"predate"
	"predate/internal/reading/paper"
)

// Sentence is the folded words of one row, or of two where a sentence wraps.
type Sentence struct {
	Row    int    // index among the paper's rows
	Folded string // its words
	Proof  []predate.Evidence
}

// Sentences returns every row, then every pair of rows: what one row says by
// itself comes first.
func (o Paper) Sentences() []Sentence {
	var out, pairs []Sentence
	for i, r := range o.Rows {
		own := paper.Proof(r.Page, r.Box, r.Line.Text())
		out = append(out, Sentence{i, r.Folded, own})
		if i+1 < len(o.Rows) && o.Rows[i+1].Page == r.Page {
			next := o.Rows[i+1]
			pairs = append(pairs, Sentence{i, r.Folded + " " + next.Folded, append(own, paper.Proof(next.Page, next.Box, next.Line.Text())...)})
		}
	}
	return append(out, pairs...)
}
