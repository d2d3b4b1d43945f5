package lookstest

import (
	"fmt"
	"slices"
	"testing"
)

// tally counts the judgements of one dossier or of several.
type tally struct {
	right, omitted, wrong             int
	coreRight, coreOmitted, coreWrong int
	parts, kinds                      int
	dossiers, outcomes                int
	outcome                           bool // of one dossier
}

// core lists the figures that a statement is worth nothing without.
func core() []string {
	return []string{
		"current_charges_actual_n1", "current_charges_called_n1", "off_budget_charges_actual_n1", "off_budget_charges_called_n1",
		"paid_current_charges_n1", "paid_off_budget_charges_n1", "current_charges_actual_n2", "current_charges_called_n2",
		"off_budget_charges_actual_n2", "off_budget_charges_called_n2", "paid_current_charges_n2", "paid_off_budget_charges_n2",
		"account_balance", "account_balance_date", "due_budget_provisions", "due_off_budget_provisions", "due_advances", "due_works_fund",
		"due_private_fees", "due_prior_years", "credit_balance_prior", "due_triggered_by_sale", "loan_share_due", "cash_advance",
		"special_provisions_advance", "loan_advance", "advances_to_reconstitute", "future_budget_provisions", "future_off_budget_provisions",
		"future_works_fund_calls", "condominium_arrears", "supplier_debt", "condominium_accounts_date", "works_fund_exists", "works_fund_balance",
		"works_fund_lot_share", "works_fund_last_contribution",
	}
}

func (t *tally) count(key string, verdict Verdict) {
	all := map[Verdict]*int{Right: &t.right, Omitted: &t.omitted, Wrong: &t.wrong}
	*all[verdict]++
	if slices.Contains(core(), key) {
		*map[Verdict]*int{Right: &t.coreRight, Omitted: &t.coreOmitted, Wrong: &t.coreWrong}[verdict]++
	}
}

func (t *tally) add(o tally) {
	t.right, t.omitted, t.wrong = t.right+o.right, t.omitted+o.omitted, t.wrong+o.wrong
	t.coreRight, t.coreOmitted, t.coreWrong = t.coreRight+o.coreRight, t.coreOmitted+o.coreOmitted, t.coreWrong+o.coreWrong
	t.parts, t.kinds = t.parts+o.parts, t.kinds+o.kinds
	t.dossiers, t.outcomes = t.dossiers+o.dossiers, t.outcomes+o.outcomes
}

// String is the line of the score.
func (t tally) String() string {
	return fmt.Sprintf("core %d right, %d omitted, %d WRONG; all %d right, %d omitted, %d WRONG; kinds %d/%d; outcomes %d/%d",
		t.coreRight, t.coreOmitted, t.coreWrong, t.right, t.omitted, t.wrong, t.kinds, t.parts, t.outcomes, t.dossiers)
}

// settle judges the outcome. A statement that is made where it must wait for a
// paper or a person fails.
func (t *tally) settle(test *testing.T, truth, got object) {
	test.Helper()
	want, have := within(truth, "outcome"), within(got, "outcome")
	t.outcome = have["state"] == want["state"] && slices.Equal(codes(have), codes(want))
	if t.outcome {
		t.outcomes = 1
		return
	}
	told := fmt.Sprintf("outcome: want %v %v, got %v %v %v", want["state"], codes(want), have["state"], codes(have), have["review_reasons"])
	if have["state"] == "done" {
		test.Error(told)
		return
	}
	test.Log(told)
}
