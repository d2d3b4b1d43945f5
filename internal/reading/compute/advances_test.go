package compute

import (
	"testing"

	"predate"
)

// TestAnAdvanceOfAnnexe1IsNotDeniedByACall: a call that recalls the cash advance alone
// does not prove that the lots have no part in the other advances that the accounts
// show.
func TestAnAdvanceOfAnnexe1IsNotDeniedByACall(t *testing.T) {
	for account, loan := range map[predate.Key]predate.Figure{
		predate.FactWorksAdvance: is(nil0, predate.Money(0)),
		predate.FactOtherAdvance: is(miss, nil),
	} {
		s := soundDossier()
		change(s.find(t, "annexe-1.pdf"), account, func(predate.Value) predate.Value { return predate.Money(2_000_000) })
		wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{
			predate.KeyCashAdvance:            is(conf, predate.Money(64000)),
			predate.KeySpecialAdvance:         is(miss, nil),
			predate.KeyLoanAdvance:            loan,
			predate.KeyAdvancesToReconstitute: is(miss, nil),
		})
	}
}

// forgetAdvance takes the recall of the cash advance out of the papers but for the
// calls of 2024.
func forgetAdvance(s *shelf) {
	for i := range s.in.Papers {
		p := &s.in.Papers[i]
		if p.Printed.After(date("2025-01-01")) {
			p.Figures = keep(p.Figures, func(f predate.Figure) bool { return f.Key != predate.KeyCashAdvance })
		}
	}
}

// TestAnAdvanceCalledSinceItWasRecalledIsNotWhatItWas: the recall of 2024 is true until
// a call or the account shows that an advance was called or given back.
func TestAnAdvanceCalledSinceItWasRecalledIsNotWhatItWas(t *testing.T) {
	s := soundDossier()
	forgetAdvance(s)
	wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyCashAdvance: is(conf, predate.Money(64000))})

	asked := soundDossier()
	forgetAdvance(asked)
	p := asked.find(t, "appel-2026-1.pdf")
	p.Figures = append(p.Figures, predate.Figure{
		Key: predate.FactCallLine, Status: conf, Evidence: []predate.Evidence{{File: p.File, Page: 1, Text: "320,00"}},
		Value: predate.CallLine{Lot: "7", Label: "Complément d’avance", Amount: 32000, Nature: predate.NatureAdvance},
	})
	change(p, predate.FactCall, func(v predate.Value) predate.Value { h := v.(predate.CallHead); h.Total += 32000; return h })
	wantFigures(t, Compute(asked.in), map[predate.Key]predate.Figure{
		predate.KeyCashAdvance: is(miss, nil), predate.KeyAdvancesToReconstitute: is(miss, nil),
	})

	posted := soundDossier()
	forgetAdvance(posted)
	posted.drop("releve.pdf")
	posted.accountOf("releve.pdf", append(entries(),
		predate.Movement{Date: date("2026-04-22"), Label: "Remboursement avance de trésorerie", Nature: predate.NatureAdvance, Credit: 64000},
		predate.Movement{Date: date("2026-04-23"), Label: "Virement à votre compte", Debit: 64000}))
	wantFigures(t, Compute(posted.in), map[predate.Key]predate.Figure{predate.KeyCashAdvance: is(miss, nil)})
}

// TestWhatTheSyndicatHoldsIsNotTheLots: a call may recall the accounts of the syndicat, for
// information.
func TestWhatTheSyndicatHoldsIsNotTheLots(t *testing.T) {
	s := soundDossier()
	for i := range s.in.Papers {
		p := &s.in.Papers[i]
		change(p, predate.KeyCashAdvance, func(predate.Value) predate.Value { return predate.Money(200000) })
		change(p, predate.KeyWorksFundLotShare, func(predate.Value) predate.Value { return predate.Money(120000) })
	}
	wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{
		predate.KeyCashAdvance: is(miss, nil), predate.KeyAdvancesToReconstitute: is(miss, nil), predate.KeyWorksFundLotShare: is(miss, nil),
	})
}

// TestAShareOfAnAdvanceIsAsPrintedForTheSameShares: programs round the advance of each lot,
// so that the part of all may be a cent off what one division gives. What a call prints for as
// many tantièmes as are sold is stated, though its lots were not all read.
func TestAShareOfAnAdvanceIsAsPrintedForTheSameShares(t *testing.T) {
	s := soundDossier()
	for i := range s.in.Papers {
		p := &s.in.Papers[i]
		if p.Part.Kind != predate.KindFundCall {
			p.Figures = keep(p.Figures, func(f predate.Figure) bool { return f.Key != predate.KeyCashAdvance })
			continue
		}
		change(p, predate.KeyCashAdvance, func(predate.Value) predate.Value { return predate.Money(64001) })
		change(p, predate.KeyLots, func(predate.Value) predate.Value {
			return predate.LotList{{Number: "7", Shares: 300}, {Number: "80", Shares: 20}}
		})
		change(p, predate.FactCall, func(v predate.Value) predate.Value {
			head := v.(predate.CallHead)
			head.Lots = []string{"7"}
			return head
		})
	}
	wantFigures(t, Compute(s.in), map[predate.Key]predate.Figure{predate.KeyCashAdvance: is(comp, predate.Money(64001))})
}
