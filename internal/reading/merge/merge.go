package merge

import (
	"maps"
	"slices"
	"strings"

	"predate"
)

// Figures joins what the rules of a kind read with what its form proved. What is
// proved stands in the place of a reading of the same thing, and of one that
// takes the same printed words for another thing. A reading that says the same
// keeps its place and its words.
func Figures(rules, proved []predate.Figure) []predate.Figure {
	if sameKeys(rules, proved) {
		proved = slices.DeleteFunc(proved, func(f predate.Figure) bool { return f.Key == predate.FactChargeKey })
	}
	rules = withoutHalfLots(rules, proved)
	rules, proved = mergeAccounts(rules, proved)
	rules, proved = mergeCalls(rules, proved)
	if slices.ContainsFunc(rules, func(f predate.Figure) bool { return f.Key == predate.FactKeyNets }) {
		proved = slices.DeleteFunc(proved, func(f predate.Figure) bool { return f.Key == predate.FactKeyNets }) // their keys make the totals too
	}
	var out []predate.Figure
	for _, r := range rules {
		if !slices.ContainsFunc(proved, func(f predate.Figure) bool { return replaces(f, r) }) {
			out = append(out, r)
		}
	}
	for _, f := range proved {
		if k := slices.IndexFunc(rules, func(r predate.Figure) bool { return sameReading(r, f) }); k >= 0 {
			f = rules[k]
		}
		out = append(out, f)
	}
	return out
}

// replaces reports whether a proved figure stands in the place of a reading. The
// charges that a statement proves are all its charges.
func replaces(f, r predate.Figure) bool {
	if f.Key != r.Key {
		return false
	}
	switch f.Key {
	case predate.FactChargeKey, predate.FactChargeLot, predate.FactChargeTotals, predate.FactChargeWork, predate.FactChargeWorkSum, predate.FactCallSubtotal, predate.FactCall:
		return true
	case predate.FactCallLine:
		return false // mergeCalls has chosen
	}
	if f.Year == r.Year && f.AsOf == r.AsOf {
		return true
	}
	return samePlace(f.Evidence, r.Evidence)
}

// sameKeys reports whether the rules read every key of the charges that is
// proved, and no other: their words for them are kept, unless they are the
// heads of columns, or a proved name has a code that the rules did not part from its words.
func sameKeys(rules, proved []predate.Figure) bool {
	var a, b []predate.ChargeKey
	for _, f := range rules {
		if k, ok := f.Value.(predate.ChargeKey); ok {
			a = append(a, k)
		}
	}
	for _, f := range proved {
		if k, ok := f.Value.(predate.ChargeKey); ok {
			b = append(b, k)
		}
	}
	if len(a) != len(b) {
		return false
	}
	labels := map[string]int64{}
	for _, k := range a {
		if base, seen := labels[k.Code+k.Label]; seen && base != k.Base || k.Code+k.Label == "" {
			return false // one name for two keys
		}
		labels[k.Code+k.Label] = k.Base
	}
	for _, k := range b {
		same := func(r predate.ChargeKey) bool {
			return sameKey(r, k) && !holdsColumns(r.Label, k.Label) && !holdsCode(r, k)
		}
		if !slices.ContainsFunc(a, same) {
			return false
		}
	}
	return true
}

// holdsCode reports whether the words of one key hold the code of the other.
func holdsCode(x, y predate.ChargeKey) bool {
	return x.Code == "" && y.Code != "" && strings.Contains(" "+x.Label+" ", " "+y.Code+" ")
}

func sameKey(x, y predate.ChargeKey) bool {
	return x.Lot == y.Lot && x.Amount == y.Amount && x.Share == y.Share && x.Base == y.Base && x.Total == y.Total
}

// sameReading reports whether two figures say the same of the same thing.
func sameReading(a, b predate.Figure) bool {
	if a.Key != b.Key || a.Year != b.Year || a.AsOf != b.AsOf {
		return false
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

// mergeCalls joins the lines and the head of a call. Where the lines that the
// rules read make the proved sum of their nature, they stand: they say more of
// keys and lots. Of the head, what is proved wins.
func mergeCalls(rules, proved []predate.Figure) (ruled, kept []predate.Figure) {
	rules = keysAsProved(withKeys(rules, proved), proved)
	if maps.Equal(madeBy(proved), madeBy(rules)) && shared(rules) == 0 && shared(proved) > callLines(rules) {
		return slices.DeleteFunc(rules, func(f predate.Figure) bool {
			return f.Key == predate.FactCallLine || f.Key == predate.FactCallSubtotal
		}), mergeHeads(rules, proved) // the rules read its summary
	}
	if wholeCall(rules) && natures(rules) >= natures(proved) {
		return rules, slices.DeleteFunc(proved, func(f predate.Figure) bool {
			return f.Key == predate.FactCall || f.Key == predate.FactCallLine || f.Key == predate.FactCallSubtotal
		})
	}
	if saysLess(proved, rules) {
		return rules, mergeHeads(rules, slices.DeleteFunc(proved, func(f predate.Figure) bool { return f.Key != predate.FactCall }))
	}
	want := map[predate.Nature]predate.Cents{}
	for _, f := range proved {
		if s, ok := f.Value.(predate.CallSubtotal); ok {
			want[s.Nature] += s.Amount
		}
	}
	if len(want) == 0 {
		return rules, mergeHeads(rules, proved)
	}
	rules = renatured(rules, want, madeBy(proved))
	made := madeBy(rules)
	stands := func(n predate.Nature) bool { sum, read := made[n]; return read && sum == want[n] }
	for _, f := range rules {
		if l, ok := f.Value.(predate.CallLine); !ok || stands(l.Nature) {
			ruled = append(ruled, f)
		}
	}
	for _, f := range proved {
		if l, ok := f.Value.(predate.CallLine); !ok || !stands(l.Nature) {
			kept = append(kept, f)
		}
	}
	return ruled, mergeHeads(rules, kept)
}

// shared counts the lines of a call that print the share of their lots.
func shared(figures []predate.Figure) int {
	n := 0
	for _, f := range figures {
		if l, ok := f.Value.(predate.CallLine); ok && l.Base > 0 {
			n++
		}
	}
	return n
}

// callLines counts the lines of a call.
func callLines(figures []predate.Figure) int {
	n := 0
	for _, f := range figures {
		if f.Key == predate.FactCallLine {
			n++
		}
	}
	return n
}

// saysLess reports whether lines that are proved do not say what they are for, and
// those of the rules do.
func saysLess(proved, rules []predate.Figure) bool {
	line := func(f predate.Figure) bool { return f.Key == predate.FactCallLine }
	return slices.ContainsFunc(rules, line) && slices.ContainsFunc(proved, func(f predate.Figure) bool {
		l, ok := f.Value.(predate.CallLine)
		return ok && l.Nature == predate.NatureUnknown
	})
}

// madeBy sums the lines of a call by nature.
func madeBy(figures []predate.Figure) map[predate.Nature]predate.Cents {
	made := map[predate.Nature]predate.Cents{}
	for _, f := range figures {
		if l, ok := f.Value.(predate.CallLine); ok {
			made[l.Nature] += l.Amount
		}
	}
	return made
}

// renatured moves a line to the nature whose proved sum it makes alone, if that nature
// has no lines and the line's own nature exceeds its sum by it. It changes nothing if
// two lines may be meant, or one line for two natures, or if the proved lines of the
// nature, which contain more, make its sum.
func renatured(rules []predate.Figure, want, proved map[predate.Nature]predate.Cents) []predate.Figure {
	made := madeBy(rules)
	out := slices.Clone(rules)
	moved := map[int]bool{}
	for n, sum := range want {
		if _, read := made[n]; read || proved[n] == sum {
			continue
		}
		at := surplus(rules, sum, made, want)
		if len(at) > 1 || len(at) == 1 && moved[at[0]] {
			return rules
		}
		for _, i := range at {
			l, _ := rules[i].Value.(predate.CallLine)
			l.Nature, l.Title = n, ""
			out[i].Value, moved[i] = l, true
		}
	}
	return out
}

// surplus lists the lines of an amount by which the lines of their nature are too
// many for its proved sum.
func surplus(rules []predate.Figure, amount predate.Cents, made, want map[predate.Nature]predate.Cents) []int {
	var at []int
	for i, f := range rules {
		if l, ok := f.Value.(predate.CallLine); ok && l.Amount == amount && made[l.Nature]-want[l.Nature] == amount {
			at = append(at, i)
		}
	}
	return at
}

// natures counts what a reading tells apart in a call. A heading that it does not
// understand leaves its lines to the nature before: who tells more apart missed
// less. What is said to be of no nature is not told apart.
func natures(figures []predate.Figure) int {
	seen := map[predate.Nature]bool{}
	for _, f := range figures {
		switch v := f.Value.(type) {
		case predate.CallLine:
			seen[v.Nature] = true
		case predate.CallSubtotal:
			seen[v.Nature] = true
		}
	}
	delete(seen, predate.NatureUnknown)
	return len(seen)
}

// wholeCall reports whether the lines that the rules read make the total that
// they read, each of a nature: nothing of the call is left to prove.
func wholeCall(rules []predate.Figure) bool {
	var sum, total predate.Cents
	lines, printed := 0, false
	for _, f := range rules {
		switch v := f.Value.(type) {
		case predate.CallLine:
			if sum, lines = sum+v.Amount, lines+1; v.Nature == predate.NatureUnknown {
				return false
			}
		case predate.CallHead:
			total, printed = v.Total, v.HasTotal
		}
	}
	return lines > 0 && printed && sum == total
}

// mergeHeads completes a proved head of a call by what the rules read of it.
func mergeHeads(rules, proved []predate.Figure) []predate.Figure {
	for i, f := range proved {
		head, ok := f.Value.(predate.CallHead)
		if !ok {
			continue
		}
		for _, r := range rules {
			read, ok := r.Value.(predate.CallHead)
			if !ok {
				continue
			}
			if read.Period.IsZero() {
				read.Period = head.Period
			}
			// Provisions are due on the first day of their period (loi 65-557, art.
			// 14-1): only that day takes the place of another one.
			if read.Due.IsZero() || head.Due == read.Period.From && !head.Due.IsZero() {
				read.Due = head.Due
			}
			if head.HasTotal {
				read.Total, read.HasTotal = head.Total, true
			}
			proved[i].Value, proved[i].Evidence = read, append(slices.Clone(r.Evidence), f.Evidence...)
		}
	}
	return proved
}
