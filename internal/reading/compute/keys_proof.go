package compute

import (
	"maps"
	"slices"

	"predate"
)

// A list of keys is stated where it is proven: papers whose lines make their totals
// name every key of it, one key weighs what the lots weigh in general (loi 65-557,
// art. 10: every lot bears the general charges), and no key stands in it under two
// names. A list that lacks a key, or has one twice, is worth less than none.

// keysUnproven gives the reason why the list of keys may not be stated; none where
// it is proven. Each key has the lines that name it.
func (r *books) keysUnproven(lines [][]share) predate.Reason {
	for i, k := range r.keys {
		for j := range i {
			if mayBeOneKey(r.keys[j], k) && !namedApart(lines[j], lines[i]) {
				return predate.Because(predate.ReasonKeysAlike, predate.Texts{keyName(r.keys[j]), keyName(k)})
			}
		}
	}
	if r.lacksGeneralKey() {
		return predate.Because(predate.ReasonNoGeneralKey)
	}
	unshown := false
	for i, k := range r.keys {
		unshown = unshown || !k.Named() || !isShown(k, lines[i])
	}
	if unshown || !r.callsNameKeys() && !r.chargesNameKeys() {
		return predate.Because(predate.ReasonKeysUnsure)
	}
	return predate.Reason{}
}

// isShown reports whether a paper read whole names a key by a line whose amount its
// share makes, and such lines show what all the lots weigh, or each of them. Of a key by
// meters any line will do.
func isShown(k predate.AllocationKey, lines []share) bool {
	shown := keep(lines, func(s share) bool { return k.Metered || s.shown && s.total == k.Total })
	if slices.ContainsFunc(shown, func(s share) bool { return s.whole && s.lot == "" && s.part == k.LotShare }) {
		return true
	}
	for lot, part := range k.Shares {
		if !slices.ContainsFunc(shown, func(s share) bool { return lotName(s.lot) == lotName(lot) && (k.Metered || s.part == part) }) {
			return false
		}
	}
	return slices.ContainsFunc(shown, func(s share) bool { return s.whole })
}

// mayBeOneKey reports whether two keys of the list may be one under two names: they
// have one total, and no lot a share in one that is not its share in the other.
func mayBeOneKey(a, b predate.AllocationKey) bool {
	if a.Metered || b.Metered || a.Total != b.Total {
		return false
	}
	if len(a.Shares) == 0 || len(b.Shares) == 0 {
		return a.LotShare == b.LotShare
	}
	for lot, part := range a.Shares {
		if other, both := b.Shares[lot]; both && other != part {
			return false
		}
	}
	return true
}

// namedApart reports whether two keys are shown to be two: a paper read whole asks
// for something of one nature by both.
func namedApart(a, b []share) bool {
	return slices.ContainsFunc(a, func(s share) bool {
		return s.whole && slices.ContainsFunc(b, func(t share) bool {
			return t.whole && s.from.paper == t.from.paper && s.nature == t.nature && lotName(s.lot) == lotName(t.lot)
		})
	})
}

// lacksGeneralKey reports whether no key weighs all the lots sold, or none as their
// general tantièmes do, where these are known; of one lot in three they may be misread.
func (r *books) lacksGeneralKey() bool {
	known := len(r.sold.detail) == len(r.sold.numbers) && !slices.ContainsFunc(r.sold.detail, func(l predate.Lot) bool { return l.Shares == 0 })
	return !slices.ContainsFunc(r.keys, func(k predate.AllocationKey) bool {
		alike := keep(r.sold.detail, func(l predate.Lot) bool { return k.Shares[l.Number] == l.Shares })
		all := len(k.Shares) == 0 || r.sold.among(slices.Collect(maps.Keys(k.Shares)))
		return !k.Metered && all && (!known || r.weighs(k) || 2*len(alike) > len(r.sold.detail))
	})
}

// callsNameKeys reports whether a call whose lines make its totals lays every provision on a
// key, for each lot sold.
func (r *callBook) callsNameKeys() bool {
	calls := keep(r.callsWithKeys(), func(c call) bool {
		provisions := c.of(predate.NatureBudget)
		return c.isProven() && len(provisions) > 0 && !slices.ContainsFunc(provisions, func(l valued[predate.CallLine]) bool { return l.value.Base == 0 && !l.value.Metered })
	})
	return len(calls) > 0 && !slices.ContainsFunc(r.sold.numbers, func(n string) bool {
		return !slices.ContainsFunc(calls, func(c call) bool {
			return len(c.lots) == 0 || slices.ContainsFunc(c.lots, func(m string) bool { return lotName(m) == lotName(n) })
		})
	})
}

// chargesNameKeys reports whether the charge statement lays all that the lots bore
// on keys.
func (r *sale) chargesNameKeys() bool {
	st, found := r.chargeStatement(r.years.n1)
	return found && st.isKeyed()
}

// isKeyed reports whether keys make what every lot bore.
func (st chargeStatement) isKeyed() bool {
	return len(st.byLot) > 0 && !slices.ContainsFunc(st.byLot, func(lot valued[predate.ChargeLot]) bool {
		sum, read := st.keysOf(lot)
		return !read || sum != lot.value.Actual
	})
}

// makes reports whether the share of a lot makes its part of an amount. Parts are
// rounded lot by lot, and post by post: they may miss by a cent each time.
func (r *sale) makes(apportioned predate.Cents, share, base int64, part predate.Cents) bool {
	made, ok := apportioned.Share(share, base)
	return ok && part != 0 && (made-part).Abs() <= predate.Cents(max(2, len(r.sold.numbers)))
}
