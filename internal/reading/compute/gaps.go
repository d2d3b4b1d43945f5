package compute

import (
	"cmp"
	"slices"

	"predate"
	"predate/internal/reading/wording"
)

// freshMonths is how old the last call or extract of account may be.
const freshMonths = 4

// lookForGaps asks for the papers without which the legal figures cannot be
// given (CCH L.721-2 II 2°).
func (r *reckoning) lookForGaps() {
	r.gapOfMinutes()
	r.gapOfCharges()
	r.gapOfSchedule()
	r.gapOfFreshness()
	slices.SortStableFunc(r.gaps, func(a, b predate.Gap) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.FiscalYear, b.FiscalYear))
	})
	r.declareAbsent()
	r.tellUnreadable()
}

// declareAbsent makes reserves of the papers that do not exist or cannot be had, as
// an operator or the client says: the statement no longer waits for them, and says
// whose word it is.
func (r *reckoning) declareAbsent() {
	said := func(g predate.Gap) (predate.Correction, bool) {
		i := slices.IndexFunc(r.absent, func(c predate.Correction) bool { return c.Answers(g) })
		if i < 0 {
			return predate.Correction{}, false
		}
		return r.absent[i], true
	}
	var waits []predate.Gap
	for _, gap := range r.gaps {
		if _, absent := said(gap); !absent {
			waits = append(waits, gap)
			continue
		}
		gap.Reserve = true
		r.reserves = append(r.reserves, gap)
	}
	r.gaps = waits
	for i, gap := range r.reserves {
		if c, absent := said(gap); absent {
			word := wordOn(gap, c)
			r.reserves[i].Message = wording.Of(word)
			r.warn(word)
		}
	}
}

// wordOn puts what is said of a paper after the words that ask for it.
func wordOn(gap predate.Gap, c predate.Correction) predate.Reason {
	asked, why := predate.Text(gap.Message), predate.Text(c.Why)
	if c.Declarant != predate.DeclaredByClient {
		return predate.Because(predate.ReasonPaperAbsent, asked, predate.Text(c.Value), predate.Text(c.By), c.On, why)
	}
	code := predate.ReasonClientHasNone
	if c.About == predate.RemarkUnobtainable {
		code = predate.ReasonClientCannotGet
	}
	if why == "" {
		return predate.Because(code, asked, predate.Text(c.By), c.On)
	}
	return predate.Because(predate.ReasonClientComments, predate.Because(code, asked, predate.Text(c.By), c.On), why)
}

func (r *reckoning) ask(code, year string, what predate.Reason) {
	kind := predate.Kind(code)
	r.gaps = append(r.gaps, predate.Gap{Kind: predate.GapDocument, Code: code, DocType: kind.DocType(), FiscalYear: year, Message: wording.Of(what)})
}

func (r *reckoning) gapOfMinutes() {
	if r.years.minuted || r.onlyAncillary() {
		return
	}
	y := cmp.Or(r.years.n1, r.years.charged)
	if y.IsZero() {
		r.ask(string(predate.KindMinutes), "", predate.Because(predate.ReasonAskApproval))
		return
	}
	r.ask(string(predate.KindMinutes), y.Label(), predate.Because(predate.ReasonAskApprovalOf, y))
}

// onlyAncillary says that cellars or parking spaces alone are sold: the law then
// asks for no minutes (CCH L.721-2, last paragraphs).
func (r *sale) onlyAncillary() bool {
	return len(r.sold.detail) > 0 && !slices.ContainsFunc(r.sold.detail, func(l predate.Lot) bool { return !l.Ancillary })
}

// gapOfCharges asks for a charge statement where neither it nor annexe 3 with
// the calls of the year gives the charges that the seller bore.
func (r *reckoning) gapOfCharges() {
	if r.figures[predate.KeyLots].Status == predate.StatusConflicting {
		return // which lots are sold comes first
	}
	for _, y := range r.twoYears() {
		if y.year.IsZero() || y.purchasedAfter {
			continue
		}
		if r.printsCharges(y.year) {
			continue // a person reads it; the client has given it
		}
		if r.lacks(y.actual) || r.lacks(y.called) && !y.purchasedDuring {
			r.ask(string(predate.KindChargeStatement), y.year.Label(),
				predate.Because(predate.ReasonAskCharges, y.year, predate.Span(y.year), r.namedLots()))
		}
	}
}

// printsCharges reports whether a charge statement of an exercise lies in the
// dossier that is about all the lots sold, read or not.
func (r *sale) printsCharges(y predate.Period) bool {
	return slices.ContainsFunc(typed[predate.ChargeHead](r.find(predate.FactCharges, predate.KindChargeStatement)), func(h valued[predate.ChargeHead]) bool {
		return h.Year == y && r.sold.among(h.value.Lots)
	})
}

func (r *sale) namedLots() predate.Reason {
	if len(r.sold.numbers) == 0 {
		return predate.Because(predate.ReasonLotsSold)
	}
	return predate.Because(predate.ReasonTheLots, predate.Texts(r.sold.numbers))
}

func (r *reckoning) gapOfSchedule() {
	if !r.lacks(predate.KeyArrears) && !r.lacks(predate.KeySupplierDebt) || r.years.n1.IsZero() {
		return
	}
	y := r.years.n1
	r.ask(string(predate.KindSchedule1), y.Label(), predate.Because(predate.ReasonAskAnnexe1, y.To))
}

// gapOfFreshness asks for a recent call or extract.
func (r *reckoning) gapOfFreshness() {
	newest := predate.Date{}
	for _, c := range r.calls {
		for _, d := range []predate.Date{c.Issued, c.Due} {
			if d.After(newest) {
				newest = d
			}
		}
	}
	for _, a := range r.accounts {
		if on := a.closedOn(); on.After(newest) {
			newest = on
		}
	}
	if !newest.IsZero() && newest.AddMonths(freshMonths).After(r.at) {
		if r.lacks(predate.KeyAccountBalance) && r.unreadAccount().IsZero() {
			r.ask(string(predate.KindAccountStatement), r.years.n.Label(), predate.Because(predate.ReasonAskAccount))
		}
		return
	}
	message := predate.Because(predate.ReasonAskFresh, r.at)
	if !newest.IsZero() {
		message = predate.Because(predate.ReasonAskFresher, r.at, newest)
	}
	r.ask(string(predate.KindFundCall), r.years.n.Label(), message)
}

// tellUnreadable names every document of which nothing is known. One that the
// extranet lists and that could not be had is never silently absent.
func (r *reckoning) tellUnreadable() {
	for _, d := range r.documents {
		switch {
		case d.Listed:
			said := predate.Because(predate.ReasonNotObtainedWhy, predate.FileName(d.File), predate.Text(bare(d.Unreadable)))
			r.warn(said)
			if weighs(d.Guess) {
				r.review(predate.Because(predate.ReasonMayWeigh, said))
			}
		case d.Unreadable != "":
			r.warn(predate.Because(predate.ReasonDocumentUnread, predate.FileName(d.File), predate.Text(bare(d.Unreadable))))
		case len(d.UnreadPages) > 0 && inUse(d):
			said := predate.Because(predate.ReasonPagesUnreadIn, predate.FileName(d.File), unreadPages(d))
			seen, looked := r.seen[d.File]
			if looked {
				r.warn(predate.Because(predate.ReasonPagesSeen, said, predate.Text(seen.By), seen.On, predate.Text(seen.Why)))
				continue
			}
			r.warn(said)
			if mayWeigh(d) {
				r.review(predate.Because(predate.ReasonMayWeigh, said))
			}
		}
	}
}
