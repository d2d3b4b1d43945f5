package api_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"predate"
	"predate/internal/base/clocktest"
	"predate/internal/collecting/extranetsim"
	"predate/internal/collecting/warden"
	"predate/internal/delivering/link"
	"predate/internal/doors/api"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
	"predate/internal/orders/auth"
	"predate/internal/orders/desk"
	"predate/internal/orders/pipeline"
	"predate/internal/reading/report"
)

const password = "une phrase assez longue"

// house is the front door of a whole house without workers: real database,
// real queue, real files.
type house struct {
	server *api.Server
	auth   *auth.Authority
	desk   *desk.Desk
	db     *store.DB
	links  *link.Signer
	clock  *clocktest.Clock
	log    *bytes.Buffer
	writer *lockedWriter // of log
	warden *warden.Warden

	options api.Options
}

func newHouse(t testing.TB, alter ...func(*api.Options)) *house {
	t.Helper()
	return newHouseOn(t, storetest.File(t, queue.Schema{}), alter...)
}

// onBothEngines runs a test on SQLite and on PostgreSQL.
func onBothEngines(t *testing.T, test func(*testing.T, *house)) {
	t.Run("sqlite", func(t *testing.T) { test(t, newHouse(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, newHouseOn(t, storetest.Database(t, &cluster, queue.Schema{}))) })
}

// newHouseOn is a house on the database of a URL.
func newHouseOn(t testing.TB, database string, alter ...func(*api.Options)) *house {
	t.Helper()
	dir := t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	h := &house{clock: clocktest.At(time.Date(2026, 5, 18, 9, 30, 0, 0, time.UTC)), log: &bytes.Buffer{}}
	h.writer = &lockedWriter{to: h.log}
	db, err := store.Open(context.Background(), database, store.Options{})
	must(err)
	t.Cleanup(db.Close)
	h.db = db
	must(db.Migrate(t.Context(), queue.Schema{}))
	must(seal.Create(filepath.Join(dir, "keys")))
	keeper, err := seal.OpenKeeper(filepath.Join(dir, "keys"))
	must(err)
	sealer, err := seal.OpenSealer(filepath.Join(dir, "keys"))
	must(err)
	blobs, err := blob.OpenDir(filepath.Join(dir, "files"))
	must(err)
	jobs, err := queue.New(db, queue.Options{Now: h.clock.Now})
	must(err)
	h.warden, err = warden.New(warden.Options{DB: db, Key: "a key", Now: h.clock.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
	must(err)
	h.desk = desk.New(desk.Options{
		DB: db, Queue: jobs, Door: h.warden, Blobs: blobs, Credentials: sealer, Safe: keeper, Now: h.clock.Now, Random: rand.Reader,
		CheckCallback: func(url string) error {
			if !strings.HasPrefix(url, "https://") {
				return errors.New("l’adresse doit commencer par https://")
			}
			return nil
		},
	})
	h.auth, err = auth.New(auth.Options{DB: db, Safe: keeper, Now: h.clock.Now, Random: rand.Reader, Issuer: "https://api.example"})
	must(err)
	h.links, err = link.New("https://api.example", predate.Secret(strings.Repeat("k", 32)))
	must(err)
	options := api.Options{
		Desk: h.desk, Auth: h.auth, Links: h.links, Bodies: pipeline.New(pipeline.Options{
			Blobs: blobs, Links: h.links, Now: h.clock.Now,
			Specimen: func() (predate.Statement, error) { return report.Decode(extranetsim.SampleReport()) },
		}), Now: h.clock.Now, Random: rand.Reader,
		Logger: slog.New(slog.NewJSONHandler(h.writer, nil)), HTTPHosts: []string{"localhost"},
		Limits: api.Limits{PerSecond: 1000, Burst: 100_000},
	}
	for _, change := range alter {
		change(&options)
	}
	h.server = api.New(options)
	h.options = options
	return h
}

// node is another process on the same database.
func (h *house) node() *house {
	other := *h
	other.server = api.New(h.options)
	return &other
}

// at sends the client's requests to another process.
func (c *client) at(h *house) *client {
	other := *c
	other.h = h
	return &other
}

type lockedWriter struct {
	mu sync.Mutex
	to io.Writer
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.to.Write(b)
}

// logged is the log so far, while others may still write it.
func (h *house) logged() string {
	h.writer.mu.Lock()
	defer h.writer.mu.Unlock()
	return h.log.String()
}

// client is an account with its credentials.
type client struct {
	t       testing.TB
	h       *house
	account predate.Account
	keys    auth.Keys
	header  http.Header
}

// client opens an account and authenticates it through the front door.
func (h *house) client(t testing.TB, email string, kind predate.AccountKind) *client {
	t.Helper()
	account, keys, err := h.auth.CreateAccount(t.Context(), auth.NewAccount{Email: email, Kind: kind, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, h: h, account: account, keys: keys, header: http.Header{}}
	c.header.Set("X-Auth-Key", keys.Live.Reveal())
	if kind.MayUseAPI() {
		got := c.do("POST", "/account/auth", map[string]any{"email": email, "password": password})
		got.is(200, "Authenticated")
		c.header.Set("Authorization", "Bearer "+got.text("access_token"))
	}
	return c
}

// with gives the same client with another header; an empty value removes it.
func (c *client) with(name, value string) *client {
	other := *c
	other.header = c.header.Clone()
	other.header.Del(name)
	if value != "" {
		other.header.Set(name, value)
	}
	return &other
}

// answer is what came back.
type answer struct {
	t       testing.TB
	request string
	status  int
	header  http.Header
	body    []byte
}

// do sends a request. A string or bytes go as they are, another body as JSON,
// nil as none.
func (c *client) do(method, target string, body any) answer {
	c.t.Helper()
	var content io.Reader
	var length int
	switch body := body.(type) {
	case nil:
	case string:
		content, length = strings.NewReader(body), len(body)
	case []byte:
		content, length = bytes.NewReader(body), len(body)
	default:
		encoded, err := json.Marshal(body)
		if err != nil {
			c.t.Fatal(err)
		}
		content, length = bytes.NewReader(encoded), len(encoded)
	}
	r := httptest.NewRequest(method, target, content)
	r.Header = c.header.Clone()
	if content != nil && r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.ContentLength = int64(length)
	return c.h.send(c.t, r)
}

// send hands a request to the front door and holds the exchange to the
// reference.
func (h *house) send(t testing.TB, r *http.Request) answer {
	t.Helper()
	var sent []byte
	if r.Body != nil {
		var err error
		if sent, err = io.ReadAll(r.Body); err != nil {
			t.Fatal(err)
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(sent))
	w := httptest.NewRecorder()
	h.server.ServeHTTP(w, r)
	got := answer{t: t, request: r.Method + " " + r.URL.Path, status: w.Code, header: w.Result().Header, body: w.Body.Bytes()}
	holdToReference(t, r, sent, got)
	return got
}

// is checks the envelope: its status, its message, and that an error has no
// payload.
func (a answer) is(status int, message string) answer {
	a.t.Helper()
	var envelope struct {
		Message string
		Payload json.RawMessage
		Success bool
	}
	decoder := json.NewDecoder(bytes.NewReader(a.body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&envelope); err != nil {
		a.t.Fatalf("%s: %d: no envelope: %v: %q", a.request, a.status, err, a.body)
	}
	if a.status != status || envelope.Message != message || envelope.Success != (status < 400) {
		a.t.Errorf("%s: got %d %s, want %d %q", a.request, a.status, a.body, status, message)
	}
	if status >= 400 && (string(envelope.Payload) != "null" || a.header.Get("predate-error") == "") {
		a.t.Errorf("%s: refused with payload %s and predate-error %q", a.request, envelope.Payload, a.header.Get("predate-error"))
	}
	if a.header.Get("Request-Id") == "" || a.header.Get("Content-Type") != "application/json" {
		a.t.Errorf("%s: header %v", a.request, a.header)
	}
	return a
}

// payload gives the payload of a success.
func (a answer) payload() map[string]any {
	a.t.Helper()
	var envelope struct{ Payload map[string]any }
	if err := json.Unmarshal(a.body, &envelope); err != nil || a.status != 200 {
		a.t.Fatalf("%s: got %d %s (%v), want a payload", a.request, a.status, a.body, err)
	}
	return envelope.Payload
}

// text gives a text of the payload.
func (a answer) text(name string) string {
	a.t.Helper()
	value, ok := a.payload()[name].(string)
	if !ok {
		a.t.Fatalf("%s: no text %s in %s", a.request, name, a.body)
	}
	return value
}

// order is the body of a good order, changed as asked; a nil value removes a
// member.
func order(changes ...any) map[string]any {
	body := map[string]any{
		"address": "12 rue des Lilas", "additional": "", "city": "Nantes", "zipcode": "44000",
		"owners":  []any{map[string]any{"firstname": "Jeanne", "lastname": "Moreau"}},
		"invoice": map[string]any{"address": "3 place Royale", "city": "Nantes", "zipcode": "44000", "lastname": "Étude Royale"},
		"method":  "extranet",
		"syndic": map[string]any{
			"name": "Cabinet Rivoire", "username": "jmoreau", "password": "s3cret-extranet", "url": "https://extranet.syndic.example/login",
		},
		"documents": []any{}, "lots": "14, 38", "comment": "", "all_due_paid": true, "external_id": "dossier-2026-118", "test_mode": false,
	}
	for i := 0; i < len(changes); i += 2 {
		name, _ := changes[i].(string)
		if changes[i+1] == nil {
			delete(body, name)
		} else {
			body[name] = changes[i+1]
		}
	}
	return body
}

// place opens an order and gives its id.
func (c *client) place(changes ...any) string {
	c.t.Helper()
	return c.do("POST", "/order/", order(changes...)).is(200, "Transaction created").text("orderid")
}
