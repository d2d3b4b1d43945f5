package extract

// underLot gives the words printed under the name of a lot that has no tantièmes beside
// it, down to those: "Bâtiment A, 4e étage · 572 tantièmes", or "343 parts générales"
// under a name that wraps. Cards beside it may have rows in between.
func (o owned) underLot(r row, c piece) (piece, bool) {
	const most, apart = 5, 2.6 // rows; lines from one to the next
	i := o.indexOf(r)
	if i < 0 || o.words.shares.MatchString(c.text) || !o.namesLot(c.text) {
		return piece{}, false
	}
	var under piece
	last := c
	for j := i + 1; j < len(o.rows) && j <= i+most && o.rows[j].Page == r.Page; j++ {
		below, ok := aligned(o.rows[j], c)
		if !ok {
			continue
		}
		if distance(below.Box, last.Box) > apart*o.rows[i].typeSize() || o.namesLot(below.text) || len(o.rows[j].amounts) > 0 {
			return piece{}, false
		}
		if under.text == "" {
			under = below
		} else {
			under = joinedPieces(under, below)
		}
		if o.words.shares.MatchString(below.text) {
			return under, true
		}
		last = below
	}
	return piece{}, false
}
