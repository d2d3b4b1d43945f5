package console

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/orders/auth"
)

// signIn signs in by password and code.
func (f *fortress) signIn(email, password, next, token string) *httptest.ResponseRecorder {
	f.t.Helper()
	f.clock.Pass(31 * time.Second) // a code is taken once
	form := url.Values{"email": {email}, "password": {password}, "code": {f.code(email)}, "next": {next}}
	return f.send(http.MethodPost, signInPath, token, form.Encode())
}

// tokenOf is the session that an answer gives a browser.
func tokenOf(t testing.TB, w *httptest.ResponseRecorder) string {
	t.Helper()
	cookies := w.Result().Cookies()
	if len(cookies) != 1 || cookies[0].Value == "" {
		t.Fatalf("%d answers with the cookies %v: %s", w.Code, cookies, w.Body)
	}
	if c := cookies[0]; c.Name != "__Host-predate" || !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" || c.SameSite != http.SameSiteStrictMode {
		t.Errorf("the cookie is %s", c)
	}
	return cookies[0].Value
}

func (f *fortress) opens(token string) bool {
	f.t.Helper()
	return f.send(http.MethodGet, "/operators", token, "").Code == http.StatusOK
}

// A session that was there before signing in is worth nothing after it; one that was
// stolen ends with the others; none lasts without use, or for ever.
func TestSessionsOfBrowsers(t *testing.T) {
	f := newFortress(t)
	thief, stolen := f.hire("thief", predate.RoleAdmin)
	victim, mine := f.hire("victim", predate.RoleAdmin)
	for _, set := range []string{"chosen-by-a-thief", stolen} {
		given := tokenOf(t, f.signIn(victim, aPassword, "/", set))
		if given == set || !f.opens(given) || f.opens(set) {
			t.Errorf("after signing in, the session that was set before: same %v, opens %v", given == set, f.opens(set))
		}
	}
	if !f.opens(mine) {
		t.Fatal("the first session of the victim is over")
	}
	here := tokenOf(t, f.signIn(victim, aPassword, "/", ""))
	if w := f.send(http.MethodPost, "/me/sessions/others", here, ""); w.Code != http.StatusSeeOther || f.opens(mine) || !f.opens(here) {
		t.Errorf("the others are ended: %d, the stolen one opens %v", w.Code, f.opens(mine))
	}
	if w := f.send(http.MethodPost, "/signout", here, ""); w.Code != http.StatusSeeOther || f.opens(here) {
		t.Errorf("after signing out (%d) a copy of the token opens: %v", w.Code, f.opens(here))
	}
	for _, next := range []string{"//evil.example", "https://evil.example/", `/\evil.example`, "/%5cevil.example", "/..//evil.example", "/.//evil.example", "/\t/evil.example", "javascript:alert(1)", "@evil.example", ".evil.example"} {
		w := f.signIn(thief, aPassword, next, "")
		base := &url.URL{Scheme: "https", Host: "console.example.fr", Path: signInPath}
		if to, err := base.Parse(w.Header().Get("Location")); err != nil || to.Host != base.Host || to.Scheme != "https" || strings.HasPrefix(to.Path, "//") {
			t.Errorf("after signing in %q leads to %s", next, w.Header().Get("Location"))
		}
	}
	used := tokenOf(t, f.signIn(thief, aPassword, "/", ""))
	began := f.clock.Now()
	f.clock.Pass(auth.SessionIdle - time.Minute)
	if !f.opens(used) {
		t.Error("a session ends before 30 minutes without use")
	}
	for f.clock.Now().Sub(began) < auth.SessionLife-20*time.Minute {
		f.clock.Pass(20 * time.Minute)
		if !f.opens(used) {
			t.Fatalf("a session in use ends after %s", f.clock.Now().Sub(began))
		}
	}
	f.clock.Pass(20 * time.Minute)
	if f.opens(used) {
		t.Error("a session in use lasts more than 12 hours")
	}
	left := tokenOf(t, f.signIn(thief, aPassword, "/", ""))
	for range 4 { // what a page asks by itself keeps no session alive
		f.clock.Pass(auth.SessionIdle / 4)
		f.send(http.MethodGet, "/operators", left, "", "Predate-By-Itself", "1")
	}
	if f.opens(left) {
		t.Error("a page that nobody looks at keeps its session alive")
	}
}

// Guesses wait longer and longer, whoever is guessed, and whatever is right; a code
// is taken once.
func TestSigningInIsThrottled(t *testing.T) {
	f := newFortress(t)
	email, _ := f.hire("victim", predate.RoleOperator)
	form := func(email, password, code string) string {
		return url.Values{"email": {email}, "password": {password}, "code": {code}}.Encode()
	}
	code := f.code(email)
	if w := f.send(http.MethodPost, signInPath, "", form(email, aPassword, code)); w.Code != http.StatusSeeOther {
		t.Fatalf("signing in answers %d: %s", w.Code, w.Body)
	}
	if w := f.send(http.MethodPost, signInPath, "", form(email, aPassword, code)); w.Code != http.StatusUnauthorized {
		t.Errorf("a code that was used signs in: %d", w.Code)
	}
	for range 5 {
		f.send(http.MethodPost, signInPath, "", form(email, "un autre", "000000"))
	}
	f.clock.Pass(100 * time.Millisecond)
	last := f.send(http.MethodPost, signInPath, "", form(email, aPassword, f.code(email)))
	if last.Code != http.StatusTooManyRequests || !strings.Contains(last.Body.String(), "Trop d’essais") {
		t.Errorf("the right password within the wait answers %d", last.Code)
	}
	if len(last.Result().Cookies()) > 0 {
		t.Error("a refusal gives a session")
	}
}

// One word may be tried on many people: a network in which many failed waits, whoever
// is asked. What is said of where a request comes from is believed of proxies alone.
func TestANetworkThatGuessesWaits(t *testing.T) {
	f := newFortress(t)
	f.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
	email, _ := f.hire("victim", predate.RoleOperator)
	try := func(email, from string) int {
		form := url.Values{"email": {email}, "password": {aPassword}, "code": {f.code("victim@example.fr")}}
		return f.send(http.MethodPost, signInPath, "", form.Encode(), "X-Forwarded-For", from).Code
	}
	for i := range 30 {
		if code := try(fmt.Sprintf("nobody%d@example.fr", i), fmt.Sprintf("198.51.100.9, 203.0.113.%d", i)); code != http.StatusUnauthorized {
			t.Fatalf("guess %d answers %d", i, code)
		}
	}
	if code := try(email, "203.0.113.200"); code != http.StatusTooManyRequests {
		t.Errorf("after many guesses of a network one more answers %d", code)
	}
	if code := try(email, "203.0.113.200, 198.51.100.9"); code != http.StatusSeeOther {
		t.Errorf("from another network the right password answers %d", code)
	}
	f.clock.Pass(time.Minute)
	if code := try(email, "203.0.113.200"); code != http.StatusSeeOther {
		t.Errorf("after the wait the right password answers %d", code)
	}
}

// A session of an administrator that somebody took over makes no way in that outlasts it:
// nobody is invited, himself neither, and nobody's role grows. Somebody may be shut out.
func TestOnlyAFreshSessionLetsPeopleIn(t *testing.T) {
	f := newFortress(t)
	admin, token := f.hire("admin", predate.RoleAdmin)
	other, _ := f.hire("other", predate.RoleSupport)
	ask := func(token, path string, form url.Values) *httptest.ResponseRecorder {
		return f.send(http.MethodPost, path, token, form.Encode())
	}
	acts := map[string]url.Values{
		"/operators":          {"email": {"new@example.test"}, "name": {"N. Nouveau"}, "role": {"admin"}},
		"/operators/again":    {"email": {admin}},
		"/operators/role":     {"email": {other}, "role": {"admin"}},
		"/operators/disabled": {"email": {other}},
	}
	f.clock.Pass(16 * time.Minute)
	if w := ask(token, "/operators/disabled", url.Values{"email": {other}, "disabled": {"on"}}); w.Code != http.StatusSeeOther {
		t.Errorf("somebody is shut out: %d", w.Code)
	}
	before := f.Everything()
	for path, form := range acts {
		if w := ask(token, path, form); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "reconnectez-vous") || strings.Contains(w.Body.String(), "/invite/") {
			t.Errorf("%s in a session of a quarter of an hour: %d", path, w.Code)
		}
	}
	if f.Everything() != before {
		t.Error("something has changed")
	}
	fresh := tokenOf(t, f.signIn(admin, aPassword, "/", ""))
	for _, path := range []string{"/operators/disabled", "/operators/role", "/operators"} {
		if w := ask(fresh, path, acts[path]); w.Code != http.StatusSeeOther && w.Code != http.StatusOK {
			t.Errorf("%s in a session that has just begun: %d", path, w.Code)
		}
	}
}
