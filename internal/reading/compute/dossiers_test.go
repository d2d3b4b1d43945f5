package compute

import (
	"fmt"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/wording"
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

// The dossiers of the properties say what they are meant to say.
func TestDossiersAreSound(t *testing.T) {
	for name, make := range dossiers() {
		got := Compute(make().in)
		for _, g := range got.Gates {
			if g.Status == predate.GateRed {
				t.Errorf("%s: gate %s: %s", name, g.ID, wording.Of(g.Detail))
			}
		}
		known := 0
		for _, key := range summed() {
			if got.Figure(key).Known() {
				known++
			}
		}
		t.Logf("%s: %s, %d known, %v %v", name, got.Outcome.State, known, got.Outcome.Missing, wording.All(got.Outcome.Reasons))
	}
}
