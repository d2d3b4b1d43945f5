package coowner

import (
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// perCard joins the cells of a row into one label for each of some amounts that stand in
// cards side by side, over them or under them: the cells that begin in the card of an
// amount, which reaches to the next amount. A sign before the words of a card, a letter
// in a disc, is none of them; a number behind them, of an account, is. Nothing where the
// words of a card do not begin where its amount does, but for the sign, or have a gap
// within: what is behind it may be of a card without an amount on the line.
func perCard(cells []paper.Piece, amounts []layout.Amount) []paper.Piece {
	const edge = 4.0 // points by which words may begin before their amount
	out := make([]paper.Piece, len(amounts))
	for _, c := range cells {
		k := -1
		for i, a := range amounts {
			if c.Box.X0 >= a.Box.X0-edge {
				k = i
			}
		}
		if k < 0 {
			return nil
		}
		begins := c.Box.X0-amounts[k].Box.X0 < 2*amounts[k].Box.Height()
		switch {
		case out[k].Folded != "" && c.Box.X0-out[k].Box.X1 > 1.5*amounts[k].Box.Height():
			return nil
		case out[k].Folded != "":
			out[k] = joinedPieces(out[k], c)
		case !begins:
			return nil
		case paper.CountLetters(c.Folded) > 1:
			out[k] = c
		}
	}
	for _, label := range out {
		if paper.CountLetters(label.Folded) < 4 {
			return nil
		}
	}
	return out
}
