package desk

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/statement/typeset"
)

// Invoice is an invoice or a credit note with when it was written.
type Invoice = store.InvoiceRow

// bill writes the invoice of an order in the transaction that makes the order done, so that
// neither a statement nor an invoice number can exist without its invoice.
func (d *Desk) bill(ctx context.Context, tx store.Tx, order predate.Order) error {
	if d.Billing.IsZero() || order.TestMode || order.ByTestKey {
		return nil
	}
	account, err := store.AccountByID(ctx, tx, order.Account)
	if err != nil {
		return fmt.Errorf("read account %s: %w", order.Account, err)
	}
	again, err := store.IssuedBefore(ctx, tx, order.ID, order.Run)
	if err != nil {
		return err
	}
	invoice, ok := d.Billing.Bill(order, account.Kind, predate.DateOf(d.now()), again)
	if !ok {
		return nil
	}
	if invoice.Number, err = store.NextInvoiceNumber(ctx, tx, d.Billing.SeriesOf(invoice.Issued)); err != nil {
		return err
	}
	return store.InsertInvoice(ctx, tx, invoice, d.now())
}

// Invoices returns the invoices and credit notes of an order of an account, oldest first.
// It returns predate.ErrNotFound if the account has no such order.
func (d *Desk) Invoices(ctx context.Context, account predate.AccountID, id predate.OrderID) (all []Invoice, err error) {
	err = d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		order, err := store.OrderByID(ctx, tx, id)
		if err == nil && order.Account != account {
			err = predate.ErrNotFound
		}
		if err != nil {
			return err
		}
		all, err = store.InvoicesOf(ctx, tx, id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read invoices of order %s: %w", id, err)
	}
	return all, nil
}

// AccountInvoices returns up to limit invoices and credit notes of an account, newest first,
// starting before a number if one is given. An empty account means all accounts.
func (d *Desk) AccountInvoices(ctx context.Context, account predate.AccountID, before predate.InvoiceNumber, limit int) (all []Invoice, err error) {
	err = d.DB.View(ctx, func(ctx context.Context, tx store.Tx) (err error) {
		all, err = store.InvoicesOfAccount(ctx, tx, account, before, limit)
		return err
	})
	return all, err
}

// InvoiceByNumber returns an invoice or a credit note, or predate.ErrNotFound.
func (d *Desk) InvoiceByNumber(ctx context.Context, number predate.InvoiceNumber) (invoice Invoice, err error) {
	err = d.DB.View(ctx, func(ctx context.Context, tx store.Tx) (err error) {
		invoice, err = store.InvoiceByNumber(ctx, tx, number)
		return err
	})
	return invoice, err
}

// InvoiceFile returns the hash of an invoice's PDF. The PDF is typeset at the first call and
// stored: later calls return the same bytes, even if the layout of invoices changes. After
// predate.ErrBusy the caller should try again.
func (d *Desk) InvoiceFile(ctx context.Context, number predate.InvoiceNumber) (predate.Hash, error) {
	invoice, err := d.InvoiceByNumber(ctx, number)
	if err != nil || invoice.File != "" {
		return invoice.File, err
	}
	data, err := typeset.Invoice(invoice.Invoice)
	if err != nil {
		return "", err
	}
	kept, err := d.Keep(ctx, bytes.NewReader(data))
	if err != nil {
		return "", fmt.Errorf("keep the file of invoice %s: %w", number, err)
	}
	err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := store.SetInvoiceFile(ctx, tx, number, kept.Hash); err != nil {
			return err
		}
		// A concurrent call may have been faster: its file counts, and the sweeper deletes ours.
		if invoice, err = store.InvoiceByNumber(ctx, tx, number); err != nil || invoice.File != kept.Hash {
			return err
		}
		return d.name(ctx, tx, []Kept{kept})
	})
	if err != nil {
		return "", fmt.Errorf("keep the file of invoice %s: %w", number, err)
	}
	return invoice.File, nil
}

// CreditInvoice cancels a whole invoice by a credit note, and records who did it and why. It
// returns an error for a credit note, and for an invoice that was cancelled before.
func (d *Desk) CreditInvoice(ctx context.Context, number predate.InvoiceNumber, decision Decision) (credit predate.Invoice, err error) {
	if err := decision.check(); err != nil {
		return credit, err
	}
	if d.Billing.IsZero() {
		return credit, predate.Refuse(predate.CodeConflict, "La facturation n’est pas configurée : démarrez avec --billing.")
	}
	err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		invoice, err := store.InvoiceByNumber(ctx, tx, number)
		if errors.Is(err, predate.ErrNotFound) {
			return predate.Refuse(predate.CodeNotFound, "Aucune facture ne porte le numéro %s.", number)
		}
		if err != nil {
			return err
		}
		if invoice.IsCredit() {
			return predate.Refuse(predate.CodeConflict, "%s est déjà un avoir.", number)
		}
		today := predate.DateOf(d.now())
		next, err := store.NextInvoiceNumber(ctx, tx, d.Billing.SeriesOf(today))
		if err != nil {
			return err
		}
		credit = invoice.Credit(next, today, decision.Why)
		switch err := store.InsertInvoice(ctx, tx, credit, d.now()); {
		case errors.Is(err, predate.ErrExists):
			return predate.Refuse(predate.CodeConflict, "La facture %s a déjà un avoir.", number)
		case err != nil:
			return err
		}
		decision.item, decision.value = string(number), string(next)
		return d.audit(ctx, tx, predate.Order{ID: invoice.Order, Account: invoice.Account}, "credit", decision)
	})
	if err != nil {
		return predate.Invoice{}, fmt.Errorf("credit invoice %s: %w", number, err)
	}
	return credit, nil
}
