package compute

import (
	"slices"
	"testing"

	"predate"
)

// yearTraps: which exercises the statement speaks of.
var yearTraps = []trap{
	{
		name: "last closed exercise not approved", state: predate.OutcomeWaiting, missing: []string{"charge_statement 2023", "schedule_1 2024"},
		set: func(_ *testing.T, s *shelf) { s.drop("pv-2026.pdf", "decompte-2025.pdf") },
		want: map[predate.Key]predate.Figure{
			predate.KeyFiscalYearN1:         is(conf, predate.Span(year(2024))),
			predate.KeyFiscalYearN:          is(conf, predate.Span(year(2026))),
			predate.KeyUnapprovedClosedYear: is(comp, predate.Span(year(2025))),
			predate.KeyCurrentActualN1:      is(conf, predate.Money(372000)),
			predate.KeyArrears:              is(miss, nil),
		},
	},
	{
		name: "accounts refused by the meeting", state: predate.OutcomeWaiting, missing: []string{"charge_statement 2023", "schedule_1 2024"},
		reason: "l’assemblée les a refusés",
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "pv-2026.pdf"), predate.FactApproval, func(predate.Value) predate.Value { return predate.Flag(false) })
		},
		want: map[predate.Key]predate.Figure{predate.KeyFiscalYearN1: is(conf, predate.Span(year(2024)))},
	},
	{
		name: "minutes of the approval absent", state: predate.OutcomeWaiting, missing: []string{"minutes 2025"},
		set:  func(_ *testing.T, s *shelf) { s.drop("pv-2026.pdf") },
		want: map[predate.Key]predate.Figure{predate.KeyFiscalYearN1: is(conf, predate.Span(year(2025))), predate.KeyCurrentActualN1: is(conf, predate.Money(418000))},
	},
	{
		name: "charges laid on the lots for an exercise whose approval no paper tells", state: predate.OutcomeWaiting, missing: []string{"minutes 2025"},
		set: func(t *testing.T, s *shelf) {
			s.drop("pv-2026.pdf")
			s.in.ReferenceDate = date("2026-07-10") // the six months to approve 2025 are over
			change(s.find(t, "decompte-2025.pdf"), predate.FactCharges, unapproved)
		},
		want: map[predate.Key]predate.Figure{
			predate.KeyFiscalYearN1:    {Status: predate.StatusConflicting},
			predate.KeyCurrentActualN1: is(miss, nil),
			predate.KeyCurrentActualN2: is(miss, nil),
		},
	},
	{
		name: "charges laid on the lots before the meeting that is to approve them", state: predate.OutcomeWaiting, missing: []string{"charge_statement 2023", "schedule_1 2024"},
		set: func(t *testing.T, s *shelf) {
			s.drop("pv-2026.pdf")
			change(s.find(t, "decompte-2025.pdf"), predate.FactCharges, unapproved)
		},
		want: map[predate.Key]predate.Figure{predate.KeyFiscalYearN1: is(conf, predate.Span(year(2024)))},
	},
	{
		name: "approval dated otherwise by another paper", state: predate.OutcomeReview, reason: "datée du",
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "decompte-2025.pdf"), predate.FactCharges, func(v predate.Value) predate.Value {
				head := v.(predate.ChargeHead)
				head.Approved = date("2026-04-30")
				return head
			})
		},
	},
	{
		name: "bought during the last exercise", state: predate.OutcomeReview, reason: "propriétaire depuis le 12/05/2025",
		set: func(_ *testing.T, s *shelf) {
			s.add("acte.pdf", predate.KindAccountStatement, "2025-05-12", predate.Figure{Key: predate.FactPurchase, Value: predate.Day(date("2025-05-12"))})
		},
		want: map[predate.Key]predate.Figure{
			predate.KeyPaidCurrentN1:     is(miss, nil),
			predate.KeyOffBudgetCalledN1: is(miss, nil),
			predate.KeyPaidCurrentN2:     is(nil0, predate.Money(0)),
			predate.KeyCurrentActualN1:   is(conf, predate.Money(418000)),
		},
	},
}

// lotTraps: which lots, and which keys.
var lotTraps = []trap{
	{
		name: "the seller keeps the cellar", state: predate.OutcomeDone,
		set: func(_ *testing.T, s *shelf) { s.in.Order.Lots = "lot 7" },
		want: map[predate.Key]predate.Figure{
			predate.KeyCurrentActualN1: is(conf, predate.Money(393000)),
			predate.KeyCurrentCalledN1: is(conf, predate.Money(380000)),
			predate.KeyCashAdvance:     is(comp, predate.Money(60000)),
			predate.KeyFutureOffBudget: is(comp, predate.CallList{{Date: date("2026-07-01"), Amount: 150000, Nature: predate.NatureWorks, Work: "Réfection du hall"}}),
			// The fund's recalls are for both lots: 1 200,00 × 300 ÷ 1 000.
			predate.KeyWorksFundLotShare: is(comp, predate.Money(36000)),
		},
	},
	{
		name: "one account for sold and kept lots, in debit", state: predate.OutcomeReview, reason: "lots qui ne sont pas vendus",
		set: func(_ *testing.T, s *shelf) {
			s.in.Order.Lots = "7"
			s.drop("releve.pdf")
			s.accountOf("releve.pdf", entries()[:len(entries())-1])
		},
		want: map[predate.Key]predate.Figure{predate.KeyAccountBalance: is(conl, nil), predate.KeyDueBudgetProvisions: is(conl, nil)},
	},
	{
		name: "a lot of the order that no paper names", state: predate.OutcomeReview, reason: "introuvable",
		set: func(_ *testing.T, s *shelf) { s.in.Order.Lots = "7, 8, 12" },
	},
	{
		name: "no lot in the order", state: predate.OutcomeDone,
		set:  func(_ *testing.T, s *shelf) { s.in.Order.Lots = "" },
		want: map[predate.Key]predate.Figure{predate.KeyCurrentActualN1: is(conf, predate.Money(418000))},
	},
	{
		name: "shares of a key differ between papers", state: predate.OutcomeReview, reason: "Tantièmes ou total différents",
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "appel-2026-1.pdf"), predate.FactCallLine, func(v predate.Value) predate.Value {
				l := v.(predate.CallLine)
				if l.Lot == "8" {
					l.Share = 21
				}
				return l
			})
		},
		want: map[predate.Key]predate.Figure{predate.KeyAllocationKeys: is(conl, nil), predate.KeyNextYearBudgetShare: is(miss, nil), predate.KeyFutureOffBudget: is(miss, nil)},
	},
	{
		name: "a charge statement lays a key on a lot that calls leave out of it", state: predate.OutcomeReview, reason: "Tantièmes ou total différents", red: "charges.keys",
		set: func(t *testing.T, s *shelf) {
			p := s.find(t, "decompte-2025.pdf")
			p.Figures = append(p.Figures, inYear(predate.Figure{Key: predate.FactChargeKey, Value: predate.ChargeKey{Lot: "8", Code: "ASC", Label: "Ascenseur", Base: 100, Share: 10}}, 2025))
		},
		want: map[predate.Key]predate.Figure{predate.KeyAllocationKeys: is(conl, nil), predate.KeyNextYearBudgetShare: is(miss, nil)},
	},
	{
		name: "no paper tells the general tantièmes of a lot", state: predate.OutcomeReview, reason: "tantièmes généraux du lot 8 ne sont pas lisibles",
		set: func(_ *testing.T, s *shelf) {
			for i := range s.in.Papers {
				change(&s.in.Papers[i], predate.KeyLots, func(v predate.Value) predate.Value {
					list := slices.Clone(v.(predate.LotList))
					for k := range list {
						if list[k].Number == "8" {
							list[k].Shares = 0
						}
					}
					return list
				})
			}
		},
		want: map[predate.Key]predate.Figure{predate.KeyLots: is(conl, nil)},
	},
	{
		name: "papers to another owner", state: predate.OutcomeReview, reason: "n’est pas le vendeur",
		set: func(_ *testing.T, s *shelf) { s.in.Order.Owners = []predate.Owner{{Lastname: "Vautrelin"}} },
	},
}

// accountTraps: part 1, what was paid, imputation.
var accountTraps = []trap{
	{
		name: "debtor split by nature, fees apart", state: predate.OutcomeDone,
		set: func(_ *testing.T, s *shelf) {
			s.drop("releve.pdf")
			m := entries()
			m = slices.DeleteFunc(m, func(e predate.Movement) bool { return e.Credit != 0 && !e.Date.Before(date("2026-04-01")) })
			m = append(m, predate.Movement{Date: date("2026-05-02"), Label: "Mise en demeure LRAR", Nature: predate.NatureBudget, Debit: 4200})
			s.accountOf("releve.pdf", m)
		},
		want: map[predate.Key]predate.Figure{
			predate.KeyAccountBalance:        is(conf, predate.Money(101000+4800+14000+4200)),
			predate.KeyDueBudgetProvisions:   is(comp, predate.Money(101000)),
			predate.KeyDueWorksFund:          is(comp, predate.Money(4800)),
			predate.KeyDuePrivateFees:        is(comp, predate.Money(4200)),
			predate.KeyDuePriorYears:         is(comp, predate.Money(14000)), // the adjustment of 2025
			predate.KeyPaidCurrentN1:         is(comp, predate.Money(418000-14000)),
			predate.KeyWorksFundContribution: is(conf, predate.Contribution{Amount: 4800, Date: date("2026-01-01")}),
		},
	},
	{
		name: "creditor", state: predate.OutcomeDone,
		set: func(_ *testing.T, s *shelf) {
			s.drop("releve.pdf")
			s.accountOf("releve.pdf", append(entries(), predate.Movement{Date: date("2026-05-05"), Label: "Virement", Credit: 8768}))
		},
		want: map[predate.Key]predate.Figure{
			predate.KeyAccountBalance:      is(conf, predate.Money(-8768)),
			predate.KeyCreditBalancePrior:  is(conf, predate.Money(8768)),
			predate.KeyDueBudgetProvisions: is(nil0, predate.Money(0)),
		},
	},
	{
		name: "declared paid, but the account is in debit", state: predate.OutcomeReview, reason: "déclare toutes les sommes payées",
		set: func(_ *testing.T, s *shelf) {
			s.in.Order.AllDuePaid = true
			s.drop("releve.pdf")
			s.accountOf("releve.pdf", entries()[:len(entries())-1])
		},
		want: map[predate.Key]predate.Figure{predate.KeyAccountBalance: is(conf, predate.Money(14000))},
	},
	{
		name: "declared paid, no account", state: predate.OutcomeDone,
		set: func(_ *testing.T, s *shelf) { s.in.Order.AllDuePaid = true; s.drop("releve.pdf") },
		want: map[predate.Key]predate.Figure{
			predate.KeyAccountBalance:        is(predate.StatusDeclared, predate.Money(0)),
			predate.KeyAccountBalanceDate:    is(predate.StatusDeclared, predate.Day(date("2026-05-18"))),
			predate.KeyDueBudgetProvisions:   is(predate.StatusDeclared, predate.Money(0)),
			predate.KeyOffBudgetCalledN1:     is(conf, predate.Money(160000)),
			predate.KeyWorksFundContribution: is(conf, predate.Contribution{Amount: 4800, Date: date("2026-04-01")}),
		},
	},
	{
		name: "no account and nothing declared", state: predate.OutcomeWaiting, missing: []string{"account_statement 2026"},
		set:  func(_ *testing.T, s *shelf) { s.drop("releve.pdf") },
		want: map[predate.Key]predate.Figure{predate.KeyAccountBalance: is(miss, nil), predate.KeyPaidCurrentN1: is(miss, nil)},
	},
	{
		name: "an extract whose movements do not make its balance", state: predate.OutcomeReview, red: "account.balance",
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "releve.pdf"), predate.FactAccountClosing, func(v predate.Value) predate.Value {
				b := v.(predate.AccountBalance)
				b.Amount = 5000
				return b
			})
		},
		want: map[predate.Key]predate.Figure{predate.KeyDueBudgetProvisions: is(miss, nil), predate.KeyPaidCurrentN1: is(miss, nil)},
	},
	{
		name: "an adjustment under another name, on the day of the approval", state: predate.OutcomeDone,
		set: func(_ *testing.T, s *shelf) {
			s.drop("releve.pdf")
			m := entries()[:len(entries())-1]
			m[len(m)-1].Label = "Arrêté 2025"
			s.accountOf("releve.pdf", m)
		},
		want: map[predate.Key]predate.Figure{
			predate.KeyDueBudgetProvisions: is(comp, predate.Money(0)),
			predate.KeyDuePriorYears:       is(comp, predate.Money(14000)),
			predate.KeyPaidCurrentN1:       is(comp, predate.Money(418000-14000)),
		},
	},
	{
		name: "an adjustment that only its amount tells", state: predate.OutcomeDone,
		set: func(_ *testing.T, s *shelf) {
			s.drop("releve.pdf")
			m := entries()[:len(entries())-1]
			m[len(m)-1].Label, m[len(m)-1].Date = "Opération diverse", date("2026-04-21")
			s.accountOf("releve.pdf", m)
		},
		want: map[predate.Key]predate.Figure{predate.KeyDuePriorYears: is(comp, predate.Money(14000))},
	},
	{
		name: "a meeting of last year in the name of a call is no exercise", state: predate.OutcomeDone,
		set: func(_ *testing.T, s *shelf) {
			s.drop("releve.pdf")
			m := entries()
			m = append(m, predate.Movement{Date: date("2026-05-04"), Label: "Provision complémentaire, AG du 10/04/2025", Nature: predate.NatureBudget, Debit: 5000})
			s.accountOf("releve.pdf", m)
		},
		want: map[predate.Key]predate.Figure{predate.KeyDueBudgetProvisions: is(comp, predate.Money(5000)), predate.KeyDuePriorYears: is(comp, predate.Money(0))},
	},
	{
		name: "an extract among the papers whose balance was not read", state: predate.OutcomeReview, reason: "n’a pas pu être lu",
		set: func(_ *testing.T, s *shelf) {
			s.drop("releve.pdf")
			s.add("releve.pdf", predate.KindAccountStatement, "2026-05-10")
		},
		want: map[predate.Key]predate.Figure{predate.KeyAccountBalance: is(miss, nil), predate.KeyAccountBalanceDate: is(miss, nil)},
	},
	{
		name: "an adjustment that is not the charge statement's", state: predate.OutcomeReview, red: "charges.adjustment_n1",
		set: func(_ *testing.T, s *shelf) {
			s.drop("releve.pdf")
			m := entries()
			for i := range m {
				if m[i].Label == "Régularisation charges exercice 2025" {
					m[i].Debit = 15000
				}
			}
			s.accountOf("releve.pdf", append(m, predate.Movement{Date: date("2026-05-05"), Label: "Virement", Credit: 1000}))
		},
	},
	{
		name: "the account stops before the approving meeting", state: predate.OutcomeDone,
		set: func(_ *testing.T, s *shelf) {
			s.drop("releve.pdf")
			m := entries()
			s.accountOf("releve.pdf", m[:len(m)-2])
			p := &s.in.Papers[len(s.in.Papers)-1]
			change(p, predate.FactAccountClosing, func(v predate.Value) predate.Value {
				b := v.(predate.AccountBalance)
				b.Date = date("2026-04-02")
				return b
			})
		},
		want: map[predate.Key]predate.Figure{predate.KeyPaidCurrentN1: is(comp, predate.Money(404000)), predate.KeyPaidCurrentN2: is(comp, predate.Money(372000))},
	},
	{
		name: "the same account in an older extract without number", state: predate.OutcomeDone,
		set: func(_ *testing.T, s *shelf) {
			s.add("ancien.pdf", predate.KindAccountStatement, "2025-12-01",
				predate.Figure{Key: predate.FactAccount, Value: predate.AccountHead{Lots: []string{"8", "7"}}},
				predate.Figure{Key: predate.FactAccountClosing, Value: predate.AccountBalance{Date: date("2025-12-01"), Amount: 77700}})
		},
		want: map[predate.Key]predate.Figure{predate.KeyAccountBalance: is(conf, predate.Money(0))},
	},
}

// unapproved takes the day of the approval from the head of a charge statement.
func unapproved(v predate.Value) predate.Value {
	head := v.(predate.ChargeHead)
	head.Approved = predate.Date{}
	return head
}
