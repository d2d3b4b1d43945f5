package fundcall

import (
	"cmp"
	"slices"
	"strconv"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
	"predate/internal/reading/quotepart"
)

// flatten adds the lines that print no share: fees, an advance, or a whole call
// that gives quote-parts alone. They prove themselves together: with the others
// they must make the printed total, to the cent.
func (c *fundCall) flatten() {
	totals := c.printedTotals()
	sum := c.sum()
	if len(totals) == 0 || len(c.lines) > 0 && slices.ContainsFunc(totals, func(a layout.Amount) bool { return a.Cents == sum }) {
		return
	}
	for _, total := range totals {
		flat := c.flatLines(total)
		var more predate.Cents
		for _, l := range flat {
			more += l.Amount
		}
		if len(flat) > 0 && sum+more == total.Cents {
			c.lines = append(c.lines, flat...)
			slices.SortStableFunc(c.lines, func(a, b callLine) int { return a.row - b.row })
			return
		}
	}
}

// printedTotals returns the amounts printed as the total of the call.
func (c *fundCall) printedTotals() []layout.Amount {
	var out []layout.Amount
	for _, l := range c.Labels() {
		if c.Doc.Says(l.Label, "call_total") && !fold.Has(l.Label, "sous-total") && ofNoNature(c.Doc.Meaning, l.Label) {
			out = append(out, l.Amount)
		}
	}
	return out
}

// flatLines reads the rows above a total that name what they are for and print
// one amount in the total's column.
func (c *fundCall) flatLines(total layout.Amount) []callLine {
	taken := map[int]bool{}
	for _, l := range c.lines {
		taken[l.row] = true
	}
	var out []callLine
	var current callHeading
	for i, r := range c.Rows {
		if r.Page > total.Page || r.Page == total.Page && r.Box.Y0 >= total.Box.Y0-1 {
			break
		}
		words := fold.Text(paper.Joined(paper.WordsBetween(r, 0, total.Box.X1)))
		nature := c.Doc.Nature(words)
		switch {
		case taken[i]:
		case len(r.Amounts) == 0:
			if nature != predate.NatureUnknown && !c.Doc.IsColumnHead(r) && !wrapsIntoHeads(c, i) {
				current = callHeading{nature: nature, row: i}
				current.title, current.votedOn = c.titleOf(paper.Joined(r.Words))
			}
		case fold.Has(words, "total") || fold.Has(words, "sous-total") || c.Doc.Says(words, "opening_balance", "brought_forward", "amount_to_pay", "nothing_to_pay"):
		default:
			if line, ok := c.flatLine(i, total, nature, current); ok {
				out = append(out, line)
			}
		}
	}
	return out
}

// flatLine makes a line of a row whose last amount stands in the total's column.
func (c *fundCall) flatLine(i int, total layout.Amount, nature predate.Nature, under callHeading) (callLine, bool) {
	r := c.Rows[i]
	last := r.Amounts[len(r.Amounts)-1]
	if d := last.Box.X1 - total.Box.X1; d > 6 || d < -6 {
		return callLine{}, false
	}
	line := callLine{row: i, proof: paper.ProofOfAmount(last)}
	line.Amount = last.Cents
	line.Code, line.Label = quotepart.SplitKey(c.Doc.Meaning, paper.Joined(c.by.WithoutLots(paper.WordsBetween(r, 0, r.Amounts[0].Box.X0))), "")
	line.Nature, line.Title, line.VotedOn = nature, "", under.votedOn
	if own := c.Doc.Nature(fold.Text(line.Label)); own == predate.NatureUnknown || own == predate.NatureBudget && under.nature != predate.NatureUnknown {
		line.Nature, line.Title = under.nature, under.title
	} else if own == predate.NatureWorks {
		line.Title, line.VotedOn = c.titleOf(line.Label)
	}
	if line.Nature == predate.NatureUnknown {
		return callLine{}, false
	}
	if counts := quotepart.Counts(r); len(counts) == 2 && counts[0].N > counts[1].N && c.mayBeTerms(r, counts[0].N) {
		line.Base, line.Share, line.Unit = counts[0].N, counts[1].N, cmp.Or(counts[0].Unit, "tantièmes")
	}
	if lots := c.LotNumbers(); len(lots) == 1 {
		line.Lot = lots[0]
	}
	return line, true
}

// mayBeTerms reports whether two counts of a row may be a base and a share: no
// amount beside the part refutes them, for what is apportioned would prove them,
// and the greater one is not the number of a lot.
func (c *fundCall) mayBeTerms(r paper.Row, base int64) bool {
	return len(r.Amounts) == 1 && !slices.Contains(c.LotNumbers(), strconv.FormatInt(base, 10))
}
