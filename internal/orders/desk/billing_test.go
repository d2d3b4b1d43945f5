package desk_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/orders/desk/desktest"
)

func (o *office) invoices(order predate.Order) []desk.Invoice {
	o.t.Helper()
	return must[[]desk.Invoice](o.t)(o.Invoices(o.ctx, o.account.ID, order.ID))
}

func (o *office) done(order predate.Order) {
	o.to(order, predate.DossierComplete, predate.StatementReady)
}

// An order is invoiced once, when it is done; a refresh costs its own price.
func TestADoneOrderIsInvoicedOnce(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		o.Billing = desktest.Billing()
		placing := o.placing()
		placing.Order.Payer = predate.Payer{Address: "3 place des Minutes", City: "Rezé", Zipcode: "44400", Lastname: "ÉTUDE DU GRAND-LARGE"}
		order := o.place(placing)
		o.to(order, predate.DossierLacking)
		if all := o.invoices(order); len(all) != 0 {
			t.Fatalf("invoiced before it is done: %v", all)
		}
		o.done(order)
		all := o.invoices(order)
		if len(all) != 1 {
			t.Fatalf("%d invoices, want 1", len(all))
		}
		year := o.clock.Now().Year()
		first := all[0]
		if first.Number != predate.NumberIn(fmt.Sprintf("F%d", year), 1) || first.Total() != 46_80 || first.Buyer != placing.Order.Payer || first.Due != first.Issued.AddDays(30) {
			t.Errorf("invoice %+v", first.Invoice)
		}
		refreshed, err := o.Refresh(o.ctx, desk.Refreshing{Order: order.ID, Account: o.account.ID, Method: predate.MethodUpload})
		if err != nil {
			t.Fatal(err)
		}
		o.done(refreshed)
		if all = o.invoices(order); len(all) != 2 || all[1].Net() != 9_00 || all[1].Number != predate.NumberIn(fmt.Sprintf("F%d", year), 2) {
			t.Errorf("after a refresh: %+v", all)
		}
	})
}

// What is not to be paid is not invoiced: tests, kinds without a price, an installation
// without billing.
func TestWhatIsNotInvoiced(t *testing.T) {
	for name, change := range map[string]func(*office, *desk.Placing){
		"no billing": func(o *office, _ *desk.Placing) { o.Billing = predate.Billing{} },
		"a test":     func(_ *office, p *desk.Placing) { p.Order.TestMode = true },
		"no price": func(o *office, _ *desk.Placing) {
			o.Billing.Prices = map[predate.AccountKind]predate.Cents{predate.SyndicAccount: 1}
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := open(t)
			o.Billing = desktest.Billing()
			placing := o.placing()
			change(o, &placing)
			order := o.place(placing)
			o.done(order)
			if all := o.invoices(order); len(all) != 0 {
				t.Errorf("invoiced: %+v", all)
			}
		})
	}
}

// Orders that are done at once have numbers without a gap, and a transaction that fails
// takes none.
func TestInvoicesHaveNoGaps(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		o.Billing = desktest.Billing()
		const orders = 12
		var all sync.WaitGroup
		for n := range orders {
			order := o.place(o.placing())
			o.to(order, predate.DossierComplete)
			run := o.runOf(order)
			all.Go(func() {
				progress := desk.Progress{Run: run, Trigger: predate.StatementReady, Change: func(r *predate.Run) { r.Issued, r.Ended = o.clock.Now(), o.clock.Now() }}
				if n%3 == 0 { // the step is recorded twice: the second is stale
					_ = o.Record(o.ctx, progress)
				}
				if err := o.Record(o.ctx, progress); err != nil && !errors.Is(err, predate.ErrStale) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		written := must[[]desk.Invoice](t)(o.AccountInvoices(o.ctx, o.account.ID, "", 100))
		if len(written) != orders {
			t.Fatalf("%d invoices of %d orders", len(written), orders)
		}
		seen := map[predate.InvoiceNumber]bool{}
		for _, one := range written {
			seen[one.Number] = true
		}
		for n := range int64(orders) {
			if number := predate.NumberIn(fmt.Sprintf("F%d", o.clock.Now().Year()), n+1); !seen[number] {
				t.Errorf("%s was left out", number)
			}
		}
	})
}

// A credit note cancels an invoice as a whole, once, and says who gave it and why.
func TestCreditInvoice(t *testing.T) {
	o := open(t)
	o.Billing = desktest.Billing()
	order := o.place(o.placing())
	o.done(order)
	number := o.invoices(order)[0].Number
	credit, err := o.CreditInvoice(o.ctx, number, desk.Decision{By: "C. Aubrac", Why: "commande passée deux fois"})
	if err != nil {
		t.Fatal(err)
	}
	all := o.invoices(order)
	if len(all) != 2 || all[1].Number != credit.Number || credit.Corrects != number || credit.Total() != 46_80 || credit.Why != "commande passée deux fois" {
		t.Errorf("credit note %+v of %+v", credit, all)
	}
	_, err = o.CreditInvoice(o.ctx, number, desk.Decision{By: "C. Aubrac", Why: "encore"})
	refused(t, err, predate.CodeConflict, "a déjà un avoir")
	_, err = o.CreditInvoice(o.ctx, credit.Number, desk.Decision{By: "C. Aubrac", Why: "encore"})
	refused(t, err, predate.CodeConflict, "déjà un avoir")
	_, err = o.CreditInvoice(o.ctx, "F1999-000001", desk.Decision{By: "C. Aubrac", Why: "encore"})
	refused(t, err, predate.CodeNotFound, "Aucune facture")
	_, err = o.CreditInvoice(o.ctx, number, desk.Decision{By: "C. Aubrac"})
	refused(t, err, predate.CodeInvalid, "un nom et un motif")
	if next := len(must[[]desk.Invoice](t)(o.AccountInvoices(o.ctx, "", "", 9))); next != 2 {
		t.Errorf("%d papers after refusals, want 2", next)
	}
}

// The file of an invoice is set once and outlives its order: accounts are kept for ten
// years, though the order is erased.
func TestInvoiceFileOutlivesItsOrder(t *testing.T) {
	o := open(t)
	o.Billing = desktest.Billing()
	placing := o.placing()
	placing.Order.Payer = predate.Payer{Address: "3 place des Minutes", City: "Rezé", Zipcode: "44400", Lastname: "ÉTUDE DU GRAND-LARGE"}
	order := o.place(placing)
	o.done(order)
	number := o.invoices(order)[0].Number
	file := must[predate.Hash](t)(o.InvoiceFile(o.ctx, number))
	if again := must[predate.Hash](t)(o.InvoiceFile(o.ctx, number)); file == "" || again != file {
		t.Errorf("file %q, then %q", file, again)
	}
	if err := o.By(desk.Actor{Name: "M. Sorel", Why: "demande de la personne"}).EraseOrder(o.ctx, order.ID); err != nil {
		t.Fatal(err)
	}
	o.clock.Pass(48 * time.Hour)
	if err := o.Sweep(o.ctx); err != nil {
		t.Fatal(err)
	}
	if size, err := o.Blobs.Size(o.ctx, file); err != nil || size < 10_000 {
		t.Errorf("the file after the erasure: %d bytes, %v", size, err)
	}
	if kept := must[desk.Invoice](t)(o.InvoiceByNumber(o.ctx, number)); kept.Buyer.Lastname == "" {
		t.Errorf("the invoice was emptied: %+v", kept)
	}
}
