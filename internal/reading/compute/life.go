package compute

import (
	"cmp"
	"slices"
	"strings"

	"predate"
)

// life states the life of the co-ownership: proceedings, loans, insurance, the
// meeting to come and difficulties.
func (r *reckoning) life() {
	r.put(r.proceedings())
	r.put(r.loans())
	r.put(r.insurance())
	r.put(r.nextMeeting())
	r.put(r.difficulty())
	r.put(r.preferred(predate.KeySyndicFees, predate.KindAgentContract, predate.KindMinutes))
}

// proceedings lists the proceedings that minutes mention, the newest words for
// each. There is none where the last meeting was told so in words, or where the
// papers may be silent about it.
func (r *reckoning) proceedings() predate.Figure {
	const key = predate.KeyProceedings
	var said []valued[predate.Texts]
	for _, p := range r.recentMinutes() {
		said = append(said, typed[predate.Texts](p.find(key))...)
	}
	slices.SortStableFunc(said, func(a, b valued[predate.Texts]) int { return b.when().Compare(a.when()) })
	list := predate.Texts{}
	for _, c := range said {
		for _, text := range c.value {
			if !slices.ContainsFunc(list, func(known string) bool { return sameCase(known, text) }) {
				list = append(list, text)
			}
		}
	}
	proof := proofs(candidatesOf(said)...)
	if unread := r.unreadMinutes(predate.Date{}); !unread.IsZero() {
		return missing(key, unread)
	}
	switch {
	case len(list) > 0:
		f := confirmed(key, list, proof...)
		if years := r.yearsWithoutMinutes(); len(years) > 0 {
			f.Derivation = predate.Because(predate.ReasonMinutesOnly, namesOf(years))
		}
		return f
	case r.spokenOf(predate.FactProceedingsMentioned, toldNone(said)) != "":
		why := predate.Because(predate.ReasonProceedingsUnclear, predate.Text(r.spokenOf(predate.FactProceedingsMentioned, toldNone(said))))
		r.review(why)
		return missing(key, why)
	case len(said) > 0 && said[0].when() == r.lastMeeting():
		return none(key, list, predate.Because(predate.ReasonLastMinutesSay), said[0].Evidence...)
	}
	return r.notMentioned(key, list, predate.ReasonNoProceedingsIn)
}

// toldNone is the day of the last meeting that was told that there is none; zero
// for no such meeting.
func toldNone(said []valued[predate.Texts]) predate.Date {
	for _, c := range said {
		if len(c.value) == 0 {
			return c.when()
		}
	}
	return predate.Date{}
}

// spokenOf gives the words of a paper that speak of something, unless a meeting
// since was told that there is none; "" where no paper does.
func (r *dossier) spokenOf(fact predate.Key, denied predate.Date) string {
	for _, p := range r.papers {
		minutes := p.Part.Kind == predate.KindMinutes
		if minutes && (!slices.Contains(r.recentMinutes(), p) || !denied.IsZero() && !meetingDay(p).After(denied)) {
			continue
		}
		for _, c := range typed[predate.Text](p.find(fact)) {
			return string(c.value)
		}
	}
	return ""
}

// lastMeeting is the day of the newest meeting whose minutes are there.
func (r *dossier) lastMeeting() predate.Date {
	var last predate.Date
	for _, p := range r.recentMinutes() {
		if on := meetingDay(p); on.After(last) {
			last = on
		}
	}
	return last
}

// sameCase says that two mentions speak of one proceeding: against the same
// lot, or in nearly the same words.
func sameCase(a, b string) bool {
	x, y := lotInCase(a), lotInCase(b)
	if x != "" || y != "" {
		return x == y
	}
	return sameWork(a, b)
}

// lotInCase finds the lot that a proceeding is about.
func lotInCase(text string) string {
	list := words(text)
	for i, w := range list {
		if w != "lot" {
			continue
		}
		for _, next := range list[i+1 : min(len(list), i+4)] {
			if isNumber(next) {
				return next
			}
		}
	}
	return ""
}

// recentMinutes gives the minutes of the three years before the reference date.
func (r *dossier) recentMinutes() []*paper {
	from := r.at.AddMonths(-minutesMonths)
	return keep(r.ofKind(predate.KindMinutes), func(p *paper) bool {
		on := meetingDay(p)
		return on.IsZero() || !on.Before(from) && !on.After(r.at)
	})
}

// meetingDay is the day of the meeting that minutes tell.
func meetingDay(p *paper) predate.Date {
	for _, c := range p.find(predate.FactMeeting) {
		if !c.AsOf.IsZero() {
			return c.AsOf
		}
	}
	return p.Printed
}

// insurance is the policy that runs last.
func (r *reckoning) insurance() predate.Figure {
	const key = predate.KeyInsurance
	said := typed[predate.Policy](r.find(key))
	if len(said) == 0 {
		return missing(key, predate.Because(predate.ReasonNoInsurance))
	}
	rank := func(c valued[predate.Policy]) int {
		return slices.Index([]predate.Kind{predate.KindInsurance, predate.KindMaintenanceLog}, c.paper.Part.Kind)
	}
	slices.SortStableFunc(said, func(a, b valued[predate.Policy]) int {
		return cmp.Or(b.value.Until.Compare(a.value.Until), cmp.Compare(uint(rank(a)), uint(rank(b))))
	})
	best := said[0]
	proof := best.Evidence
	for _, c := range said[1:] {
		if c.value.Until == best.value.Until && plain(c.value.Insurer) == plain(best.value.Insurer) {
			proof = append(slices.Clone(proof), c.Evidence...)
		}
	}
	if !best.value.Until.IsZero() && best.value.Until.Before(r.at) {
		r.warn(predate.Because(predate.ReasonInsuranceOver, best.value.Until))
	}
	return confirmed(key, best.value, proof...)
}

// nextMeeting is the first meeting to come that the newest paper announces: a notice may
// put off what another announced.
func (r *dossier) nextMeeting() predate.Figure {
	key := predate.KeyNextMeeting
	told := keep(typed[predate.Day](r.find(key)), func(c valued[predate.Day]) bool { return predate.Date(c.value).After(r.at) })
	told = latest(told, func(c valued[predate.Day]) predate.Date { return c.paper.Printed })
	if len(told) == 0 {
		return missing(key, predate.Because(predate.ReasonNextMeetingNotKnown))
	}
	slices.SortStableFunc(told, func(a, b valued[predate.Day]) int { return predate.Date(a.value).Compare(predate.Date(b.value)) })
	for _, c := range told[1:] {
		if c.value != told[0].value && c.paper != told[0].paper {
			why := predate.Because(predate.ReasonNextMeetingsDiffer, predate.Date(told[0].value), predate.Date(c.value))
			return predate.Figure{Key: key, Status: predate.StatusConflicting, Derivation: why, Evidence: proofs(candidatesOf(told)...)}
		}
	}
	return confirmed(key, told[0].value, told[0].Evidence...)
}

func (r *reckoning) difficulty() predate.Figure {
	key := predate.KeyDifficulty
	for _, c := range typed[predate.Text](r.find(key)) {
		if c.value != "" {
			why := predate.Because(predate.ReasonDifficulty, c.value)
			if strings.Contains(string(c.value), " désigné par ") { // who, and by which decision
				r.warn(why)
			} else {
				r.review(why)
			}
			return confirmed(key, c.value, c.Evidence...)
		}
	}
	if words := r.spokenOf(predate.FactDifficultyMentioned, predate.Date{}); words != "" {
		why := predate.Because(predate.ReasonDifficultyUnclear, predate.Text(words))
		r.review(why)
		return missing(key, why)
	}
	return r.notMentioned(key, nil, predate.ReasonNoDifficultyIn)
}
