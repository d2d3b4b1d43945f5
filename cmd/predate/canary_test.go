package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"predate"
	"predate/internal/collecting/extranetsim"
	"predate/internal/commands/demo"
	"predate/internal/commands/readers"
	"predate/internal/commands/remote"
	"predate/internal/commands/serving"
	"predate/internal/keeping/store"
	"predate/internal/orders/auth"
)

// canary is in every password of these tests, and nothing else has it. Its
// letters are written the same way in a URL, in JSON and in HTML.
const canary = "Qx7Canari9Zw"

// canaryPassword is the password of the order of a number: each is another, with
// signs that every encoding writes differently.
func canaryPassword(n int) string { return fmt.Sprintf(`%s€ &"<+/%%é-%d`, canary, n) }

// TestNoPasswordIsReadable: after many orders of every outcome, no password is
// readable in anything that is kept, printed, answered or sent.
func TestNoPasswordIsReadable(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		releaseCanaries(t, "", 30)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		releaseCanaries(t, cluster.Database(t), 15)
	})
}

// aviary is a whole house with its sites, its receiver and its log.
type aviary struct {
	t        *testing.T
	house    *serving.House
	client   *remote.Client
	log      *lockedBuffer
	pushed   *lockedBuffer // what the receiver got
	answered *lockedBuffer // what the API answered
	console  *url.URL
	data     string
	database string       // empty for SQLite
	heard    atomic.Int64 // passwords that sites got
	sites    []string     // that go on
	odd      []string     // that pause their recipe
}

// paperPDF is the smallest file that passes for a PDF.
func paperPDF() []byte {
	return []byte("%PDF-1.4\n" + strings.Repeat("% nothing to read\n", 200) + "%%EOF\n")
}

func newAviary(t *testing.T, database string) *aviary {
	t.Helper()
	a := &aviary{t: t, log: &lockedBuffer{}, pushed: &lockedBuffer{}, answered: &lockedBuffer{}, data: t.TempDir(), database: database}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	flags := serving.ServerFlags{
		StoreFlags: serving.StoreFlags{Data: a.data, Dev: true, Database: database}, ReaderFlags: readers.ReaderFlags{Tesseract: "none"},
		Listen: listener.Addr().String(), TokenLife: time.Hour, RateLimit: 1 << 20, Workers: 8, UsernamesADay: 1 << 20,
	}
	a.house, err = serving.Build(t.Context(), flags, meansOf(slog.New(slog.NewJSONHandler(a.log, &slog.HandlerOptions{Level: slog.LevelDebug}))))
	if err != nil {
		t.Fatal(err)
	}
	a.house.Warden.Limits.Suspicious = 1 << 20 // refusals are many here, on purpose
	admin := listenAnywhere(t)
	if a.console, err = a.house.OpenConsole(flags, admin); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- a.house.Serve(ctx, serving.Addresses{Public: listener, Admin: admin}, func(string) {})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		a.house.Close()
	})
	a.enrol()
	return a
}

// enrol opens the account, with an endpoint that writes down what it gets.
func (a *aviary) enrol() {
	a.t.Helper()
	account, keys, err := a.house.Auth.CreateAccount(a.t.Context(), auth.NewAccount{Email: "canari@example.fr", Kind: predate.Premium, Password: demo.Password})
	if err != nil {
		a.t.Fatal(err)
	}
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_ = r.Write(a.pushed) // the test looks at what there is
	}))
	a.t.Cleanup(receiver.Close)
	if _, _, err := a.house.Desk.CreateEndpoint(a.t.Context(), predate.Endpoint{Account: account.ID, URL: receiver.URL}); err != nil {
		a.t.Fatal(err)
	}
	a.client = &remote.Client{
		Base: a.house.Base, Http: &http.Client{Timeout: time.Minute}, Key: keys.Live, Email: account.Email, Password: demo.Password,
	}
	if err := a.client.Authenticate(a.t.Context()); err != nil {
		a.t.Fatal(err)
	}
}

// open serves a site on this machine and hears which passwords reach it.
func (a *aviary) open(handler http.Handler) (address string) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
		if err != nil {
			return
		}
		if bytes.Contains(body, []byte(canary)) {
			a.heard.Add(1)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		handler.ServeHTTP(w, r)
	}))
	a.t.Cleanup(server.Close)
	return server.URL
}

// simulated are the troubles of the sites that orders are spread over.
func simulated() []extranetsim.Trouble {
	return []extranetsim.Trouble{
		"", extranetsim.BadPassword, extranetsim.EchoingRefusal, extranetsim.Lost401, extranetsim.AsksSecondFactor, extranetsim.LostThenLocked,
		extranetsim.Maintenance, extranetsim.NothingListed, extranetsim.LockedAccount, extranetsim.ExpiredPassword, extranetsim.TooManyLogins,
		extranetsim.BrokenTransfer, extranetsim.AsksCaptcha, extranetsim.ServerError,
	}
}

// openSites opens a site of each trouble, and three that repeat the login in
// pages, headers and addresses, as badly made ones do.
func (a *aviary) openSites() {
	a.t.Helper()
	for _, trouble := range simulated() {
		a.sites = append(a.sites, a.open(a.simulated(trouble)))
	}
	a.odd = append(a.odd, a.open(a.simulated(extranetsim.NewSite)))
	for i, echo := range []func(http.ResponseWriter, *http.Request, string){
		func(w http.ResponseWriter, _ *http.Request, sent string) { // in a refusal, each writing of it
			encoded, err := json.Marshal(map[string]any{"authentication": false, "authenticationResult": "refusé : " + sent + " " + url.QueryEscape(sent) + " " +
				base64.StdEncoding.EncodeToString([]byte(sent)) + " " + hex.EncodeToString([]byte(sent)) + " " + strings.ToUpper(sent)})
			if err == nil {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(http.StatusUnauthorized)
				_, _ = w.Write(encoded)
			}
		},
		func(w http.ResponseWriter, _ *http.Request, sent string) { // in a page of an error
			w.Header().Set("X-Debug", url.QueryEscape(sent))
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = fmt.Fprintf(w, "<html><h1>Erreur %s</h1></html>", sent)
		},
		func(w http.ResponseWriter, r *http.Request, sent string) { // in the address of a page, and of a host that is not there
			target := "/erreur?login=" + url.QueryEscape(sent)
			if len(sent)%2 == 0 {
				target = "http://" + hex.EncodeToString([]byte(sent))[:40] + ".invalid/" + url.PathEscape(sent)
			}
			http.Redirect(w, r, target, http.StatusFound)
		},
	} {
		address := a.open(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var sent struct{ Password string }
			body, err := io.ReadAll(r.Body)
			if err != nil || json.Unmarshal(body, &sent) != nil || sent.Password == "" {
				w.Header().Set("Content-Type", "text/html")
				_, _ = io.WriteString(w, `<html><input type="password"></html>`)
				return
			}
			echo(w, r, sent.Password)
		}))
		if i == 0 {
			a.sites = append(a.sites, address)
			continue
		}
		a.odd = append(a.odd, address)
	}
}

func (a *aviary) simulated(trouble extranetsim.Trouble) http.Handler {
	a.t.Helper()
	list, err := json.Marshal([]extranetsim.Entry{
		{Title: "PV AG", Category: "Immeuble / Assemblées générales", Space: "building", File: "pv.pdf"},
		{Title: "Appel de fonds", Category: "Mon compte / Appels de fonds", Space: "owner", File: "appel.pdf"},
	})
	if err != nil {
		a.t.Fatal(err)
	}
	site, err := extranetsim.New(fstest.MapFS{
		"extranet.json": {Data: list}, "files/pv.pdf": {Data: paperPDF()}, "files/appel.pdf": {Data: append(paperPDF(), "%%EOF\n"...)},
	}, extranetsim.Options{Trouble: trouble})
	if err != nil {
		a.t.Fatal(err)
	}
	return site
}

// call sends a request and keeps the whole answer.
func (a *aviary) call(method, path string, body []byte, header ...string) {
	a.t.Helper()
	request, err := http.NewRequestWithContext(a.t.Context(), method, a.house.Base+path, bytes.NewReader(body))
	if err != nil {
		a.t.Fatal(err)
	}
	request.Header.Set("X-Auth-Key", a.client.Key.Reveal())
	request.Header.Set("Authorization", "Bearer "+a.client.Token.Reveal())
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := a.client.Http.Do(request)
	if err != nil {
		a.t.Fatal(err)
	}
	defer response.Body.Close()
	if err := response.Write(a.answered); err != nil {
		a.t.Fatal(err)
	}
}

// order is the body of an order at a site; changes replace its members.
func (a *aviary) order(n int, address string, changes ...any) []byte {
	body := map[string]any{
		"address": "1 rue des Essais", "city": "Lyon", "zipcode": "69003", "owners": []any{map[string]any{"lastname": "Vassorelle"}},
		"invoice": map[string]any{"address": "1 rue des Essais", "city": "Lyon", "zipcode": "69003", "lastname": "Vassorelle"},
		"method":  "extranet", "external_id": fmt.Sprint(n),
		"syndic": map[string]any{"name": "Cabinet Essai", "username": fmt.Sprint("proprietaire-", n), "password": canaryPassword(n), "url": address},
	}
	for i := 0; i < len(changes); i += 2 {
		body[fmt.Sprint(changes[i])] = changes[i+1]
	}
	encoded, err := json.Marshal(body)
	if err != nil {
		a.t.Fatal(err)
	}
	return encoded
}

// releaseCanaries places orders at every site, has them tried again, and looks
// everywhere.
func releaseCanaries(t *testing.T, database string, many int) {
	a := newAviary(t, database)
	a.openSites()
	for n := range many {
		a.call("POST", "/order/", a.order(n, a.sites[n%len(a.sites)]), "Idempotency-Key", fmt.Sprint("key-", n))
	}
	a.misplace(many)
	a.settle()
	for n := range max(6, many/6) { // what follows is held with its password
		a.call("POST", "/order/", a.order(many+1+n, a.odd[n%len(a.odd)]))
	}
	for range 2 { // what is to be tried later, or was held, is tried now
		a.settle()
		a.hasten()
	}
	a.settle()
	a.look(many)
}

// misplace sends what is refused, in all the ways that an error could repeat.
func (a *aviary) misplace(n int) {
	site := a.sites[0]
	syndic := func(changes ...any) map[string]any {
		s := map[string]any{"name": "Cabinet", "username": "u", "password": canaryPassword(n), "url": site}
		for i := 0; i < len(changes); i += 2 {
			s[fmt.Sprint(changes[i])] = changes[i+1]
		}
		return s
	}
	for i, body := range [][]byte{
		a.order(n, site)[:200], append(a.order(n, site), "}"...),
		a.order(n, site, "zipcode", 12), a.order(n, site, "syndic", syndic("password", strings.Repeat(canaryPassword(n), 20))),
		a.order(n, site, "syndic", syndic("password", []any{canaryPassword(n)})), a.order(n, site, "syndic", syndic("url", "ftp://"+canary)),
		a.order(n, site, "syndic", syndic("url", "https://u:"+url.PathEscape(canaryPassword(n))+"@extranet.example/")),
		a.order(n, site, "syndic", syndic("url", "https://extranet.inconnu.example/")), a.order(n, site, "method", "upload"),
		a.order(n, site, "syndic", syndic("password", "nul\x00"+canaryPassword(n))), a.order(n, site, "test_mode", true),
	} {
		header := []string{"Accept", "application/json"}
		if i%2 == 1 {
			header[1] = "application/problem+json"
		}
		a.call("POST", "/order/", body, header...)
		a.call("POST", "/order/ZZZZZZ/refresh", body, header...)
		a.call("POST", "/order/needrefresh", body, header...)
		a.call("POST", "/order/", body, "Authorization", "Bearer x", "Idempotency-Key", fmt.Sprint("bad-", i))
	}
}

// jobs runs a statement on the jobs of collections and gives how many it met.
func (a *aviary) jobs(query string) (n int) {
	a.t.Helper()
	err := a.house.DB.InTx(a.t.Context(), func(ctx context.Context, tx store.Tx) error {
		if strings.HasPrefix(query, "SELECT") {
			return tx.QueryRow(ctx, query).Scan(&n)
		}
		rows, err := tx.Exec(ctx, query)
		n = int(rows)
		return err
	})
	if err != nil {
		a.t.Fatal(err)
	}
	return n
}

// settle waits until nothing is being worked on.
func (a *aviary) settle() {
	a.t.Helper()
	const atWork = "SELECT COUNT(*) FROM jobs WHERE line <> 'sweep' AND (due = 0 OR holder <> '' OR failures > 0)"
	for deadline := time.Now().Add(15 * time.Minute); a.jobs(atWork) > 0; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			a.t.Fatalf("still at work:\n%s", tail(a.log.String()))
		}
	}
}

func tail(text string) string { return text[max(0, len(text)-4000):] }

// hasten has everything that waits for later come at once.
func (a *aviary) hasten() {
	a.jobs("UPDATE hosts SET shut_until = 0, free = 0")
	a.jobs("UPDATE recipes SET paused = 0, changed = 0")
	for _, recipe := range serving.RecipesAtWork(a.house.Shelf)() {
		if _, err := a.house.Desk.Release(a.t.Context(), recipe.Of()); err != nil {
			a.t.Fatal(err)
		}
	}
	a.jobs("UPDATE jobs SET due = 0 WHERE line = 'collect' AND due > 0 AND holder = ''")
}
