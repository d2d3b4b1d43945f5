package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/browsertest"
	"predate/internal/commands/readers"
	"predate/internal/commands/serving"
	"predate/internal/doors/console"
	"predate/internal/orders/auth"
)

// desktop is a server with its console, and a browser.
type desktop struct {
	*browsertest.Tab
	t      *testing.T
	house  *serving.House
	people *auth.People
	at     string
}

func newDesktop(t *testing.T) *desktop {
	t.Helper()
	public, admin := listenAnywhere(t), listenAnywhere(t)
	flags := serving.ServerFlags{
		StoreFlags: serving.StoreFlags{Data: t.TempDir(), Dev: true}, ReaderFlags: readers.ReaderFlags{Tesseract: "none"},
		Listen: public.Addr().String(), TokenLife: time.Hour, RateLimit: 1 << 20, UsernamesADay: 1 << 20,
	}
	h, err := serving.Build(t.Context(), flags, meansOf(slog.New(slog.NewTextHandler(io.Discard, nil))))
	if err != nil {
		t.Fatal(err)
	}
	at, err := h.OpenConsole(flags, admin)
	if err != nil {
		t.Fatal(err)
	}
	people, err := h.People(at)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- h.Serve(ctx, serving.Addresses{Public: public, Admin: admin}, func(string) {}) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		h.Close()
	})
	return &desktop{Tab: browsertest.Open(t), t: t, house: h, people: people, at: at.String()}
}

func listenAnywhere(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

// invite makes an operator and returns the address of his link.
func (d *desktop) invite(name string, role predate.Role) string {
	d.t.Helper()
	email := strings.ToLower(strings.ReplaceAll(name, " ", "")) + "@example.fr"
	made, err := d.people.Invite(d.t.Context(), auth.Actor{Name: "tests"}, auth.NewOperator{Email: email, Name: name, Role: role})
	if err != nil {
		d.t.Fatal(err)
	}
	return d.at + "/invite/" + made.Token.Reveal()
}

// look checks a page as a person with a screen reader would, and keeps pictures
// of it.
func (d *desktop) look(page string) {
	d.t.Helper()
	d.CheckAxe(page)
	keepShapes(d.Tab, page)
}

// codeOf is what an app shows for a secret, some half minutes from now: the server
// takes the next one too, so that a test need not wait for it.
func (d *desktop) codeOf(secret string, ahead int64) string {
	d.t.Helper()
	key, err := base32.StdEncoding.DecodeString(strings.ReplaceAll(secret, " ", ""))
	if err != nil {
		d.t.Fatal(err)
	}
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, time.Now().Unix()/30+ahead)
	sum := mac.Sum(nil)
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[sum[19]&15:])&0x7fffffff%1_000_000)
}

// submit sends the form that an element is of, and waits for another page.
func (d *desktop) submit(button, awaited string) {
	d.t.Helper()
	d.Click(button)
	d.Wait(awaited)
}

func at(path string) string {
	return fmt.Sprintf("location.pathname === %q && document.readyState === 'complete'", path)
}

func heading(text string) string {
	return fmt.Sprintf("document.readyState === 'complete' && document.querySelector('h1')?.textContent.includes(%q)", text)
}

// An operator accepts his invitation by password and code, signs out, is refused with
// a wrong code, signs in, changes his password, and ends another session of his.
func TestConsoleLetsAPersonInAndOut(t *testing.T) {
	d := newDesktop(t)
	const password, second = "une phrase assez longue", "une phrase toute neuve"
	link := d.invite("C. Aubrac", predate.RoleAdmin)
	d.Go(d.at + "/me")
	d.Wait(at("/signin"))
	d.look("signin")
	d.Go(link)
	d.Wait(heading("Bienvenue, C. Aubrac"))
	d.look("join")
	secret := d.Text("code.secret")
	d.Type("#password", password)
	d.Type("#again", second)
	d.Type("#code", d.codeOf(secret, 0))
	d.submit("form button", "document.querySelector('.refused')?.innerText.includes('pas les mêmes')")
	if again := d.Text("code.secret"); again != secret {
		t.Errorf("after a refusal the app would have to be set up again: %q is %q", secret, again)
	}
	d.Type("#password", password)
	d.Type("#again", password)
	d.Type("#code", d.codeOf(secret, 0))
	d.submit("form button", heading("Codes de secours"))
	d.look("recoveries")
	recovery := d.Text(".recoveries li")
	if seen := browsertest.Eval[string](d.Tab, "document.cookie"); seen != "" {
		t.Errorf("scripts see the session's cookie: %q", seen)
	}
	d.Go(link)
	d.Wait(heading("pas possible"))

	d.Go(d.at + "/me")
	d.Wait(heading("Mon compte"))
	d.look("me")
	d.submit("form[action='/signout'] button", at("/signin"))
	d.Go(d.at + "/operators")
	d.Wait(at("/signin"))
	d.signIn(password, "000000")
	d.Wait("document.querySelector('.refused')?.innerText.includes('Adresse, mot de passe ou code inexact')")
	d.look("signin-refused")
	d.signIn(password, d.codeOf(secret, 1))
	d.Wait(at("/operators"))

	d.Type("#name", "B. Petit")
	d.Type("#email", "b.petit@example.fr")
	d.submit("form[action='/operators'] button", "document.querySelector('.told')?.innerText.includes('/invite/')")
	d.look("operators")
	if invited := d.Text(".told"); !strings.Contains(invited, d.at+"/invite/") {
		t.Errorf("the link is not shown: %s", invited)
	}
	d.submit("form[action='/operators/disabled'] button", "document.querySelector('.refused')?.innerText.includes('dernier administrateur')")

	d.Go(d.at + "/me")
	d.Wait(heading("Mon compte"))
	d.Type("#old", password)
	d.Type("#password", second)
	d.Type("#again", second)
	d.submit("form[action='/me/password'] button", "location.search === '?done=password'")
	d.submit("form[action='/signout'] button", at("/signin"))
	d.signIn(second, recovery)
	d.Wait("location.pathname === '/'")
	d.Go(d.at + "/me")
	d.Wait(heading("Mon compte"))
	d.Click("input[name=on]")
	d.submit("form[action='/me/shortcuts'] button", "document.body.dataset.noShortcuts !== undefined")
	if hosts := d.Hosts(); len(hosts) != 1 {
		t.Errorf("pages asked %v", hosts)
	}
}

func (d *desktop) signIn(password, code string) {
	d.t.Helper()
	d.Wait("document.querySelector('#email') !== null && document.readyState === 'complete'")
	if d.Text("#email") == "" && browsertest.Eval[string](d.Tab, "document.querySelector('#email').value") == "" {
		d.Type("#email", "c.aubrac@example.fr")
	}
	d.Type("#password", password)
	d.Type("#code", code)
	d.Click("form[action='/signin'] button")
}

// An operator accepts his invitation by a passkey, and signs in by it.
func TestConsoleOpensByPasskey(t *testing.T) {
	d := newDesktop(t)
	d.Passkeys()
	link := d.invite("C. Aubrac", predate.RoleOperator)
	d.Go(link)
	d.Wait(heading("Bienvenue"))
	d.submit("[data-passkey]", at("/"))
	d.Go(d.at + "/me")
	d.Wait(heading("Mon compte"))
	if keys := d.Text("tbody"); !strings.Contains(keys, "Mon appareil") {
		t.Errorf("the passkey is not listed: %s", keys)
	}
	d.look("me-passkey")
	d.Click("[data-passkey]") // the same device again
	d.Wait("document.querySelector('#status').innerText.includes('déjà')")
	d.submit("form[action='/signout'] button", at("/signin"))
	d.Go(d.at + "/me")
	d.Wait(at("/signin"))
	d.submit("[data-passkey]", at("/me"))
	if who := d.Text(".who"); who != "C. Aubrac" {
		t.Errorf("signed in as %q", who)
	}
	d.Go(d.at + "/operators")
	d.Wait(heading("pas possible"))
	signed, err := d.people.Operators(t.Context())
	if err != nil || len(signed) != 1 {
		t.Fatal(signed, err)
	}
	if err := d.people.SetDisabled(t.Context(), auth.Actor{Name: "tests"}, signed[0].Email, true); err != nil {
		t.Fatal(err)
	}
	d.Go(d.at + "/me")
	d.Wait(at("/signin"))
	d.Click("[data-passkey]")
	d.Wait("document.querySelector('#status').innerText.includes('n’ouvre pas')")
}

// The cookie is bound to the host under https, and never readable by scripts.
func TestTheCookieOfASession(t *testing.T) {
	d := newDesktop(t)
	for origin, want := range map[string]string{"https://console.example.fr": "__Host-predate", "http://localhost:1": "predate_session"} {
		at, err := url.Parse(origin)
		if err != nil {
			t.Fatal(err)
		}
		people, err := d.house.People(at)
		if err != nil {
			t.Fatal(err)
		}
		c, err := console.New(console.Options{Auth: people, Origin: at, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		made, err := people.Invite(t.Context(), auth.Actor{Name: "tests"}, auth.NewOperator{Email: "a@" + at.Hostname() + ".fr", Name: origin, Role: predate.RoleAdmin})
		if err != nil {
			t.Fatal(err)
		}
		enrolment, err := people.Enrol(made.Operator)
		if err != nil {
			t.Fatal(err)
		}
		form := url.Values{"password": {"une phrase assez longue"}, "again": {"une phrase assez longue"}, "slip": {enrolment.Slip}, "code": {d.codeOf(enrolment.Secret.Reveal(), 0)}}
		r := httptest.NewRequest(http.MethodPost, origin+"/invite/"+made.Token.Reveal(), strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		w := httptest.NewRecorder()
		c.ServeHTTP(w, r)
		cookies := w.Result().Cookies()
		if w.Code != http.StatusOK || len(cookies) != 1 {
			t.Fatalf("%s answers %d: %s", origin, w.Code, w.Body)
		}
		got := cookies[0]
		if got.Name != want || got.Path != "/" || !got.HttpOnly || got.SameSite != http.SameSiteStrictMode || got.Secure != (at.Scheme == "https") || got.Domain != "" {
			t.Errorf("%s: %s", origin, got)
		}
		if w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: recovery codes may be kept by a cache", origin)
		}
	}
}
