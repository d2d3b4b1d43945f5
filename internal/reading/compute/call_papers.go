package compute

import (
	"cmp"
	"slices"

	"predate"
)

// inForce keeps what is called once: a call that another replaces is dropped,
// and what two papers call from the same lots for the same term counts once if
// they agree on it, and is in dispute if they do not. The best proven reading
// comes first: a call whose lines make its total was read whole, and a copy
// of it whose lines do not was misread.
func (r *reckoning) inForce(all []call) []call {
	all = keep(all, func(c call) bool { return !slices.ContainsFunc(all, c.isReplacedBy) })
	slices.SortStableFunc(all, func(a, b call) int {
		return cmp.Or(cmp.Compare(b.proven(), a.proven()), cmp.Compare(len(b.lines), len(a.lines)), byPlace(a.papers[0], b.papers[0]))
	})
	var out []call
	for _, c := range all {
		spent := false
		for i := range out {
			if !spent && out[i].sameTerm(c) && !out[i].holder().apart(c.holder()) {
				c, spent = r.confrontCalls(&out[i], c)
			}
		}
		if !spent {
			out = append(out, c)
		}
	}
	return out
}

// isReplacedBy reports whether another call says that it replaces this one.
func (c call) isReplacedBy(other call) bool {
	if !other.Replaces || c.Replaces || !c.sameTerm(other) || c.holder().apart(other.holder()) {
		return false
	}
	if c.Number != "" && other.Number != "" {
		return c.Number == other.Number
	}
	return len(c.natures()) == 0 || len(c.shared(other)) > 0
}

// proven counts what a call proves of itself: its total, and the amount of each
// nature.
func (c call) proven() int {
	n := 0
	if c.whole {
		n += len(natures())
	}
	for _, nature := range c.natures() {
		if _, _, ok := c.amount(nature); ok {
			n++
		}
	}
	return n
}

func (c call) holder() holder { return holder{lots: c.lots, account: c.Account} }

// sameTerm reports whether two calls may ask for the same term: they fall due
// on one day, for periods that are not apart.
func (c call) sameTerm(d call) bool {
	known := !c.Period.IsZero() && !d.Period.IsZero()
	switch {
	case known && (c.Period.To.Before(d.Period.From) || d.Period.To.Before(c.Period.From)):
		return false
	case c.Due.IsZero() || d.Due.IsZero():
		return known && c.Period == d.Period
	}
	return c.Due == d.Due
}

// natures lists what a call asks for.
func (c call) natures() []predate.Nature {
	return keep(append(natures(), predate.NatureUnknown), func(n predate.Nature) bool { return len(c.of(n)) > 0 || c.has(n) })
}

// shared lists what two calls both ask for; works are told apart by their
// titles.
func (c call) shared(d call) []predate.Nature {
	return keep(c.natures(), func(n predate.Nature) bool {
		if !slices.Contains(d.natures(), n) {
			return false
		}
		mine, theirs := c.titles(n), d.titles(n)
		return n != predate.NatureWorks || len(mine) == 0 || len(theirs) == 0 || slices.ContainsFunc(mine, func(a string) bool {
			return slices.ContainsFunc(theirs, func(b string) bool { return sameWork(a, b) })
		})
	})
}

// titles lists the works that a call names.
func (c call) titles(n predate.Nature) []string {
	var out []string
	for _, l := range c.of(n) {
		out = append(out, l.value.Title)
	}
	for _, s := range c.sums {
		if s.value.Nature == n {
			out = append(out, s.value.Title)
		}
	}
	return keep(out, func(title string) bool { return title != "" })
}

// confrontCalls takes out of a call what another one, for the same term and
// lots, asks already. It reports whether nothing is left of it.
func (r *reckoning) confrontCalls(known *call, c call) (rest call, spent bool) {
	sameTotal := known.HasTotal && c.HasTotal && known.Total == c.Total
	shared := known.shared(c)
	if len(c.natures()) == 0 {
		if sameTotal {
			known.papers = append(known.papers, c.papers...)
		}
		return c, sameTotal // otherwise a call of which nothing else could be read
	}
	if len(shared) == 0 {
		return c, false
	}
	known.papers = append(known.papers, c.papers...)
	both := common(r.soldIn(known.lots), r.soldIn(c.lots))
	for _, n := range shared {
		a, mine, ok := known.amountOn(n, both)
		b, theirs, also := c.amountOn(n, both)
		if ok && also && a != b {
			r.dispute(known, c, n, append(slices.Clone(mine), theirs...))
		}
		c = c.without(n, both)
	}
	if sameTotal && known.whole {
		for _, n := range c.natures() { // one of the two takes one nature for another
			if amount, theirs, ok := c.amount(n); ok && amount != 0 {
				r.dispute(known, c, n, append(slices.Clone(known.head.Evidence), theirs...))
			}
		}
		return c, true
	}
	return c, len(c.natures()) == 0
}

// dispute sets aside what two papers call otherwise for the same term and lots.
func (r *reckoning) dispute(known *call, c call, n predate.Nature, proof []predate.Evidence) {
	known.disputed = append(known.disputed, n)
	why := predate.Because(predate.ReasonCallsDiffer, known.Due, predate.FileName(known.papers[0].File), predate.FileName(c.papers[0].File), n)
	r.disputes = append(r.disputes, callDispute{nature: n, on: known.on(), why: why, proof: proof})
	r.review(why)
}

// on is the day by which a call belongs to an exercise: the start of its period,
// else the day on which it falls due.
func (c call) on() predate.Date { return cmp.Or(c.Period.From, c.Due) }

// callDispute is what two papers call otherwise.
type callDispute struct {
	nature predate.Nature
	on     predate.Date
	why    predate.Reason
	proof  []predate.Evidence
}

// inDispute states that calls of an exercise differ for some natures.
func (r *callBook) inDispute(key predate.Key, y predate.Period, natures ...predate.Nature) (predate.Figure, bool) {
	for _, d := range r.disputes {
		if y.Contains(d.on) && slices.Contains(natures, d.nature) {
			return predate.Figure{Key: key, Status: predate.StatusConflicting, Derivation: d.why, Evidence: d.proof}, true
		}
	}
	return predate.Figure{}, false
}

// soldIn gives the lots sold among those of a paper, all of them where it names
// none.
func (r *sale) soldIn(lots []string) []string {
	return keep(r.sold.numbers, func(n string) bool { return len(lots) == 0 || holder{lots: []string{n}}.within(holder{lots: lots}) })
}

func common(a, b []string) []string {
	return keep(a, func(n string) bool { return slices.Contains(b, n) })
}

// amountOn is what a call asks for one nature from some of its lots: known where
// they are all that it asks from, else where every line names its lot.
func (c call) amountOn(n predate.Nature, lots []string) (predate.Cents, []predate.Evidence, bool) {
	amount, proof, ok := c.amount(n)
	some := holder{lots: lots}
	var sum predate.Cents
	for _, l := range c.of(n) {
		if l.value.Lot == "" {
			return amount, proof, ok && holder{lots: c.lots}.within(some)
		}
		if (holder{lots: []string{l.value.Lot}}).within(some) {
			sum += l.value.Amount
		}
	}
	if len(c.of(n)) == 0 {
		return amount, proof, ok && holder{lots: c.lots}.within(some)
	}
	return sum, proof, ok
}

// without takes out of a call what it asks for one nature from some lots.
func (c call) without(n predate.Nature, lots []string) call {
	if amount, _, ok := c.amountOn(n, lots); ok {
		c.Total -= amount
	} else {
		c.HasTotal = false
	}
	some := holder{lots: lots}
	c.lines = keep(c.lines, func(l valued[predate.CallLine]) bool {
		return l.value.Nature != n || l.value.Lot != "" && !(holder{lots: []string{l.value.Lot}}).within(some)
	})
	c.sums = keep(c.sums, func(s valued[predate.CallSubtotal]) bool { return s.value.Nature != n })
	return c
}

// told gives what the papers of a call say under a key, each value once.
func (c call) told(key predate.Key) []valued[predate.Money] {
	var out []valued[predate.Money]
	for _, p := range c.papers {
		for _, v := range typed[predate.Money](p.find(key)) {
			if !slices.ContainsFunc(out, func(o valued[predate.Money]) bool { return o.value == v.value }) {
				out = append(out, v)
			}
		}
	}
	return out
}
