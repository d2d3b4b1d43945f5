package compute

import (
	"testing"

	"predate"
)

// callTraps: what the buyer will bear.
var callTraps = []trap{
	{
		name: "a call to come is printed", state: predate.OutcomeDone,
		set: func(_ *testing.T, s *shelf) { s.call(2026, 3) },
		want: map[predate.Key]predate.Figure{predate.KeyFutureBudget: is(comp, predate.CallList{
			{Date: date("2026-07-01"), Amount: 101000, Nature: predate.NatureBudget, Printed: true}, {Date: date("2026-10-01"), Amount: 101000, Nature: predate.NatureBudget},
		})},
	},
	{
		name: "a line that names no lot, in calls for lots that are not all sold", state: predate.OutcomeReview, reason: "ne se rapprochent pas de ses totaux",
		set: func(_ *testing.T, s *shelf) {
			s.in.Order.Lots = "7"
			s.drop("annexe-3.pdf")
			for i := range s.in.Papers {
				if p := &s.in.Papers[i]; p.Part.Kind == predate.KindFundCall {
					change(p, predate.FactCallLine, func(v predate.Value) predate.Value {
						l := v.(predate.CallLine)
						if l.Code == "ASC" {
							l.Lot = "" // one cell of the lot beside two lines
						}
						return l
					})
				}
			}
		},
		want: map[predate.Key]predate.Figure{predate.KeyFutureBudget: is(miss, nil)},
	},
	{
		name: "a call replaced by another", state: predate.OutcomeDone,
		set: func(t *testing.T, s *shelf) {
			s.call(2026, 2)
			old := s.find(t, "appel-2026-2.pdf")
			change(old, predate.FactCallLine, func(v predate.Value) predate.Value {
				l := v.(predate.CallLine)
				if l.Code == "ASC" {
					l.Amount += 5000
				}
				return l
			})
			change(old, predate.FactCall, func(v predate.Value) predate.Value {
				h := v.(predate.CallHead)
				h.Total += 5000
				return h
			})
			last := &s.in.Papers[len(s.in.Papers)-1]
			last.File = "appel-2026-2-rectificatif.pdf"
			change(last, predate.FactCall, func(v predate.Value) predate.Value {
				h := v.(predate.CallHead)
				h.Replaces = true
				return h
			})
		},
		want: map[predate.Key]predate.Figure{predate.KeyFutureBudget: is(comp, predate.CallList{
			{Date: date("2026-07-01"), Amount: 101000, Nature: predate.NatureBudget}, {Date: date("2026-10-01"), Amount: 101000, Nature: predate.NatureBudget},
		})},
	},
	{
		name: "a catch-up call after a first call on the old budget", state: predate.OutcomeReview, red: "calls.exercise_n",
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "appel-2026-2.pdf"), predate.FactCallLine, func(v predate.Value) predate.Value {
				l := v.(predate.CallLine)
				if l.Nature == predate.NatureBudget && l.Lot == "7" && l.Code == "GEN" {
					l.Amount += 9000
				}
				return l
			})
			change(s.find(t, "appel-2026-2.pdf"), predate.FactCall, func(v predate.Value) predate.Value {
				h := v.(predate.CallHead)
				h.Total += 9000
				return h
			})
		},
		want: map[predate.Key]predate.Figure{predate.KeyFutureBudget: is(conl, nil)},
	},
	{
		name: "lines that do not make the call's total", state: predate.OutcomeReview, red: "calls.sums",
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "appel-2025-3.pdf"), predate.FactCall, func(v predate.Value) predate.Value {
				h := v.(predate.CallHead)
				h.Total += 100
				return h
			})
		},
	},
	{
		name: "a works fund called once a year", state: predate.OutcomeDone,
		set: func(t *testing.T, s *shelf) {
			for i := range s.in.Papers {
				p := &s.in.Papers[i]
				if p.Part.Kind != predate.KindFundCall {
					continue
				}
				first := p.File[len(p.File)-5] == '1'
				change(p, predate.FactCallLine, func(v predate.Value) predate.Value {
					l := v.(predate.CallLine)
					if l.Nature == predate.NatureWorksFund {
						l.Called, l.Amount = l.Budget, l.Amount*4
						if !first {
							l.Budget, l.Called, l.Amount = 0, 0, 0
						}
					}
					return l
				})
				change(p, predate.FactCall, func(v predate.Value) predate.Value {
					h := v.(predate.CallHead)
					if h.Total -= 4800; first {
						h.Total += 19200
					}
					return h
				})
			}
			s.in.Order.AllDuePaid = true
			s.drop("releve.pdf")
		},
		want: map[predate.Key]predate.Figure{
			predate.KeyFutureWorksFund:       is(nil0, predate.CallList{}),
			predate.KeyWorksFundContribution: is(conf, predate.Contribution{Amount: 19200, Date: date("2026-01-01")}),
		},
	},
	{
		name: "works without a calendar", state: predate.OutcomeReview, reason: "Le calendrier des appels",
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "pv-2025.pdf"), predate.KeyVotedWorks, func(v predate.Value) predate.Value {
				w := v.(predate.WorkList)[0]
				w.Calls = nil
				return predate.WorkList{w}
			})
		},
		want: map[predate.Key]predate.Figure{predate.KeyFutureOffBudget: is(miss, nil)},
	},
	{
		name: "works called that no minutes explain", state: predate.OutcomeReview, reason: "sans qu’aucune pièce fournie ne les explique",
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "pv-2025.pdf"), predate.KeyVotedWorks, func(predate.Value) predate.Value { return predate.WorkList{} })
			s.drop("annexe-5.pdf")
		},
		want: map[predate.Key]predate.Figure{predate.KeyVotedWorks: is(miss, nil), predate.KeyFutureOffBudget: is(miss, nil)},
	},
	{
		name: "a meeting that papers date, without its minutes", state: predate.OutcomeReview, reason: "n’est pas fourni",
		set:  func(_ *testing.T, s *shelf) { s.drop("pv-2025.pdf", "annexe-5.pdf") },
		want: map[predate.Key]predate.Figure{predate.KeyVotedWorks: is(miss, nil), predate.KeyFutureOffBudget: is(miss, nil)},
	},
	{
		name: "minutes whose points could not be read", state: predate.OutcomeReview, reason: "n’ont pas pu être lues",
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "pv-2026.pdf"), predate.FactResolutions, func(predate.Value) predate.Value { return predate.Resolutions{} })
		},
		want: map[predate.Key]predate.Figure{predate.KeyVotedWorks: is(miss, nil), predate.KeyFutureOffBudget: is(miss, nil), predate.KeyProceedings: is(miss, nil)},
	},
	{
		name: "a loan whose vote is not clear", state: predate.OutcomeReview, reason: "emprunt collectif",
		set: func(_ *testing.T, s *shelf) {
			s.add("pv-extra.pdf", predate.KindMinutes, "2026-02-10", points(),
				predate.Figure{Key: predate.KeyLoans, Status: predate.StatusConflicting, Value: predate.LoanList{{Object: "Emprunt collectif"}}})
		},
		want: map[predate.Key]predate.Figure{predate.KeyLoans: is(miss, nil), predate.KeyLoanShareDue: is(miss, nil), predate.KeyGuarantee: is(miss, nil)},
	},
	{
		name: "a charge statement half read is not asked of the client again", state: predate.OutcomeReview, reason: "n’a pu être lu qu’en partie",
		set: func(t *testing.T, s *shelf) {
			sumsUnreadLots(s.find(t, "decompte-2025.pdf"))
		},
		want: map[predate.Key]predate.Figure{predate.KeyCurrentActualN1: is(miss, nil)},
	},
	{
		name: "keys of calls whose lines do not make their totals may lack one", state: predate.OutcomeReview, red: "calls.sums",
		set: func(t *testing.T, s *shelf) {
			for i := range s.in.Papers {
				p := &s.in.Papers[i]
				switch p.Part.Kind {
				case predate.KindChargeStatement:
					blank(p, predate.FactChargeKey)
				case predate.KindFundCall:
					first := true
					p.Figures = keep(p.Figures, func(f predate.Figure) bool {
						keepIt := f.Key != predate.FactCallLine || !first
						first = first && f.Key != predate.FactCallLine
						return keepIt
					})
				}
			}
		},
		want: map[predate.Key]predate.Figure{predate.KeyAllocationKeys: is(miss, nil)},
	},
	{
		name: "works of a key that the lots are not in", state: predate.OutcomeDone,
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "annexe-3.pdf"), predate.FactKeyNets, func(v predate.Value) predate.Value {
				return append(v.(predate.KeyNets), predate.KeyNet{Code: "BATB", Label: "Bâtiment B", Total: 500})
			})
			s.add("pv-extra.pdf", predate.KindMinutes, "2026-02-10", points(),
				asOf(predate.Figure{Key: predate.FactMeeting, Value: predate.Text("extraordinaire")}, "2026-02-10"),
				predate.Figure{Key: predate.KeyVotedWorks, Value: predate.WorkList{{
					Title: "Toiture B", VotedOn: date("2026-02-10"), Amount: 900000, Key: "Bâtiment B", Adopted: true,
					Calls: []predate.Call{{Date: date("2026-09-01"), Amount: 900000}},
				}}})
		},
		want: map[predate.Key]predate.Figure{predate.KeyFutureOffBudget: is(comp, predate.CallList{{Date: date("2026-07-01"), Amount: 160000, Nature: predate.NatureWorks, Work: "Réfection du hall"}})},
	},
	{
		name: "works of a key that the lots are not in, its code beside its name", state: predate.OutcomeDone,
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "annexe-3.pdf"), predate.FactKeyNets, func(v predate.Value) predate.Value {
				return append(v.(predate.KeyNets), predate.KeyNet{Label: "BATB BATIMENT B", Total: 500})
			})
			s.add("pv-extra.pdf", predate.KindMinutes, "2026-02-10", points(),
				asOf(predate.Figure{Key: predate.FactMeeting, Value: predate.Text("extraordinaire")}, "2026-02-10"),
				predate.Figure{Key: predate.KeyVotedWorks, Value: predate.WorkList{{
					Title: "Toiture B", VotedOn: date("2026-02-10"), Amount: 900000, Key: "Bâtiment B", Adopted: true,
					Calls: []predate.Call{{Date: date("2026-09-01"), Amount: 900000}},
				}}})
		},
		want: map[predate.Key]predate.Figure{predate.KeyFutureOffBudget: is(comp, predate.CallList{{Date: date("2026-07-01"), Amount: 160000, Nature: predate.NatureWorks, Work: "Réfection du hall"}})},
	},
	{
		name: "works whose key is not known", state: predate.OutcomeReview, reason: "n’est pas connue",
		set: func(t *testing.T, s *shelf) {
			s.add("pv-extra.pdf", predate.KindMinutes, "2026-02-10", points(), predate.Figure{Key: predate.KeyVotedWorks, Value: predate.WorkList{
				{Title: "Toiture B", VotedOn: date("2026-02-10"), Amount: 900000, Key: "Zinguerie", Adopted: true, Calls: []predate.Call{{Date: date("2026-09-01"), Amount: 900000}}},
			}})
		},
		want: map[predate.Key]predate.Figure{predate.KeyFutureOffBudget: is(miss, nil)},
	},
	{
		name: "works given up by a later meeting", state: predate.OutcomeReview, reason: "abandonnés",
		set: func(t *testing.T, s *shelf) {
			p := s.find(t, "pv-2026.pdf")
			p.Figures = append(p.Figures, predate.Figure{Key: predate.FactCancelledWorks, Value: predate.Texts{"Réfection du hall"}})
		},
	},
	{
		name: "works of which the minutes do not say whether they were adopted", state: predate.OutcomeReview, reason: "ne dit pas clairement le sort",
		set: func(t *testing.T, s *shelf) {
			s.add("pv-extra.pdf", predate.KindMinutes, "2026-02-10", points(), inDoubt("Toiture B", "2026-02-10"))
		},
		want: map[predate.Key]predate.Figure{predate.KeyVotedWorks: is(miss, nil), predate.KeyFutureOffBudget: is(miss, nil)},
	},
	{
		name: "works refused and works in doubt before the day of annexe 5, which lists what was voted", state: predate.OutcomeDone,
		set: func(t *testing.T, s *shelf) {
			s.add("pv-extra.pdf", predate.KindMinutes, "2025-06-10", points(),
				asOf(predate.Figure{Key: predate.FactMeeting, Value: predate.Text("extraordinaire")}, "2025-06-10"),
				predate.Figure{Key: predate.KeyVotedWorks, Value: predate.WorkList{{Title: "Cour", VotedOn: date("2025-06-10"), Amount: 860000}}},
				inDoubt("Toiture B", "2025-06-10"))
		},
	},
	{
		name: "a scan in doubt beside minutes that are sure", state: predate.OutcomeDone,
		set: func(t *testing.T, s *shelf) {
			s.add("pv-extra.pdf", predate.KindMinutes, "2026-02-10", points(),
				asOf(predate.Figure{Key: predate.FactMeeting, Value: predate.Text("extraordinaire")}, "2026-02-10"),
				predate.Figure{Key: predate.KeyVotedWorks, Value: predate.WorkList{{Title: "Toiture B", VotedOn: date("2026-02-10"), Amount: 860000}}})
			s.add("pv-scan.pdf", predate.KindMinutes, "2026-02-10", points(), inDoubt("Toiture B", "2026-02-10"))
		},
	},
	{
		name: "a collective loan", state: predate.OutcomeReview, reason: "emprunt collectif",
		set: func(t *testing.T, s *shelf) {
			p := s.find(t, "annexe-1.pdf")
			p.Figures = append(p.Figures, asOf(money(predate.FactLoansOutstanding, 4_000_000), "2025-12-31"))
		},
		want: map[predate.Key]predate.Figure{predate.KeyLoanShareDue: is(miss, nil), predate.KeyFutureLoan: is(miss, nil)},
	},
}

// paperTraps: annexes, exemptions, freshness, contradictions.
var paperTraps = []trap{
	{
		name: "annexe 1 absent; the sheet is no substitute", state: predate.OutcomeWaiting, missing: []string{"schedule_1 2025"},
		set:  func(_ *testing.T, s *shelf) { s.drop("annexe-1.pdf") },
		want: map[predate.Key]predate.Figure{predate.KeyArrears: is(miss, nil), predate.KeySupplierDebt: is(miss, nil)},
	},
	{
		name: "doubtful claims stand apart", state: predate.OutcomeDone,
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "annexe-1.pdf"), predate.FactOwnersDoubtful, func(predate.Value) predate.Value { return predate.Money(50000) })
		},
		want: map[predate.Key]predate.Figure{predate.KeyArrears: is(conf, predate.Money(173456))},
	},
	{
		name: "annexe 1 out of balance", state: predate.OutcomeReview, red: "schedule_1.balance",
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "annexe-1.pdf"), predate.FactAssetsTotal, func(predate.Value) predate.Value { return predate.Money(4_999_000) })
		},
	},
	{
		name: "two annexes 1 that disagree", state: predate.OutcomeReview, reason: "se contredisent",
		set: func(_ *testing.T, s *shelf) {
			s.add("annexe-1-bis.pdf", predate.KindSchedule1, "2026-03-28", asOf(money(predate.KeySupplierDebt, 700000), "2025-12-31"))
		},
		want: map[predate.Key]predate.Figure{predate.KeySupplierDebt: is(conl, nil), predate.KeyArrears: is(conf, predate.Money(123456))},
	},
	{
		name: "small syndicat with light accounts", state: predate.OutcomeDone,
		set: func(t *testing.T, s *shelf) {
			s.drop("annexe-1.pdf", "annexe-3.pdf", "annexe-5.pdf")
			change(s.find(t, "fiche.pdf"), predate.FactMainLotCount, func(predate.Value) predate.Value { return predate.Count(4) })
			change(s.find(t, "pv-2025.pdf"), predate.FactBudgetVoted, func(predate.Value) predate.Value { return predate.Money(1_400_000) })
			change(s.find(t, "pv-2026.pdf"), predate.FactBudgetVoted, func(predate.Value) predate.Value { return predate.Money(1_450_000) })
			s.add("comptes.pdf", predate.KindLightAccounts, "2026-01-31", predate.Figure{Key: predate.FactLightBookkeeping, Value: predate.Flag(true)})
		},
		want: map[predate.Key]predate.Figure{predate.KeyArrears: is(predate.StatusNotRequired, nil), predate.KeySupplierDebt: is(predate.StatusNotRequired, nil)},
	},
	{
		name: "small syndicat whose annexe 1 is there all the same", state: predate.OutcomeDone,
		set: func(t *testing.T, s *shelf) {
			s.drop("annexe-3.pdf", "annexe-5.pdf")
			change(s.find(t, "fiche.pdf"), predate.FactMainLotCount, func(predate.Value) predate.Value { return predate.Count(4) })
			change(s.find(t, "pv-2026.pdf"), predate.FactBudgetVoted, func(predate.Value) predate.Value { return predate.Money(1_450_000) })
			s.add("comptes.pdf", predate.KindLightAccounts, "2026-01-31", predate.Figure{Key: predate.FactLightBookkeeping, Value: predate.Flag(true)})
		},
		want: map[predate.Key]predate.Figure{
			predate.KeyArrears: is(conf, predate.Money(123456)), predate.KeySupplierDebt: is(conf, predate.Money(654321)),
			predate.KeyAccountsDate: is(conf, predate.Day(date("2025-12-31"))), predate.KeyAdvancesToReconstitute: is(comp, predate.Money(64000)),
		},
	},
	{
		name: "last call and extract too old", state: predate.OutcomeWaiting, missing: []string{"fund_call 2026"},
		set: func(_ *testing.T, s *shelf) { s.in.ReferenceDate = date("2026-09-20") },
	},
	{
		name: "charge statement of N-2 absent: annexe 3 and calls stand in", state: predate.OutcomeDone,
		set: func(_ *testing.T, s *shelf) {
			s.drop("decompte-2024.pdf")
			s.add("annexe-4-2024.pdf", predate.KindSchedule4, "2025-02-28", inYear(predate.Figure{Key: predate.FactClosedTotal, Value: predate.ClosedWorks{{Title: "TOTAL"}}}, 2024))
		},
		want: map[predate.Key]predate.Figure{
			predate.KeyCurrentActualN2:   is(comp, predate.Money(372000)),
			predate.KeyCurrentCalledN2:   is(comp, predate.Money(404000)),
			predate.KeyOffBudgetActualN2: is(nil0, predate.Money(0)),
		},
	},
	{
		name: "charge statement and annexe 3 of N-2 absent", state: predate.OutcomeWaiting, missing: []string{"charge_statement 2024"},
		set: func(_ *testing.T, s *shelf) { s.drop("decompte-2024.pdf", "annexe-3.pdf") },
	},
	{
		name: "charges far from annexe 3", state: predate.OutcomeReview, red: "charges.recomputation_n1",
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "annexe-3.pdf"), predate.FactKeyNets, func(v predate.Value) predate.Value {
				nets := v.(predate.KeyNets)
				nets[0].Amounts[1].Amount += 300000
				return nets
			})
		},
		want: map[predate.Key]predate.Figure{predate.KeyCurrentActualN1: is(conl, nil)},
	},
	{
		name: "an advance that two papers give otherwise", state: predate.OutcomeReview, reason: "Avance de",
		set: func(t *testing.T, s *shelf) {
			change(s.find(t, "decompte-2025.pdf"), predate.KeyCashAdvance, func(predate.Value) predate.Value { return predate.Money(63000) })
		},
		want: map[predate.Key]predate.Figure{predate.KeyCashAdvance: is(conl, nil), predate.KeyAdvancesToReconstitute: is(miss, nil)},
	},
	{
		name: "foreign, duplicate and superseded papers do not count", state: predate.OutcomeDone,
		set: func(_ *testing.T, s *shelf) {
			s.add("ailleurs.pdf", predate.KindSchedule1, "2026-03-28", asOf(money(predate.KeySupplierDebt, 1), "2025-12-31"))
			s.in.Papers[len(s.in.Papers)-1].Part.Foreign = true
			s.add("copie.pdf", predate.KindSchedule1, "2026-03-28", asOf(money(predate.KeySupplierDebt, 2), "2025-12-31"))
			s.in.Documents[len(s.in.Documents)-1].DuplicateOf = "annexe-1.pdf"
			s.add("vieux.pdf", predate.KindSchedule1, "2026-03-28", asOf(money(predate.KeySupplierDebt, 3), "2025-12-31"))
			s.in.Papers[len(s.in.Papers)-1].Superseded = true
		},
		want: map[predate.Key]predate.Figure{predate.KeySupplierDebt: is(conf, predate.Money(654321))},
	},
	{
		name: "no works fund, said by the meeting", state: predate.OutcomeReview, reason: "existence d’un fonds de travaux",
		set: func(t *testing.T, s *shelf) {
			p := s.find(t, "pv-2026.pdf")
			p.Figures = append(p.Figures, predate.Figure{Key: predate.KeyWorksFundExists, Value: predate.Flag(false)})
		},
		want: map[predate.Key]predate.Figure{predate.KeyWorksFundExists: is(conl, nil)},
	},
	{
		name: "numbers of registration that disagree", state: predate.OutcomeReview, reason: "se contredisent",
		set: func(_ *testing.T, s *shelf) {
			s.add("rnic.pdf", predate.KindRegistration, "2026-01-01", predate.Figure{Key: predate.KeyRegistrationNumber, Value: predate.Text("AB1-111-111")})
			s.add("autre.pdf", predate.KindFundCall, "2026-01-01", predate.Figure{Key: predate.KeyRegistrationNumber, Value: predate.Text("AB1-111-112")})
		},
		want: map[predate.Key]predate.Figure{predate.KeyRegistrationNumber: is(conl, nil)},
	},
}

// inDoubt is what minutes say of works whose outcome they do not tell.
func inDoubt(title, on string) predate.Figure {
	return predate.Figure{
		Key: predate.KeyVotedWorks, Status: predate.StatusConflicting, AsOf: date(on),
		Value:      predate.WorkList{{Title: title, VotedOn: date(on), Amount: 900000}},
		Derivation: predate.Because(predate.ReasonResolutionUnclear, predate.Text(title)),
	}
}
