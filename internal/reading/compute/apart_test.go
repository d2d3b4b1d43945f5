package compute

import (
	"fmt"
	"slices"
	"testing"

	"predate"
)

// Papers that are not shown to be apart and differ are a contradiction, with the
// words of both; those that are apart are added up.
func TestPapersThatAreNotApart(t *testing.T) {
	other := func(s *shelf, file, name string, with func(*Paper)) {
		for _, p := range slices.Clone(s.in.Papers) {
			if p.File != file {
				continue
			}
			p.File, p.Figures = name, slices.Clone(p.Figures)
			for i := range p.Figures {
				p.Figures[i].Evidence = []predate.Evidence{{File: name, Page: 1, Text: fmt.Sprint(p.Figures[i].Value)}}
			}
			with(&p)
			s.in.Papers = append(s.in.Papers, p)
			s.in.Documents = append(s.in.Documents, predate.ReadDocument{File: name, Pages: 1})
		}
	}
	for name, test := range map[string]struct {
		make  func() *shelf
		set   func(s *shelf)
		want  map[predate.Key]predate.Figure
		files []string // that the first figure wanted quotes
	}{
		"a charge statement issued again with other charges": {
			make: soundDossier,
			set: func(s *shelf) {
				other(s, "decompte-2025.pdf", "decompte-2025-bis.pdf", func(p *Paper) {
					p.Figures = keep(p.Figures, func(f predate.Figure) bool { return f.Key != predate.FactChargeLot })
					change(p, predate.FactChargeTotals, func(predate.Value) predate.Value {
						return predate.ChargeTotals{Actual: 418100, Called: 404000, Adjustment: 14100, HasActual: true, HasCalled: true, HasAdjustment: true}
					})
				})
			},
			want: map[predate.Key]predate.Figure{
				predate.KeyCurrentActualN1: is(conl, nil), predate.KeyPaidCurrentN1: is(miss, nil),
				predate.KeyCurrentCalledN1: is(conf, predate.Money(404000)), predate.KeyCashAdvance: is(conf, predate.Money(64000)),
			},
			files: []string{"decompte-2025.pdf", "decompte-2025-bis.pdf"},
		},
		"the same, where nothing says whose the second is": {
			make: soundDossier,
			set: func(s *shelf) {
				other(s, "decompte-2025.pdf", "decompte-2025-bis.pdf", func(p *Paper) {
					blank(p, predate.FactChargeLot, predate.KeyLots)
					change(p, predate.FactCharges, func(predate.Value) predate.Value { return predate.ChargeHead{} })
					change(p, predate.FactChargeTotals, func(predate.Value) predate.Value { return predate.ChargeTotals{Actual: 418100, HasActual: true} })
				})
			},
			want: map[predate.Key]predate.Figure{predate.KeyCurrentActualN1: is(conl, nil)},
		},
		"another charge statement of another account, whose lots are not known": {
			make: soundDossier,
			set: func(s *shelf) {
				other(s, "decompte-2025.pdf", "decompte-autre.pdf", func(p *Paper) {
					blank(p, predate.FactChargeLot, predate.KeyLots)
					change(p, predate.FactCharges, func(predate.Value) predate.Value { return predate.ChargeHead{Account: "B-200"} })
					change(p, predate.FactChargeTotals, func(predate.Value) predate.Value { return predate.ChargeTotals{Actual: 3000, HasActual: true} })
				})
			},
			want: map[predate.Key]predate.Figure{predate.KeyCurrentActualN1: is(conf, predate.Money(418000))},
		},
		"two calls for one term under two numbers": {
			make: soundDossier,
			set: func(s *shelf) {
				other(s, "appel-2025-4.pdf", "appel-2025-4-bis.pdf", func(p *Paper) {
					change(p, predate.FactCall, func(v predate.Value) predate.Value { h := v.(predate.CallHead); h.Number = "77"; return h })
				})
			},
			want: map[predate.Key]predate.Figure{predate.KeyCurrentCalledN1: is(conf, predate.Money(404000)), predate.KeyOffBudgetCalledN1: is(conf, predate.Money(160000))},
		},
		"a call for works beside that for the budget": {
			make: soundDossier,
			set: func(s *shelf) {
				works := func(l predate.CallLine) bool { return l.Nature == predate.NatureWorks }
				part := func(p *Paper, works func(predate.CallLine) bool, total predate.Cents, number string) {
					p.Figures = keep(p.Figures, func(f predate.Figure) bool { l, ok := f.Value.(predate.CallLine); return !ok || works(l) })
					change(p, predate.FactCall, func(v predate.Value) predate.Value {
						h := v.(predate.CallHead)
						h.Total, h.Number = total, number
						return h
					})
				}
				other(s, "appel-2025-4.pdf", "travaux.pdf", func(p *Paper) { part(p, works, 160000, "T-1") })
				for i := range s.in.Papers {
					if p := &s.in.Papers[i]; p.File == "appel-2025-4.pdf" {
						part(p, func(l predate.CallLine) bool { return !works(l) }, 105800, "2025-4")
					}
				}
			},
			want: map[predate.Key]predate.Figure{
				predate.KeyCurrentCalledN1: is(conf, predate.Money(404000)), predate.KeyOffBudgetCalledN1: is(conf, predate.Money(160000)),
				predate.KeyCashAdvance: is(conf, predate.Money(64000)), predate.KeyFutureBudget: is(comp, Compute(soundDossier().in).Figure(predate.KeyFutureBudget).Value),
			},
		},
		"two extracts of one day with two balances": {
			make: soundDossier,
			set: func(s *shelf) {
				other(s, "releve.pdf", "releve-bis.pdf", func(p *Paper) {
					change(p, predate.FactAccountClosing, func(v predate.Value) predate.Value { b := v.(predate.AccountBalance); b.Amount = 77; return b })
				})
			},
			want:  map[predate.Key]predate.Figure{predate.KeyAccountBalance: is(conl, nil), predate.KeyDueBudgetProvisions: is(conl, nil), predate.KeyPaidCurrentN1: is(miss, nil)},
			files: []string{"releve.pdf", "releve-bis.pdf"},
		},
		"the account of all lots, and that of one of them": {
			make: unpaidAdjustment,
			set: func(s *shelf) {
				other(s, "releve.pdf", "portail.pdf", func(p *Paper) {
					named := predate.LotAccount("7")
					change(p, predate.FactAccount, func(v predate.Value) predate.Value {
						return predate.AccountHead{Account: named, Lots: []string{"7"}}
					})
					for _, key := range []predate.Key{predate.FactAccountOpening, predate.FactAccountClosing} {
						change(p, key, func(v predate.Value) predate.Value { b := v.(predate.AccountBalance); b.Account = named; return b })
					}
					change(p, predate.FactAccountLine, func(v predate.Value) predate.Value { l := v.(predate.AccountLine); l.Account = named; return l })
				})
			},
			want: map[predate.Key]predate.Figure{predate.KeyAccountBalance: is(conl, nil)},
		},
		"the last call twice, with two balances before it": {
			make: dossiers()["a balance on the last call"],
			set: func(s *shelf) {
				other(s, "appel-2026-2.pdf", "appel-bis.pdf", func(p *Paper) {
					change(p, predate.FactPreviousBalance, func(predate.Value) predate.Value { return predate.Money(-400000) })
				})
			},
			want:  map[predate.Key]predate.Figure{predate.KeyAccountBalance: is(conl, nil), predate.KeyCreditBalancePrior: is(conl, nil)},
			files: []string{"appel-2026-2.pdf", "appel-bis.pdf"},
		},
		"minutes of one meeting with two amounts of works": {
			make: soundDossier,
			set: func(s *shelf) {
				other(s, "pv-2025.pdf", "pv-2025-bis.pdf", func(p *Paper) {
					change(p, predate.KeyVotedWorks, func(v predate.Value) predate.Value {
						w := v.(predate.WorkList)[0]
						w.Title, w.Amount = "Refection du hail", 1_500_000
						return predate.WorkList{w}
					})
				})
			},
			want: map[predate.Key]predate.Figure{predate.KeyVotedWorks: is(miss, nil), predate.KeyFutureOffBudget: is(miss, nil)},
		},
		"minutes twice, with a title misspelt": {
			make: soundDossier,
			set: func(s *shelf) {
				other(s, "pv-2025.pdf", "scan-pv-2025.pdf", func(p *Paper) {
					change(p, predate.KeyVotedWorks, func(v predate.Value) predate.Value {
						w := v.(predate.WorkList)[0]
						w.Title = "Rofection de hail"
						return predate.WorkList{w}
					})
				})
			},
			want: map[predate.Key]predate.Figure{predate.KeyVotedWorks: Compute(soundDossier().in).Figure(predate.KeyVotedWorks)},
		},
		"two light accounts of one year with other expenses": {
			make: lightDossier,
			set: func(s *shelf) {
				other(s, "comptes-2025.pdf", "comptes-bis.pdf", func(p *Paper) {
					change(p, predate.FactExpenses, func(predate.Value) predate.Value {
						return predate.MovementList{{Date: date("2025-12-31"), Label: "Réfection du hall solde", Debit: 310000}}
					})
				})
			},
			want: map[predate.Key]predate.Figure{predate.KeyOffBudgetActualN1: is(conl, nil), predate.KeyCurrentActualN1: is(conl, nil)},
		},
		"a charge statement of each of two accounts, one without its total": {
			make: splitDossier,
			set: func(s *shelf) {
				for i := range s.in.Papers {
					if p := &s.in.Papers[i]; p.File == "decompte-2025-lot8.pdf" {
						blank(p, predate.FactChargeTotals)
					}
				}
			},
			want: map[predate.Key]predate.Figure{predate.KeyCurrentActualN1: is(conf, predate.Money(418000)), predate.KeyCurrentCalledN1: is(conf, predate.Money(404000))},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := test.make()
			test.set(s)
			got := Compute(s.in)
			wantFigures(t, got, test.want)
			for key, want := range test.want {
				if f := got.Figure(key); want.Status == conl && len(test.files) > 0 {
					for _, file := range test.files {
						if !slices.ContainsFunc(f.Evidence, func(e predate.Evidence) bool { return e.File == file }) {
							t.Errorf("%s does not quote %s", key, file)
						}
					}
				}
			}
		})
	}
}

// unpaidAdjustment is the sound dossier of an owner who has not paid the adjustment of 2025.
func unpaidAdjustment() *shelf {
	s := soundDossier()
	for i := range s.in.Papers {
		if p := &s.in.Papers[i]; p.File == "releve.pdf" {
			p.Figures = keep(p.Figures, func(f predate.Figure) bool {
				l, ok := f.Value.(predate.AccountLine)
				return !ok || l.Date != date("2026-04-20")
			})
			change(p, predate.FactAccountClosing, func(v predate.Value) predate.Value { b := v.(predate.AccountBalance); b.Amount = 14000; return b })
		}
	}
	return s
}
