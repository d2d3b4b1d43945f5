package compute

import (
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"predate"
	"predate/internal/reading/lexicon"
)

// movements draws the life of an account: calls of every nature, fees,
// adjustments both ways and payments of any size.
func movements(t *rapid.T) []predate.Movement {
	n := rapid.IntRange(1, 30).Draw(t, "movements")
	on := date("2024-01-01")
	var out []predate.Movement
	for range n {
		on = on.AddDays(rapid.IntRange(0, 60).Draw(t, "days"))
		if on.After(date("2026-05-10")) {
			break
		}
		amount := predate.Cents(rapid.IntRange(1, 200_000).Draw(t, "cents"))
		m := predate.Movement{Date: on}
		switch rapid.SampledFrom([]string{"budget", "works", "fund", "advance", "fee", "owed", "back", "paid"}).Draw(t, "kind") {
		case "budget":
			m.Label, m.Nature, m.Debit = "Appel provisions sur budget", predate.NatureBudget, amount
		case "works":
			m.Label, m.Nature, m.Debit = "Travaux votés", predate.NatureWorks, amount
		case "fund":
			m.Label, m.Nature, m.Debit = "Cotisation fonds de travaux", predate.NatureWorksFund, amount
		case "advance":
			m.Label, m.Nature, m.Debit = "Avance de trésorerie", predate.NatureAdvance, amount
		case "fee":
			m.Label, m.Nature, m.Debit = "Frais de relance", predate.NatureBudget, amount
		case "owed":
			m.Label, m.Nature, m.Debit = "Régularisation charges exercice 2024", predate.NatureBudget, amount
		case "back":
			m.Label, m.Nature, m.Credit = "Régularisation travaux exercice 2024", predate.NatureWorks, amount
		default:
			m.Label, m.Credit = "Virement", amount
		}
		out = append(out, m)
	}
	return out
}

// The lines of part 1 always make the debit balance, and none is negative.
func TestPartOneMakesTheBalance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := soundDossier()
		s.drop("releve.pdf")
		s.accountOf("releve.pdf", movements(t))
		got := Compute(s.in)
		balance := predate.Cents(got.Figure(predate.KeyAccountBalance).Value.(predate.Money))
		var sum predate.Cents
		for _, line := range dueLines() {
			amount := predate.Cents(got.Figure(line.key).Value.(predate.Money))
			if amount < 0 {
				t.Fatalf("%s is negative: %d", line.key, amount)
			}
			sum += amount
		}
		if sum != max(0, balance) {
			t.Fatalf("lines make %d for a balance of %d", sum, balance)
		}
		if credit := predate.Cents(got.Figure(predate.KeyCreditBalancePrior).Value.(predate.Money)); credit != max(0, -balance) {
			t.Fatalf("credit %d for a balance of %d", credit, balance)
		}
	})
}

// What was paid never exceeds the charges, and is never negative for an
// exercise whose debts are all in the account.
func TestPaidStaysWithinCharges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := soundDossier()
		s.drop("releve.pdf")
		s.accountOf("releve.pdf", movements(t))
		got := Compute(s.in)
		for _, pair := range [][2]predate.Key{{predate.KeyPaidCurrentN1, predate.KeyCurrentActualN1}, {predate.KeyPaidCurrentN2, predate.KeyCurrentActualN2}} {
			paid, known := got.Figure(pair[0]).Value.(predate.Money)
			if bore, _ := got.Figure(pair[1]).Value.(predate.Money); known && paid > bore {
				t.Fatalf("%s %d exceeds %d", pair[0], paid, bore)
			}
		}
	})
}

// The order in which documents come changes nothing, the input is left as it
// was, and the same input gives the same statement.
func TestOrderOfPapersDoesNotMatter(t *testing.T) {
	want := Compute(soundDossier().in)
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Int64().Draw(t, "seed")
		in, before := soundDossier().in, soundDossier().in
		shuffle := func(in Input) {
			r := rand.New(rand.NewSource(seed))
			r.Shuffle(len(in.Papers), func(i, j int) { in.Papers[i], in.Papers[j] = in.Papers[j], in.Papers[i] })
			r.Shuffle(len(in.Documents), func(i, j int) { in.Documents[i], in.Documents[j] = in.Documents[j], in.Documents[i] })
		}
		shuffle(in)
		shuffle(before)
		if diff := cmp.Diff(want, Compute(in)); diff != "" {
			t.Fatalf("statement changed (-sorted +shuffled):\n%s", diff)
		}
		sameWords := cmp.Comparer(func(a, b *lexicon.Lexicon) bool { return a == b })
		if diff := cmp.Diff(before, in, sameWords); diff != "" {
			t.Fatalf("input changed (-before +after):\n%s", diff)
		}
	})
}

// Taking any one paper away never turns a figure into another value: it stays
// what it was, or it is no longer known, or an alternative source gives it.
func TestLackingPapersNeverMislead(t *testing.T) {
	whole := Compute(soundDossier().in)
	legal := []predate.Key{
		predate.KeyCurrentActualN1, predate.KeyCurrentCalledN1, predate.KeyOffBudgetActualN1, predate.KeyOffBudgetCalledN1, predate.KeyPaidCurrentN1,
		predate.KeyCurrentActualN2, predate.KeyCurrentCalledN2, predate.KeyArrears, predate.KeySupplierDebt, predate.KeyCashAdvance,
		predate.KeyFutureBudget, predate.KeyFutureWorksFund, predate.KeyWorksFundLotShare, predate.KeyWorksFundBalance,
	}
	for _, p := range soundDossier().in.Papers {
		s := soundDossier()
		s.drop(p.File)
		got := Compute(s.in)
		if got.Figure(predate.KeyFiscalYearN1).Value != whole.Figure(predate.KeyFiscalYearN1).Value {
			continue // other exercises, other figures
		}
		for _, key := range legal {
			f := got.Figure(key)
			if f.Known() && f.Status != predate.StatusDeclared && cmp.Diff(whole.Figure(key).Value, f.Value) != "" {
				t.Errorf("without %s, %s is %v (%s), was %v", p.File, key, f.Value, f.Status, whole.Figure(key).Value)
			}
		}
	}
}
