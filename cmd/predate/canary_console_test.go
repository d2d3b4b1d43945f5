package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"predate"
	"predate/internal/orders/auth"
)

// lookAtConsole reads the console as people of every role do, has a password shown to
// a lead, and to nobody else. What the console says besides is kept with the answers.
func (a *aviary) lookAtConsole() {
	a.t.Helper()
	people, err := a.house.People(a.console)
	if err != nil {
		a.t.Fatal(err)
	}
	sealed := a.texts("SELECT order_id FROM credentials ORDER BY order_id")
	const reason, some = "captcha à la main", 20
	order := sealed[0]
	sessions := map[predate.Role]predate.Secret{}
	for _, role := range predate.Roles() {
		sessions[role] = joined(a.t, people, "Personne "+string(role), role)
	}
	for role, session := range sessions {
		w := a.reveal(session, order, reason, "cors")
		if may := role.May(predate.RoleLead); may != (w.Code == http.StatusOK) || !may && len(readable(w.Body.Bytes())) > 0 {
			a.t.Errorf("a password is shown to %s: %d", role, w.Code)
		}
		a.shown(w, order)
		for _, try := range []*httptest.ResponseRecorder{
			a.reveal(session, order, reason, "navigate"), a.reveal(session, order, " ", "cors"), a.reveal(session, "ZZZZZZ", reason, "cors"), a.reveal("none", order, reason, "cors"),
		} {
			if try.Code == http.StatusOK {
				a.t.Errorf("a password is shown to %s by a request that must be refused", role)
			}
			a.keepAnswer(try)
		}
	}
	pages := []string{"/", "/me"}
	for _, section := range predate.QueueSections() {
		pages = append(pages, "/?section="+string(section), "/queue/rows?section="+string(section))
	}
	for i, id := range a.orders() {
		if i < some || id == order {
			pages = append(pages, "/order/"+id, "/order/"+id+"/collect", "/order/"+id+"/collect/relay", "/order/"+id+"/papers", "/order/"+id+"/outcome", "/order/"+id+"/draft")
		}
	}
	for _, page := range pages {
		w := a.asOperator(httptest.NewRequest(http.MethodGet, page, nil), sessions[predate.RoleAdmin])
		if w.Code != http.StatusOK && w.Code != http.StatusNoContent && !strings.HasSuffix(page, "/relay") {
			a.t.Errorf("%s answers %d: %s", page, w.Code, w.Body)
		}
		a.keepAnswer(w)
	}
	if said := a.log.String(); strings.Count(said, "ALARM: a person was shown the password") != 2 {
		a.t.Errorf("the log has %d alarms of a lead and an administrator who saw a password", strings.Count(said, "ALARM: a person was shown"))
	}
	if acts := a.texts("SELECT who || ' ' || detail FROM audit WHERE act = 'review.reveal' ORDER BY at"); len(acts) != 2 || !strings.HasSuffix(acts[0], reason) {
		a.t.Errorf("the history of the order has %q", acts)
	}
}

// shown checks the one answer that may have a password, and keeps all of it but that.
func (a *aviary) shown(w *httptest.ResponseRecorder, order string) {
	a.t.Helper()
	if w.Code != http.StatusOK {
		a.keepAnswer(w)
		return
	}
	number, err := strconv.Atoi(a.texts("SELECT external_id FROM orders WHERE id = '" + order + "'")[0])
	var codes struct{ Username, Password string }
	if err != nil || json.Unmarshal(w.Body.Bytes(), &codes) != nil || codes.Password != canaryPassword(number) || codes.Username != fmt.Sprint("proprietaire-", number) {
		a.t.Errorf("a lead is shown %q: %v", w.Body, err)
	}
	if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Content-Encoding") != "" {
		a.t.Errorf("the password may be kept, or be guessed by its length: %v", w.Header())
	}
	w.Body.Reset()
	a.keepAnswer(w)
}

// reveal asks to be shown the codes of an order.
func (a *aviary) reveal(session predate.Secret, order, why, mode string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/order/"+order+"/collect/reveal", strings.NewReader(url.Values{"why": {why}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Mode", mode)
	return a.asOperator(r, session)
}

func (a *aviary) asOperator(r *http.Request, session predate.Secret) *httptest.ResponseRecorder {
	r.Host = a.console.Host
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.AddCookie(&http.Cookie{Name: "predate_session", Value: session.Reveal()})
	w := httptest.NewRecorder()
	a.house.Admin.ServeHTTP(w, r)
	return w
}

func (a *aviary) keepAnswer(w *httptest.ResponseRecorder) {
	a.t.Helper()
	if w.Code >= http.StatusInternalServerError {
		a.t.Errorf("the console answers %d: %s", w.Code, w.Body)
	}
	if err := w.Result().Write(a.answered); err != nil {
		a.t.Error(err)
	}
}

// joined is the session of an operator of a role, who was invited and joined by a
// password and a code.
func joined(t testing.TB, people *auth.People, name string, role predate.Role) predate.Secret {
	t.Helper()
	email := strings.ToLower(strings.ReplaceAll(name, " ", "")) + "@example.fr"
	invited, err := people.Invite(t.Context(), auth.Actor{Name: "the test"}, auth.NewOperator{Email: email, Name: name, Role: role})
	if err != nil {
		t.Fatal(err)
	}
	codes, err := people.Enrol(invited.Operator)
	if err != nil {
		t.Fatal(err)
	}
	in, err := people.JoinByPassword(t.Context(), invited.Token, auth.NewPassword{Password: "un mot de passe assez long", Slip: codes.Slip, Code: codeNow(t, codes.Secret)}, auth.Browser{Agent: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return in.Token
}
