package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/doors/api"
	"predate/internal/orders/auth"
)

func TestAuthenticateRefusals(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium).with("Authorization", "")
	other := h.client(t, "autre@notaires.example", predate.SyndicAccount)
	good := map[string]any{"email": "etude@notaires.example", "password": password}
	for _, test := range []struct {
		name    string
		key     string
		body    any
		status  int
		message string
	}{
		{"no key", "", good, 400, "Invalid API key"},
		{"no key and no JSON", "", "{", 400, "Invalid API key"},
		{"unknown key", "prd_live_" + strings.Repeat("x", 36), good, 400, "Invalid API key"},
		{"not JSON", "", "{", 400, "Invalid API key"},
		{"no body", "*", "", 400, "Failed to decode JSON object"},
		{"not an object", "*", `"x"`, 400, "Failed to decode JSON object"},
		{"nothing", "*", map[string]any{}, 400, "Missing e-mail or password"},
		{"no password", "*", map[string]any{"email": "etude@notaires.example"}, 400, "Missing e-mail or password"},
		{"empty e-mail", "*", map[string]any{"email": "", "password": password}, 400, "Missing e-mail or password"},
		{"null password", "*", map[string]any{"email": "a@b.example", "password": nil}, 400, "Missing e-mail or password"},
		{"e-mail is a number", "*", map[string]any{"email": 1, "password": password}, 400, "Missing e-mail or password"},
		{"wrong password", "*", map[string]any{"email": "etude@notaires.example", "password": "une autre phrase"}, 401, "Invalid credentials"},
		{"unknown e-mail", "*", map[string]any{"email": "nobody@notaires.example", "password": password}, 401, "Invalid credentials"},
		{"another account's key", other.keys.Live.Reveal(), good, 401, "Invalid credentials"},
		{"good", "*", good, 200, "Authenticated"},
		{"test key", c.keys.Test.Reveal(), good, 200, "Authenticated"},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := *c
			client.t = t
			caller := &client
			if test.key != "*" {
				caller = caller.with("X-Auth-Key", test.key)
			}
			caller.do("POST", "/account/auth", test.body).is(test.status, test.message)
		})
	}
	got := c.do("POST", "/account/auth", good)
	if payload := got.payload(); len(payload) != 1 || payload["access_token"] == "" || got.header.Get("Cache-Control") != "no-store" {
		t.Errorf("payload %v, header %v", payload, got.header)
	}
}

func TestStandardAccountsAreTurnedAway(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "curieux@notaires.example", predate.StandardAccount)
	body := map[string]any{"email": "curieux@notaires.example", "password": password}
	c.do("POST", "/account/auth", body).is(403, "A Premium or Syndic account is required")
	if err := h.auth.SetTerms(t.Context(), "curieux@notaires.example", auth.Terms{Kind: predate.Premium}); err != nil {
		t.Fatal(err)
	}
	token := c.do("POST", "/account/auth", body).is(200, "Authenticated").text("access_token")
	if err := h.auth.SetTerms(t.Context(), "curieux@notaires.example", auth.Terms{Kind: predate.StandardAccount}); err != nil {
		t.Fatal(err)
	}
	c.with("Authorization", "Bearer "+token).do("GET", "/order/", nil).is(403, "A Premium or Syndic account is required")
}

func TestTooManyFailuresSlowDown(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	wrong := map[string]any{"email": "etude@notaires.example", "password": "une autre phrase"}
	for range 5 {
		c.do("POST", "/account/auth", wrong).is(401, "Invalid credentials")
	}
	got := c.do("POST", "/account/auth", wrong).is(429, "Too many failed authentications")
	if got.header.Get("Retry-After") != "1" || got.header.Get("predate-error") != "rate_limited" {
		t.Errorf("header %v", got.header)
	}
}

// calls is one good request for every route that needs credentials, with the
// ids of what the caller owns.
func (c *client) calls(order, endpoint, delivery string) []struct{ method, target, body string } {
	return []struct{ method, target, body string }{
		{"GET", "/account", ""},
		{"PATCH", "/account", `{"send_documents":true}`},
		{"POST", "/account/password", `{"old_password":"pas le bon mot","new_password":"une autre longue phrase"}`},
		{"GET", "/account/keys", ""},
		{"POST", "/account/keys", `{"test_mode":true}`},
		{"GET", "/account/invoices", ""},
		{"GET", "/account/invoices/{number}", ""},
		{"POST", "/account/portal", `{}`},
		{"GET", "/account/webhooks", ""},
		{"POST", "/account/webhooks", `{"url":"https://hooks.example/other"}`},
		{"GET", "/account/webhooks/" + endpoint, ""},
		{"GET", "/account/webhooks/" + endpoint + "/stats", ""},
		{"GET", "/account/webhooks/" + endpoint + "/deliveries/" + delivery, ""},
		{"PATCH", "/account/webhooks/" + endpoint, `{"enabled":true}`},
		{"POST", "/account/webhooks/" + endpoint + "/rotate-secret", ""},
		{"POST", "/account/webhooks/" + endpoint + "/recover", `{"since":"2026-05-01T00:00:00Z"}`},
		{"GET", "/account/webhooks/" + endpoint + "/deliveries", ""},
		{"POST", "/account/webhooks/" + endpoint + "/deliveries/" + delivery + "/resend", ""},
		{"GET", "/order/", ""},
		{"POST", "/order/", `{}`},
		{"GET", "/order/events", ""},
		{"GET", "/order/" + order, ""},
		{"GET", "/order/" + order + "/events", ""},
		{"POST", "/order/" + order + "/documents", `{"documents":[{"filename":"a.pdf","content":"JVBERi0xLjcK"}]}`},
		{"POST", "/order/needrefresh", `{"orderid":"` + order + `","method":"upload"}`},
		{"POST", "/order/" + order + "/refresh", `{"method":"upload"}`},
		{"POST", "/order/test/webhook-events", `{"orderid":"` + order + `","event":"done"}`},
		{"POST", "/order/test/advance", `{"orderid":"` + order + `","action":"time","by":"2h"}`},
		{"GET", "/order/" + order + "/checklist", ""},
		{"POST", "/order/" + order + "/answers", `[{"code":"minutes","answer":"does_not_exist","by":"Mme Vassorelle"}]`},
		{"GET", "/order/" + order + "/report", ""},
		{"GET", "/order/" + order + "/statement", ""},
		{"GET", "/order/" + order + "/pack", ""},
		{"GET", "/order/" + order + "/invoice", ""},
		{"GET", "/order/" + order + "/proof", ""},
		{"POST", "/order/" + order + "/cancel", ""},
		{"DELETE", "/account/webhooks/" + endpoint, ""},
		{"DELETE", "/account/keys/" + c.testKeyID(), ""},
	}
}

// furnished is a client with a waiting test order, an endpoint and a delivery.
func (h *house) furnished(t *testing.T, email string) (c *client, order, endpoint, delivery string) {
	t.Helper()
	c = h.client(t, email, predate.Premium)
	endpoint = c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/predate"}).text("id")
	order = c.place("method", "upload", "test_mode", true)
	h.record(t, order, predate.DossierLacking, nil)
	deliveries := c.do("GET", "/account/webhooks/"+endpoint+"/deliveries", nil).payload()["deliveries"].([]any)
	return c, order, endpoint, deliveries[0].(map[string]any)["id"].(string)
}

func TestEveryRouteExaminesTheCallerInOrder(t *testing.T) {
	h := newHouse(t)
	c, order, endpoint, delivery := h.furnished(t, "etude@notaires.example")
	standard := h.client(t, "curieux@notaires.example", predate.StandardAccount)
	other := h.client(t, "autre@notaires.example", predate.Premium)
	covered := map[string]bool{}
	for _, call := range c.calls(order, endpoint, delivery) {
		covered[call.method+" "+strings.NewReplacer(c.testKeyID(), "{id}", order, "{orderid}", endpoint, "{id}", delivery, "{delivery}").Replace(call.target)] = true
		c.with("X-Auth-Key", "").with("Authorization", "").do(call.method, call.target, call.body).is(400, "Invalid API key")
		c.with("X-Auth-Key", "prd_live_x").do(call.method, call.target, call.body).is(400, "Invalid API key")
		refused := c.with("Authorization", "").do(call.method, call.target, call.body).is(401, "Invalid or expired access token")
		if refused.header.Get("WWW-Authenticate") == "" || refused.header.Get("predate-error") != "invalid_access_token" {
			t.Errorf("%s: header %v", refused.request, refused.header)
		}
		c.with("Authorization", "Bearer x.y.z").do(call.method, call.target, call.body).is(401, "Invalid or expired access token")
		c.with("X-Auth-Key", other.keys.Live.Reveal()).do(call.method, call.target, call.body).is(401, "Invalid or expired access token")
		standard.do(call.method, call.target, call.body).is(401, "Invalid or expired access token")
	}
	if err := h.auth.SetTerms(t.Context(), "autre@notaires.example", auth.Terms{Kind: predate.StandardAccount}); err != nil {
		t.Fatal(err)
	}
	for _, call := range c.calls(order, endpoint, delivery) {
		other.do(call.method, call.target, call.body).is(403, "A Premium or Syndic account is required")
	}
	h.clock.Pass(time.Hour)
	for _, call := range c.calls(order, endpoint, delivery) {
		c.do(call.method, call.target, call.body).is(401, "Invalid or expired access token")
	}
	for _, name := range api.MemberRoutes() {
		if !covered[name] {
			t.Errorf("%s is not among the calls of this test", name)
		}
	}
}

func TestAnotherAccountsThingsDoNotExist(t *testing.T) { onBothEngines(t, isolation) }

func isolation(t *testing.T, h *house) {
	mine, order, endpoint, delivery := h.furnished(t, "etude@notaires.example")
	other := h.client(t, "autre@notaires.example", predate.Premium)
	before := mine.do("GET", "/order/"+order, nil).payload()
	messages := map[string]string{order: "Order not found", endpoint: "Webhook endpoint not found", delivery: "Delivery not found", mine.testKeyID(): "API key not found"}
	for _, call := range mine.calls(order, endpoint, delivery) {
		var message string
		for _, id := range []string{delivery, endpoint, order, mine.testKeyID()} {
			if strings.Contains(call.target+call.body, id) {
				message = messages[id]
				break
			}
		}
		if message == "" {
			continue // the route names nothing
		}
		foreign := other.do(call.method, call.target, call.body).is(404, message)
		absent := strings.NewReplacer(order, "ZZZZZZ", endpoint, "whe_nothing", delivery, "dlv_nothing", mine.testKeyID(), "key_nothing")
		unknown := other.do(call.method, absent.Replace(call.target), absent.Replace(call.body)).is(404, message)
		for _, got := range []answer{foreign, unknown} {
			got.header.Del("Request-Id")
			got.header.Del("Ratelimit")
		}
		if diff := cmp.Diff(unknown.header, foreign.header); diff != "" || string(unknown.body) != string(foreign.body) {
			t.Errorf("%s %s: a foreign thing differs from an unknown one:\n%s", call.method, call.target, diff)
		}
	}
	if lists := other.do("GET", "/order/", nil).payload()["orders"].([]any); len(lists) != 0 {
		t.Errorf("the other account lists %v", lists)
	}
	if feed := other.do("GET", "/order/events", nil).payload()["events"].([]any); len(feed) != 0 {
		t.Errorf("the other account's feed has %v", feed)
	}
	if diff := cmp.Diff(before, mine.do("GET", "/order/"+order, nil).payload()); diff != "" {
		t.Errorf("another account changed the order:\n%s", diff)
	}
	// The owner's own calls reach what they name, but for what an order has once it is done.
	for _, call := range mine.calls(order, endpoint, delivery) {
		later := slices.ContainsFunc([]string{"/statement", "/proof", "/report", "/invoice", "/{number}"}, func(end string) bool { return strings.HasSuffix(call.target, end) })
		if got := mine.do(call.method, call.target, call.body); got.status == http.StatusNotFound && !later {
			t.Errorf("%s %s: the owner gets %s", call.method, call.target, got.body)
		}
	}
}

func TestPaceIsLimitedPerKey(t *testing.T) {
	h := newHouse(t, func(o *api.Options) { o.Limits = api.Limits{PerSecond: 2, Burst: 4} })
	c := h.client(t, "etude@notaires.example", predate.Premium)
	other := h.client(t, "autre@notaires.example", predate.Premium)
	got := c.do("GET", "/order/", nil).is(200, "Transactions")
	if got.header.Get("RateLimit-Policy") != `"default";q=4;w=2` || got.header.Get("RateLimit") != `"default";r=2;t=1` {
		t.Errorf("header %v", got.header)
	}
	c.do("GET", "/order/", nil)
	// A refused token is counted too: guessing is not free.
	c.with("Authorization", "").do("GET", "/order/", nil).is(401, "Invalid or expired access token")
	got = c.do("GET", "/order/", nil).is(429, "Too many requests: at most 2 a second")
	if got.header.Get("Retry-After") != "1" || got.header.Get("predate-error") != "rate_limited" {
		t.Errorf("header %v", got.header)
	}
	other.do("GET", "/order/", nil).is(200, "Transactions")
	c.with("X-Auth-Key", c.keys.Test.Reveal()).do("GET", "/order/", nil).is(200, "Transactions")
	h.clock.Pass(time.Second)
	c.do("GET", "/order/", nil).is(200, "Transactions")
}
