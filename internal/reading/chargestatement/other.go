package chargestatement

import (
	"slices"

	"predate"
	"predate/internal/reading/coowner"
)

// What a statement sums is not always charges alone: some carry the balance before, private
// fees, an advance or the contribution to the works fund into the same total (loi
// 65-557 art. 10-1 and 14-2-1; décret 67-223 art. 45-1). Such a total is no charge.

// holdsOther reports whether an amount holds something else than what the keys over it
// laid on the lots: it is what they make with rows that are named so.
func (c *charges) holdsOther(total coowner.Labelled) bool {
	var keys, others predate.Cents
	var single []predate.Cents
	for _, f := range slices.Concat(c.keys, c.looseKeys()) {
		keys += f.Value.(predate.ChargeKey).Amount
	}
	for _, r := range c.Rows[:total.Row] {
		if len(r.Amounts) == 1 && c.isNoCharge(r.Folded) {
			single = append(single, r.Amounts[0].Cents)
			others += r.Amounts[0].Cents
		}
	}
	rest := total.Amount.Cents - keys
	if keys == 0 || rest == 0 || len(single) == 0 {
		return false
	}
	return rest == others || slices.Contains(single, rest) || slices.Contains(single, -rest)
}

// laysOther reports whether a key lays something on the lots that is no charge: its
// sums hold it.
func (c *charges) laysOther() bool {
	return slices.ContainsFunc(slices.Concat(c.keys, c.looseKeys()), func(f predate.Figure) bool {
		n := c.Doc.Nature(f.Value.(predate.ChargeKey).Label)
		return n == predate.NatureWorksFund || n == predate.NatureAdvance
	})
}

// isNoCharge reports whether words name a balance carried over, a fee, an advance or the
// works fund.
func (c *charges) isNoCharge(words string) bool {
	switch c.Doc.Nature(words) {
	case predate.NatureWorksFund, predate.NatureAdvance, predate.NatureFees:
		return true
	}
	return c.Doc.Says(words, "opening_balance")
}
