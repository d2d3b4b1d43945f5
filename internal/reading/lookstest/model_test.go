package lookstest

import (
	"testing"

	"pgregory.net/rapid"
	"predate"
)

// settings draws any co-ownership that the editions could hold.
func settings(t *rapid.T) Settings {
	s := editions()[0].Settings
	s.Seed = rapid.Uint64Range(1, 1<<20).Draw(t, "seed")
	s.Calls = rapid.SampledFrom([]int{2, 4, 12}).Draw(t, "calls")
	s.Owners = rapid.IntRange(8, 23).Draw(t, "owners")
	s.Total = rapid.SampledFrom([]int{1000, 10000, 10003, 100000}).Draw(t, "total")
	s.Start = predate.Date{Year: 2025, Month: 1, Day: 1}.AddMonths(rapid.IntRange(-11, 11).Draw(t, "start"))
	s.Payer = Payer(rapid.IntRange(0, int(Overpayer)).Draw(t, "payer"))
	s.Parking, s.Building = rapid.Bool().Draw(t, "parking"), rapid.Bool().Draw(t, "building")
	s.Metered, s.Late3 = rapid.Bool().Draw(t, "metered"), rapid.Bool().Draw(t, "late")
	s.Kept = !s.Parking && s.Payer == Punctual
	s.Doubtful = rapid.Bool().Draw(t, "doubtful")
	s.Months = rapid.SampledFrom([]int{0, 18}).Draw(t, "months")
	s.Split, s.Cancelled = rapid.Bool().Draw(t, "split"), rapid.Bool().Draw(t, "cancelled")
	s.Bought, s.Replaced = rapid.Bool().Draw(t, "bought"), rapid.Bool().Draw(t, "replaced")
	return s
}

// TestIdentities: whatever is invented, every sum holds to the cent.
func TestIdentities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := Invent(settings(t))
		for i, k := range d.Keys {
			if total := d.share(i, d.all()); total != k.Total {
				t.Fatalf("key %s: shares make %d of %d", k.Label, total, k.Total)
			}
		}
		for e, year := range d.Exercises {
			if called := d.Called(e, d.all()); called != year.Budget(-1) {
				t.Fatalf("exercise %d: called %v of a budget of %v", e, called, year.Budget(-1))
			}
			if actual := d.Actual(e, d.all()); actual != year.Net(-1) {
				t.Fatalf("exercise %d: apportioned %v of %v spent", e, actual, year.Net(-1))
			}
		}
		for i, s := range d.States {
			holds(t, d, i, s)
		}
		account(t, d)
		for _, m := range d.Meetings {
			for _, r := range m.Resolutions {
				if r.Outcome != "" && (r.For < 0 || r.For+r.Against+r.Abstain != m.Present) {
					t.Fatalf("%s: votes %d, %d, %d of %d", r.Title, r.For, r.Against, r.Abstain, m.Present)
				}
			}
		}
	})
}

// holds checks a financial state and the schedules that join it.
func holds(t *rapid.T, d *Dossier, exercise int, s State) {
	if right := s.TotalProvisions() + s.TotalDebts(); s.Total() != right {
		t.Fatalf("exercise %d: %v on the left, %v on the right", exercise, s.Total(), right)
	}
	if s.Bank < 0 || s.Fund < 0 {
		t.Fatalf("exercise %d: bank %v, fund %v", exercise, s.Bank, s.Fund)
	}
	var share, called, debit, credit, advances predate.Cents
	for _, o := range s.Owners {
		share, called = share+o.Share, called+o.Called
		debit, credit = debit+o.Debit, credit+o.Credit
		if o.Before+o.Share-o.Called != o.Debit-o.Credit {
			t.Fatalf("%s: %v + %v - %v is not %v - %v", o.Name, o.Before, o.Share, o.Called, o.Debit, o.Credit)
		}
	}
	for i := range d.Lots {
		advances += of(d.spread(d.Advances, 0), []int{i})
	}
	cost, worksCalled := d.WorksActual(exercise, d.all())
	year := d.Exercises[exercise]
	if share != year.Net(-1)+cost || called != year.Budget(-1)+worksCalled || debit != s.Debtors || credit != s.Creditors || advances != s.Advances {
		t.Fatalf("exercise %d: the individual list does not make the state", exercise)
	}
	if _, total := d.workStates(exercise, false); total.Balance != s.Waiting {
		t.Fatalf("exercise %d: account 12 holds %v, schedule 5 %v", exercise, s.Waiting, total.Balance)
	}
	charges, products := d.general(exercise)
	if charges[len(charges)-1].Values != products[len(products)-1].Values {
		t.Fatalf("exercise %d: schedule 2 does not balance", exercise)
	}
}

// account checks the seller's account and how it is imputed.
func account(t *rapid.T, d *Dossier) {
	a := d.AccountOf(d.Sold, d.Payer)
	if a.Debit-a.Credit != a.Balance {
		t.Fatalf("account: %v - %v is not %v", a.Debit, a.Credit, a.Balance)
	}
	var left predate.Cents
	for _, debt := range a.Debts() {
		left += debt.Left
	}
	if left != max(a.Balance, 0) {
		t.Fatalf("account: %v is left of a balance of %v", left, a.Balance)
	}
	for _, c := range d.SentCalls(d.Sold) {
		if c.ToPay != c.Part(budget)+c.Part(works)+c.Part(fund)+c.Prior {
			t.Fatalf("call %s: %v to pay", c.Code, c.ToPay)
		}
	}
}
