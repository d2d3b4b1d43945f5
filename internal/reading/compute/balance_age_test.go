package compute

import (
	"fmt"
	"slices"
	"testing"

	"predate"
)

// closeOn cuts the extract of the sound dossier on a day: it shows what was posted
// until then.
func (s *shelf) closeOn(t testing.TB, day string) {
	t.Helper()
	s.drop("releve.pdf")
	s.accountOf("releve.pdf", keep(entries(), func(m predate.Movement) bool { return m.Date.Before(date(day)) }))
	p := s.find(t, "releve.pdf")
	p.Printed = date(day)
	for i, f := range p.Figures {
		if b, ok := f.Value.(predate.AccountBalance); ok && f.Key == predate.FactAccountClosing {
			b.Date = date(day)
			p.Figures[i].Value, p.Figures[i].AsOf = b, date(day)
		}
	}
}

// TestAnOldExtractTellsNothingOfToday: that nothing was owed a year ago says neither
// what the seller owes nor what he paid for an exercise that had not ended.
func TestAnOldExtractTellsNothingOfToday(t *testing.T) {
	s := soundDossier()
	s.closeOn(t, "2025-06-10")
	got := Compute(s.in)
	wantFigures(t, got, map[predate.Key]predate.Figure{
		predate.KeyAccountBalance:        is(miss, nil),
		predate.KeyAccountBalanceDate:    is(miss, nil),
		predate.KeyDueBudgetProvisions:   is(miss, nil),
		predate.KeyCreditBalancePrior:    is(miss, nil),
		predate.KeyPaidCurrentN1:         is(miss, nil),
		predate.KeyWorksFundContribution: is(miss, nil),
	})
	if !slices.ContainsFunc(predate.Blocking(got.Outcome.Missing), func(g predate.Gap) bool { return g.Code == string(predate.KindAccountStatement) }) {
		t.Errorf("no recent extract is asked for: %v", got.Outcome.Missing)
	}

	s.in.Order.AllDuePaid = true
	if f := Compute(s.in).Figure(predate.KeyAccountBalance); f.Status != predate.StatusDeclared {
		t.Errorf("the client's word is not taken: %s %v", f.Status, f.Value)
	}
}

// TestAnExtractOfBeforeTheEndOfAnExerciseDoesNotTellWhatWasPaidForIt: what was called
// after it may be unpaid.
func TestAnExtractOfBeforeTheEndOfAnExerciseDoesNotTellWhatWasPaidForIt(t *testing.T) {
	s := soundDossier()
	s.in.ReferenceDate = date("2026-04-12")
	s.closeOn(t, "2025-12-20")
	wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{
		predate.KeyAccountBalance: is(conf, predate.Money(0)),
		predate.KeyPaidCurrentN1:  is(miss, nil),
		predate.KeyPaidCurrentN2:  is(comp, predate.Money(372000)),
	})
}

// TestAnOldCallTellsNoCredit: a balance in the seller's favour before a call of two
// years ago is none today, and one before a call that is not the last may not be.
func TestAnOldCallTellsNoCredit(t *testing.T) {
	credit := func(p *Paper) {
		p.Figures = append(p.Figures, predate.Figure{
			Key: predate.FactPreviousBalance, Value: predate.Money(-200000), Status: conf, AsOf: p.Printed,
			Evidence: []predate.Evidence{{File: p.File, Page: 1, Text: "- 2 000,00"}},
		})
	}
	old := soundDossier()
	old.drop("releve.pdf")
	for y := 2024; y <= 2026; y++ {
		for q := 1; q <= 4; q++ {
			if y > 2024 || q > 1 {
				old.drop(fmt.Sprintf("appel-%d-%d.pdf", y, q))
			}
		}
	}
	credit(old.find(t, "appel-2024-1.pdf"))
	none := map[predate.Key]predate.Figure{
		predate.KeyAccountBalance: is(miss, nil), predate.KeyCreditBalancePrior: is(miss, nil), predate.KeyDueBudgetProvisions: is(miss, nil),
	}
	wantFigures(t, Compute(old.in), none)

	unread := soundDossier()
	unread.drop("releve.pdf")
	credit(unread.find(t, "appel-2026-2.pdf"))
	wantFigures(t, Compute(unread.in), map[predate.Key]predate.Figure{predate.KeyAccountBalance: is(comp, predate.Money(-200000+105800))})
	unread.add("appel-2026-2-bis.pdf", predate.KindFundCall, "2026-05-02")
	wantFigures(t, Compute(unread.in), none)
}
