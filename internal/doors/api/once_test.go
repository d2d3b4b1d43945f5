package api_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"predate"
)

func TestSameKeySameAnswer(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	keyed := c.with("Idempotency-Key", "k-1")
	first := keyed.do("POST", "/order/", order()).is(200, "Transaction created")
	second := keyed.do("POST", "/order", order()).is(200, "Transaction created")
	if string(first.body) != string(second.body) || first.header.Get("Idempotent-Replayed") != "" || second.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("first %s, second %s %v", first.body, second.body, second.header)
	}
	keyed.do("POST", "/order/", order("city", "Rezé")).is(422, "This Idempotency-Key was used for another request")
	// Another account's key, and another route's, are other keys.
	other := h.client(t, "autre@notaires.example", predate.Premium).with("Idempotency-Key", "k-1")
	if id := other.do("POST", "/order/", order()).is(200, "Transaction created").text("orderid"); id == first.text("orderid") {
		t.Error("two accounts share an idempotency key")
	}
	id := first.text("orderid")
	documents := map[string]any{"documents": []any{document("a.pdf", []byte("%PDF-1.4"))}}
	keyed.do("POST", "/order/"+id+"/documents", documents).is(200, "Documents added")
	if again := keyed.do("POST", "/order/"+id+"/documents", documents).is(200, "Documents added"); again.header.Get("Idempotent-Replayed") != "true" {
		t.Error("documents were taken twice")
	}
	h.record(t, id, predate.DossierLacking, nil)
	refresh := map[string]any{"method": "extranet"}
	keyed.do("POST", "/order/"+id+"/refresh", refresh).is(200, "Refresh requested")
	if again := keyed.do("POST", "/order/"+id+"/refresh", refresh).is(200, "Refresh requested"); again.header.Get("Idempotent-Replayed") != "true" {
		t.Error("the refresh was requested twice")
	}
	// The same key for another order is another request.
	third := c.place()
	keyed.do("POST", "/order/"+third+"/refresh", refresh).is(422, "This Idempotency-Key was used for another request")
}

func TestSameKeySameForm(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium).with("Idempotency-Key", "k-1")
	id := c.with("Idempotency-Key", "").place("method", "upload")
	target, pdf := "/order/"+id+"/documents", part{"documents", "a.pdf", []byte("%PDF-1.4")}
	c.form(target, pdf).is(200, "Documents added")
	// The boundary of a form is another each time; its content is the same.
	if again := c.form(target, pdf).is(200, "Documents added"); again.header.Get("Idempotent-Replayed") != "true" {
		t.Error("the form was taken twice")
	}
	c.form(target, part{"documents", "a.pdf", []byte("%PDF-1.5")}).is(422, "This Idempotency-Key was used for another request")
}

func TestRefusalsAreNotKept(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium).with("Idempotency-Key", "k-1")
	c.do("POST", "/order/", order("city", "")).is(400, "Invalid request: city: is required")
	c.do("POST", "/order/", order()).is(200, "Transaction created")
}

func TestKeyRefusals(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium)
	for key, message := range map[string]string{
		"a b":                    "Idempotency-Key: must be visible ASCII characters",
		"clé":                    "Idempotency-Key: must be visible ASCII characters",
		strings.Repeat("k", 256): "Idempotency-Key: must have 1 to 255 characters",
	} {
		c.with("Idempotency-Key", key).do("POST", "/order/", order()).is(400, "Invalid request: "+message)
	}
	twice := c.with("Idempotency-Key", "a")
	twice.header.Add("Idempotency-Key", "b")
	twice.do("POST", "/order/", order()).is(400, "Invalid request: Idempotency-Key: must have 1 to 255 characters")
	c.with("Idempotency-Key", strings.Repeat("k", 255)).do("POST", "/order/", order()).is(200, "Transaction created")
}

func TestManyAtOnceHaveOneEffect(t *testing.T) {
	onBothEngines(t, func(t *testing.T, h *house) {
		c := h.client(t, "etude@notaires.example", predate.Premium).with("Idempotency-Key", "k-1")
		nodes := []*client{c, c.at(h.node())}
		var mu sync.Mutex
		ids, conflicts := map[string]int{}, 0
		var group sync.WaitGroup
		for i := range 24 {
			group.Go(func() {
				got := nodes[i%len(nodes)].do("POST", "/order/", order())
				mu.Lock()
				defer mu.Unlock()
				switch got.status {
				case http.StatusOK:
					ids[got.text("orderid")]++
				case http.StatusConflict:
					got.is(409, "A request with this Idempotency-Key is still running")
					conflicts++
				default:
					t.Errorf("got %d %s", got.status, got.body)
				}
			})
		}
		group.Wait()
		if len(ids) != 1 {
			t.Errorf("one key placed %d orders (%d conflicts)", len(ids), conflicts)
		}
		if listed := c.do("GET", "/order/", nil).payload()["orders"].([]any); len(listed) != 1 {
			t.Errorf("%d orders are stored", len(listed))
		}
	})
}

func TestManyRefreshesAtOnceHaveOneEffect(t *testing.T) {
	onBothEngines(t, func(t *testing.T, h *house) {
		c := h.client(t, "etude@notaires.example", predate.Premium)
		id := c.place()
		h.record(t, id, predate.DossierLacking, nil)
		nodes := []*client{c, c.at(h.node())}
		var mu sync.Mutex
		counts := map[int]int{}
		var group sync.WaitGroup
		for i := range 16 {
			group.Go(func() {
				got := nodes[i%len(nodes)].do("POST", "/order/"+id+"/refresh", map[string]any{"method": "extranet"})
				mu.Lock()
				defer mu.Unlock()
				counts[got.status]++
			})
		}
		group.Wait()
		if counts[200] != 1 || counts[409] != 15 {
			t.Errorf("answers %v, want one 200 and fifteen 409", counts)
		}
		if events := c.do("GET", "/order/"+id+"/events", nil).payload()["events"].([]any); len(events) != 3 {
			t.Errorf("%d events, want confirmed, waiting and one need-refresh", len(events))
		}
	})
}
