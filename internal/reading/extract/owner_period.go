package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
)

// wrappedSpan is a period printed in a cell of two lines.
type wrappedSpan struct {
	piece
	row    int
	period predate.Period
}

// wrappedSpans reads the spans that go on in the line under them, in their own
// column: on a card, "du 1er janvier 2026 au 30 juin" over "2026". The form
// takes the two days as its groups, the first ones or the next.
func (o owned) wrappedSpans(form *regexp.Regexp) []wrappedSpan {
	var out []wrappedSpan
	for i, r := range o.rows {
		if i+1 == len(o.rows) {
			break
		}
		for _, first := range pieces(r) {
			below, ok := aligned(o.rows[i+1], first)
			if !ok || below.Box.Y0-first.Box.Y1 > 0.8*r.typeSize() {
				continue
			}
			both := joinedPieces(first, below)
			m := form.FindStringSubmatch(both.text)
			if m == nil {
				continue
			}
			from, to := m[1], m[2]
			if len(m) > 4 {
				from, to = m[1]+m[3], m[2]+m[4]
			}
			if p, ok := spanOf(from, to); ok {
				out = append(out, wrappedSpan{both, i, p})
			}
		}
	}
	return out
}

// labelledBy reports whether a word stands alone in the column of a cell, right over
// or right under it.
func (o owned) labelledBy(w wrappedSpan, labels ...string) bool {
	for j := max(w.row-1, 0); j < len(o.rows) && j <= w.row+3; j++ {
		if p, ok := aligned(o.rows[j], w.piece); ok && o.rows[j].Page == w.Page && slices.Contains(labels, strings.Trim(p.text, " .:")) {
			return true
		}
	}
	return false
}
