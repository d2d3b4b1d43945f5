package compute

import (
	"testing"

	"predate"
)

// Nothing is inferred from calls that may not be all, that may not be understood,
// or that another paper belies.
func TestNoCallIsInferredFromSilence(t *testing.T) {
	lines := func(s *shelf, file string, with func(predate.CallLine) predate.CallLine) {
		alter(s, file, predate.FactCallLine, func(l predate.CallLine) predate.Value { return with(l) })
	}
	total := func(s *shelf, file string, by predate.Cents) {
		alter(s, file, predate.FactCall, func(h predate.CallHead) predate.Value { h.Total += by; return h })
	}
	unaccounted := func(s *shelf) { s.drop("releve.pdf"); s.in.Order.AllDuePaid = true }
	unworked := func(s *shelf) {
		file := "appel-2025-4.pdf"
		for i := range s.in.Papers {
			if p := &s.in.Papers[i]; p.File == file {
				p.Figures = keep(p.Figures, func(f predate.Figure) bool {
					l, ok := f.Value.(predate.CallLine)
					return !ok || l.Nature != predate.NatureWorks
				})
			}
		}
		total(s, file, -160000)
	}
	for name, test := range map[string]struct {
		set  func(s *shelf)
		want map[predate.Key]predate.Figure
	}{
		"works under the heading of the budget": {
			set: func(s *shelf) {
				unaccounted(s)
				s.drop("decompte-2025.pdf")
				lines(s, "appel-2025-4.pdf", func(l predate.CallLine) predate.CallLine {
					if l.Nature == predate.NatureWorks {
						l.Nature, l.Title = predate.NatureBudget, ""
					}
					return l
				})
			},
			want: map[predate.Key]predate.Figure{predate.KeyCurrentCalledN1: is(miss, nil), predate.KeyOffBudgetCalledN1: is(miss, nil)},
		},
		"a call for works in the place of one for the budget": {
			set: func(s *shelf) {
				unaccounted(s)
				s.drop("decompte-2025.pdf")
				for i := range s.in.Papers {
					if p := &s.in.Papers[i]; p.File == "appel-2025-4.pdf" {
						p.Figures = keep(p.Figures, func(f predate.Figure) bool {
							l, ok := f.Value.(predate.CallLine)
							return !ok || l.Nature == predate.NatureWorks
						})
					}
				}
				total(s, "appel-2025-4.pdf", -105800)
			},
			want: map[predate.Key]predate.Figure{predate.KeyCurrentCalledN1: is(miss, nil), predate.KeyOffBudgetCalledN1: is(miss, nil)},
		},
		"a call that the meeting decided and no paper shows": {
			set:  func(s *shelf) { unaccounted(s); unworked(s) },
			want: map[predate.Key]predate.Figure{predate.KeyOffBudgetCalledN1: is(conl, nil), predate.KeyOffBudgetCalledN2: is(nil0, predate.Money(0))},
		},
		"works closed as called, voted in the year": {
			set: func(s *shelf) {
				unaccounted(s)
				unworked(s)
				alter(s, "pv-2025.pdf", predate.KeyVotedWorks, func(w predate.WorkList) predate.Value { w[0].Calls = nil; return w })
				s.put("decompte-2025.pdf", inYear(predate.Figure{Key: predate.FactChargeWork, Value: predate.ChargeWork{Lot: "7", Title: "Réfection du hall", Amount: 150000, Called: 160000, HasCalled: true}}, 2025))
			},
			want: map[predate.Key]predate.Figure{predate.KeyOffBudgetCalledN1: is(conl, nil)},
		},
		"calls alone, where minutes lack": {
			set:  func(s *shelf) { unaccounted(s); s.drop("pv-2024.pdf") },
			want: map[predate.Key]predate.Figure{predate.KeyOffBudgetCalledN1: is(conf, predate.Money(160000)), predate.KeyOffBudgetCalledN2: is(miss, nil)},
		},
		"calls alone, that light accounts sum up": {
			set: func(s *shelf) {
				unaccounted(s)
				s.drop("pv-2024.pdf")
				s.add("comptes-2024.pdf", predate.KindLightAccounts, "2025-01-31",
					inYear(predate.Figure{Key: predate.FactOwnerRows, Value: predate.OwnerRows{{Lots: "7, 8", Called: 404000}}}, 2024))
			},
			want: map[predate.Key]predate.Figure{predate.KeyOffBudgetCalledN2: is(nil0, predate.Money(0))},
		},
		"calls alone, and light accounts that show more": {
			set: func(s *shelf) {
				unaccounted(s)
				s.add("comptes-2024.pdf", predate.KindLightAccounts, "2025-01-31",
					inYear(predate.Figure{Key: predate.FactOwnerRows, Value: predate.OwnerRows{{Lots: "7, 8", Called: 464000}}}, 2024))
			},
			want: map[predate.Key]predate.Figure{predate.KeyOffBudgetCalledN2: is(miss, nil)},
		},
		"calls alone, all closed as called": {
			set: func(s *shelf) {
				unaccounted(s)
				s.drop("pv-2024.pdf")
				alter(s, "annexe-5.pdf", predate.FactOpenWorks, func(predate.OpenWorks) predate.Value { return predate.OpenWorks{} })
				s.put("decompte-2025.pdf", inYear(predate.Figure{Key: predate.FactChargeWork, Value: predate.ChargeWork{Lot: "7", Title: "Réfection du hall", Amount: 150000, Called: 160000, HasCalled: true}}, 2025))
			},
			want: map[predate.Key]predate.Figure{predate.KeyOffBudgetCalledN1: is(conf, predate.Money(160000)), predate.KeyOffBudgetCalledN2: is(nil0, predate.Money(0))},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := soundDossier()
			test.set(s)
			wantFigures(t, Compute(s.in), test.want)
		})
	}
}

// TestALineUnderAnotherNatureLeavesTheRestUnknown makes no amount of the works of
// a call whose provisions are more than their printed sum: a line of the works
// may stand among them.
func TestALineUnderAnotherNatureLeavesTheRestUnknown(t *testing.T) {
	line := func(n predate.Nature, c predate.Cents) valued[predate.CallLine] {
		return valued[predate.CallLine]{value: predate.CallLine{Nature: n, Amount: c}}
	}
	c := call{exact: true, whole: true, lines: []valued[predate.CallLine]{line(predate.NatureBudget, 38433), line(predate.NatureBudget, 587), line(predate.NatureLoan, 4176)}}
	if sum, _, ok := c.amount(predate.NatureLoan); !ok || sum != 4176 {
		t.Fatalf("the loan is %d, %t", sum, ok)
	}
	c.sums = []valued[predate.CallSubtotal]{{value: predate.CallSubtotal{Nature: predate.NatureBudget, Amount: 38433}}}
	if c.whole = c.places(c.lines); c.whole {
		t.Errorf("a call whose provisions have a line too many is read whole")
	}
	if sum, _, ok := c.amount(predate.NatureLoan); ok {
		t.Errorf("the loan is %d although the provisions have a line too many", sum)
	}
}
