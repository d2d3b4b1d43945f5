package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	openapi "predate/api"

	"predate"
	"predate/internal/doors/api"
	"predate/internal/orders/desk"
)

func TestUnknownPathsAndMethods(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium)
	for _, target := range []string{"/", "/orders", "/order/ABC234/", "/order/ABC234/nothing", "//order/", "/order/../order/", "/order/./ABC234", "/account/", "/accounts", "/metrics"} {
		c.do("GET", target, nil).is(404, "Not found")
	}
	for _, test := range []struct{ method, target, allow string }{
		{"GET", "/account/auth", "POST"},
		{"DELETE", "/order/", "GET, HEAD, POST"},
		{"PUT", "/order", "GET, HEAD, POST"},
		{"POST", "/order/ABC234", "GET, HEAD"},
		{"GET", "/order/ABC234/refresh", "POST"},
		{"OPTIONS", "/order/ABC234/refresh", "POST"},
		{"PUT", "/account/webhooks/whe_1", "DELETE, GET, HEAD, PATCH"},
		{"POST", "/livez", "GET, HEAD"},
		{"BREW", "/livez", "GET, HEAD"},
	} {
		got := c.do(test.method, test.target, nil).is(405, "Method not allowed")
		if got.header.Get("Allow") != test.allow {
			t.Errorf("%s %s: Allow %q, want %q", test.method, test.target, got.header.Get("Allow"), test.allow)
		}
	}
}

func TestContentTypes(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium)
	for _, given := range []string{"application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"} {
		c.with("Content-Type", given).do("POST", "/order/", order()).is(200, "Transaction created")
	}
	for _, given := range []string{"text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", "application/xml", "json", ";"} {
		c.with("Content-Type", given).do("POST", "/order/", order()).is(415, "Unsupported content type")
		c.with("Content-Type", given).do("POST", "/account/auth", map[string]any{}).is(415, "Unsupported content type")
	}
	c.with("Content-Encoding", "gzip").do("POST", "/order/", order()).is(415, "Unsupported content type")
	// The caller is examined before what it sends.
	c.with("Content-Type", "text/plain").with("X-Auth-Key", "").do("POST", "/order/", "x").is(400, "Invalid API key")
}

func TestBodiesAreCapped(t *testing.T) {
	h := newHouse(t, func(o *api.Options) { o.Limits.Body, o.Limits.LargeBody = 1<<10, 4<<10 })
	c := h.client(t, "etude@notaires.example", predate.Premium)
	pad := func(n int) string { return `{"method":"upload","pad":"` + strings.Repeat("x", n) + `"}` }
	c.do("POST", "/order/ABC234/refresh", pad(2<<10)).is(413, "The request body is too large")
	c.do("POST", "/account/auth", pad(2<<10)).is(413, "The request body is too large")
	c.do("POST", "/order/", pad(5<<10)).is(413, "The request body is too large")
	if got := c.do("POST", "/order/", pad(2<<10)); got.status != 400 {
		t.Errorf("a body below the cap: %d", got.status)
	}
}

func TestLargeBodiesWaitTheirTurn(t *testing.T) {
	h := newHouse(t, func(o *api.Options) { o.Limits.Body, o.Limits.Large, o.Limits.SeatWait = 1<<10, 1, 10*time.Millisecond })
	c := h.client(t, "etude@notaires.example", predate.Premium)
	body := `{"method":"upload","pad":"` + strings.Repeat("x", 4<<10) + `"}`
	reader, writer := io.Pipe()
	var group sync.WaitGroup
	group.Go(func() {
		r := httptest.NewRequest("POST", "/order/", reader)
		r.Header = c.header.Clone()
		h.server.ServeHTTP(httptest.NewRecorder(), r)
	})
	// Who reads the second part has taken its seat for the first.
	for _, part := range []string{body[:2<<10-1], body[2<<10-1 : 2<<10]} {
		if _, err := writer.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	got := c.do("POST", "/order/", body).is(503, "Too many large requests at once: try again in a moment")
	if got.header.Get("Retry-After") == "" {
		t.Errorf("header %v", got.header)
	}
	if _, err := writer.Write([]byte(body[2<<10:])); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	group.Wait()
	if got := c.do("POST", "/order/", body); got.status != 400 {
		t.Errorf("after the seat was given back: %d", got.status)
	}
}

func TestLargeBodiesGiveTheirSeatBack(t *testing.T) {
	h := newHouse(t, func(o *api.Options) {
		o.Limits = api.Limits{Body: 100, LargeBody: 1 << 20, Large: 1, PerSecond: 100, Burst: 100}
	})
	c := h.client(t, "etude@notaires.example", predate.Premium)
	c.do("POST", "/order/", order()).is(200, "Transaction created")
	c.do("POST", "/order/", order()).is(200, "Transaction created")
}

func TestProblemDetailsOnlyWhenAsked(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium)
	for _, accept := range []string{"", "*/*", "application/json"} {
		c.with("Accept", accept).do("GET", "/order/ZZZZZZ", nil).is(404, "Order not found")
	}
	got := c.with("Accept", "application/json, application/problem+json").do("GET", "/order/ZZZZZZ", nil)
	var problem map[string]any
	if err := json.Unmarshal(got.body, &problem); err != nil {
		t.Fatal(err)
	}
	if got.status != 404 || got.header.Get("Content-Type") != "application/problem+json" || got.header.Get("predate-error") != "order_not_found" ||
		problem["type"] != "about:blank" || problem["title"] != "Not Found" || problem["status"] != float64(404) ||
		problem["detail"] != "Order not found" || problem["code"] != "order_not_found" {
		t.Errorf("got %d %v %s", got.status, got.header, got.body)
	}
	c.with("Accept", "application/problem+json").do("GET", "/order/", nil).is(200, "Transactions")
}

func TestSystemRoutes(t *testing.T) {
	var broken error
	observed := map[string]int{}
	h := newHouse(t, func(o *api.Options) {
		o.Ready = func(context.Context) error { return broken }
		o.Observe = func(route string, status int, took time.Duration) { observed[route] = status }
	})
	nobody := &client{t: t, h: h, header: http.Header{}}
	nobody.do("GET", "/livez", nil).is(200, "Alive")
	nobody.do("GET", "/readyz", nil).is(200, "Ready")
	broken = errors.New("the disk of /var/secret is full")
	if got := nobody.do("GET", "/readyz", nil).is(503, "Not ready"); got.header.Get("Retry-After") == "" {
		t.Errorf("header %v", got.header)
	}
	if got := nobody.do("GET", "/openapi.yaml", nil); got.status != 200 || !bytes.Equal(got.body, openapi.For("https://api.example")) {
		t.Errorf("openapi: %d", got.status)
	}
	c := h.client(t, "etude@notaires.example", predate.Premium)
	got := nobody.do("GET", "/.well-known/jwks.json", nil)
	var set struct{ Keys []map[string]string }
	if err := json.Unmarshal(got.body, &set); err != nil || len(set.Keys) != 1 || set.Keys[0]["kty"] != "OKP" || set.Keys[0]["kid"] == "" {
		t.Errorf("jwks %s: %v", got.body, err)
	}
	if head := nobody.do("HEAD", "/livez", nil); head.status != 200 {
		t.Errorf("HEAD /livez: %d", head.status)
	}
	c.do("GET", "/nothing", nil).is(404, "Not found")
	if observed["GET /livez"] != 200 || observed["GET /readyz"] != 503 || observed["unknown"] != 404 {
		t.Errorf("observed %v", observed)
	}
}

func TestPanicsAreAnswered(t *testing.T) {
	h := newHouse(t, func(o *api.Options) { o.Ready = func(context.Context) error { panic("s3cret") } })
	nobody := &client{t: t, h: h, header: http.Header{}}
	got := nobody.do("GET", "/readyz", nil).is(500, "Internal error")
	if got.header.Get("predate-error") != "internal_error" || !strings.Contains(h.log.String(), "panic: s3cret") || !strings.Contains(h.log.String(), "system.go") {
		t.Errorf("header %v, log %s", got.header, h.log)
	}
}

func TestBrokenHouseSaysNoMoreThanThat(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	h.db.Close()
	got := c.do("GET", "/order/", nil)
	if got.status != 500 && got.status != 503 {
		t.Errorf("got %d", got.status)
	}
	for _, word := range []string{"sql", "database", "closed"} {
		if strings.Contains(strings.ToLower(string(got.body)), word) {
			t.Errorf("the answer tells %q: %s", word, got.body)
		}
	}
}

func TestRecordIsWideAndDiscreet(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place()
	nobody := &client{t: t, h: h, header: http.Header{}}
	address := h.links.Document(42, h.clock.Now().Add(time.Hour))
	nobody.do("GET", strings.TrimPrefix(address, "https://api.example"), nil).is(404, "File not found: the address is wrong or has expired")
	c.do("GET", "/order/"+id, nil)
	lines := strings.Split(strings.TrimSpace(h.log.String()), "\n")
	var last map[string]any
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{
		"msg": "request", "method": "GET", "route": "GET /order/{orderid}", "path": "/order/" + id, "status": float64(200),
		"order": id, "account": string(c.account.ID), "key": c.keys.Live.Reveal()[:13],
	} {
		if last[name] != want {
			t.Errorf("%s: %v, want %v", name, last[name], want)
		}
	}
	if last["request"] == "" || last["bytes"] == float64(0) {
		t.Errorf("record %v", last)
	}
	token := strings.TrimPrefix(c.header.Get("Authorization"), "Bearer ")
	for _, secret := range []string{"s3cret-extranet", "jmoreau", password, c.keys.Live.Reveal(), token, "signature="} {
		if strings.Contains(h.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

func TestCredentialsComeBackNowhere(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place()
	for _, target := range []string{"/order/", "/order/" + id, "/order/" + id + "/events", "/order/events"} {
		if body := string(c.do("GET", target, nil).body); strings.Contains(body, "s3cret") || strings.Contains(body, "jmoreau") {
			t.Errorf("%s gives the credentials: %s", target, body)
		}
	}
	held, err := h.desk.View(t.Context(), c.account.ID, predate.OrderID(id))
	if err != nil {
		t.Fatal(err)
	}
	work, err := h.desk.Case(t.Context(), held.Order.Run)
	if err != nil || work.Credentials == nil || bytes.Contains(work.Credentials, []byte("s3cret")) {
		t.Errorf("sealed credentials %q, %v", work.Credentials, err)
	}
	var none desk.Credentials
	if _, err := desk.OpenCredentials(func([]byte, string) (predate.Secret, error) { return "", errors.New("closed") }, predate.OrderID(id), work.Credentials); err == nil || none.Password != "" {
		t.Error("credentials opened without a key")
	}
}

func TestRefusalsAreDocumented(t *testing.T) {
	for _, code := range api.Codes() {
		if !bytes.Contains(openapi.Document(), []byte("`"+code.Name+"`")) {
			t.Errorf("predate-error %s is not in openapi.yaml", code.Name)
		}
	}
}
