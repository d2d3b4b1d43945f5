package compute

import (
	"cmp"
	"slices"
	"strings"

	"predate"
)

// decision is a work as one meeting voted it.
type decision struct {
	predate.Work
	from candidate
}

// openWork is a work adopted and not finished.
type openWork struct {
	decision
	key      predate.AllocationKey
	hasKey   bool // the key is one of the lots sold
	foreign  bool // the key is one of the building's, but not of the lots sold
	annexe   *predate.OpenWork
	evidence []predate.Evidence
}

// adoptedWorks lists the works that minutes say were adopted, oldest first.
func adoptedWorks(r *dossier) []decision {
	var out []decision
	for _, c := range worksByMeeting(r) {
		for _, w := range c.value {
			if w.Adopted && !w.VotedOn.After(r.at) {
				out = append(out, decision{w, c.candidate})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b decision) int {
		return cmp.Or(a.VotedOn.Compare(b.VotedOn), cmp.Compare(a.Title, b.Title))
	})
	return out
}

// works lists the works adopted and not finished at the reference date.
func (r *workStage) works() {
	if why := worksUntold(&r.dated); !why.IsZero() {
		r.put(missing(predate.KeyVotedWorks, why))
		return
	}
	var proof []predate.Evidence
	doubts := append(toldOtherwise(&r.dated), unsureWorks(&r.dated)...)
	for _, w := range adoptedWorks(&r.dossier) {
		if givenUp(&r.dossier, w) || finished(&r.dossier, w) {
			proof = append(proof, w.from.Evidence...)
			continue
		}
		o := openWork{decision: w, evidence: w.from.Evidence}
		doubts = append(doubts, r.locate(&o)...)
		r.open = append(r.open, o)
	}
	doubts = append(doubts, r.addFromAnnexe()...)
	doubts = append(doubts, r.calledUnknown()...)
	r.stateWorks(proof, doubts)
}

// worksUntold gives the reason why the papers do not list every work in progress: annexe 5
// does until its day, the minutes since then or, without it, those of three
// years.
func worksUntold(r *dated) predate.Reason {
	until := listedUntil(r)
	if why := r.unreadMinutes(until); !why.IsZero() {
		return why
	}
	if years := r.yearsWithoutMinutes(); until.IsZero() && len(years) > 0 {
		return predate.Because(predate.ReasonWorksUntold, namesOf(years))
	}
	return predate.Reason{}
}

// unreadMinutes tells why the minutes cannot prove that something was not
// decided: none, or some whose points could not be told apart. Only meetings
// after a day matter.
func (r *dossier) unreadMinutes(since predate.Date) predate.Reason {
	minutes := r.recentMinutes()
	if len(minutes) == 0 {
		return predate.Because(predate.ReasonNoMinutes)
	}
	for _, p := range minutes {
		if on := meetingDay(p); !on.IsZero() && !on.After(since) {
			continue
		}
		if points, unclear := pointsOf(p); points < 2 || unclear*4 > points {
			return predate.Because(predate.ReasonResolutionsUnread, predate.FileName(p.File))
		}
	}
	if known := r.meetingsWithoutMinutes(); len(known) > 0 && known[len(known)-1].After(since) {
		return predate.Because(predate.ReasonMinutesLack, known[len(known)-1])
	}
	return predate.Reason{}
}

// unclearMinutes names minutes that were not read whole: a vote of theirs is not known.
func unclearMinutes(r *dossier) predate.Reason {
	for _, p := range r.recentMinutes() {
		if points, unclear := pointsOf(p); points < 2 || unclear > 0 {
			return predate.Because(predate.ReasonResolutionsUnread, predate.FileName(p.File))
		}
	}
	return predate.Reason{}
}

// pointsOf counts the points of minutes, and those whose vote is not known.
func pointsOf(p *paper) (points, unclear int) {
	list, _, _ := first[predate.Resolutions](p, predate.FactResolutions)
	for _, res := range list {
		if res.Outcome == predate.VoteUnknown {
			unclear++
		}
	}
	return len(list), unclear
}

// listedUntil is the day until which annexe 5 lists every work voted and not
// closed, whatever minutes are at hand; zero without it.
func listedUntil(r *dated) predate.Date {
	for _, k := range []predate.Key{predate.FactOpenWorks, predate.FactPendingTotal} {
		for _, c := range r.find(k, predate.KindSchedule5) {
			if c.Year == r.years.n1 {
				return r.years.n1.To
			}
		}
	}
	return predate.Date{}
}

// meetingsWithoutMinutes finds the meetings of the last three years that charge
// statements, calls or annexes date and whose minutes are not in the dossier,
// oldest first.
func (r *dossier) meetingsWithoutMinutes() []predate.Date {
	var held []predate.Date
	for _, p := range r.recentMinutes() {
		held = append(held, meetingDay(p))
	}
	var told []predate.Date
	for _, c := range typed[predate.ChargeHead](r.find(predate.FactCharges, predate.KindChargeStatement)) {
		told = append(told, c.value.Approved)
	}
	for _, c := range typed[predate.CallLine](r.find(predate.FactCallLine, predate.KindFundCall)) {
		told = append(told, c.value.VotedOn)
	}
	for _, c := range typed[predate.OpenWorks](r.find(predate.FactOpenWorks, predate.KindSchedule5)) {
		for _, w := range c.value {
			told = append(told, w.VotedOn)
		}
	}
	from := r.at.AddMonths(-minutesMonths)
	told = keep(told, func(d predate.Date) bool {
		return !d.IsZero() && !d.Before(from) && !d.After(r.at) && !slices.Contains(held, d)
	})
	slices.SortFunc(told, predate.Date.Compare)
	return slices.Compact(told)
}

// calledUnknown tells the works that are called since the start of N-1 although
// no minutes nor accounts of the dossier explain them.
func (r *workStage) calledUnknown() []predate.Reason {
	var doubts []predate.Reason
	known := adoptedWorks(&r.dossier)
	for _, c := range r.calls {
		if c.Due.Before(r.years.n1.From) {
			continue
		}
		for _, l := range c.of(predate.NatureWorks) {
			title := l.value.Title
			explained := slices.ContainsFunc(known, func(d decision) bool { return d.is(title, l.value.VotedOn) }) ||
				slices.ContainsFunc(r.open, func(o openWork) bool { return o.is(title, l.value.VotedOn) }) ||
				finished(&r.dossier, decision{Work: predate.Work{Title: title, VotedOn: l.value.VotedOn}})
			if !explained {
				doubts = addOnce(doubts, predate.Because(predate.ReasonWorksUnexplained, predate.Text(title)))
			}
		}
	}
	return doubts
}

// givenUp says that a later meeting gave the works up; the meeting that votes them
// anew does not.
func givenUp(r *dossier, d decision) bool {
	for _, c := range typed[predate.Texts](r.find(predate.FactCancelledWorks)) {
		if on := meetingDay(c.paper); !on.IsZero() && !d.VotedOn.Before(on) {
			continue
		}
		if slices.ContainsFunc(c.value, func(title string) bool { return sameWork(title, d.Title) }) {
			return true
		}
	}
	return false
}

// dropped says that a meeting held after the accounts were closed gave up works
// on which nothing had been called nor spent: nothing is left of them.
func dropped(r *dossier, w predate.OpenWork, closed predate.Date) bool {
	if w.Paid != 0 || w.Done != 0 || w.Received != 0 {
		return false
	}
	for _, c := range typed[predate.Texts](r.find(predate.FactCancelledWorks)) {
		if meetingDay(c.paper).After(closed) && slices.ContainsFunc(c.value, func(title string) bool { return sameWork(title, w.Title) }) {
			return true
		}
	}
	return false
}

// is says that a title, with its meeting when known, names this work.
func (d decision) is(title string, votedOn predate.Date) bool {
	if !votedOn.IsZero() && !d.VotedOn.IsZero() && votedOn != d.VotedOn {
		return false
	}
	return sameWork(title, d.Title)
}

// sameWork compares titles by their telling words: papers abridge them, break
// them and add the company's name.
func sameWork(a, b string) bool {
	x, y := telling(a), telling(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(x) == 0 {
		return false
	}
	common := 0
	for _, w := range x {
		if slices.Contains(y, w) {
			common++
		}
	}
	return common*4 >= len(x)*3
}

// telling keeps the words of a title that tell works apart.
func telling(title string) []string {
	var out []string
	for _, w := range words(title) {
		if len(w) < 3 && !isNumber(w) && len(w) != 1 {
			continue
		}
		switch w {
		case "les", "des", "aux", "sur", "une", "pour", "par", "dans", "travaux", "ttc", "vote", "l", "d", "n":
			continue
		}
		out = append(out, w)
	}
	return out
}

func isNumber(w string) bool { return strings.Trim(w, "0123456789") == "" }

// locate finds the work's key and its line in annexe 5, and tells what does not
// fit.
func (r *books) locate(o *openWork) []predate.Reason {
	var doubts []predate.Reason
	o.key, o.hasKey = r.keyNamed(o.Key)
	if !o.hasKey {
		o.foreign = r.foreignKey(o.Key)
	}
	if !o.hasKey && (len(r.worksCalled(o.decision)) > 0 || r.debitedFor(o.decision)) {
		o.foreign = false
		doubts = append(doubts, predate.Because(predate.ReasonWorksKeyStrange, predate.Text(o.Key), predate.Text(o.Title)))
	} else if !o.hasKey && !o.foreign {
		doubt := predate.Because(predate.ReasonWorksKeyUntold, predate.Text(o.Title))
		if o.Key != "" {
			doubt = predate.Because(predate.ReasonWorksKeyNotKnown, predate.Text(o.Title), predate.Text(o.Key))
		}
		doubts = append(doubts, doubt)
	}
	annexe, closing := annexe5(&r.dated)
	for _, w := range annexe.value {
		if o.is(w.Title, w.VotedOn) {
			o.annexe, o.InProgress = &w, true
			o.evidence = append(slices.Clone(o.evidence), annexe.Evidence...)
		}
	}
	if o.annexe != nil && o.annexe.Voted != o.Amount {
		doubts = append(doubts, predate.Because(predate.ReasonWorksAmountsDiffer, predate.Text(o.Title), o.Amount, o.annexe.Voted))
	}
	if !closing && o.annexe == nil && !o.VotedOn.After(r.years.n1.To) && allCalled(&r.dossier, o.Work) {
		doubts = append(doubts, predate.Because(predate.ReasonWorksMayBeOver, predate.Text(o.Title), o.VotedOn))
	}
	if closing && o.annexe == nil && !o.VotedOn.After(r.years.n1.To) {
		doubts = append(doubts, predate.Because(predate.ReasonWorksInNoAnnexe, predate.Text(o.Title), o.VotedOn, r.years.n1))
	}
	return doubts
}

// allCalled says that nothing of a work is still to be called.
func allCalled(r *dossier, w predate.Work) bool {
	return !slices.ContainsFunc(w.Calls, func(c predate.Call) bool { return c.Date.After(r.at) })
}

// addFromAnnexe adds the works of annexe 5 that no minutes of the dossier
// voted: they are older.
func (r *workStage) addFromAnnexe() []predate.Reason {
	var doubts []predate.Reason
	annexe, _ := annexe5(&r.dated)
	for _, w := range annexe.value {
		if slices.ContainsFunc(r.open, func(o openWork) bool { return o.is(w.Title, w.VotedOn) }) || dropped(&r.dossier, w, annexe.Year.To) {
			continue
		}
		o := openWork{decision: decision{from: annexe.candidate}, annexe: &w, evidence: annexe.Evidence}
		o.Work = predate.Work{Title: w.Title, VotedOn: w.VotedOn, Amount: w.Voted, Key: w.Key, Adopted: true, InProgress: true}
		o.key, o.hasKey = r.keyNamed(w.Key)
		if !o.hasKey {
			o.foreign = r.foreignKey(w.Key)
		}
		r.open = append(r.open, o)
		if why := unclearMinutes(&r.dossier); w.VotedOn.IsZero() && !why.IsZero() {
			doubts = addOnce(doubts, why) // the day of the vote may be in what was not read
		}
		if givenUp(&r.dossier, o.decision) {
			doubts = append(doubts, predate.Because(predate.ReasonWorksGivenUp, predate.Text(w.Title)))
		}
	}
	return doubts
}

// worksCalled gives the lines of calls for one work.
func (r *callBook) worksCalled(d decision) []valued[predate.CallLine] {
	var out []valued[predate.CallLine]
	for _, c := range r.calls {
		for _, l := range c.of(predate.NatureWorks) {
			if d.is(l.value.Title, l.value.VotedOn) {
				out = append(out, l)
			}
		}
	}
	return out
}

// debitedFor says that the seller's account was debited for a work: it concerns
// his lots, whatever the keys.
func (r *accountBook) debitedFor(d decision) bool {
	return slices.ContainsFunc(r.accounts, func(a account) bool {
		return slices.ContainsFunc(a.lines, func(l valued[predate.AccountLine]) bool {
			return l.value.Debit != 0 && !l.value.Movement.Date.Before(d.VotedOn) && mentions(l.value.Label, d.Title)
		})
	})
}

// stateWorks states the list; a doubt is told and sends to a person.
func (r *workStage) stateWorks(proof []predate.Evidence, doubts []predate.Reason) {
	list := predate.WorkList{}
	for i := range r.open {
		o := &r.open[i]
		o.Concerns = o.hasKey
		o.LotCalled, o.LotToCall = r.sharesOf(*o)
		proof = append(proof, o.evidence...)
		list = append(list, o.Work)
	}
	for _, d := range doubts {
		r.review(d)
	}
	if len(proof) == 0 {
		for _, p := range r.ofKind(predate.KindMinutes) {
			if _, c, ok := first[predate.Resolutions](p, predate.FactResolutions); ok {
				proof = append(proof, c.Evidence...)
			}
		}
	}
	if len(doubts) > 0 {
		f := missing(predate.KeyVotedWorks, doubts[0])
		f.Evidence = proof
		r.put(f)
		return
	}
	if len(list) == 0 {
		r.put(none(predate.KeyVotedWorks, list, predate.Because(predate.ReasonNoOpenWorks), proof...))
		return
	}
	r.put(confirmed(predate.KeyVotedWorks, list, proof...))
}

// sharesOf gives what the voted calendar has called from the lots and has still
// to call.
func (r *books) sharesOf(o openWork) (called, toCall predate.Cents) {
	if !o.hasKey || !r.keysDoubt().IsZero() {
		return 0, 0
	}
	for _, c := range o.Calls {
		part, _ := apportion(c.Amount, o.key)
		if c.Date.After(r.at) {
			toCall += part
		} else {
			called += part
		}
	}
	return called, toCall
}

// workKey gives the key of a work for the lots sold.
func (r *books) workKey(w predate.Work) (predate.AllocationKey, bool) {
	if k, ok := r.keyNamed(w.Key); ok {
		return k, true
	}
	if w.Key == "" && len(r.keys) == 1 {
		return r.keys[0], true
	}
	return predate.AllocationKey{}, false
}
