package fundcall

import (
	"cmp"
	"slices"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
	"predate/internal/reading/quotepart"
)

// tile is one line of a call drawn as a card: its name, the quote-part under it,
// and under that the lot with its share, "lot 7 – 105 / 1 000 tantièmes".
type tile struct {
	name   string
	amount layout.Amount
	lot    string
	terms  []quotepart.Count // the base and the share
}

// tiled reads a call whose lines are tiles, several side by side: none prints
// what it is a share of, so that they prove themselves by making the total of
// the call, to the cent.
func (c *fundCall) tiled() bool {
	var current callHeading
	var sum predate.Cents
	for i := 0; i < len(c.Rows); i++ {
		if tiles := c.tilesAt(i); len(tiles) > 0 {
			for _, t := range tiles {
				c.lines = append(c.lines, c.lineOfTile(i+1, t, current))
				sum += t.amount.Cents
			}
			i += 2
			continue
		}
		r := c.Rows[i]
		if nature := c.Doc.Nature(r.Folded); len(r.Amounts) == 0 && nature != predate.NatureUnknown {
			current = callHeading{nature: nature, row: i}
			if nature == predate.NatureWorks || nature == predate.NatureLoan {
				current.title, current.votedOn = c.titleOf(paper.Joined(r.Words))
			}
		}
	}
	unnamed := slices.ContainsFunc(c.lines, func(l callLine) bool { return l.Nature == predate.NatureUnknown })
	proven := slices.ContainsFunc(c.printedTotals(), func(a layout.Amount) bool { return a.Cents == sum })
	if len(c.lines) == 0 || unnamed || !proven {
		c.lines = nil
		return false
	}
	return true
}

// tilesAt reads a row of tiles: names on row i, one sum under each on the next,
// and under each sum a lot with its share of a base. It is empty where a name, a
// sum or a share has no place in a tile.
func (c *fundCall) tilesAt(i int) []tile {
	if i+2 >= len(c.Rows) || c.Rows[i].Page != c.Rows[i+2].Page {
		return nil
	}
	names, sums, shares := c.Rows[i], c.Rows[i+1], c.Rows[i+2]
	if len(names.Amounts) > 0 || len(sums.Amounts) == 0 || len(shares.Amounts) > 0 || len(shares.Segments(0)) != len(sums.Amounts) {
		return nil
	}
	var out []tile
	for k, a := range sums.Amounts {
		right := names.Box.Union(shares.Box).X1 + 4
		if k+1 < len(sums.Amounts) {
			right = sums.Amounts[k+1].Box.X0
		}
		name, share := paper.WordsBetween(names, a.Box.X0-2, right-2), shares.Segments(0)[k]
		lot := quotepart.LotNamed(fold.Text(share.Text))
		terms := slices.DeleteFunc(quotepart.Counts(shares), func(n quotepart.Count) bool { return n.Box.X0 < share.Box.X0-0.5 || n.Box.X1 > share.Box.X1+0.5 })
		if len(name) == 0 || lot == "" || len(terms) != 2 || share.Box.X0 < a.Box.X0-2 || share.Box.X1 > right {
			return nil
		}
		if terms[0].N < terms[1].N {
			terms[0], terms[1] = terms[1], terms[0]
		}
		out = append(out, tile{name: paper.Joined(name), amount: a, lot: lot, terms: terms})
	}
	return out
}

// lineOfTile makes a line of a tile under a heading.
func (c *fundCall) lineOfTile(i int, t tile, under callHeading) callLine {
	line := callLine{row: i, proof: paper.ProofOfAmount(t.amount)}
	line.Amount, line.Lot = t.amount.Cents, t.lot
	line.Base, line.Share, line.Unit = t.terms[0].N, t.terms[1].N, cmp.Or(t.terms[0].Unit, t.terms[1].Unit, "tantièmes")
	line.Code, line.Label = quotepart.SplitKey(c.Doc.Meaning, t.name, "")
	line.Nature, line.Title, line.VotedOn = under.nature, under.title, under.votedOn
	line.Metered = line.Unit == "m3" || fold.Has(line.Label, "compteurs")
	return line
}
