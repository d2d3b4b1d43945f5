package api_test

import (
	"encoding/base64"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/orders/desk"
)

// progress records what a step did with the current run of an order.
func (h *house) progress(t testing.TB, id string, fill func(*desk.Progress)) {
	t.Helper()
	p := desk.Progress{Run: h.latest(t, predate.OrderID(id)), Change: func(*predate.Run) {}}
	fill(&p)
	if err := h.desk.Record(t.Context(), p); err != nil {
		t.Fatal(err)
	}
}

// What was ordered is shown again, but for what opens the extranet.
func TestViewShowsWhatWasOrdered(t *testing.T) {
	onBothEngines(t, func(t *testing.T, h *house) {
		c := h.client(t, "etude@notaires.example", predate.Premium)
		id := c.place("additional", "Bâtiment B", "comment", "Vente urgente")
		got := c.do("GET", "/order/"+id, nil).is(200, "Transaction").payload()
		for name, want := range map[string]any{
			"address": "12 rue des Lilas", "additional": "Bâtiment B", "city": "Nantes", "zipcode": "44000",
			"owners":  []any{map[string]any{"firstname": "Jeanne", "lastname": "Moreau"}},
			"invoice": map[string]any{"address": "3 place Royale", "city": "Nantes", "zipcode": "44000", "lastname": "Étude Royale"},
			"method":  "extranet", "syndic": map[string]any{"name": "Foncia Nantes", "url": "https://extranet.syndic.example/login"},
			"lots": "14, 38", "comment": "Vente urgente", "all_due_paid": true,
			"credentials_kept_until": "Thu, 21 May 2026 09:30:00 GMT",
			"handed_in":              []any{},
			"activity": map[string]any{
				"code": "queued", "since": "Mon, 18 May 2026 09:30:00 GMT", "message": "La collecte des pièces attend son tour.",
			},
		} {
			if diff := cmp.Diff(want, got[name]); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
		got = c.do("POST", "/order/"+id+"/cancel", nil).is(200, "Transaction cancelled").payload()
		if got["credentials_kept_until"] != nil || got["activity"].(map[string]any)["code"] != "idle" {
			t.Errorf("cancelled order %v", got)
		}
		if got := c.do("GET", "/order/"+c.place("method", "upload", "syndic", nil), nil).payload(); got["syndic"] != nil || got["credentials_kept_until"] != nil {
			t.Errorf("an order without an extranet: %v, %v", got["syndic"], got["credentials_kept_until"])
		}
	})
}

// The activity is told of each order of a list too, as its rows and its job are.
func TestActivityIsTold(t *testing.T) {
	onBothEngines(t, func(t *testing.T, h *house) {
		c := h.client(t, "etude@notaires.example", predate.Premium)
		down, asked, placed := c.place("external_id", "down"), c.place("external_id", "asked"), c.place("external_id", "placed")
		gone := c.place("external_id", "gone")
		h.clock.Pass(time.Minute)
		c.do("POST", "/order/"+gone+"/cancel", nil).is(200, "Transaction cancelled")
		h.progress(t, down, func(p *desk.Progress) {
			now := h.clock.Now()
			p.Next, p.Again = true, now.Add(10*time.Minute)
			p.Change = func(r *predate.Run) {
				r.Failure, r.FailedAt, r.Again = predate.SiteUnavailable, now, now.Add(10*time.Minute)
			}
		})
		h.record(t, asked, predate.DossierLacking, func(r *predate.Run) {
			r.Collected, r.Read, r.Gaps = true, true, []predate.Gap{{Kind: predate.GapDocument, Code: "minutes", Message: "Il manque un procès-verbal."}}
		})
		want := map[string]any{
			"down": map[string]any{
				"code": "retrying", "since": "Mon, 18 May 2026 09:31:00 GMT", "next_attempt": "Mon, 18 May 2026 09:41:00 GMT",
				"message": "L’extranet du syndic est indisponible. La collecte reprendra d’elle-même.",
			},
			"asked":  map[string]any{"code": "asking", "since": "Mon, 18 May 2026 09:31:00 GMT", "message": "Il manque un procès-verbal."},
			"placed": map[string]any{"code": "queued", "since": "Mon, 18 May 2026 09:30:00 GMT", "message": "La collecte des pièces attend son tour."},
			"gone":   map[string]any{"code": "idle", "since": "Mon, 18 May 2026 09:31:00 GMT", "message": "La commande est annulée."},
		}
		listed := map[string]any{}
		for _, one := range c.do("GET", "/order/", nil).is(200, "Transactions").payload()["orders"].([]any) {
			order := one.(map[string]any)
			listed[order["external_id"].(string)] = order["activity"]
		}
		if diff := cmp.Diff(want, listed); diff != "" {
			t.Errorf("activities (-want +got):\n%s", diff)
		}
		for name, id := range map[string]string{"down": down, "asked": asked, "placed": placed, "gone": gone} {
			if diff := cmp.Diff(want[name], c.do("GET", "/order/"+id, nil).payload()["activity"]); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
	})
}

// What was handed in is told with what became of it, whoever handed it in.
func TestHandedInIsTold(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	file := func(name string) map[string]any {
		return map[string]any{"filename": name, "content": base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n" + name))}
	}
	id := c.place("method", "upload", "syndic", nil, "documents", []any{file("a.pdf"), file("b.pdf"), file("c.pdf"), file("d.pdf"), file("e.pdf")})
	view, err := h.desk.View(t.Context(), c.account.ID, predate.OrderID(id))
	if err != nil {
		t.Fatal(err)
	}
	read := view.Documents
	read[0].DocType = predate.TypeMinutes
	read[1].Unreadable = "Le PDF est protégé par un mot de passe."
	read[2].Foreign, read[2].DocType = true, predate.TypeMinutes
	read[3].DuplicateOf, read[3].DocType = read[0].ID, predate.TypeMinutes
	h.progress(t, id, func(p *desk.Progress) { p.Documents = read[:4] })
	type told struct {
		accepted any
		message  string
	}
	want := map[string]told{
		"a.pdf": {true, ""}, "b.pdf": {false, "Le PDF est protégé par un mot de passe."}, "c.pdf": {false, "La pièce est d’un autre immeuble."},
		"d.pdf": {false, "La pièce est le double de «\u00a0a.pdf\u00a0»."}, "e.pdf": {nil, ""},
	}
	got := map[string]told{}
	for _, one := range c.do("GET", "/order/"+id, nil).payload()["handed_in"].([]any) {
		item := one.(map[string]any)
		got[item["filename"].(string)] = told{item["accepted"], item["message"].(string)}
		if item["by"] != "client" || item["given"] != "Mon, 18 May 2026 09:30:00 GMT" {
			t.Errorf("handed in by %v on %v", item["by"], item["given"])
		}
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(told{})); diff != "" {
		t.Errorf("handed in (-want +got):\n%s", diff)
	}
}

// A statement tells with which reserves it was issued.
func TestStatementTellsItsReserves(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id, _ := h.issue(t, c)
	h.progress(t, id, func(p *desk.Progress) {
		p.Change = func(r *predate.Run) {
			r.Gaps = []predate.Gap{{Kind: predate.GapDocument, Code: "maintenance_log", DocType: predate.TypeMaintenanceLog, Message: "Il manque le carnet d’entretien.", Reserve: true}}
		}
	})
	statement := c.do("GET", "/order/"+id, nil).is(200, "Transaction").payload()["statement"].(map[string]any)
	want := []any{map[string]any{
		"kind": "document", "doctype": float64(7), "code": "maintenance_log", "message": "Il manque le carnet d’entretien.", "blocking": false,
	}}
	if diff := cmp.Diff(want, statement["reserves"]); diff != "" {
		t.Errorf("reserves (-want +got):\n%s", diff)
	}
}
