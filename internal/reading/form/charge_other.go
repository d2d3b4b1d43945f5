package form

import (
	"slices"

	"predate"
)

// laysOther reports whether a key of current charges lays on the lots what is no charge,
// a contribution to the works fund or an advance (loi 65-557 art. 14-2-1; décret
// 67-223 art. 45-1): what its lots make holds it.
func (c *charges) laysOther() bool {
	return slices.ContainsFunc(c.keys, func(k chargeKey) bool {
		_, label := c.keyName(k)
		n := c.NatureOf(label)
		return !k.works && (n == predate.NatureWorksFund || n == predate.NatureAdvance)
	})
}

// holdsOther reports whether an amount sums rows that are no charges with those that are:
// the balance before, private fees, an advance, the works fund.
func (c *charges) holdsOther(a cell) bool {
	for _, n := range c.at[a.Line] {
		if n.cell.Box != a.Box || len(n.children) == 0 {
			continue
		}
		for _, leaf := range n.leaves() {
			words := c.LineText(leaf.cell.Line)
			switch c.NatureOf(words) {
			case predate.NatureWorksFund, predate.NatureAdvance, predate.NatureFees:
				return true
			}
			if c.Says(words, "opening_balance") {
				return true
			}
		}
	}
	return false
}
