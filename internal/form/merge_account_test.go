package form_test

import (
	"fmt"
	"slices"
	"testing"

	"predate"
	"predate/internal/form"
)

// TestTwoReadingsOfAnAccountMakeOneOrNone holds the joining of what the rules
// read of an account with what is proved.
func TestTwoReadingsOfAnAccountMakeOneOrNone(t *testing.T) {
	on := predate.Date{Year: 2026, Month: 1, Day: 31}
	account := func(number string, closing predate.Cents, moves ...predate.Cents) []predate.Figure {
		out := []predate.Figure{{Key: predate.FactAccount, Value: predate.AccountHead{Account: number}}}
		for _, m := range moves {
			out = append(out, predate.Figure{Key: predate.FactAccountLine, Value: predate.AccountLine{Account: number, Movement: predate.Movement{Debit: m}}})
		}
		return append(out, predate.Figure{Key: predate.FactAccountClosing, AsOf: on, Value: predate.AccountBalance{Account: number, Date: on, Amount: closing}})
	}
	for _, c := range []struct {
		name          string
		rules, proved []predate.Figure
		want          string
	}{
		{"both lead to one balance", account("A1", 300, 100, 200), account("", 300, 200, 100), "A1 300 of 2"},
		{"the rules miss a movement", account("A1", 300, 100), account("", 300, 100, 200), "A1 300 of 2"},
		{"the rules miss all movements of a settled account", account("A1", 0), account("", 0, 300, -300), "A1 0 of 2"},
		{"the rules read the number alone", account("A1", 0)[:1], account("", 300, 100, 200), "A1 300 of 2"},
		{"each leads to its own balance", account("A1", 300, 100, 200), account("", 400, 400), ""},
		{"the rules read one account of two", account("A1", 300, 300), append(account("A1", 300, 300), account("A2", 50, 50)...), "A1 300 of 1A2 50 of 2"},
		{"nothing is proved", account("A1", 300, 100), nil, "A1 300 of 1"},
	} {
		lines, got := 0, ""
		for _, f := range form.Merge(c.rules, c.proved) {
			switch v := f.Value.(type) {
			case predate.AccountLine:
				lines++
			case predate.AccountBalance:
				got += fmt.Sprintf("%s %d of %d", v.Account, v.Amount, lines)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestAMissedPartOfABalanceIsTakenFromWhatIsProved joins a reading that missed a
// part of the balance with one whose parts make it.
func TestAMissedPartOfABalanceIsTakenFromWhatIsProved(t *testing.T) {
	account := func(number string, parts ...predate.Cents) []predate.Figure {
		out := []predate.Figure{
			{Key: predate.FactAccount, Value: predate.AccountHead{Account: number}},
			{Key: predate.FactAccountLine, Value: predate.AccountLine{Account: number, Movement: predate.Movement{Debit: 300}}},
			{Key: predate.FactAccountClosing, Value: predate.AccountBalance{Account: number, Amount: 300}},
		}
		for i, p := range parts {
			out = append(out, predate.Figure{Key: predate.FactAccountNature, Value: predate.NatureBalance{Account: number, Sub: fmt.Sprintf("450-%d", i+1), Amount: p}})
		}
		return out
	}
	for _, c := range []struct {
		rules, proved, want []predate.Cents
	}{
		{[]predate.Cents{20}, []predate.Cents{280, 20}, []predate.Cents{280, 20}},
		{[]predate.Cents{290, 10}, []predate.Cents{280, 20}, []predate.Cents{290, 10}},
		{[]predate.Cents{20}, nil, []predate.Cents{20}},
	} {
		var got []predate.Cents
		for _, f := range form.Merge(account("A1", c.rules...), account("", c.proved...)) {
			if n, is := f.Value.(predate.NatureBalance); is && n.Account == "A1" {
				got = append(got, n.Amount)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("parts %v, want %v", got, c.want)
		}
	}
}
