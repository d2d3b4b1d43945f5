package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/desk"
)

func TestEndpoints(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	created := c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/predate", "events": []any{"done", "waiting", "done"}}).
		is(200, "Webhook endpoint created").payload()
	id, secret := created["id"].(string), created["secret"].(string)
	want := map[string]any{
		"id": id, "url": "https://hooks.example/predate", "events": []any{"done", "waiting"}, "enabled": true, "disabled_reason": nil,
		"created": "Mon, 18 May 2026 09:30:00 GMT", "secret": secret,
	}
	if diff := cmp.Diff(want, created); diff != "" || !strings.HasPrefix(secret, "whsec_") {
		t.Errorf("created endpoint (-want +got):\n%s", diff)
	}
	delete(want, "secret") // shown once
	listed := c.do("GET", "/account/webhooks", nil).is(200, "Webhook endpoints").payload()
	if diff := cmp.Diff(map[string]any{"webhooks": []any{want}}, listed); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}
	want["url"], want["events"], want["enabled"] = "https://hooks.example/new", []any{"confirmed", "received", "waiting", "done", "need-refresh"}, false
	want["disabled_reason"] = "désactivé par le titulaire du compte"
	changed := c.do("PATCH", "/account/webhooks/"+id, map[string]any{"url": "https://hooks.example/new", "events": []any{}, "enabled": false}).
		is(200, "Webhook endpoint changed").payload()
	if diff := cmp.Diff(want, changed); diff != "" {
		t.Errorf("changed endpoint (-want +got):\n%s", diff)
	}
	c.do("PATCH", "/account/webhooks/"+id, map[string]any{"enabled": true}).is(200, "Webhook endpoint changed")

	rotated := c.do("POST", "/account/webhooks/"+id+"/rotate-secret", nil).is(200, "Webhook secret rotated").payload()
	if rotated["id"] != id || rotated["secret"] == secret || rotated["previous_secret_until"] != "Tue, 19 May 2026 09:30:00 GMT" {
		t.Errorf("rotated %v", rotated)
	}
	if got := c.do("DELETE", "/account/webhooks/"+id, nil).is(200, "Webhook endpoint deleted").payload(); got["id"] != id {
		t.Errorf("deleted %v", got)
	}
	c.do("DELETE", "/account/webhooks/"+id, nil).is(404, "Webhook endpoint not found")
	if h.log.Len() == 0 || strings.Contains(h.log.String(), secret) {
		t.Error("the log is empty or holds the signing secret")
	}
}

func TestEndpointRefusals(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/predate"}).text("id")
	for body, message := range map[string]string{
		`{`:                                "Failed to decode JSON object",
		`{}`:                               "Invalid request: url: is required",
		`{"url":1}`:                        "Invalid request: url: must be a string",
		`{"url":"http://hooks.example"}`:   "Invalid request: url: l’adresse doit commencer par https://",
		`{"url":"https://a","events":"x"}`: "Invalid request: events: must be an array",
		`{"url":"https://a","events":["done","x",1]}`: "Invalid request: events[1]: must be one of confirmed, received, waiting, done, need-refresh; " +
			"events[2]: must be one of confirmed, received, waiting, done, need-refresh",
	} {
		c.do("POST", "/account/webhooks", body).is(400, message)
	}
	for body, message := range map[string]string{
		`{"url":""}`:                   "Invalid request: url: is required",
		`{"url":"http://a"}`:           "Invalid request: url: l’adresse doit commencer par https://",
		`{"enabled":"no"}`:             "Invalid request: enabled: must be a boolean",
		`{"events":{}}`:                "Invalid request: events: must be an array",
		`{"enabled":true,"enabled":1}`: "Invalid request: enabled: is given twice; enabled: must be a boolean",
	} {
		c.do("PATCH", "/account/webhooks/"+id, body).is(400, message)
	}
	for body, message := range map[string]string{
		`{}`:                    "Invalid request: since: is required",
		`{"since":"yesterday"}`: "Invalid request: since: must be an HTTP-date or an RFC 3339 date and time",
		`{"since":12}`:          "Invalid request: since: must be a string",
	} {
		c.do("POST", "/account/webhooks/"+id+"/recover", body).is(400, message)
	}
	c.do("DELETE", "/account/webhooks/%00", nil).is(404, "Webhook endpoint not found")
	c.do("DELETE", "/account/webhooks/%ff", nil).is(404, "Webhook endpoint not found")
	c.do("POST", "/account/webhooks/"+id+"/deliveries/%00/resend", nil).is(404, "Delivery not found")
	c.do("GET", "/account/webhooks/"+id+"/deliveries?limit=0", nil).is(400, "Invalid request: limit: must be an integer from 1 to 100")
	for range 19 {
		c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/predate"}).is(200, "Webhook endpoint created")
	}
	c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/predate"}).
		is(409, "The account has as many webhook endpoints as it may: delete one first")
}

func TestDeliveries(t *testing.T) {
	h := newHouse(t)
	c, order, endpoint, delivery := h.furnished(t, "etude@notaires.example")
	at := h.clock.now()
	for number, verdict := range []desk.Verdict{{Retry: at.Add(5 * time.Second)}, {GivenUp: true}} {
		attempt := predate.Attempt{
			Delivery: predate.DeliveryID(delivery), Number: number + 1, At: at, Duration: 1500 * time.Millisecond, Error: "connection refused",
		}
		if number == 1 {
			attempt.Status, attempt.Error, attempt.Answer = 503, "", "try later"
		}
		if err := h.desk.Attempted(t.Context(), attempt, verdict); err != nil {
			t.Fatal(err)
		}
	}
	listed := c.do("GET", "/account/webhooks/"+endpoint+"/deliveries", nil).is(200, "Deliveries").payload()["deliveries"].([]any)
	var got map[string]any
	for _, one := range listed {
		if one := one.(map[string]any); one["id"] == delivery {
			got = one
		}
	}
	date := "Mon, 18 May 2026 09:30:00 GMT"
	want := map[string]any{
		"id": delivery, "event": got["event"], "orderid": order, "sequence": got["sequence"], "status": "given_up", "created": date,
		"next_attempt": nil, "ended": date,
		"attempts": []any{
			map[string]any{"number": float64(1), "at": date, "duration_ms": float64(1500), "http_status": nil, "error": "connection refused", "answer": ""},
			map[string]any{"number": float64(2), "at": date, "duration_ms": float64(1500), "http_status": float64(503), "error": nil, "answer": "try later"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("delivery (-want +got):\n%s", diff)
	}
	recovered := c.do("POST", "/account/webhooks/"+endpoint+"/recover", map[string]any{"since": "Mon, 18 May 2026 00:00:00 GMT"}).
		is(200, "Failed deliveries will be sent again").payload()
	if recovered["recovered"] != float64(1) {
		t.Errorf("recovered %v", recovered)
	}
	if err := h.desk.Attempted(t.Context(), predate.Attempt{Delivery: predate.DeliveryID(delivery), Number: 3, At: at, Status: 200}, desk.Verdict{Delivered: true}); err != nil {
		t.Fatal(err)
	}
	again := c.do("POST", "/account/webhooks/"+endpoint+"/deliveries/"+delivery+"/resend", nil).is(200, "The delivery will be sent again").payload()
	if again["status"] != "pending" || again["ended"] != nil {
		t.Errorf("resent %v", again)
	}
}

func TestSimulate(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	live, test := c.place(), c.place("test_mode", true)
	const target = "/order/test/webhook-events"
	for body, want := range map[string]struct {
		status  int
		message string
	}{
		`{`:                                      {400, "Failed to decode JSON object"},
		`{}`:                                     {400, "Invalid request: orderid: is required; event: is required"},
		`{"orderid":"` + test + `","event":"x"}`: {400, "Invalid request: event: must be one of confirmed, received, waiting, done, need-refresh"},
		`{"orderid":1,"event":"done"}`:           {400, "Invalid request: orderid: must be a string"},
		`{"orderid":"x","event":"done"}`:         {404, "Order not found"},
		`{"orderid":"ZZZZZZ","event":"done"}`:    {404, "Order not found"},
		`{"orderid":"` + live + `","event":"done"}`: {409, "The order is not in test mode"},
		`{"orderid":"` + test + `","event":"done"}`: {409, "No enabled webhook endpoint is registered: create one with POST /account/webhooks"},
	} {
		c.do("POST", target, body).is(want.status, want.message)
	}
	endpoint := c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/predate"}).text("id")
	for _, event := range predate.States() {
		got := c.do("POST", target, map[string]any{"orderid": strings.ToLower(test), "event": string(event)}).is(200, "Webhook event simulated").payload()
		deliveries := got["deliveries"].([]any)
		if got["orderid"] != test || got["event"] != string(event) || len(deliveries) != 1 || deliveries[0].(map[string]any)["endpoint"] != endpoint {
			t.Errorf("%s: %v", event, got)
		}
	}
	if state := c.do("GET", "/order/"+test, nil).text("state"); state != "confirmed" {
		t.Errorf("a rehearsal moved the order to %s", state)
	}
}
