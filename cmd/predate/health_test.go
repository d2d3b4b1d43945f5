package main

import (
	"crypto/tls"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"predate/internal/commands/serving"
)

// What asks whether a server is well is told what is not, waits when it is asked to,
// and needs no address for operators.
func TestHealth(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			http.NotFound(w, r)
			return
		}
		if asked.Add(1)%3 == 0 {
			return
		}
		w.WriteHeader(http.StatusServiceUnavailable)
		all := []serving.Check{{Name: "database", Error: "no route to it"}, {Name: "disk", Ready: true}}
		_ = json.NewEncoder(w).Encode(map[string]any{"ready": false, "checks": all})
	}))
	t.Cleanup(server.Close)
	at := strings.TrimPrefix(server.URL, "http://")
	for _, test := range []struct {
		args   string
		status int
		says   string
	}{
		{"--admin-listen " + at, 1, "predate: database: no route to it\n"},
		{"--admin-listen none --listen " + at, 1, "predate: database: no route to it\n"},
		{"--admin-listen none --listen " + at, 0, ""},
		{"--wait 1m --admin-listen " + at, 0, ""},
		{"--url " + server.URL + "/livez", 1, "predate: " + server.URL + "/livez answers 404 Not Found\n"},
		{"--admin-listen 127.0.0.1:1", 1, "predate: no answer: "},
		{"--admin-listen here", 1, `predate: listen "here": want host:port`},
	} {
		c, out := command(t, append([]string{"health"}, strings.Fields(test.args)...)...)
		if status := run(t.Context(), c); status != test.status || !strings.HasPrefix(out.String(), test.says) || test.says == "" && out.Len() > 0 {
			t.Errorf("health %s: exit %d, %q", test.args, status, out)
		}
	}
}

// Where the only address speaks TLS it is asked so, for the name that its certificate
// is of, whoever signed that.
func TestHealthOverTLS(t *testing.T) {
	t.Parallel()
	cert, key := issued(t, t.TempDir(), 1, time.Hour)
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Value
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.TLS = &tls.Config{GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		asked.Store(hello.ServerName)
		return &pair, nil
	}}
	server.StartTLS()
	t.Cleanup(server.Close)
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"localhost": {"--tls-cert", cert, "--tls-key", key}, "predate.example.fr": {"--acme-domain", "predate.example.fr"},
	} {
		c, out := command(t, append([]string{"health", "--admin-listen", "none", "--listen", ":" + port}, args...)...)
		if status := run(t.Context(), c); status != 0 || out.Len() > 0 || asked.Load() != name {
			t.Errorf("%v: exit %d, %q; asked for %v", args, status, out, asked.Load())
		}
	}
}
