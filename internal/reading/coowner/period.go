package coowner

import (
	"regexp"

	"predate"
	"predate/internal/reading/paper"
)

// WrappedSpan is a period printed in a cell of two lines.
type WrappedSpan struct {
	paper.Piece
	Row    int            // index among the paper's rows
	Period predate.Period // that the cell names
}

// WrappedSpans reads the spans that go on in the line under them, in their own
// column: on a card, "du 1er janvier 2026 au 30 juin" over "2026". The form
// takes the two days as its groups, the first ones or the next.
func (o Paper) WrappedSpans(form *regexp.Regexp) []WrappedSpan {
	var out []WrappedSpan
	for i, r := range o.Rows {
		if i+1 == len(o.Rows) {
			break
		}
		for _, first := range paper.Pieces(r) {
			below, ok := paper.Aligned(o.Rows[i+1], first)
			if !ok || below.Box.Y0-first.Box.Y1 > 0.8*r.TypeSize() {
				continue
			}
			both := joinedPieces(first, below)
			m := form.FindStringSubmatch(both.Folded)
			if m == nil {
				continue
			}
			from, to := m[1], m[2]
			if len(m) > 4 {
				from, to = m[1]+m[3], m[2]+m[4]
			}
			if p, ok := paper.SpanOf(from, to); ok {
				out = append(out, WrappedSpan{both, i, p})
			}
		}
	}
	return out
}
