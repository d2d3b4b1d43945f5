package compute

import (
	"cmp"
	"fmt"
	"slices"

	"predate"
)

// account is one account of the seller as one extract shows it.
type account struct {
	number  string
	paper   *paper
	period  predate.Period
	lots    []string
	exact   bool // the account is about lots sold only
	lines   []valued[predate.AccountLine]
	opening []valued[predate.AccountBalance]
	closing []valued[predate.AccountBalance]
	totals  []valued[predate.AccountTotals]
	natures []valued[predate.NatureBalance]
}

// readAccounts gathers the extracts that concern the lots sold: for each
// account, the one that closes last.
func (r *reckoning) readAccounts() {
	var all []account
	for _, p := range r.papers {
		all = append(all, r.accountsOf(p)...)
	}
	all = keep(all, func(a account) bool {
		return len(a.closing) > 0 && !a.closedOn().After(r.at) && (len(a.lots) == 0 || r.sold.some(a.lots))
	})
	slices.SortStableFunc(all, func(a, b account) int {
		return cmp.Or(cmp.Compare(a.number, b.number), b.closedOn().Compare(a.closedOn()), a.period.From.Compare(b.period.From))
	})
	for _, a := range all {
		i := slices.IndexFunc(r.accounts, a.same)
		switch {
		case i < 0:
			r.accounts = append(r.accounts, a)
		case r.accounts[i].closedOn() == a.closedOn() && r.accounts[i].balance() != a.balance():
			r.review(fmt.Sprintf("Deux relevés du même compte donnent au %s des soldes différents (%s et %s).", day(a.closedOn()), euros(r.accounts[i].balance()), euros(a.balance())))
		case a.closedOn().After(r.accounts[i].closedOn()):
			r.accounts[i] = a
		}
	}
}

// same says that two extracts are of one account: one number, or no number on
// one of them and the same lots.
func (a account) same(b account) bool {
	if a.number != "" && b.number != "" {
		return a.number == b.number
	}
	return len(a.lots) == 0 || len(b.lots) == 0 || slices.Equal(sortedLots(a.lots), sortedLots(b.lots))
}

// accountsOf tells the accounts of one paper apart by their numbers.
func (r *reckoning) accountsOf(p *paper) []account {
	var numbers []string
	for _, c := range typed[predate.AccountBalance](p.find(predate.FactAccountClosing)) {
		if !slices.Contains(numbers, c.value.Account) {
			numbers = append(numbers, c.value.Account)
		}
	}
	var out []account
	for _, n := range numbers {
		out = append(out, r.accountOf(p, n))
	}
	return out
}

func (r *reckoning) accountOf(p *paper, number string) account {
	a := account{number: number, paper: p}
	for _, h := range typed[predate.AccountHead](p.find(predate.FactAccount)) {
		if h.value.Account == number || number == "" {
			a.period, a.lots = h.value.Period, h.value.Lots
		}
	}
	a.lines = keep(typed[predate.AccountLine](p.find(predate.FactAccountLine)), func(l valued[predate.AccountLine]) bool { return l.value.Account == number })
	a.opening = keep(typed[predate.AccountBalance](p.find(predate.FactAccountOpening)), func(b valued[predate.AccountBalance]) bool { return b.value.Account == number })
	a.closing = keep(typed[predate.AccountBalance](p.find(predate.FactAccountClosing)), func(b valued[predate.AccountBalance]) bool { return b.value.Account == number })
	a.totals = keep(typed[predate.AccountTotals](p.find(predate.FactAccountTotals)), func(t valued[predate.AccountTotals]) bool { return t.value.Account == number })
	a.natures = keep(typed[predate.NatureBalance](p.find(predate.FactAccountNature)), func(n valued[predate.NatureBalance]) bool { return n.value.Account == number })
	if len(a.lots) == 0 {
		a.lots = r.lotsOfAccount(number)
	}
	a.exact = r.sold.all(a.lots) || (len(a.lots) == 0 && r.sold.assumed)
	return a
}

// lotsOfAccount asks the calls which lots an account is about.
func (r *reckoning) lotsOfAccount(number string) []string {
	for i := len(r.calls) - 1; i >= 0; i-- {
		if number != "" && r.calls[i].Account == number {
			return r.calls[i].lots
		}
	}
	return nil
}

func (a account) closedOn() predate.Date {
	if len(a.closing) == 0 {
		return predate.Date{}
	}
	return a.closing[len(a.closing)-1].value.Date
}

func (a account) balance() predate.Cents { return a.closing[len(a.closing)-1].value.Amount }

// opened is the opening balance; nothing carried over when none is printed.
func (a account) opened() predate.Cents {
	if len(a.opening) == 0 {
		return 0
	}
	return a.opening[0].value.Amount
}

// covers says that the extract shows every movement of a period.
func (a account) covers(y predate.Period) bool {
	from := a.period.From
	if from.IsZero() && len(a.opening) > 0 {
		from = a.opening[0].value.Date
	}
	return !from.IsZero() && !from.After(y.From) && !a.closedOn().Before(y.To)
}

// sound says that the movements lead from the opening to the closing balance,
// so that every movement was read, and that their days are those of the extract.
func (a account) sound() bool {
	sum := a.opened()
	for _, l := range a.lines {
		if !a.period.From.IsZero() && l.value.Date.Before(a.period.From.AddMonths(-1)) {
			return false
		}
		sum += l.value.Debit - l.value.Credit
	}
	return sum == a.balance()
}

// held says that the accounts at hand are about exactly the lots sold.
func (r *reckoning) held() bool {
	var all []string
	for _, a := range r.accounts {
		if !a.exact {
			return false
		}
		all = append(all, a.lots...)
	}
	return len(r.accounts) > 0 && (r.sold.assumed || r.sold.covered(all))
}
