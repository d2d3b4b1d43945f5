package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"predate"
	"predate/internal/doors/api"
)

// bodied are the routes that take a body.
func bodied(order string) []string {
	return []string{
		"/order/", "/account/auth", "/account/webhooks", "/order/" + order + "/refresh", "/order/" + order + "/documents",
		"/order/needrefresh", "/order/test/webhook-events",
	}
}

// decent says what is wrong with an answer to hostile input: anything but the
// envelope, and any 5xx but the contract's own.
func decent(target string, w *httptest.ResponseRecorder) error {
	var envelope struct {
		Message *string
		Payload any
		Success *bool
	}
	if err := json.Unmarshal(w.Body.Bytes(), &envelope); err != nil || envelope.Message == nil || envelope.Success == nil {
		return fmt.Errorf("%s: no envelope: %d %q", target, w.Code, w.Body)
	}
	allowed := target == "/order/" && w.Code == http.StatusInternalServerError && *envelope.Message == "Failed to decode JSON object"
	if w.Code >= 500 && !allowed {
		return fmt.Errorf("%s: %d %s", target, w.Code, w.Body)
	}
	return nil
}

func FuzzBodies(f *testing.F) {
	h := newHouse(f, func(o *api.Options) { o.Desk.MaxEndpoints = 1 << 30 })
	c := h.client(f, "etude@notaires.example", predate.Premium)
	order := c.place("test_mode", true)
	for _, seed := range []string{
		``, `{}`, `[]`, `null`, `{"method":"extranet"}`, `{"method":"upload","documents":[{"filename":"a","content":"JVBERi0="}]}`,
		`{"url":"https://a.example","events":["done"]}`, `{"orderid":"` + order + `","event":"done","method":"upload"}`,
		`{"email":"a@b.example","password":""}`, "{\"a\":\"\xff\"}", `{"a":"\u0000","a":1}`, `{"city":"\ud800"}`,
		strings.Repeat(`{"a":`, 50), `{"documents":[{"doctype":1e400}]}`, `{"owners":[[[[]]]]}`, `{"test_mode":true}{}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, target := range bodied(order) {
			if target == "/account/auth" && strings.Contains(body, "password") && strings.Contains(body, "email") {
				continue // each takes the time of a password
			}
			r := httptest.NewRequest("POST", target, strings.NewReader(body))
			r.Header = c.header.Clone()
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			h.server.ServeHTTP(w, r)
			if err := decent(target, w); err != nil {
				t.Error(err)
			}
		}
	})
}

// Bodies of the right shape with wrong values reach further than noise.
func TestAlmostGoodBodies(t *testing.T) { onBothEngines(t, almostGoodBodies) }

func almostGoodBodies(t *testing.T, h *house) {
	c := h.client(t, "etude@notaires.example", predate.Premium)
	leaf := rapid.OneOf(
		rapid.Just[any](nil), rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(rapid.Float64Range(-1e18, 1e18), func(f float64) any { return f }),
		rapid.Map(rapid.String(), func(s string) any { return s }),
		rapid.Map(rapid.SliceOfN(rapid.String(), 0, 3), func(s []string) any { return s }),
		rapid.Map(rapid.MapOfN(rapid.String(), rapid.String(), 0, 3), func(m map[string]string) any { return m }),
		rapid.Just[any]([]any{map[string]any{"lastname": "x", "filename": "a.pdf", "content": "JVBERi0xLjQ=", "doctype": 3}}),
		rapid.Just[any](strings.Repeat("x", 3000)), rapid.Just[any]("\x00"),
	)
	rapid.Check(t, func(r *rapid.T) {
		body := order()
		for range rapid.IntRange(1, 4).Draw(r, "changes") {
			into := body
			if inner, ok := body[rapid.SampledFrom([]string{"syndic", "invoice", ""}).Draw(r, "inside")].(map[string]any); ok {
				into = inner
			}
			names := []string{
				"address", "additional", "city", "zipcode", "owners", "invoice", "method", "syndic", "documents", "lots", "comment",
				"all_due_paid", "external_id", "test_mode", "name", "username", "password", "url", "lastname",
			}
			into[rapid.SampledFrom(names).Draw(r, "name")] = leaf.Draw(r, "value")
		}
		encoded, err := json.Marshal(body)
		if err != nil {
			r.Fatal(err)
		}
		request := httptest.NewRequest("POST", "/order/", strings.NewReader(string(encoded)))
		request.Header = c.header.Clone()
		request.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.server.ServeHTTP(w, request)
		if err := decent("/order/", w); err != nil {
			r.Fatal(err)
		}
		// What is taken must be what the reference allows, and the other way
		// round but for what a schema cannot say.
		got := answer{t: t, request: "POST /order/", status: w.Code, header: w.Result().Header, body: w.Body.Bytes()}
		holdToReference(t, request, encoded, got)
		if t.Failed() {
			r.Fatalf("body %s", encoded)
		}
	})
}

func TestHostileAddresses(t *testing.T) { onBothEngines(t, hostileAddresses) }

func hostileAddresses(t *testing.T, h *house) {
	c := h.client(t, "etude@notaires.example", predate.Premium)
	rapid.Check(t, func(r *rapid.T) {
		r1 := httptest.NewRequest(rapid.SampledFrom([]string{"GET", "POST", "PATCH", "DELETE", "HEAD"}).Draw(r, "method"), "/", nil)
		r1.URL.Path = rapid.SampledFrom([]string{"/order/", "/account/webhooks/", "/files/documents/", "/files/statements/", "/files/proofs/", "/"}).Draw(r, "root") + rapid.String().Draw(r, "rest")
		r1.URL.RawQuery = rapid.String().Draw(r, "query")
		r1.Header = c.header.Clone()
		w := httptest.NewRecorder()
		h.server.ServeHTTP(w, r1)
		if err := decent(r1.URL.Path, w); err != nil {
			r.Fatal(err)
		}
	})
}
