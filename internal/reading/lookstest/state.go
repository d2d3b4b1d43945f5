package lookstest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"predate"
)

// OwnerState is a co-owner's line of the individual list of schedule 1.
type OwnerState struct {
	Account, Name, Lots   string
	Share, Before, Called predate.Cents
	Debit, Credit         predate.Cents
}

// State is the financial state of the syndicate after apportionment, on the
// last day of an exercise: the figures of schedule 1.
type State struct {
	Day                                        predate.Date
	Placed, Bank                               predate.Cents
	Advances, Fund, Waiting                    predate.Cents
	Debtors, Doubtful, Creditors               predate.Cents
	Suppliers, OtherDebts, OtherClaims, Sundry predate.Cents
	Owners                                     []OwnerState
}

// TotalI returns the treasury, which equals the provisions and advances plus what
// the second part lacks.
func (s State) TotalI() predate.Cents { return s.Placed + s.Bank }

// TotalProvisions returns the total I of the right side.
func (s State) TotalProvisions() predate.Cents { return s.Advances + s.Fund + s.Waiting }

// TotalClaims returns the total II of the left side.
func (s State) TotalClaims() predate.Cents { return s.Debtors + s.Doubtful + s.OtherClaims }

// TotalDebts returns the total II of the right side.
func (s State) TotalDebts() predate.Cents {
	return s.Creditors + s.Suppliers + s.OtherDebts + s.Sundry
}

// Total returns the general total, the same on both sides.
func (s State) Total() predate.Cents { return s.TotalI() + s.TotalClaims() }

// stateAt draws the state at the end of an exercise. The bank holds what the
// rest leaves: nothing printed tells another figure of it.
func (d *Dossier) stateAt(random *rand.Rand, exercise int) State {
	year := d.Exercises[exercise]
	s := State{
		Day: year.Period.To, Advances: d.Advances, Fund: d.FundTotal(year.Period.To),
		Placed:    predate.Cents(between(random, 40, 90)) * 10000,
		Suppliers: predate.Cents(between(random, 180000, 690000)),
	}
	if random.IntN(2) == 0 {
		s.OtherDebts = predate.Cents(between(random, 9000, 88000))
	}
	s.OtherClaims = predate.Cents(between(random, 0, 30000))
	for _, w := range d.Works {
		s.Waiting += d.waiting(w, exercise)
	}
	for i := range d.Owners {
		o := d.ownerState(random, exercise, i)
		s.Debtors += o.Debit
		s.Creditors += o.Credit
		s.Owners = append(s.Owners, o)
	}
	if d.Doubtful {
		s.Doubtful = predate.Cents(between(random, 50000, 260000))
	}
	s.Bank = s.TotalProvisions() + s.TotalDebts() - s.Placed - s.TotalClaims()
	s.settle()
	return s
}

// settle keeps the bank from being overdrawn: a syndicate whose owners do not
// pay withdraws what it had placed, then owes its suppliers the rest.
func (s *State) settle() {
	withdrawn := min(s.Placed, max(0, -s.Bank))
	s.Placed, s.Bank = s.Placed-withdrawn, s.Bank+withdrawn
	owed := max(0, -s.Bank)
	s.Suppliers, s.Bank = s.Suppliers+owed, s.Bank+owed
}

// waiting returns the balance of a work that is voted and not closed at the end
// of an exercise.
func (d *Dossier) waiting(w Work, exercise int) predate.Cents {
	end := d.Exercises[exercise].Period.To
	if w.Voted.After(end) || w.Closed != 0 && w.Closed <= exercise {
		return 0
	}
	received := d.received(w, end)
	if !w.SpentAt.After(end) {
		received -= w.Spent
	}
	return received
}

// received returns what a work got up to a day: calls and works fund.
func (d *Dossier) received(w Work, day predate.Date) predate.Cents {
	var total predate.Cents
	for _, c := range w.Calls {
		if !c.Due.After(day) {
			total += c.Amount
		}
	}
	if w.FromFund != 0 && !w.FundAt.After(day) {
		total += w.FromFund
	}
	return total
}

func (d *Dossier) ownerState(random *rand.Rand, exercise, owner int) OwnerState {
	lots := d.Owners[owner].Lots
	cost, called := d.WorksActual(exercise, lots)
	o := OwnerState{
		Account: d.Owners[owner].Account, Name: d.Owners[owner].Name, Lots: d.lotNumbers(lots),
		Share: d.Actual(exercise, lots) + cost, Called: d.Called(exercise, lots) + called,
	}
	switch dice := random.IntN(7); {
	case owner == d.SellerAt:
		if exercise != before {
			o.Before = d.AccountOf(lots, d.Payer).balanceBefore(d.Exercises[exercise].Period.To.AddDays(1))
		}
	case dice == 0:
		o.Before = predate.Cents(between(random, 20000, 170000))
	case dice == 1:
		o.Before = -predate.Cents(between(random, 5000, 40000))
	}
	switch after := o.Before + o.Share - o.Called; {
	case after > 0:
		o.Debit = after
	default:
		o.Credit = -after
	}
	return o
}

func (d *Dossier) lotNumbers(lots []int) string {
	var numbers []string
	for _, l := range lots {
		numbers = append(numbers, fmt.Sprint(d.Lots[l].Number))
	}
	return strings.Join(numbers, ", ")
}

// Correction is what the draft of schedule 1 counted too much among the
// suppliers and in the bank, where the accounts were put right.
const Correction predate.Cents = 68340

// stateOf returns the state that a paper tells: that of the draft where the
// accounts were put right after it.
func (d *Dossier) stateOf(p Part) State {
	s := d.States[p.Exercise]
	if d.Redrafted && p.Draft && p.Exercise == last {
		s.Suppliers, s.Bank = s.Suppliers+Correction, s.Bank+Correction
	}
	return s
}
