package compute

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"predate"
)

// stages are those that state figures, each run by itself on a sheet of its own.
func stages() map[string]func(books, *sheet) {
	return map[string]func(books, *sheet){
		"identity": func(b books, s *sheet) { stateIdentity(b.dossier, s) },
		"charges":  stateCharges,
		"due":      func(b books, s *sheet) { stateDue(b, s, imputePayments(b, s)) },
		"paid":     func(b books, s *sheet) { statePaid(b, s, imputePayments(b, s)) },
		"advances": stateAdvances,
		"works":    func(b books, s *sheet) { stateWorks(b, s) },
		"future":   func(b books, s *sheet) { stateFuture(b, s, nil) },
		"syndicat": stateSyndicat,
		"fund":     func(b books, s *sheet) { stateFund(b, s, imputePayments(b, s)) },
		"life":     func(b books, s *sheet) { stateLife(b, s, imputePayments(b, s)) },
		"file":     func(b books, s *sheet) { stateFile(b, s) },
	}
}

// TestEveryFigureHasItsStage: each figure of the catalogue is stated by one stage, and
// by no other.
func TestEveryFigureHasItsStage(t *testing.T) {
	in := soundDossier().in
	s := newSheet(in)
	b := openBooks(in, s)
	by := map[predate.Key][]string{}
	for key := range s.figures {
		by[key] = append(by[key], "books")
	}
	for name, run := range stages() {
		alone := newSheet(in)
		run(b, alone)
		for key := range alone.figures {
			by[key] = append(by[key], name)
		}
	}
	for _, entry := range predate.Figures() {
		if len(by[entry.Key]) != 1 {
			t.Errorf("%s is stated by %v", entry.Key, by[entry.Key])
		}
		delete(by, entry.Key)
	}
	for key, who := range by {
		t.Errorf("%s states %s, which is not in the catalogue", who, key)
	}
}

// TestNoStageChangesTheBooks: what a stage is given is as it was for the next one.
func TestNoStageChangesTheBooks(t *testing.T) {
	in := soundDossier().in
	given, before := openBooks(in, newSheet(in)), openBooks(in, newSheet(in))
	for name, run := range stages() {
		run(given, newSheet(in))
		if !reflect.DeepEqual(given, before) {
			t.Fatalf("%s changes the books", name)
		}
	}
	s := newSheet(in)
	judgeGates(given, s)
	judgeDoubts(given.dated, s)
	lookForGaps(given, s, in, nil)
	if !reflect.DeepEqual(given, before) {
		t.Error("a stage that judges changes the books")
	}
}

// TestBooksOpenOneAfterAnother reads each book by those before it.
func TestBooksOpenOneAfterAnother(t *testing.T) {
	in := soundDossier().in
	s, d := newSheet(in), given(in)
	years := readExercises(d, s)
	if years.n != year(2026) || years.n1 != year(2025) || years.n2 != year(2024) || years.approvedOn != date("2026-04-09") {
		t.Errorf("exercises %+v", years)
	}
	dated := dated{dossier: d, years: years}
	sold := readLots(dated, s)
	if !slices.Equal(sold.numbers, []string{"7", "8"}) || sold.assumed {
		t.Errorf("lots %+v", sold)
	}
	calls := readCalls(sale{dated: dated, sold: sold}, s)
	if len(calls.calls) != 10 || len(calls.disputes) != 0 {
		t.Errorf("%d calls, %d disputes", len(calls.calls), len(calls.disputes))
	}
	accounts := readAccounts(calls, s)
	if len(accounts.accounts) != 1 || !accounts.held() {
		t.Errorf("accounts %+v", accounts.accounts)
	}
	b := readKeys(accounts, s)
	names := map[string]int64{}
	for _, k := range b.keys {
		names[k.Code] = k.LotShare
	}
	if !maps.Equal(names, map[string]int64{"GEN": 320, "ASC": 10}) || b.partial || !b.unsure.IsZero() {
		t.Errorf("keys %v, partial %v, unsure %v", names, b.partial, b.unsure)
	}
}

// TestALaterBookIsNotRead: the calls of a dossier without accounts are those of the
// dossier with them.
func TestALaterBookIsNotRead(t *testing.T) {
	with, without := soundDossier().in, soundDossier()
	without.in.Papers = keep(without.in.Papers, func(p Paper) bool { return p.Part.Kind != predate.KindAccountStatement })
	a, b := openBooks(with, newSheet(with)), openBooks(without.in, newSheet(without.in))
	if len(a.accounts) != 1 || len(b.accounts) != 0 {
		t.Fatalf("%d and %d accounts", len(a.accounts), len(b.accounts))
	}
	if !reflect.DeepEqual(a.calls, b.calls) || a.years.n1 != b.years.n1 || !reflect.DeepEqual(a.sold, b.sold) {
		t.Error("an earlier book reads the accounts")
	}
}

// TestPaymentsAreImputedWithoutWriting: the ledger is a value; nothing is stated of it yet.
func TestPaymentsAreImputedWithoutWriting(t *testing.T) {
	in := soundDossier().in
	b, s := openBooks(in, newSheet(in)), newSheet(in)
	debts := imputePayments(b, s)
	if len(s.figures)+len(s.gates)+len(s.reasons)+len(s.warnings) != 0 {
		t.Errorf("the sheet says %v %v %v", s.figures, s.reasons, s.warnings)
	}
	if left, _ := debts.unpaid(func(debt) bool { return true }); !debts.applies || len(debts.debts) == 0 || left != 0 {
		t.Errorf("applies %v, %d debts, %d left", debts.applies, len(debts.debts), left)
	}
}

// TestPaidRestsOnTheSheet: what was paid is what was borne less what is due; on a sheet
// that says neither, it is not known.
func TestPaidRestsOnTheSheet(t *testing.T) {
	in := soundDossier().in
	b := openBooks(in, newSheet(in))
	empty, full := newSheet(in), newSheet(in)
	statePaid(b, empty, imputePayments(b, empty))
	if f := empty.figures[predate.KeyPaidCurrentN1]; f.Status != predate.StatusMissing {
		t.Errorf("paid %v without charges", f)
	}
	stateCharges(b, full)
	debts := imputePayments(b, full)
	stateDue(b, full, debts)
	statePaid(b, full, debts)
	if f := full.figures[predate.KeyPaidCurrentN1]; f.Value != full.figures[predate.KeyCurrentActualN1].Value || f.Value != predate.Money(418000) {
		t.Errorf("paid %v", f)
	}
}

// TestDoubtsFallUnderTheirGate: a red gate sets in doubt what is under it in its
// exercise, and nothing else.
func TestDoubtsFallUnderTheirGate(t *testing.T) {
	in := soundDossier().in
	s := newSheet(in)
	for _, key := range []predate.Key{predate.KeyArrears, predate.KeySupplierDebt} {
		s.put(confirmed(key, predate.Money(100)))
	}
	s.check(gateAt{"schedule_1.list", date("2025-12-31")}, false, predate.Because(predate.ReasonCompared), nil)
	of := dated{dossier: given(in), years: exercises{n: year(2026), n1: year(2025)}}
	judgeDoubts(of, s)
	if a, b := s.figures[predate.KeyArrears], s.figures[predate.KeySupplierDebt]; a.Status != predate.StatusConflicting || a.Value != nil || !b.Known() {
		t.Errorf("arrears %v, debt %v", a, b)
	}
	if len(s.reasons) != 1 {
		t.Errorf("reasons %v", s.reasons)
	}
}

// TestOutcomeIsOfTheSheet: a gap waits, a decisive figure that lacks asks for a person.
func TestOutcomeIsOfTheSheet(t *testing.T) {
	in := soundDossier().in
	lacking := newSheet(in)
	lacking.put(missing(predate.KeyArrears, predate.Reason{}))
	for _, c := range []struct {
		sheet *sheet
		gaps  []predate.Gap
		want  predate.OutcomeState
	}{
		{lacking, []predate.Gap{{Code: "schedule_1"}}, predate.OutcomeWaiting},
		{lacking, nil, predate.OutcomeReview},
		{newSheet(in), nil, predate.OutcomeDone},
	} {
		if got := judgeOutcome(given(in), c.sheet, c.gaps, nil); got.State != c.want {
			t.Errorf("outcome %s, want %s: %v", got.State, c.want, got.Reasons)
		}
	}
}
