package compute

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"predate"
	"predate/internal/reading/wording"
)

// alter changes the values of the figures of a key in a paper of a shelf.
func alter[T predate.Value](s *shelf, file string, key predate.Key, with func(T) predate.Value) {
	for i := range s.in.Papers {
		if p := &s.in.Papers[i]; p.File == file {
			change(p, key, func(v predate.Value) predate.Value { return with(v.(T)) })
		}
	}
}

// put adds figures to a paper of a shelf.
func (s *shelf) put(file string, figures ...predate.Figure) {
	for i := range s.in.Papers {
		for _, f := range figures {
			if s.in.Papers[i].File != file {
				continue
			}
			f.Status, f.Evidence = conf, []predate.Evidence{{File: file, Page: 1, Rule: string(f.Key)}}
			s.in.Papers[i].Figures = append(s.in.Papers[i].Figures, f)
		}
	}
}

// movement changes the first movement of the account that bears a label.
func (s *shelf) movement(label string, by predate.Cents) {
	s.drop("releve.pdf")
	m := entries()
	i := slices.IndexFunc(m, func(m predate.Movement) bool { return m.Label == label })
	m[i].Debit += by
	s.accountOf("releve.pdf", append(m, predate.Movement{Date: date("2026-05-08"), Label: "Virement", Credit: by}))
}

// called moves what a charge statement says was called, and what follows from it.
func (s *shelf) called(file string) {
	alter(s, file, predate.FactChargeTotals, func(t predate.ChargeTotals) predate.Value { t.Called += 5000; return t })
	alter(s, file, predate.FactChargeLot, func(l predate.ChargeLot) predate.Value {
		if l.Lot == "7" {
			l.Called += 5000
		}
		return l
	})
}

// ruledTo adds an operator's ruling.
func (s *shelf) ruledTo(key predate.Key, value predate.Value) {
	s.in.Rulings = append(s.in.Rulings, ruling(key, value))
}

// column changes the first key of one column of annexe 3.
func (s *shelf) column(c predate.Column, by predate.Cents) {
	alter(s, "annexe-3.pdf", predate.FactKeyNets, func(nets predate.KeyNets) predate.Value {
		for i := range nets[0].Amounts {
			if nets[0].Amounts[i].Column == c {
				nets[0].Amounts[i].Amount += by
			}
		}
		return nets
	})
}

// workOf adds an operation closed whose quote-part is not that of its share.
func (s *shelf) workOf(file string, y int) {
	for i := range s.in.Papers {
		if s.in.Papers[i].File == file {
			blank(&s.in.Papers[i], predate.FactChargeNoWorks)
		}
	}
	s.put(file, inYear(predate.Figure{Key: predate.FactChargeWork, Value: predate.ChargeWork{Lot: "7", Title: "Porche", Net: 100000, Base: 1000, Share: 300, Amount: 31000}}, y))
}

// reddened are dossiers in which each gate is red, and the charge statement that
// a gate on the accounts would not doubt is away.
func reddened() map[string]func(s *shelf) {
	closed := func(s *shelf) {
		s.drop("decompte-2025.pdf")
		s.put("annexe-3.pdf", inYear(money(predate.FactBalance3, 4000), 2025), inYear(money(predate.FactBalance2Works, 0), 2025))
	}
	owing := func(s *shelf) {
		s.drop("releve.pdf")
		s.accountOf("releve.pdf", entries()[:len(entries())-1])
	}
	total := func(balance predate.Cents) predate.Figure {
		return inYear(predate.Figure{Key: predate.FactClosedTotal, Value: predate.ClosedWorks{{Title: "TOTAL", Balance: balance, Received: balance}}}, 2025)
	}
	return map[string]func(s *shelf){
		"account.balance": func(s *shelf) {
			alter(s, "releve.pdf", predate.FactAccountClosing, func(b predate.AccountBalance) predate.Value { b.Amount = 5000; return b })
		},
		"account.running": func(s *shelf) {
			owing(s)
			first := true
			alter(s, "releve.pdf", predate.FactAccountLine, func(l predate.AccountLine) predate.Value {
				if first {
					l.Balance, first = l.Balance+1, false
				}
				return l
			})
		},
		"account.totals": func(s *shelf) {
			owing(s)
			s.put("releve.pdf", predate.Figure{Key: predate.FactAccountTotals, Value: predate.AccountTotals{Account: "A-1", Debit: 1, Credit: 1}})
		},
		"advances.mirror": func(s *shelf) { s.ruledTo(predate.KeyAdvancesToReconstitute, predate.Money(1)) },
		"calls.budget":    func(s *shelf) { s.column(predate.ColumnRunning, 5000) },
		"calls.exercise_n": func(s *shelf) {
			alter(s, "appel-2026-2.pdf", predate.FactCallLine, func(l predate.CallLine) predate.Value {
				if l.Nature == predate.NatureBudget && l.Lot == "7" {
					l.Amount += 4500
				}
				return l
			})
			alter(s, "appel-2026-2.pdf", predate.FactCall, func(h predate.CallHead) predate.Value { h.Total += 9000; return h })
		},
		"calls.sums": func(s *shelf) {
			alter(s, "appel-2026-1.pdf", predate.FactCall, func(h predate.CallHead) predate.Value { h.Total += 100; return h })
		},
		"calls.works_fund_n": func(s *shelf) {
			alter(s, "appel-2026-2.pdf", predate.FactCallLine, func(l predate.CallLine) predate.Value {
				if l.Nature == predate.NatureWorksFund && l.Lot == "7" {
					l.Amount += 9000
				}
				return l
			})
			alter(s, "appel-2026-2.pdf", predate.FactCall, func(h predate.CallHead) predate.Value { h.Total += 9000; return h })
		},
		"calls.year_n1":            func(s *shelf) { s.called("decompte-2025.pdf") },
		"calls.year_n2":            func(s *shelf) { s.called("decompte-2024.pdf") },
		"charges.adjustment_n1":    func(s *shelf) { s.movement("Régularisation charges exercice 2025", 1000) },
		"charges.adjustment_n2":    func(s *shelf) { s.movement("Régularisation charges exercice 2024", 1000) },
		"charges.recomputation_n1": func(s *shelf) { s.column(predate.ColumnClosed, 300000) },
		"charges.recomputation_n2": func(s *shelf) { s.column(predate.ColumnPrevious, 300000) },
		"charges.works_n1":         func(s *shelf) { s.workOf("decompte-2025.pdf", 2025) },
		"charges.works_n2":         func(s *shelf) { s.workOf("decompte-2024.pdf", 2024) },
		"charges.keys": func(s *shelf) {
			s.put("decompte-2025.pdf", inYear(predate.Figure{Key: predate.FactChargeKey, Value: predate.ChargeKey{Lot: "7", Code: "GEN", Label: "Charges générales", Base: 1000, Share: 300, Amount: 375000}}, 2025))
		},
		"part_1.sum": func(s *shelf) {
			owing(s)
			s.ruledTo(predate.KeyDuePriorYears, predate.Money(5))
		},
		"schedule_1.balance": func(s *shelf) {
			alter(s, "annexe-1.pdf", predate.FactAssetsTotal, func(predate.Money) predate.Value { return predate.Money(4_999_000) })
		},
		"schedule_1.list": func(s *shelf) { s.put("annexe-1.pdf", asOf(money(predate.FactListDebit, 5), "2025-12-31")) },
		"schedule_1.works_pending": func(s *shelf) {
			for i := range s.in.Papers {
				if p := &s.in.Papers[i]; p.File == "annexe-5.pdf" {
					p.File, p.Part.First, p.Part.Last = "annexe-1.pdf", 2, 2
				}
			}
			alter(s, "annexe-1.pdf", predate.FactPendingTotal, func(predate.Money) predate.Value { return predate.Money(1) })
		},
		"schedule_2.current": func(s *shelf) {
			closed(s)
			s.add("annexe-2.pdf", predate.KindSchedule2, "2026-02-28", inYear(money(predate.FactBalance2Current, 4001), 2025))
		},
		"schedule_2.works": func(s *shelf) {
			closed(s)
			s.put("annexe-3.pdf", total(1))
		},
		"schedule_4.lines": func(s *shelf) {
			closed(s)
			s.put("annexe-3.pdf", inYear(predate.Figure{Key: predate.FactClosedTotal, Value: predate.ClosedWorks{{Title: "TOTAL", Received: 5}}}, 2025))
		},
		"schedule_5.lines": func(s *shelf) {
			alter(s, "annexe-5.pdf", predate.FactOpenWorks, func(w predate.OpenWorks) predate.Value { w[0].Done = 7; return w })
		},
		"works.calendar": func(s *shelf) {
			alter(s, "pv-2025.pdf", predate.KeyVotedWorks, func(w predate.WorkList) predate.Value { w[0].Calls[1].Amount += 5000; return w })
		},
	}
}

// never are the gates that only warn: what they compare may differ.
var never = []string{"advances.cap", "schedule_1.suspense", "works_fund.share"}

func TestEveryGateDoubtsWhatIsUnderIt(t *testing.T) {
	for _, gate := range gateRules() {
		if slices.Contains(never, gate.id) {
			continue
		}
		t.Run(gate.id, func(t *testing.T) {
			redden, ok := reddened()[gate.id]
			if !ok {
				t.Fatal("no dossier makes it red")
			}
			s := soundDossier()
			redden(s)
			r := reckon(s.in)
			if !slices.ContainsFunc(r.reds, func(red redGate) bool { return red.id == gate.id }) {
				t.Fatalf("it is not red: %v", r.reds)
			}
			unused := gate.id == "account.running" || gate.id == "account.totals" // the movements are then not used at all
			if due := r.figures[predate.KeyDuePriorYears]; unused && due.Known() || !unused && len(r.doubted) == 0 {
				t.Errorf("it doubts nothing: %v", due)
			}
			for _, fault := range r.believed() {
				t.Error(fault)
			}
			out := r.statement().Outcome
			if out.State != predate.OutcomeReview {
				t.Errorf("outcome %s: %v", out.State, out.Missing)
			}
			if !slices.ContainsFunc(wording.All(out.Reasons), func(why string) bool { return strings.HasPrefix(why, "Contrôle non satisfait") }) {
				t.Errorf("no reason names the gate: %q", wording.All(out.Reasons))
			}
		})
	}
}

// believed lists the figures that are believed although a red gate covers them
// or what they are derived from.
func (r reckoned) believed() []string {
	var out []string
	doubts := doubtStage{r.dated, r.sheet}
	for _, red := range r.reds {
		under := doubts.under(red)
		for key, f := range r.figures {
			if under.has(f) && f.Known() && !isRuled(f) && f.Status != predate.StatusDeclared {
				out = append(out, red.id+": "+string(key)+" is "+string(f.Status))
			}
		}
	}
	for key, from := range follows() {
		for _, k := range from {
			if f := r.figures[key]; r.doubted[k] && f.Known() && !isRuled(f) {
				out = append(out, string(key)+" is "+string(f.Status)+" though "+string(k)+" is in doubt")
			}
		}
	}
	return out
}

// Whatever is misread in whatever dossier, no figure under a red gate is
// believed, and none has a value.
func TestNothingUnderARedGateIsBelieved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _ := drawDossier(t)
		for range rapid.IntRange(1, 3).Draw(t, "misreadings") {
			p := &s.in.Papers[rapid.IntRange(0, len(s.in.Papers)-1).Draw(t, "paper")]
			i := rapid.IntRange(0, len(p.Figures)-1).Draw(t, "figure")
			p.Figures[i].Value = misread(p.Figures[i].Value, predate.Cents(rapid.IntRange(-100000, 100000).Draw(t, "by")))
		}
		r := reckon(s.in)
		for _, fault := range r.believed() {
			t.Error(fault)
		}
		for key, f := range r.figures {
			if f.Status == conl && f.Value != nil {
				t.Errorf("%s is in doubt and has the value %v", key, f.Value)
			}
		}
	})
}

// An operator's ruling wins over a red gate, answers it, and what is derived
// from it follows it.
func TestARulingAnswersARedGate(t *testing.T) {
	s := soundDossier()
	s.called("decompte-2025.pdf")
	if out := Compute(s.in).Outcome; out.State != predate.OutcomeReview {
		t.Fatalf("outcome %s", out.State)
	}
	s.ruledTo(predate.KeyCurrentCalledN1, predate.Money(404000))
	if got := Compute(s.in); got.Outcome.State != predate.OutcomeReview || got.Figure(predate.KeyOffBudgetCalledN1).Status != conl {
		t.Errorf("a ruling on one figure answers for the other: %s", got.Outcome.State)
	}
	s.ruledTo(predate.KeyOffBudgetCalledN1, predate.Money(160000))
	got := Compute(s.in)
	wantFigures(t, got, map[predate.Key]predate.Figure{
		predate.KeyCurrentCalledN1:   is(predate.StatusDeclared, predate.Money(404000)),
		predate.KeyOffBudgetCalledN1: is(predate.StatusDeclared, predate.Money(160000)),
	})
	for _, why := range wording.All(got.Outcome.Reasons) {
		if strings.Contains(why, "provisions d’après le décompte") {
			t.Errorf("the gate is not answered: %s", why)
		}
	}
}

// The totals that an extract prints prove its balance where movements could not
// be read; what is made of the movements is not known then.
func TestPrintedTotalsProveABalance(t *testing.T) {
	for name, test := range map[string]struct {
		debit, credit predate.Cents
		balance       predate.Status
	}{
		"totals that lead to the balance": {1000000, 986000, conf},
		"totals that lead elsewhere":      {1000000, 1000000, conl},
		"no totals":                       {0, 0, conl},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			s.drop("releve.pdf")
			s.accountOf("releve.pdf", entries()[:len(entries())-1])
			s.in.Papers[len(s.in.Papers)-1].Figures = slices.DeleteFunc(s.in.Papers[len(s.in.Papers)-1].Figures, func(f predate.Figure) bool {
				l, ok := f.Value.(predate.AccountLine)
				return ok && l.Credit != 0
			})
			s.put("releve.pdf", predate.Figure{Key: predate.FactAccountTotals, Value: predate.AccountTotals{Account: "A-1", Debit: test.debit, Credit: test.credit}})
			got := Compute(s.in)
			if f := got.Figure(predate.KeyAccountBalance); f.Status != test.balance {
				t.Errorf("balance %s: %s", f.Status, wording.Of(f.Derivation))
			}
			if f := got.Figure(predate.KeyDuePriorYears); f.Known() {
				t.Errorf("%s is %v", f.Key, f.Value)
			}
			if got.Outcome.State != predate.OutcomeReview {
				t.Errorf("outcome %s", got.Outcome.State)
			}
		})
	}
}

// The individual list may hold the doubtful claims, which annexe 1 gives apart.
func TestTheListMayHoldDoubtfulClaims(t *testing.T) {
	for list, want := range map[predate.Cents]predate.GateStatus{
		123456: predate.GateGreen, 173456: predate.GateGreen, 50000: predate.GateRed,
	} {
		s := soundDossier()
		alter(s, "annexe-1.pdf", predate.FactOwnersDoubtful, func(predate.Money) predate.Value { return predate.Money(50000) })
		s.put("annexe-1.pdf", asOf(money(predate.FactListDebit, list), "2025-12-31"))
		for _, g := range Compute(s.in).Gates {
			if g.ID == "schedule_1.list" && g.Status != want {
				t.Errorf("a list of %d: %s", list, wording.Of(g.Detail))
			}
		}
	}
}

// What is under a gate is said of the gates of the catalogue, of each once.
func TestEveryGateOfTheCatalogueHasItsRule(t *testing.T) {
	rules := map[string]int{}
	for _, g := range gateRules() {
		rules[g.id]++
		if _, ok := predate.GateOf(g.id); !ok {
			t.Errorf("%s is not in the catalogue", g.id)
		}
	}
	for _, g := range predate.Gates() {
		if rules[g.ID] != 1 {
			t.Errorf("%s has %d rules", g.ID, rules[g.ID])
		}
	}
}
