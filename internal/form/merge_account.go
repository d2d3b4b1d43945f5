package form

import (
	"cmp"
	"slices"

	"predate"
)

// isAccountFact reports whether a fact of an account is given with its
// balance or not at all.
func isAccountFact(k predate.Key) bool {
	switch k {
	case predate.FactAccount, predate.FactAccountLine, predate.FactAccountOpening, predate.FactAccountClosing, predate.FactAccountTotals, predate.FactAccountNature:
		return true
	}
	return false
}

// mergeAccounts joins two readings of an account. Where the movements that the
// rules read lead to the balance that is proved, theirs are kept. Where they lead to
// another one, the balance is in doubt and neither is given. Else what is proved
// is kept, under the number that the rules read.
func mergeAccounts(rules, proved []predate.Figure) (ruled, kept []predate.Figure) {
	if len(balancesOf(proved)) == 0 {
		return rules, proved
	}
	isFact := func(f predate.Figure) bool { return isAccountFact(f.Key) }
	switch whole := readWhole(rules); {
	case whole && holds(rules, proved) && movements(rules) >= movements(proved):
		return withSplit(rules, proved), slices.DeleteFunc(slices.Clone(proved), isFact)
	case whole && !holds(proved, rules):
		return slices.DeleteFunc(slices.Clone(rules), isFact), slices.DeleteFunc(proved, isFact)
	}
	return slices.DeleteFunc(slices.Clone(rules), isFact), ofAccount(proved, headOf(rules))
}

// withSplit gives a reading of one account the parts of its balance that are
// proved, where its own do not make it: some of them were missed.
func withSplit(rules, proved []predate.Figure) []predate.Figure {
	isPart := func(f predate.Figure) bool { return f.Key == predate.FactAccountNature }
	parts := slices.DeleteFunc(slices.Clone(proved), func(f predate.Figure) bool { return !isPart(f) })
	if len(parts) == 0 || len(balancesOf(rules)) != 1 || splitOf(proved) != balancesOf(rules)[0] || splitOf(rules) == splitOf(proved) {
		return rules
	}
	return append(slices.DeleteFunc(slices.Clone(rules), isPart), ofAccount(parts, headOf(rules))...)
}

// splitOf sums the parts of a balance.
func splitOf(figures []predate.Figure) predate.Cents {
	var sum predate.Cents
	for _, f := range figures {
		if n, is := f.Value.(predate.NatureBalance); is {
			sum += n.Amount
		}
	}
	return sum
}

// balancesOf returns the balances with which accounts close.
func balancesOf(figures []predate.Figure) []predate.Cents {
	var out []predate.Cents
	for _, f := range figures {
		if b, is := f.Value.(predate.AccountBalance); is && f.Key == predate.FactAccountClosing {
			out = append(out, b.Amount)
		}
	}
	return out
}

// holds reports whether one reading has all the balances of another.
func holds(a, b []predate.Figure) bool {
	all := balancesOf(a)
	return !slices.ContainsFunc(balancesOf(b), func(c predate.Cents) bool { return !slices.Contains(all, c) })
}

// movements counts the movements of a reading.
func movements(figures []predate.Figure) int {
	n := 0
	for _, f := range figures {
		if f.Key == predate.FactAccountLine {
			n++
		}
	}
	return n
}

// readWhole reports whether the movements of accounts lead to their balances by
// the balances and the totals that are printed.
func readWhole(figures []predate.Figure) bool {
	closings := balancesOf(figures)
	if len(closings) == 0 {
		return false
	}
	var closing predate.Cents
	for _, c := range closings {
		closing += c
	}
	var sum, opened, debit, credit predate.Cents
	var accounts []string
	for _, f := range figures {
		switch v := f.Value.(type) {
		case predate.AccountBalance:
			if f.Key == predate.FactAccountOpening {
				sum, opened = sum+v.Amount, opened+v.Amount
			} else if !slices.Contains(accounts, v.Account) {
				accounts = append(accounts, v.Account)
			}
		case predate.AccountLine:
			sum, debit, credit = sum+v.Debit-v.Credit, debit+v.Debit, credit+v.Credit
		}
	}
	if len(accounts) > 1 {
		return sum == closing
	}
	for _, f := range figures {
		t, is := f.Value.(predate.AccountTotals)
		if is && (t.Debit != debit || t.Credit != credit) && (t.Debit != debit+max(0, opened) || t.Credit != credit+max(0, -opened)) {
			return false
		}
	}
	return sum == closing && running(figures, opened)
}

// running reports whether the balances printed after movements follow from one
// another.
func running(figures []predate.Figure, sum predate.Cents) bool {
	for _, f := range figures {
		if l, is := f.Value.(predate.AccountLine); is {
			sum += l.Debit - l.Credit
			if l.HasBalance && l.Balance != sum {
				return false
			}
		}
	}
	return true
}

// headOf returns whose account the rules read; zero where they read none, or
// two.
func headOf(rules []predate.Figure) predate.AccountHead {
	var heads []predate.AccountHead
	for _, f := range rules {
		if h, ok := f.Value.(predate.AccountHead); ok {
			heads = append(heads, h)
		}
	}
	if len(heads) != 1 {
		return predate.AccountHead{}
	}
	return heads[0]
}

// ofAccount names the account of what is proved, where nothing names it yet.
func ofAccount(proved []predate.Figure, head predate.AccountHead) []predate.Figure {
	for i, f := range proved {
		switch v := f.Value.(type) {
		case predate.AccountHead:
			if v.Account == "" {
				v.Account, v.Issued, v.Lots = head.Account, head.Issued, head.Lots
			}
			if !head.Period.IsZero() {
				v.Period = head.Period
			}
			proved[i].Value = v
		case predate.AccountLine:
			v.Account = cmp.Or(v.Account, head.Account)
			proved[i].Value = v
		case predate.AccountBalance:
			v.Account = cmp.Or(v.Account, head.Account)
			proved[i].Value = v
		case predate.AccountTotals:
			v.Account = cmp.Or(v.Account, head.Account)
			proved[i].Value = v
		case predate.NatureBalance:
			v.Account = cmp.Or(v.Account, head.Account)
			proved[i].Value = v
		}
	}
	return proved
}
