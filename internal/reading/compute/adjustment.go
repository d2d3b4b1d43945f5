package compute

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate"
	"predate/internal/base/fold"
)

var (
	exerciseWords = regexp.MustCompile(`\b(20\d\d)(?: ?[/-] ?(20\d\d|\d\d))?\b`)
	wholeDay      = regexp.MustCompile(`\b\d{1,2}[/. -]\d{1,2}[/. -](?:20)?\d\d\b|\b\d{1,2}(?: ?er)? (?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre) 20\d\d\b`)
	paymentWords  = regexp.MustCompile(`\breglement|\bvirement|\bvrt\b|\bvir\b|\bcheque|\bchq\b|\bprelevement|\bprlv\b|\bpaiement|\bversement|\bcarte\b|\bencaissement`)
)

// classify is what a movement does, with what the papers tell of its day and of
// its amount: a sum that names an exercise, posted on the day of the meeting
// that approved it, is the adjustment of that exercise whatever it is called
// (décret 67-223, art. 45-1: provisions are final once the accounts are
// approved); so is one of the very amount that the charge statement adjusts,
// on that day or soon after.
func (r *stating) classify(m predate.Movement) entry {
	kind, known := r.worded[m]
	if !known {
		kind = classify(m)
	}
	if kind != entryCall && kind != entryPayment || m.Credit != 0 && paymentWords.MatchString(fold.Text(m.Label)) {
		return kind
	}
	named, ok := r.namedYear(m.Label)
	for _, a := range append(r.approvals(), r.mentionedApprovals()...) {
		if ok && a.adopted && a.year == named && a.on == m.Date && named.To.Before(m.Date) {
			return entryAdjustment
		}
	}
	if m.Nature != predate.NatureBudget && m.Nature != predate.NatureWorks && m.Nature != predate.NatureUnknown {
		return kind
	}
	for _, y := range r.twoYears() {
		if !y.approvedOn.IsZero() && !m.Date.Before(y.approvedOn) && !m.Date.After(y.approvedOn.AddDays(45)) && r.adjusts(m, y) {
			return entryAdjustment
		}
	}
	return kind
}

// takenBack are the words of a call that is cancelled or corrected.
var takenBack = regexp.MustCompile(`\bannul|\bextourn|\bcontre[- ]?pass|\brectif|\bavoir\b|\btrop[- ]appele`)

// takesBack reports whether a credit takes back what was called: it is no payment.
func takesBack(m predate.Movement) bool {
	label := fold.Text(m.Label)
	other := paymentWords.MatchString(label) || feeWords.MatchString(label) || looseFeeWords.MatchString(label)
	return m.Credit != 0 && takenBack.MatchString(label) && (!other || callWords.MatchString(label))
}

// adjusts says that a movement is of the amount that the seller's charge
// statement leaves to adjust.
func (r *stating) adjusts(m predate.Movement, y yearKeys) bool {
	actual, called := y.actual, y.called
	if adjustedNature(m) == predate.NatureWorks {
		actual, called = y.offActual, y.offCalled
	}
	bore, a := r.figures[actual].Value.(predate.Money)
	asked, b := r.figures[called].Value.(predate.Money)
	return a && b && bore != asked && m.Debit-m.Credit == predate.Cents(bore-asked)
}

// adjustedNature tells the adjustment of works from that of current charges:
// by the account printed on the row, failing that by its words.
func adjustedNature(m predate.Movement) predate.Nature {
	label := fold.Text(m.Label)
	switch {
	case m.Nature == predate.NatureWorks:
		return predate.NatureWorks
	case m.Account != "" && m.Nature == predate.NatureBudget:
		return predate.NatureBudget
	case strings.Contains(label, "travaux") && !strings.Contains(label, "fonds"):
		return predate.NatureWorks
	}
	return predate.NatureBudget
}

// adjustedYear is the exercise that an adjustment settles: the one its label
// names, else the last that ended before it.
func (r *dated) adjustedYear(m predate.Movement) predate.Period {
	if y, ok := r.namedYear(m.Label); ok {
		return y
	}
	best := predate.Period{}
	for _, y := range append(slices.Clone(r.years.known), r.years.n2, r.years.n1, r.years.unapproved) {
		if !y.IsZero() && y.To.Before(m.Date) && y.To.After(best.To) {
			best = y
		}
	}
	return best
}

// namedYear finds the exercise that a label names, "2024" or "2024/2025"; the
// year of a day, of a meeting say, names none.
func (r *dated) namedYear(label string) (predate.Period, bool) {
	m := exerciseWords.FindStringSubmatch(wholeDay.ReplaceAllString(fold.Text(label), " "))
	if m == nil {
		return predate.Period{}, false
	}
	last := m[1]
	if m[2] != "" {
		last = m[1][:4-len(m[2])] + m[2]
	}
	end, err := strconv.Atoi(last)
	if err != nil {
		return predate.Period{}, false
	}
	for _, y := range append([]predate.Period{r.years.n, r.years.n1, r.years.n2, r.years.unapproved}, r.years.known...) {
		if !y.IsZero() && y.To.Year == end && (m[2] == "") == (y.From.Year == y.To.Year) {
			return y, true
		}
	}
	return predate.Period{}, false
}

// calledWords are those of a sum that is called.
var calledWords = regexp.MustCompile(`\bappel|\bprov|\bcotisation|\bbudget|\bcharges?\b|\bcourant|\bacompte|\bparticipation|\bquote-part|\becheance|\btrimestr|\bsemestr|\bmensu`)

// isProvision says that a debit to the account of current charges is a provision: its
// words say so, or its amount comes again on other days, or a call asks for it.
// What the account number alone tells may as well be private costs.
func (r *accountBook) isProvision(m predate.Movement) bool {
	if calledWords.MatchString(fold.Text(m.Label)) {
		return true
	}
	for _, a := range r.accounts {
		for _, l := range a.lines {
			if l.value.Date != m.Date && l.value.Nature == m.Nature && l.value.Debit != 0 && (l.value.Debit-m.Debit).Abs() <= 5 && !feeWords.MatchString(fold.Text(l.value.Label)) {
				return true
			}
		}
	}
	return slices.ContainsFunc(r.calls, func(c call) bool {
		amount, _, ok := c.amount(predate.NatureBudget)
		return ok && c.Due == m.Date && (amount-m.Debit).Abs() <= 5
	})
}
