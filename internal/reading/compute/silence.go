package compute

import (
	"slices"
	"strconv"

	"predate"
)

// What no paper speaks of is absent only where it would have been spoken of:
// the functions here say what the papers at hand can be silent about.

// minutesMonths is how far back the minutes of meetings are due (CCH L.721-2 II
// 1° c), and seasonMonths how far from its season a yearly meeting may be held
// (décret 67-223 art. 7).
const (
	minutesMonths = 36
	seasonMonths  = 1
)

// silence gives the reason why it proves nothing that the papers do not mention something
// which meetings decide, or hear of, and accounts show; nothing when the minutes of
// three years and the last accounts are there and could be read.
func (r *dated) silence() predate.Reason {
	if why := r.unreadMinutes(predate.Date{}); !why.IsZero() {
		return why
	}
	if years := r.yearsWithoutMinutes(); len(years) > 0 {
		return predate.Because(predate.ReasonSilentMinutes, namesOf(years))
	}
	if !r.accountsThere() {
		return predate.Because(predate.ReasonSilentAccounts)
	}
	return predate.Reason{}
}

// searched names the papers whose silence counts.
func (r *dated) searched() predate.Reason {
	held, _ := r.minutes().Value.(predate.Days)
	return predate.Because(predate.ReasonSearched, held, r.years.n1)
}

// notMentioned states what the papers are silent about, without evidence: that
// is what distinguishes it from an absence that a paper prints.
func (r *dated) notMentioned(key predate.Key, value predate.Value, what predate.ReasonCode) predate.Figure {
	if why := r.silence(); !why.IsZero() {
		return missing(key, why)
	}
	return none(key, value, predate.Because(what, r.searched()))
}

// accountsThere reports whether accounts of the last approved exercise are in
// the dossier: those of the syndicat, or what they laid on the seller.
func (r *dated) accountsThere() bool {
	y := r.years.n1
	accounts := r.ofKind(predate.KindSchedule1, predate.KindSchedule2, predate.KindLightAccounts, predate.KindExpenseStatement, predate.KindChargeStatement)
	return !y.IsZero() && slices.ContainsFunc(accounts, func(p *paper) bool {
		return slices.Contains(closings(p), y.To)
	})
}

// yearsWithoutMinutes gives the years of the last three in which a meeting must
// have been held, at least once a year, and whose minutes are not there. The
// three years begin and end within a year: the season of the other meetings
// says at which end one is due.
func (r *dossier) yearsWithoutMinutes() []int {
	from := r.at.AddMonths(-minutesMonths)
	held := map[int]bool{}
	var last predate.Date
	for _, p := range r.recentMinutes() {
		on := meetingDay(p)
		held[on.Year] = !on.IsZero()
		if on.After(last) {
			last = on
		}
	}
	lacking := func(y int) bool { return !held[y] }
	if !last.IsZero() && !held[from.Year] && !held[r.at.Year] {
		season := last.AddMonths(12 * (r.at.Year - last.Year))
		early, late := season.AddMonths(seasonMonths).Before(r.at), season.AddMonths(-seasonMonths).After(r.at)
		lacking = func(y int) bool { return !held[y] && (y != r.at.Year || early) && (y != from.Year || late) }
	} else {
		held[from.Year], held[r.at.Year] = true, true
	}
	var out []int
	for y := from.Year; y <= r.at.Year; y++ {
		if lacking(y) {
			out = append(out, y)
		}
	}
	return out
}

func namesOf(years []int) predate.Texts {
	var names predate.Texts
	for _, y := range years {
		names = append(names, strconv.Itoa(y))
	}
	return names
}
