package compute

import (
	"cmp"
	"fmt"
	"slices"

	"predate"
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
	r.tellUnreadable()
}

func (r *reckoning) ask(code, year, message string) {
	kind := predate.Kind(code)
	r.gaps = append(r.gaps, predate.Gap{Kind: predate.GapDocument, Code: code, DocType: kind.DocType(), FiscalYear: year, Message: message})
}

func (r *reckoning) gapOfMinutes() {
	if r.years.minuted || r.onlyAncillary() {
		return
	}
	y := cmp.Or(r.years.n1, r.years.charged)
	if y.IsZero() {
		r.ask(string(predate.KindMinutes), "", "Le procès-verbal de l’assemblée générale qui a approuvé les comptes du dernier exercice clos.")
		return
	}
	r.ask(string(predate.KindMinutes), y.Label(), "Le procès-verbal de l’assemblée générale qui a approuvé les comptes de l’exercice "+y.Label()+".")
}

// onlyAncillary says that cellars or parking spaces alone are sold: the law then
// asks for no minutes (CCH L.721-2, last paragraphs).
func (r *reckoning) onlyAncillary() bool {
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
		actual, called := r.figures[y.actual].Status, r.figures[y.called].Status
		if actual == predate.StatusMissing || called == predate.StatusMissing && !y.purchasedDuring {
			r.ask(string(predate.KindChargeStatement), y.year.Label(),
				fmt.Sprintf("Le décompte individuel de charges de l’exercice %s (%s) pour %s.", y.year.Label(), span(y.year), r.lotsInWords()))
		}
	}
}

func (r *reckoning) lotsInWords() string {
	if len(r.sold.numbers) == 0 {
		return "les lots vendus"
	}
	return plural(len(r.sold.numbers), "le lot ", "les lots ") + enumerate(r.sold.numbers)
}

func (r *reckoning) gapOfSchedule() {
	lacking := r.figures[predate.KeyArrears].Status == predate.StatusMissing || r.figures[predate.KeySupplierDebt].Status == predate.StatusMissing
	if !lacking || r.years.n1.IsZero() {
		return
	}
	y := r.years.n1
	r.ask(string(predate.KindSchedule1), y.Label(), "L’annexe 1 – état financier après répartition au "+day(y.To)+".")
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
		if r.figures[predate.KeyAccountBalance].Status == predate.StatusMissing && r.unreadAccount() == "" {
			r.ask(string(predate.KindAccountStatement), r.years.n.Label(), "Un relevé de compte du vendeur de moins de quatre mois.")
		}
		return
	}
	message := "Le dernier appel de fonds ou un relevé de compte de moins de quatre mois au " + day(r.at) + "."
	if !newest.IsZero() {
		message = fmt.Sprintf("Le dernier appel de fonds ou un relevé de compte de moins de quatre mois au %s ; le plus récent fourni est du %s.", day(r.at), day(newest))
	}
	r.ask(string(predate.KindFundCall), r.years.n.Label(), message)
}

// tellUnreadable names every document of which nothing is known. One that the
// extranet lists and that could not be had is never silently absent.
func (r *reckoning) tellUnreadable() {
	for _, d := range r.documents {
		switch {
		case d.Listed:
			said := fmt.Sprintf("Le document « %s », que l’extranet propose, n’a pas pu être obtenu : %s.", d.File, bare(d.Unreadable))
			r.warn(said)
			if weighs(d.Guess) {
				r.review(said + " Un chiffre peut en dépendre.")
			}
		case d.Unreadable != "":
			r.warn(fmt.Sprintf("Le document « %s » n’a pas pu être lu : %s.", d.File, bare(d.Unreadable)))
		case len(d.UnreadPages) > 0 && inUse(d):
			said := "Dans le document « " + d.File + " », " + unreadPages(d) + "."
			seen, looked := r.seen[d.File]
			if looked {
				r.warn(fmt.Sprintf("%s %s, opérateur, l’a regardé le %s : « %s »", said, seen.By, day(seen.On), seen.Why))
				continue
			}
			r.warn(said)
			if mayWeigh(d) {
				r.review(said + " Un chiffre peut en dépendre.")
			}
		}
	}
}
