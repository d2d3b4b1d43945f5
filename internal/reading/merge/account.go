package merge

import (
	"cmp"
	"slices"

	"predate"
)

// mergeAccounts adds to the proved figures of an account the owner's number, the months
// and the day of issue that the rules read.
func mergeAccounts(rules, proved []predate.Figure) (ruled, kept []predate.Figure) {
	head := headOf(rules)
	if len(balancesOf(proved)) > 0 {
		return slices.DeleteFunc(slices.Clone(rules), func(f predate.Figure) bool { return f.Key == predate.FactAccount }), OfAccount(proved, head)
	}
	return slices.DeleteFunc(slices.Clone(rules), func(f predate.Figure) bool { return f.Key == predate.FactAccount && head.Account == "" }), proved
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

// OfAccount names the account of what is proved, where nothing names it yet.
func OfAccount(proved []predate.Figure, head predate.AccountHead) []predate.Figure {
	for i, f := range proved {
		switch v := f.Value.(type) {
		case predate.AccountHead:
			if v.Account == "" {
				v.Account, v.Lots = head.Account, head.Lots
			}
			v.Issued = head.Issued
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
