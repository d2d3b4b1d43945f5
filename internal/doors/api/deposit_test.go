package api_test

import (
	"encoding/base64"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
)

// A document that is to be handed in is told apart, with what came of it; the
// documents themselves are told as ever.
func TestDepositsAreTold(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	file := func(name, text string, submit any) map[string]any {
		return map[string]any{"filename": name, "content": base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n" + text)), "submit": submit}
	}
	id := c.place("documents", []any{file("a.pdf", "a", true), file("b.pdf", "b", nil)})
	told := func() any {
		t.Helper()
		return c.do("GET", "/order/"+id, nil).is(200, "Transaction").payload()["deposits"]
	}
	view, err := h.desk.View(t.Context(), c.account.ID, predate.OrderID(id))
	if err != nil {
		t.Fatal(err)
	}
	var handed predate.Document
	for _, document := range view.Documents {
		if document.Submit {
			handed = document
		}
	}
	pending := map[string]any{"document": float64(handed.ID), "state": "pending", "made": nil, "receipt": "", "code": "", "message": ""}
	if diff := cmp.Diff([]any{pending}, told()); diff != "" {
		t.Error(diff)
	}
	if err := h.desk.Deposited(t.Context(), predate.Run{Order: predate.OrderID(id)}, handed.ID, "DEM-2026-000991"); err != nil {
		t.Fatal(err)
	}
	made := map[string]any{
		"document": float64(handed.ID), "state": "made", "made": "Mon, 18 May 2026 09:30:00 GMT", "receipt": "DEM-2026-000991", "code": "", "message": "",
	}
	if diff := cmp.Diff([]any{made}, told()); diff != "" {
		t.Error(diff)
	}
	c.do("POST", "/order/", order("documents", []any{file("a.pdf", "a", "yes")})).is(400, "Invalid request: documents[0].submit: must be a boolean")
	c.do("POST", "/order/", order("method", "upload", "syndic", nil, "documents", []any{file("a.pdf", "a", true)})).
		is(400, "Invalid request: submit: the order names no extranet")
}
