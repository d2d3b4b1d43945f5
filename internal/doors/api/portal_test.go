package api_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/delivering/link"
	"predate/internal/doors/api"
	"predate/internal/doors/portal"
	"predate/internal/orders/desk"
)

// withPortal is a house whose front door has the portal.
func withPortal(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	pages, err := portal.New(portal.Options{Desk: h.desk, Accounts: h.auth, Bodies: h.options.Bodies, Links: h.links, Now: h.clock.Now, Log: slog.New(slog.NewTextHandler(h.writer, nil))})
	if err != nil {
		t.Fatal(err)
	}
	h.options.Portal = pages
	h.server = api.New(h.options)
	return h
}

// browse asks for a page, or sends a form where fields are given.
func (h *house) browse(t *testing.T, address string, form url.Values) *httptest.ResponseRecorder {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, at.RequestURI(), nil)
	if form != nil {
		r = httptest.NewRequest(http.MethodPost, at.RequestURI(), strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	w := httptest.NewRecorder()
	h.server.ServeHTTP(w, r)
	return w
}

// linkTo finds the address in a page whose text is a pattern.
func linkTo(t *testing.T, w *httptest.ResponseRecorder, text string) string {
	t.Helper()
	found := regexp.MustCompile(`<a href="([^"]+)"[^>]*>(?:<code>)?` + text).FindStringSubmatch(w.Body.String())
	if found == nil {
		t.Fatalf("no link to %s in a page of status %d:\n%s", text, w.Code, w.Body)
	}
	return strings.ReplaceAll(found[1], "&amp;", "&")
}

func says(t *testing.T, w *httptest.ResponseRecorder, status int, words ...string) {
	t.Helper()
	if w.Code != status {
		t.Errorf("answers %d, want %d: %s", w.Code, status, w.Body)
	}
	for _, word := range words {
		if !strings.Contains(w.Body.String(), word) {
			t.Errorf("does not say %q:\n%s", word, w.Body)
		}
	}
}

// failedDelivery registers an endpoint and an order whose first event could not be
// delivered to it.
func (c *client) failedDelivery(callback string) predate.EndpointID {
	c.t.Helper()
	id := predate.EndpointID(c.do("POST", "/account/webhooks", map[string]any{"url": callback}).is(200, "Webhook endpoint created").text("id"))
	c.place()
	all, err := c.h.desk.DeliveriesTo(c.t.Context(), desk.DeliveryLook{Endpoint: id, Limit: 1})
	if err != nil || len(all) != 1 {
		c.t.Fatalf("deliveries %v: %v", all, err)
	}
	_, err = c.h.desk.Attempted(c.t.Context(), predate.Attempt{
		Delivery: all[0].ID, Number: 1, At: c.h.clock.Now(), Status: 500, Error: "réponse 500", Answer: "<b>oops</b>", Signature: "v1,abc", Duration: time.Second,
	}, desk.Verdict{GivenUp: true})
	if err != nil {
		c.t.Fatal(err)
	}
	return id
}

// A client's support sees what was sent and what came back, sends it again, and replaces
// the secret, with nothing but the address.
func TestPortal(t *testing.T) {
	h := withPortal(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	other := h.client(t, "autre@notaires.example", predate.Premium)
	c.failedDelivery("https://hooks.etude.example/predate")
	other.failedDelivery("https://hooks.autre.example/predate")
	address := func(c *client, body map[string]any) string {
		t.Helper()
		return c.do("POST", "/account/portal", body).is(200, "Portal link").text("url")
	}
	home := h.browse(t, address(c, map[string]any{}), nil)
	says(t, home, 200, "https://hooks.etude.example/predate", "en échec")
	if strings.Contains(home.Body.String(), "autre") {
		t.Error("another account's endpoint is shown")
	}
	if policy := home.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") || strings.Contains(policy, "script-src") || home.Header().Get("Referrer-Policy") != "same-origin" || home.Header().Get("Set-Cookie") != "" {
		t.Errorf("headers %v", home.Header())
	}

	at := linkTo(t, home, "https://hooks")
	endpoint := h.browse(t, at, nil)
	says(t, endpoint, 200, "abandonnée", "réponse 500", "Essais réussis", "0 / 1")
	delivery := linkTo(t, endpoint, "[A-Z0-9]{6}")
	page := h.browse(t, delivery, nil)
	says(t, page, 200, "&lt;b&gt;oops&lt;/b&gt;", "&#34;status&#34;: &#34;confirmed&#34;", "Webhook-Signature: v1,abc", "Renvoyer")
	sent := h.browse(t, delivery, url.Values{})
	if sent.Code != http.StatusSeeOther {
		t.Fatalf("sending again answers %d: %s", sent.Code, sent.Body)
	}
	says(t, h.browse(t, sent.Header().Get("Location"), nil), 200, "La livraison repart.", "en cours")
	says(t, h.browse(t, delivery, url.Values{}), 409, "role=\"alert\"")

	says(t, h.browse(t, h.browse(t, at, url.Values{"act": {"pause"}}).Header().Get("Location"), nil), 200, "L’adresse est arrêtée.", "Remettre en service")
	says(t, h.browse(t, h.browse(t, at, url.Values{"act": {"resume"}}).Header().Get("Location"), nil), 200, "en service", "Arrêter")
	says(t, h.browse(t, h.browse(t, at, url.Values{"act": {"recover"}, "since": {"2026-05-01"}}).Header().Get("Location"), nil), 200, "livraison(s) abandonnée(s) repartent")
	says(t, h.browse(t, at, url.Values{"act": {"recover"}, "since": {"hier"}}), 400, "Choisissez le jour")
	says(t, h.browse(t, at, url.Values{"act": {"rotate"}}), 200, "whsec_", "signe encore jusqu’au")
	says(t, h.browse(t, at, url.Values{"act": {"drop"}}), 400)

	// What another account's address opens, and what a page of ours is to another's.
	others := h.browse(t, address(other, map[string]any{}), nil)
	foreign := linkTo(t, h.browse(t, linkTo(t, others, "https://hooks"), nil), "[A-Z0-9]{6}")
	swap := func(to string) string { // the other's page under our signed path
		_, ours, _ := strings.Cut(at, "/endpoints/")
		_, query, _ := strings.Cut(ours, "?")
		base, _, _ := strings.Cut(at, "/endpoints/")
		_, sub, _ := strings.Cut(to, "/-/")
		path, _, _ := strings.Cut(sub, "?")
		return base + "/" + path + "?" + query
	}
	says(t, h.browse(t, swap(foreign), nil), 404)
	says(t, h.browse(t, swap(foreign), url.Values{}), 404)
	says(t, h.browse(t, swap(linkTo(t, others, "https://hooks")), url.Values{"act": {"rotate"}}), 404)
}

// An address opens what it names, for as long as it says, and no other path of its kind.
func TestPortalAddresses(t *testing.T) {
	h := withPortal(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	c.failedDelivery("https://hooks.etude.example/predate")
	got := c.do("POST", "/account/portal", map[string]any{"minutes": 15, "frame": "https://app.etude.example"}).is(200, "Portal link")
	address := got.text("url")
	framed := h.browse(t, address, nil)
	says(t, framed, 200)
	if policy := framed.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors https://app.etude.example") || framed.Header().Get("X-Frame-Options") != "" {
		t.Errorf("headers %v", framed.Header())
	}
	for name, altered := range map[string]string{
		"another scope": strings.Replace(address, "/live/", "/test/", 1), "no signature": strings.Split(address, "&signature")[0],
		"another frame": strings.Replace(address, link.FrameIn("https://app.etude.example"), link.FrameIn("https://evil.example"), 1), "nothing": "/portal/",
	} {
		if w := h.browse(t, altered, nil); w.Code != 404 || !strings.Contains(w.Body.String(), "n’est pas complet") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	cross := httptest.NewRequest(http.MethodPost, strings.TrimPrefix(linkTo(t, framed, "https://hooks"), "https://api.example"), strings.NewReader("act=rotate"))
	cross.Header.Set("Sec-Fetch-Site", "cross-site")
	w := httptest.NewRecorder()
	h.server.ServeHTTP(w, cross)
	if w.Code != http.StatusForbidden {
		t.Errorf("another site's form answers %d", w.Code)
	}
	for body, message := range map[string]string{
		`{"frame":"https://app.example'; script-src *"}`: "Invalid request: frame: must be the origin of a site, like https://app.example.fr",
		`{"frame":"http://app.example"}`:                 "Invalid request: frame: must be the origin of a site, like https://app.example.fr",
		`{"frame":"https://app.example/path"}`:           "Invalid request: frame: must be the origin of a site, like https://app.example.fr",
		`{"frame":"https://*.example"}`:                  "Invalid request: frame: must be the origin of a site, like https://app.example.fr",
	} {
		c.do("POST", "/account/portal", body).is(400, message)
	}
	test := c.with("X-Auth-Key", c.keys.Test.Reveal())
	test.header.Set("Authorization", "Bearer "+test.do("POST", "/account/auth", map[string]any{"email": "etude@notaires.example", "password": password}).text("access_token"))
	tests := h.browse(t, test.do("POST", "/account/portal", map[string]any{}).is(200, "Portal link").text("url"), nil)
	says(t, tests, 200, "mode test", "Aucune adresse de test")
	test.do("POST", "/account/portal", map[string]any{"test_mode": false}).is(403, "A test API key only creates test endpoints: set test_mode to true, or leave it out")

	h.clock.Pass(15 * time.Minute)
	says(t, h.browse(t, address, nil), 410, "n’est plus valable")
	again := c.do("POST", "/account/portal", map[string]any{})
	if again.status == 401 { // the token of the test has its own life
		t.Fatal("the token ended before the address")
	}
	later := again.text("url")
	if err := h.auth.SetPassword(t.Context(), "etude@notaires.example", "une autre phrase assez longue"); err != nil {
		t.Fatal(err)
	}
	says(t, h.browse(t, later, nil), 410, "n’est plus valable")
}
