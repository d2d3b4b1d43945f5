package chargestatement

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
	"predate/internal/reading/quotepart"
)

// lotWithTotal reads the heading of a lot's section that prints the total of
// the lot, "Lot 9 – Appartement … 1 748,03": one amount, over the heading of a
// key with its share. What the sections then make is checked against it.
func (c *charges) lotWithTotal(i int) bool {
	r := c.Rows[i]
	if len(r.Amounts) != 1 || i+1 >= len(c.Rows) || !strings.HasPrefix(r.Folded, "lot") || chargeKeyTotal.MatchString(r.Folded) {
		return false
	}
	lots, next := c.LotsIn(r.Folded), c.Rows[i+1]
	if len(lots) == 0 || len(next.Amounts) > 0 || len(quotepart.Counts(next)) != 2 || !chargeKeyShare.MatchString(next.Folded) {
		return false
	}
	c.lot, c.inWorks = lots[0], false
	c.sumOfLot(c.lot, r)
	c.begin(keyGroup{})
	return true
}

// lotStated is a row that heads a lot's section with its totals.
type lotStated struct {
	lot     string
	amounts []layout.Amount
}

// lotWithTotals reads the heading of a lot's section that prints its totals
// column by column, over lines that each are a key: one of them is the lot's
// charges, where its keys make it.
func (c *charges) lotWithTotals(i int) bool {
	r := c.Rows[i]
	lots := c.LotsIn(r.Folded)
	if c.inWorks || len(lots) == 0 || len(r.Amounts) == 0 || !strings.HasPrefix(r.Folded, "lot") || chargeKeyTotal.MatchString(r.Folded) || saysLotCalled(c.Doc.Meaning, r.Folded) {
		return false
	}
	if c.maybeLine(r) || !c.lineFollows(i) {
		return false
	}
	c.lot, c.lotPage = lots[0], r.Page
	c.stated = append(c.stated, lotStated{c.lot, r.Amounts})
	c.begin(keyGroup{})
	return true
}

// maybeLine reports whether a row may be the line of a key, to the cents that
// rounding its posts may lose.
func (c *charges) maybeLine(r paper.Row) bool {
	_, ok := quotepart.In(r.Amounts, c.sharesOf(r), roundedPosts)
	return ok
}

// lineFollows reports whether the first amounts under a row are those of a line,
// be it over the page.
func (c *charges) lineFollows(i int) bool {
	const most = 6 // rows of words: a foot, a head
	for j := i + 1; j < len(c.Rows) && j <= i+most; j++ {
		if len(c.Rows[j].Amounts) > 0 {
			return c.maybeLine(c.Rows[j])
		}
	}
	return false
}

// sharesOf returns the whole numbers of a row without the lot's own, which begins
// the rows of some papers.
func (c *charges) sharesOf(r paper.Row) []quotepart.Count {
	counts := quotepart.Counts(r)
	if len(counts) > 2 && len(r.Words) > 0 && counts[0].Box == r.Words[0].Box && r.Words[0].Text == c.lot {
		return counts[1:]
	}
	return counts
}

// settleLots sets the total of each lot to the one printed above its keys, if the keys
// make it. It does so for all lots or for none: a statement that lacks lots is not ours.
func (c *charges) settleLots() {
	if slices.ContainsFunc(c.stated, func(s lotStated) bool { return !c.settles(s) }) {
		return
	}
	for _, s := range c.stated {
		if sum := c.looseSum(s.lot); !slices.Contains(c.order, s.lot) {
			c.lotOf(s.lot).Actual = sum
			c.order = append(c.order, s.lot)
			k := slices.IndexFunc(s.amounts, func(a layout.Amount) bool { return a.Cents == sum })
			c.proofs[s.lot] = append(c.proofs[s.lot], paper.ProofOfAmount(s.amounts[k])...)
		}
	}
}

// settles reports whether the keys of a lot make one of its stated totals.
func (c *charges) settles(s lotStated) bool {
	sum := c.looseSum(s.lot)
	return sum != 0 && slices.ContainsFunc(s.amounts, func(a layout.Amount) bool { return a.Cents == sum })
}

// looseSum is the sum of a lot's lines that may be keys.
func (c *charges) looseSum(lot string) predate.Cents {
	var sum predate.Cents
	for _, l := range c.loose {
		if l.lot == lot {
			sum += l.figure.Value.(predate.ChargeKey).Amount
		}
	}
	return sum
}

// nameBeforeColumns is the words of a key's heading before the names of the
// columns that stand on its line, "Charges générales | Dépense | 56/1 000 | Ma
// part": those only announce numbers.
func nameBeforeColumns(r paper.Row) string {
	cells := r.Segments(0)
	for k, c := range cells {
		if k > 0 && quotepart.IsGeneric(fold.Text(c.Text)) {
			return paper.Joined(paper.WordsBetween(r, 0, c.Box.X0))
		}
	}
	return r.Line.Text()
}

// worksAnnounced reports whether a row heads the works closed in the exercise and
// prints their sum, which those right under it make.
func (c *charges) worksAnnounced(i int) bool {
	r := c.Rows[i]
	if c.inWorks || len(r.Amounts) != 1 || chargeKeyTotal.MatchString(r.Folded) || !c.headsWorks(r.Folded) {
		return false
	}
	var sum predate.Cents
	for j := i + 1; j < len(c.Rows) && sum.Abs() < r.Amounts[0].Cents.Abs(); j++ {
		q, ok := c.workAt(j)
		if !ok {
			return false
		}
		if sum += q.Part.Cents; !paper.OnRow(q.Base.Box, c.Rows[j]) {
			j++ // its terms are on the next row
		}
	}
	return sum == r.Amounts[0].Cents
}

// headsWorks reports whether words head the works that were closed, not those to come
// nor the fund for works.
func (c *charges) headsWorks(text string) bool {
	return c.Doc.Says(text, "nature_works") && (chargeWorksDone.MatchString(text) || strings.Contains(text, "exceptionnel"))
}

// workAt reads the line of a work: its terms beside its quote-part, or right
// under it in small print, "56 / 1 000 de 4 265,55".
func (c *charges) workAt(i int) (quotepart.Quote, bool) {
	r := c.Rows[i]
	if q, ok := quotepart.In(r.Amounts, quotepart.Counts(r), 1); ok || len(r.Amounts) == 0 {
		return q, ok
	}
	if _, q, ok := c.cardOver(i); ok {
		return q, true
	}
	if next := i + 1; next < len(c.Rows) && len(c.Rows[next].Amounts) == 0 && c.Rows[next].Page == r.Page {
		return quotepart.In(r.Amounts, quotepart.Counts(c.Rows[next]), 1)
	}
	q, ok := c.by.AcrossRows(i)
	return q, ok && paper.OnRow(q.Part.Box, r)
}
