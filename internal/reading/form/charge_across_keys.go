package form

import (
	"slices"

	"predate"
)

// figuresByKeys returns what a statement proves whose keys each head a table of their own
// with columns for the lots, "Charges générales, base 10 000 | Appartement 14 : 343/10 000 |
// Cave 38 : 8/10 000"; nil where a key does not prove itself, or the totals do not balance,
// or a list of lots denies what the keys make of each.
func figuresByKeys(c *charges) []predate.Figure {
	lots := lotsByKeys(c)
	if len(lots) == 0 {
		return nil
	}
	var sum predate.Cents
	for _, l := range lots {
		sum += partsOf(l.keys)
	}
	found := c.triples(sum)
	if len(found) == 0 || slices.ContainsFunc(found, func(t triple) bool { return t.totals() != found[0].totals() }) {
		return nil
	}
	totals := found[0].totals()
	out := c.lotsOf(totals)
	for _, f := range out {
		if l, _ := f.Value.(predate.ChargeLot); !slices.ContainsFunc(lots, func(own lotCharges) bool { return own.lot == l.Lot && partsOf(own.keys) == l.Actual }) {
			return nil
		}
	}
	last := 0
	for _, l := range lots {
		for _, k := range l.keys {
			out = append(out, c.key(k))
			last = max(last, k.lines[1])
		}
	}
	out = append(out, predate.Figure{Key: predate.FactChargeTotals, Year: c.year, Value: totals, Evidence: found[0].proof()})
	return append(out, worksUnderLine(c, last)...)
}

// lotsByKeys returns the lots that the headings of keys name, each with its keys; nil where
// a key does not prove itself.
func lotsByKeys(c *charges) []lotCharges {
	var keys []keyAcross
	for i := range c.Lines {
		k, ok := headOfLots(c, i)
		again := ok && len(keys) > 0 && c.LineText(i) == c.LineText(keys[len(keys)-1].head) // on the next page
		if ok && !again {
			keys = append(keys, k)
		}
	}
	var lots []lotCharges
	for n, k := range keys {
		end := len(c.Lines)
		if n+1 < len(keys) {
			end = keys[n+1].head
		}
		if !c.proveAcross(&k, end) {
			return nil
		}
		if lots = layOnLots(lots, k); lots == nil {
			return nil
		}
	}
	return lots
}

// layOnLots adds a key that proves itself to its lots, each with the first part right of that
// of the lot before it; nil where a lot has none.
func layOnLots(lots []lotCharges, k keyAcross) []lotCharges {
	left := k.total.cell.Box.X1
	for m, lot := range k.lots {
		at := slices.IndexFunc(k.parts[m], func(p *node) bool { return p.cell.Box.X0 > left })
		if at < 0 {
			return nil
		}
		part := k.parts[m][at]
		left = part.cell.Box.X1
		q := quote{apportioned: k.total, part: part, share: k.shares[m], base: k.base, unit: k.unit, head: k.head, name: k.head}
		own := slices.IndexFunc(lots, func(l lotCharges) bool { return l.lot == lot })
		if own < 0 {
			own, lots = len(lots), append(lots, lotCharges{lot: lot})
		}
		lots[own].keys = append(lots[own].keys, chargeKey{quote: q, lot: lot, lines: [2]int{k.first, k.sum}, ownLot: true, headed: true, proved: true})
	}
	return lots
}

// headOfLots reads the heading of a key that names each of its lots with the lot's share.
func headOfLots(c *charges, i int) (keyAcross, bool) {
	k := keyAcross{head: i}
	if c.hasAmounts(i) {
		return k, false
	}
	for n, x := range c.Lines[i].Cells {
		lot := c.LotOfHead(x.Text)
		s, ok := ratioIn(x.Text, c.IsUnit)
		switch {
		case n == 0 && x.Nature == text && lot == "":
		case n > 0 && x.Nature == text && lot != "" && ok && (k.base == 0 || k.base == s.base) && !slices.Contains(k.lots, lot):
			k.base, k.unit = s.base, s.unit
			k.lots, k.shares = append(k.lots, lot), append(k.shares, s.share)
		default:
			return k, false
		}
	}
	return k, len(k.lots) > 0
}
