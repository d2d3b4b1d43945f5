package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/statement/invoice"
)

// orderInvoice answers GET /order/{orderid}/invoice with the latest invoice of an order.
// An order that was erased has none here: its invoices are those of the account.
func (s *Server) orderInvoice(r *http.Request) (any, error) {
	id, err := orderID(r)
	if err != nil {
		return nil, err
	}
	all, err := s.Desk.Invoices(r.Context(), callOf(r).caller.Account.ID, id)
	if err != nil {
		return nil, orElse(err, errOrderNotFound)
	}
	for i := len(all) - 1; i >= 0; i-- {
		if !all[i].IsCredit() {
			return s.invoiceFile(r, all[i])
		}
	}
	return nil, errNoInvoice
}

// invoices answers GET /account/invoices, the newest first.
func (s *Server) invoices(r *http.Request) (any, error) {
	caller := callOf(r).caller
	q := queryOf(r)
	after, length := predate.InvoiceNumber(q.values.Get("after")), q.limit()
	if err := q.wrong.err(); err != nil {
		return nil, err
	}
	page := invoicesWire{Invoices: []invoiceWire{}}
	if caller.Key.Test { // tests are not invoiced
		return page, nil
	}
	if after != "" {
		if _, err := s.accountInvoice(r, after); err != nil {
			q.wrong.add("after", "must be the value of next of an earlier answer")
			return nil, q.wrong.err()
		}
	}
	all, err := s.Desk.AccountInvoices(r.Context(), caller.Account.ID, after, length+1)
	if err != nil {
		return nil, err
	}
	if len(all) > length {
		all = all[:length]
		page.Next = textOrNull(string(all[length-1].Number))
	}
	for _, one := range all {
		page.Invoices = append(page.Invoices, toInvoice(one.Invoice))
	}
	return page, nil
}

// viewInvoice answers GET /account/invoices/{number} with an invoice or a credit note.
func (s *Server) viewInvoice(r *http.Request) (any, error) {
	one, err := s.accountInvoice(r, predate.InvoiceNumber(r.PathValue("number")))
	if err != nil {
		return nil, err
	}
	callOf(r).order = one.Order
	return s.invoiceFile(r, one)
}

// accountInvoice reads an invoice of the caller's account; another's is unknown.
func (s *Server) accountInvoice(r *http.Request, number predate.InvoiceNumber) (desk.Invoice, error) {
	caller := callOf(r).caller
	one, err := s.Desk.InvoiceByNumber(r.Context(), number)
	if err == nil && (one.Account != caller.Account.ID || caller.Key.Test) {
		err = predate.ErrNotFound
	}
	return one, orElse(err, errNoInvoice)
}

// invoiceFile gives the PDF of an invoice, or with ?format=xml its structured data.
func (s *Server) invoiceFile(r *http.Request, one desk.Invoice) (any, error) {
	q := queryOf(r)
	format := q.oneOf("format", "pdf", "xml")
	if err := q.wrong.err(); err != nil {
		return nil, err
	}
	name := "facture-" + string(one.Number)
	if one.IsCredit() {
		name = "avoir-" + string(one.Number)
	}
	if format == "xml" {
		data := invoice.XML(one.Invoice)
		sum := sha256.Sum256(data)
		return file{name: name + ".xml", media: "application/xml", hash: predate.Hash(hex.EncodeToString(sum[:])), content: unclosed{bytes.NewReader(data)}}, nil
	}
	hash, err := s.Desk.InvoiceFile(r.Context(), one.Number)
	if err != nil {
		return nil, err
	}
	return s.open(r, file{name: name + ".pdf", media: mediaPDF, hash: hash})
}

// invoicesWire is a page of invoices.
type invoicesWire struct {
	Invoices []invoiceWire `json:"invoices"`
	Next     *string       `json:"next"`
}

// invoiceWire is an invoice or a credit note. Amounts are euros with two decimals.
type invoiceWire struct {
	Number     string  `json:"number"`
	Kind       string  `json:"kind"`
	Corrects   *string `json:"corrects"`
	OrderID    string  `json:"orderid"`
	ExternalID string  `json:"external_id"`
	Issued     string  `json:"issued"`
	Due        string  `json:"due"`
	Net        string  `json:"net"`
	VAT        string  `json:"vat"`
	Total      string  `json:"total"`
	Currency   string  `json:"currency"`
}

func toInvoice(i predate.Invoice) invoiceWire {
	kind := "invoice"
	if i.IsCredit() {
		kind = "credit_note"
	}
	return invoiceWire{
		Number: string(i.Number), Kind: kind, Corrects: textOrNull(string(i.Corrects)), OrderID: string(i.Order), ExternalID: i.External,
		Issued: httpDate(i.Issued.Time()), Due: httpDate(i.Due.Time()),
		Net: i.Net().Decimal(), VAT: i.Tax().Decimal(), Total: i.Total().Decimal(), Currency: "EUR",
	}
}
