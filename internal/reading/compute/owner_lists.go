package compute

import (
	"slices"

	"predate"
	"predate/internal/base/fold"
)

// listedCalls gathers the calls that lists of all owners print, with our rows
// alone. A list is asked only for terms of which no call to the owner is there,
// and only where it says what it calls for.
func (r *sale) listedCalls(known []call) []call {
	var out []call
	for _, p := range r.ofKind(predate.KindOther) {
		for _, head := range typed[predate.CallHead](p.find(predate.FactCall)) {
			rows := typed[predate.ListedCall](p.find(predate.FactCallLine))
			c := listedCall(p, head, rows, r.ownRows(rows))
			unsaid := len(c.of(predate.NatureUnknown)) > 0
			if len(c.lines) > 0 && !unsaid && !slices.ContainsFunc(slices.Concat(known, out), c.sameTerm) {
				out = append(out, c)
			}
		}
	}
	return out
}

// listedCall makes a call of our rows of a list; it was read whole where all rows
// make its total.
func listedCall(p *paper, head valued[predate.CallHead], rows, own []valued[predate.ListedCall]) call {
	c := call{CallHead: head.value, papers: []*paper{p}, head: head.candidate}
	all := make([]predate.ListedCall, len(rows))
	for i, l := range rows {
		all[i] = l.value
	}
	c.whole = c.HasTotal && predate.ListMakes(all, c.Total)
	c.Total = 0 // of the list, not of our rows
	for _, l := range own {
		line := predate.CallLine{Lot: l.value.Lot, Share: l.value.Share, Unit: l.value.Unit, Amount: l.value.Amount, Nature: l.value.Nature, Title: l.value.Title}
		c.Total += line.Amount
		c.lines = append(c.lines, valued[predate.CallLine]{candidate: l.candidate, value: line})
		if line.Lot != "" {
			c.lots = append(c.lots, line.Lot)
		}
	}
	return c
}

// ownRows keeps the rows of a list that are ours: those of the lots sold under
// the seller's name or, in a list without lots, the one row of the seller's name. Where
// only the family name is printed, or a namesake is in the list, it must be the
// only one of that name.
func (r *sale) ownRows(rows []valued[predate.ListedCall]) []valued[predate.ListedCall] {
	lots := slices.ContainsFunc(rows, func(l valued[predate.ListedCall]) bool { return l.value.Lot != "" })
	if lots {
		return keep(rows, func(l valued[predate.ListedCall]) bool {
			return r.sold.has(l.value.Lot) && r.nameMatch(l.value.Owner) != fold.OtherName
		})
	}
	with := func(m fold.NameMatch) []valued[predate.ListedCall] {
		return keep(rows, func(l valued[predate.ListedCall]) bool { return r.nameMatch(l.value.Owner) == m })
	}
	if own := with(fold.WholeName); len(own) > 0 {
		return only(own)
	}
	if namesakes := keep(rows, func(l valued[predate.ListedCall]) bool { return r.sameOwners(predate.Texts{l.value.Owner}) }); len(namesakes) == 1 {
		return with(fold.FamilyName)
	}
	return nil
}

// only returns the one row of a name; two rows of one name are nobody's.
func only(rows []valued[predate.ListedCall]) []valued[predate.ListedCall] {
	if len(rows) > 1 {
		return nil
	}
	return rows
}

// nameMatch returns how far a printed name is that of a seller.
func (r *dossier) nameMatch(printed string) fold.NameMatch {
	best := fold.OtherName
	for _, o := range r.order.Owners {
		best = max(best, fold.Name(printed, o.Firstname, o.Lastname))
	}
	return best
}
