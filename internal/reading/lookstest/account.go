package lookstest

import "predate"

// What a movement of an account is.
const (
	opening    = "opening"
	call       = "call"
	payment    = "payment"
	adjustment = "adjustment"
	fee        = "fee"
	mutation   = "mutation"
)

// Movement is one line of a co-owner's account.
type Movement struct {
	Date          predate.Date
	What          string
	Nature        int
	Exercise      int // that the sum belongs to
	Work          *Work
	Debit, Credit predate.Cents
	Balance       predate.Cents // after it
}

// Account is the seller's account for some lots.
type Account struct {
	Lots          []int
	Movements     []Movement
	Debit, Credit predate.Cents
	Balance       predate.Cents
}

func (a *Account) post(m Movement) {
	a.Balance += m.Debit - m.Credit
	a.Debit += m.Debit
	a.Credit += m.Credit
	m.Balance = a.Balance
	a.Movements = append(a.Movements, m)
}

// AccountOf keeps the account of lots from the first day of N-2 to the day of
// the statement, paid as the payer does.
func (d *Dossier) AccountOf(lots []int, payer Payer) Account {
	account := Account{Lots: lots}
	first := d.Exercises[second].Period.From
	if d.Bought {
		first = d.purchase()
	}
	account.post(Movement{Date: first, What: opening, Nature: budget})
	if d.Bought {
		account.post(Movement{Date: first, What: mutation, Nature: advances, Exercise: last, Debit: of(d.spread(d.Advances, 0), lots)})
	}
	for day := first; !day.After(d.Statement); day = day.AddDays(1) {
		d.meets(&account, day)
		d.calls(&account, day)
		d.pays(&account, day, payer)
	}
	return account
}

// calls posts what falls due that day.
func (d *Dossier) calls(a *Account, day predate.Date) {
	for e := range d.Exercises {
		for k, due := range d.Dues(e) {
			if due != day {
				continue
			}
			for _, g := range d.CallOf(e, k, a.Lots).Groups {
				a.post(Movement{Date: day, What: call, Nature: g.Nature, Exercise: e, Work: g.Work, Debit: g.Total})
			}
		}
	}
}

// meets posts what an approving meeting adjusts.
func (d *Dossier) meets(a *Account, day predate.Date) {
	for _, m := range d.Meetings {
		if m.Date != day {
			continue
		}
		e := m.Approves
		a.adjust(day, e, budget, d.Actual(e, a.Lots)-d.Called(e, a.Lots))
		cost, called := d.WorksActual(e, a.Lots)
		a.adjust(day, e, works, cost-called)
	}
}

func (a *Account) adjust(day predate.Date, exercise, nature int, amount predate.Cents) {
	m := Movement{Date: day, What: adjustment, Nature: nature, Exercise: exercise}
	switch {
	case amount > 0:
		m.Debit = amount
	case amount < 0:
		m.Credit = -amount
	default:
		return
	}
	a.post(m)
}

// Fee is what a reminder costs.
const Fee predate.Cents = 3660

// Extra is what an overpayer paid too much.
const Extra predate.Cents = 20000

// pays posts a payment six days after a call, unless the payer is late.
func (d *Dossier) pays(a *Account, day predate.Date, payer Payer) {
	due := day.AddDays(-6)
	lastDue, stopped := d.lastDue(), d.Dues(running)[0]
	if payer == Late && day == lastDue.AddDays(25) || payer == LongLate && day == stopped.AddDays(40) {
		a.post(Movement{Date: day, What: fee, Nature: budget, Exercise: d.exerciseOf(day), Debit: Fee})
	}
	if !d.isDue(due) || a.Balance <= 0 {
		return
	}
	amount := a.Balance
	switch {
	case payer == Late && due == lastDue, payer == LongLate && !due.Before(stopped):
		return
	case payer == Overpayer && due == lastDue:
		amount += Extra
	}
	a.post(Movement{Date: day, What: payment, Nature: budget, Credit: amount})
}

func (d *Dossier) isDue(day predate.Date) bool {
	for e := range d.Exercises {
		for _, due := range d.Dues(e) {
			if due == day {
				return true
			}
		}
	}
	return false
}

// lastDue returns the last due day before the statement.
func (d *Dossier) lastDue() predate.Date {
	var found predate.Date
	for e := range d.Exercises {
		for _, due := range d.Dues(e) {
			if due.Before(d.Statement) {
				found = due
			}
		}
	}
	return found
}

func (d *Dossier) exerciseOf(day predate.Date) int {
	for e, year := range d.Exercises {
		if year.Period.Contains(day) {
			return e
		}
	}
	return running
}

// balanceBefore returns the balance of an account before a day.
func (a Account) balanceBefore(day predate.Date) predate.Cents {
	var balance predate.Cents
	for _, m := range a.Movements {
		if m.Date.Before(day) {
			balance = m.Balance
		}
	}
	return balance
}

// Debt is a debit that is not paid yet, or not wholly.
type Debt struct {
	Movement
	Left predate.Cents
}

// Debts imputes credits as the law of imputation does: an adjustment in favour
// of the owner on the oldest debt of its own nature, any other credit on the
// oldest debt.
func (a Account) Debts() []Debt {
	var debts []Debt
	var spare predate.Cents
	settle := func(amount predate.Cents, nature int) predate.Cents {
		for i := range debts {
			if nature != 0 && debts[i].Nature != nature {
				continue
			}
			paid := min(amount, debts[i].Left)
			debts[i].Left -= paid
			amount -= paid
		}
		return amount
	}
	for _, m := range a.Movements {
		credit := m.Credit
		switch {
		case m.Debit > 0:
			debts = append(debts, Debt{Movement: m, Left: m.Debit})
		case m.What == adjustment:
			credit = settle(credit, m.Nature)
		}
		spare = settle(spare+credit, 0)
	}
	return debts
}

// Natures returns the account's balance by nature: what is left of the debts, or
// the credit on the budget.
func (a Account) Natures() map[int]predate.Cents {
	by := map[int]predate.Cents{}
	if a.Balance <= 0 {
		by[budget] = a.Balance
		return by
	}
	for _, debt := range a.Debts() {
		if debt.Left != 0 {
			by[debt.Nature] += debt.Left
		}
	}
	return by
}

// accountCode names the account of lots: those that the seller keeps have one
// of their own.
func (d *Dossier) accountCode(lots []int) string {
	code := d.Owners[d.SellerAt].Account
	for _, other := range [][]int{d.Held, d.accounts()[len(d.accounts())-1]} {
		if len(other) > 0 && len(lots) > 0 && lots[0] == other[0] && lots[0] != d.Sold[0] {
			code += "B"
		}
	}
	return code
}

// accountAt names the account as a paper of that day does: it may have got
// another number with the running exercise.
func (d *Dossier) accountAt(lots []int, day predate.Date) string {
	code := d.accountCode(lots)
	if d.Renumbered && !day.Before(d.Exercises[running].Period.From) {
		return d.Code + "5" + code[len(d.Code)+1:]
	}
	return code
}
