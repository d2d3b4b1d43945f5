package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"predate"
)

// InvoiceRow is an invoice or a credit note with the time at which it was written and the
// hash of its file, "" until the file is made.
type InvoiceRow struct {
	predate.Invoice
	At   time.Time
	File predate.Hash
}

const invoiceColumns = "number, account, order_id, run, corrects, at, body, pdf_hash"

func scanInvoice(row Row) (InvoiceRow, error) {
	var r InvoiceRow
	var said string
	var head predate.Invoice
	err := row.Scan(&head.Number, &head.Account, &head.Order, &head.Run, &head.Corrects, instant{&r.At}, &said, &r.File)
	if err != nil {
		return r, err
	}
	if r.Invoice, err = decodeInvoice([]byte(said)); err != nil {
		return r, fmt.Errorf("invoice %s: %w", head.Number, err)
	}
	r.Number, r.Account, r.Order, r.Run, r.Corrects = head.Number, head.Account, head.Order, head.Run, head.Corrects
	return r, nil
}

// NextInvoiceNumber returns the next number of a series. It locks the series until the
// transaction ends, so that a number is used only if its invoice is committed.
func NextInvoiceNumber(ctx context.Context, tx Tx, series string) (predate.InvoiceNumber, error) {
	var n int64
	err := tx.QueryRow(ctx, "INSERT INTO invoice_series (name, last) VALUES ($1, 1)"+
		" ON CONFLICT (name) DO UPDATE SET last = invoice_series.last + 1 RETURNING last", series).Scan(&n)
	if err != nil {
		return "", fmt.Errorf("number an invoice of %s: %w", series, err)
	}
	return predate.NumberIn(series, n), nil
}

// InsertInvoice adds an invoice or a credit note. It returns ErrExists if its run, or the
// invoice that it cancels, has one already.
func InsertInvoice(ctx context.Context, tx Tx, i predate.Invoice, at time.Time) error {
	said, err := encodeInvoice(i)
	if err == nil {
		err = insert(ctx, tx, "invoices", invoiceColumns, i.Number, i.Account, i.Order, i.Run, i.Corrects, micros(at), string(said), "")
	}
	if err != nil {
		return fmt.Errorf("write invoice %s: %w", i.Number, err)
	}
	return nil
}

// InvoiceByNumber reads an invoice or a credit note, or ErrNotFound.
func InvoiceByNumber(ctx context.Context, tx Tx, number predate.InvoiceNumber) (InvoiceRow, error) {
	row, err := scanInvoice(tx.QueryRow(ctx, "SELECT "+invoiceColumns+" FROM invoices WHERE number = $1", number))
	if err != nil {
		return row, fmt.Errorf("read invoice %s: %w", number, err)
	}
	return row, nil
}

// InvoicesOf lists the invoices and credit notes of an order, the oldest first.
func InvoicesOf(ctx context.Context, tx Tx, order predate.OrderID) ([]InvoiceRow, error) {
	all, err := collect(ctx, tx, scanInvoice, "SELECT "+invoiceColumns+" FROM invoices WHERE order_id = $1 ORDER BY at, number", order)
	if err != nil {
		return nil, fmt.Errorf("list invoices of %s: %w", order, err)
	}
	return all, nil
}

// InvoicesOfAccount returns up to limit invoices and credit notes of an account, newest
// first, starting before a number if one is given. An empty account means all accounts.
func InvoicesOfAccount(ctx context.Context, tx Tx, account predate.AccountID, before predate.InvoiceNumber, limit int) ([]InvoiceRow, error) {
	w := where{}
	if account != "" {
		w.and("account = ?", account)
	}
	if before != "" {
		w.and("(at, number) < (SELECT at, number FROM invoices WHERE number = ?)", before)
	}
	query, args := w.newest("SELECT "+invoiceColumns+" FROM invoices", "at DESC, number DESC", limit)
	all, err := collect(ctx, tx, scanInvoice, query, args...)
	if err != nil {
		return nil, fmt.Errorf("list invoices: %w", err)
	}
	return all, nil
}

// SetInvoiceFile stores the file of an invoice, unless it has one: a file that was sent is
// never replaced.
func SetInvoiceFile(ctx context.Context, tx Tx, number predate.InvoiceNumber, file predate.Hash) error {
	if _, err := tx.Exec(ctx, "UPDATE invoices SET pdf_hash = $2 WHERE number = $1 AND pdf_hash = ''", number, file); err != nil {
		return fmt.Errorf("note the file of invoice %s: %w", number, err)
	}
	return nil
}

// IssuedBefore reports whether another run of an order issued a statement.
func IssuedBefore(ctx context.Context, tx Tx, order predate.OrderID, run predate.RunID) (bool, error) {
	var n int
	if err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM runs WHERE order_id = $1 AND id <> $2 AND issued > 0", order, run).Scan(&n); err != nil {
		return false, fmt.Errorf("look for earlier statements of %s: %w", order, err)
	}
	return n > 0, nil
}

// saidInvoice is the stored form of an invoice. Invoices are kept for ten years, so members
// may be added but never renamed.
type saidInvoice struct {
	External       string       `json:"external,omitempty"`
	CorrectsIssued string       `json:"corrects_issued,omitempty"`
	Issued         string       `json:"issued"`
	Supplied       string       `json:"supplied"`
	Due            string       `json:"due"`
	Seller         saidSeller   `json:"seller"`
	Buyer          saidBuyer    `json:"buyer"`
	Lines          []saidLine   `json:"lines"`
	Rate           predate.Rate `json:"vat_rate"`
	Exemption      string       `json:"vat_exemption,omitempty"`
	ExemptionCode  string       `json:"vat_exemption_code,omitempty"`
	Why            string       `json:"why,omitempty"`
}

type saidSeller struct {
	Name      string `json:"name"`
	LegalForm string `json:"legal_form"`
	SIREN     string `json:"siren"`
	Register  string `json:"register,omitempty"`
	VATNumber string `json:"vat_number,omitempty"`
	Address   string `json:"address"`
	Zipcode   string `json:"zipcode"`
	City      string `json:"city"`
	Email     string `json:"email"`
	Phone     string `json:"phone,omitempty"`
	IBAN      string `json:"iban,omitempty"`
	BIC       string `json:"bic,omitempty"`
}

type saidBuyer struct {
	Address  string `json:"address"`
	City     string `json:"city"`
	Zipcode  string `json:"zipcode"`
	Lastname string `json:"lastname"`
}

type saidLine struct {
	Name     string        `json:"name"`
	Detail   string        `json:"detail,omitempty"`
	Quantity int64         `json:"quantity"`
	Price    predate.Cents `json:"price"`
}

func encodeInvoice(i predate.Invoice) ([]byte, error) {
	said := saidInvoice{
		External: i.External, CorrectsIssued: i.CorrectsIssued.String(),
		Issued: i.Issued.String(), Supplied: i.Supplied.String(), Due: i.Due.String(),
		Seller: saidSeller(i.Seller), Buyer: saidBuyer(i.Buyer),
		Rate: i.VAT.Rate, Exemption: i.VAT.Exemption, ExemptionCode: i.VAT.ExemptionCode, Why: i.Why,
	}
	for _, line := range i.Lines {
		said.Lines = append(said.Lines, saidLine(line))
	}
	return json.Marshal(said)
}

func decodeInvoice(raw []byte) (predate.Invoice, error) {
	var said saidInvoice
	if err := json.Unmarshal(raw, &said); err != nil {
		return predate.Invoice{}, err
	}
	i := predate.Invoice{
		External: said.External, Seller: predate.Seller(said.Seller), Buyer: predate.Payer(said.Buyer),
		VAT: predate.VAT{Rate: said.Rate, Exemption: said.Exemption, ExemptionCode: said.ExemptionCode}, Why: said.Why,
	}
	for _, date := range []struct {
		to   *predate.Date
		text string
	}{{&i.CorrectsIssued, said.CorrectsIssued}, {&i.Issued, said.Issued}, {&i.Supplied, said.Supplied}, {&i.Due, said.Due}} {
		if err := (day{date.to}).Scan(date.text); err != nil {
			return i, err
		}
	}
	for _, line := range said.Lines {
		i.Lines = append(i.Lines, predate.InvoiceLine(line))
	}
	return i, nil
}
