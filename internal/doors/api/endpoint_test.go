package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/orders/desk"
)

func TestEndpoints(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	created := c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/predate", "events": []any{"done", "waiting", "done"}}).
		is(200, "Webhook endpoint created").payload()
	id, secret := created["id"].(string), created["secret"].(string)
	want := map[string]any{
		"id": id, "url": "https://hooks.example/predate", "test_mode": false, "events": []any{"done", "waiting"}, "enabled": true, "disabled_reason": nil,
		"content": "inline", "details": false, "max_rate": nil, "signature": "v1", "public_key": nil,
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
	want["health"] = map[string]any{
		"status": "ok", "failures": 0.0, "failing_since": nil, "last_success": nil, "last_failure": nil, "last_error": nil,
		"paused_until": nil, "disabled_at": nil,
	}
	if diff := cmp.Diff(want, c.do("GET", "/account/webhooks/"+id, nil).is(200, "Webhook endpoint").payload()); diff != "" {
		t.Errorf("endpoint (-want +got):\n%s", diff)
	}
	want["url"], want["events"], want["enabled"] = "https://hooks.example/new", []any{"confirmed", "received", "waiting", "done", "need-refresh"}, false
	want["disabled_reason"] = "désactivé par le titulaire du compte"
	want["content"], want["details"], want["max_rate"] = "link", true, 20.0
	want["health"].(map[string]any)["status"] = "disabled"
	changed := c.do("PATCH", "/account/webhooks/"+id, map[string]any{
		"url": "https://hooks.example/new", "events": []any{}, "enabled": false, "content": "link", "details": true, "max_rate": 20,
	}).is(200, "Webhook endpoint changed").payload()
	if diff := cmp.Diff(want, changed); diff != "" {
		t.Errorf("changed endpoint (-want +got):\n%s", diff)
	}
	on := c.do("PATCH", "/account/webhooks/"+id, map[string]any{"enabled": true, "max_rate": nil}).is(200, "Webhook endpoint changed").payload()
	if on["max_rate"] != nil || on["content"] != "link" {
		t.Errorf("switched on: %v", on)
	}
	if got := c.do("DELETE", "/account/webhooks/"+id, nil).is(200, "Webhook endpoint deleted").payload(); got["id"] != id {
		t.Errorf("deleted %v", got)
	}
	c.do("DELETE", "/account/webhooks/"+id, nil).is(404, "Webhook endpoint not found")
	c.do("GET", "/account/webhooks/"+id, nil).is(404, "Webhook endpoint not found")
	c.do("GET", "/account/webhooks/"+id+"/stats", nil).is(404, "Webhook endpoint not found")
	if h.log.Len() == 0 || strings.Contains(h.log.String(), secret) {
		t.Error("the log is empty or holds the signing secret")
	}
}

func TestRotateSecret(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	created := c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/predate"}).payload()
	id, secret := created["id"].(string), created["secret"]
	rotate := func(body any) map[string]any {
		t.Helper()
		return c.do("POST", "/account/webhooks/"+id+"/rotate-secret", body).is(200, "Webhook secret rotated").payload()
	}
	if got := rotate(nil); got["id"] != id || got["secret"] == secret || got["previous_secret_until"] != "Tue, 19 May 2026 09:30:00 GMT" {
		t.Errorf("rotated %v", got)
	}
	if got := rotate(`{"grace_hours":0}`); got["previous_secret_until"] != "Mon, 18 May 2026 09:30:00 GMT" {
		t.Errorf("rotated at once %v", got)
	}
	pair := rotate(`{"grace_hours":168,"signature":"v1a"}`)
	if public, _ := pair["public_key"].(string); pair["secret"] != nil || !strings.HasPrefix(public, "whpk_") ||
		pair["previous_secret_until"] != "Mon, 25 May 2026 09:30:00 GMT" {
		t.Errorf("rotated to a pair %v", pair)
	}
	if got := c.do("GET", "/account/webhooks/"+id, nil).payload(); got["signature"] != "v1a" || got["public_key"] != pair["public_key"] {
		t.Errorf("endpoint %v", got)
	}
	for body, message := range map[string]string{
		`{"grace_hours":169}`: "Invalid request: grace_hours: must be an integer from 0 to 168",
		`{"grace_hours":-1}`:  "Invalid request: grace_hours: must be an integer from 0 to 168",
		`{"signature":"rsa"}`: "Invalid request: signature: must be one of v1, v1a",
		`[]`:                  "Failed to decode JSON object",
	} {
		c.do("POST", "/account/webhooks/"+id+"/rotate-secret", body).is(400, message)
	}
	made := c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/predate", "signature": "v1a"}).payload()
	if made["secret"] != nil || made["public_key"] == nil || made["public_key"] == pair["public_key"] {
		t.Errorf("made with a pair %v", made)
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
		`{"url":"https://a","content":"x","details":1,"max_rate":0}`: "Invalid request: content: must be one of inline, link; " +
			"details: must be a boolean; max_rate: must be an integer from 1 to 1000",
		`{"url":"https://a","signature":"v2"}`: "Invalid request: signature: must be one of v1, v1a",
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
		`{"since":"2026-05-18T00:00:00Z","until":"x"}`: "Invalid request: until: must be an HTTP-date or an RFC 3339 date and time",
	} {
		c.do("POST", "/account/webhooks/"+id+"/recover", body).is(400, message)
	}
	c.do("DELETE", "/account/webhooks/%00", nil).is(404, "Webhook endpoint not found")
	c.do("DELETE", "/account/webhooks/%ff", nil).is(404, "Webhook endpoint not found")
	c.do("POST", "/account/webhooks/"+id+"/deliveries/%00/resend", nil).is(404, "Delivery not found")
	c.do("GET", "/account/webhooks/"+id+"/deliveries?limit=0", nil).is(400, "Invalid request: limit: must be an integer from 1 to 100")
	c.do("GET", "/account/webhooks/"+id+"/deliveries?status=lost", nil).is(400, "Invalid request: status: must be one of pending, delivered, given_up")
	c.do("GET", "/account/webhooks/"+id+"/deliveries?after=x", nil).is(400, "Invalid request: after: must be the value of next of an earlier answer")
	c.do("GET", "/account/webhooks/"+id+"/deliveries/dlv_x", nil).is(404, "Delivery not found")
	c.do("GET", "/account/webhooks/"+id+"/stats?hours=721", nil).is(400, "Invalid request: hours: must be an integer from 1 to 720")
	for range 19 {
		c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/predate"}).is(200, "Webhook endpoint created")
	}
	c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/predate"}).
		is(409, "The account has as many webhook endpoints as it may: delete one first")
}

func TestDeliveries(t *testing.T) {
	h := newHouse(t)
	c, order, endpoint, delivery := h.furnished(t, "etude@notaires.example")
	at := h.clock.Now()
	for number, verdict := range []desk.Verdict{{Retry: at.Add(5 * time.Second)}, {GivenUp: true}} {
		attempt := predate.Attempt{
			Delivery: predate.DeliveryID(delivery), Number: number + 1, At: at, Duration: 1500 * time.Millisecond, Error: "connection refused",
		}
		if number == 1 {
			attempt.Status, attempt.Error, attempt.Answer = 503, "busy", "try later"
			attempt.RetryAfter, attempt.Control = time.Minute, predate.ControlStop
		}
		if _, err := h.desk.Attempted(t.Context(), attempt, verdict); err != nil {
			t.Fatal(err)
		}
	}
	one := "/account/webhooks/" + endpoint + "/deliveries/" + delivery
	got := c.do("GET", one, nil).is(200, "Delivery").payload()
	date := "Mon, 18 May 2026 09:30:00 GMT"
	want := map[string]any{
		"id": delivery, "event": got["event"], "orderid": order, "sequence": got["sequence"], "status": "given_up", "created": date,
		"next_attempt": nil, "ended": date,
		"attempts": []any{
			map[string]any{"number": float64(1), "at": date, "duration_ms": float64(1500), "http_status": nil, "error": "connection refused", "answer": ""},
			map[string]any{
				"number": float64(2), "at": date, "duration_ms": float64(1500), "http_status": float64(503), "error": "busy", "answer": "try later",
				"retry_after": 60.0, "control": "stop",
			},
		},
	}
	// What one delivery tells beyond its place in a list: see TestDeliveryShowsWhatWasSent.
	delete(got, "kind")
	delete(got, "request")
	for _, attempt := range got["attempts"].([]any) {
		delete(attempt.(map[string]any), "headers")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("delivery (-want +got):\n%s", diff)
	}
	failed := c.do("GET", "/account/webhooks/"+endpoint+"/deliveries?status=given_up", nil).is(200, "Deliveries").payload()
	if diff := cmp.Diff(map[string]any{"deliveries": []any{want}, "next": nil}, failed); diff != "" {
		t.Errorf("failed deliveries (-want +got):\n%s", diff)
	}
	health := c.do("GET", "/account/webhooks/"+endpoint, nil).payload()["health"]
	wantHealth := map[string]any{
		"status": "paused", "failures": 2.0, "failing_since": date, "last_success": nil, "last_failure": date, "last_error": "busy",
		"paused_until": "Mon, 18 May 2026 09:31:00 GMT", "disabled_at": "Sat, 23 May 2026 09:30:00 GMT",
	}
	if diff := cmp.Diff(wantHealth, health); diff != "" {
		t.Errorf("health (-want +got):\n%s", diff)
	}
	stats := c.do("GET", "/account/webhooks/"+endpoint+"/stats?hours=1", nil).is(200, "Webhook statistics").payload()
	if diff := cmp.Diff(map[string]any{"failed": 2.0, "succeeded": 0.0}, stats["attempts"]); diff != "" || stats["since"] != "Mon, 18 May 2026 08:30:00 GMT" {
		t.Errorf("statistics %v\n%s", stats, diff)
	}
	recovered := c.do("POST", "/account/webhooks/"+endpoint+"/recover", map[string]any{"since": "Mon, 18 May 2026 00:00:00 GMT", "until": nil}).
		is(200, "Failed deliveries will be sent again").payload()
	if recovered["recovered"] != float64(1) {
		t.Errorf("recovered %v", recovered)
	}
	if _, err := h.desk.Attempted(t.Context(), predate.Attempt{Delivery: predate.DeliveryID(delivery), Number: 3, At: at, Status: 200}, desk.Verdict{Delivered: true}); err != nil {
		t.Fatal(err)
	}
	again := c.do("POST", one+"/resend", nil).is(200, "The delivery will be sent again").payload()
	if again["status"] != "pending" || again["ended"] != nil || len(again["attempts"].([]any)) != 3 {
		t.Errorf("resent %v", again)
	}
	c.do("POST", one+"/resend", nil).is(409, "The delivery is still pending")
}

// A list of deliveries is walked page by page without missing one.
func TestDeliveryPages(t *testing.T) {
	h := newHouse(t)
	c, _, endpoint, _ := h.furnished(t, "etude@notaires.example")
	for range 5 {
		c.place()
	}
	list := "/account/webhooks/" + endpoint + "/deliveries?limit=2"
	seen, after := map[string]bool{}, ""
	for range 10 {
		page := c.do("GET", list+after, nil).is(200, "Deliveries").payload()
		for _, one := range page["deliveries"].([]any) {
			seen[one.(map[string]any)["id"].(string)] = true
		}
		next, more := page["next"].(string)
		if !more {
			break
		}
		after = "&after=" + next
	}
	all := c.do("GET", "/account/webhooks/"+endpoint+"/deliveries?limit=100", nil).payload()["deliveries"].([]any)
	if len(seen) != len(all) || len(all) < 6 {
		t.Errorf("walked %d of %d", len(seen), len(all))
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
		`{"orderid":"` + test + `","event":"done","faults":"x"}`:                  {400, "Invalid request: faults: must be an array"},
		`{"orderid":"` + test + `","event":"done","faults":["duplicate","late"]}`: {400, "Invalid request: faults[1]: must be one of duplicate, out_of_order, bad_signature, stale_timestamp"},
		`{"orderid":"` + test + `","event":"done","delay":3601}`:                  {400, "Invalid request: delay: must be an integer from 0 to 3600"},
		`{"orderid":"` + test + `","event":"done","feed_only":1}`:                 {400, "Invalid request: feed_only: must be a boolean"},
		`{"orderid":"` + test + `","event":"received","faults":["out_of_order"]}`: {409, "Nothing can come out of order yet: the transaction has had one event only"},
		`{"orderid":"` + live + `","event":"received","faults":["out_of_order"]}`: {409, "The order is not in test mode"},
		`{"orderid":1,"event":"done"}`:                                            {400, "Invalid request: orderid: must be a string"},
		`{"orderid":"x","event":"done"}`:                                          {404, "Order not found"},
		`{"orderid":"ZZZZZZ","event":"done"}`:                                     {404, "Order not found"},
		`{"orderid":"` + live + `","event":"done"}`:                               {409, "The order is not in test mode"},
		`{"orderid":"` + test + `","event":"done"}`:                               {409, "No enabled webhook endpoint is registered: create one with POST /account/webhooks"},
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
	c.do("POST", target, map[string]any{
		"orderid": test, "event": "waiting", "faults": []any{"bad_signature", "duplicate", "duplicate"}, "delay": 90,
	}).is(200, "Webhook event simulated")
	only := c.do("POST", target, map[string]any{"orderid": test, "event": "done", "feed_only": true}).is(200, "Webhook event simulated").payload()
	if deliveries := only["deliveries"].([]any); len(deliveries) != 0 {
		t.Errorf("for the feed alone, and still delivered: %v", deliveries)
	}
	events := c.do("GET", "/order/"+test+"/events", nil).payload()["events"].([]any)
	forged := events[len(events)-2].(map[string]any)
	if diff := cmp.Diff([]any{"bad_signature", "duplicate"}, forged["faults"]); diff != "" || forged["delay"] != 90.0 {
		t.Errorf("the feed tells %v", forged)
	}
	for _, one := range c.do("GET", "/account/webhooks/"+endpoint+"/deliveries?limit=100", nil).payload()["deliveries"].([]any) {
		delivery := one.(map[string]any)
		delayed := delivery["next_attempt"] == "Mon, 18 May 2026 09:31:30 GMT"
		if delayed != (delivery["event"] == forged["id"]) {
			t.Errorf("delayed or not: %v", delivery)
		}
	}
	if state := c.do("GET", "/order/"+test, nil).text("state"); state != "confirmed" {
		t.Errorf("a rehearsal moved the order to %s", state)
	}
}
