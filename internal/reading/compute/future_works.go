package compute

import (
	"slices"

	"predate"
)

// futureWorks lays out the calls to come for works: the calendar that the
// meeting voted, or the calls already printed.
func (r *futureStage) futureWorks() predate.Figure {
	const key = predate.KeyFutureOffBudget
	out := predate.CallList{}
	var proof []predate.Evidence
	if f := r.figures[predate.KeyVotedWorks]; f.Status == predate.StatusMissing {
		return missing(key, f.Derivation)
	}
	if why := r.unreadCalls().Or(r.keysDoubt()); !why.IsZero() && len(r.open) > 0 {
		return missing(key, why)
	}
	for _, o := range r.open {
		if !o.hasKey && o.foreign && len(r.worksCalled(o.decision)) == 0 {
			continue
		}
		calls, from, why := r.workCalls(o)
		if !why.IsZero() {
			r.review(why)
			f := missing(key, why)
			f.Evidence = o.evidence
			return f
		}
		out = append(out, calls...)
		proof = append(proof, from...)
	}
	stray, from := r.strayWorks()
	out, proof = append(out, stray...), append(proof, from...)
	slices.SortStableFunc(out, func(a, b predate.Call) int { return a.Date.Compare(b.Date) })
	if len(out) == 0 {
		return none(key, out, predate.Because(predate.ReasonNoWorksCallToCome), append(proof, r.figures[predate.KeyVotedWorks].Evidence...)...)
	}
	return computed(key, out, predate.Because(predate.ReasonWorksCalendar), proof...)
}

// workCalls gives the calls to come of one work.
func (r *futureStage) workCalls(o openWork) (predate.CallList, []predate.Evidence, predate.Reason) {
	if !o.hasKey {
		return nil, nil, predate.Because(predate.ReasonWorksKeyNoCalls, predate.Text(o.Title))
	}
	if len(o.Calls) == 0 {
		return withoutCalendar(&r.callBook, o)
	}
	var out predate.CallList
	proof := o.evidence
	for _, c := range o.Calls {
		part, ok := apportion(c.Amount, o.key)
		if !ok {
			return nil, nil, predate.Because(predate.ReasonWorksKeyNoTotal, predate.Text(o.Title))
		}
		printed, from, found := r.printedWork(o.decision, c.Date)
		if found {
			if (printed - part).Abs() > predate.Cents(1+len(r.sold.numbers)) {
				return nil, nil, predate.Because(predate.ReasonWorksCallDiffers, predate.Text(o.Title), c.Date, printed, part)
			}
			part, proof = printed, append(slices.Clone(proof), from...)
		}
		if c.Date.After(r.at) {
			out = append(out, predate.Call{Date: c.Date, Amount: part, Nature: predate.NatureWorks, Work: o.Title, Printed: found})
		}
	}
	return out, proof, r.calendarDoubt(o)
}

// calendarDoubt checks that the voted amount, less what funds it, is called by
// the calendar.
func (r *futureStage) calendarDoubt(o openWork) predate.Reason {
	var called predate.Cents
	for _, c := range o.Calls {
		called += c.Amount
	}
	expected := o.Amount - o.WorksFund - o.Subsidy - o.Loan
	detail := predate.Because(predate.ReasonWorksCalled, predate.Text(o.Title), o.Amount, o.Amount-expected, called)
	ok := (called - expected).Abs() <= 100
	r.check(gateAt{id: "works.calendar"}, ok, detail, o.evidence)
	if !ok {
		return detail
	}
	return predate.Reason{}
}

// printedWork finds what a call prints for a work on a day.
func (r *callBook) printedWork(d decision, on predate.Date) (predate.Cents, []predate.Evidence, bool) {
	var sum predate.Cents
	var proof []predate.Evidence
	for _, c := range r.calls {
		if c.Due != on {
			continue
		}
		for _, l := range c.of(predate.NatureWorks) {
			if d.is(l.value.Title, l.value.VotedOn) {
				sum += l.value.Amount
				proof = append(proof, l.Evidence...)
			}
		}
	}
	return sum, proof, len(proof) > 0
}

// withoutCalendar settles a work whose minutes give no calendar: nothing is
// left when all of it was called; else the dates are not known.
func withoutCalendar(r *callBook, o openWork) (predate.CallList, []predate.Evidence, predate.Reason) {
	if o.annexe != nil && o.annexe.Received >= o.annexe.Voted {
		return nil, o.evidence, predate.Reason{}
	}
	var out predate.CallList
	var called predate.Cents
	for _, l := range r.worksCalled(o.decision) {
		called += l.value.Amount
	}
	due, ok := apportion(o.Amount-o.WorksFund-o.Subsidy-o.Loan, o.key)
	if ok && (due-called).Abs() <= 5 {
		for _, c := range r.calls {
			if part, _, found := r.printedWork(o.decision, c.Due); found && c.Due.After(r.at) {
				out = append(out, predate.Call{Date: c.Due, Amount: part, Nature: predate.NatureWorks, Work: o.Title, Printed: true})
			}
		}
		return out, o.evidence, predate.Reason{}
	}
	return nil, nil, predate.Because(predate.ReasonWorksNoCalendar, predate.Text(o.Title), due-called)
}

// strayWorks gives printed calls to come for works that no minutes of the
// dossier explain.
func (r *futureStage) strayWorks() (predate.CallList, []predate.Evidence) {
	var out predate.CallList
	var proof []predate.Evidence
	for _, c := range r.calls {
		if !c.Due.After(r.at) {
			continue
		}
		for _, l := range c.of(predate.NatureWorks) {
			if slices.ContainsFunc(r.open, func(o openWork) bool { return o.is(l.value.Title, l.value.VotedOn) }) {
				continue
			}
			r.review(predate.Because(predate.ReasonWorksCallStray, c.Due, predate.Text(l.value.Title)))
			out = append(out, predate.Call{Date: c.Due, Amount: l.value.Amount, Nature: predate.NatureWorks, Work: l.value.Title, Printed: true})
			proof = append(proof, l.Evidence...)
		}
	}
	return out, proof
}
