package form

import (
	"predate"
)

// Merge joins what the rules of a kind read with what its form proved. Where
// the form read figures of a key, they stand for the key: a reading of the rules
// that says the same keeps its place and its words, another one goes.
func Merge(rules, proved []predate.Figure) []predate.Figure {
	keys := map[predate.Key]bool{}
	for _, f := range proved {
		keys[f.Key] = true
	}
	var out []predate.Figure
	for _, f := range rules {
		if !keys[f.Key] {
			out = append(out, f)
		}
	}
	for _, f := range proved {
		for _, r := range rules {
			if sameReading(r, f) {
				f = r
				break
			}
		}
		out = append(out, f)
	}
	return out
}

// sameReading reports whether two figures say the same of the same thing. Keys
// of charges are the same when their amounts are: their names may differ.
func sameReading(a, b predate.Figure) bool {
	if a.Key != b.Key || a.Year != b.Year || a.AsOf != b.AsOf {
		return false
	}
	if x, ok := a.Value.(predate.ChargeKey); ok {
		y, ok := b.Value.(predate.ChargeKey)
		return ok && x.Lot == y.Lot && x.Amount == y.Amount && x.Share == y.Share && x.Base == y.Base && x.Total == y.Total && x.Code != ""
	}
	if x, ok := a.Value.(predate.ChargeWork); ok {
		y, ok := b.Value.(predate.ChargeWork)
		return ok && x.Lot == y.Lot && x.Amount == y.Amount && x.Called == y.Called
	}
	switch a.Value.(type) {
	case predate.Money, predate.ChargeLot, predate.ChargeTotals:
		return a.Value == b.Value
	}
	return false
}
