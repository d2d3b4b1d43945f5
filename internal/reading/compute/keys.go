package compute

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/keyname"
)

// share is one lot's part in one key, as a line of a paper says it.
type share struct {
	code, label, unit string
	lot               string // empty: all the lots of the paper
	part, total       int64
	metered           bool
	nature            predate.Nature // of a line of a call
	whole             bool           // the paper was read whole: its lines make its totals
	shown             bool           // the share makes the amount of its line
	from              candidate
}

// fixKeys lists the allocation keys of the lots sold: those of the newest calls
// and of the last approved charges. A key whose total or shares differ between
// them is in doubt, and nothing is computed with it.
func (r *keyStage) fixKeys() {
	shares := append(r.calledShares(), r.chargedShares()...)
	var list []predate.AllocationKey
	var proof []predate.Evidence
	var odd []string
	var lines [][]share
	for _, group := range joinCut(groupKeys(shares)) {
		key, proofs, ok := r.keyOf(group)
		if key.LotShare == 0 {
			continue
		}
		if !ok || lotCallsLeaveOut(group, shares) {
			odd = append(odd, keyName(key))
		}
		list, lines = append(list, key), append(lines, group)
		proof = append(proof, proofs...)
	}
	r.keys = list
	if len(list) == 0 {
		r.put(missing(predate.KeyAllocationKeys, predate.Because(predate.ReasonNoKeys)))
		r.completeLots()
		return
	}
	f := confirmed(predate.KeyAllocationKeys, predate.KeyList(list), proof...)
	if len(odd) > 0 {
		f.Status, f.Value = predate.StatusConflicting, nil
		f.Derivation = predate.Because(predate.ReasonKeysDiffer, predate.Texts(odd))
		r.review(f.Derivation)
	} else if why := r.keysUnproven(lines); !why.IsZero() {
		f = missing(predate.KeyAllocationKeys, why)
		r.review(why)
	}
	r.put(f)
	r.completeLots()
}

// lotCallsLeaveOut reports whether a charge statement gives a share of a key to a
// lot for which calls ask under other keys and, of this key, for other lots only:
// calls for one lot name all its keys, so the line was laid on the wrong lot.
func lotCallsLeaveOut(group, all []share) bool {
	called := func(list []share, lot string) bool {
		return slices.ContainsFunc(list, func(s share) bool {
			return s.lot != "" && s.from.paper.Part.Kind == predate.KindFundCall && (lot == "" || lotName(s.lot) == lotName(lot))
		})
	}
	return called(group, "") && slices.ContainsFunc(group, func(s share) bool {
		return s.lot != "" && s.from.paper.Part.Kind == predate.KindChargeStatement && !called(group, s.lot) && called(all, s.lot)
	})
}

// calledShares reads the keys in the calls of the running exercise, else in the
// last calls.
func (r *callBook) calledShares() []share {
	var out []share
	for _, c := range slices.Backward(r.callsWithKeys()) {
		for _, l := range c.lines {
			v := l.value
			if v.Base == 0 && !v.Metered {
				continue
			}
			code, label := partCode(v.Code, v.Label)
			out = append(out, share{code: code, label: label, unit: v.Unit, lot: v.Lot, part: v.Share, total: v.Base, metered: v.Metered, nature: v.Nature, whole: c.isProven(), shown: r.makes(v.Called, v.Share, v.Base, v.Amount), from: l.candidate})
		}
	}
	return out
}

// callsWithKeys are the calls whose keys are those of the lots today.
func (r *callBook) callsWithKeys() []call {
	if calls := r.callsIn(r.years.n); len(calls) > 0 {
		return calls
	}
	return r.lastCalls(r.at.AddMonths(6))
}

// chargedShares reads the keys in the charge statements of N-1.
func (r *sale) chargedShares() []share {
	var out []share
	readings := r.chargeStatements(r.years.n1)
	whole := len(readings) > 0 && readings[0].isKeyed()
	for _, l := range typed[predate.ChargeKey](r.find(predate.FactChargeKey, predate.KindChargeStatement)) {
		v := l.value
		if l.Year != r.years.n1 || isRival(readings, l.paper) || v.Base == 0 || v.Code+v.Label == "" || !r.sold.has(v.Lot) && v.Lot != "" {
			continue
		}
		code, label := partCode(v.Code, v.Label)
		out = append(out, share{code: code, label: label, unit: v.Unit, lot: v.Lot, part: v.Share, total: v.Base, metered: v.Metered, whole: whole, shown: r.makes(v.Total, v.Share, v.Base, v.Amount), from: l.candidate})
	}
	return out
}

// joinCut puts groups together whose names are one name, printed whole in one
// place and cut in another: the words of one go on in the other, the totals are
// the same, and so are the shares of the lots that both name.
func joinCut(groups [][]share) [][]share {
	var out [][]share
	for _, g := range groups {
		i := slices.IndexFunc(out, func(o []share) bool { return partOfName(o[0], g[0]) && sameShares(o, g) })
		if i < 0 {
			out = append(out, g)
			continue
		}
		whole, cut := out[i], g
		if len(plain(cut[0].label)) > len(plain(whole[0].label)) {
			whole, cut = cut, whole
		}
		out[i] = append(slices.Clone(whole), cut...)
	}
	return out
}

// partOfName reports whether the name of one key is a part of the other's.
func partOfName(a, b share) bool {
	if a.total != b.total || a.code != "" && b.code != "" && plain(a.code) != plain(b.code) {
		return false
	}
	x, y := " "+plain(a.label)+" ", " "+plain(b.label)+" "
	if len(x) > len(y) {
		x, y = y, x
	}
	return len(strings.TrimSpace(x)) >= 4 && strings.Contains(y, x)
}

// sameShares reports whether two groups give some lot, and no lot two shares.
func sameShares(a, b []share) bool {
	common := false
	for _, x := range a {
		for _, y := range b {
			if lotName(x.lot) == lotName(y.lot) {
				common = true
				if x.part != y.part {
					return false
				}
			}
		}
	}
	return common
}

// groupKeys puts the lines of one key together, in order of appearance.
func groupKeys(shares []share) [][]share {
	var out [][]share
	for _, s := range shares {
		i := slices.IndexFunc(out, func(g []share) bool {
			return slices.ContainsFunc(g, func(o share) bool { return sameKey(o.code, o.label, s.code, s.label) })
		})
		if i < 0 {
			out = append(out, []share{s})
			continue
		}
		out[i] = append(out[i], s)
	}
	return out
}

// sameKey compares keys by code when both papers print one, else by the telling
// words of their names, which papers may cut short.
func sameKey(code1, label1, code2, label2 string) bool {
	if code1 != "" && code2 != "" {
		return plain(code1) == plain(code2)
	}
	a, b := plain(label1), plain(label2)
	switch {
	case code1 != "" && plain(code1) == b, code2 != "" && plain(code2) == a:
		return true // one paper names the key by its code alone
	case a == "" || b == "":
		return false
	case a == b:
		return true
	}
	if x, y := keyname.Telling(a), keyname.Telling(b); len(x) > 0 && slices.Equal(x, y) {
		return true
	}
	return cutShort(a, b) || cutShort(b, a)
}

// cutShort says that a name is another one cut in the middle of a word.
func cutShort(short, long string) bool {
	return len(short) >= 8 && strings.HasPrefix(long, short) && long[len(short)] != ' '
}

// keyOf makes a key of its lines. The first line of each lot, from the newest
// paper, is kept; the second result says whether the others agree.
func (r *sale) keyOf(group []share) (predate.AllocationKey, []predate.Evidence, bool) {
	head := group[0]
	key := predate.AllocationKey{Code: head.code, Label: head.label, Total: head.total, Unit: orText(head.unit, "tantièmes"), Metered: head.metered, Shares: map[string]int64{}}
	agreed := true
	var whole int64
	var proof []predate.Evidence
	for _, s := range group {
		key.Code, key.Label = orText(key.Code, s.code), orText(key.Label, s.label)
		key.Metered = key.Metered || s.metered
		if !s.metered && s.total != key.Total {
			agreed = false
			continue
		}
		lot := r.lotAsOrdered(s.lot)
		switch known, seen := key.Shares[lot]; {
		case s.lot == "" && whole == 0:
			whole = s.part
			proof = append(proof, s.from.Evidence...)
		case s.lot == "" && whole != s.part, s.lot != "" && seen && known != s.part:
			agreed = agreed && s.metered
		case s.lot != "" && !seen:
			key.Shares[lot] = s.part
			proof = append(proof, s.from.Evidence...)
		}
	}
	if m := codeLast.FindStringSubmatch(key.Label); m != nil && m[2] == key.Code {
		key.Label = m[1] // one paper prints the code behind the name, another apart
	}
	for _, part := range key.Shares {
		key.LotShare += part
	}
	if whole != 0 && key.LotShare != whole {
		agreed = agreed && key.LotShare == 0
		key.LotShare = whole
	}
	return key, proof, agreed || key.Metered
}

// lotAsOrdered writes a lot number as the order does.
func (r *sale) lotAsOrdered(number string) string {
	for _, n := range r.sold.numbers {
		if lotName(n) == lotName(number) {
			return n
		}
	}
	return number
}

func keyName(k predate.AllocationKey) string { return orText(k.Label, k.Code) }

// key finds the key of the lots sold that a code or a label names.
func (r *books) key(code, label string) (predate.AllocationKey, bool) {
	for _, k := range r.keys {
		if sameKey(k.Code, k.Label, code, label) {
			return k, true
		}
	}
	return predate.AllocationKey{}, false
}

// general is the key in which the lots weigh their general tantièmes; false
// when it cannot be told.
func (r *books) general() (predate.AllocationKey, bool) {
	var found []predate.AllocationKey
	for _, k := range r.keys {
		if !k.Metered && r.weighs(k) {
			found = append(found, k)
		}
	}
	slices.SortStableFunc(found, func(a, b predate.AllocationKey) int { return cmp.Compare(b.Total, a.Total) })
	if len(found) == 0 {
		return predate.AllocationKey{}, false
	}
	return found[0], true
}

// weighs says that every lot has in a key its general tantièmes.
func (r *sale) weighs(k predate.AllocationKey) bool {
	var sum int64
	for _, l := range r.sold.detail {
		if l.Shares == 0 {
			return false
		}
		sum += l.Shares
	}
	return sum > 0 && sum == k.LotShare
}

// weighKeys notes whether anything may be laid on the lots by the keys, as they are
// stated; an operator's keys take the place of those that were read.
func (r *keyStage) weighKeys() {
	if list, ok := ruled[predate.KeyList](r.sheet, predate.KeyAllocationKeys); ok {
		r.keys = list
	}
	list, stated := r.figures[predate.KeyAllocationKeys]
	r.partial = stated && !list.Known()
	for _, f := range []predate.Figure{list, r.figures[predate.KeyLots]} {
		if f.Status == predate.StatusConflicting && r.unsure.IsZero() {
			r.unsure = f.Derivation
		}
	}
}

// completeLots gives the lots the total of their general tantièmes. A lot
// without tantièmes is none that can be stated.
func (r *keyStage) completeLots() {
	general, ok := r.general()
	f, known := r.figures[predate.KeyLots]
	if odd := r.weightless(); len(odd) > 0 && f.Known() {
		f.Status, f.Value = predate.StatusConflicting, nil
		f.Derivation = predate.Because(predate.ReasonLotSharesOfNoKey, predate.Texts(odd))
		r.review(f.Derivation)
		r.put(f)
		return
	}
	if !ok && f.Known() {
		r.unweighed(f)
		return
	}
	list, isList := f.Value.(predate.LotList)
	if !ok || !known || !isList {
		return
	}
	list = slices.Clone(list)
	for i := range list {
		list[i].SharesTotal = general.Total
	}
	f.Value = list
	r.sold.detail = list
	r.put(f)
}

// unweighed sets the lots aside where a paper that describes one of them does
// not tell its general tantièmes.
func (r *keyStage) unweighed(f predate.Figure) {
	var bare []string
	for _, l := range r.sold.detail {
		if l.Shares == 0 {
			bare = append(bare, l.Number)
		}
	}
	if len(bare) == 0 {
		return
	}
	f.Status, f.Value = predate.StatusConflicting, nil
	f.Derivation = predate.Because(predate.ReasonLotSharesUnread, predate.Texts(bare))
	r.review(f.Derivation)
	r.put(f)
}

// weightless lists the lots whose general tantièmes are their part in no key,
// although their parts are known: one of the two was misread.
func (r *books) weightless() []string {
	var out []string
	for _, l := range r.sold.detail {
		parts, agrees := false, false
		for _, k := range r.keys {
			part, has := k.Shares[l.Number]
			parts, agrees = parts || has, agrees || has && part == l.Shares
		}
		if l.Shares != 0 && parts && !agrees {
			out = append(out, l.Number)
		}
	}
	return out
}

// apportion gives the part of an amount that a key lays on the lots sold: each
// lot's part is rounded, then they are added, as a syndic does.
func apportion(amount predate.Cents, k predate.AllocationKey) (predate.Cents, bool) {
	if k.Total <= 0 {
		return 0, false
	}
	var split int64
	for _, part := range k.Shares {
		split += part
	}
	if len(k.Shares) == 0 || split != k.LotShare {
		return amount.Share(k.LotShare, k.Total)
	}
	var sum predate.Cents
	for _, lot := range slices.Sorted(maps.Keys(k.Shares)) {
		part, ok := amount.Share(k.Shares[lot], k.Total)
		if !ok {
			return 0, false
		}
		sum += part
	}
	return sum, true
}
