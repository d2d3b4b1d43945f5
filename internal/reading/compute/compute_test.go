package compute

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/wording"
)

// wantFigures checks figures of a statement; a value of nil wants none.
func wantFigures(t *testing.T, s predate.Statement, want map[predate.Key]predate.Figure) {
	t.Helper()
	for key, w := range want {
		got := s.Figure(key)
		if got.Status != w.Status {
			t.Errorf("%s: status %s (%s), want %s", key, got.Status, wording.Of(got.Derivation), w.Status)
		}
		if diff := cmp.Diff(w.Value, got.Value); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
	}
}

func is(status predate.Status, v predate.Value) predate.Figure {
	return predate.Figure{Status: status, Value: v}
}

const (
	conf = predate.StatusConfirmed
	comp = predate.StatusComputed
	nil0 = predate.StatusNone
	miss = predate.StatusMissing
	conl = predate.StatusConflicting
)

func TestSoundDossier(t *testing.T) {
	s := Compute(soundDossier().in)
	if s.Outcome.State != predate.OutcomeDone {
		t.Errorf("outcome %s: %v %v", s.Outcome.State, s.Outcome.Missing, wording.All(s.Outcome.Reasons))
	}
	for _, g := range s.Gates {
		if g.Status == predate.GateRed {
			t.Errorf("red gate %s: %s", g.ID, wording.Of(g.Detail))
		}
	}
	wantFigures(t, s, map[predate.Key]predate.Figure{
		predate.KeyFiscalYearN:           is(conf, predate.Span(year(2026))),
		predate.KeyFiscalYearN1:          is(conf, predate.Span(year(2025))),
		predate.KeyFiscalYearN2:          is(conf, predate.Span(year(2024))),
		predate.KeyAccountsApprovalDate:  is(conf, predate.Day(date("2026-04-09"))),
		predate.KeyCurrentActualN1:       is(conf, predate.Money(418000)),
		predate.KeyCurrentCalledN1:       is(conf, predate.Money(404000)),
		predate.KeyOffBudgetActualN1:     is(nil0, predate.Money(0)),
		predate.KeyOffBudgetCalledN1:     is(conf, predate.Money(160000)),
		predate.KeyPaidCurrentN1:         is(comp, predate.Money(418000)),
		predate.KeyOffBudgetCalledN2:     is(nil0, predate.Money(0)),
		predate.KeyAccountBalance:        is(conf, predate.Money(0)),
		predate.KeyDueBudgetProvisions:   is(nil0, predate.Money(0)),
		predate.KeyCashAdvance:           is(conf, predate.Money(64000)),
		predate.KeySpecialAdvance:        is(nil0, predate.Money(0)),
		predate.KeyArrears:               is(conf, predate.Money(123456)),
		predate.KeySupplierDebt:          is(conf, predate.Money(654321)),
		predate.KeyWorksFundLotShare:     is(conf, predate.Money(38400)),
		predate.KeyWorksFundContribution: is(conf, predate.Contribution{Amount: 4800, Date: date("2026-04-01")}),
		predate.KeyNextYearBudgetShare:   is(comp, predate.Money(437000)),
		predate.KeyFutureBudget: is(comp, predate.CallList{
			{Date: date("2026-07-01"), Amount: 101000, Nature: predate.NatureBudget}, {Date: date("2026-10-01"), Amount: 101000, Nature: predate.NatureBudget},
		}),
		predate.KeyFutureOffBudget: is(comp, predate.CallList{
			{Date: date("2026-07-01"), Amount: 160000, Nature: predate.NatureWorks, Work: "Réfection du hall"},
		}),
		predate.KeyFutureWorksFund: is(comp, predate.CallList{
			{Date: date("2026-07-01"), Amount: 4800, Nature: predate.NatureWorksFund}, {Date: date("2026-10-01"), Amount: 4800, Nature: predate.NatureWorksFund},
		}),
		predate.KeyDTG: is(miss, nil), // nobody says that there is none
	})
	for key, f := range s.Figures {
		if f.Status == conf && len(f.Evidence) == 0 {
			t.Errorf("%s is confirmed without evidence", key)
		}
		if f.Status == comp && f.Derivation.IsZero() {
			t.Errorf("%s is computed without saying how", key)
		}
	}
}

// trap is one way in which a real dossier misleads.
type trap struct {
	name    string
	set     func(t *testing.T, s *shelf)
	state   predate.OutcomeState
	missing []string // codes with exercises
	reason  string   // part of a reason
	red     string   // a red gate
	want    map[predate.Key]predate.Figure
}

func TestTraps(t *testing.T) {
	for _, group := range [][]trap{yearTraps, lotTraps, accountTraps, callTraps, paperTraps} {
		for _, trap := range group {
			t.Run(trap.name, func(t *testing.T) {
				s := soundDossier()
				trap.set(t, s)
				trap.check(t, Compute(s.in))
			})
		}
	}
}

func (trap trap) check(t *testing.T, got predate.Statement) {
	t.Helper()
	if got.Outcome.State != trap.state {
		t.Errorf("outcome %s, want %s: missing %v, reasons %q", got.Outcome.State, trap.state, got.Outcome.Missing, wording.All(got.Outcome.Reasons))
	}
	var missing []string
	for _, g := range predate.Blocking(got.Outcome.Missing) {
		missing = append(missing, strings.TrimSpace(g.Code+" "+g.FiscalYear))
	}
	if diff := cmp.Diff(trap.missing, missing); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
	if all := strings.Join(wording.All(got.Outcome.Reasons), "\n"); !strings.Contains(all, trap.reason) {
		t.Errorf("no reason says %q:\n%s", trap.reason, all)
	}
	for _, g := range got.Gates {
		if (g.Status == predate.GateRed) != (g.ID == trap.red) {
			t.Errorf("gate %s is %s: %s", g.ID, g.Status, wording.Of(g.Detail))
		}
	}
	wantFigures(t, got, trap.want)
}
