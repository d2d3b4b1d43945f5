package compute

import (
	"cmp"
	"slices"

	"predate"
)

// exercises are the accounting years that the statement speaks of. n1 and n2
// are the last two that a meeting approved before the reference date (CCH
// L.721-2 II 2° a); n is the running one.
type exercises struct {
	n, n1, n2  predate.Period
	approvedOn predate.Date // the meeting that approved n1
	n2On       predate.Date // the meeting that approved n2; zero when unknown
	minuted    bool         // minutes of the dossier say so, rather than another paper
	unapproved predate.Period
	known      []predate.Period // every exercise that a paper names
	charged    predate.Period   // laid on the lots, by accounts whose approval is unknown
}

// approval is a vote, or the mention of one, on the accounts of an exercise.
type approval struct {
	year    predate.Period
	on      predate.Date
	adopted bool
	from    candidate
}

// fixExercises finds the last approved exercise at the reference date, the one
// before it and the running one.
func (r *reckoning) fixExercises() {
	r.years.known = r.knownYears()
	votes := keep(r.approvals(), func(a approval) bool { return !a.on.After(r.at) })
	mentions := keep(r.mentionedApprovals(), func(a approval) bool {
		refused := slices.ContainsFunc(votes, func(v approval) bool { return v.year == a.year && !v.adopted && !v.on.Before(a.on) })
		if refused {
			r.review(predate.Because(predate.ReasonApprovalRefused, a.year, a.on))
		}
		return !a.on.After(r.at) && !refused
	})
	approved := append(keep(votes, func(a approval) bool { return a.adopted }), mentions...)
	if len(approved) == 0 {
		r.noExercise(predate.StatusMissing, predate.Because(predate.ReasonNoApproval))
		return
	}
	slices.SortStableFunc(approved, func(a, b approval) int {
		return cmp.Or(b.year.To.Compare(a.year.To), b.on.Compare(a.on), cmp.Compare(a.from.paper.File, b.from.paper.File))
	})
	last := approved[0]
	if y := chargedSince(&r.dossier, last.year, votes); !y.IsZero() {
		r.noExercise(predate.StatusConflicting, predate.Because(predate.ReasonChargedNotApproved, y))
		r.years.charged = y
		return
	}
	r.years.minuted = slices.ContainsFunc(votes, func(a approval) bool { return a.adopted && a.year == last.year })
	r.tellApprovals(last, approved)
	r.years.n1, r.years.approvedOn = last.year, last.on
	r.years.n2, r.years.n2On = r.before(last.year), predate.Date{}
	for _, a := range approved {
		if a.year == r.years.n2 {
			r.years.n2On = a.on
			break
		}
	}
	r.years.n = r.running(last.year)
	r.stateExercises(approved)
}

// tellApprovals says when papers disagree on the approval of the last exercise.
func (r *reckoning) tellApprovals(last approval, approved []approval) {
	for _, a := range approved {
		if a.year == last.year && a.on != last.on {
			r.review(predate.Because(predate.ReasonApprovalDaysDiffer, a.year, last.on, a.on))
		}
	}
}

// approvals gives the votes that minutes tell.
func (r *dossier) approvals() []approval {
	var out []approval
	for _, c := range typed[predate.Flag](r.find(predate.FactApproval, predate.KindMinutes)) {
		if !c.Year.IsZero() && !c.AsOf.IsZero() {
			out = append(out, approval{year: c.Year, on: c.AsOf, adopted: bool(c.value), from: c.candidate})
		}
	}
	return out
}

// mentionedApprovals gives what other papers say of approved accounts.
func (r *dossier) mentionedApprovals() []approval {
	var out []approval
	for _, c := range typed[predate.ChargeHead](r.find(predate.FactCharges, predate.KindChargeStatement)) {
		if !c.Year.IsZero() && !c.value.Approved.IsZero() {
			out = append(out, approval{year: c.Year, on: c.value.Approved, adopted: true, from: c.candidate})
		}
	}
	for _, c := range typed[predate.Day](r.find(predate.KeyAccountsApprovalDate)) {
		if !c.Year.IsZero() {
			out = append(out, approval{year: c.Year, on: predate.Date(c.value), adopted: true, from: c.candidate})
		}
	}
	return out
}

// knownYears gives the exercises that accounts, budgets and charge statements
// name, oldest first.
func (r *dossier) knownYears() []predate.Period {
	var out []predate.Period
	for _, p := range r.papers {
		if p.Part.Kind == predate.KindFundCall || p.Part.Kind == predate.KindAccountStatement {
			continue // their periods are quarters and extracts, not exercises
		}
		for _, f := range p.Figures {
			if isExercise(f.Year) && !slices.Contains(out, f.Year) {
				out = append(out, f.Year)
			}
		}
	}
	slices.SortFunc(out, func(a, b predate.Period) int {
		return cmp.Or(a.From.Compare(b.From), a.To.Compare(b.To))
	})
	return out
}

// isExercise says that a period can be an exercise: accounts are closed after
// whole months (décret 2005-240 art. 5), an extract on any day.
func isExercise(p predate.Period) bool {
	return !p.IsZero() && p.Months() >= 6 && p.Months() <= 24 && p.To.AddDays(1).Day == p.From.Day
}

// before gives the exercise that ends the day before another starts: a known
// one, else the twelve months before.
func (r *dated) before(y predate.Period) predate.Period {
	end := y.From.AddDays(-1)
	for _, k := range r.years.known {
		if k.To == end {
			return k
		}
	}
	return predate.Period{From: y.From.AddMonths(-12), To: end}
}

// after gives the exercise that starts the day after another ends.
func (r *dated) after(y predate.Period) predate.Period {
	start := y.To.AddDays(1)
	for _, k := range r.years.known {
		if k.From == start {
			return k
		}
	}
	return predate.Period{From: start, To: start.AddMonths(12).AddDays(-1)}
}

// running walks from the last approved exercise to the one that holds the
// reference date; a closed one on the way is not approved yet.
func (r *reckoning) running(n1 predate.Period) predate.Period {
	y := r.after(n1)
	for i := 0; i < 8 && y.To.Before(r.at); i++ {
		r.years.unapproved = y
		y = r.after(y)
	}
	return y
}

// stateExercises writes the figures about exercises.
func (r *reckoning) stateExercises(approved []approval) {
	y := r.years
	saying := func(year predate.Period) []predate.Evidence {
		var out []predate.Evidence
		for _, a := range approved {
			if a.year == year {
				out = append(out, a.from.Evidence...)
			}
		}
		return out
	}
	r.put(confirmed(predate.KeyFiscalYearN1, predate.Span(y.n1), saying(y.n1)...))
	r.put(confirmed(predate.KeyAccountsApprovalDate, predate.Day(y.approvedOn), saying(y.n1)...))
	if proof := saying(y.n2); len(proof) > 0 {
		r.put(confirmed(predate.KeyFiscalYearN2, predate.Span(y.n2), proof...))
	} else {
		r.put(computed(predate.KeyFiscalYearN2, predate.Span(y.n2), predate.Because(predate.ReasonYearBeforeApproved), r.naming(y.n2)...))
	}
	current := computed(predate.KeyFiscalYearN, predate.Span(y.n), predate.Because(predate.ReasonRunningYear), r.naming(y.n)...)
	if len(current.Evidence) > 0 {
		current.Status = predate.StatusConfirmed
	}
	r.put(current)
	if y.unapproved.IsZero() {
		r.put(none(predate.KeyUnapprovedClosedYear, nil, predate.Because(predate.ReasonNoClosedYearWaits)))
		return
	}
	r.put(computed(predate.KeyUnapprovedClosedYear, predate.Span(y.unapproved),
		predate.Because(predate.ReasonClosedNotApproved)))
	r.warn(predate.Because(predate.ReasonNotApprovedYet, y.unapproved))
}

// naming gives proofs that a paper names an exercise.
func (r *dossier) naming(y predate.Period) []predate.Evidence {
	for _, p := range r.papers {
		for _, f := range p.Figures {
			if f.Year == y && len(f.Evidence) > 0 {
				return f.Evidence[:1]
			}
		}
	}
	return nil
}

// noExercise states that no paper says which accounts were approved last.
func (r *reckoning) noExercise(status predate.Status, why predate.Reason) {
	for _, k := range []predate.Key{predate.KeyFiscalYearN, predate.KeyFiscalYearN1, predate.KeyFiscalYearN2, predate.KeyAccountsApprovalDate} {
		r.put(predate.Figure{Key: k, Status: status, Derivation: why})
	}
}

// meetingMonths is how long after its close a meeting has to approve the accounts
// of an exercise: it votes the budget in the same six months (loi 65-557, art.
// 14-1).
const meetingMonths = 6

// chargedSince gives the last exercise after the one approved last whose charges
// a statement lays on the lots, and on which no minutes vote although a meeting
// was due. Charges are laid on the owners once their meeting has approved the
// accounts: it is unknown, and with it which exercise is the last approved one.
func chargedSince(r *dossier, last predate.Period, votes []approval) predate.Period {
	var found predate.Period
	for _, c := range typed[predate.ChargeHead](r.find(predate.FactCharges, predate.KindChargeStatement)) {
		voted := slices.ContainsFunc(votes, func(v approval) bool { return v.year == c.Year })
		if isExercise(c.Year) && !voted && c.Year.From.After(last.From) && c.Year.To.After(last.To) && c.Year.To.AddMonths(meetingMonths).Before(r.at) && c.Year.To.After(found.To) {
			found = c.Year
		}
	}
	return found
}

// yearOf gives the exercise among those of the statement that holds a day.
func (r *dated) yearOf(d predate.Date) predate.Period {
	for _, y := range []predate.Period{r.years.n, r.years.n1, r.years.n2, r.years.unapproved} {
		if !y.IsZero() && y.Contains(d) {
			return y
		}
	}
	for _, y := range r.years.known {
		if y.Contains(d) {
			return y
		}
	}
	return predate.Period{}
}
