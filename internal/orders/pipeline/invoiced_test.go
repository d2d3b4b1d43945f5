package pipeline_test

import (
	"log/slog"
	"testing"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/orders/desk/desktest"
	"predate/internal/reading"
	"predate/internal/reading/blank/blanktest"
)

// TestAnInvoiceIsTypesetWhenItsOrderIsDone: the file is there before anybody asks for it.
func TestAnInvoiceIsTypesetWhenItsOrderIsDone(t *testing.T) {
	shops(t, func(t *testing.T, s *shop) {
		s.desk.Billing = desktest.Billing()
		s.workers.Reader = reading.New(reading.Options{
			Pages: drawnPages{}, Engine: "drawn", Rules: "build", Cache: reading.DirCache{Dir: t.TempDir()}, Log: slog.New(slog.DiscardHandler), Forms: blanktest.House(t),
		})
		order, err := s.desk.Place(t.Context(), desk.Placing{Account: s.account, Documents: misfiled(), Order: predate.Order{
			Method: predate.MethodUpload, Owners: []predate.Owner{{Lastname: "Anglarès"}},
			Property: predate.Address{Street: "58 avenue des Bigaradiers", Zipcode: "06000", City: "Nice"},
			Payer:    predate.Payer{Lastname: "Étude des Quatre-Vents", Address: "1 place de l’Étude", Zipcode: "69003", City: "Lyon"},
		}})
		if err != nil {
			t.Fatal(err)
		}
		s.reread(order)
		at := s.caseOf(order)
		err = s.desk.Record(t.Context(), desk.Progress{Run: at.Run, Trigger: predate.DossierComplete, Change: func(r *predate.Run) {
			r.Outcome = predate.OutcomeDone
		}})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // typeset and issue
			if err := s.workers.Work(t.Context(), at.Run.ID); err != nil {
				t.Fatal(err)
			}
		}
		invoices, err := s.desk.Invoices(t.Context(), s.account.ID, order.ID)
		if err != nil || len(invoices) != 1 || invoices[0].File == "" {
			t.Fatalf("invoices %+v, %v; the order is %s", invoices, err, s.caseOf(order).Order.State)
		}
	})
}
