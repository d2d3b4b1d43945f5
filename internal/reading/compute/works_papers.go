package compute

import (
	"slices"

	"predate"
)

// worksByMeeting gives the works that each meeting decided: one list a meeting,
// the fullest, whatever papers tell it.
func worksByMeeting(r *dossier) []valued[predate.WorkList] {
	var out []valued[predate.WorkList]
	for _, lists := range worksTold(r) {
		best, _ := fullest(lists)
		out = append(out, best)
	}
	return out
}

// worksTold gives the lists of works that papers read with certainty in the
// minutes of each meeting, by the day and the sort of the meeting.
func worksTold(r *dossier) [][]valued[predate.WorkList] {
	var out [][]valued[predate.WorkList]
	for _, c := range worksRead(r) {
		if c.Status == predate.StatusConflicting {
			continue
		}
		i := slices.IndexFunc(out, func(known []valued[predate.WorkList]) bool { return sameMeeting(known[0].paper, c.paper) })
		if i < 0 {
			out = append(out, []valued[predate.WorkList]{c})
			continue
		}
		out[i] = append(out[i], c)
	}
	return out
}

// worksRead gives what minutes say of works: those read with certainty in one
// list a paper, and one by one, as conflicting, those whose outcome or amount is
// not sure.
func worksRead(r *dossier) []valued[predate.WorkList] {
	return typed[predate.WorkList](r.find(predate.KeyVotedWorks, predate.KindMinutes))
}

// worksInDoubt gives the decisions on works that no minutes of their meeting read
// with certainty. Those that were refused or put off, if a person says so, are
// among them.
func worksInDoubt(r *dossier) []decision {
	sure := worksTold(r)
	var out []decision
	for _, c := range worksRead(r) {
		if c.Status != predate.StatusConflicting {
			continue
		}
		for _, w := range c.value {
			d := decision{w, c.candidate}
			if !slices.ContainsFunc(sure, func(lists []valued[predate.WorkList]) bool {
				return sameMeeting(lists[0].paper, c.paper) && slices.ContainsFunc(lists, func(l valued[predate.WorkList]) bool {
					return slices.ContainsFunc(l.value, func(other predate.Work) bool { return d.is(other.Title, other.VotedOn) })
				})
			}) {
				out = append(out, d)
			}
		}
	}
	return out
}

// unsureWorks says why works that may have been voted cannot be listed: their
// minutes do not tell their outcome or their amount, and neither annexe 5 nor
// other accounts do. Annexe 5 lists all that was voted until its day.
func unsureWorks(r *dated) []predate.Reason {
	until := listedUntil(r)
	var doubts []predate.Reason
	for _, d := range worksInDoubt(&r.dossier) {
		if settled := d.VotedOn.After(r.at) || !d.VotedOn.After(until) || givenUp(&r.dossier, d) || finished(&r.dossier, d); !settled {
			doubts = addOnce(doubts, d.from.Derivation)
		}
	}
	return doubts
}

// sameMeeting reports whether two minutes may tell one meeting: of one day, and
// not of two sorts.
func sameMeeting(a, b *paper) bool {
	if a == b {
		return true
	}
	x, _, _ := first[predate.Text](a, predate.FactMeeting)
	y, _, _ := first[predate.Text](b, predate.FactMeeting)
	on := meetingDay(a)
	return !on.IsZero() && on == meetingDay(b) && (x == "" || y == "" || x == y)
}

// toldOtherwise gives the meetings and the annexe 5 on which papers differ.
func toldOtherwise(r *dated) []predate.Reason {
	var doubts []predate.Reason
	for _, lists := range worksTold(&r.dossier) {
		if _, agreed := fullest(lists); !agreed {
			doubts = append(doubts, predate.Because(predate.ReasonMinutesDiffer, meetingDay(lists[0].paper)))
		}
	}
	if _, agreed := fullest(openListed(r)); !agreed {
		doubts = append(doubts, predate.Because(predate.ReasonAnnexesDiffer, r.years.n1))
	}
	return doubts
}

// openListed gives the works that annexe 5 lists at the end of N-1, as each paper
// has them.
func openListed(r *dated) []valued[predate.OpenWorks] {
	return keep(typed[predate.OpenWorks](r.find(predate.FactOpenWorks, predate.KindSchedule5)), func(c valued[predate.OpenWorks]) bool { return c.Year == r.years.n1 })
}

// annexe5 is the fullest list of the works not closed at the end of N-1; false
// where no paper lists them.
func annexe5(r *dated) (valued[predate.OpenWorks], bool) {
	best, _ := fullest(openListed(r))
	return best, len(openListed(r)) > 0
}
