package api_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"predate"
)

// testKeyID names the client's test key.
func (c *client) testKeyID() string {
	sum := sha256.Sum256([]byte(c.keys.Test.Reveal()))
	return predate.APIKey{Hash: predate.Hash(hex.EncodeToString(sum[:]))}.ID()
}

func TestTheAccount(t *testing.T) { onBothEngines(t, ownAccount) }

func ownAccount(t *testing.T, h *house) {
	c := h.client(t, "etude@notaires.example", predate.Premium)
	seen := c.do("GET", "/account", nil).is(200, "Account").payload()
	if seen["email"] != "etude@notaires.example" || seen["kind"] != "premium" || seen["send_documents"] != true || seen["send_registration"] != false || seen["keep_credentials"] != false {
		t.Errorf("account %v", seen)
	}
	h.clock.Pass(time.Second)
	changed := c.do("PATCH", "/account", map[string]any{"send_registration": true, "keep_credentials": true}).is(200, "Account changed").payload()
	if changed["send_documents"] != true || changed["send_registration"] != true || changed["keep_credentials"] != true {
		t.Errorf("changed to %v", changed)
	}
	c.do("PATCH", "/account", map[string]any{"send_documents": "yes"}).is(400, "Invalid request: send_documents: must be a boolean")
	const untouched = "A test API key changes nothing that live orders depend on: use a live key"
	c.tester().do("GET", "/account", nil).is(200, "Account")
	c.tester().do("PATCH", "/account", map[string]any{"send_documents": false}).is(403, untouched)
	c.tester().do("POST", "/account/password", map[string]any{"old_password": password, "new_password": "une autre longue phrase"}).is(403, untouched)
	if got := c.do("GET", "/account", nil).payload(); got["send_documents"] != true {
		t.Errorf("a test key changed the account: %v", got)
	}
	acts, err := h.auth.Acts(t.Context(), c.account.ID)
	if err != nil || acts[0].Act != "account.changed" || acts[0].Who != "client" {
		t.Errorf("acts %v, %v", acts, err)
	}
}

// What is no longer to be kept goes at once; what is still collected with stays.
func TestCredentialsAreNoLongerKept(t *testing.T) { onBothEngines(t, noLongerKept) }

func noLongerKept(t *testing.T, h *house) {
	c := h.client(t, "etude@notaires.example", predate.Premium)
	c.do("PATCH", "/account", map[string]any{"keep_credentials": true})
	done, underWay := c.place(), c.place()
	h.record(t, done, predate.DossierLacking, nil)
	c.do("PATCH", "/account", map[string]any{"keep_credentials": false}).is(200, "Account changed")
	c.do("POST", "/order/"+done+"/refresh", map[string]any{"method": "extranet"}).is(400, "Missing or invalid syndic information for method 'extranet'")
	collecting, err := h.desk.Collecting(t.Context(), predate.OrderID(underWay))
	if err != nil || collecting.Until.IsZero() || collecting.Until.After(h.clock.Now().Add(72*time.Hour)) {
		t.Errorf("credentials of the order under way until %v, %v", collecting.Until, err)
	}
}

func TestKeys(t *testing.T) { onBothEngines(t, ownKeys) }

func ownKeys(t *testing.T, h *house) {
	c := h.client(t, "etude@notaires.example", predate.Premium)
	made := c.do("POST", "/account/keys", nil).is(200, "API key created")
	key := made.text("key")
	if !strings.HasPrefix(key, "prd_live_") || made.payload()["test_mode"] != false || made.payload()["last_used"] != nil {
		t.Errorf("made %v", made.payload())
	}
	if list := c.do("GET", "/account/keys", nil).is(200, "API keys"); strings.Contains(string(list.body), key) || len(list.payload()["keys"].([]any)) != 3 {
		t.Errorf("the list shows %s", list.body)
	}
	fresh := c.with("X-Auth-Key", key)
	fresh.do("GET", "/account", nil).is(200, "Account")
	for _, one := range fresh.do("GET", "/account/keys", nil).payload()["keys"].([]any) {
		shown := one.(map[string]any)
		if current := shown["id"] == made.text("id"); current != (shown["current"] == true) || current && shown["last_used"] == nil {
			t.Errorf("key %v", shown)
		}
	}
	// A test key has to do with test keys alone.
	if list := c.tester().do("GET", "/account/keys", nil).payload()["keys"].([]any); len(list) != 1 {
		t.Errorf("a test key sees %v", list)
	}
	c.tester().do("DELETE", "/account/keys/"+made.text("id"), nil).is(404, "API key not found")
	c.tester().do("POST", "/account/keys", map[string]any{"test_mode": false}).is(403, "A test API key changes nothing that live orders depend on: use a live key")
	if own := c.tester().do("POST", "/account/keys", nil).is(200, "API key created"); own.payload()["test_mode"] != true {
		t.Errorf("a test key made %v", own.payload())
	}
	// A key that is revoked ends at once, with its tokens.
	c.do("DELETE", "/account/keys/"+made.text("id"), nil).is(200, "API key revoked")
	fresh.do("GET", "/account", nil).is(400, "Invalid API key")
	c.do("DELETE", "/account/keys/"+made.text("id"), nil).is(404, "API key not found")
	c.do("DELETE", "/account/keys/key_none", nil).is(404, "API key not found")
	var own string
	for _, one := range c.do("GET", "/account/keys", nil).payload()["keys"].([]any) {
		if shown := one.(map[string]any); shown["current"] == true {
			own = shown["id"].(string)
		}
	}
	last := c.do("DELETE", "/account/keys/"+own, nil).is(409, "This is the last live key of the account: make another first, or add ?last=true to be left without one")
	if last.header.Get("predate-error") != "last_live_key" {
		t.Errorf("header %v", last.header)
	}
	c.do("DELETE", "/account/keys/"+own+"?last=perhaps", nil).is(400, "Invalid request: last: must be one of true, false")
	c.do("DELETE", "/account/keys/"+own+"?last=true", nil).is(200, "API key revoked")
	c.do("GET", "/account", nil).is(400, "Invalid API key")
}

func TestAPasswordIsChanged(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	c.do("POST", "/account/password", map[string]any{}).is(400, "Invalid request: old_password: is required; new_password: is required")
	c.do("POST", "/account/password", map[string]any{"old_password": "pas le bon mot", "new_password": "une autre longue phrase"}).is(401, "Invalid credentials")
	c.do("POST", "/account/password", map[string]any{"old_password": password, "new_password": "court"}).is(400, "The password must have at least 12 characters")
	got := c.do("POST", "/account/password", map[string]any{"old_password": password, "new_password": "une autre longue phrase"}).is(200, "Password changed")
	c.do("GET", "/account", nil).is(401, "Invalid or expired access token")
	c.with("Authorization", "Bearer "+got.text("access_token")).do("GET", "/account", nil).is(200, "Account")
	if strings.Contains(h.logged(), "longue phrase") {
		t.Error("the log holds a password")
	}
}

// A person opens a link, types a password twice, and the old one has ended.
func TestAPasswordIsChosenByALink(t *testing.T) { onBothEngines(t, chosenByALink) }

func chosenByALink(t *testing.T, h *house) {
	c := h.client(t, "etude@notaires.example", predate.Premium)
	made, err := h.auth.NewReset(t.Context(), "etude@notaires.example")
	if err != nil {
		t.Fatal(err)
	}
	address := "/account/reset?token=" + url.QueryEscape(made.Token.Reveal())
	post := func(token, chosen, again string) answer {
		t.Helper()
		form := url.Values{"token": {token}, "password": {chosen}, "again": {again}, "username": {"etude@notaires.example"}}
		r := httptest.NewRequest(http.MethodPost, "/account/reset", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return h.send(t, r)
	}
	says := func(got answer, status int, words string) {
		t.Helper()
		if got.status != status || !strings.Contains(string(got.body), words) || got.header.Get("Content-Type") != "text/html; charset=utf-8" || got.header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %d %v\n%s\nwant %d and %q", got.request, got.status, got.header, got.body, status, words)
		}
	}
	for range 2 { // to look at a link does not use it up
		says(h.send(t, httptest.NewRequest(http.MethodGet, address, nil)), 200, "etude@notaires.example")
	}
	says(post(made.Token.Reveal(), "une autre longue phrase", "une autre"), 400, "Les deux saisies diffèrent.")
	says(post(made.Token.Reveal(), "court", "court"), 400, "au moins 12 caractères")
	says(post("autre", "une autre longue phrase", "une autre longue phrase"), 404, "n’est plus valable")
	says(post(made.Token.Reveal(), "une autre longue phrase", "une autre longue phrase"), 200, "Votre mot de passe est changé")
	says(post(made.Token.Reveal(), "une autre longue phrase", "une autre longue phrase"), 404, "n’est plus valable")
	says(h.send(t, httptest.NewRequest(http.MethodGet, address, nil)), 404, "n’est plus valable")
	says(h.send(t, httptest.NewRequest(http.MethodPost, "/account/reset", strings.NewReader("{}"))), 415, "n’a pas pu être lu")
	c.do("GET", "/account", nil).is(401, "Invalid or expired access token")
	c.do("POST", "/account/auth", map[string]any{"email": "etude@notaires.example", "password": "une autre longue phrase"}).is(200, "Authenticated")
	if strings.Contains(h.logged(), made.Token.Reveal()) || strings.Contains(h.logged(), "longue phrase") {
		t.Error("the log holds the link or the password")
	}
	// Too many visits are told in French too.
	for range 60 {
		if got := h.send(t, httptest.NewRequest(http.MethodGet, address, nil)); got.status == 429 {
			says(got, 429, "Trop de demandes")
			return
		}
	}
	t.Error("the page is not paced")
}
