package compute

import (
	"cmp"
	"slices"

	"predate"
)

// future states part 3: what falls due after the reference date, until the end
// of the running exercise for the budget and the works fund, and until the last
// call of their calendar for works.
func (r *futureStage) future() {
	r.put(r.futureOf(predate.KeyFutureBudget, predate.NatureBudget))
	r.put(r.futureOf(predate.KeyFutureWorksFund, predate.NatureWorksFund))
	r.put(r.futureWorks())
	r.put(r.futureLoan())
	r.put(r.nextYear())
}

// instalment is what falls due on one day for one nature, over the accounts of
// the lots sold.
type instalment struct {
	due    predate.Date
	start  predate.Date // of the period called
	months int
	amount predate.Cents
	yearly predate.Cents // the lots' part of the yearly budget; 0 when unknown
	times  int           // calls a year that the lines imply; 0 when unknown
	proof  []predate.Evidence
	sure   bool
}

// instalments groups the calls of an exercise by due date.
func (r *callBook) instalments(y predate.Period, n predate.Nature) []instalment {
	var out []instalment
	for _, c := range r.callsIn(y) {
		amount, proof, ok := c.amount(n)
		one := instalment{due: c.Due, start: c.Period.From, months: c.Period.Months(), amount: amount, proof: proof, sure: ok}
		one.yearly, one.times = yearly(c.of(n))
		if i := slices.IndexFunc(out, func(o instalment) bool { return o.due == c.Due }); i >= 0 {
			out[i].amount += one.amount
			out[i].yearly += one.yearly
			out[i].proof = append(out[i].proof, one.proof...)
			out[i].sure = out[i].sure && one.sure
			continue
		}
		out = append(out, one)
	}
	slices.SortStableFunc(out, func(a, b instalment) int { return a.due.Compare(b.due) })
	return out
}

// yearly gives the lots' part of the yearly budgets that lines print, and how
// many such calls make the year.
func yearly(lines []valued[predate.CallLine]) (predate.Cents, int) {
	var sum predate.Cents
	times := 0
	for _, l := range lines {
		v := l.value
		part, ok := v.Budget.Share(v.Share, v.Base)
		if !ok || v.Budget == 0 || v.Called == 0 {
			return 0, 0
		}
		sum += part
		n := int((v.Budget + v.Called/2) / v.Called)
		if times != 0 && n != times {
			return 0, 0
		}
		times = n
	}
	return sum, times
}

// futureOf lays out the calls to come of the budget or of the works fund:
// printed calls first, then the same amount on the same rhythm to the end of
// the exercise.
func (r *futureStage) futureOf(key predate.Key, n predate.Nature) predate.Figure {
	y := r.years.n
	if y.IsZero() {
		return missing(key, predate.Because(predate.ReasonRunningYearNotKnown))
	}
	if why := r.unreadCalls(); !why.IsZero() {
		return missing(key, why)
	}
	list := r.askedFor(y, n)
	if n == predate.NatureWorksFund && !r.fundCalled() {
		return r.noFundCalls(key)
	}
	if len(list) == 0 {
		return r.futureFromBudget(key, n)
	}
	last := list[len(list)-1]
	if !last.sure {
		if f, disputed := r.inDispute(key, y, n); disputed {
			return f
		}
		return missing(key, predate.Because(predate.ReasonLastCallUnsure))
	}
	times := r.rhythm(last)
	if times == 0 {
		return missing(key, predate.Because(predate.ReasonRhythmNotKnown))
	}
	if why := rhythmDoubt(&r.callBook, last, n); !why.IsZero() {
		return missing(key, why, last.proof...)
	}
	rest := layOut(&r.dated, list, last, times, n)
	if why := r.yearDoubt(list, rest, n); !why.IsZero() {
		r.check(yearlyGate(n), false, why, last.proof)
		f := missing(key, why)
		f.Status, f.Evidence = predate.StatusConflicting, last.proof
		return f
	}
	calls := predate.CallList(keep(rest, func(c predate.Call) bool { return c.Date.After(r.at) }))
	calls = append(calls, r.printedBeyond(n)...)
	if len(calls) == 0 {
		return none(key, predate.CallList{}, predate.Because(predate.ReasonAllCallsDue), headProof(&r.callBook, list, last)...)
	}
	return computed(key, calls, predate.Because(predate.ReasonSameRhythm), headProof(&r.callBook, list, last)...)
}

// askedFor gives the instalments that do ask something for a nature: a call for
// works alone says nothing of the budget.
func (r *callBook) askedFor(y predate.Period, n predate.Nature) []instalment {
	return keep(r.instalments(y, n), func(i instalment) bool { return i.amount != 0 || !i.sure })
}

// headProof proves a calendar by the last call's lines, else by its head.
func headProof(r *callBook, list []instalment, last instalment) []predate.Evidence {
	if len(last.proof) > 0 {
		return last.proof
	}
	for _, c := range r.callsIn(r.years.n) {
		if c.Due == last.due {
			return c.head.Evidence
		}
	}
	return list[0].proof
}

// rhythm is the number of calls a year: what the lines imply, what the period
// implies and what the meeting voted must not disagree.
func (r *dated) rhythm(last instalment) int {
	byPeriod := 0
	if last.months >= r.years.n.Months() && last.times != 1 && r.votedRhythm() != 1 {
		return 0 // it may print what falls due in several terms
	}
	if last.months > 0 {
		byPeriod = r.years.n.Months() / last.months
	}
	if last.times != 0 && byPeriod != 0 && last.times != byPeriod && last.times != 1 {
		return 0
	}
	return cmp.Or(last.times, byPeriod, r.votedRhythm())
}

// votedRhythm is the number of calls a year that a meeting fixed for the
// running exercise.
func (r *dated) votedRhythm() int {
	votes := typed[predate.Count](r.find(predate.FactCallsPerYear))
	for _, year := range []predate.Period{r.years.n, {}} {
		of := keep(votes, func(c valued[predate.Count]) bool { return c.Year == year })
		if newest := latest(of, func(c valued[predate.Count]) predate.Date { return c.when() }); len(newest) > 0 {
			if best, agreed := fullest(newest); agreed {
				return int(best.value)
			}
			return 0
		}
	}
	return 0
}

// layOut gives the calls printed for after the reference date, and those that
// follow the last printed one until the end of the exercise.
func layOut(r *dated, list []instalment, last instalment, times int, n predate.Nature) predate.CallList {
	out := predate.CallList{}
	for _, i := range list {
		if i.due.After(r.at) {
			out = append(out, predate.Call{Date: i.due, Amount: i.amount, Nature: n, Printed: true})
		}
	}
	if times == 1 {
		return out // called once a year, and called already
	}
	step := max(1, r.years.n.Months()/max(1, times))
	offset := 0
	if !last.start.IsZero() {
		offset = daysBetween(last.start, last.due)
	}
	for start := r.years.n.From; !start.After(r.years.n.To); start = start.AddMonths(step) {
		due := start.AddDays(offset)
		if due.After(last.due) {
			out = append(out, predate.Call{Date: due, Amount: last.amount, Nature: n})
		}
	}
	slices.SortStableFunc(out, func(a, b predate.Call) int { return a.Date.Compare(b.Date) })
	return out
}

func daysBetween(a, b predate.Date) int { return int(b.Time().Sub(a.Time()).Hours() / 24) }

func sum(list []instalment) predate.Cents {
	var s predate.Cents
	for _, i := range list {
		s += i.amount
	}
	return s
}

// yearlyGate is the gate on the calls of the running exercise for one nature.
func yearlyGate(n predate.Nature) gateAt {
	if n == predate.NatureWorksFund {
		return gateAt{id: "calls.works_fund_n"}
	}
	return gateAt{id: "calls.exercise_n"}
}

// yearDoubt checks that the calls of the year make the lots' yearly budget.
func (r *futureStage) yearDoubt(list []instalment, calls predate.CallList, n predate.Nature) predate.Reason {
	last := list[len(list)-1]
	if last.yearly == 0 {
		return unevenDoubt(&r.dated, list, n)
	}
	total := sum(list)
	for _, c := range calls {
		if !c.Printed {
			total += c.Amount
		}
	}
	if expected := r.complete(r.callsIn(predate.Period{From: r.years.n.From, To: last.due}), predate.Period{From: r.years.n.From, To: last.due}); !expected {
		return predate.Reason{} // earlier calls of the year are not at hand
	}
	detail := predate.Because(predate.ReasonCallsNotBudget, r.years.n, total, last.yearly, n)
	if (total - last.yearly).Abs() > predate.Cents(10+2*len(r.keys)) {
		return detail
	}
	r.check(yearlyGate(n), true, detail, last.proof)
	return predate.Reason{}
}

// unevenDoubt tells that the calls of the year differ while no yearly budget
// says which one goes on.
func unevenDoubt(r *dated, list []instalment, n predate.Nature) predate.Reason {
	for _, i := range list {
		if i.amount != 0 && i.amount != list[len(list)-1].amount {
			return predate.Because(predate.ReasonCallsUneven, r.years.n, n)
		}
	}
	return predate.Reason{}
}

// printedBeyond gives the calls already printed for the exercise after the
// running one.
func (r *callBook) printedBeyond(n predate.Nature) predate.CallList {
	var out predate.CallList
	for _, i := range r.instalments(r.after(r.years.n), n) {
		if i.due.After(r.at) && i.sure && i.amount != 0 {
			out = append(out, predate.Call{Date: i.due, Amount: i.amount, Nature: n, Printed: true})
		}
	}
	return out
}

// fundCalled says that the works fund is called from the lots.
func (r *callBook) fundCalled() bool {
	return slices.ContainsFunc(r.calls, func(c call) bool { return len(c.of(predate.NatureWorksFund)) > 0 || c.has(predate.NatureWorksFund) })
}

func (r *futureStage) noFundCalls(key predate.Key) predate.Figure {
	exists := r.worksFundExists()
	if flag, ok := exists.Value.(predate.Flag); ok && exists.Known() && !bool(flag) {
		return none(key, predate.CallList{}, predate.Because(predate.ReasonNoFund), exists.Evidence...)
	}
	return missing(key, predate.Because(predate.ReasonNoFundCall))
}

// futureFromBudget applies the voted budget of the running exercise, key by
// key, where no call of that exercise is at hand.
func (r *books) futureFromBudget(key predate.Key, n predate.Nature) predate.Figure {
	times := r.votedRhythm()
	if n != predate.NatureBudget || times == 0 {
		return missing(key, predate.Because(predate.ReasonNoRunningCall))
	}
	share, proof, ok := r.budgetShare(r.years.n)
	if !ok {
		return missing(key, predate.Because(predate.ReasonNoRunningCallNorBudget))
	}
	step := r.years.n.Months() / times
	out := predate.CallList{}
	each, _ := share.Share(1, int64(times))
	for start := r.years.n.From; !start.After(r.years.n.To); start = start.AddMonths(max(1, step)) {
		if start.After(r.at) {
			out = append(out, predate.Call{Date: start, Amount: each, Nature: n})
		}
	}
	return computed(key, out, predate.Because(predate.ReasonBudgetByShares), proof...)
}

func (r *futureStage) futureLoan() predate.Figure {
	key := predate.KeyFutureLoan
	if share := r.figures[predate.KeyLoanShareDue]; share.Status == predate.StatusNone {
		return none(key, predate.CallList{}, share.Derivation, share.Evidence...)
	}
	return missing(key, predate.Because(predate.ReasonLoanScheduleUnsure))
}
