package form

// keysOfGroups takes groups of lines that print their sum, all of them of the
// same lots, for the keys of these: each group has one share and base. What all of
// them make must be printed under them.
func (c *charges) keysOfGroups() {
	if len(c.lots) < 2 {
		return
	}
	var keys []chargeKey
	for _, l := range c.lots {
		key, ok := c.keyOfGroup(l)
		if !ok || l.lot != c.lots[0].lot {
			return
		}
		keys = append(keys, key)
	}
	if whole := c.lotTotal(keys, len(c.Lines)); whole.found() {
		c.lots = []lotCharges{whole}
	}
}

// keyOfGroup makes one key of a group of lines with its printed sum; false where a
// line has another share, names a lot or is one of works.
func (c *charges) keyOfGroup(l lotCharges) (chargeKey, bool) {
	first, last := l.keys[0], l.keys[len(l.keys)-1]
	if !l.found() || l.total.Line <= last.lines[1] || c.keyHeading(chargeKey{quote: first.quote, lines: [2]int{first.lines[0], l.total.Line}}) == "" {
		return chargeKey{}, false
	}
	whole := *first.apportioned
	whole.cell.Amount.Cents, whole.children = 0, nil
	for _, k := range l.keys {
		if k.works || k.ownLot || k.share != first.share || k.base != first.base {
			return chargeKey{}, false
		}
		whole.cell.Amount.Cents += k.apportioned.value()
		whole.children = append(whole.children, k.apportioned)
	}
	part := node{cell: l.total, column: first.part.column}
	for _, k := range l.keys {
		part.children = append(part.children, k.part)
	}
	q := quoted(&whole, &part, shares{first.share, first.base, first.unit, false}, first.head)
	return chargeKey{quote: q, lot: l.lot, lines: [2]int{first.lines[0], l.total.Line}, proved: true}, true
}
