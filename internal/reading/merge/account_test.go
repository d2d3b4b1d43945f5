package merge_test

import (
	"fmt"
	"testing"

	"predate"
	"predate/internal/reading/merge"
)

// TestAProvedAccountHasTheNumberThatTheRulesRead holds the joining of whose account
// the rules read with what is proved of it.
func TestAProvedAccountHasTheNumberThatTheRulesRead(t *testing.T) {
	on := predate.Date{Year: 2026, Month: 1, Day: 31}
	head := func(number string) []predate.Figure {
		return []predate.Figure{{Key: predate.FactAccount, Value: predate.AccountHead{Account: number, Issued: on}}}
	}
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
		{"a number", head("A1"), account("", 300, 100, 200), "head A1 of 2026-01-31, A1 100, A1 200, A1 = 300"},
		{"no number", head(""), account("", 300, 300), "head  of 2026-01-31,  300,  = 300"},
		{"two accounts that name themselves", head("A1"), append(account("A1", 300, 300), account("A2", 50, 50)...), "head A1 of 2026-01-31, A1 300, A1 = 300, head A2 of 2026-01-31, A2 50, A2 = 50"},
		{"a number, and nothing is proved", head("A1"), nil, "head A1 of 2026-01-31"},
		{"neither", head(""), nil, ""},
	} {
		got := ""
		say := func(format string, a ...any) {
			if got != "" {
				got += ", "
			}
			got += fmt.Sprintf(format, a...)
		}
		for _, f := range merge.Figures(c.rules, c.proved) {
			switch v := f.Value.(type) {
			case predate.AccountHead:
				say("head %s of %s", v.Account, v.Issued)
			case predate.AccountLine:
				say("%s %d", v.Account, v.Debit)
			case predate.AccountBalance:
				say("%s = %d", v.Account, v.Amount)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
