package compute

import (
	"cmp"
	"slices"

	"predate"
)

// lastVote is the budget of an exercise that the newest meeting to vote it voted; false
// where none did, or where its minutes tell two.
func lastVote(r *dossier, y predate.Period) (valued[predate.Money], bool) {
	votes := keep(typed[predate.Money](r.find(predate.FactBudgetVoted, predate.KindMinutes)), func(c valued[predate.Money]) bool {
		return c.Year == y && !c.when().After(r.at)
	})
	newest := latest(votes, func(c valued[predate.Money]) predate.Date { return c.when() })
	best, agreed := fullest(newest)
	return best, len(newest) > 0 && agreed
}

// votedOtherwise tells that a meeting voted another budget of an exercise than the keys
// of annexe 3 make: the annexe prints what was proposed.
func votedOtherwise(r *dossier, y predate.Period, nets []keyNet) predate.Reason {
	const rounded = 100 // cents
	voted, ok := lastVote(r, y)
	var sum predate.Cents
	for _, n := range nets {
		sum += n.amount
	}
	if !ok || (sum-predate.Cents(voted.value)).Abs() <= rounded {
		return predate.Reason{}
	}
	return predate.Because(predate.ReasonBudgetVotedOtherwise, voted.when(), predate.Cents(voted.value), y, sum)
}

// rhythmDoubt tells why the last call for a nature does not say what the next ones ask:
// a meeting voted the budget since, or a call of these twelve months asked for the
// budget and nothing for the works fund, although none says how often it is called.
func rhythmDoubt(r *callBook, last instalment, n predate.Nature) predate.Reason {
	if on := votedSince(r, last); !on.IsZero() {
		return predate.Because(predate.ReasonBudgetVotedSince, on, r.years.n)
	}
	if last.times != 0 || n == predate.NatureBudget {
		return predate.Reason{}
	}
	for _, c := range r.calls {
		near := c.Due.After(last.due.AddMonths(-12)) && !c.Due.Before(r.years.n1.From)
		asked, _, ok := c.amount(n)
		budget, _, also := c.amount(predate.NatureBudget)
		if near && ok && asked == 0 && also && budget != 0 {
			return predate.Because(predate.ReasonNotAtEveryTerm, c.Due, n)
		}
	}
	return predate.Reason{}
}

// votedSince gives the day of a meeting that voted the budget of the running exercise
// after the last call was made, unless it is the budget that the call, or an earlier
// meeting, had.
func votedSince(r *callBook, last instalment) predate.Date {
	voted, ok := lastVote(&r.dossier, r.years.n)
	if !ok {
		return predate.Date{}
	}
	earlier := slices.ContainsFunc(typed[predate.Money](r.find(predate.FactBudgetVoted)), func(c valued[predate.Money]) bool {
		return c.Year == r.years.n && c.value == voted.value && c.when().Before(voted.when())
	})
	called := slices.ContainsFunc(r.callsIn(r.years.n), func(c call) bool {
		made := c.Due == last.due && !voted.when().After(cmp.Or(c.Issued, c.Due.AddMonths(-1))) // calls are sent some weeks ahead
		return made || slices.ContainsFunc(c.of(predate.NatureBudget), func(l valued[predate.CallLine]) bool { return l.value.Budget == predate.Cents(voted.value) })
	})
	if earlier || called {
		return predate.Date{}
	}
	return voted.when()
}

// budgetShare is the lots' part of an exercise's budget, from annexe 3.
func (r *books) budgetShare(y predate.Period) (predate.Cents, []predate.Evidence, bool) {
	if !r.keysDoubt().IsZero() || r.partial {
		return 0, nil, false // a key of the lots may lack
	}
	for _, column := range []predate.Column{predate.ColumnRunning, predate.ColumnNext, predate.ColumnClosedBudget} {
		nets, proof, ok := r.keyNetsIn(predate.FactKeyNets, y, column)
		if !ok || len(r.keys) == 0 {
			continue
		}
		if !votedOtherwise(&r.dossier, y, nets).IsZero() {
			return 0, nil, false
		}
		var sum predate.Cents
		for _, k := range r.keys {
			net, found := netOf(nets, k)
			part, fair := apportion(net, k)
			if !found || !fair {
				return 0, nil, false
			}
			sum += part
		}
		return sum, proof, true
	}
	return 0, nil, false
}

// nextYear is the lots' part of the budget voted for the exercise to come.
func (r *books) nextYear() predate.Figure {
	key := predate.KeyNextYearBudgetShare
	y := r.after(r.years.n)
	voted := keep(typed[predate.Money](r.find(predate.FactBudgetVoted, predate.KindMinutes)), func(c valued[predate.Money]) bool { return c.Year == y })
	if r.years.n.IsZero() || len(voted) == 0 {
		return missing(key, predate.Because(predate.ReasonNextBudgetNotVoted))
	}
	share, proof, ok := r.budgetShare(y)
	whole, agreed := fullest(voted)
	if k, only := r.onlyKey(); !ok && only && agreed {
		share, ok = apportion(predate.Cents(whole.value), k)
	}
	if nets, _, found := r.keyNetsIn(predate.FactKeyNets, y, predate.ColumnNext); !ok && found {
		if why := votedOtherwise(&r.dossier, y, nets); !why.IsZero() {
			return missing(key, why, voted[0].Evidence...)
		}
	}
	if !ok || !agreed {
		return missing(key, predate.Because(predate.ReasonNextBudgetNotByKey))
	}
	return computed(key, predate.Money(share), predate.Because(predate.ReasonNextBudgetShared, y), append(proof, voted[0].Evidence...)...)
}

// onlyKey is the key of the lots where it is the only one of the building: the
// budget that calls of the running exercise print for it is the whole budget
// that a meeting voted.
func (r *books) onlyKey() (predate.AllocationKey, bool) {
	whole, agreed := fullest(keep(typed[predate.Money](r.find(predate.FactBudgetVoted, predate.KindMinutes)), func(c valued[predate.Money]) bool { return c.Year == r.years.n }))
	if len(r.keys) != 1 || r.keys[0].Metered || !r.keysDoubt().IsZero() || !agreed || whole.value <= 0 {
		return predate.AllocationKey{}, false
	}
	return r.keys[0], slices.ContainsFunc(r.callsIn(r.years.n), func(c call) bool {
		return slices.ContainsFunc(c.of(predate.NatureBudget), func(l valued[predate.CallLine]) bool { return l.value.Budget == predate.Cents(whole.value) })
	})
}
