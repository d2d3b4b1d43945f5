package console

import (
	"context"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"testing"

	"predate"
	"predate/internal/orders/desk/desktest"
)

// staff is one session per role, named after it.
type staff struct{}

func (staff) Session(_ context.Context, token predate.Secret) (predate.Operator, string, error) {
	role := predate.Role(token)
	if !role.Valid() {
		return predate.Operator{}, "", predate.ErrNotFound
	}
	return predate.Operator{ID: predate.OperatorID("opr_" + role), Name: "C. Aubrac", Role: role}, "ses_" + string(role), nil
}

func newConsole(t *testing.T) *Console {
	t.Helper()
	return newNode(t, desktest.SQLite(t)).Console
}

func visitAs(c *Console, role predate.Role, method, address string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, address, strings.NewReader(""))
	r.Host = c.Origin.Host
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if role != open {
		r.AddCookie(&http.Cookie{Name: c.cookieName(), Value: string(role)})
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	return w
}

func TestEveryAnswerKeepsTheBrowserSafe(t *testing.T) {
	c := newConsole(t)
	for _, address := range []string{"/", "/nowhere", "/assets/x/console.css"} {
		w := visitAs(c, predate.RoleAdmin, http.MethodGet, address)
		policy := w.Header().Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: the content policy lacks %q: %s", address, want, policy)
			}
		}
		if strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the content policy allows something unsafe: %s", address, policy)
		}
		if w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Cross-Origin-Opener-Policy") != "same-origin" {
			t.Errorf("%s: headers lack: %v", address, w.Header())
		}
	}
}

func TestWhoSaysNotWhereItComesFromChangesNothing(t *testing.T) {
	c := newConsole(t)
	for name, header := range map[string][]string{
		"another site":     {"Sec-Fetch-Site", "cross-site"},
		"another port":     {"Sec-Fetch-Site", "same-site"},
		"another origin":   {"Sec-Fetch-Site", "", "Origin", "https://evil.example"},
		"nothing is known": {"Sec-Fetch-Site", ""},
	} {
		if w := visitAs(c, predate.RoleAdmin, http.MethodPost, "/", header...); w.Code != http.StatusForbidden {
			t.Errorf("%s: POST answers %d, want 403", name, w.Code)
		}
	}
}

// Every route lets in the roles that its line of the table says and nobody else; open
// ones let in everybody.
func TestRoutesAskForTheirRole(t *testing.T) {
	c := newConsole(t)
	for _, one := range routes() {
		address := strings.NewReplacer("{id}", "ABC234", "{$}", "", "{", "", "}", "", "...", "").Replace(one.pattern)
		reached := false
		stub := one
		stub.handle = func(*Console, *visit) (answer, error) {
			reached = true
			return data{"reached"}, nil
		}
		mux := http.NewServeMux()
		mux.Handle(one.method+" "+one.pattern, c.handler(stub))
		behind := &Console{Options: c.Options, serve: guard(mux, c.Origin)}
		for _, role := range append([]predate.Role{open, "stolen"}, predate.Roles()...) {
			reached = false
			w := visitAs(behind, role, one.method, address)
			want, admitted := http.StatusOK, one.least == open || role.May(one.least)
			switch {
			case admitted:
			case role.Valid():
				want = http.StatusForbidden
			case one.method == http.MethodGet:
				want = http.StatusSeeOther
			default:
				want = http.StatusUnauthorized
			}
			if w.Code != want || reached != admitted {
				t.Errorf("%s %s as %q answers %d and is reached: %v, want %d and %v", one.method, one.pattern, role, w.Code, reached, want, admitted)
			}
		}
		if w := visitAs(behind, predate.RoleAdmin, one.method, address, "Sec-Fetch-Site", "cross-site"); one.method != http.MethodGet && w.Code != http.StatusForbidden {
			t.Errorf("%s %s from another site answers %d", one.method, one.pattern, w.Code)
		}
	}
}

// What changes something is never a GET, and pages without a session are those of
// signing in alone.
func TestOpenRoutesAreThoseOfSigningIn(t *testing.T) {
	seen := map[string]bool{}
	for _, one := range routes() {
		key := one.method + " " + one.pattern
		if seen[key] {
			t.Errorf("%s is there twice", key)
		}
		seen[key] = true
		if one.least != open && !one.least.Valid() {
			t.Errorf("%s asks for the role %q, which nobody has", key, one.least)
		}
		if one.least == open && !strings.HasPrefix(one.pattern, signInPath) && !strings.HasPrefix(one.pattern, "/invite/{token}") {
			t.Errorf("%s is open to everybody", key)
		}
	}
}

func TestOnlyPathsOfOursAreGoneOnTo(t *testing.T) {
	for next, want := range map[string]string{
		"/order/ABC234?x=1": "/order/ABC234?x=1", "": "/", "//evil.example": "/", "https://evil.example/": "/", `/\evil.example`: "/",
		"javascript:alert(1)": "/", "order": "/", "/%zz": "/", "\t//evil.example": "/",
	} {
		if have := localPath(next); have != want {
			t.Errorf("after signing in %q leads to %q, want %q", next, have, want)
		}
	}
}

func TestAssetsAreKeptForEver(t *testing.T) {
	c := newConsole(t)
	names, err := fs.Glob(assetFiles, "assets/*")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d assets, %v", len(names), err)
	}
	for _, name := range names {
		address, err := c.assets.Address(path.Base(name))
		if err != nil {
			t.Fatal(err)
		}
		w := visitAs(c, open, http.MethodGet, address)
		if w.Code != http.StatusOK || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s answers %d with %q", address, w.Code, w.Header().Get("Cache-Control"))
		}
	}
	if w := visitAs(c, open, http.MethodGet, "/assets/other/console.css"); w.Code != http.StatusNotFound {
		t.Errorf("an asset of another build answers %d", w.Code)
	}
}
