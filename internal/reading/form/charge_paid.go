package form

import (
	"regexp"
	"slices"
	"strconv"

	"predate"
	"predate/internal/reading/lexicon"
)

// paidTotals returns the charges of a statement that is balanced against what the
// owner paid: words name charges, payments and their difference. What was called
// is printed apart, and makes an adjustment only where it was all paid. A sum of
// zero is any; two readings are none.
func (c *charges) paidTotals(sum predate.Cents) (predate.Figure, bool) {
	called, calledOnce := c.onlyAmount("provisions_total")
	var found []predate.ChargeTotals
	var proof []predate.Evidence
	for _, a := range c.amounts() {
		if a.Amount.Cents <= 0 || sum != 0 && a.Amount.Cents != sum || !c.isCalled(a, "charges_total") || c.ofWorks(a) || c.holdsOther(a) {
			continue
		}
		for _, p := range c.amounts() {
			gap := a.Amount.Cents - p.Amount.Cents
			if p.Amount.Cents <= 0 || gap == 0 || !c.isCalled(p, "payments_total") || c.isCalled(p, "charges_total") {
				continue
			}
			for _, d := range c.printedAs(gap) {
				if d.Box == a.Box || d.Box == p.Box || !c.isCalled(d, "closing_balance", "adjustment", "adjustment_due", "adjustment_refund", "amount_to_pay") {
					continue
				}
				v := predate.ChargeTotals{Actual: a.Amount.Cents, HasActual: true}
				if calledOnce {
					v.Called, v.HasCalled = called.Amount.Cents, true
				}
				if v.Called == p.Amount.Cents {
					v.Adjustment, v.HasAdjustment = gap, true
				}
				if !slices.Contains(found, v) {
					found, proof = append(found, v), triple{a, p, d}.proof()
				}
			}
		}
	}
	if len(found) != 1 {
		return predate.Figure{}, false
	}
	return predate.Figure{Key: predate.FactChargeTotals, Year: c.year, Value: found[0], Evidence: proof}, true
}

// onlyAmount returns the amount that words name as one of some concepts, where
// they name one value only.
func (r *reader) onlyAmount(ids ...lexicon.ID) (cell, bool) {
	var found cell
	for _, a := range r.amounts() {
		if a.Amount.Cents <= 0 || !r.isCalled(a, ids...) {
			continue
		}
		if found.Amount.Cents != 0 && found.Amount.Cents != a.Amount.Cents {
			return cell{}, false
		}
		found = a
	}
	return found, found.Amount.Cents != 0
}

// namedExercise is an exercise called by one calendar year.
var namedExercise = regexp.MustCompile(`\bexercice (20\d\d)(?:$|[^/\d-])`)

// namedYear returns the only exercise that the paper calls by one calendar year.
func (r *reader) namedYear() predate.Period {
	var found predate.Period
	for i := range r.Lines {
		for _, m := range namedExercise.FindAllStringSubmatch(foldedWords(r.LineText(i)), -1) {
			n, err := strconv.Atoi(m[1])
			p := predate.Period{From: predate.Date{Year: n, Month: 1, Day: 1}, To: predate.Date{Year: n, Month: 12, Day: 31}}
			if err != nil || !found.IsZero() && found != p {
				return predate.Period{}
			}
			found = p
		}
	}
	return found
}
