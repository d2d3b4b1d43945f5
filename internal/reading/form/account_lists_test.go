package form_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"predate"
)

// TestAccountsOfTwoLists reads random accounts that list calls and payments apart,
// each with its sum, and print the balance that they make; one whose balance or
// sum is off is not read.
func TestAccountsOfTwoLists(t *testing.T) {
	for seed := range uint64(120) {
		r := rand.New(rand.NewPCG(seed, 43))
		p := &press{}
		var called, paid []predate.Movement
		var due, settled predate.Cents
		day := predate.Date{Year: 2025, Month: 1, Day: 1}
		for range 2 + r.IntN(7) {
			m := predate.Movement{Date: day, Label: one(r, "Charges courantes", "Cotisation fonds de travaux", "Travaux étanchéité – 1er appel"), Debit: predate.Cents(1000 + r.IntN(90000))}
			called, due = append(called, m), due+m.Debit
			if r.IntN(4) > 0 {
				paid = append(paid, predate.Movement{Date: day.AddDays(5), Label: "Réf : VIR 12", Credit: predate.Cents(1000 + r.IntN(90000))})
				settled += paid[len(paid)-1].Credit
			}
			day = day.AddMonths(3)
		}
		if len(paid) < 2 || due == settled {
			continue
		}
		owed, off := due-settled, predate.Cents(0)
		if seed%4 == 0 {
			off = 1 + predate.Cents(r.IntN(900))
		}
		p.print("Lot B04")
		p.line()
		for k, w := range []string{"Dû", "Payé", "Solde"} {
			p.left(60+140*float64(k), w)
		}
		p.line()
		for k, c := range []predate.Cents{due, settled, owed + off} {
			p.left(60+140*float64(k), money(c)+" €")
		}
		p.y += 20
		p.print("Appels de fonds")
		for _, m := range called {
			p.line()
			p.left(40, m.Label)
			p.right(500, money(m.Debit)+" €")
			p.print("Lot B04 - Échéance : " + calendarDay(m.Date))
		}
		p.line()
		p.left(40, one(r, "Total dû", "Total des appels"))
		p.right(500, money(due)+" €")
		p.y += 20
		p.print("Paiements")
		for _, m := range paid {
			p.line()
			p.left(40, calendarDay(m.Date))
			p.right(500, one(r, "+", "")+money(m.Credit)+" €")
			p.print(m.Label)
		}
		p.line()
		p.left(40, one(r, "Total payé", "Total des paiements"))
		p.right(500, money(settled)+" €")
		want := ""
		if off == 0 {
			want = fmt.Sprintf("%d called %d paid, closes %s %d", len(called), len(paid), lastDay(called, paid), owed)
		}
		if got := toldOf(p.figures(t, predate.KindAccountStatement), due, settled); got != want {
			t.Errorf("seed %d: %q, want %q", seed, got, want)
		}
	}
}

// lastDay is the day of the last movement of two lists.
func lastDay(lists ...[]predate.Movement) predate.Date {
	var last predate.Date
	for _, list := range lists {
		for _, m := range list {
			if m.Date.After(last) {
				last = m.Date
			}
		}
	}
	return last
}

// toldOf says what was read of an account: its movements, where they make the
// sums of both sides, and the balance on which it closes.
func toldOf(figures []predate.Figure, due, settled predate.Cents) string {
	debits, credits, closing := 0, 0, ""
	for _, f := range figures {
		switch v := f.Value.(type) {
		case predate.AccountLine:
			due, settled = due-v.Debit, settled-v.Credit
			if v.Debit > 0 {
				debits++
			} else {
				credits++
			}
		case predate.AccountBalance:
			closing = fmt.Sprint(v.Date, " ", int64(v.Amount))
		}
	}
	switch {
	case len(figures) == 0:
		return ""
	case due != 0 || settled != 0:
		return "other sums"
	}
	return fmt.Sprintf("%d called %d paid, closes %s", debits, credits, closing)
}
