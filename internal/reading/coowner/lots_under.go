package coowner

import "predate/internal/reading/paper"

// underLot gives the words printed under the name of a lot that has no tantièmes beside
// it, down to those: "Bâtiment A, 4e étage · 572 tantièmes", or "343 parts générales"
// under a name that wraps. Cards beside it may have rows in between.
func (o Paper) underLot(r paper.Row, c paper.Piece) (paper.Piece, bool) {
	const most, apart = 5, 2.6 // rows; lines from one to the next
	i := o.indexOf(r)
	if i < 0 || o.words.shares.MatchString(c.Folded) || !o.namesLot(c.Folded) {
		return paper.Piece{}, false
	}
	var under paper.Piece
	last := c
	for j := i + 1; j < len(o.Rows) && j <= i+most && o.Rows[j].Page == r.Page; j++ {
		below, ok := paper.Aligned(o.Rows[j], c)
		if !ok {
			continue
		}
		if paper.Distance(below.Box, last.Box) > apart*o.Rows[i].TypeSize() || o.namesLot(below.Folded) || len(o.Rows[j].Amounts) > 0 {
			return paper.Piece{}, false
		}
		if under.Folded == "" {
			under = below
		} else {
			under = joinedPieces(under, below)
		}
		if o.words.shares.MatchString(below.Folded) {
			return under, true
		}
		last = below
	}
	return paper.Piece{}, false
}
