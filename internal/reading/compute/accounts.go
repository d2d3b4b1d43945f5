package compute

import (
	"cmp"
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
	// disputed is what another extract of the account says otherwise of its last
	// day, or of the account itself.
	disputed []valued[predate.AccountBalance]
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
		i := slices.IndexFunc(r.accounts, func(o account) bool { return !a.apart(o) })
		if i < 0 {
			r.accounts = append(r.accounts, a)
			continue
		}
		r.accounts[i] = r.accounts[i].confront(a)
	}
	r.worded = wordedIn(r.accounts)
	for _, a := range r.accounts {
		if why := a.doubt(); !why.IsZero() {
			r.review(why)
		}
	}
}

// wordedIn gives what the words of each movement say that it is: several rules ask.
func wordedIn(accounts []account) map[predate.Movement]entry {
	out := map[predate.Movement]entry{}
	for _, a := range accounts {
		for _, l := range a.lines {
			out[l.value.Movement] = classify(l.value.Movement)
		}
	}
	return out
}

func (a account) holder() holder { return holder{lots: a.lots, account: a.number} }

// apart reports whether two extracts are shown to be of two accounts: by their
// numbers or, where these may be one, by their lots.
func (a account) apart(b account) bool {
	if a.number != "" && b.number != "" && !nearAccount(a.number, b.number) {
		return true
	}
	return len(a.lots) > 0 && len(b.lots) > 0 && a.holder().apart(b.holder())
}

// isSame reports whether two extracts that are not apart are of one account: by
// their numbers or, where one of them prints none, for want of a second account;
// numbers that a scan may have misread need lots beside them.
func (a account) isSame(b account) bool {
	if a.number == "" || b.number == "" || compact(a.number) == compact(b.number) {
		return true
	}
	return len(a.lots) > 0 && len(b.lots) > 0
}

// confront keeps, of two extracts that are not apart, the one that closes last.
// Of the same day, they must tell the same balance; the one whose movements lead
// to it was read whole.
func (a account) confront(b account) account {
	if b.closedOn().After(a.closedOn()) {
		a, b = b, a
	}
	switch {
	case a.closedOn() == b.closedOn() && a.balance() != b.balance(), a.closedOn() != b.closedOn() && !a.isSame(b):
		a.disputed = append(a.disputed, b.closing[len(b.closing)-1])
	case a.closedOn() == b.closedOn() && b.betterRead(a):
		a, b = b, a
	}
	a.disputed = append(a.disputed, b.disputed...)
	return a
}

// betterRead reports whether one extract of an account was read better than
// another: its movements lead to its balance, from further back.
func (a account) betterRead(b account) bool {
	if a.sound() != b.sound() {
		return a.sound()
	}
	return len(a.lines) > len(b.lines)
}

// doubt says why the balance of an account is not known; nothing when it is.
func (a account) doubt() predate.Reason {
	if len(a.disputed) == 0 {
		return predate.Reason{}
	}
	sayings := predate.Reasons{predate.Because(predate.ReasonBalanceAt, a.balance(), a.closedOn())}
	for _, d := range a.disputed {
		sayings = append(sayings, predate.Because(predate.ReasonBalanceAt, d.value.Amount, d.value.Date))
	}
	return predate.Because(predate.ReasonBalancesDiffer, sayings)
}

// accountsOf tells the accounts of one paper apart by their numbers.
func (r *callBook) accountsOf(p *paper) []account {
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

func (r *callBook) accountOf(p *paper, number string) account {
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
	if len(a.lots) == 1 && number == predate.LotAccount(a.lots[0]) {
		a.number = "" // the lot's name is no number that tells it from another account
	}
	if len(a.lots) == 0 {
		a.lots = r.lotsOfAccount(number)
	}
	a.exact = r.sold.all(a.lots) || (len(a.lots) == 0 && r.sold.assumed)
	return a
}

// lotsOfAccount asks the calls which lots an account is about.
func (r *callBook) lotsOfAccount(number string) []string {
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

// tally is what the movements of an extract make.
type tally struct {
	debit, credit, closing predate.Cents
	followed               bool // some movements print the balance after them
	running                bool // those balances follow from one another
}

func (a account) tally() tally {
	t := tally{closing: a.opened(), running: true}
	for _, l := range a.lines {
		m := l.value.Movement
		t.debit, t.credit = t.debit+m.Debit, t.credit+m.Credit
		t.closing += m.Debit - m.Credit
		t.followed = t.followed || m.HasBalance
		t.running = t.running && (!m.HasBalance || m.Balance == t.closing)
	}
	return t
}

// makes reports whether movements make printed totals, which may hold the
// opening balance.
func (a account) makes(sums predate.AccountTotals, t tally) bool {
	return sums.Debit == t.debit && sums.Credit == t.credit ||
		sums.Debit == t.debit+max(0, a.opened()) && sums.Credit == t.credit+max(0, -a.opened())
}

// closingTotals gives printed totals that lead from the opening balance to the
// closing one.
func (a account) closingTotals() (valued[predate.AccountTotals], bool) {
	for _, sums := range a.totals {
		left := sums.value.Debit - sums.value.Credit
		if (sums.value.Debit != 0 || sums.value.Credit != 0) && (a.opened()+left == a.balance() || left == a.balance()) {
			return sums, true
		}
	}
	return valued[predate.AccountTotals]{}, false
}

// sound says that every movement was read: they lead from the opening to the
// closing balance by the balances printed between them, make the printed totals,
// and their days are those of the extract.
func (a account) sound() bool {
	t := a.tally()
	if len(a.disputed) > 0 || t.closing != a.balance() || !t.running {
		return false
	}
	for _, sums := range a.totals {
		if !a.makes(sums.value, t) {
			return false
		}
	}
	return !slices.ContainsFunc(a.lines, func(l valued[predate.AccountLine]) bool {
		return !a.period.From.IsZero() && l.value.Date.Before(a.period.From.AddMonths(-1))
	})
}

// held says that the accounts at hand are about exactly the lots sold.
func (r *accountBook) held() bool {
	var all []string
	for _, a := range r.accounts {
		if !a.exact {
			return false
		}
		all = append(all, a.lots...)
	}
	return len(r.accounts) > 0 && (r.sold.assumed || r.sold.covered(all))
}
