package compute

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"predate"
)

// dossiers are sound dossiers of several sorts, each with papers that the
// others lack.
func dossiers() map[string]func() *shelf {
	return map[string]func() *shelf{
		"one account":               soundDossier,
		"works closed in 2025":      closedWorksDossier,
		"an account for each lot":   splitDossier,
		"light accounts":            lightDossier,
		"declared paid, no account": func() *shelf { s := soundDossier(); s.in.Order.AllDuePaid = true; s.drop("releve.pdf"); return s },
		"no charge statement":       func() *shelf { s := soundDossier(); s.drop("decompte-2024.pdf", "decompte-2025.pdf"); return s },
		"a balance on the last call": func() *shelf {
			s := soundDossier()
			s.drop("releve.pdf")
			for i := range s.in.Papers {
				if p := &s.in.Papers[i]; p.File == "appel-2026-2.pdf" {
					p.Figures = append(p.Figures, predate.Figure{
						Key: predate.FactPreviousBalance, Value: predate.Money(-500000), Status: conf, AsOf: date("2026-03-17"),
						Evidence: []predate.Evidence{{File: p.File, Page: 1, Text: "-5000,00"}},
					})
				}
			}
			return s
		},
	}
}

// closedWorksDossier has works closed in 2025, told by the charge statement and
// by annexe 4.
func closedWorksDossier() *shelf {
	s := soundDossier()
	for i := range s.in.Papers {
		p := &s.in.Papers[i]
		if p.File != "decompte-2025.pdf" {
			continue
		}
		p.Figures = keep(p.Figures, func(f predate.Figure) bool { return f.Key != predate.FactChargeNoWorks })
		work := func(lot, title string, share int64, net predate.Cents) predate.Figure {
			amount, _ := net.Share(share, 1000)
			return predate.Figure{
				Key: predate.FactChargeWork, Status: conf, Year: year(2025),
				Value:    predate.ChargeWork{Lot: lot, Title: title, Key: "GEN", Net: net, Base: 1000, Share: share, Amount: amount},
				Evidence: []predate.Evidence{{File: p.File, Page: 2, Text: lot + title}},
			}
		}
		p.Figures = append(p.Figures, work("7", "Porte cochère", 300, 100000), work("8", "Porte cochère", 20, 100000), work("7", "Interphone", 300, 50000), work("8", "Interphone", 20, 50000))
	}
	s.add("annexe-4.pdf", predate.KindSchedule4, "2026-02-28", inYear(predate.Figure{Key: predate.FactClosedWorks, Value: predate.ClosedWorks{
		{Title: "Porte cochère", Key: "Charges générales", Spent: 100000, Received: 110000, Balance: 10000}, {Title: "Interphone", Key: "Charges générales", Spent: 50000, Received: 50000},
	}}, 2025))
	return s
}

// splitDossier has two accounts, and two papers of everything: one for each lot.
func splitDossier() *shelf {
	s := soundDossier()
	var out []Paper
	for _, p := range s.in.Papers {
		if p.Part.Kind != predate.KindFundCall && p.Part.Kind != predate.KindChargeStatement && p.Part.Kind != predate.KindAccountStatement {
			out = append(out, p)
			continue
		}
		for _, lot := range []string{"7", "8"} {
			out = append(out, ofLot(p, lot))
		}
	}
	s.in.Papers = out
	return s
}

// ofLot is the share of a paper that one of the two lots has; the account of
// the first bears all the movements.
func ofLot(p Paper, lot string) Paper {
	account, file := "A-10"+lot+lot, strings.TrimSuffix(p.File, ".pdf")+"-lot"+lot+".pdf"
	called := predate.Cents(0)
	actual := predate.ChargeLot{}
	for _, f := range p.Figures {
		if l, ok := f.Value.(predate.CallLine); ok && l.Lot == lot {
			called += l.Amount
		}
		if l, ok := f.Value.(predate.ChargeLot); ok && l.Lot == lot {
			actual = l
		}
	}
	figures := p.Figures
	p.File, p.Figures = file, nil
	for _, f := range figures {
		switch v := f.Value.(type) {
		case predate.LotList:
			f.Value = predate.LotList(keep(v, func(l predate.Lot) bool { return l.Number == lot }))
		case predate.CallHead:
			v.Lots, v.Account, v.Total = []string{lot}, account, called
			f.Value = v
		case predate.CallLine:
			if v.Lot != lot {
				continue
			}
		case predate.ChargeHead:
			v.Lots, v.Account = []string{lot}, account
			f.Value = v
		case predate.ChargeLot:
			if v.Lot != lot {
				continue
			}
		case predate.ChargeTotals:
			v.Actual, v.Called, v.Adjustment = actual.Actual, actual.Called, actual.Actual-actual.Called
			f.Value = v
		case predate.AccountHead:
			v.Lots, v.Account = []string{lot}, account
			f.Value = v
		case predate.AccountBalance:
			v.Account = account
			f.Value = v
		case predate.AccountLine:
			if lot == "8" {
				continue
			}
			v.Account = account
			f.Value = v
		case predate.Money:
			if f.Key == predate.KeyCashAdvance || f.Key == predate.KeyWorksFundLotShare {
				f.Value = predate.Money(map[string]predate.Cents{"7": predate.Cents(v) * 300 / 320, "8": predate.Cents(v) * 20 / 320}[lot])
			}
		}
		f.Evidence = []predate.Evidence{{File: file, Page: 1, Text: fmt.Sprint(f.Value), Rule: string(f.Key)}}
		p.Figures = append(p.Figures, f)
	}
	return p
}

// lightDossier is that of a small syndicat that keeps light accounts.
func lightDossier() *shelf {
	s := soundDossier()
	s.drop("annexe-1.pdf", "annexe-3.pdf", "annexe-5.pdf", "decompte-2024.pdf", "decompte-2025.pdf")
	for i := range s.in.Papers {
		change(&s.in.Papers[i], predate.FactMainLotCount, func(predate.Value) predate.Value { return predate.Count(4) })
		change(&s.in.Papers[i], predate.FactBudgetVoted, func(predate.Value) predate.Value { return predate.Money(1_400_000) })
	}
	for i, spent := range []predate.Cents{0, 300000} {
		y := 2024 + i
		expenses := predate.MovementList{{Date: year(y).From, Label: "Ménage", Debit: 900000}}
		if spent != 0 {
			expenses = append(expenses, predate.Movement{Date: year(y).To, Label: "Réfection du hall solde", Debit: spent})
		}
		row := predate.OwnerRow{Owner: "Barrandel", Lots: "7, 8", Charges: 400000, Called: 404000 + 160000*spent/300000}
		s.add(fmt.Sprintf("comptes-%d.pdf", y), predate.KindLightAccounts, fmt.Sprintf("%d-01-31", y+1),
			predate.Figure{Key: predate.FactLightBookkeeping, Value: predate.Flag(true)},
			inYear(predate.Figure{Key: predate.FactOwnerRows, Value: predate.OwnerRows{row, {Owner: "Autre", Lots: "3", Charges: 1}}}, y),
			inYear(predate.Figure{Key: predate.FactExpenses, Value: expenses}, y))
	}
	return s
}

// again copies a paper as another file would carry it: under another name, at
// other pages, a little beside.
func again(t *rapid.T, p Paper) Paper {
	p.File = rapid.SampledFrom([]string{"0-", "m-", "zz-"}).Draw(t, "name") + p.File
	first := rapid.IntRange(1, 30).Draw(t, "page")
	p.Part.Last += first - p.Part.First
	p.Part.First = first
	p.Figures = slices.Clone(p.Figures)
	for i := range p.Figures {
		p.Figures[i].Evidence = slices.Clone(p.Figures[i].Evidence)
		for e := range p.Figures[i].Evidence {
			place := &p.Figures[i].Evidence[e]
			place.File, place.Page, place.Box.X0 = p.File, first, place.Box.X0+0.5
		}
	}
	return p
}

// blur makes a copy tell less of whose it is, as a scan does: its account is
// misspelt or unread, or its head leaves out the lots.
func blur(t *rapid.T, p Paper) Paper {
	how := rapid.SampledFrom([]string{"", "misspelt", "no account", "no lots"}).Draw(t, "blur")
	account := func(s string) string {
		switch how {
		case "misspelt":
			return strings.ReplaceAll(s, "1", "l")
		case "no account":
			return ""
		}
		return s
	}
	lots := func(list []string) []string {
		if how == "no lots" {
			return nil
		}
		return list
	}
	for i := range p.Figures {
		switch v := p.Figures[i].Value.(type) {
		case predate.CallHead:
			v.Account, v.Lots = account(v.Account), lots(v.Lots)
			p.Figures[i].Value = v
		case predate.ChargeHead:
			v.Account, v.Lots = account(v.Account), lots(v.Lots)
			p.Figures[i].Value = v
		case predate.AccountHead:
			v.Account, v.Lots = account(v.Account), lots(v.Lots)
			p.Figures[i].Value = v
		case predate.AccountBalance:
			v.Account = account(v.Account)
			p.Figures[i].Value = v
		case predate.AccountLine:
			v.Account = account(v.Account)
			p.Figures[i].Value = v
		}
	}
	return p
}

// heads are the facts by which a paper says what it is: a copy without them
// is a paper that could not be read, and a doubt.
var heads = []predate.Key{
	predate.FactCall, predate.FactCharges, predate.FactAccount, predate.FactAccountOpening, predate.FactAccountClosing,
	predate.FactMeeting, predate.FactResolutions, predate.FactApproval,
}

// drawDossier takes one of the dossiers, and one of its papers.
func drawDossier(t *rapid.T) (*shelf, Paper) {
	names := []string{}
	for name := range dossiers() {
		names = append(names, name)
	}
	slices.Sort(names)
	s := dossiers()[rapid.SampledFrom(names).Draw(t, "dossier")]()
	return s, s.in.Papers[rapid.IntRange(0, len(s.in.Papers)-1).Draw(t, "paper")]
}

// with gives the statement with one paper more.
func (s *shelf) with(p Paper) predate.Statement {
	s.in.Papers = append(s.in.Papers, p)
	s.in.Documents = append(s.in.Documents, predate.ReadDocument{File: p.File, Pages: p.Part.Last})
	return Compute(s.in)
}

// A paper that comes twice, in another file, with some of its figures unread,
// says nothing more: no figure, no gate and no outcome changes.
func TestAPaperTwiceIsOneWitness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, p := drawDossier(t)
		want := Compute(s.in)
		copied := blur(t, again(t, p))
		copied.Figures = keep(copied.Figures, func(f predate.Figure) bool {
			return slices.Contains(heads, f.Key) || rapid.IntRange(0, 3).Draw(t, "read") > 0
		})
		got := s.with(copied)
		for key, f := range want.Figures {
			g := got.Figure(key)
			if diff := cmp.Diff(f.Value, g.Value); diff != "" || f.Status != g.Status {
				t.Errorf("%s: %s became %s (%s): %s", key, f.Status, g.Status, g.Derivation, diff)
			}
		}
		if got.Outcome.State != want.Outcome.State {
			t.Errorf("outcome %s became %s: %v %v", want.Outcome.State, got.Outcome.State, got.Outcome.Reasons, got.Outcome.Missing)
		}
		for i, g := range want.Gates {
			if (g.Status == predate.GateRed) != (got.Gates[i].Status == predate.GateRed) {
				t.Errorf("gate %s is %s: %s", g.ID, got.Gates[i].Status, got.Gates[i].Detail)
			}
		}
	})
}

// summed are the figures that are gathered over papers.
func summed() []predate.Key {
	var out []predate.Key
	for _, n := range decisive() {
		if n.key != predate.KeyLots && n.key != predate.KeyAllocationKeys {
			out = append(out, n.key)
		}
	}
	return append(out, predate.KeyAdvancesToReconstitute, predate.KeyNextYearBudgetShare, predate.KeyWorksFundBalance)
}

// A copy in which an amount is misread makes a doubt at most: no figure takes
// another value.
func TestAMisreadCopyNeverGivesAnotherFigure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, p := drawDossier(t)
		want := Compute(s.in)
		copied := blur(t, again(t, p))
		i := rapid.IntRange(0, len(copied.Figures)-1).Draw(t, "figure")
		by := predate.Cents(rapid.SampledFrom([]int{1, -1, 100, 90000, -90000, 7000000}).Draw(t, "by"))
		copied.Figures[i].Value = misread(copied.Figures[i].Value, by)
		got := s.with(copied)
		for _, key := range summed() {
			f, g := want.Figure(key), got.Figure(key)
			if f.Known() && g.Known() && cmp.Diff(f.Value, g.Value) != "" {
				t.Errorf("%s: %v became %v with %v", key, f.Value, g.Value, copied.Figures[i].Value)
			}
		}
	})
}

// misread changes an amount of a value, if it has any.
func misread(v predate.Value, by predate.Cents) predate.Value {
	switch v := v.(type) {
	case predate.Money:
		return v + predate.Money(by)
	case predate.CallHead:
		v.Total += by
		return v
	case predate.CallLine:
		v.Amount += by
		return v
	case predate.AccountLine:
		v.Debit += by
		return v
	case predate.AccountBalance:
		v.Amount += by
		return v
	case predate.ChargeLot:
		v.Actual += by
		return v
	case predate.ChargeTotals:
		v.Called += by
		return v
	case predate.ChargeWork:
		v.Amount += by
		return v
	case predate.KeyNets:
		v = slices.Clone(v)
		v[0].Amounts = slices.Clone(v[0].Amounts)
		for i := range v[0].Amounts {
			v[0].Amounts[i].Amount += by
		}
		return v
	case predate.ClosedWorks:
		v = slices.Clone(v)
		v[0].Spent += by
		return v
	case predate.OpenWorks:
		v = slices.Clone(v)
		v[0].Received += by
		return v
	case predate.WorkList:
		v = slices.Clone(v)
		v[0].Amount += by
		return v
	case predate.OwnerRows:
		v = slices.Clone(v)
		v[0].Charges += by
		return v
	case predate.MovementList:
		v = slices.Clone(v)
		v[len(v)-1].Debit += by
		return v
	}
	return v
}

// The dossiers of the properties say what they are meant to say.
func TestDossiersAreSound(t *testing.T) {
	for name, make := range dossiers() {
		got := Compute(make().in)
		for _, g := range got.Gates {
			if g.Status == predate.GateRed {
				t.Errorf("%s: gate %s: %s", name, g.ID, g.Detail)
			}
		}
		known := 0
		for _, key := range summed() {
			if got.Figure(key).Known() {
				known++
			}
		}
		t.Logf("%s: %s, %d known, %v %v", name, got.Outcome.State, known, got.Outcome.Missing, got.Outcome.Reasons)
	}
}

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
					change(p, predate.FactChargeTotals, func(v predate.Value) predate.Value {
						v = predate.ChargeTotals{Actual: 418100, Called: 404000, Adjustment: 14100, HasActual: true, HasCalled: true, HasAdjustment: true}
						return v
					})
				})
			},
			want: map[predate.Key]predate.Figure{
				predate.KeyCurrentActualN1: is(conl, nil), predate.KeyPaidCurrentN1: is(miss, nil),
				predate.KeyCurrentCalledN1: is(conf, predate.Money(404000)), predate.KeyCashAdvance: is(conf, predate.Money(64000)),
			},
			files: []string{"decompte-2025.pdf", "decompte-2025-bis.pdf"},
		},
		"the same, where nothing tells whose the second is": {
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
