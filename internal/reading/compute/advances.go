package compute

import (
	"slices"

	"predate"
)

// advances states part 2 a) and its mirror in part 3: the advances attached to
// the lots, that the buyer gives back to the seller or reconstitutes.
func (r *advanceStage) advances() {
	r.put(r.advance(predate.KeyCashAdvance, predate.FactCashAdvance))
	r.put(r.advance(predate.KeySpecialAdvance, predate.FactWorksAdvance, predate.FactOtherAdvance))
	r.put(r.loanAdvance())
	var sum predate.Money
	var proof []predate.Evidence
	for _, k := range []predate.Key{predate.KeyCashAdvance, predate.KeySpecialAdvance, predate.KeyLoanAdvance} {
		f := r.figures[k]
		amount, ok := f.Value.(predate.Money)
		if !ok || !f.Known() {
			r.put(missing(predate.KeyAdvancesToReconstitute, predate.Because(predate.ReasonAdvanceNotKnown)))
			return
		}
		sum += amount
		proof = append(proof, f.Evidence...)
	}
	r.put(computed(predate.KeyAdvancesToReconstitute, sum, predate.Because(predate.ReasonAdvancesSummed), proof...))
}

// recalled is what papers recall of an advance for the lots sold alone.
type recalled struct {
	amount predate.Cents
	on     predate.Date
	from   []candidate
	odds   []candidate // what papers that are not apart say otherwise
}

// among takes one more way of gathering what papers recall: it says the same,
// or it is at odds.
func (v recalled) among(other recalled, found bool) recalled {
	v.odds = append(v.odds, other.odds...)
	if found && other.amount != v.amount {
		v.odds = append(v.odds, other.from...)
	}
	return v
}

// advance takes the amount that the last call recalls, else the last charge
// statement; both must agree when they are of the same exercise. Without a
// print for the lots sold alone, the share of the accounts of annexe 1 is
// computed when it can be checked.
func (r *advanceStage) advance(key predate.Key, accounts ...predate.Key) predate.Figure {
	called, hasCall := r.recalledByCalls(key)
	charged, hasCharge := r.recalledByCharges(key)
	switch {
	case hasCall && len(called.odds) > 0:
		return r.atOdds(key, called)
	case hasCharge && len(charged.odds) > 0:
		return r.atOdds(key, charged)
	case hasCall && hasCharge && called.amount != charged.amount:
		return r.advanceDiffers(key, called, charged)
	case hasCall:
		return r.recallOfToday(key, called, append(called.from, charged.from...), accounts)
	case hasCharge:
		return r.recallOfToday(key, charged, charged.from, accounts)
	}
	switch sum, proof, found := r.syndicatAmounts(accounts); {
	case found && sum == 0:
		return none(key, predate.Money(0), predate.Because(predate.ReasonAdvanceAccountNil), proof...)
	case found:
		return r.shareOfAdvance(key, sum, proof)
	}
	if r.silentRecall() && key == predate.KeySpecialAdvance {
		return none(key, predate.Money(0), predate.Because(predate.ReasonCallRecallsNone))
	}
	return missing(key, predate.Because(predate.ReasonNoAdvanceGiven))
}

// atOdds states that papers which are not apart recall different amounts.
func (r *sheet) atOdds(key predate.Key, v recalled) predate.Figure {
	f := conflict(key, append(slices.Clone(v.from), v.odds...))
	r.review(f.Derivation)
	return f
}

func recall(key predate.Key, v recalled, from []candidate) predate.Figure {
	f := confirmed(key, predate.Money(v.amount), proofs(from...)...)
	f.AsOf = v.on
	if v.amount == 0 {
		f.Status = predate.StatusNone
	}
	return f
}

// recallOfToday states what papers recall, unless an advance was called or given back
// since their day, or it is all that the syndicat has.
func (r *accountBook) recallOfToday(key predate.Key, v recalled, from []candidate, accounts []predate.Key) predate.Figure {
	if sum, proof, found := r.syndicatAmounts(accounts); found && sum != 0 && sum == v.amount {
		return missing(key, predate.Because(predate.ReasonAdvanceNotShared, sum), append(proofs(from...), proof...)...)
	}
	if changed := r.advancedSince(v.on); !changed.IsZero() {
		return missing(key, predate.Because(predate.ReasonAdvanceCalledSince, v.on, changed), proofs(from...)...)
	}
	return recall(key, v, from)
}

// advancedSince gives a day after another, and not after the reference date, on which
// a call asked for an advance or an account shows one; zero for none.
func (r *accountBook) advancedSince(day predate.Date) predate.Date {
	since := func(on predate.Date) bool { return on.After(day) && !on.After(r.at) }
	for _, c := range r.calls {
		if since(c.Due) && (len(c.of(predate.NatureAdvance)) > 0 || c.has(predate.NatureAdvance)) {
			return c.Due
		}
	}
	for _, a := range r.accounts {
		for _, l := range a.lines {
			if l.value.Nature == predate.NatureAdvance && since(l.value.Movement.Date) {
				return l.value.Movement.Date
			}
		}
	}
	return predate.Date{}
}

// advanceDiffers settles two recalls: an advance may have changed between the
// end of N-1 and the last call only if calls of advances say so.
func (r *advanceStage) advanceDiffers(key predate.Key, called, charged recalled) predate.Figure {
	var between predate.Cents
	for _, c := range r.calls {
		if amount, _, ok := c.amount(predate.NatureAdvance); ok && c.Due.After(r.years.n1.To) && !c.Due.After(called.on) {
			between += amount
		}
	}
	if charged.amount+between == called.amount {
		return recall(key, called, called.from)
	}
	why := predate.Because(predate.ReasonAdvancesDiffer, called.amount, charged.amount)
	r.review(why)
	return predate.Figure{Key: key, Status: predate.StatusConflicting, Derivation: why, Evidence: proofs(append(called.from, charged.from...)...)}
}

// recalledByCalls reads the last call of each account of the lots sold.
func (r *callBook) recalledByCalls(key predate.Key) (recalled, bool) {
	calls := keep(r.calls, func(c call) bool { return !c.Issued.After(r.at) && len(c.told(key)) > 0 })
	calls = latest(calls, func(c call) predate.Date { return c.Due })
	var out recalled
	found := false
	for _, family := range families(calls, func(a, b call) bool { return a.holder().apart(b.holder()) }) {
		one, ok := r.recalledBy(family, key)
		if ok && !found {
			out, found = one, true
			continue
		}
		out = out.among(one, ok)
	}
	return out, found
}

// recalledBy adds what calls that are apart recall; they must be about the lots
// sold, all of them and no other.
func (r *sale) recalledBy(family []call, key predate.Key) (recalled, bool) {
	var out recalled
	var covered []string
	for _, c := range family {
		said := c.told(key)
		if !c.exact {
			return recalled{}, false
		}
		covered = append(covered, c.lots...)
		out.amount += predate.Cents(said[0].value)
		out.on = c.Due
		out.from = append(out.from, said[0].candidate)
		out.odds = append(out.odds, candidatesOf(said[1:])...)
	}
	return out, r.sold.assumed || r.sold.covered(covered)
}

// recalledByCharges reads the charge statement of N-1.
func (r *sale) recalledByCharges(key predate.Key) (recalled, bool) {
	var out recalled
	found := false
	for _, st := range r.chargeStatements(r.years.n1) {
		one, ok := r.recalledIn(st, key)
		if ok && !found {
			out, found = one, true
			continue
		}
		out = out.among(one, ok)
	}
	return out, found
}

// recalledIn adds what the papers of one reading of the charge statement recall.
func (r *sale) recalledIn(st chargeStatement, key predate.Key) (recalled, bool) {
	out := recalled{on: r.years.n1.To}
	for _, p := range st.papers {
		said := typed[predate.Money](p.find(key))
		if len(said) != 1 {
			return recalled{}, false
		}
		out.amount += predate.Cents(said[0].value)
		out.from = append(out.from, said[0].candidate)
	}
	return out, r.whole(st)
}

// syndicatAmounts adds accounts of annexe 1 at the end of N-1.
func (r *dated) syndicatAmounts(accounts []predate.Key) (predate.Cents, []predate.Evidence, bool) {
	var sum predate.Cents
	var proof []predate.Evidence
	found := false
	for _, k := range accounts {
		at := keep(typed[predate.Money](r.find(k, predate.KindSchedule1)), func(v valued[predate.Money]) bool { return v.AsOf == r.years.n1.To })
		if len(at) == 0 {
			continue
		}
		if slices.ContainsFunc(at, func(v valued[predate.Money]) bool { return v.value != at[0].value }) {
			return 0, nil, false // papers differ
		}
		found = true
		sum += predate.Cents(at[0].value)
		proof = append(proof, at[0].Evidence...)
	}
	return sum, proof, found
}

// shareOfAdvance computes the part of the lots in an advance of the syndicat by their general
// tantièmes, provided that a paper recalls, for other lots, the amount that the same rule
// gives. Programs round it lot by lot: what is printed for as many tantièmes is the part.
func (r *books) shareOfAdvance(key predate.Key, total predate.Cents, proof []predate.Evidence) predate.Figure {
	general, known := r.general()
	for _, c := range typed[predate.Money](r.find(key, predate.KindFundCall, predate.KindChargeStatement)) {
		shares, ok := sharesOfPaper(c.paper)
		if !ok || !known {
			continue
		}
		again, ok := total.Share(shares, general.Total)
		if !ok || (again-predate.Cents(c.value)).Abs() > 2 {
			continue
		}
		amount := predate.Cents(c.value)
		if shares != general.LotShare {
			amount, _ = total.Share(general.LotShare, general.Total)
		}
		how := predate.Because(predate.ReasonAdvanceShared, total, predate.Count(general.LotShare), predate.Count(general.Total))
		return computed(key, predate.Money(amount), how, append(slices.Clone(proof), c.Evidence...)...)
	}
	return missing(key, predate.Because(predate.ReasonAdvanceNotShared, total), proof...)
}

// sharesOfPaper adds the general tantièmes of every lot that a paper is about.
func sharesOfPaper(p *paper) (int64, bool) {
	var sum int64
	list, _, ok := first[predate.LotList](p, predate.KeyLots)
	for _, l := range list {
		if l.Shares == 0 {
			return 0, false
		}
		sum += l.Shares
	}
	return sum, ok && sum > 0
}

// silentRecall says that the last call recalls the cash advance of the lots,
// hence lists their advances, without any other. That is silence, and no words: what
// rests on it is mentioned by no paper, and has no evidence.
func (r *callBook) silentRecall() bool {
	_, ok := r.recalledByCalls(predate.KeyCashAdvance)
	return ok
}

// loanAdvance states the advances that lend to the syndicat (décret 67-223 art.
// 45-1): rare, printed when they exist.
func (r *advanceStage) loanAdvance() predate.Figure {
	if said, ok := r.recalledByCalls(predate.KeyLoanAdvance); ok {
		if len(said.odds) > 0 {
			return r.atOdds(predate.KeyLoanAdvance, said)
		}
		return recall(predate.KeyLoanAdvance, said, said.from)
	}
	// Account 1033 holds them where it is not nil and no special advance is recalled.
	if sum, proof, found := r.syndicatAmounts([]predate.Key{predate.FactOtherAdvance}); found && sum != 0 && !r.figures[predate.KeySpecialAdvance].Known() {
		return missing(predate.KeyLoanAdvance, predate.Because(predate.ReasonAdvanceNotShared, sum), proof...)
	}
	if r.silentRecall() {
		return none(predate.KeyLoanAdvance, predate.Money(0), predate.Because(predate.ReasonRecallNamesNone))
	}
	if share := r.figures[predate.KeyLoanShareDue]; share.Status == predate.StatusNone {
		return none(predate.KeyLoanAdvance, predate.Money(0), share.Derivation, share.Evidence...)
	}
	return missing(predate.KeyLoanAdvance, predate.Because(predate.ReasonNotExcluded))
}
