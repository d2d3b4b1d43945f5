package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/extranetsim"
	"predate/internal/commands/office"
	"predate/internal/commands/serving"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// estate is an installation of several processes on one PostgreSQL and one bucket.
type estate struct {
	*fort  // the door
	flags  serving.StoreFlags
	shared []string // settings of every process
}

func newEstate(t *testing.T, more ...string) *estate {
	t.Helper()
	bucket := s3mem.New()
	server := httptest.NewServer(gofakes3.New(bucket).Server())
	t.Cleanup(server.Close)
	if err := bucket.CreateBucket("papers"); err != nil {
		t.Fatal(err)
	}
	e := &estate{fort: newFort(t), flags: serving.StoreFlags{Data: t.TempDir(), Dev: true, Database: cluster.Database(t)}}
	e.shared = []string{
		"--database", e.flags.Database, "--reference-date", extranetsim.ReferenceDate().String(), "--public-url", e.base, "--token-issuer", "https://tokens.example.fr",
		"--s3-endpoint", strings.TrimPrefix(server.URL, "http://"), "--s3-bucket", "papers", "--s3-access-key", "a", "--s3-secret-key", "b", "--s3-insecure",
	}
	e.shared = append(e.shared, more...)
	return e
}

// process starts a process of a role that answers nobody, and waits until it works.
func (e *estate) process(role, keys string) *fort {
	e.t.Helper()
	f := newFort(e.t)
	command := f.command(append([]string{"serve", "--dev", "--role", role, "--keys", keys, "--data", f.data, "--admin-listen", strings.TrimPrefix(f.admin, "http://")}, e.shared...)...)
	command.Stdout, command.Stderr = f.log, f.log
	if err := command.Start(); err != nil {
		e.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = command.Wait(); close(ended) }()
	e.t.Cleanup(func() { _ = command.Process.Kill(); <-ended })
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(f.log.String(), `"predate is ready" role=`+role); time.Sleep(20 * time.Millisecond) {
		select {
		case <-ended:
			e.t.Fatalf("the %s does not start:\n%s", role, f.log)
		default:
		}
		if time.Now().After(deadline) {
			e.t.Fatalf("the %s is not ready:\n%s", role, f.log)
		}
	}
	return f
}

// TestRoles: of three processes one answers, one reads and delivers, one collects. An
// order goes through all of them in one trace, and only the one that collects can open
// credentials.
func TestRoles(t *testing.T) {
	t.Parallel()
	collected := newCollectorOfTraces(t)
	e := newEstate(t, "--otlp-endpoint", collected.url)
	cellar, err := serving.OpenCellar(t.Context(), e.flags, meansOf(slog.New(slog.DiscardHandler))) // the first keys
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cellar.Close)
	whole, keys := e.flags.KeyFolder(), filepath.Join(t.TempDir(), "exported")
	if status, out, complaint := e.run("keys", "export", "--keys", whole, "--to", keys); status != 0 || !strings.Contains(out, "open no credentials") {
		t.Fatalf("keys export: %d %s %s", status, out, complaint)
	}
	worker, collector := e.process("worker", keys), e.process("collector", whole)
	e.start(append([]string{"--role", "door", "--keys", keys}, e.shared...)...)
	status, out, complaint := e.run("account", "create", "--email", "a@example.com", "--password", fortPassword, "--json", "--database", e.flags.Database, "--keys", keys)
	var account office.Opened
	if err := json.Unmarshal([]byte(out), &account); err != nil || status != 0 {
		t.Fatalf("account create: %d %s %s: %v", status, out, complaint, err)
	}
	client := &attacker{fort: e.fort, email: "a@example.com", header: http.Header{"X-Auth-Key": {account.APIKey}}}
	client.login()
	claims, err := base64.RawURLEncoding.DecodeString(strings.Split(client.header.Get("Authorization"), ".")[1])
	if err != nil || !strings.Contains(string(claims), `"iss":"https://tokens.example.fr"`) {
		t.Errorf("an access token says %s: %v", claims, err)
	}
	id := client.place(sampleTestOrder(t))
	for deadline := time.Now().Add(90 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		got := client.call("GET", "/order/"+id, nil)
		if bytes.Contains(got.payload, []byte(`"state":"done"`)) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the order is not done: %s\nworker:\n%s\ncollector:\n%s", got.payload, worker.log, collector.log)
		}
	}
	for name, one := range map[string]struct {
		log    *lockedBuffer
		does   []string
		leaves []string
	}{
		"door":      {e.log, nil, []string{"step="}},
		"worker":    {worker.log, []string{"step=read", "step=typeset", "step=issue"}, []string{"step=collect"}},
		"collector": {collector.log, []string{"step=collect"}, []string{"step=read", "step=typeset", "step=issue"}},
	} {
		for _, word := range one.does {
			if !strings.Contains(one.log.String(), word) {
				t.Errorf("the %s never says %s:\n%s", name, word, one.log)
			}
		}
		for _, word := range one.leaves {
			if strings.Contains(one.log.String(), word) {
				t.Errorf("the %s says %s:\n%s", name, word, one.log)
			}
		}
	}
	collected.checkRoles(id)
	if said := e.revealed(cellar, predate.OrderID(id)); !strings.Contains(said, "Ce serveur n’a pas la clé") {
		t.Errorf("a lead who asks the door for the codes is answered %s", said)
	}
}

// sampleTestOrder is an order whose papers are the built-in sample's.
func sampleTestOrder(t *testing.T) map[string]any {
	t.Helper()
	sample, err := extranetsim.SampleOrder()
	if err != nil {
		t.Fatal(err)
	}
	body := map[string]any{}
	if err := json.Unmarshal(sample, &body); err != nil {
		t.Fatal(err)
	}
	body["method"], body["test_mode"] = "extranet", true
	body["syndic"] = map[string]any{"name": "Cabinet Essai", "username": "test-done", "password": "x", "url": "https://extranet.example.fr/"}
	return body
}

// revealed is what the door's console answers to a lead who asks for an order's codes.
func (e *estate) revealed(c *serving.Cellar, id predate.OrderID) string {
	e.t.Helper()
	b := &bureau{t: e.t, ctx: e.t.Context()}
	var err error
	if b.console, err = url.Parse(e.admin); err == nil {
		b.people, err = c.People(b.console)
	}
	if err != nil {
		e.t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPost, e.admin+"/order/"+string(id)+"/collect/reveal", strings.NewReader("why=pour+voir"))
	if err != nil {
		e.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	request.AddCookie(&http.Cookie{Name: "predate_session", Value: b.session("L. Ferry", predate.RoleLead).Reveal()})
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		e.t.Fatal(err)
	}
	defer response.Body.Close()
	said, _ := io.ReadAll(response.Body)
	return response.Status + " " + string(said)
}

// A process that cannot be what it is told to be does not start, says why in one
// sentence with the remedy, and leaves nothing behind.
func TestRolesThatCannotBe(t *testing.T) {
	t.Parallel()
	f := newFort(t)
	whole := t.TempDir()
	if status, _, complaint := f.run("keys", "list", "--keys", whole); status != 0 {
		t.Fatal(complaint)
	}
	postgres := []string{"--database", "postgres://nobody@127.0.0.1:1/none", "--public-url", "https://predate.example.fr"}
	bucket := []string{"--s3-endpoint", "127.0.0.1:1", "--s3-bucket", "b"}
	for want, args := range map[string][]string{
		"an SQLite file serves one process":       {"--role", "door"},
		"--s3-endpoint":                           append([]string{"--role", "worker", "--keys", whole}, postgres...),
		"made by «predate keys export»":           append(append([]string{"--role", "worker", "--keys", whole}, postgres...), bucket...),
		"there are no keys in":                    append(append([]string{"--role", "door", "--keys", filepath.Join(whole, "none")}, postgres...), bucket...),
		`--role must be one of "all","door","wor`: {"--role", "waiter"},
	} {
		data := filepath.Join(t.TempDir(), "data")
		command := f.command(append([]string{"serve", "--data", data}, args...)...)
		var said bytes.Buffer
		command.Stderr = &said
		if _, failed := command.Run().(*exec.ExitError); !failed || !strings.Contains(said.String(), want) {
			t.Errorf("%q: %s, want %q", args, said.String(), want)
		}
		if left, err := filepath.Glob(data + "*"); err != nil || len(left) > 0 {
			t.Errorf("%q leaves %q behind: %v", args, left, err)
		}
	}
}
