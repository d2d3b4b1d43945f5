package compute

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/wording"
)

func ruling(key predate.Key, value predate.Value) predate.Ruling {
	return predate.Ruling{Key: key, Value: value, By: "A. Martin", On: date("2026-05-18"), Why: "vérifié auprès du syndic"}
}

// A ruling on any figure is what the statement says of it, with the operator's
// name, whatever the papers say; it holds for the same exercise and day.
func TestRulingIsStated(t *testing.T) {
	plain := Compute(soundDossier().in)
	for key, f := range plain.Figures {
		value := f.Value
		if m, ok := value.(predate.Money); ok {
			value = m + 1
		}
		if value == nil {
			continue
		}
		in := soundDossier().in
		in.Rulings = []predate.Ruling{ruling(key, value)}
		got := Compute(in).Figures[key]
		want := in.Rulings[0].Figure()
		want.Year, want.AsOf = f.Year, f.AsOf
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
		if !strings.HasPrefix(wording.Of(got.Derivation), "Saisi par l’opérateur A. Martin le 18/05/2026\u00a0: vérifié") {
			t.Errorf("%s: derivation %q", key, wording.Of(got.Derivation))
		}
	}
}

// disputedDossier has a second annexe 1 of the same day with other arrears.
func disputedDossier(t *testing.T) Input {
	s := soundDossier()
	for _, p := range slices.Clone(s.in.Papers) {
		if p.Part.Kind != predate.KindSchedule1 {
			continue
		}
		p.Figures = slices.Clone(p.Figures)
		for i, f := range p.Figures {
			if m, ok := f.Value.(predate.Money); ok && (f.Key == predate.FactOwnersDebit || f.Key == predate.KeyArrears || f.Key == predate.FactListDebit) {
				p.Figures[i].Value = m + 100
			}
		}
		p.File = "autre " + p.File
		s.in.Papers = append(s.in.Papers, p)
		s.in.Documents = append(s.in.Documents, predate.ReadDocument{File: p.File, Pages: 1})
	}
	if out := Compute(s.in).Outcome; out.State != predate.OutcomeReview {
		t.Fatalf("the dossier is %s: %v", out.State, wording.All(out.Reasons))
	}
	return s.in
}

// Once every figure in doubt is ruled on, nothing is left for a person.
func TestRulingAnswersTheDoubt(t *testing.T) {
	in := disputedDossier(t)
	in.Rulings = []predate.Ruling{ruling(predate.KeyArrears, predate.Money(123456))}
	got := Compute(in)
	if got.Outcome.State != predate.OutcomeDone || len(got.Outcome.Reasons) > 0 {
		t.Errorf("%s: %v", got.Outcome.State, wording.All(got.Outcome.Reasons))
	}
	if date := got.Figure(predate.KeyAccountsDate); !date.Known() {
		t.Errorf("the day of the accounts does not follow the ruling: %+v", date)
	}
	in.Rulings = []predate.Ruling{ruling(predate.KeySupplierDebt, predate.Money(1))}
	if out := Compute(in).Outcome; out.State != predate.OutcomeReview || len(out.Reasons) == 0 {
		t.Errorf("a ruling on another figure settles the doubt: %s", out.State)
	}
}

// What the client says for the seller is his word: with whom he speaks for and
// the day, and what follows from it rests on it.
func TestTheClientsWordIsNamed(t *testing.T) {
	s := soundDossier()
	s.in.Order.AllDuePaid = true
	s.drop("releve.pdf")
	got := Compute(s.in)
	want := predate.Declaration{By: predate.DeclaredByClient, Name: "Luce Barrandel", On: date("2026-05-18")}
	for _, key := range []predate.Key{predate.KeyAccountBalance, predate.KeyDueBudgetProvisions, predate.KeyCreditBalancePrior} {
		if f := got.Figure(key); f.Declared != want || !f.Known() {
			t.Errorf("%s is %s, declared %+v", key, f.Status, f.Declared)
		}
	}
	for _, key := range []predate.Key{predate.KeyPaidCurrentN1, predate.KeyWorksFundContribution} {
		rests := slices.ContainsFunc(got.Figure(key).Evidence, func(e predate.Evidence) bool { return e.Rule == predate.ClientRule })
		if f := got.Figure(key); !f.Known() || !f.Declared.IsZero() || !rests {
			t.Errorf("%s does not rest on the declaration: %+v", key, f)
		}
	}
}

// What derives from a figure derives from the ruling on it.
func TestFiguresFollowARuling(t *testing.T) {
	in := soundDossier().in
	in.Rulings = []predate.Ruling{ruling(predate.KeyAccountBalance, predate.Money(-2500))}
	wantFigures(t, Compute(in), map[predate.Key]predate.Figure{
		predate.KeyAccountBalance:      is(predate.StatusDeclared, predate.Money(-2500)), // no paper prints it
		predate.KeyAccountBalanceDate:  Compute(soundDossier().in).Figure(predate.KeyAccountBalanceDate),
		predate.KeyCreditBalancePrior:  is(conf, predate.Money(2500)),
		predate.KeyDueBudgetProvisions: is(nil0, predate.Money(0)),
	})
	in.Rulings = []predate.Ruling{ruling(predate.KeyAccountBalance, predate.Money(2500))}
	got := Compute(in)
	if got.Outcome.State != predate.OutcomeReview || got.Figure(predate.KeyDueBudgetProvisions).Known() {
		t.Errorf("a debt that no movement explains was split: %s", got.Outcome.State)
	}
	in.Rulings = []predate.Ruling{ruling(predate.KeyWorksFundExists, predate.Flag(false))}
	wantFigures(t, Compute(in), map[predate.Key]predate.Figure{
		predate.KeyWorksFundBalance:  is(nil0, predate.Money(0)),
		predate.KeyWorksFundLotShare: is(nil0, predate.Money(0)),
	})
	in.Rulings = []predate.Ruling{ruling(predate.KeyLots, predate.LotList{{Number: "7", Shares: 300}})}
	one := Compute(in)
	if keys, ok := one.Figure(predate.KeyAllocationKeys).Value.(predate.KeyList); !ok || keys[0].LotShare != 300 {
		t.Errorf("the keys do not follow the lots: %+v", one.Figure(predate.KeyAllocationKeys))
	}
	in.Rulings = []predate.Ruling{ruling(predate.KeySyndicFees, predate.Money(38000))}
	wantFigures(t, Compute(in), map[predate.Key]predate.Figure{predate.KeySyndicFees: is(predate.StatusDeclared, predate.Money(38000))})
	in.Rulings = []predate.Ruling{ruling(predate.KeyAsbestosReport, nil)}
	none := Compute(in)
	wantFigures(t, none, map[predate.Key]predate.Figure{predate.KeyAsbestosReport: is(nil0, nil)})
	if codes, _ := owing(none); slices.Contains(codes, "asbestos_report") {
		t.Error("what an operator says that there is not is still asked for")
	}
}

// A figure that an operator decided without a value keeps the order from nothing by
// itself, is asked of nobody, and is never known.
func TestRulingOfAStatus(t *testing.T) {
	s := soundDossier()
	s.drop("annexe-1.pdf")
	plain := Compute(s.in)
	if plain.Outcome.State == predate.OutcomeDone {
		t.Fatal("nothing lacks without annexe 1")
	}
	status := func(key predate.Key, st predate.Status) predate.Ruling {
		r := ruling(key, nil)
		r.Status = st
		return r
	}
	for _, st := range []predate.Status{predate.StatusMissing, predate.StatusNotApplicable, predate.StatusNotRequired} {
		s.in.Rulings = []predate.Ruling{status(predate.KeyArrears, st), status(predate.KeySupplierDebt, st)}
		got := Compute(s.in)
		for _, r := range s.in.Rulings {
			if f := got.Figure(r.Key); f.Status != st || f.Known() || f.Value != nil || !isRuled(f) {
				t.Errorf("%s: %s is %+v", st, r.Key, f)
			}
		}
		for _, g := range predate.Blocking(got.Outcome.Missing) {
			if g.Code == string(predate.KindSchedule1) {
				t.Errorf("%s: annexe 1 is asked for all the same", st)
			}
		}
		for _, d := range Doubts(got) {
			if d.Key == predate.KeyArrears || d.Key == predate.KeySupplierDebt {
				t.Errorf("%s: in doubt all the same: %+v", st, d)
			}
		}
	}

	// Decided so on every figure in doubt, a contradiction is over; what is computed
	// from the figure is not, and stays a doubt of its own.
	in := disputedDossier(t)
	in.Rulings = []predate.Ruling{status(predate.KeyArrears, predate.StatusMissing)}
	if out := Compute(in).Outcome; out.State != predate.OutcomeDone {
		t.Errorf("%s: %v", out.State, wording.All(out.Reasons))
	}
	in = soundDossier().in
	in.Rulings = []predate.Ruling{status(predate.KeyAccountBalance, predate.StatusMissing)}
	got := Compute(in)
	if f := got.Figure(predate.KeyDueBudgetProvisions); f.Known() || got.Outcome.State != predate.OutcomeReview {
		t.Errorf("the balance is not communicated, and what is due of it is %+v (%s)", f, got.Outcome.State)
	}
	in = redDossier(t)
	for _, d := range Doubts(Compute(in)) {
		if d.Key != "" {
			in.Rulings = append(in.Rulings, status(d.Key, predate.StatusMissing))
		}
	}
	if open := openIDs(in); len(open) > 0 {
		t.Errorf("open after every figure under the gate was decided: %v", open)
	}
}
