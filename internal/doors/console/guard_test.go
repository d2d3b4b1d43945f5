package console

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/base/clocktest"
	"predate/internal/keeping/seal"
	"predate/internal/orders/auth"
	"predate/internal/orders/desk"
	"predate/internal/orders/desk/desktest"
)

// fortress is a console behind https with real operators, sessions and orders, under a
// clock that the test moves.
type fortress struct {
	*Console
	*desktest.Desk
	t     testing.TB
	clock *clocktest.Clock
	order predate.OrderID
	codes map[string]predate.Secret // secrets of codes, by e-mail
}

const aPassword = "une phrase assez longue"

func newFortress(t testing.TB) *fortress {
	t.Helper()
	f := &fortress{t: t, Desk: desktest.Open(t, desktest.SQLite(t)), clock: clocktest.At(time.Now().UTC().Truncate(time.Second)), codes: map[string]predate.Secret{}}
	keys := filepath.Join(t.TempDir(), "keys")
	if err := seal.Create(keys); err != nil {
		t.Fatal(err)
	}
	keeper, err := seal.OpenKeeper(keys)
	if err != nil {
		t.Fatal(err)
	}
	origin := &url.URL{Scheme: "https", Host: "console.example.fr"}
	people, err := auth.NewPeople(auth.PeopleOptions{DB: f.Desk.DB, Safe: keeper, Now: f.clock.Now, Random: rand.Reader, URL: origin.String()})
	if err != nil {
		t.Fatal(err)
	}
	f.Console, err = New(Options{
		People: people, Auth: people, Origin: origin, Now: f.clock.Now, Random: rand.Reader, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Desk: f.Desk.Desk, Blobs: f.Desk.Blobs,
	})
	if err != nil {
		t.Fatal(err)
	}
	f.order = f.ToDecide(nil).ID
	return f
}

// code is the code of this moment, computed independently of the product.
func (f *fortress) code(email string) string {
	f.t.Helper()
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(f.codes[email].Reveal())
	if err != nil {
		f.t.Fatal(err)
	}
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, f.clock.Now().Unix()/30) // a hash takes everything
	sum := mac.Sum(nil)
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[sum[19]&15:])&0x7fffffff%1_000_000)
}

// hire makes an operator and returns the token of his session.
func (f *fortress) hire(name string, role predate.Role) (email, token string) {
	f.t.Helper()
	email = name + "@example.fr"
	made, err := f.Auth.Invite(f.t.Context(), auth.Actor{Name: "tests"}, auth.NewOperator{Email: email, Name: name, Role: role})
	if err != nil {
		f.t.Fatal(err)
	}
	enrolment, err := f.Auth.Enrol(made.Operator)
	if err != nil {
		f.t.Fatal(err)
	}
	f.codes[email] = enrolment.Secret
	joined, err := f.Auth.JoinByPassword(f.t.Context(), made.Token, auth.NewPassword{Password: aPassword, Slip: enrolment.Slip, Code: f.code(email)}, auth.Browser{Agent: "test"})
	if err != nil {
		f.t.Fatal(err)
	}
	f.clock.Pass(31 * time.Second) // a code is taken once
	return email, joined.Token.Reveal()
}

// send asks as a browser does in which a token is.
func (f *fortress) send(method, address, token, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, address, strings.NewReader(body))
	r.RemoteAddr = "192.0.2.7:1234"
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if token != "" {
		r.AddCookie(&http.Cookie{Name: "__Host-predate", Value: token})
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Del(header[i])
		if header[i+1] != "" {
			r.Header.Set(header[i], header[i+1])
		}
	}
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	checkHeaders(f.t, method+" "+address, w)
	return w
}

// checkHeaders fails for an answer that does not keep a browser safe.
func checkHeaders(t testing.TB, what string, w *httptest.ResponseRecorder) {
	t.Helper()
	for name, want := range map[string]string{
		"Content-Security-Policy": contentPolicy, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Strict-Transport-Security": "max-age=31536000",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s answers %d with %s: %q, want %q", what, w.Code, name, got, want)
		}
	}
	kept := strings.Contains(what, "/assets/") && w.Code == http.StatusOK
	if got := w.Header().Get("Cache-Control"); !kept && got != "no-store" {
		t.Errorf("%s answers %d with Cache-Control: %q", what, w.Code, got)
	}
}

var parameter = regexp.MustCompile(`\{(\w+[.]*|[$])\}`)

// address is a route's, with the order and values that could be.
func (f *fortress) address(pattern string) string {
	return parameter.ReplaceAllStringFunc(pattern, func(name string) string {
		switch name {
		case "{$}":
			return ""
		case "{id}", "{order}":
			return string(f.order)
		}
		return "1"
	})
}

// Who has no session that lasts, or a lesser role than a route asks for, changes
// nothing and sees nothing, whatever way the session ended.
func TestWhoIsRefusedChangesNothing(t *testing.T) {
	f := newFortress(t)
	visitors := map[string]string{"nobody": "", "a guess": "aGVsbG8", "a text": "' OR 1=1 --"}
	_, visitors["idle too long"] = f.hire("idle", predate.RoleAdmin)
	f.clock.Pass(auth.SessionIdle)
	email, ended := f.hire("ended", predate.RoleAdmin)
	if _, err := f.Auth.EndAll(t.Context(), auth.Actor{Name: "tests"}, email); err != nil {
		t.Fatal(err)
	}
	visitors["revoked"] = ended
	email, visitors["disabled"] = f.hire("disabled", predate.RoleSupport)
	if err := f.Auth.SetDisabled(t.Context(), auth.Actor{Name: "tests"}, email, true); err != nil {
		t.Fatal(err)
	}
	email, visitors["of another role before"] = f.hire("changed", predate.RoleSupport)
	if err := f.Auth.SetRole(t.Context(), auth.Actor{Name: "tests"}, email, predate.RoleAdmin); err != nil {
		t.Fatal(err)
	}
	roles := map[string]predate.Role{}
	for _, role := range predate.Roles() {
		_, visitors[string(role)] = f.hire(string(role), role)
		roles[string(role)] = role
	}
	for _, token := range visitors {
		f.send(http.MethodGet, "/me", token, "") // when a session was used last is written down once a minute
	}
	before := f.Everything()
	for who, token := range visitors {
		for _, one := range routes() {
			if one.least == open || roles[who].May(one.least) {
				continue
			}
			address := f.address(one.pattern)
			w := f.send(one.method, address, token, "")
			want := http.StatusForbidden
			switch {
			case roles[who] != "":
			case one.method == http.MethodGet:
				want = http.StatusSeeOther
				if to := w.Header().Get("Location"); !strings.HasPrefix(to, signInPath) {
					t.Errorf("%s goes from %s to %s", who, address, to)
				}
			default:
				want = http.StatusUnauthorized
			}
			if w.Code != want {
				t.Errorf("%s %s as %s answers %d, want %d", one.method, address, who, w.Code, want)
			}
			if strings.Contains(w.Body.String(), "Vassorelle") || len(w.Result().Cookies()) > 0 {
				t.Errorf("%s %s as %s gives something away", one.method, address, who)
			}
		}
		if f.Everything() != before {
			t.Fatalf("%s changed something", who)
		}
	}
}

// What another site makes a browser send changes nothing, whoever is signed in.
func TestAnotherSiteChangesNothing(t *testing.T) {
	f := newFortress(t)
	_, token := f.hire("admin", predate.RoleAdmin)
	before := f.Everything()
	for name, header := range map[string][]string{
		"another site":                {"Sec-Fetch-Site", "cross-site"},
		"another port or subdomain":   {"Sec-Fetch-Site", "same-site"},
		"an unknown word":             {"Sec-Fetch-Site", "neighbour"},
		"another origin":              {"Sec-Fetch-Site", "", "Origin", "https://evil.example"},
		"no origin":                   {"Sec-Fetch-Site", "", "Origin", "null"},
		"an origin of another scheme": {"Sec-Fetch-Site", "", "Origin", "file://"},
		"nothing":                     {"Sec-Fetch-Site", ""},
	} {
		for _, one := range routes() {
			for _, method := range []string{one.method, http.MethodPut, http.MethodDelete, http.MethodPatch, "FOO"} {
				if safe(method) {
					continue
				}
				if w := f.send(method, f.address(one.pattern), token, "", header...); w.Code != http.StatusForbidden {
					t.Errorf("%s %s of %s answers %d, want 403", method, one.pattern, name, w.Code)
				}
			}
		}
	}
	if f.Everything() != before {
		t.Error("another site changed something")
	}
	if f.send(http.MethodPost, "/me/shortcuts", token, "on="); f.Everything() == before {
		t.Error("the page itself changes nothing: the digest says nothing")
	}
}

// Over plain http a name that somebody made to lead here is answered with nothing.
func TestOtherNamesAreNotTheConsole(t *testing.T) {
	c := newConsole(t)
	for host, want := range map[string]int{
		"127.0.0.1:8081": http.StatusOK, "localhost:9000": http.StatusOK, "[::1]:8081": http.StatusOK, "10.1.2.3": http.StatusOK,
		"evil.example": http.StatusMisdirectedRequest, "evil.example:8081": http.StatusMisdirectedRequest, "127.0.0.1.evil.example": http.StatusMisdirectedRequest, "localhost.evil.example:8081": http.StatusMisdirectedRequest,
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = host
		r.AddCookie(&http.Cookie{Name: c.cookieName(), Value: string(predate.RoleSupport)})
		w := httptest.NewRecorder()
		if c.ServeHTTP(w, r); w.Code != want {
			t.Errorf("the name %s is answered %d, want %d", host, w.Code, want)
		}
	}
}

// No address leads out of the console's own files.
func TestAddressesLeadNowhereElse(t *testing.T) {
	f := newFortress(t)
	_, token := f.hire("admin", predate.RoleAdmin)
	order := "/order/" + string(f.order)
	style, err := f.assets.Address("console.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{
		"/assets/../../etc/passwd", "/assets/%2e%2e/%2e%2e/etc/passwd", path.Dir(style) + "/..%2f..%2fconsole.go", path.Dir(style) + "/%00", "/pages/layout.html",
		path.Dir(style) + "/../pages/layout.html", "//evil.example/%2e%2e", "/\\evil.example", order + "/facsimile/1/..%2f..%2fx/1/thumb", order + "/facsimile/1/x/1/..%2f..%2fscreen",
		order + "/facsimile/..%2f1/x/1/thumb", order + "/page/1/-1", order + "/page/1/99999999999999999999", order + "/draft/..%2f..%2fx/1", "/order/..%2f..%2fx", "/order/%00", "/invite/..%2fx", "/order?id=..%2f" + string(f.order),
	} {
		w := f.send(http.MethodGet, address, token, "")
		if w.Code == http.StatusOK || w.Code >= http.StatusInternalServerError || strings.Contains(w.Body.String(), "root:") {
			t.Errorf("%s answers %d: %.80s", address, w.Code, w.Body)
		}
		if to, err := url.Parse("https://console.example.fr" + address); err == nil && w.Header().Get("Location") != "" {
			if to, err = to.Parse(w.Header().Get("Location")); err != nil || to.Host != "console.example.fr" {
				t.Errorf("%s leads to %s", address, w.Header().Get("Location"))
			}
		}
	}
}

// Another person's claim is not gone past.
func TestAnotherPersonsClaimHolds(t *testing.T) {
	f := newFortress(t)
	_, token := f.hire("petit", predate.RoleOperator)
	if _, err := f.ClaimOrder(t.Context(), f.order, desk.Decision{By: "aubrac", Operator: "opr_aubrac", Role: predate.RoleOperator}); err != nil {
		t.Fatal(err)
	}
	before := f.Everything()
	for act, body := range map[string]string{
		"uncorrect": "about=kind&hash=ab&first=1&why=vu", "acknowledge": `{"doubt": "x", "why": "vu"}`,
	} {
		w := f.send(http.MethodPost, "/order/"+string(f.order)+"/"+act, token, body, "Sec-Fetch-Mode", "cors")
		if w.Code != http.StatusConflict {
			t.Errorf("%s on an order that another works on answers %d: %s", act, w.Code, w.Body)
		}
	}
	w := f.give(token, map[string]string{"a.pdf": "%PDF-1.7 x"})
	if w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "aubrac travaille") {
		t.Errorf("giving papers to an order that another works on answers %d: %s", w.Code, w.Body)
	}
	if f.Everything() != before {
		t.Error("something changed")
	}
}

// give sends files by the form of the page.
func (f *fortress) give(token string, files map[string]string) *httptest.ResponseRecorder {
	f.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range map[string]string{"from": "Mme Vassorelle", "how": "courriel"} {
		if err := form.WriteField(name, value); err != nil {
			f.t.Fatal(err)
		}
	}
	for name, content := range files {
		part, err := form.CreateFormFile("files", name)
		if err != nil {
			f.t.Fatal(err)
		}
		_, _ = io.WriteString(part, content) // a buffer takes everything
	}
	if err := form.Close(); err != nil {
		f.t.Fatal(err)
	}
	return f.send(http.MethodPost, "/order/"+string(f.order)+"/documents", token, body.String(), "Content-Type", form.FormDataContentType())
}

// Uploads are bounded in size, number and kind before anything is kept.
func TestUploadsAreBounded(t *testing.T) {
	f := newFortress(t)
	_, token := f.hire("petit", predate.RoleOperator)
	before := f.Everything()
	many := map[string]string{}
	for i := range desk.MaxDocuments + 1 {
		many[fmt.Sprintf("%d.pdf", i)] = "%PDF-1.7"
	}
	for name, one := range map[string]struct {
		files map[string]string
		want  int
	}{
		"nothing":           {nil, http.StatusBadRequest},
		"a program":         {map[string]string{"annexe.pdf": "MZ\x90\x00\x03"}, http.StatusBadRequest},
		"a page":            {map[string]string{"annexe.pdf": "<html><script>hit()</script>"}, http.StatusBadRequest},
		"a drawing":         {map[string]string{"annexe.svg": `<svg xmlns="http://www.w3.org/2000/svg" onload="hit()"/>`}, http.StatusBadRequest},
		"an archive":        {map[string]string{"annexe.zip": "PK\x03\x04" + strings.Repeat("\x00", 100)}, http.StatusBadRequest},
		"too large a file":  {map[string]string{"annexe.pdf": "%PDF-1.7" + strings.Repeat("x", desk.MaxFile)}, http.StatusRequestEntityTooLarge},
		"too many files":    {many, http.StatusRequestEntityTooLarge},
		"one that is wrong": {map[string]string{"a.pdf": "%PDF-1.7", "b.exe": "MZ"}, http.StatusBadRequest},
	} {
		if w := f.give(token, one.files); w.Code != one.want {
			t.Errorf("%s answers %d, want %d: %s", name, w.Code, one.want, w.Body)
		}
	}
	if w := f.send(http.MethodPost, "/order/"+string(f.order)+"/correct", token, "why="+strings.Repeat("x", mostForm)); w.Code != http.StatusBadRequest {
		t.Errorf("a form without bounds answers %d", w.Code)
	}
	if f.Everything() != before {
		t.Error("something is kept")
	}
}
