package api_test

import (
	"bytes"
	"strings"
	"testing"

	"predate"
	"predate/internal/orders/desk/desktest"
)

// An account has the invoices of its orders, and nobody else's.
func TestInvoices(t *testing.T) {
	h := newHouse(t)
	h.desk.Billing = desktest.Billing()
	c := h.client(t, "etude@notaires.example", predate.Premium)
	other := h.client(t, "autre@notaires.example", predate.Premium)
	waiting := c.place("method", "upload")
	c.do("GET", "/order/"+waiting+"/invoice", nil).is(404, "Invoice not found")
	if none := c.do("GET", "/account/invoices", nil).is(200, "Invoices").payload(); len(none["invoices"].([]any)) != 0 || none["next"] != nil {
		t.Errorf("invoices before anything is done: %v", none)
	}
	first, _ := h.issue(t, c)
	second, _ := h.issue(t, c)

	page := c.do("GET", "/account/invoices?limit=1", nil).is(200, "Invoices").payload()
	one := page["invoices"].([]any)[0].(map[string]any)
	if one["number"] != "F2026-000002" || one["orderid"] != second || one["kind"] != "invoice" || one["corrects"] != nil ||
		one["net"] != "39.00" || one["vat"] != "7.80" || one["total"] != "46.80" || one["issued"] != "Mon, 18 May 2026 00:00:00 GMT" || page["next"] != "F2026-000002" {
		t.Errorf("page %v", page)
	}
	rest := c.do("GET", "/account/invoices?after=F2026-000002", nil).is(200, "Invoices").payload()
	if all := rest["invoices"].([]any); len(all) != 1 || all[0].(map[string]any)["orderid"] != first || rest["next"] != nil {
		t.Errorf("the rest %v", rest)
	}

	pdf := c.do("GET", "/order/"+first+"/invoice", nil)
	if pdf.status != 200 || !bytes.HasPrefix(pdf.body, []byte("%PDF-1.7")) || !strings.Contains(pdf.header.Get("Content-Disposition"), "facture-F2026-000001.pdf") {
		t.Errorf("status %d, %v", pdf.status, pdf.header)
	}
	if same := c.do("GET", "/account/invoices/F2026-000001", nil); !bytes.Equal(same.body, pdf.body) {
		t.Error("one invoice has two files")
	}
	if again := c.with("If-None-Match", pdf.header.Get("ETag")).do("GET", "/order/"+first+"/invoice", nil); again.status != 304 {
		t.Errorf("asked again with its ETag: %d", again.status)
	}
	data := c.do("GET", "/order/"+first+"/invoice?format=xml", nil)
	if data.status != 200 || !bytes.Contains(data.body, []byte("<ram:GrandTotalAmount>46.80</ram:GrandTotalAmount>")) || data.header.Get("Content-Type") != "application/xml" {
		t.Errorf("status %d, %v\n%s", data.status, data.header, data.body)
	}
	c.do("GET", "/order/"+first+"/invoice?format=csv", nil).is(400, "Invalid request: format: must be one of pdf, xml")
	c.do("GET", "/account/invoices?after=F1999-000001", nil).is(400, "Invalid request: after: must be the value of next of an earlier answer")

	other.do("GET", "/account/invoices/F2026-000001", nil).is(404, "Invoice not found")
	other.do("GET", "/account/invoices?after=F2026-000001", nil).is(400, "Invalid request: after: must be the value of next of an earlier answer")
	other.do("GET", "/order/"+first+"/invoice", nil).is(404, "Order not found")
}
