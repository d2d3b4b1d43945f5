package api_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"predate"
)

// tester is the same account with its test key.
func (c *client) tester() *client { return c.with("X-Auth-Key", c.keys.Test.Reveal()) }

// To a test key everything live is unknown, whatever the route.
func TestTestKeysReachTestsAlone(t *testing.T) { onBothEngines(t, testKeys) }

func testKeys(t *testing.T, h *house) {
	c := h.client(t, "etude@notaires.example", predate.Premium)
	endpoint := c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/live"}).text("id")
	order := c.place("method", "upload", "test_mode", false)
	h.record(t, order, predate.DossierLacking, nil)
	delivery := c.do("GET", "/account/webhooks/"+endpoint+"/deliveries", nil).payload()["deliveries"].([]any)[0].(map[string]any)["id"].(string)
	before := string(c.do("GET", "/order/"+order, nil).body) + string(c.do("GET", "/account/webhooks", nil).body)
	messages := map[string]string{order: "Order not found", endpoint: "Webhook endpoint not found", delivery: "Webhook endpoint not found"}
	for _, call := range c.calls(order, endpoint, delivery) {
		for id, message := range messages {
			if strings.Contains(call.target+call.body, id) {
				c.tester().do(call.method, call.target, call.body).is(404, message)
			}
		}
	}
	if after := string(c.do("GET", "/order/"+order, nil).body) + string(c.do("GET", "/account/webhooks", nil).body); after != before {
		t.Errorf("a test key changed what is live:\n%s\n%s", before, after)
	}
	for target, list := range map[string]string{"/order/": "orders", "/order/?test_mode=false": "orders", "/order/events": "events", "/account/webhooks": "webhooks"} {
		if got := c.tester().do("GET", target, nil).payload()[list].([]any); len(got) != 0 {
			t.Errorf("%s shows a test key %v", target, got)
		}
	}
	if got := c.tester().do("GET", "/order/events?after=latest", nil).payload(); got["next"] != float64(0) {
		t.Errorf("a test key learns from the feed that there were %v events", got["next"])
	}
	c.tester().do("POST", "/order/", order0(false)).is(403, "A test API key only creates test orders: set test_mode to true")
	c.tester().do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/x", "test_mode": false}).
		is(403, "A test API key only creates test endpoints: set test_mode to true, or leave it out")
}

// order0 is an order without an extranet.
func order0(test bool) map[string]any {
	return order("method", "upload", "syndic", nil, "test_mode", test)
}

// heard lists the orders of which an endpoint has heard, as often as it has.
func (c *client) heard(endpoint string) string {
	c.t.Helper()
	var orders []string
	for _, one := range c.do("GET", "/account/webhooks/"+endpoint+"/deliveries?limit=100", nil).payload()["deliveries"].([]any) {
		orders = append(orders, one.(map[string]any)["orderid"].(string))
	}
	slices.Sort(orders)
	return strings.Join(orders, " ")
}

// A test endpoint hears of tests alone; a live one of everything but what a test
// key does.
func TestWhoHearsOfWhat(t *testing.T) { onBothEngines(t, whoHears) }

func whoHears(t *testing.T, h *house) {
	c := h.client(t, "etude@notaires.example", predate.Premium)
	tester := c.tester()
	make := func(who *client, body map[string]any) string {
		t.Helper()
		h.clock.Pass(time.Second) // lists are by age
		body["url"] = "https://hooks.example/predate"
		return who.do("POST", "/account/webhooks", body).is(200, "Webhook endpoint created").text("id")
	}
	live := make(c, map[string]any{})
	rehearse := func(who *client, order string) answer {
		return who.do("POST", "/order/test/webhook-events", map[string]any{"orderid": order, "event": "done"})
	}
	ours := tester.do("POST", "/order/", order0(true)).text("orderid")
	rehearse(tester, ours).is(409, "No enabled test endpoint is registered: create one with this key and POST /account/webhooks")
	ofTester, ofLive := make(tester, map[string]any{}), make(c, map[string]any{"test_mode": true})
	if got := tester.do("GET", "/account/webhooks", nil).payload()["webhooks"].([]any); len(got) != 2 || got[0].(map[string]any)["test_mode"] != true {
		t.Errorf("a test key lists %v", got)
	}
	if got := c.do("GET", "/account/webhooks", nil).payload()["webhooks"].([]any); len(got) != 3 || got[0].(map[string]any)["test_mode"] != false {
		t.Errorf("a live key lists %v", got)
	}

	real := c.do("POST", "/order/", order0(false)).text("orderid")
	test := c.do("POST", "/order/", order0(true)).text("orderid")
	byTester := tester.do("POST", "/order/", order0(true)).text("orderid")
	h.record(t, byTester, predate.DossierLacking, nil) // what follows later is as quiet
	rehearse(tester, test).is(200, "Webhook event simulated")
	rehearse(c, byTester).is(200, "Webhook event simulated")

	for endpoint, want := range map[string][]string{
		live:     {real, test, byTester},
		ofTester: {test, byTester, byTester, test, byTester},
		ofLive:   {test, byTester, byTester, test, byTester},
	} {
		slices.Sort(want)
		if got := c.heard(endpoint); got != strings.Join(want, " ") {
			t.Errorf("endpoint %s heard of %s, want %s", endpoint, got, want)
		}
	}
	// A test key sees and touches every test, its own or not.
	if got := tester.do("GET", "/order/", nil).payload()["orders"].([]any); len(got) != 3 {
		t.Errorf("a test key lists %d orders", len(got))
	}
	feed := tester.do("GET", "/order/events", nil).payload()["events"].([]any)
	for _, event := range feed {
		if event.(map[string]any)["test_mode"] != true {
			t.Errorf("the feed shows a test key %v", event)
		}
	}
	if len(feed) != 6 {
		t.Errorf("the feed shows a test key %d events", len(feed))
	}
	tester.do("POST", "/order/"+test+"/cancel", nil).is(200, "Transaction cancelled")
	tester.do("DELETE", "/account/webhooks/"+ofLive, nil).is(200, "Webhook endpoint deleted")
}

// What a live key was answered under an idempotency key is not told to a test
// key.
func TestIdempotencyKeysOfTestKeysAreApart(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium)
	keyed := func(who *client) answer {
		return who.with("Idempotency-Key", "k").do("POST", "/order/", order0(true)).is(200, "Transaction created")
	}
	if first, second := keyed(c), keyed(c.tester()); first.text("orderid") == second.text("orderid") || second.header.Get("Idempotent-Replayed") != "" {
		t.Errorf("%s and %s", first.body, second.body)
	}
}
