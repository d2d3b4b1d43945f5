package merge

import (
	"slices"

	"predate"
)

// withoutHalfLots leaves out the keys that rules read of a lot whose charges are
// proved, where they do not make these: some of them were not read.
func withoutHalfLots(rules, proved []predate.Figure) []predate.Figure {
	made := map[string]predate.Cents{}
	for _, f := range rules {
		if k, ok := f.Value.(predate.ChargeKey); ok {
			made[k.Lot] += k.Amount
		}
	}
	half := map[string]bool{}
	for _, f := range proved {
		if l, ok := f.Value.(predate.ChargeLot); ok {
			half[l.Lot] = made[l.Lot] != l.Actual
		}
	}
	return slices.DeleteFunc(slices.Clone(rules), func(f predate.Figure) bool {
		k, ok := f.Value.(predate.ChargeKey)
		return ok && half[k.Lot]
	})
}
