package compute

import (
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/wording"
)

// TestNamelessDebitIsNoProvision leaves open what a debit to the account of
// current charges is, where only the account number says it: no call asks for
// it, and it does not come again. What a call asks for is known.
func TestNamelessDebitIsNoProvision(t *testing.T) {
	for name, test := range map[string]struct {
		debit  predate.Cents
		on     string
		status predate.Status
	}{
		"once, asked for by nothing": {4321, "2026-05-02", predate.StatusMissing},
		"as much as every quarter":   {101000, "2026-05-02", predate.StatusComputed},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			s.drop("releve.pdf")
			s.accountOf("releve.pdf", append(entries(), predate.Movement{
				Date: date(test.on), Label: "Opération diverse 4471", Account: "450-1", Nature: predate.NatureBudget, Debit: test.debit,
			}))
			got := Compute(s.in)
			f := got.Figures[predate.KeyDueBudgetProvisions]
			if f.Status != test.status {
				t.Errorf("due provisions %s %v (%s), want them %s", f.Status, f.Value, wording.Of(f.Derivation), test.status)
			}
			if test.status == predate.StatusMissing && !strings.Contains(wording.Of(f.Derivation), "nature") {
				t.Errorf("the reason does not speak of the nature: %s", wording.Of(f.Derivation))
			}
			if balance := got.Figures[predate.KeyAccountBalance]; balance.Value != predate.Money(test.debit) {
				t.Errorf("balance %v, want %d", balance.Value, test.debit)
			}
		})
	}
}

// TestNoSplitWithoutRunningExercise gives the balance and not its natures where
// no paper tells the running exercise: what is owed for an earlier one does not
// stand apart (décret 67-223 art. 5, 1° c).
func TestNoSplitWithoutRunningExercise(t *testing.T) {
	s := soundDossier()
	s.drop("releve.pdf", "pv-2026.pdf", "pv-2025.pdf", "decompte-2025.pdf", "decompte-2024.pdf")
	movements := entries()
	s.accountOf("releve.pdf", movements[:len(movements)-1]) // the last payment lacks
	got := Compute(s.in)
	if year := got.Figures[predate.KeyFiscalYearN]; year.Known() {
		t.Fatalf("the running exercise is known: %v", year.Value)
	}
	if f := got.Figures[predate.KeyAccountBalance]; !f.Known() {
		t.Errorf("no balance: %s", wording.Of(f.Derivation))
	}
	for _, k := range []predate.Key{predate.KeyDueBudgetProvisions, predate.KeyDuePriorYears, predate.KeyDueWorksFund} {
		if f := got.Figures[k]; f.Known() || !strings.Contains(wording.Of(f.Derivation), "exercice en cours") {
			t.Errorf("%s is %s %v (%s)", k, f.Status, f.Value, wording.Of(f.Derivation))
		}
	}
}

// TestBudgetOnOneKey lays the next budget on the lots' only key where the budget
// that their calls print for it is the whole one that was voted: there is no other
// key then. Where it is a part of it, there is.
func TestBudgetOnOneKey(t *testing.T) {
	for name, test := range map[string]struct {
		voted predate.Cents
		want  predate.Figure
	}{
		"the whole budget":     {1_200_000, is(comp, predate.Money(30200))},
		"a part of the budget": {1_400_000, is(miss, nil)},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			s.drop("annexe-3.pdf")
			s.in.Order.Lots = "8"
			change(s.find(t, "pv-2025.pdf"), predate.FactBudgetVoted, func(predate.Value) predate.Value { return predate.Money(test.voted) })
			wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyNextYearBudgetShare: test.want})
		})
	}
}

// TestNothingToPayIsPaid knows what was paid of charges that no lot bore, even where
// no paper shows the seller as the owner.
func TestNothingToPayIsPaid(t *testing.T) {
	s := soundDossier()
	s.drop("decompte-2024.pdf", "releve.pdf", "appel-2024-1.pdf", "appel-2024-2.pdf", "appel-2024-3.pdf", "appel-2024-4.pdf")
	s.in.Order.AllDuePaid = true
	s.add("annexe-4-2024.pdf", predate.KindSchedule4, "2025-02-28", inYear(predate.Figure{Key: predate.FactClosedTotal, Value: predate.ClosedWorks{{Title: "TOTAL"}}}, 2024))
	wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{
		predate.KeyPaidOffBudgetN2: is(comp, predate.Money(0)), predate.KeyPaidCurrentN2: is(miss, nil),
	})
}

// TestADebitIsSplitLikeItsEquals splits the debit of a call that is not at hand
// like the calls of its exercise that ask the same sum.
func TestADebitIsSplitLikeItsEquals(t *testing.T) {
	for name, test := range map[string]struct {
		debit predate.Cents
		want  predate.Figure
	}{
		"as much as the other quarters": {105800, is(nil0, predate.Money(0))},
		"another sum":                   {205800, is(miss, nil)},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			s.drop("releve.pdf", "appel-2024-2.pdf")
			m := slices.DeleteFunc(entries(), func(m predate.Movement) bool { return m.Date == date("2024-04-01") && m.Debit != 0 })
			m = append(m, predate.Movement{Date: date("2024-04-01"), Label: "Appel de fonds du 01/04/2024", Debit: test.debit})
			slices.SortStableFunc(m, func(a, b predate.Movement) int { return a.Date.Compare(b.Date) })
			s.accountOf("releve.pdf", m)
			wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyOffBudgetCalledN2: test.want})
		})
	}
}

// TestAnUnreadScheduleIsThere says of an annexe 1 of which the rows could not be
// read that it is there.
func TestAnUnreadScheduleIsThere(t *testing.T) {
	s := soundDossier()
	blank(s.find(t, "annexe-1.pdf"), predate.FactOwnersDebit, predate.KeySupplierDebt)
	if f := Compute(s.in).Figure(predate.KeyArrears); f.Status != miss || !strings.Contains(wording.Of(f.Derivation), "« annexe-1.pdf »") || strings.Contains(wording.Of(f.Derivation), "non fournie") {
		t.Errorf("arrears %s: %s", f.Status, wording.Of(f.Derivation))
	}
}

// TestOtherKeysAreNotTheLots lays the charges of the whole syndicat on the only
// key of the lots where nothing tells of other keys, and on none where an annexe
// 3, though unread, may: the lots may have no part in the lift.
func TestOtherKeysAreNotTheLots(t *testing.T) {
	for name, unread := range map[string]bool{"no annexe 3": false, "an annexe 3 that is not read": true} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			s.drop("annexe-3.pdf")
			if unread {
				s.add("annexe-3.pdf", predate.KindSchedule3, "2026-02-28")
			}
			s.add("fiche.pdf", predate.KindSummarySheet, "2026-05-01", inYear(money(predate.FactSheetNetCharges, 1_430_000), 2025))
			r := openedAtExercises(s.in)
			r.keys = []predate.AllocationKey{{Label: "Charges générales", Total: 1000, LotShare: 320, Shares: map[string]int64{"7": 300, "8": 20}}}
			amount, _, ok := r.recompute(year(2025))
			if ok == unread {
				t.Errorf("computed %v: %d", ok, amount)
			}
		})
	}
}

// TestLightAccountsAreNotReplacedByTheWhole gives no charges of an exercise whose
// light accounts could not be read: laid on the lots, the net sum of a summary
// sheet may be a cent off what they print.
func TestLightAccountsAreNotReplacedByTheWhole(t *testing.T) {
	for name, unread := range map[string]bool{"no light accounts": false, "light accounts that are not read": true} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			s.drop("annexe-3.pdf", "decompte-2025.pdf")
			if unread {
				s.add("comptes-2025.pdf", predate.KindLightAccounts, "2026-02-28")
			}
			s.add("fiche-2025.pdf", predate.KindSummarySheet, "2026-05-01", inYear(money(predate.FactSheetNetCharges, 1_430_000), 2025))
			r := chargeStage{openedAtExercises(s.in)}
			r.keys = []predate.AllocationKey{{Label: "Charges générales", Total: 1000, LotShare: 320, Shares: map[string]int64{"7": 300, "8": 20}}}
			got := r.actual(r.twoYears()[0], nil)
			if got.Known() == unread {
				t.Errorf("charges %v (%s)", got.Value, wording.Of(got.Derivation))
			}
			if called := r.called(r.twoYears()[0], nil); called.Key != predate.KeyCurrentCalledN1 {
				t.Errorf("what was called is said of %s (%s)", called.Key, wording.Of(called.Derivation))
			}
		})
	}
}
